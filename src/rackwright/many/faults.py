"""What is wrong with a table: its columns as a whole, or some of its rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rackwright.errors import PlanError, Problem
from rackwright.facts.findings import MAX_PROBLEMS
from rackwright.many.cells import Rows
from rackwright.many.fields import Refusal

SHOWN_ROWS = 3


@dataclass(frozen=True, slots=True)
class Rejected:
    """One thing that is wrong with one row of a table."""

    row: int
    """Position of the row, from 0."""
    column: str
    code: str
    """Stable kebab-case name of the kind of problem."""
    reason: str
    hint: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Fault:
    """One refusal and the rows that it is about."""

    column: str
    refusal: Refusal
    rows: Rows


@dataclass(eq=False, slots=True)
class Faults:
    """Everything that is wrong with a table so far."""

    of_table: list[Problem] = field(default_factory=list)
    of_rows: list[Fault] = field(default_factory=list)
    in_tow: list[Fault] = field(default_factory=list)
    """Rows that are lost with others: not wrong themselves."""

    def add(self, column: str, refusal: Refusal, rows: Rows) -> None:
        """Take in a refusal of some rows."""
        if len(rows):
            self.of_rows.append(Fault(column, refusal, rows))

    def bad(self, n_rows: int) -> NDArray[np.bool_]:
        """Which rows are refused."""
        bad = np.zeros(n_rows, dtype=np.bool_)
        for fault in self.of_rows:
            bad[fault.rows] = True
        return bad

    def rejected(self) -> tuple[Rejected, ...]:
        """What is wrong with each row, row by row."""
        faults = self.of_rows + self.in_tow
        found = sorted((row, at) for at, fault in enumerate(faults) for row in fault.rows.tolist())
        return tuple(self._rejected(row, faults[at]) for row, at in found)

    def raise_for_table(self) -> None:
        """Raise `PlanError` when a column as a whole cannot be used."""
        if self.of_table:
            raise table_error(self.of_table)

    def raise_for_any(self) -> None:
        """Raise `PlanError` when anything is wrong."""
        if self.of_table or self.of_rows:
            raise table_error([*self.of_table, *self._by_kind()])

    def _rejected(self, row: int, fault: Fault) -> Rejected:
        refusal = fault.refusal
        return Rejected(row, fault.column, refusal.code, refusal.message, refusal.hint)

    def _by_kind(self) -> Iterator[Problem]:
        """One problem a column and kind of fault, told by its first row."""
        kinds: dict[tuple[str, str], list[Fault]] = {}
        for fault in self.of_rows:
            kinds.setdefault((fault.column, fault.refusal.code), []).append(fault)
        for (column, code), faults in kinds.items():
            first = min(faults, key=lambda fault: int(fault.rows[0]))
            rows = np.unique(np.concatenate([fault.rows for fault in faults]))
            where = f"column `{column}`, {_rows_text(rows)}"
            yield Problem(code, first.refusal.message, where, first.refusal.hint)


def table_error(problems: Sequence[Problem]) -> PlanError:
    """The error that reports problems, at most 20 of them and then a count."""
    more = len(problems) - MAX_PROBLEMS
    if more <= 0:
        return PlanError(*problems)
    words = "1 more problem is" if more == 1 else f"{more} more problems are"
    rest = Problem("more-problems", f"{words} not shown", "", "fix those above first")
    return PlanError(*problems[:MAX_PROBLEMS], rest)


def _rows_text(rows: Rows) -> str:
    shown = ", ".join(str(row) for row in rows[:SHOWN_ROWS])
    more = len(rows) - SHOWN_ROWS
    word = "row" if len(rows) == 1 else "rows"
    return f"{word} {shown}" + (f" and {more} more" if more > 0 else "")
