"""The rules as masks over numpy columns: many rows at a time."""

from __future__ import annotations

from collections.abc import Sequence

from rackwright.engines.columnar.judged import FiringBits, Judged
from rackwright.engines.columnar.rows import FiringWriter, columns_of
from rackwright.engines.columnar.stage import Stage
from rackwright.engines.sharing import Decisions, SharedStages, Vocabulary
from rackwright.records import Entity, Firing, Row, Scope
from rackwright.rulebook.model import Rulebook

__all__ = ["ColumnarEngine", "FiringBits", "Judged", "Stage"]

KEPT_STAGES = 32
"""Compiled stages kept for further engines."""


class ColumnarEngine:
    """Evaluates a rulebook over columns; compiles each stage when it is first needed.

    `stage` gives what works on columns; `run` does the same for rows and writes the firings out.
    Any number of threads may share one engine.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._stages: dict[tuple[Scope, Entity], tuple[Stage, FiringWriter]] = {}

    def run(self, scope: Scope, of: Entity, rows: Sequence[Row]) -> list[tuple[Firing, ...]]:
        """The firings of every row.

        Raises
        ------
        InferenceError
            When a value cannot be compared; nothing is returned then.
        """
        if not rows or not self.rulebook.stage(scope, of):
            return [() for _ in rows]
        stage, writer = self._compiled(scope, of)
        judged = stage.evaluate(columns_of(stage.reads, rows), len(rows), keep_firings=True)
        assert judged.firings is not None
        return writer.firings(judged.firings, rows)

    def stage(self, scope: Scope, of: Entity) -> Stage:
        """The compiled stage of one scope and kind of thing."""
        return self._compiled(scope, of)[0]

    def _compiled(self, scope: Scope, of: Entity) -> tuple[Stage, FiringWriter]:
        if (scope, of) not in self._stages:
            self._stages[scope, of] = _SHARED.of(self.rulebook, scope, of)
        return self._stages[scope, of]


def _both(_name: str, decisions: Decisions, vocabulary: Vocabulary) -> tuple[Stage, FiringWriter]:
    return Stage(decisions, vocabulary), FiringWriter(decisions, vocabulary)


_SHARED = SharedStages(_both, KEPT_STAGES)
