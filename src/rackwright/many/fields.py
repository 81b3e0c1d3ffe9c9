"""What a column of a table may say, and whether one cell of it can be said: as in a plan."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

from rackwright.errors import PlanError, Problem, UsageError
from rackwright.facts.answers import ANSWERS, answered, bounds
from rackwright.facts.hints import range_hint
from rackwright.facts.load import plan_from_dict
from rackwright.facts.places import (
    PLAN_PLACES,
    WORKLOAD_PLACES,
    Place,
    questions_of,
    stated_value,
)
from rackwright.facts.plan import Plan
from rackwright.facts.tree import bad_character
from rackwright.facts.uncertain import Of, Target, limits_of
from rackwright.facts.values import described, quoted
from rackwright.facts.workload import Intended, Workload
from rackwright.limits import Limits
from rackwright.records import PLAN_SUBJECT, Entity, Value
from rackwright.rulebook.model import Attribute, Kind, Rulebook
from rackwright.stated import CATALOGUED

ID = "id"
PLAN = "plan"
SEPARATOR = ";"
"""Stands between the members of a list in one cell."""

NEEDS: Mapping[str, str] = {
    f"intended_{name}": f"intended_{needed}"
    for needed, field in Intended.model_fields.items()
    for name, other in Intended.model_fields.items()
    if field.is_required() and not other.is_required()
}
"""Columns that say nothing without another, and that other one."""

_ANY = "any"
_WORKLOAD: Mapping[str, Any] = Workload.model_json_schema()["properties"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a cell cannot be used."""

    code: str
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One attribute that a column may state."""

    name: str
    of: Entity
    place: Place
    """The keys that lead to it from the plan or from a workload."""
    attribute: Attribute
    limits: Limits | None
    """What bounds a number; None for anything else, and for a choice of few numbers."""


def is_list(name: str) -> bool:
    """Whether an attribute may hold several members."""
    kinds = _WORKLOAD.get(name, {}).get("anyOf", ())
    return any(kind.get("type") == "array" for kind in kinds)


@lru_cache(maxsize=8)
def fields_of(rulebook: Rulebook) -> Mapping[str, Field]:
    """Every attribute that a user may state, by the name of its column."""
    places = [(Entity.PLAN, PLAN_PLACES, PLAN_SUBJECT), (Entity.WORKLOAD, WORKLOAD_PLACES, _ANY)]
    return _fields(places, rulebook) | _questions(rulebook)


def _fields(
    places: Iterable[tuple[Entity, Mapping[str, Place], str]], rulebook: Rulebook
) -> dict[str, Field]:
    return {
        name: Field(
            name, of, place, rulebook.vocabulary[name], limits_of(Target(Of.FACT, subject, name))
        )
        for of, found, subject in places
        for name, place in found.items()
    }


def _questions(rulebook: Rulebook) -> dict[str, Field]:
    """What rule packs ask beyond the fields of a plan."""
    return {
        name: Field(name, of, (ANSWERS, name), attribute, _bounds(attribute))
        for of in (Entity.PLAN, Entity.WORKLOAD)
        for name, attribute in questions_of(rulebook.vocabulary, of).items()
    }


def _bounds(attribute: Attribute) -> Limits | None:
    return Limits(*bounds(attribute)) if attribute.kind is Kind.NUMBER else None


def holds_list(field: Field) -> bool:
    """Whether a cell may hold several members."""
    return field.attribute.kind is Kind.SET or is_list(field.name)


def stated(field: Field, cell: Any, rulebook: Rulebook) -> Value | Refusal:
    """What a cell says of an attribute, or why a plan could not say so.

    Models and devices come out as ids of the catalogue.
    """
    written = _nested(field.place, _members(cell) if holds_list(field) else cell)
    said = _in_a_plan(field.of, written)
    if isinstance(said, Refusal):
        return said
    if field.place[0] == ANSWERS:
        return _answered(field, said)
    value = stated_value(said, field.place)
    return Refusal("empty-value", "is empty") if value is None else _named(field, value, rulebook)


def _answered(field: Field, said: Plan | Workload) -> Value | Refusal:
    try:
        return answered(field.attribute, (said.answers or {})[field.name])
    except PlanError as error:
        return _refusal(error.problems[0])


def stated_id(cell: Any) -> str | Refusal:
    """The name of a workload, or why it cannot be one."""
    said = _in_a_plan(Entity.WORKLOAD, {ID: cell})
    return said if isinstance(said, Refusal) else said.id


def as_name(cell: Any) -> Any:
    """A whole number as the text that names the same plan; anything else as it is."""
    if isinstance(cell, float | Decimal) and math.isfinite(cell) and cell == int(cell):
        cell = int(cell)
    return str(cell) if isinstance(cell, int) and not isinstance(cell, bool) else cell


def plan_name(cell: Any) -> str | Refusal:
    """The name of a plan, or why it cannot be one."""
    if not isinstance(cell, str):
        return Refusal("not-a-text", f"`{PLAN}` must be a text or a whole number")
    bad = bad_character(cell)
    return Refusal("bad-character", f"`{PLAN}` holds {bad}", "remove it") if bad else cell


def out_of_range(field: Field, number: float) -> Refusal:
    """What `stated` says of a number beyond its limits, at a fraction of the time."""
    assert field.limits is not None
    key = field.place[-1]
    said = int(number) if field.limits.whole else number
    message = f"{quoted(key)} {field.limits.fault(number)}, not {described(said)}"
    return Refusal("out-of-range", message, range_hint(key, said))


def together(said: Mapping[str, Any]) -> Refusal | None:
    """Why a workload cannot say some things together, by their columns; None when it can."""
    data: dict[str, Any] = {}
    for name, cell in said.items():
        _put(data, WORKLOAD_PLACES[name], cell)
    found = _in_a_plan(Entity.WORKLOAD, data, complete=True)
    return found if isinstance(found, Refusal) else None


def _in_a_plan(of: Entity, said: dict[str, Any], *, complete: bool = False) -> Any:
    """The plan or the workload that says so, or why none can."""
    if of is Entity.WORKLOAD and "intended" in said and not complete:
        said = {"intended": _beside_any(said["intended"])}
    workload = {ID: _ANY, **said} if of is Entity.WORKLOAD else {ID: _ANY}
    data = {"workloads": [workload], **(said if of is Entity.PLAN else {})}
    try:
        plan = plan_from_dict(data)
    except PlanError as error:
        return _refusal(error.problems[0])
    return plan if of is Entity.PLAN else plan.workloads[0]


def _beside_any(said: dict[str, Any]) -> dict[str, Any]:
    """The same with a name for every other field that must be stated along with it."""
    required = (name for name, field in Intended.model_fields.items() if field.is_required())
    return {**dict.fromkeys(required, _ANY), **said}


def _refusal(problem: Problem) -> Refusal:
    return Refusal(problem.code, problem.message, problem.hint)


def _nested(place: Place, cell: Any) -> dict[str, Any]:
    data: dict[str, Any] = {}
    _put(data, place, cell)
    return data


def _put(data: dict[str, Any], place: Place, cell: Any) -> None:
    for key in place[:-1]:
        data = data.setdefault(key, {})
    data[place[-1]] = cell


def _members(cell: Any) -> Any:
    if isinstance(cell, str):
        return [member.strip() for member in cell.split(SEPARATOR)]
    return list(cell) if isinstance(cell, Sequence) else cell


def _named(field: Field, value: Value, rulebook: Rulebook) -> Value | Refusal:
    table = CATALOGUED.get(field.name)
    if table is None:
        return value
    try:
        return rulebook.catalog.find(table, str(value)).id
    except UsageError as error:
        return _refusal(error.problems[0])
