"""Our columnar engine as a contender: columns in, conclusion columns and hit counts out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from contender import Conclusions, Fired, Task

from rackwright.engines.columnar import ColumnarEngine, Judged
from rackwright.frames import Column, column, decode, known
from rackwright.records import Row, Value


class InColumns:
    """The columnar engine on columns; firing bits are kept only when `fired` asks for them."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._engine = ColumnarEngine(task.rulebook)
        self._stage = self._engine.stage(task.scope, task.of)
        self._rows: Sequence[Row] = ()
        self._columns: Mapping[str, Column] = {}
        self._judged: Judged | None = None

    def take(self, rows: Sequence[Row]) -> None:
        """The rows as encoded columns."""
        self._rows = rows
        self._columns = {
            name: column(attribute, [row.values.get(name) for row in rows])
            for name, attribute in self._stage.reads.items()
        }

    def judge(self) -> None:
        """One call for all rows."""
        self._judged = self._stage.evaluate(self._columns, len(self._rows))

    def concluded(self) -> list[Conclusions]:
        """Decoded from the conclusion columns."""
        assert self._judged is not None
        return [self._of_row(self._judged, at) for at in range(len(self._rows))]

    def fired(self) -> list[list[Fired]]:
        """From a run of its own that keeps the firing bits."""
        judged = self._engine.run(self._task.scope, self._task.of, self._rows)
        return [[Fired(f.decision, f.rule, f.overruled) for f in found] for found in judged]

    def _of_row(self, judged: Judged, at: int) -> Conclusions:
        found: dict[str, object] = {}
        for name, values in judged.columns.items():
            attribute = self._task.vocabulary[name]
            stated = known(attribute.kind, self._columns[name][at : at + 1]).any()
            value: Value | None = None if stated else decode(attribute, values[at])
            if value is not None:
                found[name] = frozenset(value) if isinstance(value, tuple) else value
        return found
