"""Some consecutive rows of a file, and how pieces are joined and cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rackwright.many.fields import PLAN, Refusal, as_name

Names = NDArray[Any]
"""Texts, None where a row says nothing."""


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """Rows that follow one another in a file."""

    start: int
    """The row of the file that the first one is, from 0."""
    n_rows: int
    columns: Mapping[str, Any]
    """Arrow arrays, or numpy arrays of cells of several kinds."""
    unreadable: Mapping[int, Refusal] = field(default_factory=dict)
    """Rows of the file that could not be read; they stand in the columns as rows of nothing."""

    def part(self, first: int, last: int) -> Piece:
        """The rows from one position up to another."""
        begin, end = self.start + first, self.start + last
        return Piece(
            begin,
            last - first,
            {name: column[first:last] for name, column in self.columns.items()},
            {row: why for row, why in self.unreadable.items() if begin <= row < end},
        )

    def plans(self) -> Names | None:
        """The plan that each row names; None when the file has no such column."""
        column = self.columns.get(PLAN)
        if column is None:
            return None
        cells = column.to_pylist() if isinstance(column, pa.Array) else column.tolist()
        return np.array([*map(_name, cells), None], dtype=object)[:-1]

    def lost(self) -> NDArray[np.bool_]:
        """Which of its rows could not be read."""
        lost = np.zeros(self.n_rows, dtype=np.bool_)
        lost[np.array(list(self.unreadable), dtype=np.intp) - self.start] = True
        return lost


def joined(pieces: Sequence[Piece]) -> Piece:
    """Pieces that follow one another as one."""
    if len(pieces) == 1:
        return pieces[0]
    names = dict.fromkeys(name for piece in pieces for name in piece.columns)
    return Piece(
        pieces[0].start,
        sum(piece.n_rows for piece in pieces),
        {name: _joined([_column(name, piece) for piece in pieces]) for name in names},
        {row: why for piece in pieces for row, why in piece.unreadable.items()},
    )


def objects(column: Any) -> NDArray[Any]:
    """A column as cells."""
    if isinstance(column, np.ndarray):
        return column
    return cells(column.to_pylist())


def cells(values: Sequence[Any]) -> NDArray[Any]:
    """Cells of several kinds as an array of one axis."""
    array = np.empty(len(values), dtype=object)
    for at, value in enumerate(values):
        array[at] = value
    return array


def runs(plans: Names) -> Iterator[tuple[int, str]]:
    """Where each plan begins, and its name; rows without one are not told of."""
    last = None
    for at, name in enumerate(plans):
        if name is not None and name != last:
            yield at, name
        last = name


def _column(name: str, piece: Piece) -> Any:
    found = piece.columns.get(name)
    return pa.nulls(piece.n_rows) if found is None else found


def _joined(columns: list[Any]) -> Any:
    if any(isinstance(column, np.ndarray) for column in columns):
        return np.concatenate([objects(column) for column in columns])
    kinds = {column.type for column in columns} - {pa.null()}
    kind = kinds.pop() if len(kinds) == 1 else pa.string()
    return pa.concat_arrays([column.cast(kind) for column in columns])


def _name(cell: Any) -> str | None:
    return None if cell is None or cell == "" else str(as_name(cell))
