"""Whatever is given as a plan is a plan or a `PlanError`, and a plan survives being written out."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rackwright.errors import PlanError
from rackwright.facts.facility import Facility
from rackwright.facts.load import parse_plan, plan_from_dict
from rackwright.facts.organization import Organization
from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES
from rackwright.facts.plan import Plan
from rackwright.facts.quote import Quote, QuoteItems
from rackwright.facts.workload import Intended, Workload

MODELS = (Plan, Facility, Organization, Workload, Intended, Quote, QuoteItems)
FIELDS = sorted({name for model in MODELS for name in model.model_fields})
WORDS = ("inference", "pytorch", "included", "yes", "no", "own", "plan", "TWD", "bf16", "5", "7 GB")
untimed = settings(deadline=None)

singles = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.decimals(),
    st.complex_numbers(),
    st.dates(),
    st.binary(max_size=4),
    st.text(max_size=8),
    st.sampled_from(WORDS),
)
keys = st.one_of(st.sampled_from(FIELDS), st.text(max_size=8), st.integers(), st.none())


def _grown(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.lists(parts, max_size=4),
        st.tuples(parts),
        st.frozensets(st.text(max_size=3), max_size=3),
        st.dictionaries(keys, parts, max_size=5),
    )


garbage = st.recursive(singles, _grown, max_leaves=12)
near_workloads = st.fixed_dictionaries(
    {"id": st.sampled_from(("a", "b", "plan", ""))},
    optional={name: garbage for name in Workload.model_fields if name != "id"},
)
near_plans = st.fixed_dictionaries(
    {"workloads": st.lists(near_workloads, max_size=3)},
    optional={
        "facility": st.fixed_dictionaries(
            {}, optional=dict.fromkeys(Facility.model_fields, garbage)
        ),
        "parameters": garbage,
        "organization": garbage,
        "horizon_months": garbage,
        "naem": garbage,
    },
)


def outcome(read: Callable[[Any], Plan], given: Any) -> Plan | PlanError:
    try:
        return read(given)
    except PlanError as error:
        return error


def codes(found: Plan | PlanError) -> list[str]:
    return [problem.code for problem in found.problems] if isinstance(found, PlanError) else []


def check(found: Plan | PlanError) -> None:
    if isinstance(found, Plan):
        assert all(is_fact(*fact) for fact in found.facts())
    else:
        assert 1 <= len(found.problems) <= 21
        assert "unusable-value" not in codes(found)
        assert not any("\n" in str(problem) for problem in found.problems)


def is_fact(subject: str, attribute: str, value: object, where: str) -> bool:
    places = PLAN_PLACES if subject == "plan" else WORKLOAD_PLACES
    named = attribute in places and where.endswith(".".join(places[attribute]))
    plain = isinstance(value, bool | float | str | tuple)
    return named and plain


@untimed
@given(garbage)
def test_any_data_is_a_plan_or_a_plan_error(data: Any) -> None:
    check(outcome(plan_from_dict, data))


@untimed
@given(near_plans)
def test_data_shaped_like_a_plan_is_a_plan_or_a_plan_error(data: Any) -> None:
    check(outcome(plan_from_dict, data))


any_characters = st.characters(exclude_categories=())


@untimed
@given(st.one_of(st.text(any_characters), st.text("{}[]:,-?&*!|>'\"%@` #\n\tab1.e~\\<=")))
def test_any_text_is_a_plan_or_a_plan_error(text: str) -> None:
    check(outcome(parse_plan, text))


numbers = {
    "utilization": st.floats(0, 1),
    "duration_months": st.integers(1, 600),
    "parameters_b": st.floats(0.001, 1000),
    "context_tokens": st.integers(1, 10**6),
    "concurrency": st.floats(0.5, 10**4),
    "dataset_gb": st.floats(0, 10**6),
}
symbols = {
    "stage": st.sampled_from(("training", "inference", "data_preparation")),
    "precision": st.sampled_from(("bf16", "int4")),
    "frameworks": st.lists(st.sampled_from(("jax", "pytorch", "onnx")), min_size=1),
    "business_critical": st.booleans(),
    "model": st.sampled_from(("Llama-3.1-8B", "no", "2026-01-01", "通義", "017")),
    "quotes": st.just(
        [{"name": "Azure", "deployment": "cloud", "items": {"staff": 1.5, "power": "included"}}]
    ),
}
ids = st.from_regex(r"[a-z][a-z0-9_-]{0,20}", fullmatch=True).filter(lambda text: text != "plan")


@st.composite
def plan_data(draw: st.DrawFn) -> dict[str, Any]:
    names = draw(st.lists(ids, min_size=1, max_size=4, unique=True))
    said = st.fixed_dictionaries({}, optional=numbers | symbols)
    return {"workloads": [{"id": name, **draw(said)} for name in names]}


@untimed
@given(plan_data())
def test_a_plan_survives_being_written_out_in_every_way(data: dict[str, Any]) -> None:
    plan = plan_from_dict(data)
    written = plan.model_dump(mode="json", exclude_none=True)

    assert plan_from_dict(written) == plan
    assert parse_plan(json.dumps(written)) == plan
    assert parse_plan(yaml.safe_dump(written, allow_unicode=True)) == plan


@untimed
@given(plan_data())
def test_facts_say_what_the_plan_says_and_nothing_else(data: dict[str, Any]) -> None:
    said = {(w["id"], n) for w in data["workloads"] for n in w if n not in ("id", "quotes")}

    assert {(subject, name) for subject, name, *_ in plan_from_dict(data).facts()} == said


no_numbers = st.sampled_from(("5", True, -1, float("inf")))


@untimed
@given(plan_data(), st.sampled_from(sorted(numbers)), no_numbers)
def test_a_number_is_never_taken_from_something_else(
    data: dict[str, Any], field: str, value: object
) -> None:
    data["workloads"][0][field] = value

    assert codes(outcome(plan_from_dict, data)) in (
        ["not-a-number"],
        ["not-finite"],
        ["out-of-range"],
    )


@untimed
@given(plan_data(), st.sampled_from(FIELDS), st.integers(0, 30), st.sampled_from("xyz"))
def test_a_misspelt_field_is_always_refused(
    data: dict[str, Any], field: str, at: int, letter: str
) -> None:
    data["workloads"][0][field[:at] + letter + field[at:]] = 1

    assert codes(outcome(plan_from_dict, data)) == ["unknown-field"]
