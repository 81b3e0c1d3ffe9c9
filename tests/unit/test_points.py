"""Numbers that a plan states only as a range: what is taken for them, and how that is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from rackwright import Advice, Plan, PlanError, advise, advise_many, plan_from_dict
from rackwright.cli import app
from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES
from rackwright.facts.points import COUNTED, points_of
from rackwright.facts.uncertain import Of, Target, limits_of
from rackwright.knowledge import default_rules
from rackwright.records import PLAN_SUBJECT, Entity, Form, Given, Ranged
from rackwright.rulebook.model import Kind
from rackwright.uncertainty import DecisionSpread, Share, Spread, doubts_of

RULES = default_rules()
WORKLOAD = {
    "id": "a",
    "stage": "inference",
    "model": "Llama-3.1-8B",
    "context_tokens": 4096,
    "utilization": 0.7,
    "duration_months": 36,
}
QUOTE = {"name": "AWS", "deployment": "cloud", "items": {"compute": 500_000}}
CONCURRENCY = {"a.concurrency": {"low": 200, "high": 1200}}
EVERY_KIND = {
    **CONCURRENCY,
    "electricity_price": {"mean": 4.6, "deviation": 0.2},
    "a.quotes.AWS.licences": {"samples": [1_000, 9_000, 2_000]},
    "a.quotes.AWS.months": {"low": 10, "mode": 12, "high": 30},
    "parameters.own_min_months": {"low": 20, "high": 30},
    "prices.rtx_a6000.purchase": {"low": 5_000, "high": 6_000},
}


def plan_of(uncertain: Any = None, **fields: Any) -> Plan:
    workload = WORKLOAD | {"quotes": [QUOTE]} | fields
    data: dict[str, Any] = {"currency": "TWD", "workloads": [workload]}
    return plan_from_dict(data | ({} if uncertain is None else {"uncertain": uncertain}))


def point(name: str, said: Any, **fields: Any) -> float:
    (found,) = points_of(plan_of({name: said}, **fields))
    return found.value


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module")
def every_kind() -> Advice:
    return advise(plan_of(EVERY_KIND))


# ---------------------------------------------------------------- what is taken


@pytest.mark.parametrize(
    ("name", "said", "taken"),
    [
        ("a.concurrency", {"low": 200, "high": 1200}, 700),
        ("a.concurrency", {"low": 200, "high": 1201}, 700),
        ("a.concurrency", {"low": 0.2, "high": 0.7}, 0.45),
        ("a.concurrency", {"low": 20, "mode": 40, "high": 120}, 40),
        ("a.concurrency", {"mean": 33.3, "deviation": 5}, 33),
        ("a.vector_dimensions", {"mean": 0.3, "deviation": 5}, 1),
        ("a.sliding_window_layers", {"low": 0, "high": 1}, 0),
        ("a.batch_hours", {"low": 1, "high": 2}, 1.5),
        ("a.batch_hours", {"samples": [8, 1, 5]}, 5),
        ("a.batch_hours", {"samples": [8, 1, 5, 6]}, 5),
        ("electricity_price", {"mean": 4.3, "deviation": 0.4}, 4.3),
        ("budget", {"low": 10, "high": 10}, 10),
    ],
)
def test_the_middle_stands_for_what_a_number_may_be(name: str, said: Any, taken: float) -> None:
    assert point(name, said) == taken


def test_what_counts_things_is_known_by_its_unit() -> None:
    vocabulary = RULES.vocabulary
    whole = {
        name
        for name, one in vocabulary.items()
        if one.unit == "count" and (limits := _limits(name)) is not None and not limits.whole
    }
    assert whole == COUNTED


def _limits(name: str) -> Any:
    """What bounds a number that a workload or a plan may state; None for what it may not."""
    if name in WORKLOAD_PLACES:
        return limits_of(Target(Of.FACT, "a", name))
    return limits_of(Target(Of.FACT, PLAN_SUBJECT, name)) if name in PLAN_PLACES else None


def test_a_stated_number_within_its_range_is_taken() -> None:
    advice = advise(plan_of(CONCURRENCY, concurrency=300))

    assert advice.workloads["a"]["concurrency"] == 300
    assert "Stated as ranges" not in advice.to_text()


def test_nothing_is_assumed_about_a_number_stated_as_a_range() -> None:
    advice = advise(plan_of(CONCURRENCY))

    assert advice.workloads["a"]["concurrency"] == 700
    assert "concurrency" not in [one.attribute for one in advice.assumptions]


def test_the_headline_is_an_answer_that_draws_give() -> None:
    advice = advise(plan_of(CONCURRENCY), samples=400)
    spread = advice.spread
    assert spread is not None

    device = advice.workloads["a"]["device"]
    assert device is not None
    assert spread.decision("device").share_of(device) > 0.5
    figure = spread.figure("devices_needed")
    assert figure.low <= advice.workloads["a"]["devices_needed"] <= figure.high  # type: ignore[operator]


def test_a_range_comes_to_the_same_as_its_middle_stated() -> None:
    stated = plan_from_dict(
        {
            "currency": "TWD",
            "facility": {"electricity_price": 4.6},
            "parameters": {"own_min_months": 25},
            "workloads": [
                WORKLOAD
                | {
                    "concurrency": 700,
                    "quotes": [
                        QUOTE | {"months": 12, "items": {"compute": 500_000, "licences": 2_000}}
                    ],
                }
            ],
        }
    )
    ranged = {name: said for name, said in EVERY_KIND.items() if not name.startswith("prices")}

    one, other = advise(stated).assessment, advise(plan_of(ranged)).assessment

    for of in ("plan", "workload", "option", "offer"):
        here, there = getattr(one.frames, of), getattr(other.frames, of)
        assert list(here.subjects) == list(there.subjects)
        assert here.columns.keys() == there.columns.keys()
        for name, column in here.columns.items():
            kind = column.dtype.kind
            assert np.array_equal(column, there.columns[name], equal_nan=kind == "f"), name


def test_what_the_rules_have_is_kept_while_the_range_holds_it() -> None:
    said = {
        "parameters.own_min_utilization": {"low": 0.5, "high": 0.9},
        "prices.l4.purchase": {"low": 70_000, "high": 120_000},
        "parameters.pue_default": {"mean": 1.5, "deviation": 0.1},
    }
    advice = advise(plan_of(said))

    assert advice.assessment.rulebook.parameters["own_min_utilization"].value == 0.6
    assert advice.assessment.rulebook.parameters["pue_default"].value == 1.54
    assert advice.assessment.value("a@l4", "list_price") == 85_000
    told = flat(advice.to_text())
    assert (
        "buying usually pays: 60% Stated as a range from 50% to 90%; 60%, which the rules have, "
        "lies within and is taken." in told
    )
    assert "price of NVIDIA L4: NT$85,000 Stated as a range from NT$70,000 to NT$120,000" in told


def test_the_middle_takes_the_place_of_what_the_range_does_not_hold() -> None:
    said = {
        "parameters.own_min_utilization": {"low": 0.7, "high": 0.9},
        "parameters.pue_default": {"mean": 1.2, "deviation": 0.1},
        "parameters.default_concurrency": {"low": 20, "high": 25},
        "prices.l4.purchase": {"low": 100_000, "high": 120_000},
    }
    advice = advise(plan_of(said))

    parameters = advice.assessment.rulebook.parameters
    assert parameters["own_min_utilization"].value == pytest.approx(0.8)
    assert parameters["pue_default"].value == 1.2
    assert parameters["default_concurrency"].value == 22
    assert advice.workloads["a"]["concurrency"] == 22
    assert advice.assessment.value("a@l4", "list_price") == 110_000
    assert advice.workloads["a"]["payback_rule"] == "own_does_not_pay"


def test_a_parameter_that_the_plan_states_is_taken() -> None:
    data = {
        "workloads": [WORKLOAD],
        "parameters": {"own_min_months": 21},
        "uncertain": {"parameters.own_min_months": {"low": 20, "high": 30}},
    }
    found = advise(plan_from_dict(data)).assessment.rulebook.parameters["own_min_months"]

    assert (found.value, found.given) == (21, None)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("data", "name", "number"),
    [
        ({"workloads": [WORKLOAD | {"concurrency": 16}]}, "a.concurrency", "16"),
        ({"workloads": [WORKLOAD], "facility": {"pue": 1.1}}, "pue", "1.1"),
        ({"workloads": [WORKLOAD], "horizon_months": 1}, "horizon_months", "1"),
        (
            {"workloads": [WORKLOAD | {"intended": {"device": "l4", "count": 9}}]},
            "a.intended_count",
            "9",
        ),
        (
            {"workloads": [WORKLOAD], "parameters": {"pue_default": 1}},
            "parameters.pue_default",
            "1",
        ),
        ({"workloads": [WORKLOAD | {"quotes": [QUOTE]}]}, "a.quotes.AWS.compute", "500000"),
        (
            {"workloads": [WORKLOAD | {"quotes": [QUOTE | {"months": 9}]}]},
            "a.quotes.aws.months",
            "9",
        ),
        (
            {"workloads": [WORKLOAD | {"quotes": [QUOTE | {"items": {"power": "included"}}]}]},
            "a.quotes.AWS.power",
            "0",
        ),
    ],
)
@pytest.mark.parametrize("broken", [False, True])
def test_a_number_outside_of_its_range_is_refused(
    data: dict[str, Any], name: str, number: str, broken: bool
) -> None:
    said = data | {"uncertain": {name: {"low": 2, "high": 4}}} | ({"name": 5} if broken else {})

    with pytest.raises(PlanError) as caught:
        plan_from_dict(said)

    (problem,) = [p for p in caught.value.problems if p.code != "not-a-text"]
    assert problem.code == "outside-its-range"
    assert problem.where == (
        f"plan: uncertain.{name}" if name.isidentifier() else f"plan: uncertain[`{name}`]"
    )
    assert problem.message == (
        f"`{name}` is stated as `{number}`, outside of what it may be: `2` to `4`"
    )
    assert "widen the range" in problem.hint


@pytest.mark.parametrize("number", [10**400, float("nan"), "many", True, None])
def test_what_is_no_number_is_not_held_against_its_range(number: Any) -> None:
    with pytest.raises(PlanError) as caught:
        plan_of(CONCURRENCY, concurrency=number, context_tokens="x")

    assert "outside-its-range" not in [problem.code for problem in caught.value.problems]


def test_a_number_may_lie_anywhere_in_a_normal_distribution() -> None:
    said = {"a.concurrency": {"mean": 40, "deviation": 1}}

    assert advise(plan_of(said, concurrency=60)).workloads["a"]["concurrency"] == 60


# ---------------------------------------------------------------- how it is told


def test_an_explanation_tells_the_range_and_where_it_stands() -> None:
    advice = advise(plan_of(CONCURRENCY))

    told = flat(advice.tell(advice.why("concurrency")))
    assert (
        "requests at the same time: 700 stated at uncertain.a.concurrency as a range from 200 to "
        "1,200; 700 is taken" in told
    )
    told = "".join(advice.tell(advice.why("concurrency"), "zh-TW").split())
    assert "由您提供（uncertain.a.concurrency）：範圍200至1,200，取700" in told


@pytest.mark.parametrize(
    ("attribute", "subject", "words"),
    [
        (
            "electricity_price",
            None,
            "uncertain.electricity_price as a mean of NT$4.60/kWh with a standard deviation of "
            "NT$0.20/kWh; NT$4.60/kWh is taken",
        ),
        (
            "quoted_licence",
            "a:AWS",
            "uncertain.a.quotes.AWS.licences as one of 3 values from 1,000 to 9,000; 2,000",
        ),
        (
            "quoted_months",
            "a:AWS",
            "as a range from 10 months to 30 months, most likely 12 months; 12 months is taken",
        ),
        ("quoted_compute", "a:AWS", "stated at workloads[0].quotes[0].items.compute"),
        (
            "list_price",
            "a@rtx_a6000",
            "uncertain.prices.rtx_a6000.purchase as a range from 5,000 to 6,000; 5,500 is taken",
        ),
        ("list_price", "a@l4", "catalogue prices/"),
        (
            "payback_rule",
            "a",
            "buying usually pays: 25 months stated at uncertain.parameters.own_min_months as a "
            "range from 20 months to 30 months; 25 months is taken",
        ),
    ],
)
def test_every_kind_of_number_tells_its_range(
    every_kind: Advice, attribute: str, subject: str | None, words: str
) -> None:
    assert words in flat(every_kind.tell(every_kind.why(attribute, subject)))


def test_the_origin_of_a_fact_holds_the_range(every_kind: Advice) -> None:
    fact = every_kind.assessment.fact("a", "concurrency")

    assert fact is not None
    ranged = Ranged(Form.RANGE, (200, 1200))
    assert fact.origin == Given("uncertain.a.concurrency", ranged)
    told = every_kind.why("concurrency").to_dict()
    assert told["where"] == "uncertain.a.concurrency"
    assert told["ranged"] == {"form": "range", "numbers": [200, 1200]}


@pytest.mark.parametrize("samples", [None, 50])
def test_the_report_lists_what_was_taken(samples: int | None) -> None:
    advice = advise(plan_of(EVERY_KIND), samples=samples)

    told = flat(advice.to_text()).partition("Stated as ranges")[2]
    assert (
        "requests at the same time: 700 Stated as a range from 200 to 1,200; 700 is taken." in told
    )
    assert "AWS · cost of licences: NT$2,000 Stated as one of 3 values" in told
    assert "price of NVIDIA RTX A6000: US$5,500 Stated as a range from US$5,000" in told
    told = "".join(advice.to_text("zh-TW").split()).partition("以範圍提供的數字")[2]
    assert "：700您提供：範圍200至1,200；取700。" in told


def test_the_data_lists_what_was_taken(every_kind: Advice) -> None:
    found = {one["input"]: one for one in every_kind.to_dict()["stated_as_ranges"]}

    assert list(found) == list(EVERY_KIND)
    assert found["a.concurrency"] == {
        "input": "a.concurrency",
        "unit": "count",
        "form": "range",
        "numbers": [200, 1200],
        "value": 700,
        "value_from": "range",
    }
    assert "stated_as_ranges" not in advise(plan_of()).to_dict()


def test_a_price_from_a_range_is_no_price_of_the_list() -> None:
    cheap = {"prices.rtx_a6000.purchase": {"low": 2_000, "high": 4_000}}

    def rows(uncertain: Any) -> tuple[str, ...]:
        view = advise(plan_of(uncertain, concurrency=700)).workloads["a"]
        assert view["device"] == "rtx_a6000"
        own = next(offer for offer in view.costs if offer.name == "own")
        return next(item for item in own.items if item.attribute == "compute_cost").rows

    assert rows(cheap) == ()
    assert len(rows(None)) == 1


# ---------------------------------------------------------------- alike everywhere


def test_many_plans_take_the_same_as_each_alone() -> None:
    cheap = {"prices.rtx_a6000.purchase": {"low": 1, "high": 3}, **CONCURRENCY}
    plans = [plan_of(), plan_of(EVERY_KIND), plan_of(cheap)]

    table = advise_many(plans)

    numbers = [n for n in table.columns if n in RULES.vocabulary and _is_number(n)]
    assert "own_total_cost" in numbers
    for row, plan in enumerate(plans):
        alone = advise(plan).assessment
        for name in numbers:
            value = alone.value("a", name)
            found = table[name][row]
            assert np.isnan(found) if value is None else found == value, name
        assert table["device"][row] == alone.value("a", "device")
        assert table.replay(row).assessment.value("a", "concurrency") == alone.value(
            "a", "concurrency"
        )


def _is_number(name: str) -> bool:
    attribute = RULES.vocabulary[name]
    return attribute.kind is Kind.NUMBER and attribute.of is Entity.WORKLOAD


def test_many_plans_take_prices_and_parameters_each_its_own() -> None:
    dear = {"prices.rtx_a6000.purchase": {"low": 3_000_000, "high": 4_000_000}, **CONCURRENCY}
    strict = {"parameters.own_min_utilization": {"low": 0.8, "high": 0.9}, **CONCURRENCY}

    table = advise_many([plan_of(CONCURRENCY), plan_of(dear), plan_of(strict)])

    assert table["device"][0] == table["device"][2] == "rtx_a6000" != table["device"][1]
    assert list(table["payback_rule"])[::2] == ["own_pays", "own_does_not_pay"]


def test_what_is_wrong_with_a_range_rejects_its_plan_among_many() -> None:
    bad = {
        "parameters.own_min_utilisation": {"low": 0.1, "high": 0.2},
        "parameters.twd_per_usd": {"low": 0, "high": 40},
    }
    rejected = advise_many([plan_of(), plan_of(bad)], on_error="reject").rejected

    assert [(one.row, one.column, one.code) for one in rejected] == [
        (1, "uncertain", "unknown-parameter"),
        (1, "uncertain", "out-of-range"),
    ]


def test_the_command_checks_ranges_and_parameters(tmp_path: Path) -> None:
    def check(**more: Any) -> str:
        file = tmp_path / "plan.json"
        file.write_text(json.dumps({"workloads": [WORKLOAD], **more}))
        return flat(CliRunner().invoke(app, ["check", str(file)]).output)

    assert "outside-its-range" in check(
        uncertain={"a.utilization": {"low": 0.1, "high": 0.2}},
    )
    assert "out-of-range" in check(parameters={"own_min_utilization": 60})
    assert "unknown-parameter" in check(parameters={"own_min_utilisation": 0.6})
    assert "out-of-range" in check(uncertain={"parameters.twd_per_usd": {"low": 0, "high": 40}})


# ---------------------------------------------------------------- what if


def test_a_number_stated_in_a_what_if_takes_its_range_back() -> None:
    advice = advise(plan_of(EVERY_KIND))

    changed = advice.what_if({"a.concurrency": 2000, "parameters.own_min_months": 6}).after

    assert changed.workloads["a"]["concurrency"] == 2000
    assert changed.assessment.rulebook.parameters["own_min_months"].value == 6
    left = changed.assessment.plan.uncertain
    assert left is not None
    gone = {"a.concurrency", "parameters.own_min_months"}
    assert set(left) == set(EVERY_KIND) - gone


def test_a_number_taken_back_in_a_what_if_leaves_its_range() -> None:
    advice = advise(plan_of(CONCURRENCY, concurrency=300))

    changed = advice.what_if({"a.concurrency": None, "a.context_tokens": 2048}).after

    assert changed.workloads["a"]["concurrency"] == 700


# ---------------------------------------------------------------- few draws


def test_a_headline_that_few_draws_come_to_is_pointed_out() -> None:
    said = {"a.concurrency": {"low": 16, "high": 1200}}
    advice = advise(plan_of(said, concurrency=16), samples=400)
    spread = advice.spread
    assert spread is not None

    doubt = next(one for one in advice.doubts if one.attribute == "device")

    assert (doubt.subject, doubt.value) == ("a", "l4")
    assert doubt.share == spread.decision("device").share_of("l4") < 0.25
    assert doubt.likeliest == spread.decision("device").shares[0].value
    told = flat(advice.to_text())
    headline = told.partition("Why")[0]
    assert "Of 400 draws of the uncertain numbers few come to this: device NVIDIA L4 in" in headline
    zh = "".join(advice.to_text("zh-TW").split()).partition("理由")[0]
    assert "不確定的數字抽樣400次，得出此結論者不多：裝置為NVIDIAL4者占" in zh
    (first, *_) = advice.to_dict()["how_sure"]["headline_in_few_draws"]
    assert (first["subject"], first["value"], first["likeliest"]) == ("a", "l4", doubt.likeliest)


def test_a_headline_that_most_draws_come_to_is_not_pointed_out() -> None:
    advice = advise(plan_of(CONCURRENCY), samples=400)

    assert [one for one in advice.doubts if one.attribute == "device"] == []
    assert advise(plan_of(CONCURRENCY)).doubts == ()
    assert "few come to this: device" not in flat(advice.to_text())


def test_a_doubt_about_the_whole_plan_is_told_at_its_top() -> None:
    data = {
        "workloads": [
            WORKLOAD | {"id": name, "utilization": 0.1, "concurrency": 700} for name in "ab"
        ],
        "uncertain": {f"{name}.utilization": {"low": 0.1, "high": 1} for name in "ab"},
    }
    advice = advise(plan_from_dict(data), samples=100)

    doubt = next(one for one in advice.doubts if one.attribute == "overall_deployment")

    assert (doubt.subject, doubt.value) == ("plan", "cloud")
    top = flat(advice.to_text()).partition("a: inference")[0]
    assert "few come to this: deployment of the whole plan" in top


@pytest.mark.parametrize(("other", "n_doubts"), [(0.15, 0), (0.2, 0), (0.21, 1)])
def test_the_most_frequent_of_many_outcomes_is_not_pointed_out(other: float, n_doubts: int) -> None:
    advice = advise(plan_of(CONCURRENCY))
    shares = [Share("rtx_a6000", 0.2, 0.01), Share("l4", other, 0.01), Share("h200", 0.1, 0.01)]
    drawn = DecisionSpread("a", "device", tuple(shares), 0.0, ())

    found = doubts_of(advice.assessment, Spread(100, 0, (), (drawn,), (), {}))

    assert len(found) == n_doubts
