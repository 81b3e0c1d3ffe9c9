"""Rulebooks of any size: the decisions of a shipped stage over and over, each copy different."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rackwright.records import Entity, Scope
from rackwright.rulebook.model import All, Any, Condition, Decision, Rule, Rulebook, Test

STEP = 0.07
"""By how much the numbers that rules compare with move from one copy to the next."""


def grown(rulebook: Rulebook, scope: Scope, of: Entity, n_rules: int) -> Rulebook:
    """A rulebook with so many rules in one stage, and none in others.

    Every copy concludes attributes of its own, chains to its own, and compares with numbers of
    its own, so that no copy is work that another has done.
    """
    vocabulary, decisions = dict(rulebook.vocabulary), []
    missing = n_rules
    for decision in _copies(rulebook.stage(scope, of)):
        original = rulebook.vocabulary[decision.attribute.partition("__")[0]]
        vocabulary[decision.attribute] = replace(original, name=decision.attribute)
        decisions.append(replace(decision, rules=decision.rules[:missing]))
        missing -= len(decisions[-1].rules)
        if not missing:
            break
    return replace(rulebook, vocabulary=vocabulary, decisions=tuple(decisions))


def _copies(decisions: tuple[Decision, ...]) -> Iterator[Decision]:
    copy = 0
    while True:
        names = {d.attribute: f"{d.attribute}__{copy}" for d in decisions}
        for decision in decisions:
            rules = tuple(_rule(rule, names, 1 + copy * STEP) for rule in decision.rules)
            yield replace(decision, attribute=names[decision.attribute], rules=rules)
        copy += 1


def _rule(rule: Rule, names: Mapping[str, str], factor: float) -> Rule:
    branches = tuple(tuple(_test(t, names, factor) for t in branch) for branch in rule.branches)
    return replace(rule, branches=branches, condition=_condition(rule.condition, names, factor))


def _condition(condition: Condition, names: Mapping[str, str], factor: float) -> Condition:
    if isinstance(condition, Test):
        return _test(condition, names, factor)
    parts = tuple(_condition(part, names, factor) for part in condition.parts)
    return All(parts) if isinstance(condition, All) else Any(parts)


def _test(test: Test, names: Mapping[str, str], factor: float) -> Test:
    is_number = isinstance(test.operand, int | float) and not isinstance(test.operand, bool)
    operand = test.operand * factor if is_number else test.operand  # type: ignore[operator]
    name = names.get(test.attribute, test.attribute)
    return replace(test, attribute=name, operand=operand, parameter=None)
