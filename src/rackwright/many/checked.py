"""Raw columns into encoded ones; what a plan could not state is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rackwright.frames import Column, encode, unknown_column
from rackwright.limits import Limits
from rackwright.many.cells import Cells, Numbers, RawColumn, cells_of_numbers, rows_by_value
from rackwright.many.faults import Faults
from rackwright.many.fields import Field, Refusal, out_of_range, stated
from rackwright.records import Value
from rackwright.rulebook.model import Rulebook


def checked(field: Field, raw: RawColumn, rulebook: Rulebook, faults: Faults) -> Column:
    """A column as frames hold it, unknown where a row says nothing or what cannot be said."""
    if field.limits is None:
        return _by_cell(field, _cells(raw), rulebook, faults)
    numbers = raw if isinstance(raw, np.ndarray) else _numbers(raw)
    if numbers is None:
        return _by_cell(field, _cells(raw), rulebook, faults)
    return _by_number(field, field.limits, numbers, rulebook, faults)


def _cells(raw: RawColumn) -> Cells:
    return raw if isinstance(raw, Cells) else cells_of_numbers(raw)


def _numbers(cells: Cells) -> Numbers | None:
    """The same as numbers, if every cell is one."""
    if not all(type(value) in (int, float) for value in cells.values):
        return None
    values = [*map(_as_float, cells.values), np.nan]
    return np.array(values, dtype=np.float64)[cells.codes]


def _as_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return np.inf


def _by_cell(field: Field, cells: Cells, rulebook: Rulebook, faults: Faults) -> Column:
    said = [stated(field, value, rulebook) for value in cells.values]
    report(field.name, cells, said, faults)
    known = [None if isinstance(one, Refusal) else one for one in said]
    unknown = unknown_column(field.attribute, 1)
    codes = np.array([encode(field.attribute, one) for one in known], dtype=unknown.dtype)
    return np.asarray(np.concatenate([codes, unknown])[cells.codes])


def report(name: str, cells: Cells, said: Sequence[Any], faults: Faults) -> None:
    """Refuse the rows whose cell is refused; `said` has one entry a different cell."""
    refused = {at: one for at, one in enumerate(said) if isinstance(one, Refusal)}
    for at, rows in rows_by_value(cells, list(refused)):
        faults.add(name, refused[at], rows)


def _by_number(
    field: Field, limits: Limits, numbers: Numbers, rulebook: Rulebook, faults: Faults
) -> Column:
    broken = np.isinf(numbers)
    if limits.whole:
        broken |= np.floor(numbers) < numbers
    below = numbers <= limits.least if limits.beyond_least else numbers < limits.least
    beyond = (below | (numbers > limits.most)) & ~broken
    _report(field.name, numbers, beyond, lambda number: out_of_range(field, number), faults)
    _report(field.name, numbers, broken, lambda number: stated(field, number, rulebook), faults)
    return np.where(beyond | broken, np.nan, numbers)


def _report(
    name: str,
    numbers: Numbers,
    bad: NDArray[np.bool_],
    why: Callable[[float], Value | Refusal],
    faults: Faults,
) -> None:
    rows = np.flatnonzero(bad)
    found = cells_of_numbers(numbers[rows])
    for at, among in rows_by_value(found, range(len(found.values))):
        refusal = why(found.values[at])
        assert isinstance(refusal, Refusal)
        faults.add(name, refusal, rows[among])
