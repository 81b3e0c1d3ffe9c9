"""Which inputs a calculation lacked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from rackwright.assessment import Assessment
from rackwright.measure import (
    environment,
    offer,
    option,
    placement,
    plan,
    spending,
    use,
    workload,
)
from rackwright.measure.machinery import Group, Input
from rackwright.records import fact_id
from rackwright.rulebook.model import Attribute


def missing_inputs(
    assessment: Assessment, subject: str, attribute: str
) -> tuple[str, tuple[str, ...]]:
    """The calculation that fills an attribute and the ids of the facts that it lacked.

    Both are empty for what no calculation fills.
    """
    kernel, inputs = _wiring().get(attribute, ("", ()))
    names = (name for item in inputs for name in _names(item))
    missing = (found for name in names for found in _unknown(assessment, subject, name))
    return kernel, tuple(dict.fromkeys(missing))


@cache
def _wiring() -> Mapping[str, tuple[str, tuple[Input, ...]]]:
    """The calculation behind each attribute, and what it reads."""
    measures = (
        *workload.MEASURES,
        *option.MEASURES,
        *placement.OFFER_INPUTS,
        *offer.MEASURES,
        *placement.MEASURES,
        *environment.MEASURES,
        *use.MEASURES,
        *placement.ON_SITE,
        *spending.MEASURES,
        *plan.MEASURES,
        *spending.PLAN_MEASURES,
    )
    found = {name: (one.name, one.inputs) for one in measures for name in one.outputs}
    aggregates = (*plan.AGGREGATES, *spending.AGGREGATES)
    return found | {one.output: (one.name, one.inputs) for one in aggregates}


def _names(item: Input) -> tuple[str, ...]:
    if isinstance(item, Group):
        return ()
    return (item if isinstance(item, str) else item.attribute,)


def _unknown(assessment: Assessment, subject: str, name: str) -> Iterator[str]:
    attribute = assessment.rulebook.vocabulary.get(name)
    if attribute is None:
        return
    for owner in _owners(assessment, subject, attribute):
        if assessment.value(owner, name) is None:
            yield fact_id(owner, name)


def _owners(assessment: Assessment, subject: str, attribute: Attribute) -> tuple[str, ...]:
    """Whose values a calculation reads: the subject's own, or everybody's below it."""
    frame, row = assessment.locate(subject)
    owners = frame.owners(row)
    if attribute.of in owners:
        return (owners[attribute.of],)
    if attribute.of in frame.parents:
        return ()
    return tuple(assessment.frames.of(attribute.of).subjects)
