"""Whether a decision was put to its rules at all."""

from __future__ import annotations

from rackwright.assessment import Assessment
from rackwright.records import Entity, Scope
from rackwright.rulebook.model import Decision


def is_judged(assessment: Assessment, subject: str, decision: Decision) -> bool:
    """Whether the rules were asked: a workload is placed only once an option is chosen for it."""
    if decision.scope is not Scope.PLACEMENT or decision.of is not Entity.WORKLOAD:
        return True
    return assessment.chosen(subject) is not None
