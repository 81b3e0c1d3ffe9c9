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


SERVING = st.fixed_dictionaries(
    {
        "stage": st.just("inference"),
        "model": st.sampled_from(
            ["Qwen2.5-0.5B", "Llama-3.1-8B", "Qwen3-32B", "Llama-3.1-70B", "DeepSeek-V3"]
        ),
        "serving": st.sampled_from(["real_time", "batch"]),
        "context_tokens": st.integers(128, 32768),
        "concurrency": st.integers(1, 3000),
    },
    optional={"precision": st.sampled_from(["bf16", "fp8", "int4"])},
)
RATES = st.sampled_from(["output_tokens_per_second", "requests_per_second"])


def figures(advice: Advice, *names: str) -> dict[str, list[Any]]:
    found = advice.assessment
    return {s: [found.value(s, name) for name in names] for s in found.frames.option.subjects}


@given(workload=SERVING, rate=RATES, least=st.floats(0.1, 300), more=st.floats(1, 50))
@FEW
def test_a_larger_rate_never_takes_fewer_devices(
    workload: dict[str, Any], rate: str, least: float, more: float
) -> None:
    few = devices(advice_on(workload | {rate: least}))
    many = devices(advice_on(workload | {rate: least * more}))
    for option, count in few.items():
        if count:
            assert many[option] >= count, option


@given(workload=SERVING, rate=RATES, demand=st.floats(0.1, 5_000))
@FEW
def test_devices_are_whole_copies_and_servers_hold_each_copy_whole(
    workload: dict[str, Any], rate: str, demand: float
) -> None:
    advice = advice_on(workload | {rate: demand})
    names = ("devices_needed", "copies", "devices_per_copy", "servers_needed", "devices_per_server")
    for option, (needed, copies, each, servers, per_server) in figures(advice, *names).items():
        if needed:
            assert needed == copies * each, option
            in_a_server = max(per_server // each, 1 / -(-each // per_server))
            assert (servers - 1) * in_a_server < copies <= servers * in_a_server, option


@given(workload=SERVING)
@FEW
def test_copies_take_no_more_devices_than_one_copy_in_a_server_that_its_links_carry(
    workload: dict[str, Any],
) -> None:
    advice = advice_on(workload | {"serving": "batch"})
    names = (
        "devices_needed",
        "devices_for_one_copy",
        "widest_group",
        "link",
        "devices_per_server",
    )
    for option, (needed, in_one, widest, link, most) in figures(advice, *names).items():
        if in_one and in_one <= most and (link == "fabric" or in_one <= widest):
            assert needed <= in_one, option


@given(workload=SERVING)
@FEW
def test_one_user_takes_the_devices_of_one_copy(workload: dict[str, Any]) -> None:
    advice = advice_on(workload | {"serving": "batch", "concurrency": 1})
    names = ("devices_needed", "devices_per_copy", "devices_for_one_copy", "copies")
    for option, (needed, each, in_one, copies) in figures(advice, *names).items():
        assert needed == each == in_one, option
        assert copies == (1 if needed else needed), option
