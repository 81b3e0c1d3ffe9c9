"""Columns as they come in: numbers, or the different cells and which of them each row holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
"""NaN where a row says nothing."""
Rows = NDArray[np.intp]

_NOTHING = ("NAType", "NaTType")


@dataclass(frozen=True, eq=False, slots=True)
class Cells:
    """The different cells of a column, and which of them each row holds."""

    values: Sequence[Any]
    codes: Rows
    """Positions among the values; -1 where a row says nothing."""

    def __len__(self) -> int:
        return len(self.codes)

    def taken(self, rows: Rows | slice) -> Cells:
        """Some rows of the column."""
        return Cells(self.values, self.codes[rows])

    def mapped(self, to: Callable[[Any], Any]) -> list[Any]:
        """What becomes of each different cell."""
        return [to(value) for value in self.values]


RawColumn = Numbers | Cells


def cells_of(values: Iterable[Any]) -> Cells:
    """A column of anything; cells without a value and empty texts say nothing."""
    cells = values if isinstance(values, list) else list(values)
    plain = set(map(type, cells)) <= {str, type(None)}
    keys = cells if plain else [_key(cell) for cell in cells]
    index = {key: at for at, key in enumerate(dict.fromkeys(keys))}
    codes = np.fromiter(map(index.__getitem__, keys), np.intp, len(keys))
    return without_nothing(list(index) if plain else [_value(key) for key in index], codes)


def without_nothing(values: Sequence[Any], codes: Rows) -> Cells:
    """The column with -1 for every cell that says nothing."""
    said = [not says_nothing(value) for value in values]
    at = np.array([*(np.cumsum(said) - 1), -1], dtype=np.intp)
    at[:-1][~np.array(said, dtype=np.bool_)] = -1
    return Cells([value for value, kept in zip(values, said, strict=True) if kept], at[codes])


def renamed(cells: Cells, values: Sequence[Any]) -> Cells:
    """The column with another value for each different cell; those that are alike now are one."""
    found = cells_of(values)
    return Cells(found.values, np.append(found.codes, -1)[cells.codes])


def cells_of_numbers(numbers: Numbers) -> Cells:
    """Numbers as different cells."""
    values, codes = np.unique(numbers, return_inverse=True)
    return without_nothing(values.tolist(), codes.astype(np.intp))


def says_nothing(value: Any) -> bool:
    """Whether a cell has no value: nothing, not a number, not available, an empty text."""
    if isinstance(value, str):
        return not value.strip()
    if value is None or type(value).__name__ in _NOTHING:
        return True
    return isinstance(value, float | np.floating) and bool(np.isnan(value))


def rows_by_value(column: Cells, wanted: Sequence[int]) -> list[tuple[int, Rows]]:
    """For each wanted position among the values the rows that hold it."""
    rows = np.flatnonzero(np.isin(column.codes, wanted))
    rows = rows[np.argsort(column.codes[rows], kind="stable")]
    codes, starts = np.unique(column.codes[rows], return_index=True)
    return list(zip(codes.tolist(), np.split(rows, starts[1:]), strict=True)) if len(rows) else []


class _Other:
    """A cell that cannot be told apart from others by its value."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def _key(value: Any) -> Any:
    """What two cells share when they are the same; `True` and `1` are not."""
    if value.__class__ is str:
        return value
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, np.bool_ | np.number | np.str_):
        value = value.item()
    if isinstance(value, list | tuple):
        return tuple, tuple(map(_key, value))
    try:
        hash(value)
    except TypeError:
        return _Other, _Other(value)
    return value.__class__, value


def _value(key: Any) -> Any:
    if key.__class__ is str:
        return key
    kind, value = key
    if kind is tuple:
        return [_value(member) for member in value]
    return value.value if kind is _Other else value
