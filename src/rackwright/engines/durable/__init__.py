"""The rules in durable_rules, a forward-chaining engine."""

from __future__ import annotations

from collections.abc import Sequence

from rackwright.engines.durable.stage import Stage
from rackwright.engines.sharing import SharedStages
from rackwright.records import Entity, Firing, Row, Scope
from rackwright.rulebook.model import Rulebook

__all__ = ["DurableEngine"]

KEPT_STAGES = 32
"""Compiled stages kept for further engines; the largest of the bundled rules takes some 3 MB."""

_SHARED = SharedStages(Stage, KEPT_STAGES)


class DurableEngine:
    """Evaluates a rulebook with durable_rules; compiles each stage when it is first needed.

    Rulebooks that have the decisions of a stage in common share it compiled, and any number of
    threads may share one engine. `firing_limit` bounds the firings for one row.
    """

    def __init__(self, rulebook: Rulebook, *, firing_limit: int = 10_000) -> None:
        self.rulebook = rulebook
        self._firing_limit = firing_limit
        self._stages: dict[tuple[Scope, Entity], Stage] = {}

    def run(self, scope: Scope, of: Entity, rows: Sequence[Row]) -> list[tuple[Firing, ...]]:
        """The firings of every row.

        Raises
        ------
        EngineLimitError
            When a stage has more or larger rules than the engine can hold.
        FiringLimitError
            When the firing budget of a row runs out.
        InferenceError
            When the engine fails; nothing is returned then.
        """
        if not rows or not self.rulebook.stage(scope, of):
            return [() for _ in rows]
        stage = self._stage(scope, of)
        return stage.evaluate(rows, self._firing_limit)

    def _stage(self, scope: Scope, of: Entity) -> Stage:
        if (scope, of) not in self._stages:
            self._stages[scope, of] = _SHARED.of(self.rulebook, scope, of)
        return self._stages[scope, of]
