"""Columns as they come in: checked, so that no bad value passes for an answer."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rackwright.errors import Problem, UsageError
from rackwright.frames import Column, unknown_column
from rackwright.rulebook.model import Attribute, Kind
from rackwright.units import engine_number


def shaped(attribute: Attribute, column: Column | None, n_rows: int) -> Column:
    """The column, with one value a row or one for all; unknown when there is none.

    Raises
    ------
    UsageError
        When it has neither `n_rows` values nor one, or values of another type than frames use.
    """
    nothing = unknown_column(attribute, 1)
    if column is None:
        return nothing
    name = attribute.name
    if column.shape not in ((n_rows,), (1,)):
        message = f"column `{name}` has shape {column.shape} where {n_rows} rows are judged"
        raise UsageError(Problem("column-length", message))
    if not np.can_cast(column.dtype, nothing.dtype, "same_kind"):
        message = f"column `{name}` holds {column.dtype}, not {nothing.dtype}"
        raise UsageError(Problem("column-type", message, hint="encode it as frames do"))
    return column


def checked(attribute: Attribute, column: Column) -> Column:
    """The column in the type that frames use, every value one that rules can compare.

    Raises
    ------
    InferenceError
        When a number is infinite.
    UsageError
        When a code stands for no value.
    """
    if attribute.kind is Kind.NUMBER:
        for infinite in column[np.isinf(column)][:1]:
            engine_number(float(infinite))
    elif attribute.kind is not Kind.TEXT:
        _check_codes(attribute, int(column.min()), int(column.max()))
    return column.astype(unknown_column(attribute, 0).dtype, copy=False)


def _check_codes(attribute: Attribute, least: int, greatest: int) -> None:
    n_values = len(attribute.values)
    codes: Mapping[Kind, int] = {
        Kind.BOOLEAN: 2,
        Kind.SYMBOL: n_values,
        Kind.SET: 1 << n_values,
    }
    for code in (least, greatest):
        if not -1 <= code < codes[attribute.kind]:
            message = f"column `{attribute.name}` holds `{code}`, which stands for no value"
            raise UsageError(Problem("column-code", message, hint="unknown is -1"))
