"""Where a plan keeps each attribute: the keys that lead to it from the plan or from a workload."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

from rackwright.facts.answers import ANSWERS, Vocabulary, questions
from rackwright.facts.facility import Facility
from rackwright.facts.organization import Organization
from rackwright.facts.workload import Workload
from rackwright.records import Entity, Value
from rackwright.rulebook.model import Attribute

Place = tuple[str, ...]
"""Keys from the outermost to the attribute's own: `("facility", "circuit_amps")`."""

_NO_ATTRIBUTE = ("id", "intended", "quotes", ANSWERS)

PLAN_PLACES: Mapping[str, Place] = {
    "currency": ("currency",),
    "horizon_months": ("horizon_months",),
    **{name: ("facility", name) for name in Facility.model_fields},
    **{name: ("organization", name) for name in Organization.model_fields},
}
"""Every attribute of a plan that a user may state."""

WORKLOAD_PLACES: Mapping[str, Place] = {
    **{name: (name,) for name in Workload.model_fields if name not in _NO_ATTRIBUTE},
    "intended_device": ("intended", "device"),
    "intended_count": ("intended", "count"),
}
"""Every attribute of a workload that a user may state."""


def questions_of(vocabulary: Vocabulary, of: Entity) -> Mapping[str, Attribute]:
    """The attributes of a plan or of a workload that rule packs ask about beyond the fields."""
    return questions(vocabulary, {**PLAN_PLACES, **WORKLOAD_PLACES}, of)


def places_of(vocabulary: Vocabulary, of: Entity) -> Mapping[str, Place]:
    """Every attribute of a plan or of a workload that a user may state, by some rules."""
    fields = PLAN_PLACES if of is Entity.PLAN else WORKLOAD_PLACES
    return {**fields, **{name: (ANSWERS, name) for name in questions_of(vocabulary, of)}}


def stated_value(model: object, place: Place) -> Value | None:
    """What a model says at a place, as the value of a fact; None when it says nothing."""
    said = reduce(lambda found, key: getattr(found, key, None), place, model)
    return None if said is None else _value(place[-1], said)


def _value(name: str, said: Any) -> Value:
    if isinstance(said, tuple):
        return said if name == "frameworks" else ", ".join(said)
    if isinstance(said, str | bool):
        return said
    return float(said)
