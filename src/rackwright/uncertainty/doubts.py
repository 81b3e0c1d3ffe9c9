"""Headline conclusions that few draws of the uncertain numbers come to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rackwright.assessment import Assessment
from rackwright.records import Value
from rackwright.uncertainty.spread import DecisionSpread, Spread

HEADLINE = (
    "outcome",
    "compute_class",
    "device",
    "deployment",
    "dedicated_form",
    "overall_deployment",
)
FEW = 0.25
"""Share of the draws below which a conclusion is pointed out, unless none is more frequent."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A conclusion from the numbers that were taken, to which few draws of them come."""

    subject: str
    attribute: str
    value: Value | None
    """What was concluded; None for nothing, such as no device."""
    share: float
    """Share of the draws that come to it."""
    likeliest: Value | None
    """What most draws come to, or more than to anything else."""
    likeliest_share: float


def doubts_of(assessment: Assessment, spread: Spread | None) -> tuple[Doubt, ...]:
    """The headline conclusions of an assessment that few draws come to, in order of the spread."""
    if spread is None:
        return ()
    told = (one for one in spread.decisions if _is_headline(one, assessment))
    return tuple(doubt for one in told for doubt in _doubt(one, assessment))


def _is_headline(one: DecisionSpread, assessment: Assessment) -> bool:
    """WHY not of the whole plan for one workload: it is deployed as the workload is."""
    several = len(assessment.workloads) > 1 or one.attribute != "overall_deployment"
    return one.attribute in HEADLINE and several


def _doubt(one: DecisionSpread, assessment: Assessment) -> Iterator[Doubt]:
    value = assessment.value(one.subject, one.attribute)
    shares: dict[Value | None, float] = {None: one.undecided}
    shares |= {share.value: share.share for share in one.shares}
    share = shares.get(value, 0.0)
    likeliest = max(shares, key=lambda outcome: shares[outcome])
    if share < FEW and share < shares[likeliest]:
        yield Doubt(one.subject, one.attribute, value, share, likeliest, shares[likeliest])
