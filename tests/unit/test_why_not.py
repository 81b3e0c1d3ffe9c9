from __future__ import annotations

import json

import pytest
from small_world import STATED, A, D, assessment, fired

from rackwright.assessment import Assessment
from rackwright.errors import UsageError
from rackwright.reasoning.why_not import why_not
from rackwright.reasoning.why_not_device import why_not_device

TOO_LARGE = fired(D, "verdict", "does-not-fit", "rejected", f"{D}.memory_fill")
ALSO_TOO_STRONG = fired(
    D, "verdict", "too-strong", "over_provisioned", f"{D}.tier_gap", overruled=True
)
RIGHT = fired(A, "verdict", "right-tier", "preferred", f"{A}.tier_gap")


def too_large() -> Assessment:
    return assessment(
        fills=(0.5, 1.25),
        verdicts={A: (RIGHT,), D: (TOO_LARGE, ALSO_TOO_STRONG)},
        ranking=(A,),
    )


def test_a_failed_test_is_told_with_operand_parameter_and_margin() -> None:
    answer = why_not(assessment(), "assistant", "deployment", "dedicated")
    headline = answer.headline
    assert headline is not None
    (test,) = headline.tests
    assert (headline.kind, headline.rule) == ("failed", "steady-and-long")
    assert (test.attribute, test.op, test.actual, test.operand) == ("utilization", ">", 0.45, 0.6)
    assert (test.parameter, test.margin, test.unit, test.past) == (
        "own_min_utilization",
        0.15,
        "fraction",
        True,
    )


def test_every_rule_that_could_have_concluded_it_is_told_in_order() -> None:
    answer = why_not(assessment(), "assistant", "deployment", "dedicated")
    assert [(c.standing.rule, c.standing.state) for c in answer.candidates] == [
        ("steady-and-long", "failed"),
        ("critical-stays", "unknown"),
    ]


def test_every_branch_stops_at_its_first_failing_test() -> None:
    answer = why_not(assessment(), "assistant", "deployment", "cloud")
    (short,) = answer.candidates
    stops = [branch.stops_at for branch in short.standing.branches]
    assert [(s.attribute, s.margin, s.needed) for s in stops if s] == [
        ("duration_months", -18.0, ()),
        ("stage", None, ("training",)),
    ]


def test_an_unknown_fact_is_named_as_such() -> None:
    stated = {**STATED, "duration_months": 40.0}
    answer = why_not(assessment(stated=stated), "assistant", "deployment", "dedicated")
    (critical,) = answer.candidates[1].standing.nearest.missing
    assert (critical.fact, critical.state, critical.needed) == (
        "assistant.critical",
        "unknown",
        (True,),
    )


def test_the_rule_that_lacks_least_gives_the_headline() -> None:
    stated = {"utilization": 0.1, "duration_months": 6.0, "critical": True}
    rented = fired(
        "assistant", "deployment", "short-is-rented", "cloud", "assistant.duration_months"
    )
    found = assessment(stated=stated, placement=(rented,), precision=None, warnings=())
    answer = why_not(found, "assistant", "deployment", "dedicated")
    assert answer.headline is not None
    assert answer.headline.rule == "critical-stays"


def test_an_earlier_rule_that_holds_comes_before_what_the_candidate_lacks() -> None:
    answer = why_not(too_large(), D, "verdict", "preferred")
    assert [(c.kind, c.rule, c.value) for c in answer.causes] == [
        ("overruled", "does-not-fit", "rejected"),
        ("overruled", "too-strong", "over_provisioned"),
        ("failed", "right-tier", None),
    ]
    assert answer.candidates[0].blocked_by == ("does-not-fit", "too-strong")
    assert answer.headline is not None
    assert answer.headline.tests[0].margin == -0.25


def test_what_the_device_is_counts_as_the_hardest_to_change() -> None:
    answer = why_not(too_large(), D, "verdict", "preferred")
    (large, right) = answer.candidates
    (memory,) = large.standing.nearest.missing
    assert (memory.attribute, memory.fixed, memory.margin) == ("device_memory_gib", True, 10.0)
    assert (large.changes, right.changes) == ((1, 2), (0, 3))
    assert not any(test.fixed for cause in answer.causes for test in cause.tests)


def test_a_rule_that_held_but_came_too_late_names_the_one_that_decided() -> None:
    answer = why_not(too_large(), D, "verdict", "over_provisioned")
    (candidate,) = answer.candidates
    assert (candidate.standing.state, candidate.standing.overruled_by) == ("held", "does-not-fit")
    assert [c.rule for c in answer.causes] == ["does-not-fit"]


def test_a_rule_before_the_one_that_decided_is_not_blocked_by_it() -> None:
    answer = why_not(assessment(), "assistant", "deployment", "dedicated")
    assert [c.blocked_by for c in answer.candidates] == [(), ()]


def test_a_value_that_was_concluded_is_so() -> None:
    answer = why_not(assessment(), "assistant", "deployment", "hybrid")
    assert (answer.is_so, answer.causes, answer.decided_by) == (True, (), ("else-both",))


def test_a_value_that_no_rule_concludes_says_so() -> None:
    answer = why_not(assessment(), "assistant", "deployment", "edge")
    assert ([c.kind for c in answer.causes], answer.candidates) == (["no_rule"], ())


def test_an_earlier_rule_that_does_not_hold_blocks_nothing() -> None:
    answer = why_not(assessment(), D, "verdict", "preferred")
    assert [c.blocked_by for c in answer.candidates] == [("too-strong",), ("too-strong",)]


def test_members_of_a_set_do_not_block_each_other() -> None:
    stated = {**STATED, "critical": False}
    answer = why_not(assessment(stated=stated), "assistant", "warnings", "no_people")
    assert [(c.kind, c.tests[0].needed) for c in answer.causes] == [("failed", (True,))]
    assert why_not(assessment(), "assistant", "warnings", "idle").is_so


def test_what_the_user_said_is_never_replaced_by_an_assumption() -> None:
    stated = {**STATED, "precision": "bf16"}
    answer = why_not(assessment(stated=stated, precision=None), "assistant", "precision", "int8")
    assert [(c.kind, c.value) for c in answer.causes] == [("stated", "bf16")]
    assert answer.candidates[0].standing.state == "failed"


def test_a_placement_without_a_chosen_option_was_not_judged() -> None:
    found = assessment(ranking=(), placement=(), warnings=())
    answer = why_not(found, "assistant", "deployment", "hybrid")
    assert [c.kind for c in answer.causes] == ["not_judged"]


def test_a_value_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError) as error:
        why_not(assessment(), "assistant", "deployment", "hybird")
    (problem,) = error.value.problems
    assert (problem.code, problem.hint) == ("unknown-value", "did you mean `hybrid`?")


def test_an_attribute_that_no_rule_decides_is_refused() -> None:
    with pytest.raises(UsageError, match="`memory_fill` is not decided by rules"):
        why_not(assessment(), A, "memory_fill", 0.1)


def test_a_device_that_no_rule_allows_is_barred_by_the_rule_that_decided() -> None:
    answer = why_not_device(too_large(), "assistant", "NVIDIA H100 SXM")
    assert (answer.is_allowed, answer.rank, answer.chosen) == (False, None, A)
    (barred,) = answer.barred
    assert (barred.attribute, barred.value) == ("verdict", ("preferred", "over_provisioned"))
    assert barred.headline is not None
    assert (barred.headline.kind, barred.headline.rule) == ("overruled", "does-not-fit")


def test_an_allowed_device_is_outranked_by_the_first_key_that_differs() -> None:
    answer = why_not_device(assessment(), "assistant", "h100")
    assert (answer.is_allowed, answer.rank, answer.n_allowed) == (True, 2, 2)
    assert answer.outranked is not None
    assert (answer.outranked.attribute, answer.outranked.mine, answer.outranked.best) == (
        "verdict",
        "over_provisioned",
        "preferred",
    )


def equals(costs: tuple[float | None, float | None]) -> Assessment:
    same = fired(D, "verdict", "right-tier", "preferred", f"{D}.tier_gap")
    return assessment(costs=costs, verdicts={A: (RIGHT,), D: (same,)})


def test_a_dearer_device_is_outranked_by_the_difference() -> None:
    outranked = why_not_device(equals((3000.0, 9000.0)), "assistant", "h100").outranked
    assert outranked is not None
    assert (outranked.attribute, outranked.difference, outranked.unit) == (
        "monthly_cost",
        6000.0,
        "currency",
    )


def test_a_device_of_unknown_cost_ranks_behind_one_with_a_price() -> None:
    outranked = why_not_device(equals((3000.0, None)), "assistant", "h100").outranked
    assert outranked is not None
    assert (outranked.attribute, outranked.mine, outranked.difference) == (
        "monthly_cost",
        None,
        None,
    )


def test_a_device_that_ties_on_every_key_comes_later_in_the_catalogue() -> None:
    outranked = why_not_device(equals((3000.0, 3000.0)), "assistant", "h100").outranked
    assert outranked is not None
    assert outranked.attribute == ""


def test_the_chosen_device_is_chosen() -> None:
    answer = why_not_device(assessment(), "assistant", "L4 24GB")
    assert (answer.is_chosen, answer.rank, answer.barred, answer.outranked) == (True, 1, (), None)


def test_an_unknown_device_or_workload_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError) as error:
        why_not_device(assessment(), "assistant", "h10")
    assert error.value.problems[0].hint == "did you mean `h100`?"
    with pytest.raises(UsageError) as error:
        why_not_device(assessment(), "assistent", "h100")
    assert error.value.problems[0].code == "unknown-workload"


def test_an_answer_is_plain_data_for_json() -> None:
    answer = json.loads(json.dumps(why_not(too_large(), D, "verdict", "preferred").to_dict()))
    assert answer["value"] == ["preferred"]
    assert answer["causes"][0]["tests"][0]["margin"] == -0.25
    assert answer["candidates"][0]["blocked_by"] == ["does-not-fit", "too-strong"]
    device = why_not_device(assessment(), "assistant", "h100").to_dict()
    assert device["is_allowed"] is True
    assert device["outranked"]["mine"] == "over_provisioned"
