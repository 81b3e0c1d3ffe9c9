"""A rulebook with other values for some parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from rackwright.errors import PlanError, Problem, nearest
from rackwright.limits import digits, percentage_hint
from rackwright.records import Given
from rackwright.rulebook.model import (
    All,
    Any,
    Condition,
    Decision,
    Parameter,
    Rule,
    Rulebook,
    Test,
    tests,
)

Items = frozenset[tuple[str, float]]
"""Values of parameters by name, in no order."""


def with_parameters(
    rulebook: Rulebook, values: Mapping[str, float], origins: Mapping[str, Given] | None = None
) -> Rulebook:
    """The same rules with the plan's own values for some parameters.

    `origins` tells of those that the plan states only as a range where it does.

    The same values give the same rulebook as long as few others were asked for since.

    Raises
    ------
    PlanError
        When a name is not a parameter, or a number is not what the parameter may be.
    """
    problems = [problem for said in values.items() for problem in parameter_faults(*said, rulebook)]
    if problems:
        raise PlanError(*problems)
    if not values:
        return rulebook
    return _replaced(rulebook, frozenset(values.items()), frozenset((origins or {}).items()))


@lru_cache(maxsize=8)
def _replaced(rulebook: Rulebook, items: Items, places: frozenset[tuple[str, Given]]) -> Rulebook:
    """WHY kept: engines are made for each rulebook, and a plan is often asked about again."""
    values, origins = dict(items), dict(places)
    parameters = {
        name: _own(p, values[name], origins.get(name)) if name in values else p
        for name, p in rulebook.parameters.items()
    }
    decisions = tuple(_decision(one, _told(one, items)) for one in rulebook.decisions)
    return replace(rulebook, parameters=parameters, decisions=decisions)


def _own(parameter: Parameter, value: float, given: Given | None) -> Parameter:
    return replace(parameter, value=value, sources=("plan",), seen=None, given=given)


def parameter_faults(name: str, value: float, rulebook: Rulebook) -> Iterator[Problem]:
    """What is wrong with a plan's own value of a parameter."""
    parameter = rulebook.parameters.get(name)
    if parameter is None:
        yield _no_parameter(name, rulebook)
    elif fault := parameter.limits.fault(value):
        message = f"`{name}` {fault}, not `{digits(value)}`"
        yield Problem("out-of-range", message, f"parameters.{name}", bounds_hint(parameter, value))


def bounds_hint(parameter: Parameter, number: float) -> str:
    """What to do about a number that a parameter may not be."""
    if parameter.limits.most == 1 and percentage_hint(number):
        return percentage_hint(number)
    return f"the rules have `{digits(parameter.value)}`"


def _no_parameter(name: str, rulebook: Rulebook) -> Problem:
    return Problem(
        "unknown-parameter",
        f"`{name}` is not a parameter of the rules",
        f"parameters.{name}",
        nearest(name, rulebook.parameters),
    )


def _told(decision: Decision, items: Items) -> Items:
    """The values of parameters that a decision names."""
    named = _named(decision)
    return frozenset(item for item in items if item[0] in named)


@lru_cache(maxsize=1024)
def _named(decision: Decision) -> frozenset[str]:
    """The parameters with which its rules compare, or which they conclude."""
    compared = (test for rule in decision.rules for test in tests(rule.condition))
    concluded = {rule.parameter for rule in decision.rules if rule.parameter is not None}
    return frozenset(concluded.union(*(test.parameters for test in compared)))


@lru_cache(maxsize=256)
def _decision(decision: Decision, items: Items) -> Decision:
    """The decision with other values; the same one for the same values, also those that it has.

    WHY: engines keep what they have compiled by decisions.
    """
    values = dict(items)
    rules = tuple(_rule(rule, values) for rule in decision.rules)
    return decision if rules == decision.rules else replace(decision, rules=rules)


def _rule(rule: Rule, values: Mapping[str, float]) -> Rule:
    return replace(
        rule,
        condition=_condition(rule.condition, values),
        branches=tuple(tuple(_test(t, values) for t in branch) for branch in rule.branches),
        then=values.get(rule.parameter, rule.then) if rule.parameter else rule.then,
    )


def _condition(condition: Condition, values: Mapping[str, float]) -> Condition:
    if isinstance(condition, Test):
        return _test(condition, values)
    parts = tuple(_condition(part, values) for part in condition.parts)
    return All(parts) if isinstance(condition, All) else Any(parts)


def _test(test: Test, values: Mapping[str, float]) -> Test:
    if test.parameter is None:
        return test
    if test.conversion is None:
        return replace(test, operand=values.get(test.parameter, test.operand))
    amount = values.get(test.parameter, test.conversion.amount)
    rate = values.get(test.conversion.parameter, test.conversion.rate)
    conversion = replace(test.conversion, amount=amount, rate=rate)
    return replace(test, operand=conversion.result, conversion=conversion)
