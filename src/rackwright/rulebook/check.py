"""Checks the decisions of a whole book against each other, and puts them in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rackwright.records import Entity, Scope
from rackwright.rulebook.build import BuiltDecision, BuiltRule
from rackwright.rulebook.drafts import OTHERWISE
from rackwright.rulebook.expression import ALWAYS
from rackwright.rulebook.model import Hit, Op, Test, tests
from rackwright.rulebook.problems import shown

_OBSERVING = (Op.KNOWN, Op.UNKNOWN)
"""They speak of what was known when the stage began."""

Branch = frozenset[Test]


def check_decisions(decisions: Sequence[BuiltDecision]) -> None:
    """Report rules that cannot do what they seem to say."""
    decided = {(d.attribute.scope, d.attribute.name) for d in decisions}
    for decision in decisions:
        _check_last_resort(decision)
        _check_reach(decision)
        for rule in decision.rules:
            _check_possible(rule)
            _check_observations(rule, decision.attribute.scope, decided)


def in_order(decisions: Iterable[BuiltDecision]) -> list[BuiltDecision]:
    """The decisions by stage, then each after those it depends on, then by name."""
    ordered: list[BuiltDecision] = []
    for _, stage in groupby(sorted(decisions, key=_stage), key=_stage):
        ordered.extend(_sorted_stage(list(stage)))
    return ordered


def _stage(decision: BuiltDecision) -> tuple[int, int]:
    attribute = decision.attribute
    return list(Scope).index(attribute.scope), list(Entity).index(attribute.of)


def _check_last_resort(decision: BuiltDecision) -> None:
    for position, built in enumerate(decision.rules):
        word, place = built.rule.when.strip(), built.draft.place.key("when")
        if word in ALWAYS and (word == OTHERWISE) is (decision.hit is Hit.COLLECT):
            right = "always" if word == OTHERWISE else OTHERWISE
            message = f"`{word}` has no place in a `{decision.hit}` decision"
            place.problem("wrong-always", message, f"write `{right}`")
        elif word == OTHERWISE and position < len(decision.rules) - 1:
            hint = "put it last, or say which rule it `replaces`"
            place.problem("otherwise-not-last", "rules after `otherwise` never decide", hint)


def _check_reach(decision: BuiltDecision) -> None:
    if decision.hit is Hit.COLLECT:
        return
    earlier: dict[Test | None, list[tuple[Branch, BuiltRule]]] = {}
    for built in decision.rules:
        rule_branches = [frozenset(branch) for branch in built.rule.branches]
        covers = [_cover(branch, built, earlier) for branch in rule_branches]
        if all(covers):
            _unreachable(built, covers[0])
        for branch in rule_branches:
            earlier.setdefault(next(iter(branch), None), []).append((branch, built))


def _cover(
    branch: Branch, built: BuiltRule, earlier: dict[Test | None, list[tuple[Branch, BuiltRule]]]
) -> BuiltRule | None:
    for key in (None, *branch):
        for other_branch, other in earlier.get(key, ()):
            if other_branch <= branch and other.draft.pack == built.draft.pack:
                return other
    return None


def _unreachable(built: BuiltRule, cover: BuiltRule | None) -> None:
    assert cover is not None
    if cover.draft.is_otherwise:
        return
    message = f"{shown(cover.rule.id)} decides whenever this rule would"
    hint = "put the narrower rule first"
    built.draft.place.key("when").problem("unreachable-rule", message, hint)


def _check_possible(built: BuiltRule) -> None:
    if all(_contradicts_itself(branch) for branch in built.rule.branches):
        message = "the condition can never be true"
        built.draft.place.key("when").problem("impossible-condition", message)


def _contradicts_itself(branch: tuple[Test, ...]) -> bool:
    by_attribute: dict[str, list[Test]] = {}
    for test in branch:
        by_attribute.setdefault(test.attribute, []).append(test)
    return any(_excluded(tests_of_one) for tests_of_one in by_attribute.values())


def _excluded(tests_of_one: list[Test]) -> bool:
    ops = {test.op for test in tests_of_one}
    if Op.UNKNOWN in ops:
        return len(ops) > 1
    required = {test.operand for test in tests_of_one if test.op in (Op.EQ, Op.CONTAINS)}
    refused = {test.operand for test in tests_of_one if test.op in (Op.NE, Op.LACKS)}
    equals = {test.operand for test in tests_of_one if test.op is Op.EQ}
    return len(equals) > 1 or bool(required & refused)


def _check_observations(built: BuiltRule, scope: Scope, decided: set[tuple[Scope, str]]) -> None:
    for test in dict.fromkeys(tests(built.rule.condition)):
        if (scope, test.attribute) not in decided:
            continue
        if test.op is Op.LACKS or (test.op in _OBSERVING and scope is not Scope.GIVEN):
            message = f"{shown(test.attribute)} is decided in this stage itself"
            hint = "test for what it is; what it is not, and whether it is known, shows later"
            built.draft.place.key("when").problem("unsettled-test", message, hint)


def _sorted_stage(stage: list[BuiltDecision]) -> list[BuiltDecision]:
    waiting = {decision.attribute.name: decision for decision in stage}
    needs = {name: _needs(decision, waiting) for name, decision in waiting.items()}
    ordered = []
    while ready := [name for name in sorted(waiting) if not needs[name] & waiting.keys()]:
        ordered.append(waiting.pop(ready[0]))
    if waiting:
        _cycle(waiting, needs)
    return ordered


def _needs(decision: BuiltDecision, stage: Iterable[str]) -> set[str]:
    is_given = decision.attribute.scope is Scope.GIVEN
    return {
        test.attribute
        for built in decision.rules
        for test in tests(built.rule.condition)
        if not (is_given and test.op in _OBSERVING)
    } & set(stage)


def _cycle(waiting: dict[str, BuiltDecision], needs: dict[str, set[str]]) -> None:
    name, path = min(waiting), [min(waiting)]
    while (name := min(needs[name] & waiting.keys())) not in path:
        path.append(name)
    cycle = [*path[path.index(name) :], name]
    message = "decisions wait for each other: " + " → ".join(f"`{step}`" for step in cycle)
    waiting[name].place.problem("cyclic-decisions", message)
