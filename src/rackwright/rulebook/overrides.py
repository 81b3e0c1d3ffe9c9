"""A rulebook with other values for some parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from rackwright.errors import PlanError, Problem, nearest
from rackwright.rulebook.model import All, Any, Condition, Decision, Rule, Rulebook, Test


def with_parameters(rulebook: Rulebook, values: Mapping[str, float]) -> Rulebook:
    """The same rules with the plan's own values for some parameters.

    The same values give the same rulebook as long as few others were asked for since.

    Raises
    ------
    PlanError
        When a name is not a parameter.
    """
    unknown = [name for name in values if name not in rulebook.parameters]
    if unknown:
        raise PlanError(*(_no_parameter(name, rulebook) for name in unknown))
    return _replaced(rulebook, frozenset(values.items())) if values else rulebook


@lru_cache(maxsize=8)
def _replaced(rulebook: Rulebook, items: frozenset[tuple[str, float]]) -> Rulebook:
    """WHY kept: engines are made for each rulebook, and a plan is often asked about again."""
    values = dict(items)
    parameters = {
        name: replace(p, value=values[name], sources=("plan",), seen=None) if name in values else p
        for name, p in rulebook.parameters.items()
    }
    numbers = {name: parameter.value for name, parameter in parameters.items()}
    decisions = tuple(_decision(decision, numbers) for decision in rulebook.decisions)
    return replace(rulebook, parameters=parameters, decisions=decisions)


def _no_parameter(name: str, rulebook: Rulebook) -> Problem:
    return Problem(
        "unknown-parameter",
        f"`{name}` is not a parameter of the rules",
        f"parameters.{name}",
        nearest(name, rulebook.parameters),
    )


def _decision(decision: Decision, values: Mapping[str, float]) -> Decision:
    return replace(decision, rules=tuple(_rule(rule, values) for rule in decision.rules))


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
    amount, conversion = values[test.parameter], test.conversion
    if conversion is None:
        return test if test.operand == amount else replace(test, operand=amount)
    conversion = replace(conversion, amount=amount, rate=values[conversion.parameter])
    return replace(test, operand=conversion.result, conversion=conversion)
