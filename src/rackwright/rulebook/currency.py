"""Amounts in the plan's currency against parameters in a currency that they name.

A test such as `plan_cost > board_budget`, with a budget in `twd`, becomes one alternative for each
currency that a plan may have: in its own the parameter counts as it stands, in the other one it is
converted at the rate of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rackwright.rulebook.conditions import branches, joined
from rackwright.rulebook.model import (
    All,
    Any,
    Attribute,
    Condition,
    Conversion,
    Op,
    Parameter,
    Test,
    tests,
)

CURRENCY = "currency"
"""The attribute that says in which currency a plan speaks, and the unit of such amounts."""
RATE = "twd_per_usd"
"""The parameter that says how many of the one currency the other is worth."""
CURRENCIES = ("TWD", "USD")


@dataclass(frozen=True, slots=True)
class Currencies:
    """What a rulebook knows of amounts and currencies."""

    vocabulary: Mapping[str, Attribute]
    parameters: Mapping[str, Parameter]

    @property
    def convertible(self) -> bool:
        """Whether it is known in which currency a plan speaks, and at what rate to convert."""
        return CURRENCY in self.vocabulary and RATE in self.parameters

    def mixed(self, attribute: str, parameter: str) -> bool:
        """Whether an attribute is in the plan's currency and a parameter in one that it names."""
        unit = self.vocabulary[attribute].unit.partition("_per_")[0]
        return unit == CURRENCY and bool(currency_named(self.parameters[parameter].unit))

    def in_each(self, condition: Condition) -> Condition:
        """The condition with every parameter compared in the currency of the plan."""
        if not any(self._is_mixed(test) for test in tests(condition)):
            return condition
        converted = (self._alternatives(branch) for branch in branches(condition))
        found = dict.fromkeys(branch for several in converted for branch in several)
        return joined(Any, (joined(All, branch) for branch in found))

    def _is_mixed(self, test: Test) -> bool:
        return test.parameter is not None and self.mixed(test.attribute, test.parameter)

    def _alternatives(self, branch: tuple[Test, ...]) -> Iterator[tuple[Test, ...]]:
        if not any(self._is_mixed(test) for test in branch):
            yield branch
            return
        for currency in allowed(branch):
            tests_of_one = [self._in(currency, test) for test in branch]
            yield tuple(dict.fromkeys((*_guard(branch, currency), *tests_of_one)))

    def _in(self, currency: str, test: Test) -> Test:
        if test.parameter is None or not self._is_mixed(test):
            return test
        conversion = _conversion(self.parameters, test.parameter, currency)
        return (
            replace(test, operand=conversion.result, conversion=conversion) if conversion else test
        )


def in_currency(parameters: Mapping[str, Parameter], name: str, currency: str) -> Parameter:
    """A parameter with its amount, if it is one, in a currency, at the rate of the rules."""
    parameter = parameters[name]
    conversion = _conversion(parameters, name, currency)
    if conversion is None:
        return parameter
    unit = "_per_".join((currency.lower(), *parameter.unit.split("_per_")[1:]))
    return replace(parameter, value=conversion.result, unit=unit)


def _conversion(parameters: Mapping[str, Parameter], name: str, currency: str) -> Conversion | None:
    amount, named = parameters[name].value, currency_named(parameters[name].unit)
    if RATE not in parameters or {named, currency} != set(CURRENCIES):
        return None
    return Conversion(amount, RATE, parameters[RATE].value, divides=named == "TWD")


def currency_named(unit: str) -> str:
    """The currency of an amount in a unit, or of an amount for each of something; empty if none."""
    amount = unit.partition("_per_")[0].upper()
    return amount if unit != RATE and amount in CURRENCIES else ""


def allowed(branch: Iterable[Test]) -> tuple[str, ...]:
    """The currencies of the plans for which a branch may hold."""
    told = [test for test in branch if test.attribute == CURRENCY]
    return tuple(c for c in CURRENCIES if all(_HOLDS[test.op](c, test.operand) for test in told))


def _guard(branch: Iterable[Test], currency: str) -> tuple[Test, ...]:
    said = Test(CURRENCY, Op.EQ, currency)
    return () if said in branch else (said,)


_HOLDS: Mapping[Op, Callable[[str, object], bool]] = {
    Op.EQ: lambda currency, operand: currency == operand,
    Op.NE: lambda currency, operand: currency != operand,
    Op.IN: lambda currency, operand: currency in _several(operand),
    Op.NOT_IN: lambda currency, operand: currency not in _several(operand),
    Op.KNOWN: lambda _currency, _operand: True,
    Op.UNKNOWN: lambda _currency, _operand: False,
}


def _several(operand: object) -> tuple[object, ...]:
    return operand if isinstance(operand, tuple) else (operand,)
