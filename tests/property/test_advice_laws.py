"""Laws that advice keeps whatever the plan."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rackwright import Advice, advise, plan_from_dict

WORKLOADS = st.fixed_dictionaries(
    {
        "stage": st.sampled_from(["training", "fine_tuning", "inference", "data_preparation"]),
        "model": st.sampled_from(
            ["Qwen2.5-0.5B", "Llama-3.1-8B", "Qwen3-32B", "Llama-3.1-70B", "DeepSeek-V3"]
        ),
    },
    optional={
        "precision": st.sampled_from(["bf16", "fp8", "int4"]),
        "context_tokens": st.integers(128, 32768),
        "concurrency": st.integers(1, 500),
        "utilization": st.floats(0.0, 1.0),
        "duration_months": st.integers(1, 60),
        "usage": st.sampled_from(["sporadic", "growing", "continuous"]),
        "business_critical": st.booleans(),
    },
)
FEW = settings(max_examples=25, deadline=None)


def advice_on(*workloads: dict[str, Any], **facility: Any) -> Advice:
    numbered = [{"id": f"w{i}"} | workload for i, workload in enumerate(workloads)]
    return advise(plan_from_dict({"facility": facility, "workloads": numbered}))


def devices(advice: Advice) -> dict[str, Any]:
    found = advice.assessment
    return {s: found.value(s, "devices_needed") for s in found.frames.option.subjects}


@given(workload=WORKLOADS, more=st.integers(2, 8))
@FEW
def test_more_users_never_take_fewer_devices(workload: dict[str, Any], more: int) -> None:
    workload = workload | {"concurrency": workload.get("concurrency", 8)}
    few = devices(advice_on(workload))
    many = devices(advice_on(workload | {"concurrency": workload["concurrency"] * more}))
    for option, count in few.items():
        if count and many[option]:
            assert many[option] >= count, option


@given(first=WORKLOADS, second=WORKLOADS)
@FEW
def test_the_order_of_workloads_changes_no_conclusion_about_them(
    first: dict[str, Any], second: dict[str, Any]
) -> None:
    forward = advice_on(first, second)
    backward = advice_on(second, first)
    for one, other in (("w0", "w1"), ("w1", "w0")):
        here = {r.attribute: r.value for r in forward.workloads[one].conclusions}
        there = {r.attribute: r.value for r in backward.workloads[other].conclusions}
        assert here == there
        assert forward.workloads[one]["device"] == backward.workloads[other]["device"]


@given(workload=WORKLOADS, amps=st.integers(10, 400), more=st.integers(1, 400))
@FEW
def test_a_larger_circuit_never_leaves_less_margin(
    workload: dict[str, Any], amps: int, more: int
) -> None:
    room = {"circuit_volts": 230, "circuit_phases": 3}
    small = advice_on(workload, circuit_amps=amps, **room).plan["circuit_margin_kw"]
    large = advice_on(workload, circuit_amps=amps + more, **room).plan["circuit_margin_kw"]
    assert (small is None) == (large is None)
    if isinstance(small, float) and isinstance(large, float):
        assert large > small


@given(workload=WORKLOADS)
@FEW
def test_the_same_plan_gives_the_same_advice(workload: dict[str, Any]) -> None:
    assert advice_on(workload).to_json() == advice_on(workload).to_json()


@given(workload=WORKLOADS)
@FEW
def test_every_device_gets_a_verdict(workload: dict[str, Any]) -> None:
    found = advice_on(workload).assessment
    for option in found.frames.option.subjects:
        assert found.conclusion(option, "verdict") is not None
