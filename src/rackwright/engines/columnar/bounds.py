"""What a number compares with, as bounds that plain comparisons of float64 can use.

Every engine compares numbers rounded to 12 significant digits (`units.engine_number`). Rounding
keeps the order of numbers, so all that round to one number are neighbours: comparing a column
with the first or the last of them, unrounded, says the same as rounding each of its values.
"""

from __future__ import annotations

import struct
from bisect import bisect_left, bisect_right
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rackwright.units import engine_number

Bounds = tuple[float, float]
Numbers = NDArray[np.float64]

_CLOSE = 2e-11
"""Twice what rounding to 12 significant digits can move two numbers towards each other."""

_MAGNITUDES = range(0x7FF0_0000_0000_0000)
"""The bits of every finite float64 from zero on, in the order of the numbers."""


@lru_cache(maxsize=4096)
def bounds(operand: float) -> Bounds:
    """The least and the greatest number that engines take for equal to the operand.

    >>> least, greatest = bounds(0.3)
    >>> least < 0.3 < 0.1 + 0.2 < greatest
    True

    Raises
    ------
    InferenceError
        When the operand is not a number or infinite.
    """
    rounded = engine_number(operand)
    first = bisect_left(_MAGNITUDES, abs(rounded), key=_rounded)
    last = bisect_right(_MAGNITUDES, abs(rounded), key=_rounded) - 1
    nearer, farther = _number(first), _number(last)
    return (nearer, farther) if rounded > 0 else (-farther, -nearer)


def alike(values: Numbers, operands: Numbers) -> tuple[Numbers, Numbers]:
    """Values and what each compares with, so that plain comparisons say what engines say.

    Only where two numbers lie so close that rounding could make them equal are both rounded;
    apart from that, rounding changes no comparison. NaN stays NaN.

    >>> values, operands = alike(np.array([0.1 + 0.2, 0.31]), np.array([0.3, 0.3]))
    >>> (values > operands).tolist()
    [False, True]

    Raises
    ------
    InferenceError
        When one of them is infinite.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        close = np.abs(values - operands) <= _CLOSE * np.abs(operands)
    if not close.any():
        return values, operands
    rounded = []
    for numbers in np.broadcast_arrays(values, operands):
        column = numbers.copy()
        column[close] = [engine_number(number) for number in column[close].tolist()]
        rounded.append(column)
    return rounded[0], rounded[1]


def _rounded(bits: int) -> float:
    return engine_number(_number(bits))


def _number(bits: int) -> float:
    number: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
    return number
