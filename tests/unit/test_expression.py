"""Conditions: what their texts mean, and what is refused with which words."""

from __future__ import annotations

import pytest

from rackwright.errors import Problem
from rackwright.records import Entity, Scope
from rackwright.rulebook.conditions import branches, negated, write
from rackwright.rulebook.expression import Names, read_condition
from rackwright.rulebook.model import (
    All,
    Any,
    Attribute,
    Condition,
    Kind,
    Op,
    Parameter,
    Test,
    Text,
)
from rackwright.rulebook.problems import Place, Report


def attribute(name: str, kind: Kind, *values: str, unit: str = "") -> Attribute:
    labels = {value: Text(value, value) for value in values}
    return Attribute(
        name, Scope.GIVEN, Entity.WORKLOAD, kind, Text(name, name), unit=unit, values=labels
    )


def parameter(name: str, value: float, unit: str) -> Parameter:
    return Parameter(name, value, unit, Text(name, name), ("C1",), "2025")


VISIBLE = {
    a.name: a
    for a in (
        attribute("utilization", Kind.NUMBER, unit="fraction"),
        attribute("duration_months", Kind.NUMBER, unit="months"),
        attribute("racks", Kind.NUMBER, unit="count"),
        attribute("stage", Kind.SYMBOL, "training", "inference", "evaluation", "edge"),
        attribute("frameworks", Kind.SET, "pytorch", "jax"),
        attribute("business_critical", Kind.BOOLEAN),
        attribute("edge", Kind.BOOLEAN),
        attribute("model", Kind.TEXT),
    )
}
HIDDEN = Attribute(
    "verdict",
    Scope.OPTION,
    Entity.OPTION,
    Kind.SYMBOL,
    Text("verdict", "評定"),
    values={"rejected": Text("rejected", "排除")},
)
PARAMETERS = {
    p.name: p
    for p in (
        parameter("own_min_utilization", 0.6, "fraction"),
        parameter("full_utilization", 1.0, "fraction"),
        parameter("own_min_months", 18, "months"),
        parameter("many_racks", 4, ""),
    )
}
NAMES = Names(
    "workload",
    VISIBLE,
    {**VISIBLE, "verdict": HIDDEN},
    PARAMETERS,
    broken=frozenset({"half_defined"}),
)


def read(text: str) -> Condition:
    report = Report()
    condition = read_condition(text, NAMES, Place(report, "rules/x.toml"))
    assert not report.problems, report.problems
    assert condition is not None
    return condition


def refused(text: str) -> list[Problem]:
    report = Report()
    assert read_condition(text, NAMES, Place(report, "rules/x.toml")) is None
    return report.problems


UTILIZED = Test("utilization", Op.GT, 0.6, "own_min_utilization")
LONG = Test("duration_months", Op.GT, 18, "own_min_months")
TRAINING = Test("stage", Op.EQ, "training")
CRITICAL = Test("business_critical", Op.EQ, True)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("utilization > own_min_utilization", UTILIZED),
        ("own_min_utilization < utilization", UTILIZED),
        ("racks == many_racks", Test("racks", Op.EQ, 4, "many_racks")),
        ("stage == training", TRAINING),
        ("training == stage", TRAINING),
        ("stage != training", Test("stage", Op.NE, "training")),
        ("stage in {training, inference}", Test("stage", Op.IN, ("training", "inference"))),
        ("stage not in {training}", Test("stage", Op.NOT_IN, ("training",))),
        ("pytorch in frameworks", Test("frameworks", Op.CONTAINS, "pytorch")),
        ("pytorch not in frameworks", Test("frameworks", Op.LACKS, "pytorch")),
        ("known(model)", Test("model", Op.KNOWN)),
        ("unknown(utilization)", Test("utilization", Op.UNKNOWN)),
        ("business_critical", CRITICAL),
        ("business_critical == true", CRITICAL),
        ("business_critical != false", CRITICAL),
        ("false == business_critical", Test("business_critical", Op.EQ, False)),
        ("otherwise", All(())),
        (" always\n", All(())),
    ],
)
def test_text_states_one_test(text: str, meaning: Condition) -> None:
    assert read(text) == meaning


def test_chained_comparison_is_a_test_of_each_bound() -> None:
    assert read("own_min_utilization < utilization <= full_utilization") == All(
        (UTILIZED, Test("utilization", Op.LE, 1.0, "full_utilization"))
    )


def test_and_binds_closer_than_or() -> None:
    text = "stage == training or business_critical and duration_months > own_min_months"
    assert read(text) == Any((TRAINING, All((CRITICAL, LONG))))


def test_needless_nesting_disappears() -> None:
    nested = "(stage == training and (business_critical and (utilization > own_min_utilization)))"
    assert read(nested) == All((TRAINING, CRITICAL, UTILIZED))


def test_line_breaks_are_spaces() -> None:
    assert read("stage == training\n  and\n  business_critical") == All((TRAINING, CRITICAL))


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("not utilization > own_min_utilization", "utilization <= own_min_utilization"),
        ("not own_min_months <= duration_months", "duration_months < own_min_months"),
        ("not racks == many_racks", "racks != many_racks"),
        ("not stage in {training}", "stage not in {training}"),
        ("not jax in frameworks", "jax not in frameworks"),
        ("not known(model)", "unknown(model)"),
        ("not unknown(model)", "known(model)"),
        ("not business_critical", "business_critical == false"),
        ("not not business_critical", "business_critical"),
        ("not (stage == training and edge)", "stage != training or not edge"),
        ("not (stage == training or edge)", "stage != training and not edge"),
        (
            "not (own_min_utilization < utilization < full_utilization)",
            "utilization <= own_min_utilization or utilization >= full_utilization",
        ),
    ],
)
def test_negation_goes_down_to_the_tests(text: str, meaning: str) -> None:
    assert read(text) == read(meaning)


def test_negating_twice_changes_nothing() -> None:
    condition = read("not edge and (stage == training or unknown(model) and jax in frameworks)")
    assert negated(negated(condition)) == condition


def test_branches_come_in_order_of_writing() -> None:
    condition = read("(stage == training or edge) and (business_critical or known(model))")
    assert [[write(test) for test in branch] for branch in branches(condition)] == [
        ["stage == training", "business_critical"],
        ["stage == training", "known(model)"],
        ["edge", "business_critical"],
        ["edge", "known(model)"],
    ]


def test_branches_do_not_repeat_themselves() -> None:
    condition = read("(edge or business_critical) and (edge or business_critical) and edge")
    assert [[write(test) for test in branch] for branch in branches(condition)] == [
        ["edge"],
        ["edge", "business_critical"],
        ["business_critical", "edge"],
    ]


def test_always_true_condition_has_one_empty_branch() -> None:
    assert branches(read("otherwise")) == ((),)


def test_written_condition_keeps_its_grouping() -> None:
    text = "(edge or not business_critical) and stage in {training, inference}"
    assert write(read(text)) == text


@pytest.mark.parametrize(
    ("text", "code", "in_message", "hint"),
    [
        ("utilization > 0.6", "number-literal", "`0.6`", "name a parameter"),
        ("utilization > 60%", "number-literal", "`60%`", "name a parameter"),
        ("utilization > -1", "number-literal", "`-1`", "name a parameter"),
        ("stage == 'training'", "quoted-value", "`'training'`", "write `training`"),
        ('stage == "training', "quoted-value", '`"training`', "write `training`"),
        ("utilization * racks > many_racks", "arithmetic", "`*`", "calculated already"),
        ("business_critical & edge", "unknown-character", "`&`", "write `and`"),
        ("stage in [training]", "unknown-character", "`[`", "braces"),
        ("\uff08edge\uff09", "unknown-character", "`\uff08`", "write `(`"),
        ("utilization ≥ own_min_utilization", "unknown-character", "`≥`", "write `>=`"),
        ("workload.stage == training", "unknown-character", "`.`", "named alone"),
        ("edge # and more", "unknown-character", "`#`", ""),
        ("stage = training", "condition-syntax", "`= training`", "compare with `==`"),
        ("edge AND business_critical", "condition-syntax", "cannot be read", "write `and`"),
        ("! edge", "condition-syntax", "cannot be read", "write `not`"),
        ("(edge", "condition-syntax", "cannot be read", "parenthesis"),
        ("edge and", "condition-syntax", "", "join tests"),
        ("", "condition-syntax", "stops too early", ""),
        ("edge business_critical", "condition-syntax", "cannot be read", "join tests"),
        ("True", "unsupported-syntax", "`True`", ""),
        ("edge if edge else edge", "unsupported-syntax", "is not a test", ""),
        ("{x for x in frameworks}", "unsupported-syntax", "is not a test", ""),
        ("stage in (training, inference)", "unsupported-syntax", "is not a test", ""),
        ("stage in {}", "unsupported-syntax", "`stage in {}`", ""),
        ("stage is training", "unsupported-syntax", "is not a test", ""),
        ("stage == training == edge", "unsupported-syntax", "is not a test", ""),
        ("known(stage) == true", "unsupported-syntax", "is not a test", ""),
        ("known(stage, model)", "unsupported-syntax", "is not a test", ""),
        ("known(x=stage)", "unsupported-syntax", "is not a test", ""),
        ("(known)(stage)(stage)", "unsupported-syntax", "is not a test", ""),
        ("(edge, business_critical)", "unsupported-syntax", "is not a test", ""),
        ("stage in {training, known(model)}", "unsupported-syntax", "is not a test", ""),
        ("konwn(stage)", "unknown-function", "`konwn`", "did you mean `known`?"),
        ("otherwise and edge", "misplaced-always", "`otherwise`", ""),
        ("edge or always", "misplaced-always", "`always`", ""),
        ("true", "misplaced-always", "`true`", "write `always`"),
        ("utilisation > own_min_utilization", "unknown-name", "`utilisation`", "`utilization`"),
        ("utilization > own_min_utilisation", "unknown-name", "", "`own_min_utilization`"),
        ("known(modle)", "unknown-name", "`modle`", "did you mean `model`?"),
        ("busines_critical", "unknown-name", "", "did you mean `business_critical`?"),
        ("verdict == rejected", "hidden-name", "`verdict`", "stage `option`"),
        ("stage == trainning", "unknown-value", "`trainning`", "did you mean `training`?"),
        ("stage in {training, inferenc}", "unknown-value", "", "did you mean `inference`?"),
        ("pytroch in frameworks", "unknown-value", "", "did you mean `pytorch`?"),
        ("stage == model", "two-attributes", "`stage`", "calculated already"),
        ("utilization > racks", "two-attributes", "`racks`", "calculated already"),
        ("own_min_utilization < full_utilization", "no-attribute", "neither", ""),
        ("training == inference", "no-attribute", "neither", ""),
        ("known(own_min_months)", "no-attribute", "is a parameter", ""),
        ("stage > training", "wrong-test", "have no order", "`==`"),
        ("stage == own_min_months", "unknown-value", "`own_min_months`", ""),
        ("utilization == training", "wrong-test", "is a number", "parameter"),
        ("utilization == true", "wrong-test", "is a number", "parameter"),
        ("stage", "wrong-test", "not true or false", "`known(stage)`"),
        ("business_critical == training", "wrong-test", "true or false", "`business_critical`"),
        ("frameworks == pytorch", "wrong-test", "is a set", "write `pytorch in frameworks`"),
        ("model == training", "wrong-test", "free text", "`known(model)`"),
        ("training in stage", "wrong-test", "not a set", "write `stage == training`"),
        ("frameworks in {pytorch}", "wrong-test", "not a symbol", ""),
        ("utilization > own_min_months", "unit-mismatch", "`fraction`", ""),
        ("stage in {training, training}", "duplicate-value", "`training`", ""),
        ("stage == edge", "ambiguous-name", "`edge`", "rename"),
    ],
)
def test_mistake_is_named(text: str, code: str, in_message: str, hint: str) -> None:
    problem = refused(text)[0]
    assert problem.code == code
    assert in_message in problem.message
    assert hint in problem.hint
    assert problem.where == "rules/x.toml"
    assert "\n" not in problem.message


def test_all_mistakes_of_a_condition_are_reported_at_once() -> None:
    problems = refused("stage == trainning and not (edgy or utilization > own_min_months)")
    assert [problem.code for problem in problems] == [
        "unknown-value",
        "unknown-name",
        "unit-mismatch",
    ]


def test_name_with_a_problem_of_its_own_is_not_reported_again() -> None:
    assert refused("half_defined and stage == half_defined") == []


def test_condition_of_more_alternatives_than_an_engine_holds_is_refused() -> None:
    assert read(" or ".join(["edge"] * 32))
    assert refused(" or ".join(["edge"] * 33))[0].code == "too-many-branches"


def test_alternatives_are_counted_without_being_made() -> None:
    either = "(edge or business_critical)"
    assert refused(" and ".join([either] * 60))[0].code == "too-many-branches"


@pytest.mark.parametrize(
    "text",
    [
        "not " * 25 + "edge",
        "not " * 480 + "edge",
        "(" * 900 + "edge",
        "known(" * 300,
        "edge < (" * 150,
    ],
)
def test_deep_nesting_is_refused(text: str) -> None:
    assert [problem.code for problem in refused(text)] == ["condition-too-deep"]


def test_long_text_is_refused_unread() -> None:
    problems = refused("edge and " * 400 + "edge")
    assert [problem.code for problem in problems] == ["text-too-long"]


def test_message_about_a_long_word_stays_short() -> None:
    problem = refused("x" * 1_500)[0]
    assert problem.code == "unknown-name"
    assert len(problem.message) < 120
