"""Why a subject does not have a value that rules could have concluded, and what would change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rackwright.assessment import Assessment
from rackwright.reasoning.basis import Basis, basis_of
from rackwright.reasoning.considered import RuleStanding, consider
from rackwright.reasoning.moves import effort_of
from rackwright.reasoning.naming import attribute_named, decision_on, owner_of, value_named
from rackwright.reasoning.placed import is_placed
from rackwright.reasoning.plain import plain
from rackwright.reasoning.standing import Standing, State
from rackwright.reasoning.ways import Attempt, Way, ways_to
from rackwright.records import Value
from rackwright.rulebook.model import Decision, Hit, Text


class CauseKind(StrEnum):
    """The ways in which something keeps a value from being concluded."""

    NOT_JUDGED = "not_judged"
    """The rules were not asked, since no option was chosen for the workload."""
    STATED = "stated"
    """The user said otherwise, and no assumption replaces what the user says."""
    NO_RULE = "no_rule"
    """No rule concludes the value."""
    OVERRULED = "overruled"
    """An earlier rule holds and concludes something else."""
    FAILED = "failed"
    """A test does not hold."""
    UNKNOWN = "unknown"
    """A fact is not known."""


_NOT_FOR_RULES = (CauseKind.NOT_JUDGED, CauseKind.STATED, CauseKind.NO_RULE)
"""Causes that no change of what rules test would remove."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One thing that would have to change."""

    kind: CauseKind
    rule: str = ""
    """The earlier rule that would have to stop holding, or the rule that lacks the test."""
    value: Value | None = None
    """What the earlier rule concludes."""
    tests: tuple[Standing, ...] = ()
    """The tests of the earlier rule, of which one would have to fail; or the one test lacking."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rule that could have concluded the value."""

    standing: RuleStanding
    blocked_by: tuple[str, ...]
    """The earlier rules that hold and conclude something else, in order."""
    effort: int = 0
    """What it takes that the rule holds and those before it do not; less is nearer."""

    @property
    def distance(self) -> tuple[int, int, bool]:
        """How far the rule is from deciding, for an order."""
        return self.standing.nearest.changes[0], self.effort, self.standing.state is not State.HELD

    @property
    def changes(self) -> tuple[int, int]:
        """How many things that no plan changes stand in the way, and how many others."""
        fixed, others = self.standing.nearest.changes
        return fixed, others + len(self.blocked_by)


@dataclass(frozen=True, slots=True)
class WhyNot:
    """What keeps a subject from having a value."""

    subject: str
    attribute: str
    label: Text
    unit: str
    value: tuple[Value, ...]
    """The value asked about; several when any of them would do."""
    is_so: bool
    """The subject has the value after all."""
    actual: Value | None
    basis: Basis
    """Where the actual value comes from; `undecided` when there is none."""
    decided_by: tuple[str, ...]
    """The rules that concluded the actual value."""
    causes: tuple[Cause, ...]
    """What would have to change for the rule that takes the fewest changes: the earlier rules that
    decide otherwise, then what no plan changes, what fails and what is unknown."""
    candidates: tuple[Candidate, ...]
    """Every rule that could conclude the value, in order of precedence."""
    deciding: tuple[Cause, ...] = ()
    """The rules that concluded the actual value, and the tests that they hold by."""
    ways: tuple[Way, ...] = ()
    """Changes of the plan that lead to the value, each advised on before it is told."""
    tries: int = 0
    """How many changed plans were advised on."""

    @property
    def headline(self) -> Cause | None:
        """The first thing that would have to change; None when the value holds."""
        return self.causes[0] if self.causes else None

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data for JSON; empty fields are left out."""
        found: dict[str, Any] = plain(self)
        return found


def why_not(assessment: Assessment, subject: str, attribute: str, value: Value) -> WhyNot:
    """Why a decision did not come to a value for a subject.

    Raises
    ------
    UsageError
        When the subject, the attribute or the value does not exist, or no rule decides it.
    """
    owner = owner_of(assessment, subject, attribute)
    decision = decision_on(assessment, attribute)
    wanted = value_named(attribute_named(assessment, attribute), value)
    return why_none_of(assessment, owner, decision, (wanted,))


def why_none_of(
    assessment: Assessment, subject: str, decision: Decision, values: tuple[Value, ...]
) -> WhyNot:
    """Why a decision came to none of some values for the subject that it is about."""
    attribute = assessment.rulebook.vocabulary[decision.attribute]
    fact = assessment.fact(subject, decision.attribute)
    actual = None if fact is None else fact.value
    is_so = _has(actual, values)
    candidates = _candidates(assessment, consider(assessment, subject, decision), decision, values)
    conclusion = assessment.conclusion(subject, decision.attribute)
    return WhyNot(
        subject=subject,
        attribute=attribute.name,
        label=attribute.label,
        unit=attribute.unit,
        value=values,
        is_so=is_so,
        actual=actual,
        basis=Basis.UNDECIDED if fact is None else basis_of(assessment, fact),
        decided_by=tuple(f.rule for f in conclusion.firings) if conclusion else (),
        causes=() if is_so else tuple(_causes(assessment, subject, decision, candidates)),
        candidates=candidates,
        deciding=() if is_so else tuple(_deciding(assessment, subject, decision)),
    )


def with_ways(assessment: Assessment, told: WhyNot, attempt: Attempt, tries: int) -> WhyNot:
    """The answer with changes that lead to the value, where rules were asked and said otherwise."""
    if told.is_so or any(one.kind in _NOT_FOR_RULES for one in told.causes):
        return told
    decision = decision_on(assessment, told.attribute)
    ways, made = ways_to(assessment, told.subject, decision, told.value, attempt, tries)
    return replace(told, ways=ways, tries=made)


def _deciding(assessment: Assessment, subject: str, decision: Decision) -> Iterator[Cause]:
    conclusion = assessment.conclusion(subject, decision.attribute)
    rules = {f.rule for f in conclusion.firings} if conclusion else set()
    for one in consider(assessment, subject, decision):
        if one.rule in rules and one.held is not None:
            yield Cause(CauseKind.OVERRULED, one.rule, one.then, one.held.tests)


def _has(actual: Value | None, values: tuple[Value, ...]) -> bool:
    held = actual if isinstance(actual, tuple) else (actual,)
    return any(value in held for value in values)


def _candidates(
    assessment: Assessment,
    rules: tuple[RuleStanding, ...],
    decision: Decision,
    values: tuple[Value, ...],
) -> tuple[Candidate, ...]:
    return tuple(
        _candidate(assessment, one, tuple(_blockers(rules[:at], decision, values)))
        for at, one in enumerate(rules)
        if one.then in values and one.branches
    )


def _candidate(
    assessment: Assessment, rule: RuleStanding, before: tuple[RuleStanding, ...]
) -> Candidate:
    lacking = sum(effort_of(assessment, test) for test in rule.nearest.missing)
    held = (one.held.tests for one in before if one.held is not None and one.held.tests)
    standing_before = sum(min(effort_of(assessment, test) for test in tests) for tests in held)
    return Candidate(rule, tuple(one.rule for one in before), lacking + standing_before)


def _blockers(
    earlier: Iterable[RuleStanding], decision: Decision, values: tuple[Value, ...]
) -> Iterator[RuleStanding]:
    if decision.hit is Hit.FIRST:
        yield from (r for r in earlier if r.state is State.HELD and r.then not in values)


def _causes(
    assessment: Assessment, subject: str, decision: Decision, candidates: tuple[Candidate, ...]
) -> Iterator[Cause]:
    fact = assessment.fact(subject, decision.attribute)
    if fact is not None and basis_of(assessment, fact) not in (Basis.ASSUMED, Basis.DECIDED):
        yield Cause(CauseKind.STATED, value=fact.value)
    elif not is_placed(assessment, subject, assessment.rulebook.vocabulary[decision.attribute]):
        yield Cause(CauseKind.NOT_JUDGED)
    elif not candidates:
        yield Cause(CauseKind.NO_RULE)
    else:
        nearest = min(candidates, key=lambda candidate: candidate.distance)
        yield from _overruling(assessment, subject, decision, nearest)
        yield from _lacking(nearest.standing)


def _overruling(
    assessment: Assessment, subject: str, decision: Decision, candidate: Candidate
) -> Iterator[Cause]:
    for one in consider(assessment, subject, decision):
        if one.rule in candidate.blocked_by and one.held is not None:
            yield Cause(CauseKind.OVERRULED, one.rule, one.then, one.held.tests)


def _lacking(rule: RuleStanding) -> Iterator[Cause]:
    for test in rule.nearest.missing:
        kind = CauseKind.FAILED if test.state is State.FAILED else CauseKind.UNKNOWN
        yield Cause(kind, rule.rule, tests=(test,))
