"""What a user could say differently so that a decision comes to other values."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rackwright.assessment import Assessment
from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES
from rackwright.reasoning.considered import RuleStanding, consider
from rackwright.reasoning.naming import owner_of
from rackwright.reasoning.standing import Standing, State, state_of
from rackwright.records import Entity, Value
from rackwright.rulebook.model import Attribute, Decision, Hit, Kind, Op, Test

WORK = frozenset(
    ("stage", "serving", "model", "model_family", "architecture", "parameters_b", "frameworks")
)
"""What the work is: to change it means to do something else."""
_DEPTH = 2
"""How many decisions lie between the one asked about and what a user says."""
_MOST_SYMBOLS = 4
_BY_RULES = 3
_BY_CALCULATION = 5


@dataclass(frozen=True, slots=True)
class Move:
    """One thing said differently."""

    path: str
    """Where the plan holds it, as `what_if` takes it."""
    attribute: str
    value: Any
    actual: Value | None
    """What was said before, or assumed or concluded where nothing was."""
    effort: int
    """1 for a number or what the organisation is, 2 for other facts, more for what the work is."""


Moves = tuple[Move, ...]


def moves_towards(
    assessment: Assessment,
    subject: str,
    decision: Decision,
    values: tuple[Value, ...],
    depth: int = _DEPTH,
) -> Iterator[Moves]:
    """Moves after each of which a rule that decides otherwise fails, or one that is wanted holds.

    None is sure to suffice: other rules may decide then.
    """
    rules = consider(assessment, subject, decision)
    if decision.hit is Hit.FIRST:
        winner = next((r for r in rules if r.state is State.HELD), None)
        if winner is not None and winner.then not in values and winner.held is not None:
            for test in winner.held.tests:
                yield from _turned(assessment, subject, test, False, depth)
    for rule in rules:
        if rule.then in values and rule.state is not State.HELD:
            yield from _fulfilled(assessment, subject, rule, depth)


def _fulfilled(
    assessment: Assessment, subject: str, rule: RuleStanding, depth: int
) -> Iterator[Moves]:
    missing = [list(_turned(assessment, subject, t, True, depth)) for t in rule.nearest.missing]
    if len(missing) == 1:
        yield from missing[0]
    elif missing and all(missing):
        together = {move.path: move for ways in missing for move in ways[0]}
        yield tuple(together.values())


def _turned(
    assessment: Assessment, subject: str, test: Standing, holds: bool, depth: int
) -> Iterator[Moves]:
    """Moves that would make one test hold, or fail."""
    attribute = assessment.rulebook.vocabulary[test.attribute]
    if test.fixed or test.op in (Op.KNOWN, Op.UNKNOWN):
        return
    owner = owner_of(assessment, subject, attribute.name)
    path = _path(attribute, owner)
    if path:
        for value in _values(attribute, test, holds):
            yield (Move(path, attribute.name, value, test.actual, _effort(attribute)),)
        return
    decision = assessment.rulebook.decision(attribute.name)
    if decision is not None and depth > 0:
        wanted = tuple(v for v in _all(attribute) if _does(test, v) is holds)
        yield from moves_towards(assessment, owner, decision, wanted, depth - 1)


def _path(attribute: Attribute, owner: str) -> str:
    if attribute.of is Entity.PLAN and attribute.name in PLAN_PLACES:
        return ".".join(PLAN_PLACES[attribute.name])
    if attribute.of is Entity.WORKLOAD and attribute.name in WORKLOAD_PLACES:
        return f"{owner}.{attribute.name}"
    return ""


def effort_of(assessment: Assessment, test: Standing) -> int:
    """What it takes to turn a test: least for what is easily said otherwise."""
    attribute = assessment.rulebook.vocabulary[test.attribute]
    if attribute.name in PLAN_PLACES or attribute.name in WORKLOAD_PLACES:
        return _effort(attribute)
    return _BY_RULES if assessment.rulebook.decision(attribute.name) else _BY_CALCULATION


def _effort(attribute: Attribute) -> int:
    if attribute.name in WORK:
        return 5
    easy = attribute.kind is Kind.NUMBER or PLAN_PLACES.get(attribute.name, ("",))[0] == (
        "organization"
    )
    return 1 if easy else 2


def _values(attribute: Attribute, test: Standing, holds: bool) -> Iterator[Any]:
    if attribute.kind is Kind.NUMBER:
        yield from _number(test, holds)
    elif attribute.kind is Kind.SET:
        yield from _members(test, holds)
    else:
        fitting = [v for v in _all(attribute) if _does(test, v) is holds and v != test.actual]
        yield from _following(fitting, attribute, test.actual)[:_MOST_SYMBOLS]


def _following(fitting: list[Value], attribute: Attribute, actual: Value | None) -> list[Value]:
    """Values in the order of the vocabulary, those after the actual one first."""
    order = list(_all(attribute))
    after = order.index(actual) if actual in order else -1
    return sorted(fitting, key=lambda value: (order.index(value) < after, order.index(value)))


def _members(test: Standing, holds: bool) -> Iterator[list[str]]:
    members = list(test.actual) if isinstance(test.actual, tuple) else []
    added = (test.op is Op.CONTAINS) is holds
    if added:
        yield [*members, str(test.operand)]
    elif len(members) > 1:
        yield [member for member in members if member != test.operand]


def _number(test: Standing, holds: bool) -> Iterator[float]:
    """The nearest plain number at which the test turns."""
    if not isinstance(test.operand, float | int) or isinstance(test.operand, bool):
        return
    if test.op in (Op.EQ, Op.NE):
        if (test.op is Op.EQ) is holds:
            yield float(test.operand)
        return
    up = (test.op in (Op.GT, Op.GE)) is holds
    reached = (test.op in (Op.GE, Op.LE)) is holds
    yield plain_number(float(test.operand), up, reached)


def plain_number(limit: float, up: bool, reached: bool) -> float:
    """A number of two digits at a limit, or just beyond it.

    >>> plain_number(0.6, True, False), plain_number(18.0, True, True)
    (0.61, 18.0)
    """
    exponent = math.floor(math.log10(abs(limit))) - 1 if limit else -1
    steps = round(limit / 10.0**exponent, 9)
    whole = math.ceil(steps) if up else math.floor(steps)
    if whole == steps and not reached:
        whole += 1 if up else -1
    return float(f"{whole * 10.0**exponent:.12g}")


def _all(attribute: Attribute) -> tuple[Value, ...]:
    return (True, False) if attribute.kind is Kind.BOOLEAN else tuple(attribute.values)


def _does(test: Standing, value: Value) -> bool:
    asked = Test(test.attribute, test.op, test.operand, test.parameter)
    return state_of(asked, value) is State.HELD
