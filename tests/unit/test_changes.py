from __future__ import annotations

import pytest

from rackwright.changes import changed_plan, keys_of
from rackwright.errors import PlanError, UsageError
from rackwright.facts.plan import Plan

ONE = Plan.model_validate(
    {
        "currency": "TWD",
        "facility": {"circuit_amps": 20},
        "workloads": [{"id": "assistant", "context_tokens": 4096, "concurrency": 40}],
    }
)
TWO = Plan.model_validate({"workloads": [{"id": "a"}, {"id": "b-2", "stage": "training"}]})


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("circuit_amps", ("facility", "circuit_amps")),
        ("ai_skills", ("organization", "ai_skills")),
        ("currency", ("currency",)),
        ("name", ("name",)),
        ("assistant.context_tokens", ("workloads", 0, "context_tokens")),
        ("context_tokens", ("workloads", 0, "context_tokens")),
        ("assistant.intended_device", ("workloads", 0, "intended", "device")),
        ("assistant.intended.count", ("workloads", 0, "intended", "count")),
        ("facility.pue", ("facility", "pue")),
        ("workloads[0].precision", ("workloads", 0, "precision")),
        ("parameters.own_min_utilization", ("parameters", "own_min_utilization")),
    ],
)
def test_a_path_leads_to_its_place_in_the_plan(path: str, keys: tuple[str | int, ...]) -> None:
    assert keys_of(ONE, path) == keys


def test_values_are_put_at_their_paths_and_the_rest_stays() -> None:
    changed = changed_plan(ONE, {"assistant.context_tokens": 32768, "ups_kva": 10})
    assert changed.workloads[0].context_tokens == 32768
    assert changed.workloads[0].concurrency == 40
    assert changed.facility is not None
    assert (changed.facility.circuit_amps, changed.facility.ups_kva) == (20, 10)
    assert ONE.workloads[0].context_tokens == 4096


def test_parts_that_the_plan_lacks_are_made() -> None:
    changed = changed_plan(ONE, {"intended_device": "l4", "growth": "steady"})
    assert changed.workloads[0].intended is not None
    assert changed.organization is not None


def test_none_takes_a_value_back() -> None:
    changed = changed_plan(ONE, {"assistant.concurrency": None, "ups_kva": None})
    assert changed.workloads[0].concurrency is None


def test_changes_apply_to_the_workload_they_name() -> None:
    changed = changed_plan(TWO, {"b-2.stage": "inference"})
    assert [workload.stage for workload in changed.workloads] == [None, "inference"]


@pytest.mark.parametrize(
    ("plan", "path", "code", "hint"),
    [
        (TWO, "stage", "which-workload", "a.stage"),
        (ONE, "circuit_amp", "unknown-path", "circuit_amps"),
        (ONE, "assistent.context_tokens", "unknown-path", "assistant.context_tokens"),
        (ONE, "workloads[7].stage", "unknown-path", ""),
        (ONE, "currency.code", "unknown-path", ""),
        (ONE, "", "bad-path", ""),
        (ONE, "a..b", "bad-path", ""),
        (ONE, "[0]", "bad-path", ""),
        (ONE, "a[99999999999].b", "bad-path", ""),
    ],
)
def test_a_path_that_leads_nowhere_is_one_clear_problem(
    plan: Plan, path: str, code: str, hint: str
) -> None:
    with pytest.raises(UsageError) as caught:
        changed_plan(plan, {path: 1})
    (problem,) = caught.value.problems
    assert problem.code == code
    assert hint in str(problem.hint)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("assistant.context_tokens", -1),
        ("assistant.context_tokens", "many"),
        ("circuit_amps", float("inf")),
        ("assistant.contxt", 1),
        ("assistant.id", "plan"),
        ("workloads", []),
        ("facility", 3),
    ],
)
def test_a_change_is_checked_like_a_plan(path: str, value: object) -> None:
    with pytest.raises(PlanError):
        changed_plan(ONE, {path: value})
