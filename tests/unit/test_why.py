from __future__ import annotations

import json
from dataclasses import replace

import pytest
from small_world import (
    DEPLOYMENT,
    STATED,
    WARNINGS_FIRED,
    A,
    D,
    assessment,
    fired,
    rule,
)

from rackwright.errors import ReasoningError, UsageError
from rackwright.reasoning.why import Explanation, why
from rackwright.rulebook.model import Op, Test

LONG = {**STATED, "utilization": 0.75}
DEDICATED = fired(
    "assistant",
    "deployment",
    "steady-and-long",
    "dedicated",
    "assistant.duration_months",
    "assistant.utilization",
)
HYBRID_TOO = fired("assistant", "deployment", "else-both", "hybrid", overruled=True)


@pytest.fixture
def dedicated() -> Explanation:
    found = assessment(stated=LONG, placement=(DEDICATED, HYBRID_TOO), warnings=())
    return why(found, "assistant", "deployment")


def ids(explanations: tuple[Explanation, ...]) -> list[str]:
    return [one.id for one in explanations]


def test_a_decision_names_its_rule_and_the_tests_that_held(dedicated: Explanation) -> None:
    argument = dedicated.argument
    assert argument is not None
    assert (dedicated.basis, dedicated.value, argument.rule) == (
        "decided",
        "dedicated",
        "steady-and-long",
    )
    assert [(t.attribute, t.op, t.operand, t.parameter, t.actual) for t in argument.tests] == [
        ("utilization", ">", 0.6, "own_min_utilization", 0.75),
        ("duration_months", ">", 18.0, "own_min_months", 36.0),
    ]
    assert argument.because.en == "because steady-and-long"
    assert argument.sources == ("C15",)


def test_premises_come_in_the_order_of_the_rule_each_before_its_parameter(
    dedicated: Explanation,
) -> None:
    assert ids(dedicated.children) == [
        "assistant.utilization",
        "parameters/own_min_utilization",
        "assistant.duration_months",
        "parameters/own_min_months",
    ]


def test_a_given_fact_names_its_place_in_the_plan(dedicated: Explanation) -> None:
    said = dedicated.children[0]
    assert (said.basis, said.where, said.value, said.unit) == (
        "given",
        "workloads[0].utilization",
        0.75,
        "fraction",
    )


def test_a_parameter_is_policy_with_source_and_date(dedicated: Explanation) -> None:
    policy = dedicated.children[1]
    assert (policy.basis, policy.value, policy.sources, policy.date) == (
        "policy",
        0.6,
        ("C15",),
        "2025",
    )


def test_an_overruled_rule_is_told_with_the_rule_that_decided_before(
    dedicated: Explanation,
) -> None:
    (overruled,) = dedicated.overruled
    assert (overruled.rule, overruled.value, overruled.overruled_by) == (
        "else-both",
        "hybrid",
        "steady-and-long",
    )


def test_an_assumption_says_what_was_not_stated() -> None:
    told = why(assessment(), "assistant", "precision")
    assert told.basis == "assumed"
    assert [(c.id, c.basis) for c in told.children] == [
        ("assistant.precision?", "unstated"),
        ("assistant.stage", "given"),
    ]


def test_a_calculated_value_rests_on_its_inputs() -> None:
    told = why(assessment(), A, "memory_fill")
    assert (told.basis, told.kernel) == ("calculated", "memory_fill")
    assert ids(told.children) == [
        f"{A}.device_memory_gib",
        "assistant.memory_need_gib",
        "parameters/full_memory",
    ]


def test_a_catalogue_value_names_row_source_and_date() -> None:
    told = why(assessment(), A, "device_memory_gib")
    assert (told.basis, told.row, told.sources, told.date) == (
        "catalogue",
        "devices/l4",
        ("C7",),
        "2025",
    )


def test_an_attribute_of_the_workload_can_be_asked_of_its_option() -> None:
    assert why(assessment(), D, "stage").id == "assistant.stage"


def test_an_attribute_of_the_chosen_option_can_be_asked_of_the_workload() -> None:
    assert why(assessment(), "assistant", "verdict").id == f"{A}.verdict"


def test_what_was_told_once_is_referred_to_afterwards() -> None:
    told = why(assessment(), "assistant", "choice")
    stages = [one for _, one in told.walk() if one.id == f"{A}.tier_gap"]
    needs = [one for _, one in why(assessment(), A, "memory_fill").walk()]
    assert [one.repeated for one in stages] == [False]
    assert sum(one.id == "assistant.memory_need_gib" for one in needs) == 1


def test_a_repeated_value_is_named_without_what_it_rests_on() -> None:
    found = assessment()
    inputs = ("assistant.memory_need_gib", f"{A}.memory_fill")
    fact = found.fact(A, "monthly_cost")
    assert fact is not None
    origin = type(fact.origin)("price", inputs)
    found.frames.option.put_values("monthly_cost", [3000.0, None], [origin, None])
    told = why(found, A, "monthly_cost")
    first, again = [one for _, one in told.walk() if one.id == "assistant.memory_need_gib"]
    assert (first.repeated, bool(first.children)) == (False, True)
    assert (again.repeated, again.children, again.value) == (True, (), 10.0)


def test_each_member_of_a_collected_set_has_its_own_rule() -> None:
    told = why(assessment(), "assistant", "warnings")
    assert told.value == ("in_the_office", "idle")
    assert [(c.value, c.argument.rule) for c in told.children if c.argument] == [
        ("in_the_office", "office-is-no-room"),
        ("idle", "seldom-used"),
    ]
    assert [a.rule for a in told.children[1].overruled] == ["also-seldom"]
    assert told.children[1].overruled[0].overruled_by == "seldom-used"


def test_a_member_of_a_stated_set_names_its_place() -> None:
    only = fired("assistant", "warnings", "also-seldom", "idle", "assistant.frameworks=pytorch")
    told = why(assessment(warnings=(WARNINGS_FIRED[0], only)), "assistant", "warnings")
    (member,) = told.children[1].children
    assert (member.basis, member.value, member.where) == (
        "given",
        "pytorch",
        "workloads[0].frameworks",
    )


def test_a_symbol_brings_its_label() -> None:
    told = why(assessment(), D, "verdict")
    assert [word.en for word in told.words] == ["over provisioned"]


def test_a_rule_that_asks_nothing_tells_why_no_earlier_one_matched() -> None:
    told = why(assessment(), "assistant", "deployment")
    assert [(r.rule, r.state) for r in told.considered] == [
        ("steady-and-long", "failed"),
        ("critical-stays", "unknown"),
        ("short-is-rented", "failed"),
    ]


def test_an_undecided_attribute_tells_what_each_rule_lacks() -> None:
    told = why(assessment(placement=()), "assistant", "deployment")
    assert (told.basis, told.value) == ("undecided", None)
    stops = [rule.branches[0].stops_at for rule in told.considered]
    assert [(s.attribute, s.state) for s in stops if s] == [
        ("utilization", "failed"),
        ("critical", "unknown"),
        ("duration_months", "failed"),
    ]


def test_a_placement_without_a_chosen_option_is_explained_by_the_choice() -> None:
    rejected = {
        s: (fired(s, "verdict", "does-not-fit", "rejected", f"{s}.memory_fill"),) for s in (A, D)
    }
    found = assessment(fills=(1.5, 1.2), verdicts=rejected, ranking=(), placement=(), warnings=())
    told = why(found, "assistant", "deployment")
    assert (told.basis, told.considered) == ("undecided", ())
    assert [(c.id, c.value) for c in told.children] == [("assistant.choice", "nothing_fits")]


def test_a_choice_rests_on_the_chosen_option_and_names_the_others_in_brief() -> None:
    told = why(assessment(), "assistant", "choice")
    assert ids(told.children) == [f"{A}.verdict"]
    (other,) = told.compared
    assert (other.id, other.brief, other.children) == (f"{D}.verdict", True, ())
    assert other.argument is not None
    assert other.argument.rule == "too-strong"


def test_where_nothing_was_chosen_every_option_is_named_in_brief() -> None:
    rejected = {
        s: (fired(s, "verdict", "does-not-fit", "rejected", f"{s}.memory_fill"),) for s in (A, D)
    }
    found = assessment(fills=(1.5, 1.2), verdicts=rejected, ranking=(), placement=(), warnings=())
    told = why(found, "assistant", "choice")
    assert [(c.id, c.brief) for c in told.children] == [
        (f"{A}.verdict", True),
        (f"{D}.verdict", True),
    ]
    assert told.compared == ()


def test_a_fact_that_was_not_stated_offers_its_question() -> None:
    told = why(assessment(), "assistant", "critical")
    assert told.basis == "unstated"
    assert told.question is not None
    assert told.question.en == "is it critical?"


def test_an_assumption_that_was_not_made_tells_what_its_rules_lack() -> None:
    told = why(assessment(stated={}, precision=None), "assistant", "precision")
    assert told.basis == "unstated"
    assert [r.state for r in told.considered] == ["unknown", "unknown"]


def test_a_value_that_could_not_be_calculated_is_unknown() -> None:
    assert why(assessment(costs=(3000.0, None)), D, "monthly_cost").basis == "unknown"


def test_a_value_that_could_not_be_calculated_names_the_inputs_that_are_missing() -> None:
    told = why(assessment(), "assistant", "weights_gib")
    assert (told.basis, told.kernel) == ("unknown", "model_weights")
    assert [(c.id, c.basis) for c in told.children] == [("assistant.parameters_b?", "unstated")]


def test_a_sum_over_workloads_names_those_that_are_missing() -> None:
    told = why(assessment(), "plan", "on_site_power_kw")
    assert [c.id for c in told.children] == ["assistant.planned_power_kw?"]


def test_a_premise_that_was_not_calculated_is_explained_by_its_inputs() -> None:
    guess = fired("assistant", "deployment", "no-weights", "hybrid", "assistant.weights_gib?")
    found = assessment(placement=(guess,))
    asks = rule("no-weights", Test("weights_gib", Op.UNKNOWN), "hybrid")
    others = tuple(d for d in found.rulebook.decisions if d is not DEPLOYMENT)
    decisions = (*others, replace(DEPLOYMENT, rules=(asks,)))
    found = replace(found, rulebook=replace(found.rulebook, decisions=decisions))
    (weights,) = why(found, "assistant", "deployment").children
    assert (weights.basis, weights.kernel) == ("unknown", "model_weights")
    assert [c.id for c in weights.children] == ["assistant.parameters_b?"]


def test_an_unknown_attribute_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UsageError) as error:
        why(assessment(), "assistant", "deploymnet")
    (problem,) = error.value.problems
    assert problem.code == "unknown-attribute"
    assert problem.hint == "did you mean `deployment`?"


def test_an_unknown_subject_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UsageError) as error:
        why(assessment(), "asistant", "deployment")
    (problem,) = error.value.problems
    assert problem.code == "unknown-subject"
    assert problem.hint == "did you mean `assistant`?"


def test_an_attribute_of_something_else_names_whom_to_ask() -> None:
    with pytest.raises(UsageError) as error:
        why(assessment(), "plan", "deployment")
    (problem,) = error.value.problems
    assert (problem.code, problem.hint) == ("attribute-of-another", "ask about `assistant`")


def test_a_conclusion_that_its_rule_does_not_bear_out_is_a_defect() -> None:
    with pytest.raises(ReasoningError):
        why(assessment(placement=(DEDICATED,)), "assistant", "deployment")


def test_an_explanation_is_plain_data_for_json() -> None:
    told = json.loads(json.dumps(why(assessment(), "assistant", "warnings").to_dict()))
    assert told["basis"] == "decided"
    assert told["value"] == ["in_the_office", "idle"]
    idle = told["children"][1]
    assert idle["argument"]["tests"][0]["margin"] == 0.15
    assert idle["overruled"][0]["overruled_by"] == "seldom-used"
    assert idle["label"] == {"en": "warnings", "zh-TW": "warnings"}
    assert "where" not in idle
