"""What kernels take and give: float64 arrays that broadcast, NaN where a value is unknown."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Numbers = Array | float
"""A column, or one number for all rows."""

_MANTISSA = np.int64(2**52 - 1)
"""The bits of a float64 below its exponent; where they are all zero it is a power of two."""
_NOISE = 1e-12
"""Relative size of what repeated rounding of float64 leaves behind."""


def as_arrays(*values: Numbers) -> tuple[Array, ...]:
    """The values as float64 arrays, each in its own shape."""
    return tuple(np.asarray(value, dtype=np.float64) for value in values)


def quotient(part: Array, whole: Array) -> Array:
    """``part / whole``, unknown where the whole is 0."""
    nothing = whole == 0
    if np.count_nonzero(nothing):
        whole = np.where(nothing, np.nan, whole)
    return np.asarray(part / whole, dtype=np.float64)


def known_or_zero(values: Numbers) -> Array:
    """The values, 0 where unknown."""
    return np.where(np.isnan(values), 0.0, values)


def rounded_up(values: Array) -> Array:
    """The next whole number, where 3 plus float noise is still 3."""
    return np.ceil(values * (1 - _NOISE))


def rounded_down(values: Array) -> Array:
    """The last whole number, where 3 minus float noise is already 3."""
    return np.floor(values * (1 + _NOISE))


def next_power_of_two(values: Array) -> Array:
    """The least power of two that is no smaller, for numbers from 1; anything for NaN.

    WHY bits: log2 may be off by one at a power of two, and frexp takes several times as long.
    """
    bits = np.asarray(values).view(np.int64)
    return np.asarray(((bits + _MANTISSA) & ~_MANTISSA).view(np.float64))
