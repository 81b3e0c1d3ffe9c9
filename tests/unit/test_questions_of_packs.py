"""Questions that a rule pack asks: answered in plans, tables and scenarios, and checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import rackwright as rw
from rackwright.cli import app
from rackwright.errors import PlanError, Problem
from rackwright.knowledge import load_packs
from rackwright.policy.draft import PlanDraft
from rackwright.rulebook.model import Rulebook

VOCABULARY = """
[contains_personal_data]
scope = "given"
of = "workload"
type = "boolean"
label = { en = "personal data", zh-TW = "含個人資料" }
question = { en = "Does it contain personal data?", zh-TW = "是否含個人資料？" }

[sensitivity]
scope = "given"
of = "workload"
type = "number"
unit = "fraction"
label = { en = "sensitivity", zh-TW = "敏感度" }
question = { en = "How sensitive is it?", zh-TW = "敏感程度為何？" }

[clearances]
scope = "given"
of = "workload"
type = "set"
label = { en = "clearances", zh-TW = "許可" }
question = { en = "Which clearances does it need?", zh-TW = "需要哪些許可？" }
[clearances.values]
secret = { en = "secret", zh-TW = "機密" }
internal = { en = "internal", zh-TW = "內部" }

[sponsor]
scope = "given"
of = "plan"
type = "symbol"
label = { en = "sponsor", zh-TW = "主責單位" }
question = { en = "Who pays?", zh-TW = "由誰出資？" }
[sponsor.values]
it = { en = "IT", zh-TW = "資訊處" }
business = { en = "business", zh-TW = "業務單位" }

[cost_centre]
scope = "given"
of = "plan"
type = "text"
label = { en = "cost centre", zh-TW = "成本中心" }
question = { en = "Which cost centre?", zh-TW = "成本中心為何？" }
"""
PARAMETERS = """
[most_sensitivity]
value = 0.5
unit = "fraction"
label = { en = "sensitivity from which it stays in house", zh-TW = "須自有的敏感度" }
sources = ["C18"]
date = "2026"
"""
RULE = """
[[rule]]
id = "%s"
when = "%s"
then = "dedicated"
before = "value-still-to-be-proven"
because = { en = "It stays on our machines.", zh-TW = "須留在自有設備。" }
sources = ["C18"]
"""
DEPLOYMENT = (
    'decision = "deployment"\nhit = "first"\n'
    + RULE % ("personal-data-stays", "contains_personal_data and sponsor == it")
    + RULE % ("secrets-stay", "secret in clearances")
    + RULE % ("what-is-sensitive-stays", "sensitivity > most_sensitivity")
)
BASE = {
    "id": "hr",
    "stage": "inference",
    "model": "Llama-3.1-8B",
    "concurrency": 4,
    "utilization": 0.05,
    "duration_months": 3,
}


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack that asks questions and decides by the answers."""
    folder = tmp_path_factory.mktemp("pack")
    (folder / "placement").mkdir()
    for name, text in {
        "vocabulary.toml": VOCABULARY,
        "parameters.toml": PARAMETERS,
        "placement/deployment.toml": DEPLOYMENT,
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def rules(pack: Path) -> Rulebook:
    """The bundled rules with that pack."""
    return load_packs([pack])


def plan(of_plan: dict[str, Any] | None = None, **answers: Any) -> rw.Plan:
    workload = BASE | ({"answers": answers} if answers else {})
    return rw.plan_from_dict({"workloads": [workload], "answers": of_plan or {}})


def deployment(said: rw.Plan, rules: Rulebook) -> object:
    return rw.advise(said, rules=rules).assessment.value("hr", "deployment")


def problem_of(said: rw.Plan, rules: Rulebook | None) -> Problem:
    with pytest.raises(PlanError) as caught:
        rw.advise(said, rules=rules)
    (problem,) = caught.value.problems
    with pytest.raises(PlanError) as caught:
        rw.advise_many([said], rules=rules)
    (other,) = caught.value.problems
    assert (other.code, other.message) == (problem.code, problem.message)
    return problem


STAYS = [
    ({"sponsor": "it"}, {"contains_personal_data": True}),
    ({"sponsor": "it"}, {"contains_personal_data": "yes"}),
    ({}, {"clearances": ["secret"]}),
    ({}, {"clearances": "secret"}),
    ({}, {"sensitivity": 0.6}),
]
GOES = [
    ({}, {}),
    ({"sponsor": "business"}, {"contains_personal_data": True}),
    ({"sponsor": "it"}, {"contains_personal_data": "no"}),
    ({}, {"clearances": ["internal"]}),
    ({"cost_centre": "X-12"}, {"sensitivity": 0.5}),
]


@pytest.mark.parametrize(("of_plan", "answers"), STAYS)
def test_an_answer_decides(
    rules: Rulebook, of_plan: dict[str, Any], answers: dict[str, Any]
) -> None:
    assert deployment(plan(of_plan, **answers), rules) == "dedicated"


@pytest.mark.parametrize(("of_plan", "answers"), GOES)
def test_another_answer_does_not(
    rules: Rulebook, of_plan: dict[str, Any], answers: dict[str, Any]
) -> None:
    assert deployment(plan(of_plan, **answers), rules) != "dedicated"


def test_many_plans_are_advised_on_as_each_of_them(rules: Rulebook) -> None:
    plans = [plan(of_plan, **answers) for of_plan, answers in (*STAYS, *GOES)]
    each = [deployment(one, rules) for one in plans]
    table = rw.advise_many(plans, rules=rules)
    assert list(table["deployment"]) == each
    assert [table.replay(row).assessment.plan for row in range(len(plans))] == plans


def test_an_explanation_says_where_it_was_answered(rules: Rulebook) -> None:
    advice = rw.advise(plan({"sponsor": "it"}, contains_personal_data=True), rules=rules)
    where = {part.where for part in advice.why("deployment", "hr").children}
    assert {"workloads[0].answers.contains_personal_data", "answers.sponsor"} <= where


def test_a_plan_in_yaml_and_back(rules: Rulebook) -> None:
    text = """
answers: {sponsor: it}
workloads:
  - id: hr
    stage: inference
    answers: {contains_personal_data: yes, clearances: [internal, secret], sensitivity: null}
"""
    said = rw.parse_plan(text)
    assert rw.plan_from_dict(said.model_dump(mode="json", exclude_none=True)) == said
    assert hash(said.workloads[0]) == hash(rw.parse_plan(text).workloads[0])
    facts = rw.advise(said, rules=rules).assessment
    assert facts.value("hr", "clearances") == ("secret", "internal")
    assert facts.value("hr", "sensitivity") is None


@pytest.mark.parametrize(
    ("of_plan", "answers", "code", "hint"),
    [
        ({}, {"contains_personal": True}, "unknown-field", "`contains_personal_data`"),
        ({}, {"sponsor": "it"}, "unknown-field", ""),
        ({}, {"stage": "inference"}, "unknown-field", ""),
        ({}, {"contains_personal_data": 1}, "not-true-or-false", ""),
        ({}, {"sensitivity": "0.5"}, "not-a-number", "write `0.5`"),
        ({}, {"sensitivity": 50}, "out-of-range", ""),
        ({}, {"clearances": ["secrt"]}, "unknown-value", "did you mean `secret`?"),
        ({"sponsor": "IT department"}, {}, "unknown-value", "`business`"),
        ({"cost_centre": 12}, {}, "not-a-text", ""),
    ],
)
def test_what_is_no_answer_is_refused_with_its_place(
    rules: Rulebook,
    of_plan: dict[str, Any],
    answers: dict[str, Any],
    code: str,
    hint: str,
) -> None:
    problem = problem_of(plan(of_plan, **answers), rules)
    assert problem.code == code
    (name,) = (*of_plan, *answers)
    assert problem.where == f"answers.{name}" if of_plan else f"workloads[0].answers.{name}"
    assert hint in problem.hint


def test_without_the_pack_nobody_asks() -> None:
    problem = problem_of(plan(contains_personal_data=True), None)
    assert problem.code == "unknown-field"
    assert "rule pack" in problem.hint


def test_an_answer_beside_the_fields_is_shown_its_place() -> None:
    with pytest.raises(PlanError) as caught:
        rw.plan_from_dict({"workloads": [BASE | {"contains_personal_data": True}]})
    (problem,) = caught.value.problems
    assert problem.code == "unknown-field"
    assert "`answers`" in str(problem.hint)


def test_what_if_takes_the_name_of_a_question(rules: Rulebook) -> None:
    advice = rw.advise(plan({"sponsor": "it"}), rules=rules)
    for path in ("contains_personal_data", "hr.contains_personal_data"):
        after = advice.what_if({path: True}).after
        assert after.assessment.value("hr", "deployment") == "dedicated"
    back = rw.advise(plan({"sponsor": "it"}, contains_personal_data=True), rules=rules)
    found = back.what_if({"sponsor": None}).after
    assert found.assessment.value("hr", "deployment") != "dedicated"


def test_a_scenario_states_an_answer_by_its_label(rules: Rulebook) -> None:
    draft = PlanDraft(rules)
    draft.start_from_text(json.dumps({"workloads": [BASE]}))
    draft.state_of_plan("sponsor", "IT")
    draft.state_of_workload("hr", "personal data", "yes")
    draft.state_of_workload("hr", "許可", "機密")
    assert draft.plan().workloads[0].answers == {
        "contains_personal_data": True,
        "clearances": ("secret",),
    }
    assert deployment(draft.plan(), rules) == "dedicated"
    draft.leave_out_of_workload("hr", "clearances")
    draft.leave_out_of_plan("sponsor")
    assert deployment(draft.plan(), rules) != "dedicated"


def test_a_table_has_a_column_for_each_question(rules: Rulebook) -> None:
    n = 5
    table = {name: [value] * n for name, value in BASE.items() if name != "id"} | {
        "contains_personal_data": [True, None, None, None, True],
        "sponsor": ["it", None, None, "it", None],
        "clearances": [None, "internal;secret", None, None, None],
        "sensitivity": [None, None, 0.9, 0.1, None],
    }
    advised = rw.advise_many(table, rules=rules)
    stays = [value == "dedicated" for value in advised["deployment"]]
    assert stays == [True, True, True, False, False]
    answers = advised.replay(1).assessment.plan.workloads[0].answers
    assert answers == {"clearances": ("secret", "internal")}


def test_a_bad_cell_of_a_question_is_refused(rules: Rulebook) -> None:
    table = {"stage": ["inference"] * 3, "sensitivity": [0.2, 7, None], "sponsor": ["it", "", "x"]}
    with pytest.raises(PlanError) as caught:
        rw.advise_many(table, rules=rules)
    assert {problem.code for problem in caught.value.problems} == {"out-of-range", "unknown-value"}


def test_an_answer_may_be_uncertain(rules: Rulebook) -> None:
    data = {"workloads": [BASE], "uncertain": {"hr.answers.sensitivity": {"low": 0.0, "high": 1.0}}}
    advice = rw.advise(rw.plan_from_dict(data), rules=rules, samples=200, seed=1)
    assert advice.spread is not None
    shares = {one.value: one.share for one in advice.spread.decision("deployment", "hr").shares}
    assert 0.3 < shares["dedicated"] < 0.7


@pytest.mark.parametrize(
    ("name", "said", "code"),
    [
        ("hr.answers.sensitivity", {"low": 0.0, "high": 40.0}, "out-of-range"),
        ("hr.answers.clearances", {"low": 0.0, "high": 1.0}, "not-numeric"),
        ("answers.sensitivity", {"low": 0.0, "high": 1.0}, "unknown-field"),
    ],
)
def test_an_answer_that_is_no_such_number_is_not_uncertain(
    rules: Rulebook, name: str, said: dict[str, float], code: str
) -> None:
    stated = rw.plan_from_dict({"workloads": [BASE], "uncertain": {name: said}})
    with pytest.raises(PlanError) as caught:
        rw.advise(stated, rules=rules, samples=10)
    assert [problem.code for problem in caught.value.problems] == [code]


def test_the_schema_with_rules_says_how_to_answer(rules: Rulebook) -> None:
    schema = rw.plan_schema(rules)
    of_workload, _ = schema["$defs"]["Workload"]["properties"]["answers"]["anyOf"]
    assert of_workload["additionalProperties"] is False
    assert of_workload["properties"] == {
        "contains_personal_data": {
            "description": "Does it contain personal data?",
            "type": "boolean",
        },
        "sensitivity": {
            "description": "How sensitive is it?",
            "type": "number",
            "minimum": 0.0,
            "maximum": 1.0,
        },
        "clearances": {
            "description": "Which clearances does it need?",
            "type": "array",
            "items": {"type": "string", "enum": ["secret", "internal"]},
            "minItems": 1,
        },
    }
    of_plan, _ = schema["properties"]["answers"]["anyOf"]
    assert of_plan["properties"]["sponsor"]["enum"] == ["it", "business"]


def test_the_schema_without_rules_admits_any_answer() -> None:
    answers, _ = rw.plan_schema()["properties"]["answers"]["anyOf"]
    assert "properties" not in answers


def run(*args: str, given: object = None) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(args), input=json.dumps(given))
    return result.exit_code, result.output


def test_the_commands_take_answers(pack: Path, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text(json.dumps({"workloads": [BASE | {"answers": {"sensitivity": 0.9}}]}))
    with_pack = ("--rules", str(pack))
    assert run("check", str(file), *with_pack)[0] == 0
    assert run("check", str(file))[0] == 3
    code, told = run("why", str(file), "deployment", "--lang", "en", *with_pack)
    assert code == 0
    assert "workloads[0].answers.sensitivity" in told
    code, told = run("what-if", str(file), "--set", "sensitivity=0.1", "--lang", "en", *with_pack)
    assert code == 0
    assert "dedicated" in told
    assert "sponsor" in run("schema", *with_pack)[1]
    assert "sponsor" not in run("schema")[1]
