"""The plans of a table, one by one, as their users would have written them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rackwright.errors import PlanError, Problem
from rackwright.facts.plan import Plan
from rackwright.many.advising import rows_stated_in
from rackwright.many.faults import Faults, Rejected
from rackwright.many.files.judging import kept_rows, table_of, unread_rows
from rackwright.many.files.pieces import Piece
from rackwright.many.files.running import CHUNK_ROWS, pieces_of, source_of
from rackwright.rulebook.model import Rulebook

Named = tuple[str, Plan]


def plans_in(path: Path, rulebook: Rulebook) -> Iterator[Named | PlanError]:
    """The plans of a file with their names, in order; an error for each row that is unusable.

    Raises
    ------
    PlanError
        When the file cannot be read, or a column as a whole cannot be used.
    UsageError
        When the file is no table.
    """
    for piece in pieces_of(source_of(path, rulebook, CHUNK_ROWS), CHUNK_ROWS):
        yield from _plans(piece, path, rulebook)


def _plans(piece: Piece, path: Path, rulebook: Rulebook) -> Iterator[Named | PlanError]:
    kept = kept_rows(piece, piece.plans())
    yield from (_refusal(one, 0, path) for one in unread_rows(piece, kept))
    if not kept.any():
        return
    faults = Faults()
    stated = rows_stated_in(table_of(piece, kept), rulebook, faults)
    faults.raise_for_table()
    yield from (_refusal(one, piece.start, path) for one in faults.rejected())
    named = piece.plans() is not None
    for at in range(stated.stated.n_plans):
        row = int(stated.stated.starts[at])
        name = stated.names.values[stated.names.codes[row]]
        shown = name if named else f"row {piece.start + int(stated.rows[row])}"
        yield str(shown), stated.plan(at, rulebook.vocabulary)


def _refusal(one: Rejected, start: int, path: Path) -> PlanError:
    where = f"{path}, row {start + one.row}, column `{one.column}`"
    return PlanError(Problem(one.code, one.reason, where, one.hint))
