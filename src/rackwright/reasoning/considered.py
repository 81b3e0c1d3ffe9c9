"""How the rules of a decision stand for one subject, branch by branch."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rackwright.assessment import Assessment
from rackwright.reasoning.standing import Standing, State, standing
from rackwright.records import Catalogued, Concluded, Entity, Firing, Value, fact_id
from rackwright.rulebook.currency import CURRENCY
from rackwright.rulebook.model import Decision, Hit, Op, Rule, Test


@dataclass(frozen=True, slots=True)
class BranchStanding:
    """One alternative of a rule: it holds when all of its tests do."""

    state: State
    stops_at: Standing | None
    """The first failed test, or else the first unknown one; None when the branch holds."""
    tests: tuple[Standing, ...]

    @property
    def missing(self) -> tuple[Standing, ...]:
        """The tests that do not hold: what no plan changes, what failed, what is unknown."""
        lacking = (test for test in self.tests if test.state is not State.HELD)
        return tuple(sorted(lacking, key=lambda t: (not t.fixed, t.state is State.UNKNOWN)))

    @property
    def changes(self) -> tuple[int, int]:
        """How many missing tests no plan changes, and how many others there are."""
        fixed = sum(test.fixed for test in self.missing)
        return fixed, len(self.missing) - fixed


_NEVER = BranchStanding(State.FAILED, None, ())


@dataclass(frozen=True, slots=True)
class RuleStanding:
    """One rule of a decision for one subject."""

    decision: str
    rule: str
    then: Value
    state: State
    overruled_by: str
    """The rule that had concluded before this one held; empty when none had."""
    branches: tuple[BranchStanding, ...]
    sources: tuple[str, ...]

    @property
    def held(self) -> BranchStanding | None:
        """The branch on which the rule fired: the first that holds."""
        return next((b for b in self.branches if b.state is State.HELD), None)

    @property
    def nearest(self) -> BranchStanding:
        """The branch that takes the fewest changes; of equals, the one written first."""
        return min(self.branches, key=lambda branch: branch.changes, default=_NEVER)


_OBSERVING = (Op.KNOWN, Op.UNKNOWN, Op.LACKS)
"""Tests that look at what was known when the stage began."""


def consider(assessment: Assessment, subject: str, decision: Decision) -> tuple[RuleStanding, ...]:
    """Every rule of a decision for the subject that it is about, in order of precedence."""
    return tuple(rule_standing(assessment, subject, decision, rule) for rule in decision.rules)


def rule_standing(
    assessment: Assessment, subject: str, decision: Decision, rule: Rule
) -> RuleStanding:
    """One rule for one subject."""
    branches = tuple(_branch(assessment, subject, decision, tests) for tests in rule.branches)
    return RuleStanding(
        decision=decision.attribute,
        rule=rule.id,
        then=rule.then,
        state=_any_of(branches),
        overruled_by=overruled_by(assessment, subject, decision, rule),
        branches=branches,
        sources=rule.sources,
    )


def overruled_by(assessment: Assessment, subject: str, decision: Decision, rule: Rule) -> str:
    """The rule that had concluded when this one fired; empty when none had."""
    fired = assessment.firings(subject, decision.attribute)
    mine = next((f for f in fired if f.rule == rule.id and f.overruled), None)
    if mine is None:
        return ""
    winners = (f.rule for f in fired if not f.overruled and _decided(decision, f, mine))
    return next(winners, "")


def _decided(decision: Decision, winner: Firing, loser: Firing) -> bool:
    return decision.hit is Hit.FIRST or winner.value == loser.value


def _branch(
    assessment: Assessment, subject: str, decision: Decision, tests: tuple[Test, ...]
) -> BranchStanding:
    stood = tuple(_stand(assessment, subject, decision, test) for test in tests)
    state = _all_of(stood)
    stops_at = next((t for t in stood if t.state is state), None)
    return BranchStanding(state, None if state is State.HELD else stops_at, stood)


def _stand(assessment: Assessment, subject: str, decision: Decision, test: Test) -> Standing:
    frame, row = assessment.locate(subject)
    value = frame.value(row, test.attribute)
    if test.op in _OBSERVING and _decided_beside(assessment, subject, decision, test.attribute):
        value = None
    fact = frame.id_of(row, test.attribute) or fact_id(subject, test.attribute)
    stood = standing(test, assessment.rulebook.vocabulary[test.attribute], value, fact)
    return replace(stood, fixed=_is_fixed(assessment, subject, test.attribute))


def _is_fixed(assessment: Assessment, subject: str, attribute: str) -> bool:
    if attribute == CURRENCY:
        return True
    if assessment.rulebook.vocabulary[attribute].of is not Entity.OPTION:
        return False
    fact = assessment.fact(subject, attribute)
    return fact is not None and isinstance(fact.origin, Catalogued)


def _decided_beside(
    assessment: Assessment, subject: str, decision: Decision, attribute: str
) -> bool:
    """Whether rules of the same stage supplied a value that was not known when it began."""
    other = assessment.rulebook.decision(attribute)
    if other is None or (other.scope, other.of) != (decision.scope, decision.of):
        return False
    fact = assessment.fact(subject, attribute)
    return fact is not None and isinstance(fact.origin, Concluded)


def _all_of(tests: tuple[Standing, ...]) -> State:
    states = {test.state for test in tests}
    for state in (State.FAILED, State.UNKNOWN):
        if state in states:
            return state
    return State.HELD


def _any_of(branches: tuple[BranchStanding, ...]) -> State:
    states = {branch.state for branch in branches}
    for state in (State.HELD, State.UNKNOWN):
        if state in states:
            return state
    return State.FAILED
