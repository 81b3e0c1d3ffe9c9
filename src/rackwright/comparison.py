"""What differs between two assessments of nearly the same plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rackwright.assessment import Assessment
from rackwright.reading import MONTHLY_COST, TOTAL_COST
from rackwright.records import PLAN_SUBJECT, Calculated, Scope, Value

_CHOSEN = ("device", "devices_needed", "memory_fill", "power_kw", "monthly_cost")
_COSTS = (
    TOTAL_COST,
    MONTHLY_COST,
    "break_even_utilization_of_offer",
    "break_even_months_of_offer",
)


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs; None where it is not known."""

    subject: str
    attribute: str
    before: Value | None
    after: Value | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that differs, in the order of the plan."""

    outcome: Change | None
    chosen: tuple[Change, ...]
    """The chosen option of each workload: device, count, memory, power, cost of a month."""
    conclusions: tuple[Change, ...]
    figures: tuple[Change, ...]
    """What was computed about the plan, and about the workloads before they were placed."""
    costs: tuple[Change, ...]
    """Totals, months and break-even of each offer."""

    @property
    def empty(self) -> bool:
        """Whether nothing differs."""
        parts = (self.chosen, self.conclusions, self.figures, self.costs)
        return self.outcome is None and not any(parts)


class Part(StrEnum):
    """What a rule contributes about a subject."""

    CONCLUDES = "concludes"
    OVERRULED = "overruled"
    """It holds, and an earlier rule decides."""
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class FiredOtherwise:
    """One rule that speaks on one side otherwise than on the other."""

    decision: str
    rule: str
    before: Part
    after: Part
    subjects: tuple[str, ...]
    """What it is about, in order of reasoning."""


def fired_otherwise(before: Assessment, after: Assessment) -> tuple[FiredOtherwise, ...]:
    """The rules that conclude, are overruled or stay silent otherwise, by what becomes of them."""
    first, second = _parts(before), _parts(after)
    found: dict[tuple[str, str, Part, Part], list[str]] = {}
    for decision, rule, subject in dict.fromkeys((*first, *second)):
        key = decision, rule, subject
        parts = first.get(key, Part.SILENT), second.get(key, Part.SILENT)
        if parts[0] is not parts[1]:
            found.setdefault((decision, rule, *parts), []).append(subject)
    return tuple(FiredOtherwise(*key, tuple(subjects)) for key, subjects in found.items())


def _parts(assessment: Assessment) -> dict[tuple[str, str, str], Part]:
    return {
        (f.decision, f.rule, f.subject): Part.OVERRULED if f.overruled else Part.CONCLUDES
        for f in assessment.trace
    }


def compare(before: Assessment, after: Assessment) -> Comparison:
    """What the second assessment has otherwise than the first."""
    outcome = Change(PLAN_SUBJECT, "outcome", before.outcome, after.outcome)
    return Comparison(
        outcome=outcome if outcome.before != outcome.after else None,
        chosen=tuple(_chosen(before, after)),
        conclusions=tuple(_conclusions(before, after)),
        figures=tuple(_figures(before, after)),
        costs=tuple(_costs(before, after)),
    )


def _subjects(before: Assessment, after: Assessment) -> Iterable[str]:
    return dict.fromkeys((*before.workloads, *after.workloads, PLAN_SUBJECT))


def _chosen(before: Assessment, after: Assessment) -> Iterator[Change]:
    for workload in dict.fromkeys((*before.workloads, *after.workloads)):
        first, second = (_choice(side, workload) for side in (before, after))
        for name in _CHOSEN:
            values = (_value(before, first, name), _value(after, second, name))
            if values[0] != values[1]:
                yield Change(workload, name, *values)


def _choice(assessment: Assessment, workload: str) -> str | None:
    return assessment.chosen(workload) if workload in assessment.ranking else None


def _conclusions(before: Assessment, after: Assessment) -> Iterator[Change]:
    for subject in _subjects(before, after):
        for attribute in _decided(before, after):
            yield from _differing(before, after, subject, attribute)


def _decided(*sides: Assessment) -> Iterable[str]:
    """What the rules of either side conclude, besides assumptions and the outcome."""
    decisions = [decision for side in reversed(sides) for decision in side.rulebook.decisions]
    return dict.fromkeys(
        d.attribute for d in decisions if d.scope is not Scope.GIVEN and d.attribute != "outcome"
    )


def _differing(
    before: Assessment, after: Assessment, subject: str, attribute: str
) -> Iterator[Change]:
    first, second = (side.conclusion(subject, attribute) for side in (before, after))
    values = (first.value if first else None, second.value if second else None)
    if values[0] != values[1]:
        yield Change(subject, attribute, *values)


def _figures(before: Assessment, after: Assessment) -> Iterator[Change]:
    for subject in _subjects(before, after):
        calculated = (*_calculated(before, subject), *_calculated(after, subject))
        for name in dict.fromkeys(calculated):
            values = (_value(before, subject, name), _value(after, subject, name))
            if values[0] != values[1]:
                yield Change(subject, name, *values)


def _calculated(assessment: Assessment, subject: str) -> Iterator[str]:
    if subject == PLAN_SUBJECT or subject in assessment.workloads:
        for fact in assessment.facts(subject):
            scope = assessment.rulebook.vocabulary[fact.attribute].scope
            if isinstance(fact.origin, Calculated) and scope is not Scope.PLACEMENT:
                yield fact.attribute


def _costs(before: Assessment, after: Assessment) -> Iterator[Change]:
    offers = (*before.frames.offer.subjects, *after.frames.offer.subjects)
    for offer in dict.fromkeys(offers):
        for name in _COSTS:
            values = (_value(before, offer, name), _value(after, offer, name))
            if values[0] != values[1]:
                yield Change(offer, name, *values)


def _value(assessment: Assessment, subject: str | None, attribute: str) -> Value | None:
    try:
        return assessment.value(subject or "", attribute)
    except KeyError:
        return None
