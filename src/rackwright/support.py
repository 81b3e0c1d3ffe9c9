"""What a conclusion rests on: the assumptions, parameters and catalogue rows behind facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rackwright.assessment import Assessment
from rackwright.records import (
    Calculated,
    Catalogued,
    Concluded,
    Fact,
    Firing,
    Origin,
    fact_id,
    parameter_id,
)
from rackwright.rulebook.model import tests
from rackwright.wording import is_money

_PARAMETERS = parameter_id("")
_PRICES = "prices/"


@dataclass(frozen=True, slots=True)
class Support:
    """The last things that some facts come from, each once, in order of discovery."""

    assumptions: tuple[str, ...] = ()
    """Ids of the facts that a rule supplied for the user."""
    parameters: tuple[str, ...] = ()
    """Names of the parameters."""
    rows: tuple[str, ...] = ()
    """Ids of the catalogue rows."""

    def joined(self, *others: Support) -> Support:
        """All of them, without repetition."""
        parts = [part for part in (self, *others) if part is not NOTHING]
        if len(parts) < 2:
            return parts[0] if parts else NOTHING
        return Support(
            _once(name for part in parts for name in part.assumptions),
            _once(name for part in parts for name in part.parameters),
            _once(name for part in parts for name in part.rows),
        )


NOTHING = Support()


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def split_id(identifier: str) -> tuple[str, str]:
    """The subject and attribute of a fact's, a member's or an unknown's id."""
    subject, _, rest = identifier.rpartition(".")
    return subject, rest.partition("=")[0].removesuffix("?")


class Supports:
    """Finds the support of facts and firings of one assessment, remembering what it found."""

    def __init__(self, assessment: Assessment) -> None:
        self._assessment = assessment
        self._found: dict[str, Support] = {}
        self._facts: dict[str, Fact | None] = {}

    def of_firing(self, firing: Firing) -> Support:
        """What a firing rests on."""
        rule = self._assessment.rule(firing)
        named = [name for t in tests(rule.condition) for name in t.parameters]
        if rule.parameter:
            named.append(rule.parameter)
        return self._of_ids(firing.premises).joined(Support(parameters=tuple(named)))

    def of_fact(self, fact: Fact) -> Support:
        """What a fact rests on."""
        if fact.id not in self._found:
            self._found[fact.id] = NOTHING  # a defect that closes a circle must not hang a report
            self._found[fact.id] = self._of_origin(fact.origin).joined(self._itself(fact))
        return self._found[fact.id]

    def _itself(self, fact: Fact) -> Support:
        return Support(assumptions=(fact.id,)) if self._assessment.assumed(fact) else NOTHING

    def _of_origin(self, origin: Origin) -> Support:
        if isinstance(origin, Catalogued):
            return Support(rows=(origin.row,))
        if isinstance(origin, Calculated):
            return self._of_ids(origin.inputs)
        if isinstance(origin, Concluded):
            return NOTHING.joined(*(self.of_firing(self._firing(one)) for one in origin.firings))
        return NOTHING

    def _of_ids(self, ids: Iterable[str]) -> Support:
        return NOTHING.joined(*map(self._of_id, ids))

    def _of_id(self, identifier: str) -> Support:
        if identifier.startswith(_PARAMETERS):
            return Support(parameters=(identifier.removeprefix(_PARAMETERS),))
        fact = self.fact(identifier)
        return NOTHING if fact is None else self.of_fact(fact)

    def of_price(self, fact: Fact) -> Support:
        """The prices and parameters behind an amount of money, not those behind its quantities."""
        if isinstance(fact.origin, Catalogued):
            return Support(rows=(fact.origin.row,))
        if isinstance(fact.origin, Concluded):
            rules = (self._assessment.rule(self._firing(name)) for name in fact.origin.firings)
            return Support(parameters=_once(tuple(r.parameter for r in rules if r.parameter)))
        inputs = fact.origin.inputs if isinstance(fact.origin, Calculated) else ()
        return NOTHING.joined(*map(self._of_price_input, inputs))

    def _of_price_input(self, identifier: str) -> Support:
        if identifier.startswith(_PARAMETERS):
            return Support(parameters=(identifier.removeprefix(_PARAMETERS),))
        fact = self.fact(identifier)
        if fact is None:
            return NOTHING
        priced = isinstance(fact.origin, Catalogued) and fact.origin.row.startswith(_PRICES)
        priced = priced and isinstance(fact.value, float)
        unit = self._assessment.rulebook.vocabulary[fact.attribute].unit
        return self.of_price(fact) if priced or is_money(unit) else NOTHING

    def _firing(self, identifier: str) -> Firing:
        return self._assessment.firing_by_id[identifier]

    def fact(self, identifier: str) -> Fact | None:
        """The fact that an id names; None when it is unknown or no fact's id."""
        if identifier not in self._facts:
            self._facts[identifier] = self._fact(identifier)
        return self._facts[identifier]

    def _fact(self, identifier: str) -> Fact | None:
        subject, attribute = split_id(identifier)
        if not subject or attribute not in self._assessment.rulebook.vocabulary:
            return None
        found = self._assessment.fact(subject, attribute)
        return found if found is not None and found.id == fact_id(subject, attribute) else None
