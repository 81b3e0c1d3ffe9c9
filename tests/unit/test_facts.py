from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from rackwright.facts.load import load_plan, plan_from_dict
from rackwright.facts.plan import Plan
from rackwright.facts.schema import PLAN_SCHEMA_ID, plan_schema
from rackwright.facts.workload import Workload

EXAMPLES = Path(__file__).parents[2] / "examples"


def plan_of(**fields: Any) -> Plan:
    return plan_from_dict({"workloads": [{"id": "assistant", **fields}]})


def facts_of(plan: Plan) -> dict[tuple[str, str], Any]:
    return {(subject, attribute): value for subject, attribute, value, _ in plan.facts()}


def test_a_plan_that_says_nothing_has_no_facts() -> None:
    assert list(plan_of().facts()) == []


def test_facts_name_their_subject_and_their_place_in_the_plan() -> None:
    plan = plan_from_dict(
        {
            "currency": "TWD",
            "horizon_months": 36,
            "facility": {"circuit_amps": 20},
            "organization": {"clear_use_case": True},
            "workloads": [
                {"id": "a", "stage": "inference"},
                {"id": "b", "intended": {"device": "H100", "count": 8}},
            ],
        }
    )

    assert list(plan.facts()) == [
        ("plan", "currency", "TWD", "currency"),
        ("plan", "horizon_months", 36.0, "horizon_months"),
        ("plan", "circuit_amps", 20.0, "facility.circuit_amps"),
        ("plan", "clear_use_case", True, "organization.clear_use_case"),
        ("a", "stage", "inference", "workloads[0].stage"),
        ("b", "intended_device", "H100", "workloads[1].intended.device"),
        ("b", "intended_count", 8.0, "workloads[1].intended.count"),
    ]


def test_numbers_of_facts_are_floating_and_truth_values_stay_truth_values() -> None:
    facts = facts_of(plan_of(context_tokens=4096, gradient_checkpointing=False))

    assert type(facts["assistant", "context_tokens"]) is float
    assert facts["assistant", "gradient_checkpointing"] is False


def test_frameworks_come_in_the_order_of_the_vocabulary_and_once_each() -> None:
    facts = facts_of(plan_of(frameworks=["onnx", "pytorch", "onnx"]))

    assert facts["assistant", "frameworks"] == ("pytorch", "onnx")


def test_user_regions_are_joined_into_one_text() -> None:
    assert facts_of(plan_of(user_regions=["Taipei", "東京"])) == {
        ("assistant", "user_regions"): "Taipei, 東京"
    }


def test_parameters_and_quotes_are_no_facts() -> None:
    quote = {"name": "Azure", "deployment": "cloud", "items": {"compute": 1}}
    plan = plan_from_dict(
        {"workloads": [{"id": "a", "quotes": [quote]}], "parameters": {"own_min_months": 12}}
    )

    assert list(plan.facts()) == []
    assert plan.parameters == {"own_min_months": 12.0}


def test_a_plan_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        plan_of().workloads[0].stage = "training"  # type: ignore[misc]


def test_a_plan_shows_only_what_was_stated() -> None:
    assert repr(plan_of(stage="inference").workloads[0]) == (
        "Workload(id='assistant', stage='inference')"
    )


def test_amounts_are_exact_and_included_stays_a_word() -> None:
    items = {"compute": 0.1, "power": "included", "staff": 1800000}
    quote = plan_of(quotes=[{"name": "Azure", "deployment": "cloud", "items": items}])

    stated = quote.workloads[0].quotes[0].items
    assert (stated.compute, stated.power, stated.staff) == (Decimal("0.1"), "included", 1800000)
    assert (stated.get("power"), stated.get("licences"), stated.get("model_dump")) == (
        "included",
        None,
        None,
    )


def test_a_null_says_as_little_as_leaving_a_field_out() -> None:
    plan = plan_from_dict(
        {"facility": None, "parameters": None, "workloads": [{"id": "a", "quotes": None}]}
    )

    assert plan == plan_from_dict({"workloads": [{"id": "a"}]})


@pytest.mark.parametrize("word", ["yes", True])
def test_yes_counts_as_true(word: object) -> None:
    assert plan_of(business_critical=word).workloads[0].business_critical is True


def test_no_counts_as_false() -> None:
    assert plan_of(business_critical="no").workloads[0].business_critical is False


def test_a_whole_number_may_be_written_with_a_point() -> None:
    layers = plan_of(layers=32.0).workloads[0].layers

    assert layers == 32
    assert type(layers) is int


def test_a_part_may_be_as_large_as_its_whole() -> None:
    workload = plan_of(parameters_b=70, active_parameters_b=70).workloads[0]

    assert workload.active_parameters_b == workload.parameters_b


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    plan = plan_of(layers=numpy.int64(32), utilization=numpy.float32(0.5))

    assert (plan.workloads[0].layers, plan.workloads[0].utilization) == (32, 0.5)


def test_models_made_in_python_fit_into_a_plan() -> None:
    plan = plan_from_dict({"workloads": [Workload(id="a", stage="training")]})

    assert facts_of(plan) == {("a", "stage"): "training"}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_example_survives_being_written_out_and_read_again(path: Path) -> None:
    plan = load_plan(path)

    assert plan_from_dict(plan.model_dump(mode="json", exclude_none=True)) == plan


def test_the_reference_example_states_the_three_totals() -> None:
    (workload,) = load_plan(EXAMPLES / "reference-4xa100.yaml").workloads
    totals = {
        quote.name: sum(
            amount
            for item in type(quote.items).model_fields
            if isinstance(amount := quote.items.get(item), Decimal)
        )
        for quote in workload.quotes
    }

    assert totals == {"Purchase": 6_420_000, "Azure": 8_280_000, "AWS": 7_620_000}


def test_the_office_example_has_the_circuit_and_the_rack_of_the_policy() -> None:
    facts = facts_of(load_plan(EXAMPLES / "dgx-in-the-office.yaml"))

    assert facts["plan", "circuit_amps"] * facts["plan", "circuit_volts"] == 4400
    assert (facts["plan", "rack_power_kw"], facts["plan", "rack_cooling_kw"]) == (6, 6)
    assert facts["training", "intended_count"] == 8


def test_the_schema_has_an_id_and_closes_every_object() -> None:
    schema = plan_schema()
    shapes = [schema, *schema["$defs"].values()]

    assert schema["$id"] == PLAN_SCHEMA_ID
    assert all(shape["additionalProperties"] is False for shape in shapes)
    assert all(shape["description"].count("\n") <= 2 for shape in shapes)


def test_the_schema_describes_every_field_and_states_bounds() -> None:
    schema = plan_schema()
    shapes = [schema, *schema["$defs"].values()]
    fields = [field for shape in shapes for field in shape["properties"].values()]

    assert all(field["description"] for field in fields)
    utilization = schema["$defs"]["Workload"]["properties"]["utilization"]["anyOf"][0]
    assert utilization == {"maximum": 1, "minimum": 0, "type": "number"}
    assert schema["$defs"]["Facility"]["properties"]["circuit_phases"]["anyOf"][0]["enum"] == [1, 3]
