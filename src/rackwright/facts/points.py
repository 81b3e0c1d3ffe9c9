"""The numbers that a plan states only as what they may turn out to be, and what stands for each."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from rackwright.facts.plan import Plan
from rackwright.facts.stating import number_stated
from rackwright.facts.uncertain import (
    SECTION,
    Of,
    Target,
    Uncertain,
    limits_of,
    target_of,
)
from rackwright.limits import Limits
from rackwright.records import Given

COUNTED = frozenset(("concurrency", "batch_requests", "tokens_per_item"))
"""Attributes that count things and may still be stated with a fraction, as a mean."""

_USUAL = 2.0
"""Deviations from the mean within which nearly all draws of a normal distribution lie."""


@dataclass(frozen=True, slots=True)
class Point:
    """The number that stands for one that is stated only as what it may turn out to be."""

    name: str
    """As the plan calls it."""
    target: Target
    value: float
    """The middle of what it may be."""
    said: Uncertain

    @property
    def origin(self) -> Given:
        """Where the plan says so."""
        return Given(f"{SECTION}.{self.name}", self.said.ranged)

    def holds(self, number: float) -> bool:
        """Whether a number that is there without the plan is one of those that it may be."""
        if self.said.deviation is not None:
            return abs(number - self.said.middle) <= _USUAL * self.said.deviation
        low, high = self.said.span
        return low <= number <= high

    def counted(self, limits: Limits) -> Point:
        """The same as a whole number within limits."""
        return replace(self, value=_whole_middle(self.said, limits))


def points_of(plan: Plan) -> tuple[Point, ...]:
    """A point for every uncertain number of which the plan states no number, in its order."""
    if plan.uncertain is None:
        return ()
    quotes = {w.id: [quote.name for quote in w.quotes] for w in plan.workloads}
    found = []
    for name, said in plan.uncertain.items():
        target = target_of(name, quotes)
        assert target is not None, "a plan is checked when it is made"
        if number_stated(plan, target) is None:
            found.append(Point(name, target, _middle(said, target), said))
    return tuple(found)


def _middle(said: Uncertain, target: Target) -> float:
    limits = limits_of(target)
    counts = target.of is Of.FACT and target.name in COUNTED
    assert limits is not None, "a plan is checked when it is made"
    return _whole_middle(said, limits) if counts or limits.whole else said.middle


def _whole_middle(said: Uncertain, limits: Limits) -> float:
    """The whole number nearest to the middle; the middle itself when the range holds none."""
    low, high = said.span
    near = (round(said.middle), math.floor(said.middle), math.ceil(said.middle))
    held = (n for n in map(float, near) if low <= n <= high and not limits.fault(n))
    return next(held, said.middle)
