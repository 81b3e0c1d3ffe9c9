"""What is asked by the wrong name, or of the wrong thing, is answered with what to ask instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rackwright import Advice, UsageError, advise, load_plan, plan_from_dict
from rackwright.bundled import examples_folder


@pytest.fixture(scope="module")
def advice() -> Advice:
    return advise(load_plan(examples_folder() / "internal-assistant.yaml"))


@pytest.fixture(scope="module")
def hybrid() -> Advice:
    return advise(load_plan(examples_folder() / "hybrid-platform.yaml"))


def refused(ask: Callable[[], Any]) -> str:
    with pytest.raises(UsageError) as caught:
        ask()
    return str(caught.value)


def test_the_plan_says_which_workload_to_ask(advice: Advice) -> None:
    said = refused(lambda: advice.plan["deployment"])
    assert "`deployment` is not about `plan` but about the workload" in said
    assert "ask about `assistant`" in said


def test_the_plan_says_where_a_device_is_told(advice: Advice) -> None:
    said = refused(lambda: advice.plan["device"])
    assert "ask about `assistant` for what was chosen, or about `assistant@" in said


def test_a_workload_says_which_offer_has_a_total(advice: Advice) -> None:
    said = refused(lambda: advice.workloads["assistant"]["total_cost"])
    assert "ask about `assistant:own`" in said
    assert advice.why("total_cost", "assistant:own").value is not None


def test_a_workload_sees_its_choice_and_its_plan(advice: Advice) -> None:
    view = advice.workloads["assistant"]
    assert view["device"] == view.chosen.device  # type: ignore[union-attr]
    assert view["outcome"] == advice.outcome


def test_a_workload_without_a_choice_has_no_device() -> None:
    found = advise(plan_from_dict({"workloads": [{"id": "w"}]}))
    assert found.workloads["w"]["device"] is None


def test_names_that_begin_alike_are_not_mixed_up() -> None:
    workloads = [
        {"id": name, "stage": "inference", "model": "Llama-3.1-8B"} for name in ("a-b", "a")
    ]
    found = advise(plan_from_dict({"workloads": workloads}))
    assert "ask about `a:" in refused(lambda: found.workloads["a"]["total_cost"])


@pytest.mark.parametrize("workload", ["nonsense", 3, ["assistant"]])
def test_a_workload_that_is_not_there_is_refused_whatever_is_asked(
    advice: Advice, workload: Any
) -> None:
    for ask in (
        lambda: advice.why("overall_deployment", workload),
        lambda: advice.why("deployment", workload),
        lambda: advice.why_not("overall_deployment", "cloud", workload),
        lambda: advice.why_not("deployment", "cloud", workload),
    ):
        assert "unknown-subject" in refused(ask)
    assert "unknown-workload" in refused(lambda: advice.why_not("device", "l4", workload))


def test_a_workload_may_be_named_where_the_plan_is_asked(hybrid: Advice) -> None:
    name = next(iter(hybrid.workloads))
    assert hybrid.why("overall_deployment", name) == hybrid.why("overall_deployment")
    assert hybrid.why("overall_deployment", "plan") == hybrid.why("overall_deployment")
    assert hybrid.why_not("outcome", "infeasible", name) == hybrid.why_not("outcome", "infeasible")


@pytest.mark.parametrize("attribute", [3, None, ["deployment"], {"deployment"}])
def test_what_is_no_name_of_an_attribute_is_refused(advice: Advice, attribute: Any) -> None:
    for ask in (
        lambda: advice.why(attribute),
        lambda: advice.why_not(attribute, "cloud"),
        lambda: advice.plan[attribute],
        lambda: advice.workloads["assistant"][attribute],
    ):
        assert "unknown-attribute" in refused(ask)


@pytest.mark.parametrize("value", [["cloud"], {"cloud": 1}, 3, None])
def test_what_is_not_one_value_is_refused_with_one(advice: Advice, value: Any) -> None:
    said = refused(lambda: advice.why_not("deployment", value))
    assert "unfit-value" in said
    assert "such as `" in said


def test_the_workloads_of_advice_cannot_be_written(advice: Advice) -> None:
    with pytest.raises(TypeError):
        advice.workloads["other"] = advice.workloads["assistant"]  # type: ignore[index]
    assert list(advice.workloads) == ["assistant"]
