"""Which numbers behind advice a user might want to state as uncertain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rackwright.assessment import Assessment
from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES
from rackwright.facts.quote import QuoteItems
from rackwright.facts.uncertain import Of, Target, limits_of
from rackwright.facts.values import INCLUDED
from rackwright.limits import Limits, digits
from rackwright.measure.prices import PRICES, reference_prices
from rackwright.records import PLAN_SUBJECT, Catalogued, Scope

_APART = 0.2


@dataclass(frozen=True, slots=True)
class Candidate:
    """One number that could be given a range."""

    name: str
    """As the section of uncertain numbers would call it."""
    target: Target
    value: float
    """What was reckoned with."""
    low: float
    """The lowest figure found elsewhere, or a fifth less, as an example."""
    high: float
    """The highest figure found elsewhere, or a fifth more, as an example."""

    @property
    def example(self) -> str:
        """A line of the section, with a range around the value."""
        return f"{self.name}: {{low: {digits(self.low)}, high: {digits(self.high)}}}"


def candidates(assessment: Assessment) -> tuple[Candidate, ...]:
    """The numbers that were stated or assumed, the prices and the thresholds that had a say."""
    numbers = (*_facts(assessment), *_quotes(assessment), *_prices(assessment))
    around = (_around(name, target, value) for name, target, value in numbers)
    return (*(found for found in around if found is not None), *_parameters(assessment))


def _around(name: str, target: Target, value: float) -> Candidate | None:
    limits = limits_of(target)
    if limits is None or not value:
        return None
    low, high = (_near(value * share, limits) for share in (1.0 - _APART, 1.0 + _APART))
    return Candidate(name, target, value, low, high) if low < high else None


def _near(number: float, limits: Limits) -> float:
    shown = float(f"{number:.3g}")
    return min(max(round(shown) if limits.whole else shown, limits.least), limits.most)


def _facts(assessment: Assessment) -> Iterator[tuple[str, Target, float]]:
    for subject in (*assessment.workloads, PLAN_SUBJECT):
        places = PLAN_PLACES if subject == PLAN_SUBJECT else WORKLOAD_PLACES
        for fact in assessment.facts(subject):
            numeric = isinstance(fact.value, float) and fact.attribute in places
            if numeric and not isinstance(fact.origin, Catalogued):
                name = fact.attribute if subject == PLAN_SUBJECT else fact.id
                assert isinstance(fact.value, float)
                yield name, Target(Of.FACT, subject, fact.attribute), fact.value


def _quotes(assessment: Assessment) -> Iterator[tuple[str, Target, float]]:
    for workload in assessment.plan.workloads:
        for quote in workload.quotes:
            for item in QuoteItems.model_fields:
                amount = quote.items.get(item)
                if amount not in (None, INCLUDED):
                    target = Target(Of.QUOTE, workload.id, item, quote.name)
                    yield f"{workload.id}.quotes.{quote.name}.{item}", target, float(amount or 0)


def _prices(assessment: Assessment) -> Iterator[tuple[str, Target, float]]:
    chosen = (assessment.value(workload, "device") for workload in assessment.workloads)
    for device in dict.fromkeys(str(device) for device in chosen if device is not None):
        for item in PRICES:
            row = reference_prices(assessment.rulebook, item).get(device)
            amount = None if row is None else row.number("amount")
            if amount is not None:
                yield f"prices.{device}.{item}", Target(Of.PRICE, device, item), amount


def _parameters(assessment: Assessment) -> Iterator[Candidate]:
    """Those that rules about placements compared with, where other figures are found elsewhere."""
    placed = {d.attribute for d in assessment.rulebook.decisions if d.scope is Scope.PLACEMENT}
    held = (f for f in assessment.trace if f.decision in placed and not f.overruled)
    branches = (branch for firing in held for branch in assessment.rule(firing).branches)
    named = dict.fromkeys(
        name for branch in branches for test in branch for name in test.parameters
    )
    for parameter in (assessment.rulebook.parameters[name] for name in named):
        if parameter.seen is not None:
            target = Target(Of.PARAMETER, "", parameter.name)
            name = f"parameters.{parameter.name}"
            yield Candidate(name, target, parameter.value, *parameter.seen)
