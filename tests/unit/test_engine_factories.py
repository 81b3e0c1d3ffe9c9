"""A caller's engine judges by every rulebook that advice needs, whoever makes it."""

from __future__ import annotations

from typing import Any

import pytest

from rackwright import Advice, Plan, Rulebook, UsageError, advise, load_packs, plan_from_dict
from rackwright.engines.columnar import ColumnarEngine
from rackwright.engines.durable import DurableEngine
from rackwright.knowledge import default_rules

WORKLOAD = {
    "id": "a",
    "stage": "inference",
    "model": "Llama-3.1-8B",
    "concurrency": 40,
    "context_tokens": 4096,
    "utilization": 0.7,
    "duration_months": 36,
}


def plan(**more: Any) -> Plan:
    return plan_from_dict({"facility": {"site": "office"}, "workloads": [WORKLOAD], **more})


STRICT = plan(parameters={"own_min_utilization": 0.99})


@pytest.mark.parametrize("engine", [DurableEngine, ColumnarEngine])
def test_a_parameter_of_the_plan_holds_for_the_engine_of_the_caller(engine: Any) -> None:
    advice = advise(STRICT, engine=engine)
    assert advice.workloads["a"]["deployment"] == "cloud"
    assert advice.why("deployment").value == "cloud"
    assert advice.to_json() == advise(STRICT).to_json()


def test_the_rules_of_the_caller_reach_the_engine_of_the_caller() -> None:
    asked: list[Rulebook] = []

    def engine(rulebook: Rulebook) -> ColumnarEngine:
        asked.append(rulebook)
        return ColumnarEngine(rulebook)

    advise(plan(), rules=load_packs(), engine=engine)
    assert asked == [default_rules()]


def test_what_if_judges_with_the_engine_of_the_caller() -> None:
    asked: list[float] = []

    def engine(rulebook: Rulebook) -> ColumnarEngine:
        asked.append(rulebook.parameters["own_min_utilization"].value)
        return ColumnarEngine(rulebook)

    before = advise(plan(), engine=engine)
    found = before.what_if({"parameters.own_min_utilization": 0.99})
    assert asked[-1] == 0.99
    assert found.after.workloads["a"]["deployment"] == "cloud"
    found.after.what_if({"parameters.own_min_utilization": 0.98})
    assert asked[-1] == 0.98


def test_what_an_engine_factory_makes_is_kept() -> None:
    made: list[Rulebook] = []

    def engine(rulebook: Rulebook) -> ColumnarEngine:
        made.append(rulebook)
        return ColumnarEngine(rulebook)

    for _ in range(3):
        advise(STRICT, engine=engine)
    assert len(made) == 1


class Unhashable:
    """A factory that cannot be remembered."""

    __hash__ = None  # type: ignore[assignment]

    def __call__(self, rulebook: Rulebook) -> ColumnarEngine:
        return ColumnarEngine(rulebook)


def test_a_factory_that_cannot_be_remembered_makes_engines_all_the_same() -> None:
    assert advise(plan(), engine=Unhashable()).outcome == "recommended"


@pytest.mark.parametrize(
    "engine",
    [
        DurableEngine(default_rules()),
        "durable",
        lambda _rulebook: None,
        lambda _rulebook: DurableEngine(default_rules()),
    ],
    ids=["an engine", "a name", "makes nothing", "makes one of other rules"],
)
def test_what_makes_no_engine_of_the_rulebook_is_refused_with_what_does(engine: Any) -> None:
    with pytest.raises(UsageError, match=r"not-an-engine-factory.*DurableEngine"):
        advise(STRICT, engine=engine)


UNCERTAIN = plan(uncertain={"a.utilization": {"low": 0.3, "high": 0.9}})


def drawn(advice: Advice) -> dict[str, Any]:
    assert advice.spread is not None
    return advice.spread.to_dict()


def test_what_if_draws_as_often_and_from_the_same_seed() -> None:
    after = advise(UNCERTAIN, samples=50, seed=7).what_if({"duration_months": 12}).after
    changed = UNCERTAIN.model_dump(mode="json", exclude_none=True)
    changed["workloads"][0]["duration_months"] = 12
    assert drawn(after) == drawn(advise(plan_from_dict(changed), samples=50, seed=7))
    assert drawn(after) != drawn(advise(plan_from_dict(changed), samples=50, seed=8))


def test_what_if_draws_nothing_when_no_draws_were_asked_for() -> None:
    assert advise(UNCERTAIN).what_if({"duration_months": 12}).after.spread is None
