"""What a plan may say about numbers that are not sure, and how it is told what is wrong."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from rackwright.changes import changed_plan
from rackwright.errors import PlanError, Problem
from rackwright.facts.load import parse_plan, plan_from_dict
from rackwright.facts.plan import Plan
from rackwright.facts.uncertain import MAX_ENTRIES, Of, Target, limits_of, target_of
from rackwright.records import PLAN_SUBJECT

VOCABULARY = Path(__file__).parents[2] / "rules" / "vocabulary.toml"
ONE_OF_A_FEW = {"circuit_phases"}
RANGE = {"low": 0.4, "high": 0.8}


def plan_of(uncertain: Any, **fields: Any) -> Plan:
    workload = {"id": "assistant", **fields}
    return plan_from_dict({"workloads": [workload], "uncertain": uncertain})


def problems_of(uncertain: Any, **fields: Any) -> tuple[Problem, ...]:
    with pytest.raises(PlanError) as caught:
        plan_of(uncertain, **fields)
    problems: tuple[Problem, ...] = caught.value.problems
    return problems


def problem_of(uncertain: Any, **fields: Any) -> Problem:
    (problem,) = problems_of(uncertain, **fields)
    return problem


@pytest.mark.parametrize(
    ("said", "span"),
    [
        ({"low": 0.4, "high": 0.8}, (0.4, 0.8)),
        ({"low": 0.4, "mode": 0.5, "high": 0.8}, (0.4, 0.8)),
        ({"mean": 0.5, "deviation": 0.1}, (float("-inf"), float("inf"))),
        ({"mean": 0.5, "deviation": 0}, (0.5, 0.5)),
        ({"samples": [0.6, 0.4, 0.5]}, (0.4, 0.6)),
        ({"low": 0.5, "high": 0.5}, (0.5, 0.5)),
    ],
)
def test_a_number_may_be_given_in_each_form(said: Any, span: tuple[float, float]) -> None:
    plan = plan_of({"assistant.utilization": said})

    assert plan.uncertain is not None
    assert plan.uncertain["assistant.utilization"].span == span


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"low": 0.4},
        {"mode": 0.5},
        {"mean": 0.5},
        {"low": 0.4, "high": 0.8, "mean": 0.5},
        {"samples": [0.5], "low": 0.4},
    ],
)
def test_a_form_that_is_none_is_refused(said: Any) -> None:
    assert problem_of({"assistant.utilization": said}).code == "bad-distribution"


@pytest.mark.parametrize(
    "said", [{"low": 0.8, "high": 0.4}, {"low": 0.4, "mode": 0.9, "high": 0.8}]
)
def test_a_range_must_be_in_order(said: Any) -> None:
    assert problem_of({"assistant.utilization": said}).code == "not-in-order"


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("assistant.utilization", Target(Of.FACT, "assistant", "utilization")),
        ("utilization", Target(Of.FACT, "assistant", "utilization")),
        ("assistant.intended_count", Target(Of.FACT, "assistant", "intended_count")),
        ("electricity_price", Target(Of.FACT, PLAN_SUBJECT, "electricity_price")),
        ("facility.electricity_price", Target(Of.FACT, PLAN_SUBJECT, "electricity_price")),
        ("parameters.own_min_months", Target(Of.PARAMETER, "", "own_min_months")),
        ("prices.l40s.purchase", Target(Of.PRICE, "l40s", "purchase")),
        (
            "prices.A100 80 GB (PCIe).cloud_hour",
            Target(Of.PRICE, "A100 80 GB (PCIe)", "cloud_hour"),
        ),
        ("assistant.quotes.Azure.compute", Target(Of.QUOTE, "assistant", "compute", "Azure")),
        ("assistant.quotes.azure.months", Target(Of.QUOTE, "assistant", "months", "Azure")),
        ("assistant.quotes.AWS.compute", None),
        ("assistant.quotes.Azure.currency", None),
        ("training.utilization", None),
        ("assistant.size", None),
        ("parameters.", None),
        ("prices.l40s", None),
    ],
)
def test_a_name_stands_for_a_number(name: str, target: Target | None) -> None:
    assert target_of(name, {"assistant": ["Azure", "Rack & co. 2"]}) == target


def test_the_attribute_of_a_workload_needs_its_workload_when_there_are_several() -> None:
    assert target_of("utilization", {"assistant": [], "training": []}) is None


def test_a_workload_may_be_called_like_a_section() -> None:
    assert target_of("prices.utilization", {"prices": []}) == Target(
        Of.FACT, "prices", "utilization"
    )


def test_an_item_of_a_quote_names_the_nearest() -> None:
    quote = {"name": "Azure", "deployment": "cloud", "items": {"compute": 1}}

    problem = problem_of({"assistant.quotes.Azure.computer": RANGE}, quotes=[quote])

    assert problem.hint == "did you mean `assistant.quotes.Azure.compute`?"


def test_an_item_of_a_quote_is_money() -> None:
    quote = {"name": "Azure", "deployment": "cloud", "items": {"compute": 1}}
    said = {"low": -1, "high": 5}

    problem = problem_of({"assistant.quotes.Azure.compute": said}, quotes=[quote])

    assert problem.code == "out-of-range"


@pytest.mark.parametrize("of", ["plan", "workload"])
def test_every_number_that_a_plan_may_state_may_be_uncertain(of: str) -> None:
    known = tomllib.loads(VOCABULARY.read_text(encoding="utf-8"))
    subject = PLAN_SUBJECT if of == "plan" else "assistant"
    stated = {
        name: attribute["type"] == "number"
        for name, attribute in known.items()
        if (attribute["scope"], attribute["of"]) == ("given", of) and "question" in attribute
    }

    bounded = {name: limits_of(Target(Of.FACT, subject, name)) is not None for name in stated}

    assert bounded == {name: number and name not in ONE_OF_A_FEW for name, number in stated.items()}


@pytest.mark.parametrize(
    ("name", "said", "message", "hint"),
    [
        (
            "assistant.utilization",
            {"low": 0.4, "high": 80},
            "`high` of `assistant.utilization` must be at most 1, not `80`",
            "80 % is written `0.8`",
        ),
        (
            "pue",
            {"samples": [1.2, 0.9]},
            "entry 1 of `samples` of `pue` must be at least 1, not `0.9`",
            "give it as a ratio from 1",
        ),
        (
            "assistant.concurrency",
            {"low": 0, "high": 5},
            "`low` of `assistant.concurrency` must be more than 0, not `0`",
            "",
        ),
        (
            "assistant.context_tokens",
            {"low": 1.5, "high": 5},
            "`low` of `assistant.context_tokens` must be a whole number, not `1.5`",
            "give it in tokens",
        ),
        (
            "parameters.own_min_months",
            {"mean": -1, "deviation": 2},
            "`mean` of `parameters.own_min_months` must be at least 0, not `-1`",
            "give it in months",
        ),
        (
            "assistant.utilization",
            {"mean": 0.5, "deviation": 2},
            "`deviation` of `assistant.utilization` is wider than all that the number may be",
            "give `low` and `high` instead",
        ),
    ],
)
def test_a_value_out_of_bounds_is_named(name: str, said: Any, message: str, hint: str) -> None:
    problem = problem_of({name: said})

    assert (problem.message, problem.hint) == (message, hint)


def test_the_mean_of_a_whole_number_need_not_be_whole() -> None:
    assert plan_of({"assistant.context_tokens": {"mean": 4096.5, "deviation": 10}}).uncertain


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("assistant.utilisation", "did you mean `assistant.utilization`?"),
        ("asistant.utilization", "did you mean `assistant.utilization`?"),
        ("electricityprice", "did you mean `electricity_price`?"),
    ],
)
def test_an_unknown_number_names_the_nearest(name: str, hint: str) -> None:
    problem = problem_of({name: RANGE})

    assert (problem.code, problem.hint) == ("unknown-number", hint)


@pytest.mark.parametrize(
    "name", ["assistant.stage", "circuit_phases", "currency", "redundant_feeds"]
)
def test_what_is_no_number_cannot_be_uncertain(name: str) -> None:
    assert problem_of({name: {"samples": [1]}}).code == "not-numeric"


def test_one_number_is_said_to_be_uncertain_once() -> None:
    problem = problem_of({"pue": {"samples": [1.2]}, "facility.pue": {"samples": [1.3]}})

    assert problem.code == "said-twice"


@pytest.mark.parametrize(
    ("uncertain", "stated"),
    [
        ({"active_parameters_b": {"low": 3, "high": 9}}, {"parameters_b": 8}),
        ({"parameters_b": {"low": 3, "high": 9}}, {"active_parameters_b": 4}),
        ({"parameters_b": {"mean": 8, "deviation": 1}}, {"active_parameters_b": 4}),
        ({"layers": {"samples": [8]}, "sliding_window_layers": {"samples": [9]}}, {}),
    ],
)
def test_a_part_never_exceeds_its_whole(uncertain: Any, stated: Any) -> None:
    assert problem_of(uncertain, **stated).code == "part-exceeds-whole"


def test_a_part_may_vary_below_its_whole() -> None:
    assert plan_of({"active_parameters_b": {"low": 3, "high": 8}}, parameters_b=8).uncertain


def test_everything_that_is_wrong_is_told_at_once_with_its_line() -> None:
    text = """
workloads:
  - {id: assistant, stage: guessing}
uncertain:
  assistant.utilization: {low: 0.4, higher: 0.8}
  assistant.concurency: {low: 5, high: 8}
  pue:
  electricity_price: {low: "3", high: 5}
"""
    with pytest.raises(PlanError) as caught:
        parse_plan(text, "plan.yaml")

    found = [(p.code, p.where) for p in caught.value.problems]
    assert found == [
        ("unknown-value", "plan.yaml:3: workloads[0].stage"),
        ("unknown-field", "plan.yaml:5: uncertain[`assistant.utilization`].higher"),
        ("unknown-number", "plan.yaml:6: uncertain[`assistant.concurency`]"),
        ("missing-value", "plan.yaml:7: uncertain.pue"),
        ("not-a-number", "plan.yaml:8: uncertain.electricity_price.low"),
    ]


@pytest.mark.parametrize("uncertain", [[1], "pue", 3])
def test_the_section_is_a_mapping(uncertain: Any) -> None:
    assert problem_of(uncertain).code == "not-a-mapping"


def test_there_is_a_most_to_what_may_be_uncertain() -> None:
    entries = {f"parameters.p{at}": RANGE for at in range(MAX_ENTRIES + 1)}

    assert problem_of(entries).message == "`uncertain` must have at most 64 entries"


@pytest.mark.parametrize("uncertain", [None, {}])
def test_nothing_uncertain_is_the_same_as_no_section(uncertain: Any) -> None:
    assert plan_of(uncertain) == plan_from_dict({"workloads": [{"id": "assistant"}]})


def test_a_plan_made_by_a_program_is_checked_too() -> None:
    with pytest.raises(ValidationError, match="there is no number `size`"):
        Plan.model_validate({"workloads": [{"id": "a"}], "uncertain": {"size": RANGE}})


def test_a_changed_plan_keeps_what_is_uncertain() -> None:
    plan = plan_of({"assistant.utilization": RANGE, "pue": {"samples": [1.2, 1.4]}})

    assert changed_plan(plan, {"assistant.concurrency": 5}).uncertain == plan.uncertain
