"""Our engines as contenders that take rows and give firings, as `advise` uses them."""

from __future__ import annotations

from collections.abc import Sequence

from contender import Conclusions, Fired, Task, conclusions

from rackwright.engines.base import Engine
from rackwright.records import Firing, Row


class InRows:
    """An engine that records every firing with its premises."""

    def __init__(self, task: Task, engine: Engine) -> None:
        self._task = task
        self._engine = engine
        self._rows: Sequence[Row] = ()
        self._judged: Sequence[Sequence[Firing]] = ()

    def take(self, rows: Sequence[Row]) -> None:
        """The rows as they are; the rules are compiled here."""
        self._rows = rows
        self._engine.run(self._task.scope, self._task.of, rows[:1])

    def judge(self) -> None:
        """One call for all rows."""
        self._judged = self._engine.run(self._task.scope, self._task.of, self._rows)

    def concluded(self) -> list[Conclusions]:
        """What follows from the firings."""
        return [conclusions(self._task.decisions, found) for found in self.fired()]

    def fired(self) -> list[list[Fired]]:
        """The firings without their premises."""
        return [[Fired(f.decision, f.rule, f.overruled) for f in found] for found in self._judged]
