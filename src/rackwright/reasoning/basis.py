"""On what a value stands: the user's word, an assumption, the catalogue, arithmetic, a rule."""

from __future__ import annotations

from enum import StrEnum

from rackwright.assessment import Assessment
from rackwright.records import Calculated, Catalogued, Fact, Given, Scope


class Basis(StrEnum):
    """Where a value comes from."""

    GIVEN = "given"
    ASSUMED = "assumed"
    POLICY = "policy"
    CATALOGUE = "catalogue"
    CALCULATED = "calculated"
    DECIDED = "decided"
    UNSTATED = "unstated"
    """The user did not say."""
    UNDECIDED = "undecided"
    """No rule matched."""
    UNKNOWN = "unknown"
    """It could not be calculated, or the catalogue leaves it open."""


def basis_of(assessment: Assessment, fact: Fact) -> Basis:
    """Where the value of a fact comes from."""
    if isinstance(fact.origin, Given):
        return Basis.GIVEN
    if isinstance(fact.origin, Catalogued):
        return Basis.CATALOGUE
    if isinstance(fact.origin, Calculated):
        return Basis.CALCULATED
    scope = assessment.rulebook.vocabulary[fact.attribute].scope
    return Basis.ASSUMED if scope is Scope.GIVEN else Basis.DECIDED
