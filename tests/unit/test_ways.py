"""Changes that lead to another answer: each is advised on before it is told."""

from __future__ import annotations

from typing import Any

import pytest

import rackwright
from rackwright.advice import Advice
from rackwright.reasoning.moves import plain_number
from rackwright.reasoning.ways import MAX_CHANGES, MAX_TRIES
from rackwright.reasoning.why_not import WhyNot
from rackwright.reasoning.why_not_device import WhyNotDevice

CHAT = {
    "id": "chat",
    "stage": "inference",
    "serving": "real_time",
    "model": "Llama-3.3-70B",
    "precision": "int4",
    "concurrency": 8,
    "context_tokens": 16_000,
    "usage": "continuous",
    "utilization": 0.3,
    "duration_months": 36,
    "residency_required": True,
    "data_residency": "Taiwan",
}
GATE = {
    "id": "gate",
    "stage": "inference",
    "serving": "edge",
    "model": "ResNet-50",
    "precision": "int8",
    "items_per_second": 200,
    "edge_sites": 30,
    "usage": "continuous",
    "utilization": 0.7,
    "duration_months": 60,
}
BUSY = CHAT | {"utilization": 0.75, "residency_required": False}
TRIALS = CHAT | {"stage": "experimentation", "utilization": 0.75, "residency_required": False}


def advised(workload: dict[str, Any], adoption: str) -> Advice:
    organization = {"adoption_stage": adoption, "clear_use_case": True, "ai_skills": "basic"}
    document = {
        "name": "a plan",
        "currency": "USD",
        "horizon_months": 36,
        "organization": organization,
        "workloads": [workload],
    }
    return rackwright.advise(rackwright.Plan.model_validate(document))


def asked(advice: Advice, value: str = "dedicated") -> WhyNot:
    found = advice.why_not("deployment", value)
    assert isinstance(found, WhyNot)
    return found


CASES = [(CHAT, "proof_of_concept"), (BUSY, "proof_of_concept"), (TRIALS, "production")]


@pytest.mark.parametrize(("workload", "adoption"), CASES)
class TestEveryWay:
    def test_it_leads_to_the_value_when_it_is_asked_about(
        self, workload: dict[str, Any], adoption: str
    ) -> None:
        advice = advised(workload, adoption)
        told = asked(advice)
        assert told.ways
        for way in told.ways:
            after = advice.what_if({move.path: move.value for move in way.changes}).after
            ruling = after.assessment.conclusion(told.subject, "deployment")
            assert ruling is not None
            assert ruling.value == "dedicated"
            assert way.rule in [firing.rule for firing in ruling.firings]

    def test_it_has_no_change_that_it_could_do_without(
        self, workload: dict[str, Any], adoption: str
    ) -> None:
        advice = advised(workload, adoption)
        for way in asked(advice).ways:
            for left_out in way.changes if len(way.changes) > 1 else ():
                rest = {m.path: m.value for m in way.changes if m is not left_out}
                after = advice.what_if(rest).after.assessment
                assert after.value(str(workload["id"]), "deployment") != "dedicated"

    def test_tries_and_changes_are_bounded(self, workload: dict[str, Any], adoption: str) -> None:
        told = asked(advised(workload, adoption))
        assert 0 < told.tries <= MAX_TRIES
        assert all(len(way.changes) <= MAX_CHANGES for way in told.ways)


def test_several_changes_are_offered_where_one_does_not_suffice() -> None:
    first = asked(advised(CHAT, "proof_of_concept")).ways[0]
    assert [move.attribute for move in first.changes] == ["adoption_stage", "utilization"]


def test_the_organisation_comes_before_what_the_work_is() -> None:
    first = asked(advised(BUSY, "proof_of_concept")).ways[0]
    assert [move.path for move in first.changes] == ["organization.adoption_stage"]


def test_why_not_names_the_rule_that_decided_as_why_does() -> None:
    advice = advised(TRIALS, "production")
    told = asked(advice)
    argument = advice.why("deployment").argument
    assert argument is not None
    assert [cause.rule for cause in told.deciding] == [argument.rule] == ["experiments-come-and-go"]
    assert "experiments-come-and-go" in advice.tell(told)


def test_a_rule_that_matched_is_told_as_overruled_and_not_as_one_that_did_not() -> None:
    advice = advised(BUSY, "proof_of_concept")
    words = " ".join(advice.tell(asked(advice)).split())
    assert "busy-and-long matched, overruled by value-still-to-be-proven" in words
    assert "did not match" not in words


def test_why_tells_what_an_overruled_rule_would_give() -> None:
    advice = advised(BUSY, "proof_of_concept")
    words = " ".join(advice.tell(advice.why("deployment")).replace("│", "").split())
    assert "also matched, for dedicated; overruled by value-still-to-be-proven" in words


def test_a_device_that_is_barred_is_offered_only_what_admits_it() -> None:
    advice = advised(GATE, "proof_of_concept")
    told = advice.why_not("device", "cpu_server")
    assert isinstance(told, WhyNotDevice)
    (barred,) = told.barred
    for way in barred.ways:
        after = advice.what_if({move.path: move.value for move in way.changes}).after
        assert after.assessment.value("gate@cpu_server", "verdict") in barred.value


def test_what_is_so_is_not_tried() -> None:
    assert asked(advised(CHAT, "proof_of_concept"), "cloud").tries == 0


@pytest.mark.parametrize(
    ("limit", "up", "reached", "number"),
    [
        (0.6, True, False, 0.61),
        (0.6, False, True, 0.6),
        (18, False, False, 17),
        (0, True, False, 0.1),
    ],
)
def test_numbers_that_turn_a_test_are_plain(
    limit: float, up: bool, reached: bool, number: float
) -> None:
    assert plain_number(limit, up, reached) == number
