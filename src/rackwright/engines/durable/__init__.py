"""The rules in durable_rules, a forward-chaining engine."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from rackwright.engines.durable.stage import Stage
from rackwright.records import Entity, Firing, Row, Scope
from rackwright.rulebook.model import Rulebook

__all__ = ["DurableEngine"]


class DurableEngine:
    """Evaluates a rulebook with durable_rules; compiles each stage when it is first needed.

    Any number of threads may share one engine. `firing_limit` bounds the firings for one row.
    """

    def __init__(self, rulebook: Rulebook, *, firing_limit: int = 10_000) -> None:
        self.rulebook = rulebook
        self._firing_limit = firing_limit
        self._stages: dict[tuple[Scope, Entity], Stage] = {}
        self._compiling = Lock()

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
        with self._compiling:
            if (scope, of) not in self._stages:
                decisions = self.rulebook.stage(scope, of)
                name = f"{scope}/{of}"
                self._stages[scope, of] = Stage(name, decisions, self.rulebook.vocabulary)
            return self._stages[scope, of]
