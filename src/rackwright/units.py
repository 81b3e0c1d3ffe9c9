"""Units: conversions between them, and numbers that the rule engine can carry."""

from __future__ import annotations

import math

from rackwright.errors import InferenceError, Problem

# conversions

GIB = 2**30
GB = 10**9
MS_PER_SECOND = 1_000
BILLION = 10**9
"""Parameters and tokens are counted in billions."""
TERA = 10**12
EXA = 10**18
SECONDS_PER_DAY = 86_400
WATTS_PER_KW = 1_000
KW_TO_BTU_PER_HOUR = 3_412
"""One kilowatt of heat in British thermal units an hour."""
MINOR_UNITS = 100
"""Cents of one unit of a currency."""

# numbers that the rule engine can carry


def engine_number(value: float) -> float:
    """The number as every engine compares it: rounded to 12 significant digits.

    Both sides of a comparison go through here, so that `0.1 + 0.2` reaches a threshold of `0.3`
    and every engine draws the same conclusion.

    >>> engine_number(0.1 + 0.2) == engine_number(0.3)
    True

    Raises
    ------
    InferenceError
        When the value is not a number or infinite.
    """
    if not math.isfinite(value):
        raise InferenceError(
            Problem(
                "number-out-of-range",
                f"`{value}` cannot be compared",
                hint="numbers that rules test are finite, from -1.79e308 to 1.79e308",
            )
        )
    return float(f"{value:.11e}") + 0.0  # WHY: -0.0 + 0.0 is 0.0; the engines know one zero
