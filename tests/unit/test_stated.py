"""What the user said, as frames."""

from __future__ import annotations

from typing import Any

import pytest

from rackwright import Plan, PlanError, advise, advise_many, plan_from_dict
from rackwright.errors import Problem
from rackwright.knowledge import default_rules
from rackwright.records import Calculated, Catalogued, Given
from rackwright.rulebook.overrides import with_parameters
from rackwright.stated import put_model_shapes, stated_frames
from rackwright.uncertainty import inputs_of
from rackwright.uncertainty.draws import drawn

RULES = default_rules()


def plan(**workload: Any) -> Plan:
    return plan_from_dict({"workloads": [{"id": "w", "stage": "inference"} | workload]})


def test_a_named_model_brings_its_shape_with_the_catalogue_row_as_origin() -> None:
    _, workloads = stated_frames(plan(model="meta-llama/Llama-3.1-8B-Instruct"), default_rules())
    put_model_shapes(workloads, default_rules())
    fact = workloads.fact(0, "layers")
    assert fact is not None
    assert (fact.value, fact.origin) == (32.0, Catalogued("models/llama_3_1_8b"))


def test_what_the_user_says_of_a_named_model_stands() -> None:
    _, workloads = stated_frames(plan(model="Llama-3.1-8B", parameters_b=9.0), default_rules())
    put_model_shapes(workloads, default_rules())
    fact = workloads.fact(0, "parameters_b")
    assert fact is not None
    assert (fact.value, fact.origin) == (9.0, Given("workloads[0].parameters_b"))


def test_a_model_of_similar_size_stands_in_when_only_the_size_is_known() -> None:
    advice = advise(plan(model_family="language", parameters_b=33.0))
    stand_in = advice.assessment.fact("w", "stand_in_model")
    assert stand_in is not None
    assert stand_in.value == "qwen2_5_32b"
    assert stand_in.origin == Calculated("nearest_model_by_size", ("w.parameters_b",))
    assert advice.assessment.value("w", "kv_cache_gib") is not None


@pytest.mark.parametrize(
    ("workload", "where", "hint"),
    [
        ({"model": "Llama-3.1-8Q"}, "workloads[0].model", "Llama"),
        ({"intended": {"device": "H1000 SXM"}}, "workloads[0].intended.device", "H100"),
    ],
)
def test_a_name_that_the_catalogue_lacks_is_refused_with_the_nearest(
    workload: dict[str, Any], where: str, hint: str
) -> None:
    with pytest.raises(PlanError) as caught:
        advise(plan(**workload))
    (problem,) = caught.value.problems
    assert problem.where == where
    assert hint in problem.hint


def test_an_unknown_parameter_is_refused_with_the_nearest() -> None:
    with pytest.raises(PlanError, match="own_min_utilization"):
        with_parameters(default_rules(), {"own_min_utilisation": 0.5})


OUT_OF_BOUNDS = [
    ("own_min_utilization", 60, "must be at most 1, not `60`", "60 % is written `0.6`"),
    ("hours_per_month", 0, "must be more than 0, not `0`", "the rules have `730`"),
    ("hours_per_month", 8760, "must be at most 744, not `8760`", "the rules have `730`"),
    ("twd_per_usd", 0, "must be more than 0, not `0`", "the rules have `32`"),
    ("pue_default", 0.5, "must be at least 1, not `0.5`", "the rules have `1.54`"),
]


@pytest.mark.parametrize(("name", "value", "message", "hint"), OUT_OF_BOUNDS)
def test_a_plans_own_parameter_keeps_to_its_bounds(
    name: str, value: float, message: str, hint: str
) -> None:
    stated = plan_from_dict({"workloads": [{"id": "w"}], "parameters": {name: value}})
    told = Problem("out-of-range", f"`{name}` {message}", f"parameters.{name}", hint)

    with pytest.raises(PlanError) as caught:
        advise(stated)

    assert caught.value.problems == (told,)


@pytest.mark.parametrize(("name", "value", "message", "hint"), OUT_OF_BOUNDS)
def test_a_parameter_keeps_to_its_bounds_in_a_what_if(
    name: str, value: float, message: str, hint: str
) -> None:
    advice = advise(plan())

    with pytest.raises(PlanError) as caught:
        advice.what_if({f"parameters.{name}": value})

    assert caught.value.problems[0].where == f"parameters.{name}"


@pytest.mark.parametrize(("name", "value", "message", "hint"), OUT_OF_BOUNDS)
def test_each_number_of_an_uncertain_parameter_keeps_to_its_bounds(
    name: str, value: float, message: str, hint: str
) -> None:
    said = {"samples": [default_rules().parameters[name].value, value]}
    data = {"workloads": [{"id": "w"}], "uncertain": {f"parameters.{name}": said}}

    with pytest.raises(PlanError) as caught:
        advise(plan_from_dict(data))

    (problem,) = caught.value.problems
    assert problem.where == f"uncertain[`parameters.{name}`].samples[1]"
    assert problem.message == f"entry 1 of `samples` of `parameters.{name}` {message}"
    assert problem.hint == hint


def test_each_plan_of_many_keeps_to_the_bounds_of_parameters() -> None:
    workload = {"id": "w", "stage": "inference", "model": "Llama-3.1-8B"}
    plans = [
        plan_from_dict({"workloads": [workload]}),
        plan_from_dict({"workloads": [workload], "parameters": {"own_min_utilization": 60}}),
    ]

    (rejected,) = advise_many(plans, on_error="reject").rejected

    assert (rejected.row, rejected.column, rejected.code) == (1, "parameters", "out-of-range")
    assert rejected.hint == "60 % is written `0.6`"


def test_draws_of_a_parameter_stay_within_its_bounds() -> None:
    said = {"parameters.own_min_utilization": {"mean": 0.95, "deviation": 0.3}}
    inputs = inputs_of(plan_from_dict({"workloads": [{"id": "w"}], "uncertain": said}), RULES)

    draws = drawn(inputs, 1_000, 0)["parameters/own_min_utilization"]

    assert 0.9 < draws.max() <= 1.0


def test_every_parameter_of_the_rules_has_bounds() -> None:
    assert [p.name for p in RULES.parameters.values() if p.limits.least < 0] == []
    fractions = [p for p in RULES.parameters.values() if p.unit == "fraction"]
    assert {p.limits.most for p in fractions} == {1}


def test_a_plans_own_parameter_changes_the_decision_and_its_source() -> None:
    data: dict[str, Any] = {
        "workloads": [
            {
                "id": "w",
                "utilization": 0.5,
                "duration_months": 24,
                "stage": "inference",
                "model": "Llama-3.1-8B",
            }
        ]
    }
    assert advise(plan_from_dict(data)).workloads["w"]["payback_rule"] == "own_does_not_pay"
    data["parameters"] = {"own_min_utilization": 0.4}
    advice = advise(plan_from_dict(data))
    assert advice.workloads["w"]["payback_rule"] == "own_pays"
    assert advice.assessment.rulebook.parameters["own_min_utilization"].sources == ("plan",)


def test_the_same_parameters_give_the_same_rules() -> None:
    rules, values = default_rules(), {"own_min_utilization": 0.5, "pue_default": 1.3}
    half = with_parameters(rules, values)

    assert with_parameters(rules, dict(reversed(values.items()))) is half
    assert with_parameters(rules, {"pue_default": 1.3}) is not half
    assert half.parameters["own_min_utilization"].value == 0.5
