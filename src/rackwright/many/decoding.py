"""Columns of results as people and other libraries read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rackwright.frames import Column
from rackwright.many.cells import Cells
from rackwright.many.fields import SEPARATOR
from rackwright.many.figures import Told
from rackwright.rulebook.model import Kind


def decoded(told: Told, column: Column) -> NDArray[Any]:
    """Numbers as they are, anything else as objects: texts, truth values, None where unknown.

    The members of a set stand in one text, in order of rank, with `;` between them.
    """
    if told.kind is Kind.NUMBER or told.kind is Kind.TEXT:
        return column
    if told.kind is Kind.BOOLEAN:
        return _looked_up((False, True), column)
    return texts(as_cells(told, column))


def as_cells(told: Told, column: Column) -> Cells:
    """A column of symbols or sets as different texts and their codes."""
    if told.kind is Kind.SYMBOL:
        return Cells(told.values, column.astype(np.intp))
    masks, codes = np.unique(column, return_inverse=True)
    unknown = int(np.count_nonzero(masks < 0))
    return Cells([_members(told, int(mask)) for mask in masks[unknown:]], codes - unknown)


def texts(cells: Cells) -> NDArray[Any]:
    """The cell of every row; None where it says nothing."""
    return _looked_up(cells.values, cells.codes)


def _looked_up(values: Sequence[Any], codes: NDArray[Any]) -> NDArray[Any]:
    table = np.empty(len(values) + 1, dtype=object)
    table[:-1] = values
    return np.asarray(table[codes])


def _members(told: Told, mask: int) -> str:
    bit = {member: at for at, member in enumerate(told.values)}
    return SEPARATOR.join(member for member in told.ranked if mask >> bit[member] & 1)
