"""Plans stay as they were checked, however they were made."""

from __future__ import annotations

import copy
import pickle
from collections.abc import MutableMapping
from typing import Any

import pytest
from pydantic import ValidationError

from rackwright.advisor import advise
from rackwright.errors import PlanError
from rackwright.facts.facility import Facility
from rackwright.facts.load import plan_from_dict
from rackwright.facts.plan import Plan
from rackwright.facts.uncertain import Uncertain
from rackwright.facts.workload import Workload
from rackwright.many import advise_many

WORKLOAD = {"id": "a", "stage": "inference", "model": "Llama-3.1-8B", "utilization": 0.7}


def plan(**more: Any) -> Plan:
    return plan_from_dict({"facility": {"site": "office"}, "workloads": [WORKLOAD], **more})


def uncertain() -> Plan:
    return plan(
        parameters={"own_min_months": 12}, uncertain={"a.utilization": {"low": 0.5, "high": 0.9}}
    )


@pytest.mark.parametrize(
    ("update", "said"),
    [
        ({"utilization": 70}, "less than or equal to 1"),
        ({"frameworks": ["pytorh"]}, "pytorch"),
        ({"utilisation": 0.7}, "Extra inputs"),
        ({"parameters_b": 8, "active_parameters_b": 9}, "part of"),
    ],
)
def test_a_copy_of_a_workload_is_checked(update: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        plan().workloads[0].model_copy(update=update)


def test_a_copy_of_a_plan_is_checked_as_a_whole() -> None:
    found = plan()
    with pytest.raises(ValidationError, match="one id"):
        found.model_copy(update={"workloads": found.workloads * 2})
    with pytest.raises(ValidationError, match="TWD"):
        found.model_copy(update={"currency": "XXX"})


def test_a_copy_takes_what_a_plan_takes() -> None:
    found = plan().workloads[0].model_copy(update={"frameworks": ["jax", "pytorch"]})
    assert found.frameworks == ("pytorch", "jax")
    assert found.model_fields_set == {*WORKLOAD, "frameworks"}


def test_a_copy_without_changes_is_the_same_plan() -> None:
    found = uncertain()
    assert found.model_copy() == found == found.model_copy(update={})


UNSOUND = {
    "two equal ids": (
        Plan.model_construct(workloads=plan().workloads * 2),
        "workloads[1].id",
    ),
    "a number out of range": (
        Plan.model_construct(workloads=(Workload.model_construct(id="a", utilization=70),)),
        "workloads[0].utilization",
    ),
    "an unknown word": (
        Plan.model_construct(workloads=plan().workloads, currency="XXX"),
        "currency",
    ),
    "a field of a part": (
        Plan.model_construct(
            workloads=plan().workloads, facility=Facility.model_construct(site="moon")
        ),
        "facility.site",
    ),
    "an uncertain number that there is not": (
        Plan.model_construct(
            workloads=plan().workloads, uncertain={"a.stages": Uncertain(low=1, high=2)}
        ),
        "uncertain[`a.stages`]",
    ),
    "no workloads": (Plan.model_construct(), "workloads"),
}


@pytest.mark.parametrize(("unsound", "place"), UNSOUND.values(), ids=UNSOUND)
def test_a_plan_made_past_the_checks_is_refused_with_its_place(unsound: Plan, place: str) -> None:
    with pytest.raises(PlanError) as caught:
        advise(unsound)
    assert [problem.where for problem in caught.value.problems] == [f"plan: {place}"]


@pytest.mark.parametrize(("unsound", "place"), UNSOUND.values(), ids=UNSOUND)
def test_a_plan_made_past_the_checks_is_refused_among_many(unsound: Plan, place: str) -> None:
    with pytest.raises(PlanError) as caught:
        advise_many([plan(), unsound])
    assert [problem.where for problem in caught.value.problems] == [f"plans[1]: {place}"]


def test_a_list_in_place_of_a_tuple_is_taken_for_what_it_says() -> None:
    loose = Workload.model_construct(**WORKLOAD, frameworks=["pytorch"])
    found = Plan.model_construct(workloads=[loose])
    assert advise(found).workloads["a"]["frameworks"] == ("pytorch",)
    assert advise_many([found]).n_rows == 1


@pytest.mark.parametrize("held", [plan().parameters, uncertain().parameters, uncertain().uncertain])
def test_a_mapping_in_a_plan_cannot_be_written(held: Any) -> None:
    assert not isinstance(held, MutableMapping)
    with pytest.raises(AttributeError):
        held.update(own_min_utilization=0.99)
    with pytest.raises(TypeError):
        held["own_min_utilization"] = 0.99


def test_what_a_plan_was_made_from_does_not_change_it() -> None:
    parameters = {"own_min_months": 12.0}
    found = Plan(workloads=plan().workloads, parameters=parameters)
    parameters["own_min_months"] = 1.0
    assert found.parameters == {"own_min_months": 12.0}


@pytest.mark.parametrize("found", [plan(), uncertain()], ids=["plain", "uncertain"])
def test_equal_plans_hash_alike(found: Plan) -> None:
    again = plan_from_dict(found.model_dump(mode="json", exclude_none=True))
    copies = [again, copy.deepcopy(found), pickle.loads(pickle.dumps(found))]
    assert {found, *copies} == {found}


def test_plans_that_differ_in_a_parameter_are_two() -> None:
    assert len({plan(), plan(parameters={"own_min_months": 12}), uncertain()}) == 3


def test_a_plan_made_by_its_name_says_in_terms_of_pydantic_what_is_wrong() -> None:
    with pytest.raises(ValidationError):
        Plan(workloads=())
