"""Reports name the prices that they count with, and what is paid at the use that was stated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rackwright import Advice, advise, plan_from_dict
from rackwright.quantities import money

TRAIN: dict[str, Any] = {
    "id": "train",
    "stage": "training",
    "model": "Llama-2-13B",
    "training_tokens_b": 100,
    "target_days": 35,
    "usage": "continuous",
    "utilization": 0.5,
    "duration_months": 36,
}


def advice_on(**stated: Any) -> Advice:
    return advise(plan_from_dict({"currency": "USD", "workloads": [TRAIN | stated]}))


@pytest.fixture(scope="module")
def training() -> Advice:
    return advice_on()


def offer(advice: Advice, name: str) -> dict[str, Any]:
    costs = advice.to_dict()["workloads"]["train"]["costs"]
    return next(dict(one) for one in costs if one["name"] == name)


def shown(advice: Advice, form: str, language: str) -> str:
    text = getattr(advice, f"to_{form}")(language=language)
    return " ".join(str(text).split())


@pytest.mark.parametrize("language", ["en", "zh-TW"])
@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_every_report_names_provider_rate_region_and_date(
    training: Advice, form: str, language: str
) -> None:
    text = shown(training, form, language).replace("\\", "")
    for told in ("NT$1,100,000", "US$3.39", "DigitalOcean", "2026-05-24", "US$2.29", "Verda"):
        assert told in text
    for told in ("US$12.29", "Azure", "2026-07-01"):
        assert told in text


def test_no_report_calls_the_reference_the_cheapest(training: Advice) -> None:
    assert "cheapest cloud offer" not in shown(training, "text", "en")
    assert "最便宜的雲端" not in shown(training, "text", "zh-TW")


def test_data_holds_the_prices_and_the_rents_that_are_listed(training: Advice) -> None:
    found = training.to_dict()["workloads"]["train"]
    counted = {one["item"]: one for one in found["prices"]}
    assert counted["cloud_hour"]["provider"] == "DigitalOcean"
    assert counted["cloud_hour"]["date"] == "2026-05-24"
    assert (counted["purchase"]["amount"], counted["purchase"]["currency"]) == (1_100_000, "TWD")
    rents = [one["amount"] for one in found["listed_rents"]]
    assert (rents[0], rents[-1], len(rents)) == (2.29, 12.29, 10)
    assert rents == sorted(rents)


def test_break_even_at_the_ends_of_the_range_is_that_of_the_price_itself(training: Advice) -> None:
    figures = offer(training, "cloud")["figures"]
    at_reference = figures["break_even_utilization_of_offer"]
    assert figures["break_even_at_low_of_offer"] == pytest.approx(at_reference * 3.39 / 2.29)
    assert figures["break_even_at_high_of_offer"] == pytest.approx(at_reference * 3.39 / 12.29)


def test_the_chosen_way_alone_is_marked(training: Advice) -> None:
    costs = training.to_dict()["workloads"]["train"]["costs"]
    assert [one["name"] for one in costs if one["chosen"]] == ["cloud"]
    assert "cloud (chosen)" in shown(training, "markdown", "en")


def test_short_work_costs_what_is_paid_while_it_lasts() -> None:
    short = advice_on(duration_months=3)
    own, cloud = offer(short, "own"), offer(short, "cloud")
    spent = short.assessment.value("plan", "plan_cost")
    assert cloud["figures"]["cost_as_used"] == pytest.approx(spent, abs=0.01)
    assert own["figures"]["cost_as_used"] == own["total_cost"]
    assert cloud["figures"]["cost_as_used"] < cloud["total_cost"] / 12
    assert "50% of the time, 3 months" in shown(short, "markdown", "en")


def test_break_even_beyond_the_time_in_use_is_no_figure() -> None:
    short = advice_on(duration_months=3)
    assert offer(short, "cloud")["figures"]["break_even_months_of_offer"] > 36
    assert "not within 3 months" in shown(short, "markdown", "en")
    assert "3 個月內不會打平" in shown(short, "markdown", "zh-TW")


def test_break_even_within_the_time_in_use_is_told() -> None:
    text = shown(advice_on(utilization=0.9), "markdown", "en")
    assert "not within" not in text
    assert "break-even after" in text


def test_a_rented_server_without_an_offer_is_called_an_estimate(training: Advice) -> None:
    text = shown(training, "markdown", "en")
    assert "rented dedicated server (estimate)" in text
    assert "less 40%" in text


def test_staff_never_falls_as_devices_are_added() -> None:
    devices = np.arange(1.0, 400.0)
    scale = money.staff_scale(devices, devices / 8, 4.0, 0.25, 0.1)
    assert (np.diff(scale) >= 0).all()
    assert scale[0] == 0.25


def test_staff_of_small_and_large_clusters_is_within_what_is_published() -> None:
    # sesamedisk.com: 0.5 to 1.5 people for a small cluster; hedgehog.cloud: 4 to 12 for 128 servers
    servers = np.array([1.0, 6.0, 20.0, 128.0])
    people = money.staff_scale(servers * 8, servers, 4.0, 0.25, 0.1) / 2
    assert ((people[:3] >= 0.5) & (people[:3] <= 1.5)).all()
    assert 4 <= people[3] <= 12
