"""How one test stands against one value: held, failed or unknown, and by how much.

It explains what an engine did; no engine uses it.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rackwright.records import Value
from rackwright.rulebook.model import Attribute, Kind, Op, Test, Text
from rackwright.units import engine_number


class State(StrEnum):
    """Whether a test, a branch or a rule holds."""

    HELD = "held"
    FAILED = "failed"
    UNKNOWN = "unknown"
    """It cannot be said until a fact is known."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One test against the value that a subject sees."""

    fact: str
    """Id of the fact tested, also when its value is unknown."""
    attribute: str
    label: Text
    op: Op
    operand: Value | None
    parameter: str | None
    """The parameter that the operand came from."""
    unit: str
    actual: Value | None
    state: State
    margin: float | None = None
    """What must be added to the number to reach the operand, in the attribute's unit."""
    past: bool = False
    """The state turns only beyond the operand, not when it is reached."""
    needed: tuple[Value, ...] = ()
    """Symbols or booleans with which a test that does not hold would; for a set, the member."""
    fixed: bool = False
    """The fact is a property of the device in question, or the currency: no plan changes it."""
    rate: str = ""
    """The parameter by which the operand was converted into the currency of the plan."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parameters that the operand came from."""
        return tuple(name for name in (self.parameter, self.rate) if name)

    @property
    def turning_point(self) -> float | None:
        """The closest number at which the test turns; None when it is not about a known number."""
        if self.margin is None or not isinstance(self.operand, float | int):
            return None
        operand = engine_number(self.operand)
        if not self.past:
            return operand
        downwards = self.op is (Op.GE if self.state is State.HELD else Op.LT)
        return operand + (-1 if downwards else 1) * _step(operand)


_HOLDS: Mapping[Op, Callable[[Any, Any], bool]] = {
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
    Op.IN: lambda value, operand: value in operand,
    Op.NOT_IN: lambda value, operand: value not in operand,
    Op.CONTAINS: lambda value, operand: operand in value,
    Op.LACKS: lambda value, operand: operand not in value,
    Op.KNOWN: lambda _value, _operand: True,
    Op.UNKNOWN: lambda _value, _operand: False,
}
_PAST_WHEN_FAILED = (Op.LT, Op.GT, Op.NE)
_PAST_WHEN_HELD = (Op.LE, Op.GE, Op.EQ)


_DIGITS = 12
"""The significant digits to which numbers are compared."""


def state_of(test: Test, value: Value | None) -> State:
    """Whether a test holds; unknown when the value is, unless the test asks for just that."""
    if value is None:
        return State.HELD if test.op is Op.UNKNOWN else State.UNKNOWN
    holds = _HOLDS[test.op](_comparable(value), _comparable(test.operand))
    return State.HELD if holds else State.FAILED


def standing(test: Test, attribute: Attribute, value: Value | None, fact: str) -> Standing:
    """A test against a value, with the distance to where it would turn."""
    state = state_of(test, value)
    margin = _margin(test, attribute, value)
    return Standing(
        fact=fact,
        attribute=test.attribute,
        label=attribute.label,
        op=test.op,
        operand=test.operand,
        parameter=test.parameter,
        rate=test.conversion.parameter if test.conversion else "",
        unit=attribute.unit,
        actual=value,
        state=state,
        margin=margin,
        past=margin is not None and test.op in _past(state),
        needed=() if state is State.HELD else _needed(test, attribute),
    )


def _comparable(value: Value | None) -> Value | None:
    if isinstance(value, bool) or not isinstance(value, float | int):
        return value
    return engine_number(value)


def _step(number: float) -> float:
    """A difference that a comparison with the number can still tell."""
    exponent = math.floor(math.log10(abs(number))) if number else 0
    return float(10.0 ** (exponent + 1 - _DIGITS))


def _margin(test: Test, attribute: Attribute, value: Value | None) -> float | None:
    if attribute.kind is not Kind.NUMBER or value is None or test.operand is None:
        return None
    assert isinstance(value, float | int)
    assert isinstance(test.operand, float | int)
    return engine_number(engine_number(test.operand) - engine_number(value))


def _past(state: State) -> tuple[Op, ...]:
    return _PAST_WHEN_HELD if state is State.HELD else _PAST_WHEN_FAILED


def _needed(test: Test, attribute: Attribute) -> tuple[Value, ...]:
    if test.operand is None or attribute.kind in (Kind.NUMBER, Kind.TEXT):
        return ()
    if test.op in (Op.CONTAINS, Op.LACKS):
        return (test.operand,)
    every = (True, False) if attribute.kind is Kind.BOOLEAN else tuple(attribute.values)
    return tuple(value for value in every if state_of(test, value) is State.HELD)
