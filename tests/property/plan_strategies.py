"""Generators of plans that state any of what users may state, near the thresholds of the rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from rackwright.facts.load import plan_from_dict
from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES, Place
from rackwright.facts.plan import Plan
from rackwright.facts.quote import QuoteItems
from rackwright.facts.workload import WHOLES
from rackwright.rulebook.model import Attribute, Kind, Rulebook

Strategy = st.SearchStrategy[Any]

IDS = ("assistant", "tuning", "archive")
REGIONS = st.sampled_from(("Taiwan", "Japan", "Europe"))
NUDGES = (1.0, 1 + 1e-14, 1 - 1e-14, 1 + 1e-9, 1 - 1e-9, 0.5, 2.0)
"""What a threshold is multiplied with: equal to it for rules, close to it, and far away."""
TYPICAL = ("stage", "model", "concurrency", "utilization", "duration_months")


def random_plans(rulebook: Rulebook) -> st.SearchStrategy[Plan]:
    """Plans of one to three workloads over everything that the vocabulary lets a user state."""
    workloads = st.lists(_workloads(rulebook), min_size=1, max_size=len(IDS))
    whole = _stated(rulebook, PLAN_PLACES, ())
    return st.builds(_plan, whole, workloads)


def _plan(whole: dict[Place, Any], workloads: list[dict[Place, Any]]) -> Plan:
    named = [{"id": id_, **_nested(said)} for id_, said in zip(IDS, workloads, strict=False)]
    return plan_from_dict({**_nested(whole), "workloads": named})


def _workloads(rulebook: Rulebook) -> Strategy:
    """Workloads of which anything or nothing is stated, and ones that state what most plans do."""
    anything, typical = (_stated(rulebook, WORKLOAD_PLACES, required) for required in ((), TYPICAL))
    quotes = st.lists(_quotes(), max_size=2, unique_by=lambda quote: quote["name"])
    return st.tuples(anything | typical, st.just([]) | quotes).map(
        lambda pair: {**_consistent(pair[0]), ("quotes",): pair[1]}
    )


def _stated(rulebook: Rulebook, places: Mapping[str, Place], required: tuple[str, ...]) -> Strategy:
    fields = {
        place: _values(rulebook, rulebook.vocabulary[name], _schema(name))
        for name, place in places.items()
    }
    always = {places[name]: fields.pop(places[name]) for name in required}
    return st.fixed_dictionaries(always, optional=fields)


def _nested(said: Mapping[Place, Any]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for place, value in said.items():
        inner = data
        for key in place[:-1]:
            inner = inner.setdefault(key, {})
        inner[place[-1]] = value
    return _without_orphans(data)


def _without_orphans(data: dict[str, Any]) -> dict[str, Any]:
    """The same without a count of devices that are not named."""
    intended = data.get("intended", {"device": ""})
    return data if "device" in intended else {k: v for k, v in data.items() if k != "intended"}


def _consistent(said: dict[Place, Any]) -> dict[Place, Any]:
    """The same without parts that are larger than their wholes."""
    too_large = [
        (part,)
        for part, whole in WHOLES.items()
        if said.get((part,), -math.inf) > said.get((whole,), math.inf)
    ]
    return {place: value for place, value in said.items() if place not in too_large}


def _values(rulebook: Rulebook, attribute: Attribute, schema: Mapping[str, Any]) -> Strategy:
    if attribute.name == "model":
        return st.sampled_from(sorted(rulebook.catalog.tables["models"]))
    if attribute.name == "user_regions":
        return st.lists(REGIONS, min_size=1, max_size=2)
    if attribute.kind is Kind.NUMBER:
        return _numbers(rulebook, attribute, schema)
    values = st.sampled_from(tuple(attribute.values) or ("",))
    return {
        Kind.BOOLEAN: st.booleans(),
        Kind.SYMBOL: values,
        Kind.SET: st.lists(values, min_size=1, unique=True),
        Kind.TEXT: REGIONS,
    }[attribute.kind]


def _numbers(rulebook: Rulebook, attribute: Attribute, schema: Mapping[str, Any]) -> Strategy:
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    parameters = rulebook.parameters.values()
    near = [p.value * nudge for p in parameters if p.unit == attribute.unit for nudge in NUDGES]
    least, most = _limits(schema)
    anywhere = st.floats(math.log(max(least, 1e-3)), math.log(most)).map(math.exp)
    numbers = st.sampled_from(near) | anywhere if near else anywhere
    whole = schema["type"] == "integer"
    return numbers.map(lambda n: min(max(round(n) if whole else n, least), most))


def _limits(schema: Mapping[str, Any]) -> tuple[float, float]:
    above = 1 if schema["type"] == "integer" else 1e-3
    return schema.get("minimum", above), schema["maximum"]


def _quotes() -> Strategy:
    cost = st.just("included") | st.floats(0, 1e9)
    items = st.fixed_dictionaries({"compute": cost}, optional=_all(QuoteItems.model_fields, cost))
    return st.fixed_dictionaries(
        {
            "name": st.sampled_from(("Azure", "dealer", "landlord")),
            "deployment": st.sampled_from(("own", "cloud", "hosted")),
            "items": items,
        },
        optional={
            "currency": st.sampled_from(("TWD", "USD")),
            "months": st.sampled_from((12, 36, 0.5)),
        },
    )


def _all(names: Mapping[str, object], strategy: Strategy) -> dict[str, Strategy]:
    return {name: strategy for name in names if name != "compute"}


def _schema(attribute: str) -> Mapping[str, Any]:
    """What the plan's schema allows for an attribute."""
    definitions = [_SCHEMA, *_SCHEMA["$defs"].values()]
    name = (PLAN_PLACES.get(attribute) or WORKLOAD_PLACES[attribute])[-1]
    owner = "Intended" if attribute.startswith("intended_") else None
    found = _SCHEMA["$defs"][owner] if owner else _first_with(definitions, name)
    field: Mapping[str, Any] = found["properties"][name]
    return next((kind for kind in field.get("anyOf", ()) if kind.get("type") != "null"), field)


def _first_with(definitions: list[Mapping[str, Any]], name: str) -> Mapping[str, Any]:
    return next(found for found in definitions if name in found.get("properties", ()))


_SCHEMA: Mapping[str, Any] = Plan.model_json_schema()
