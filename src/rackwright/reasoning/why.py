"""Why a subject has a value: a tree from the conclusion down to what the user said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rackwright.assessment import Assessment
from rackwright.errors import Problem, ReasoningError
from rackwright.reasoning.basis import Basis
from rackwright.reasoning.considered import RuleStanding, consider, overruled_by, rule_standing
from rackwright.reasoning.explanation import Argument, Explanation
from rackwright.reasoning.introduce import (
    introduce_fact,
    introduce_member,
    introduce_parameter,
    introduce_row,
    introduce_unstated,
)
from rackwright.reasoning.missing import missing_inputs
from rackwright.reasoning.naming import attribute_named, owner_of
from rackwright.reasoning.nodes import NodeKind, refer
from rackwright.reasoning.placed import is_placed
from rackwright.records import (
    Calculated,
    Catalogued,
    Concluded,
    Fact,
    Firing,
    Given,
    Scope,
    fact_id,
    member_id,
    parameter_id,
)
from rackwright.rulebook.model import Attribute, Decision, Hit, Rule, tests

__all__ = ["Argument", "Explanation", "why"]


def why(assessment: Assessment, subject: str, attribute: str) -> Explanation:
    """Why a subject has its value of an attribute, or why nothing is known or decided about it.

    Raises
    ------
    UsageError
        When there is no such subject or attribute, or the attribute is not about the subject.
    """
    owner = owner_of(assessment, subject, attribute)
    return _Teller(assessment).tell(fact_id(owner, attribute))


class _Teller:
    """Tells each thing in full once, and refers to it afterwards."""

    def __init__(self, assessment: Assessment) -> None:
        self.assessment = assessment
        self._told: set[str] = set()
        self._options = frozenset(assessment.frames.option.subjects)

    def tell(self, identifier: str) -> Explanation:
        reference = refer(self.assessment, identifier)
        if reference.kind is NodeKind.PARAMETER:
            return introduce_parameter(self.assessment, reference.name)
        if reference.kind is NodeKind.ROW:
            return introduce_row(self.assessment, reference)
        attribute = attribute_named(self.assessment, reference.name)
        if reference.kind is NodeKind.UNSTATED and attribute.scope is Scope.GIVEN:
            return introduce_unstated(reference.subject, attribute)
        fact = self.assessment.fact(reference.subject, reference.name)
        if fact is None or reference.kind is NodeKind.UNSTATED:
            return self._nothing(reference.subject, attribute)
        if reference.kind is NodeKind.MEMBER:
            member = introduce_member(self.assessment, fact, reference.member)
            return self._once(member, fact)
        return self._once(introduce_fact(self.assessment, fact), fact)

    def _once(self, told: Explanation, fact: Fact) -> Explanation:
        if isinstance(fact.origin, Given | Catalogued):
            return told
        if told.id in self._told:
            return replace(told, repeated=True)
        self._told.add(told.id)
        return self._in_full(told, fact)

    def _in_full(self, told: Explanation, fact: Fact) -> Explanation:
        if isinstance(fact.origin, Calculated):
            return self._calculated(told, fact.origin)
        if _is_collected(self.assessment, fact) and isinstance(told.value, tuple):
            ids = (member_id(fact.subject, fact.attribute, member) for member in told.value)
            return replace(told, children=self._tell_all(ids))
        return self._argued(told, fact)

    def _calculated(self, told: Explanation, origin: Calculated) -> Explanation:
        """The inputs in full, unless they are options of which none or one was chosen."""
        options = [one for one in origin.inputs if self._is_option(one)]
        if len(options) < 2 or self._is_option(told.id):
            return replace(told, children=self._tell_all(origin.inputs))
        chosen = self.assessment.ranking.get(told.subject, ())[:1]
        others = [one for one in options if refer(self.assessment, one).subject not in chosen]
        brief = tuple(self._in_brief(one) for one in others)
        told = replace(told, children=self._tell_all(i for i in origin.inputs if i not in others))
        if not chosen:
            return replace(told, children=(*told.children, *brief))
        return replace(told, compared=brief)

    def _is_option(self, identifier: str) -> bool:
        subject = refer(self.assessment, identifier).subject
        return subject in self._options

    def _in_brief(self, identifier: str) -> Explanation:
        reference = refer(self.assessment, identifier)
        fact = self.assessment.fact(reference.subject, reference.name)
        assert fact is not None
        told = replace(introduce_fact(self.assessment, fact), brief=True)
        winner = self._winner(told, fact)
        return told if winner is None else replace(told, argument=self._argument(winner))

    def _argued(self, told: Explanation, fact: Fact) -> Explanation:
        winner = self._winner(told, fact)
        if winner is None:
            raise _unargued(told.id)
        argument = self._argument(winner)
        return replace(
            told,
            argument=argument,
            overruled=tuple(self._argument(f) for f in self._firings(told, fact) if f.overruled),
            considered=self._passed_over(winner),
            children=self._tell_all(_premises(winner, argument, self.assessment)),
        )

    def _winner(self, told: Explanation, fact: Fact) -> Firing | None:
        return next((firing for firing in self._firings(told, fact) if not firing.overruled), None)

    def _firings(self, told: Explanation, fact: Fact) -> tuple[Firing, ...]:
        """The firings about a fact; about one member only, where rules collected the set."""
        firings = self.assessment.firings(fact.subject, fact.attribute)
        if isinstance(told.value, str) and _is_collected(self.assessment, fact):
            return tuple(firing for firing in firings if firing.value == told.value)
        return firings

    def _tell_all(self, identifiers: Iterable[str]) -> tuple[Explanation, ...]:
        return tuple(self.tell(identifier) for identifier in dict.fromkeys(identifiers))

    def _nothing(self, subject: str, attribute: Attribute) -> Explanation:
        """Why a value is missing."""
        told = introduce_unstated(subject, attribute)
        decision = self.assessment.rulebook.decision(attribute.name)
        if not is_placed(self.assessment, subject, attribute):
            basis = Basis.UNKNOWN if decision is None else Basis.UNDECIDED
            return replace(told, basis=basis, children=self._no_choice(subject))
        if decision is not None:
            is_given = decision.scope is Scope.GIVEN
            considered = consider(self.assessment, subject, decision)
            basis = Basis.UNSTATED if is_given else Basis.UNDECIDED
            return replace(told, basis=basis, considered=considered)
        return told if attribute.scope is Scope.GIVEN else self._uncalculated(told)

    def _uncalculated(self, told: Explanation) -> Explanation:
        told = replace(told, basis=Basis.UNKNOWN)
        if told.id in self._told:
            return replace(told, repeated=True)
        self._told.add(told.id)
        kernel, missing = missing_inputs(self.assessment, told.subject, told.attribute)
        return replace(told, kernel=kernel, children=self._tell_all(missing))

    def _no_choice(self, workload: str) -> tuple[Explanation, ...]:
        if "choice" not in self.assessment.rulebook.vocabulary:
            return ()
        return self._tell_all([fact_id(workload, "choice")])

    def _argument(self, firing: Firing) -> Argument:
        rule = self.assessment.rule(firing)
        decision = self.assessment.rulebook.decision(firing.decision)
        assert decision is not None
        held = rule_standing(self.assessment, firing.subject, decision, rule).held
        if held is None:
            raise _unargued(firing.id)
        return Argument(
            decision=firing.decision,
            rule=firing.rule,
            subject=firing.subject,
            value=firing.value,
            because=rule.because,
            when=rule.when,
            tests=held.tests,
            sources=rule.sources,
            overruled_by=overruled_by(self.assessment, firing.subject, decision, rule),
        )

    def _passed_over(self, winner: Firing) -> tuple[RuleStanding, ...]:
        """Why no earlier rule matched, when the one that did asks nothing itself."""
        decision = self.assessment.rulebook.decision(winner.decision)
        assert decision is not None
        if decision.hit is Hit.COLLECT or _asks(self.assessment.rule(winner), decision):
            return ()
        rules = consider(self.assessment, winner.subject, decision)
        return rules[: next(at for at, one in enumerate(rules) if one.rule == winner.rule)]


def _premises(firing: Firing, argument: Argument, assessment: Assessment) -> tuple[str, ...]:
    """What a firing rests on, in the order in which its rule asks: a fact, then its parameter."""
    left = dict.fromkeys(firing.premises)
    found: list[str] = []
    for test in argument.tests:
        matched = [premise for premise in left if _tested(premise) == test.fact]
        found += [*matched, *map(parameter_id, test.parameters)]
    supplied = assessment.rule(firing).parameter
    return (*found, *left, *([parameter_id(supplied)] if supplied else []))


def _asks(rule: Rule, decision: Decision) -> bool:
    """Whether a rule tests anything besides that its own attribute was left out."""
    return any(test.attribute != decision.attribute for test in tests(rule.condition))


def _tested(premise: str) -> str:
    subject, _, rest = premise.rpartition(".")
    return fact_id(subject, rest.partition("=")[0].removesuffix("?"))


def _is_collected(assessment: Assessment, fact: Fact) -> bool:
    decision = assessment.rulebook.decision(fact.attribute)
    return (
        isinstance(fact.origin, Concluded) and decision is not None and decision.hit is Hit.COLLECT
    )


def _unargued(identifier: str) -> ReasoningError:
    message = f"no rule that matched accounts for `{identifier}`"
    return ReasoningError(Problem("unsupported-conclusion", message))
