"""The rules as masks over numpy columns: many rows at a time."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from rackwright.engines.columnar.judged import FiringBits, Judged
from rackwright.engines.columnar.rows import FiringWriter, columns_of
from rackwright.engines.columnar.stage import Stage
from rackwright.records import Entity, Firing, Row, Scope
from rackwright.rulebook.model import Rulebook

__all__ = ["ColumnarEngine", "FiringBits", "Judged", "Stage"]


class ColumnarEngine:
    """Evaluates a rulebook over columns; compiles each stage when it is first needed.

    `stage` gives what works on columns; `run` does the same for rows and writes the firings out.
    Any number of threads may share one engine.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._stages: dict[tuple[Scope, Entity], tuple[Stage, FiringWriter]] = {}
        self._compiling = Lock()

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
        with self._compiling:
            if (scope, of) not in self._stages:
                decisions, vocabulary = self.rulebook.stage(scope, of), self.rulebook.vocabulary
                compiled = Stage(decisions, vocabulary), FiringWriter(decisions, vocabulary)
                self._stages[scope, of] = compiled
            return self._stages[scope, of]
