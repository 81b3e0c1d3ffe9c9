"""Comparing a column with bounds says what comparing each rounded number says."""

from __future__ import annotations

import math
import operator
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackwright.engines.columnar.bounds import bounds
from rackwright.engines.columnar.masks import column_test
from rackwright.errors import InferenceError
from rackwright.records import Entity, Scope
from rackwright.rulebook.model import Attribute, Kind, Op, Test, Text
from rackwright.units import engine_number

NUMBER = Attribute("number", Scope.GIVEN, Entity.WORKLOAD, Kind.NUMBER, Text("", ""))
COMPARE = {
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
}
TINY, LEAST, MOST = 5e-324, sys.float_info.min, sys.float_info.max
EDGES = (0.0, -0.0, TINY, LEAST, MOST, 0.3, 0.1 + 0.2, 0.999999999999, 0.9999999999995, 1e23, 0.01)


def halfway(digits: int, exponent: int) -> float:
    """The float next to the middle between two numbers of twelve digits."""
    return float(f"{digits}5e{exponent}")


halves = st.builds(halfway, st.integers(10**11, 10**12 - 1), st.integers(-320, 295))
finite = st.floats(allow_nan=False, allow_infinity=False)
numbers = st.one_of(st.sampled_from(EDGES), halves, finite, halves.map(operator.neg))


def stepped(number: float, steps: int) -> float:
    """The float some steps away, and no farther than the largest."""
    towards = math.copysign(MOST, steps)
    for _ in range(abs(steps)):
        number = math.nextafter(number, towards)
    return number


@st.composite
def neighbours(draw: st.DrawFn) -> tuple[float, float]:
    """An operand and a number that is close to it, or to where its bounds are."""
    operand = draw(numbers)
    start = draw(st.sampled_from((operand, *bounds(operand))))
    nudged = start * (1 + draw(st.sampled_from((0.0, 1e-13, -1e-13, 4e-13, 6e-13, -6e-13))))
    return operand, stepped(nudged if math.isfinite(nudged) else start, draw(st.integers(-3, 3)))


@given(neighbours() | st.tuples(numbers, numbers))
def test_bounds_compare_as_rounded_numbers_do(pair: tuple[float, float]) -> None:
    operand, number = pair
    for op, compare in COMPARE.items():
        found = column_test(Test("number", op, operand), NUMBER).mask(np.array([number]))
        assert found.tolist() == [compare(engine_number(number), engine_number(operand))]


@given(numbers)
def test_bounds_are_the_outermost_numbers_that_round_alike(operand: float) -> None:
    least, greatest = bounds(operand)
    below, above = stepped(least, -1), stepped(greatest, 1)

    assert least <= operand <= greatest
    assert engine_number(least) == engine_number(operand) == engine_number(greatest)
    assert below == least == -MOST or engine_number(below) < engine_number(operand)
    assert above == greatest == MOST or engine_number(above) > engine_number(operand)


@given(st.lists(numbers, min_size=2, max_size=6))
def test_rounding_keeps_the_order_of_numbers(given_numbers: list[float]) -> None:
    rounded = [engine_number(number) for number in sorted(given_numbers)]

    assert rounded == sorted(rounded)


@pytest.mark.parametrize("operand", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_has_no_bounds(operand: float) -> None:
    with pytest.raises(InferenceError):
        bounds(operand)
