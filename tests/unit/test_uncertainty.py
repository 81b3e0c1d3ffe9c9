"""What draws of uncertain numbers come to: shares, figures, influences, and their limits."""

from __future__ import annotations

import gc
import math
import tracemalloc
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rackwright import PlanError, UsageError, advise, load_plan, plan_from_dict
from rackwright.bundled import examples_folder
from rackwright.changes import changed_plan
from rackwright.facts.plan import Plan
from rackwright.facts.uncertain import Of, Target, Uncertain
from rackwright.knowledge import default_rules
from rackwright.limits import Limits
from rackwright.uncertainty import Input, Spread, inputs_of, spread_of
from rackwright.uncertainty.draws import drawn
from rackwright.uncertainty.sampling import MAX_DRAWS, WORKLOADS_AT_A_TIME

RULES = default_rules()
N = 4_000
REFERENCE = "reference-4xa100.yaml"
BREAK_EVEN = 1 - (7_620_000 - 6_420_000) / 5_940_000
"""Of the cheapest cloud offer: its idle hours must save what owning costs less."""
ASSISTANT = {
    "id": "assistant",
    "stage": "inference",
    "serving": "real_time",
    "model": "Llama-3.1-8B",
    "precision": "bf16",
    "concurrency": 40,
    "context_tokens": 4096,
    "usage": "continuous",
    "utilization": 0.6,
    "duration_months": 36,
}
SIX = {
    "assistant.utilization": {"low": 0.4, "high": 0.8},
    "assistant.concurrency": {"low": 20, "mode": 40, "high": 120},
    "electricity_price": {"mean": 4.3, "deviation": 0.4},
    "parameters.own_min_utilization": {"low": 0.5, "high": 0.7},
    "prices.l40s.purchase": {"low": 220000, "high": 320000},
    "assistant.duration_months": {"samples": [12, 24, 36, 48]},
}


def plan_of(uncertain: Mapping[str, Any], **fields: Any) -> Plan:
    data = {"currency": "TWD", "workloads": [ASSISTANT | fields], "uncertain": uncertain}
    return plan_from_dict(data)


def example(name: str, uncertain: Mapping[str, Any], **fields: Any) -> Plan:
    data = load_plan(examples_folder() / name).model_dump(mode="json", exclude_none=True)
    workloads = [workload | fields for workload in data["workloads"]]
    return plan_from_dict(data | {"workloads": workloads, "uncertain": uncertain})


def spread(plan: Plan, samples: int = N, seed: int = 0) -> Spread:
    return spread_of(plan, RULES, samples, seed)


def numbers(said: Mapping[str, Any], limits: Limits | None = None, n: int = N) -> Any:
    target = Target(Of.FACT, "assistant", "utilization")
    one = Input("u", target, "u", "", Uncertain(**said), limits or Limits())
    return drawn([one], n, 0)["u"]


@pytest.fixture(scope="module")
def six() -> Spread:
    return spread(plan_of(SIX))


# ---------------------------------------------------------------- draws


def test_a_range_is_drawn_alike_all_over() -> None:
    found = numbers({"low": 2.0, "high": 6.0}, n=40_000)

    assert found.min() >= 2.0
    assert found.max() <= 6.0
    assert found.mean() == pytest.approx(4.0, abs=3 * (4 / math.sqrt(12)) / 200)
    assert found.std() == pytest.approx(4 / math.sqrt(12), rel=0.02)


def test_a_triangle_has_its_mean_and_most_draws_at_its_mode() -> None:
    found = numbers({"low": 20, "mode": 40, "high": 120}, n=40_000)

    assert found.mean() == pytest.approx((20 + 40 + 120) / 3, abs=0.5)
    assert (found < 40).mean() == pytest.approx((40 - 20) / (120 - 20), abs=0.01)


@pytest.mark.parametrize("mode", [20, 120])
def test_a_triangle_may_lean_to_one_side(mode: float) -> None:
    found = numbers({"low": 20, "mode": mode, "high": 120}, n=40_000)

    assert found.mean() == pytest.approx((20 + mode + 120) / 3, abs=0.6)


def test_a_normal_distribution_has_its_mean_and_deviation() -> None:
    found = numbers({"mean": 4.3, "deviation": 0.4}, n=40_000)

    assert found.mean() == pytest.approx(4.3, abs=0.01)
    assert found.std() == pytest.approx(0.4, rel=0.02)


def test_a_normal_distribution_is_cut_at_the_bounds_not_heaped_up_there() -> None:
    found = numbers({"mean": 0.0, "deviation": 1.0}, Limits(0.0, 1.0, beyond_least=True), n=40_000)

    assert found.min() > 0.0
    assert found.max() < 1.0
    density_at_least, density_at_most = (found < 0.1).mean(), (found > 0.9).mean()
    assert density_at_most / density_at_least == pytest.approx(0.637, abs=0.03)


def test_samples_are_drawn_equally_often() -> None:
    found = numbers({"samples": [12, 24, 36, 48]}, n=40_000)

    shares = [(found == value).mean() for value in (12, 24, 36, 48)]
    assert shares == pytest.approx([0.25] * 4, abs=0.01)


@pytest.mark.parametrize(
    "said",
    [
        {"low": 1, "high": 3},
        {"low": 1, "mode": 2, "high": 3},
        {"mean": 2.2, "deviation": 0.6},
        {"mean": 0.2, "deviation": 0.0},
    ],
)
def test_counts_are_drawn_as_whole_numbers(said: Any) -> None:
    found = numbers(said, Limits(0, 10, beyond_least=True, whole=True))

    assert set(found) <= {1.0, 2.0, 3.0, 4.0, 5.0}


def test_each_whole_number_of_a_range_is_drawn_equally_often() -> None:
    found = numbers({"low": 1, "high": 4}, Limits(whole=True), n=40_000)

    assert [(found == value).mean() for value in range(1, 5)] == pytest.approx([0.25] * 4, abs=0.01)


@pytest.mark.parametrize(
    "said",
    [
        {"low": 0.5, "high": 0.5},
        {"low": 0.5, "mode": 0.5, "high": 0.5},
        {"mean": 0.5, "deviation": 0},
        {"samples": [0.5]},
    ],
)
def test_without_width_every_draw_is_the_same(said: Any) -> None:
    assert set(numbers(said)) == {0.5}


def test_one_more_input_changes_no_other_draws() -> None:
    inputs = inputs_of(plan_of(SIX), RULES)
    few, all_ = drawn(inputs[:2], 10, 0), drawn(inputs, 10, 0)

    assert all(np.array_equal(few[name], all_[name]) for name in few)


def test_inputs_are_drawn_independently() -> None:
    found = np.array(list(drawn(inputs_of(plan_of(SIX), RULES), N, 0).values()))

    correlations = np.corrcoef(found) - np.eye(len(found))
    assert abs(correlations).max() < 4 / math.sqrt(N)


# ---------------------------------------------------------------- spreads


def test_the_same_seed_gives_the_same_spread(six: Spread) -> None:
    assert spread(plan_of(SIX)).to_dict() == six.to_dict()


def test_another_seed_gives_other_draws(six: Spread) -> None:
    other = spread(plan_of(SIX), seed=1)

    assert other.to_dict() != six.to_dict()
    one, another = (s.decision("deployment").share_of("dedicated") for s in (six, other))
    assert one == pytest.approx(another, abs=5 * 0.5 / math.sqrt(N))


@pytest.mark.parametrize(("low", "high"), [(0.6, 1.0), (0.75, 0.85)])
def test_owning_pays_as_often_as_the_break_even_has_it(low: float, high: float) -> None:
    plan = example(REFERENCE, {"tuning.utilization": {"low": low, "high": high}})

    found = spread(plan, samples=20_000).decision("payback_check")

    exact = (high - BREAK_EVEN) / (high - low)
    error = math.sqrt(exact * (1 - exact) / 20_000)
    assert found.share_of("own_pays") == pytest.approx(exact, abs=3 * error)
    assert found.share_of("own_pays") + found.share_of("own_does_not_pay") == pytest.approx(1.0)


def test_the_break_even_is_found_as_the_boundary() -> None:
    plan = example(REFERENCE, {"tuning.utilization": {"low": 0.6, "high": 1.0}})

    found = spread(plan).decision("payback_check")

    pays = next(one for one in found.shares if one.value == "own_pays")
    assert pays.boundary is not None
    assert pays.boundary.at == pytest.approx(BREAK_EVEN, abs=0.001)
    assert (pays.boundary.input, pays.boundary.below) == ("tuning.utilization", False)
    assert (pays.boundary.covered, pays.boundary.share_beyond) == (1.0, 0.0)


def test_an_uncertain_threshold_counts_as_often_as_it_lies_below_the_fact() -> None:
    """P(0.6 > threshold) with the threshold anywhere from 0.5 to 0.7."""
    plan = plan_of({"parameters.own_min_utilization": {"low": 0.5, "high": 0.7}})

    found = spread(plan).decision("payback_rule")

    error = math.sqrt(0.25 / N)
    assert found.share_of("own_pays") == pytest.approx(0.5, abs=3 * error)


def test_an_uncertain_price_moves_the_cost_by_its_share() -> None:
    plan = plan_of({"prices.l4.purchase": {"low": 50000, "high": 100000}})

    found = spread(plan)

    figure = found.figure("own_total_cost")
    assert figure.low < figure.median < figure.high
    assert found.decision("device").is_certain
    assert figure.influences[0].input == "prices.l4.purchase"
    assert figure.influences[0].strength == pytest.approx(1.0, abs=1e-6)


def test_an_uncertain_quote_counts_as_often_as_it_is_the_cheaper() -> None:
    """Own costs 6.42 million; at 80 % use AWS saves a fifth of its compute, and costs as much
    when compute is 5.925 million: (5.925 - 5.8) of (6.1 - 5.8) draws lie below, where it is
    cheaper than owning."""
    uncertain = {
        "tuning.quotes.AWS.compute": {"low": 5_800_000, "high": 6_100_000},
        "tuning.utilization": {"samples": [0.8]},
    }

    found = spread(example(REFERENCE, uncertain, utilization=None))

    exact = (6_100_000 - (6_420_000 - 1_680_000) / 0.8) / 300_000
    check = found.decision("payback_check")
    error = math.sqrt(exact * (1 - exact) / N)
    assert check.share_of("own_pays") == pytest.approx(exact, abs=3 * error)
    assert found.inputs[0].input.unit == "twd"


def test_the_months_of_a_quote_may_be_uncertain() -> None:
    uncertain = {"tuning.quotes.Purchase.months": {"low": 30, "high": 42}}

    figure = spread(example(REFERENCE, uncertain), samples=500).figure("own_monthly_cost")

    assert figure.low == pytest.approx(6_420_000 / 41.4, rel=0.01)
    assert figure.high == pytest.approx(6_420_000 / 30.6, rel=0.01)


@pytest.mark.parametrize("name", ["hybrid-platform.yaml", REFERENCE])
def test_draws_come_to_what_each_comes_to_alone(name: str) -> None:
    """Every draw stated in a plan of its own and advised on by the other engine."""
    workload = "training" if name.startswith("hybrid") else "tuning"
    uncertain: dict[str, Any] = {
        f"{workload}.utilization": {"low": 0.05, "high": 0.95},
        f"{workload}.duration_months": {"samples": [3, 12, 36]},
        f"{workload}.sequence_tokens": {"low": 1024, "high": 16384},
        "electricity_price": {"mean": 4.3, "deviation": 2.0},
        "parameters.own_min_utilization": {"low": 0.2, "high": 0.8},
        "parameters.usable_memory_fraction": {"low": 0.5, "high": 0.95},
    }
    plan = example(name, uncertain)
    draws = drawn(inputs_of(plan, RULES), 6, 0)

    found = spread(plan, samples=6)

    alone = [
        advise(changed_plan(plan, stated(plan, draws, row) | {"uncertain": None})).assessment
        for row in range(6)
    ]
    for decision in found.decisions:
        values = [one.value(decision.subject, decision.attribute) for one in alone]
        members = [v if isinstance(v, tuple) else (v,) for v in values]
        for share in decision.shares:
            assert share.share == pytest.approx(sum(share.value in m for m in members) / 6)
    for figure in found.figures:
        numbers_ = [one.value(figure.subject, figure.attribute) for one in alone]
        known = [number for number in numbers_ if isinstance(number, float)]
        assert figure.known == pytest.approx(len(known) / 6)
        low, high = np.percentile(known, (5, 95))
        assert (figure.low, figure.high) == (pytest.approx(low), pytest.approx(high))


def stated(plan: Plan, draws: Mapping[str, Any], row: int) -> dict[str, float]:
    return {one.name: float(draws[one.id][row]) for one in inputs_of(plan, RULES)}


def test_without_width_all_draws_come_to_the_point_estimate() -> None:
    sure = {
        "assistant.utilization": {"low": 0.7, "high": 0.7},
        "assistant.concurrency": {"low": 50, "mode": 50, "high": 50},
        "electricity_price": {"mean": 4.0, "deviation": 0},
        "parameters.own_min_utilization": {"samples": [0.65]},
        "prices.l4.purchase": {"low": 85000, "high": 85000},
    }
    stated = plan_from_dict(
        {
            "currency": "TWD",
            "facility": {"electricity_price": 4.0},
            "workloads": [ASSISTANT | {"utilization": 0.7, "concurrency": 50}],
            "parameters": {"own_min_utilization": 0.65},
        }
    )
    unsure = plan_of(sure, utilization=None, concurrency=None)
    assert spread_is(spread(unsure, samples=300), stated)


def spread_is(found: Spread, stated: Plan) -> bool:
    """Whether every draw came to what the stated plan comes to."""
    assessment = advise(stated).assessment
    for decision in found.decisions:
        value = assessment.value(decision.subject, decision.attribute)
        members = value if isinstance(value, tuple) else (value,)
        assert {share.value for share in decision.shares} == set(members)
        assert decision.is_certain
        assert decision.influences == ()
    for figure in found.figures:
        exact = assessment.value(figure.subject, figure.attribute)
        assert (figure.low, figure.median, figure.high) == (exact, exact, exact)
        assert figure.is_certain
    return bool(found.decisions) and bool(found.figures)


@settings(max_examples=15, deadline=None)
@given(st.floats(0.0, 0.3), st.floats(0.0, 0.3))
def test_more_spread_of_an_input_never_gives_less_spread_of_cost(one: float, other: float) -> None:
    narrow, wide = (
        spread(
            plan_of(
                {
                    "assistant.utilization": {"low": 0.5 - width, "high": 0.5 + width},
                    "electricity_price": {"low": 4 * (1 - width), "high": 4 * (1 + width)},
                },
                utilization=None,
            ),
            samples=200,
        )
        for width in sorted((one, other))
    )
    for name in ("own_total_cost", "cloud_month_as_used"):
        less, more = (s.figure(name) for s in (narrow, wide))
        assert more.high - more.low >= (less.high - less.low) - 1.0  # WHY: amounts are rounded


def test_shares_add_up_and_carry_their_error(six: Spread) -> None:
    for found in six.decisions:
        if found.attribute in ("deployment", "device", "payback_check", "outcome"):
            shares = [one.share for one in found.shares]
            assert sum(shares) + found.undecided == pytest.approx(1.0)
            assert shares == sorted(shares, reverse=True)
            error = math.sqrt(shares[0] * (1 - shares[0]) / N)
            assert found.shares[0].standard_error == pytest.approx(error)


def test_the_input_that_decides_matters_most(six: Spread) -> None:
    assert six.decision("device").influences[0].input == "assistant.concurrency"
    assert six.decision("deployment").influences[0].input == "assistant.utilization"
    assert six.figure("memory_need_gib").influences[0].input == "assistant.concurrency"
    idle = {i.input: i.strength for i in six.decision("device").influences}
    assert idle["assistant.utilization"] < 0.01


def test_inputs_are_reported_as_they_were_drawn(six: Spread) -> None:
    utilization = six.inputs[0]

    assert utilization.name == "assistant.utilization"
    assert utilization.low == pytest.approx(0.42, abs=0.01)
    assert utilization.high == pytest.approx(0.78, abs=0.01)


def test_lots_of_draws_come_to_the_same_as_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = spread(plan_of(SIX), samples=500).to_dict()
    monkeypatch.setattr("rackwright.uncertainty.sampling.WORKLOADS_AT_A_TIME", 7)

    assert WORKLOADS_AT_A_TIME > 500
    assert spread(plan_of(SIX), samples=500).to_dict() == whole


def test_memory_does_not_grow_with_the_number_of_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rackwright.uncertainty.sampling.WORKLOADS_AT_A_TIME", 200)
    plan = plan_of(SIX)
    spread(plan, samples=200)

    def peak(n_lots: int) -> int:
        tracemalloc.start()
        spread(plan, samples=200 * n_lots)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    gc.disable()
    try:
        assert peak(8) < 1.5 * peak(2)
    finally:
        gc.enable()


def test_workloads_of_one_plan_are_kept_apart() -> None:
    plan = example("hybrid-platform.yaml", {"training.duration_months": {"low": 1, "high": 60}})

    found = spread(plan, samples=500)

    assert {one.subject for one in found.decisions} == {
        "assistant",
        "training",
        "preparation",
        "plan",
    }
    assert found.decision("deployment", "assistant").is_certain
    with pytest.raises(UsageError, match="several spreads"):
        found.decision("deployment")
    with pytest.raises(UsageError, match="there is no `tuning`"):
        found.decision("deployment", "tuning")


def test_what_the_user_states_is_not_reported_as_decided(six: Spread) -> None:
    with pytest.raises(UsageError, match="`precision` has no spread"):
        six.decision("precision")


def test_a_number_that_the_plan_leaves_out_may_be_uncertain() -> None:
    workload = {k: v for k, v in ASSISTANT.items() if k != "utilization"}
    uncertain = {"utilization": {"low": 0.1, "high": 0.9}}
    plan = plan_from_dict({"workloads": [workload], "uncertain": uncertain})

    found = spread(plan, samples=200).decision("payback_rule")

    assert found.undecided == 0.0
    assert 0.0 < found.share_of("own_pays") < 1.0


def test_a_plan_in_which_some_draws_fit_no_device_says_how_often() -> None:
    plan = plan_of({"assistant.concurrency": {"low": 40, "high": 1e6}}, context_tokens=100_000)

    found = spread(plan, samples=400)

    share = found.decision("outcome").share_of("infeasible")
    assert 0.0 < share < 1.0
    assert found.decision("device").undecided == share
    assert found.figure("own_total_cost").known == pytest.approx(1.0 - share, abs=0.2)


def test_advice_has_a_spread_only_when_samples_were_asked_for() -> None:
    plan = plan_of(SIX)

    assert advise(plan).spread is None
    found = advise(plan, samples=100, seed=3).spread
    assert found is not None
    assert (found.samples, found.seed) == (100, 3)


def test_a_plan_of_which_everything_is_sure_is_not_drawn() -> None:
    found = advise(plan_of({}), samples=100).spread

    assert found is not None
    assert (found.samples, found.inputs, found.decisions) == (0, (), ())


# ---------------------------------------------------------------- what cannot be used


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        (
            "parameters.own_min_utilisation",
            "`own_min_utilisation` is not a parameter of the rules",
            "did you mean `own_min_utilization`?",
        ),
        ("prices.l40z.purchase", "devices has no `l40z`", "did you mean `NVIDIA L40`?"),
        (
            "prices.l40s.rent",
            "the price list has no item `rent`",
            "write `purchase` or `cloud_hour`",
        ),
        (
            "prices.tpu_v5e.purchase",
            "the price list has no `purchase` for `tpu_v5e`",
            "it has `cloud_hour`",
        ),
    ],
)
def test_an_unknown_parameter_or_price_names_what_there_is(
    name: str, message: str, hint: str
) -> None:
    with pytest.raises(PlanError) as caught:
        advise(plan_of({name: {"low": 0.1, "high": 0.2}}))

    (problem,) = caught.value.problems
    assert (problem.message, problem.where) == (message, f"uncertain[`{name}`]")
    assert problem.hint == hint


def test_all_unknown_names_are_told_at_once() -> None:
    said = {"low": 0.1, "high": 0.2}
    with pytest.raises(PlanError) as caught:
        inputs_of(plan_of({"parameters.x": said, "prices.y.purchase": said}), RULES)

    assert [p.code for p in caught.value.problems] == ["unknown-parameter", "unknown-name"]


@pytest.mark.parametrize("samples", [-1, 0, 1, MAX_DRAWS + 1, 100.5, True, "100"])
def test_a_number_of_samples_out_of_bounds_is_refused(samples: Any) -> None:
    with pytest.raises(UsageError, match="the number of samples must be from 2 to 1000000"):
        advise(plan_of(SIX), samples=samples)


@pytest.mark.parametrize("seed", [-1, 0.5, None])
def test_a_seed_that_is_no_count_is_refused(seed: Any) -> None:
    with pytest.raises(UsageError, match="the seed must be a whole number from 0"):
        advise(plan_of(SIX), samples=10, seed=seed)


def test_a_plan_of_many_workloads_may_be_drawn_less_often() -> None:
    workloads = [ASSISTANT | {"id": f"w{at}"} for at in range(100)]
    uncertain = {"w0.utilization": {"low": 0.4, "high": 0.8}}
    plan = plan_from_dict({"workloads": workloads, "uncertain": uncertain})

    with pytest.raises(UsageError, match="from 2 to 40000"):
        spread(plan, samples=40_001)
