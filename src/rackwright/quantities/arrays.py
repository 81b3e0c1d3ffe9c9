"""What kernels take and give: float64 arrays that broadcast, NaN where a value is unknown."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Numbers = Array | float
"""A column, or one number for all rows."""

_NOISE = 1e-12
"""Relative size of what repeated rounding of float64 leaves behind."""


def as_arrays(*values: Numbers) -> tuple[Array, ...]:
    """The values as float64 arrays, each in its own shape."""
    return tuple(np.asarray(value, dtype=np.float64) for value in values)


def quotient(part: Array, whole: Array) -> Array:
    """``part / whole``, unknown where the whole is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.asarray(part / whole, dtype=np.float64)
    nothing = whole == 0
    return np.where(nothing, np.nan, found) if nothing.any() else found


def rounded_up(values: Array) -> Array:
    """The next whole number, where 3 plus float noise is still 3."""
    return np.ceil(values * (1 - _NOISE))


def rounded_down(values: Array) -> Array:
    """The last whole number, where 3 minus float noise is already 3."""
    return np.floor(values * (1 + _NOISE))
