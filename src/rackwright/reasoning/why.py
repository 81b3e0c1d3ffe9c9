"""Why a subject has a value: a tree from the conclusion down to what the user said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rackwright.assessment import Assessment
from rackwright.errors import Problem, ReasoningError
from rackwright.reasoning.basis import Basis, basis_of
from rackwright.reasoning.considered import RuleStanding, consider, overruled_by, rule_standing
from rackwright.reasoning.missing import missing_inputs
from rackwright.reasoning.naming import attribute_named, owner_of
from rackwright.reasoning.nodes import NodeKind, Reference, refer
from rackwright.reasoning.placed import is_placed
from rackwright.reasoning.plain import plain
from rackwright.reasoning.standing import Standing
from rackwright.records import (
    Calculated,
    Catalogued,
    Concluded,
    Fact,
    Firing,
    Given,
    Scope,
    Value,
    fact_id,
    member_id,
    parameter_id,
    unknown_id,
)
from rackwright.rulebook.model import Attribute, Decision, Hit, Rule, Text, tests


@dataclass(frozen=True, slots=True)
class Argument:
    """A rule that matched, with the tests that it matched on."""

    decision: str
    rule: str
    subject: str
    """The subject through which the slots of `because` are read."""
    value: Value
    because: Text
    when: str
    """The condition as written."""
    tests: tuple[Standing, ...]
    """The tests of the branch that held."""
    sources: tuple[str, ...]
    overruled_by: str = ""
    """The earlier rule that had concluded; empty for the rule that did."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One value and what it rests on. Which fields are filled follows from the basis."""

    id: str
    basis: Basis
    label: Text
    subject: str = ""
    attribute: str = ""
    """The attribute's name; for the basis `policy` the parameter's, for a row its table."""
    value: Value | None = None
    words: tuple[Text, ...] = ()
    """The labels of the symbols in the value."""
    unit: str = ""
    where: str = ""
    """Basis `given`: the place in the plan."""
    row: str = ""
    """Basis `catalogue`: the id of the row."""
    kernel: str = ""
    """Basis `calculated`: the name of the calculation; basis `unknown`: of the one that failed."""
    sources: tuple[str, ...] = ()
    """Basis `policy`: ids of the sources; basis `catalogue`: where the row was read."""
    date: str = ""
    note: str = ""
    question: Text | None = None
    """Basis `unstated`: how to ask the user for it."""
    argument: Argument | None = None
    """Basis `decided` or `assumed`: the rule that concluded it."""
    overruled: tuple[Argument, ...] = ()
    """Rules that matched too, but came after the one that concluded."""
    considered: tuple[RuleStanding, ...] = ()
    """Why no rule matched; for a rule that asks nothing, why no earlier one did."""
    children: tuple[Explanation, ...] = ()
    """What the value rests on; the members, for a set that rules collected; the inputs that are
    missing, for a value that could not be calculated."""
    repeated: bool = False
    """It is explained further up under the same id, so that the rest is left out here."""

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Explanation]]:
        """This and every explanation below, each with its depth, in reading order."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)

    def to_dict(self) -> dict[str, Any]:
        """The tree as plain data for JSON; empty fields are left out."""
        found: dict[str, Any] = plain(self)
        return found


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

    def tell(self, identifier: str) -> Explanation:
        reference = refer(self.assessment, identifier)
        if reference.kind is NodeKind.PARAMETER:
            return self._parameter(reference)
        if reference.kind is NodeKind.ROW:
            return self._row(reference)
        attribute = attribute_named(self.assessment, reference.name)
        if reference.kind is NodeKind.UNSTATED and attribute.scope is Scope.GIVEN:
            return self._unstated(reference.subject, attribute)
        fact = self.assessment.fact(reference.subject, reference.name)
        if fact is None or reference.kind is NodeKind.UNSTATED:
            return self._nothing(reference.subject, attribute)
        if reference.kind is NodeKind.MEMBER:
            return self._once(self._member(fact, attribute, reference.member), fact)
        return self._once(self._fact(fact, attribute), fact)

    def _once(self, told: Explanation, fact: Fact) -> Explanation:
        if isinstance(fact.origin, Given | Catalogued):
            return told
        if told.id in self._told:
            return replace(told, repeated=True)
        self._told.add(told.id)
        return self._in_full(told, fact)

    def _in_full(self, told: Explanation, fact: Fact) -> Explanation:
        if isinstance(fact.origin, Calculated):
            return replace(told, children=self._tell_all(fact.origin.inputs))
        if _is_collected(self.assessment, fact) and isinstance(told.value, tuple):
            ids = (member_id(fact.subject, fact.attribute, member) for member in told.value)
            return replace(told, children=self._tell_all(ids))
        return self._argued(told, fact)

    def _argued(self, told: Explanation, fact: Fact) -> Explanation:
        firings = self.assessment.firings(fact.subject, fact.attribute)
        if isinstance(told.value, str) and _is_collected(self.assessment, fact):
            firings = tuple(f for f in firings if f.value == told.value)
        winner = next((firing for firing in firings if not firing.overruled), None)
        if winner is None:
            raise _unargued(told.id)
        argument = self._argument(winner)
        return replace(
            told,
            argument=argument,
            overruled=tuple(self._argument(f) for f in firings if f.overruled),
            considered=self._passed_over(winner),
            children=self._tell_all(_premises(winner, argument, self.assessment)),
        )

    def _tell_all(self, identifiers: Iterable[str]) -> tuple[Explanation, ...]:
        return tuple(self.tell(identifier) for identifier in dict.fromkeys(identifiers))

    def _fact(self, fact: Fact, attribute: Attribute) -> Explanation:
        told = Explanation(
            id=fact.id,
            basis=basis_of(self.assessment, fact),
            label=attribute.label,
            subject=fact.subject,
            attribute=fact.attribute,
            value=fact.value,
            words=_words(attribute, fact.value),
            unit=attribute.unit,
        )
        if isinstance(fact.origin, Given):
            return replace(told, where=fact.origin.where)
        if isinstance(fact.origin, Calculated):
            return replace(told, kernel=fact.origin.kernel)
        if isinstance(fact.origin, Catalogued):
            return self._from_row(told, fact.origin.row)
        return told

    def _from_row(self, told: Explanation, row: str) -> Explanation:
        table, _, name = row.partition("/")
        found = self.assessment.rulebook.catalog.tables.get(table, {}).get(name)
        if found is None:
            return replace(told, row=row)
        return replace(told, row=row, sources=(found.source,), date=found.date)

    def _member(self, fact: Fact, attribute: Attribute, member: str) -> Explanation:
        return replace(
            self._fact(fact, attribute),
            id=member_id(fact.subject, fact.attribute, member),
            value=member,
            words=_words(attribute, member),
        )

    def _parameter(self, reference: Reference) -> Explanation:
        parameter = self.assessment.rulebook.parameters[reference.name]
        return Explanation(
            id=parameter_id(parameter.name),
            basis=Basis.POLICY,
            label=parameter.label,
            attribute=parameter.name,
            value=parameter.value,
            unit=parameter.unit,
            sources=parameter.sources,
            date=parameter.date,
            note=parameter.note,
        )

    def _row(self, reference: Reference) -> Explanation:
        row = self.assessment.rulebook.catalog.tables[reference.subject][reference.name]
        return Explanation(
            id=row.ref,
            basis=Basis.CATALOGUE,
            label=Text(row.name, row.name),
            attribute=row.table,
            row=row.ref,
            sources=(row.source,),
            date=row.date,
        )

    def _unstated(self, subject: str, attribute: Attribute) -> Explanation:
        return Explanation(
            id=unknown_id(subject, attribute.name),
            basis=Basis.UNSTATED,
            label=attribute.label,
            subject=subject,
            attribute=attribute.name,
            unit=attribute.unit,
            question=attribute.question,
        )

    def _nothing(self, subject: str, attribute: Attribute) -> Explanation:
        """Why a value is missing."""
        told = self._unstated(subject, attribute)
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
        found += [*matched, *([parameter_id(test.parameter)] if test.parameter else [])]
    supplied = assessment.rule(firing).parameter
    return (*found, *left, *([parameter_id(supplied)] if supplied else []))


def _asks(rule: Rule, decision: Decision) -> bool:
    """Whether a rule tests anything besides that its own attribute was left out."""
    return any(test.attribute != decision.attribute for test in tests(rule.condition))


def _tested(premise: str) -> str:
    subject, _, rest = premise.rpartition(".")
    return fact_id(subject, rest.partition("=")[0].removesuffix("?"))


def _words(attribute: Attribute, value: Value) -> tuple[Text, ...]:
    symbols = value if isinstance(value, tuple) else (value,)
    return tuple(
        attribute.values[s] for s in symbols if isinstance(s, str) and s in attribute.values
    )


def _is_collected(assessment: Assessment, fact: Fact) -> bool:
    decision = assessment.rulebook.decision(fact.attribute)
    return (
        isinstance(fact.origin, Concluded) and decision is not None and decision.hit is Hit.COLLECT
    )


def _unargued(identifier: str) -> ReasoningError:
    message = f"no rule that matched accounts for `{identifier}`"
    return ReasoningError(Problem("unsupported-conclusion", message))
