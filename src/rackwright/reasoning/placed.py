"""Whether the stage of an attribute was reached at all."""

from __future__ import annotations

from rackwright.assessment import Assessment
from rackwright.records import Entity, Scope
from rackwright.rulebook.model import Attribute


def is_placed(assessment: Assessment, subject: str, attribute: Attribute) -> bool:
    """False for what is only known of a workload once an option is chosen, where none was."""
    if attribute.scope is not Scope.PLACEMENT or attribute.of is not Entity.WORKLOAD:
        return True
    return assessment.chosen(subject) is not None
