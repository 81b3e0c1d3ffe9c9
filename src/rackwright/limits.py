"""What bounds a number, and how a number beyond its bounds is told."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal


def digits(value: int | float | Decimal) -> str:
    """A number as an error shows it: whole numbers without a point."""
    if isinstance(value, int) and abs(value) >= 10**18:
        return f"{float(value):g}" if abs(value) < 10**300 else "1e300 and more"
    if isinstance(value, float) and value.is_integer() and abs(value) <= 10**15:
        return str(int(value))
    return str(value)


@dataclass(frozen=True, slots=True)
class Limits:
    """What bounds a number."""

    least: float = -math.inf
    most: float = math.inf
    beyond_least: bool = False
    """Whether the least itself is not allowed."""
    whole: bool = False

    def fault(self, number: float) -> str:
        """What a number must be and is not; empty when it is within."""
        if number < self.least or (self.beyond_least and number == self.least):
            words = "more than" if self.beyond_least else "at least"
            return f"must be {words} {digits(self.least)}"
        if number > self.most:
            return f"must be at most {digits(self.most)}"
        return "must be a whole number" if self.whole and not number.is_integer() else ""

    def within(self, other: Limits) -> Limits:
        """The limits of a number that has to keep to both.

        >>> Limits(0, 1).within(Limits(least=0, beyond_least=True))
        Limits(least=0, most=1, beyond_least=True, whole=False)
        """
        least = max(self.least, other.least)
        beyond = any(one.beyond_least and one.least == least for one in (self, other))
        return Limits(least, min(self.most, other.most), beyond, self.whole or other.whole)


UNBOUNDED = Limits()


def percentage_hint(number: float) -> str:
    """How to write a share of a whole that seems to be meant in percent; empty when it does not.

    >>> percentage_hint(60)
    '60 % is written `0.6`'
    """
    return f"{number:g} % is written `{number / 100:g}`" if 1 < number <= 100 else ""
