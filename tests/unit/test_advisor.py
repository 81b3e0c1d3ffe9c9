"""The whole way from a plan to advice, on the bundled examples."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rackwright import Advice, Plan, UsageError, advise, advise_many, load_plan, plan_from_dict
from rackwright.bundled import examples_folder
from rackwright.reasoning.graph import build_graph
from rackwright.reasoning.ground import ground, unsupported
from rackwright.records import PLAN_SUBJECT, fact_id

EXAMPLES = sorted(path.name for path in examples_folder().glob("*.yaml"))


def advice_on(name: str) -> Advice:
    return advise(load_plan(examples_folder() / name))


@pytest.fixture(scope="module")
def reference() -> Advice:
    return advice_on("reference-4xa100.yaml")


@pytest.mark.parametrize(
    ("offer", "total", "monthly"),
    [
        ("Purchase", 6_420_000, 178_333.33),
        ("Azure", 8_280_000, 230_000),
        ("AWS", 7_620_000, 211_666.67),
    ],
)
def test_the_reference_case_costs_what_the_policy_says(
    reference: Advice, offer: str, total: float, monthly: float
) -> None:
    """Statement C18: four A100 80 GB over three years, in NT$."""
    found = reference.assessment
    assert found.value(f"tuning:{offer}", "total_cost") == total
    assert found.value(f"tuning:{offer}", "monthly_cost_of_offer") == monthly


@pytest.mark.parametrize(("offer", "percent"), [("Azure", 71.3), ("AWS", 79.8)])
def test_the_reference_case_breaks_even_where_its_own_figures_say(
    reference: Advice, offer: str, percent: float
) -> None:
    value = reference.assessment.value(f"tuning:{offer}", "break_even_utilization_of_offer")
    assert value == pytest.approx(percent / 100, abs=0.0005)


def test_the_reference_case_shows_the_rule_of_thumb_and_the_check(reference: Advice) -> None:
    tuning = reference.workloads["tuning"]
    assert tuning["payback_rule"] == "own_pays"
    assert tuning["payback_check"] == "own_does_not_pay"
    assert tuning["payback_agreement"] == "disagree"


def test_a_quote_overrides_the_estimate_item_by_item() -> None:
    plan = plan_from_dict(
        {
            "workloads": [
                {
                    "id": "w",
                    "stage": "inference",
                    "model": "Llama-3.1-8B",
                    "quotes": [
                        {
                            "name": "Cheap",
                            "deployment": "own",
                            "months": 36,
                            "items": {"compute": 1000, "staff": "included"},
                        }
                    ],
                }
            ]
        }
    )
    found = advise(plan).assessment
    assert found.value("w:Cheap", "compute_cost") == 1000
    assert found.value("w:Cheap", "staff_cost") == 0
    power = found.value("w:Cheap", "power_cost")
    assert isinstance(power, float)
    assert power > 0
    assert found.value("w", "own_total_cost") == found.value("w:Cheap", "total_cost")


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_conclusion_of_every_example_reaches_the_ground(name: str) -> None:
    found = advice_on(name).assessment
    graph = build_graph(found)
    assert unsupported(graph) == ()
    subjects = (PLAN_SUBJECT, *found.workloads, *found.frames.option.subjects)
    concluded = [c for subject in subjects for c in found.conclusions(subject)]
    assert concluded
    for conclusion in concluded:
        assert ground(graph, fact_id(conclusion.subject, conclusion.attribute))


def test_eight_threads_get_what_one_thread_gets() -> None:
    plans = [load_plan(examples_folder() / name) for name in EXAMPLES] * 4
    alone = [advise(plan).to_json() for plan in plans]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda plan: advise(plan).to_json(), plans))
    assert together == alone


def resident_kib() -> int:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the memory from /proc")
def test_thousands_of_evaluations_leave_memory_flat() -> None:
    """Each advice on this plan evaluates some 50 rows, so 100 of them are 5,000 evaluations."""
    plan = plan_from_dict({"workloads": [{"id": "w", "stage": "inference", "parameters_b": 8.0}]})
    advise_often(plan, 30)
    before = resident_kib()
    advise_often(plan, 100)
    assert resident_kib() - before < 12 * 1024


def advise_often(plan: Plan, times: int) -> None:
    for _ in range(times):
        advise(plan)
    gc.collect()


def test_what_does_not_fit_anything_is_infeasible() -> None:
    plan = plan_from_dict(
        {
            "workloads": [
                {
                    "id": "w",
                    "stage": "inference",
                    "model": "Llama-3.1-8B",
                    "precision": "bf16",
                    "context_tokens": 131072,
                    "concurrency": 1000000,
                }
            ]
        }
    )
    advice = advise(plan)
    assert advice.outcome == "infeasible"
    assert advice.workloads["w"].chosen is None


def test_what_cannot_be_judged_is_undetermined() -> None:
    assert advise(plan_from_dict({"workloads": [{"id": "w"}]})).outcome == "undetermined"


@pytest.mark.parametrize("plan", [{"workloads": []}, "plan.yaml", None])
def test_what_is_no_plan_is_refused_with_what_makes_one(plan: Any) -> None:
    with pytest.raises(UsageError, match=r"not-a-plan.*load_plan"):
        advise(plan)


@pytest.mark.parametrize("rules", ["rules", Path("rules"), 5, []])
def test_rules_that_were_not_read_are_refused_with_what_reads_them(rules: Any) -> None:
    plan = load_plan(examples_folder() / "internal-assistant.yaml")
    with pytest.raises(UsageError, match=r"not-rules.*load_packs"):
        advise(plan, rules=rules)
    with pytest.raises(UsageError, match=r"not-rules.*load_packs"):
        advise_many({"stage": ["inference"]}, rules=rules)


@pytest.mark.parametrize("row", [None, "0", -1, 1])
def test_a_row_that_is_not_there_is_not_replayed(row: Any) -> None:
    table = advise_many({"stage": ["inference"], "model": ["Llama-3.1-8B"]})
    with pytest.raises(UsageError, match="no-such-row"):
        table.replay(row)
