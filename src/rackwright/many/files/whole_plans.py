"""Pieces of a file into pieces of about one size, of which none ends within a plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from rackwright.errors import PlanError, Problem
from rackwright.facts.plan import MAX_WORKLOADS
from rackwright.many.fields import PLAN
from rackwright.many.files.pieces import Piece, joined


def whole_plans(pieces: Iterable[Piece], n_rows: int) -> Iterator[Piece]:
    """The same rows, `n_rows` at a time or what comes nearest without splitting a plan.

    Raises
    ------
    PlanError
        When more rows than a plan may have would have to stay together.
    """
    held: list[Piece] = []
    for piece in pieces:
        held.append(piece)
        if sum(one.n_rows for one in held) >= n_rows:
            whole = joined(held)
            yield from (parts := list(_parts(whole, n_rows)))[:-1]
            held = parts[-1:]
    if held:
        yield joined(held)


def _parts(piece: Piece, n_rows: int) -> Iterator[Piece]:
    """Parts that may go, and last the one that has to wait for what follows."""
    ends = np.flatnonzero(_begins(piece))
    begin = 0
    while piece.n_rows - begin >= n_rows:
        end = _end(ends, begin, n_rows)
        if end is None:
            break
        yield piece.part(begin, end)
        begin = end
    if piece.n_rows - begin > n_rows + MAX_WORKLOADS:
        raise _endless(piece, begin)
    yield piece.part(begin, piece.n_rows)


def _end(ends: NDArray[np.intp], begin: int, n_rows: int) -> int | None:
    """The last place to cut within so many rows, else the first one beyond."""
    at = int(np.searchsorted(ends, begin + n_rows, "right"))
    if at and ends[at - 1] > begin:
        return int(ends[at - 1])
    return int(ends[at]) if at < len(ends) else None


def _begins(piece: Piece) -> NDArray[np.bool_]:
    """Before which rows the piece may be cut.

    A row that cannot be read may belong to the plan before it or to the one after it, so it stays
    with both.
    """
    begins = np.ones(piece.n_rows, dtype=np.bool_)
    plans = piece.plans()
    if plans is not None:
        lost = piece.lost()
        said = np.array([name is not None for name in plans], dtype=np.bool_)
        same = (plans[1:] == plans[:-1]) & said[1:]
        begins[1:] = ~same.astype(np.bool_) & ~lost[1:] & ~lost[:-1]
    begins[:1] = False
    return begins


def _endless(piece: Piece, begin: int) -> PlanError:
    first = piece.start + begin
    message = f"no plan ends within {piece.n_rows - begin} rows from row {first} on"
    hint = f"rows with one value of `{PLAN}` form one plan, of at most {MAX_WORKLOADS} rows"
    return PlanError(Problem("too-long", message, f"column `{PLAN}`", hint))
