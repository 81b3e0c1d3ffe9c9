"""One piece of a file judged: its advice, and what is wrong with its other rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rackwright.errors import PlanError, Problem
from rackwright.many.advising import advise_many
from rackwright.many.arrow import plain
from rackwright.many.batch import ROW, advice_fields
from rackwright.many.faults import Rejected
from rackwright.many.fields import ID, PLAN, Refusal
from rackwright.many.figures import OUTCOME
from rackwright.many.files.pieces import Names, Piece, objects, runs
from rackwright.many.files.seen_plans import SeenPlans
from rackwright.many.no_rows import check_columns
from rackwright.rulebook.model import Rulebook

INFEASIBLE = "infeasible"
_BESIDE = Refusal("plan-rejected", "a row beside the plan cannot be read", "mend that row")


@dataclass(frozen=True, eq=False, slots=True)
class Judged:
    """What became of the rows of a piece."""

    n_rows: int
    advice: pa.RecordBatch
    rejected: tuple[Rejected, ...]

    @property
    def n_infeasible(self) -> int:
        """How many of the rows that were judged are of an infeasible plan."""
        return int(pa.compute.sum(pa.compute.equal(self.advice[OUTCOME], INFEASIBLE)).as_py() or 0)


def file_schema(rulebook: Rulebook) -> pa.Schema:
    """The columns of a result, whatever the rows."""
    names = [(ROW, pa.int64()), (PLAN, pa.string()), (ID, pa.string())]
    return pa.schema([*names, *advice_fields(rulebook)])


def judged(piece: Piece, rulebook: Rulebook) -> Judged:
    """The advice on a piece that holds whole plans.

    Raises
    ------
    PlanError
        When a column as a whole cannot be used.
    """
    plans = piece.plans()
    kept = kept_rows(piece, plans)
    unread = tuple(unread_rows(piece, kept))
    if not kept.any():
        if piece.columns:
            check_columns(table_of(piece, kept), rulebook)
        nothing = pa.RecordBatch.from_pylist([], schema=file_schema(rulebook))
        return Judged(piece.n_rows, nothing, unread)
    rows = piece.start + np.flatnonzero(kept)
    advice = advise_many(table_of(piece, kept), rules=rulebook, on_error="reject")
    rejected = [
        Rejected(int(rows[one.row]), one.column, one.code, one.reason, one.hint)
        for one in advice.rejected
    ]
    columns = {n: plain(c.combine_chunks()) for n, c in _columns(advice.to_arrow())}
    columns[ROW] = pa.array(rows[advice.rows])
    if plans is None:
        columns[PLAN] = columns[ROW]
    schema = file_schema(rulebook)
    arrays = [columns[field.name].cast(field.type) for field in schema]
    batch = pa.RecordBatch.from_arrays(arrays, schema=schema)
    return Judged(piece.n_rows, batch, tuple(sorted((*unread, *rejected), key=_row)))


def check_new(piece: Piece, seen: SeenPlans) -> None:
    """Raise `PlanError` when a plan of the piece came before, with other rows between."""
    plans = piece.plans()
    if plans is None:
        return
    begins = list(runs(plans))
    again = seen.first_repeated([name for _, name in begins])
    if again is not None:
        at, name = begins[again]
        message = f"plan `{name}` comes again in row {piece.start + at}, after other plans"
        hint = f"sort the table by `{PLAN}`: rows of one plan must follow one another"
        raise PlanError(Problem("plan-apart", message, f"column `{PLAN}`", hint))


def _row(one: Rejected) -> int:
    return one.row


def _columns(table: pa.Table) -> Iterator[tuple[str, Any]]:
    return zip(table.column_names, table.columns, strict=True)


def kept_rows(piece: Piece, plans: Names | None) -> NDArray[np.bool_]:
    """The rows to be judged: those that could be read, of plans that surely are whole."""
    lost = piece.lost()
    if plans is None or not lost.any():
        return ~lost
    beside = np.flatnonzero(lost)
    near = np.concatenate([_nearest(lost, beside, -1), _nearest(lost, beside, 1)])
    torn = {plans[at] for at in near} - {None}
    return ~lost & np.array([name not in torn for name in plans], dtype=np.bool_)


def _nearest(lost: NDArray[np.bool_], rows: NDArray[np.intp], step: int) -> NDArray[np.intp]:
    """For rows that could not be read the next one, or the last, that could."""
    read = np.flatnonzero(~lost)
    at = np.searchsorted(read, rows) - (1 if step < 0 else 0)
    return read[at[(at >= 0) & (at < len(read))]]


def unread_rows(piece: Piece, kept: NDArray[np.bool_]) -> Iterator[Rejected]:
    """Why the other rows are not kept."""
    for row in (piece.start + np.flatnonzero(~kept)).tolist():
        why = piece.unreadable.get(row)
        column = "" if why else PLAN
        found = why or _BESIDE
        yield Rejected(row, column, found.code, found.message, found.hint)


def table_of(piece: Piece, kept: NDArray[np.bool_]) -> Any:
    """What is kept, as a table of pyarrow or, with cells of several kinds, as arrays."""
    columns = dict(piece.columns)
    if not kept.all():
        mask = pa.array(kept)
        columns = {
            n: c[kept] if isinstance(c, np.ndarray) else c.filter(mask) for n, c in columns.items()
        }
    if any(isinstance(column, np.ndarray) for column in columns.values()):
        return {name: _for_mapping(column) for name, column in columns.items()}
    return pa.table(columns)


def _for_mapping(column: Any) -> NDArray[Any]:
    if isinstance(column, np.ndarray):
        return column
    if pa.types.is_floating(column.type):
        return np.asarray(column.to_numpy(zero_copy_only=False))
    return objects(column)
