"""That rent and purchase are kept apart: in the options, and in what an offer rests on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rackwright
from rackwright.advice import Advice
from rackwright.bundled import examples_folder

TUNING = {"id": "work", "stage": "fine_tuning", "model": "Llama-3.1-8B"}


@pytest.fixture(scope="module")
def advice() -> Advice:
    plan = {"currency": "USD", "workloads": [TUNING]}
    return rackwright.advise(rackwright.Plan.model_validate(plan))


def on(advice: Advice, device: str, attribute: str) -> object:
    return advice.assessment.value(f"work@{device}", attribute)


class TestOptions:
    def test_cost_of_a_month_is_rent_only_where_nothing_is_for_sale(self, advice: Advice) -> None:
        assert on(advice, "a100_80gb", "purchase_cost") is not None
        assert on(advice, "a100_80gb", "monthly_cost_is_rent") is False
        assert on(advice, "gh200", "purchase_cost") is None
        assert on(advice, "gh200", "monthly_cost_is_rent") is True

    def test_rent_is_the_list_price_of_all_hours_of_a_month(self, advice: Advice) -> None:
        hourly, devices = (on(advice, "gh200", n) for n in ("cloud_hourly_price", "devices_needed"))
        assert isinstance(hourly, float)
        assert isinstance(devices, float)
        assert on(advice, "gh200", "monthly_cost") == pytest.approx(hourly * devices * 730)

    def test_a_cost_that_is_not_known_is_neither(self, advice: Advice) -> None:
        assert on(advice, "gb300", "monthly_cost") is None
        assert on(advice, "gb300", "monthly_cost_is_rent") is None

    @pytest.mark.parametrize(
        ("language", "note"),
        [("en", "do not compare exactly"), ("zh-TW", "並不完全可比")],
    )
    def test_reports_mark_rent_and_say_that_it_compares_badly(
        self, language: str, note: str
    ) -> None:
        plan = rackwright.load_plan(examples_folder() / "internal-assistant-70b.yaml")
        told = rackwright.advise(plan).to_text(language)
        marked = [line for line in told.splitlines() if re.search(r"NT\$[\d,]+\*", line)]
        assert any("RTX PRO" in line for line in marked)
        assert note in told


class TestOffers:
    def test_each_offer_rests_on_the_price_of_its_own_kind(self, advice: Advice) -> None:
        by_name = {offer.name: offer for offer in advice.costs["work"]}
        rows = {
            name: {row for row in offer.items[0].rows if row.startswith("prices/")}
            for name, offer in by_name.items()
        }
        assert rows["own"]
        assert rows["cloud"] == rows["hosted"]
        assert not rows["own"] & rows["cloud"]

    def test_compute_of_an_offer_reads_only_what_is_paid_in_its_way(self, advice: Advice) -> None:
        found = advice.assessment
        for name, paid, not_paid in (
            ("own", "bought_compute_cost", "rented_compute_cost"),
            ("cloud", "rented_compute_cost", "bought_compute_cost"),
        ):
            assert found.value(f"work:{name}", not_paid) is None
            assert found.value(f"work:{name}", paid) == found.value(f"work:{name}", "compute_cost")


OBJECTIVE = """
[[key]]
attribute = "verdict"
order = ["preferred"]

[[key]]
attribute = "monthly_cost"
order = "ascending"
"""


def test_a_device_that_the_objective_leaves_out_is_not_the_cheapest_either(tmp_path: Path) -> None:
    (tmp_path / "objective.toml").write_text(OBJECTIVE)
    plan = rackwright.load_plan(examples_folder() / "internal-assistant-70b.yaml")
    (workload,) = rackwright.advise(
        plan, rules=rackwright.load_packs([tmp_path])
    ).workloads.values()
    assert (workload["choice"], workload["cheapest_device"]) == ("nothing_fits", None)
    assert rackwright.advise(plan).workloads[workload.id]["cheapest_device"] is not None
