"""A parameter in one currency against the amounts of plans in another: converted, and said so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import rackwright as rw
from rackwright.engines.columnar import ColumnarEngine
from rackwright.errors import RuleError
from rackwright.knowledge import load_packs
from rackwright.reasoning.why_not import WhyNot
from rackwright.rulebook.currency import in_currency
from rackwright.rulebook.model import Rulebook

VOCABULARY = """
[approval]
scope = "plan"
of = "plan"
type = "symbol"
label = { en = "who approves", zh-TW = "核定層級" }
[approval.values]
board = { en = "board", zh-TW = "董事會" }
cio = { en = "CIO", zh-TW = "資訊長" }

[fee]
scope = "plan"
of = "plan"
type = "number"
unit = "currency"
label = { en = "fee", zh-TW = "手續費" }
"""
BUDGET = """
[board_budget]
value = 3_000_000
unit = "twd"
label = { en = "budget of the board", zh-TW = "董事會門檻" }
sources = ["C18"]
date = "2026"
"""
RULE = """
[[rule]]
id = "%s"
when = "%s"
then = "%s"
because = { en = "Above {board_budget}.", zh-TW = "高於 {board_budget}。" }
sources = ["C18"]
"""

Approval = Callable[..., Path]


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Approval:
    """A pack that says who approves, by one condition."""

    def make(when: str = "plan_cost > board_budget", budget: str = BUDGET, **more: str) -> Path:
        folder = tmp_path_factory.mktemp("pack")
        rules = RULE % ("large", when, "board") + RULE % ("else-small", "otherwise", "cio")
        files = {
            "vocabulary.toml": VOCABULARY,
            "parameters.toml": budget,
            "plan/approval.toml": f'decision = "approval"\nhit = "first"\n{rules}',
        }
        (folder / "plan").mkdir()
        for name, text in (files | {f"plan/{n}.toml": t for n, t in more.items()}).items():
            (folder / name).write_text(text, encoding="utf-8")
        return folder

    return make


@pytest.fixture(scope="module")
def rules(pack: Approval) -> Rulebook:
    """The bundled rules, and a budget in NT$ above which the board decides."""
    return load_packs([pack()])


def plan(currency: str | None, concurrency: int = 40, **parameters: float) -> rw.Plan:
    workload = {
        "id": "hr",
        "stage": "inference",
        "model": "Llama-3.1-8B",
        "concurrency": concurrency,
        "utilization": 0.65,
        "duration_months": 36,
    }
    stated = {"workloads": [workload], "parameters": parameters}
    return rw.plan_from_dict(stated | ({"currency": currency} if currency else {}))


def cost_of(currency: str, rules: Rulebook) -> float:
    cost = rw.advise(plan(currency), rules=rules).assessment.value("plan", "plan_cost")
    assert isinstance(cost, float)
    return cost


@pytest.mark.parametrize("currency", ["TWD", "USD"])
@pytest.mark.parametrize(("share", "approval"), [(0.99, "board"), (1.01, "cio")])
def test_the_threshold_is_converted_at_the_rate_of_the_rules(
    rules: Rulebook, currency: str, share: float, approval: str
) -> None:
    in_twd = cost_of(currency, rules) * (32 if currency == "USD" else 1)
    advice = rw.advise(plan(currency, board_budget=share * in_twd), rules=rules)
    assert advice.assessment.value("plan", "approval") == approval


def test_the_rate_of_the_plan_counts(rules: Rulebook) -> None:
    budget = 32 * cost_of("USD", rules) * 1.01
    at = {r: plan("USD", board_budget=budget, twd_per_usd=r) for r in (32.0, 320.0)}
    found = {
        r: rw.advise(one, rules=rules).assessment.value("plan", "approval") for r, one in at.items()
    }
    assert found == {32.0: "cio", 320.0: "board"}


def test_a_plan_without_a_currency_is_judged_in_the_assumed_one(rules: Rulebook) -> None:
    advice = rw.advise(plan(None, board_budget=cost_of("TWD", rules) * 0.99), rules=rules)
    assert advice.assessment.value("plan", "approval") == "board"


def test_every_engine_and_many_plans_at_once_come_to_the_same(rules: Rulebook) -> None:
    cost = cost_of("TWD", rules)
    plans = [
        plan(currency, board_budget=cost * share, twd_per_usd=rate)
        for currency in ("TWD", "USD")
        for share in (0.7, 0.99, 1.01, 1.3)
        for rate in (28.0, 32.0, 36.0)
    ]
    each = [rw.advise(one, rules=rules).assessment.value("plan", "approval") for one in plans]
    usual = [plan(currency) for currency in ("TWD", "USD", None)]
    assert [rw.advise(one, rules=rules).assessment.value("plan", "approval") for one in usual] == [
        rw.advise(one, rules=rules, engine=ColumnarEngine).assessment.value("plan", "approval")
        for one in usual
    ]
    assert list(rw.advise_many(plans, rules=rules)["approval"]) == each
    assert set(each) == {"board", "cio"}


def test_the_explanation_speaks_in_the_currency_of_the_plan(rules: Rulebook) -> None:
    advice = rw.advise(plan("USD", concurrency=4000), rules=rules)
    told = advice.why("approval")
    assert "US$93,750" in advice.tell(told)
    assert "NT$3,000,000" not in advice.tell(told).splitlines()[0]
    rested_on = {part.attribute for part in told.children}
    assert {"plan_cost", "currency", "board_budget", "twd_per_usd"} <= rested_on


def test_in_its_own_currency_a_parameter_rests_on_no_rate(rules: Rulebook) -> None:
    advice = rw.advise(plan("TWD", concurrency=4000), rules=rules)
    told = advice.why("approval")
    assert "NT$3,000,000" in advice.tell(told)
    assert "twd_per_usd" not in {part.attribute for part in told.children}


def test_no_other_currency_is_asked_for_to_change_the_conclusion(pack: Approval) -> None:
    rules = load_packs([pack("plan_cost < board_budget")])
    advice = rw.advise(plan("USD", concurrency=4000), rules=rules)
    why_not = advice.why_not("approval", "board")
    assert isinstance(why_not, WhyNot)
    asked = [test for cause in why_not.causes for test in cause.tests]
    assert [(test.attribute, test.operand) for test in asked] == [("plan_cost", 93_750.0)]


def test_a_negated_comparison_is_converted_too(pack: Approval) -> None:
    rules = load_packs([pack("not plan_cost <= board_budget")])
    cost = 32 * cost_of("USD", rules)
    for share, approval in ((0.99, "board"), (1.01, "cio")):
        advice = rw.advise(plan("USD", board_budget=share * cost), rules=rules)
        assert advice.assessment.value("plan", "approval") == approval


@pytest.mark.parametrize("guard", ["currency == USD", "currency != TWD", "currency in {USD}"])
def test_a_rule_for_one_currency_keeps_to_it(pack: Approval, guard: str) -> None:
    rules = load_packs([pack(f"{guard} and plan_cost > board_budget")])
    (branch,) = rules.rule("approval", "large").branches
    assert [test.operand for test in branch if test.attribute == "plan_cost"] == [93_750.0]


def test_a_parameter_in_dollars_is_converted_for_plans_in_nt_dollars(pack: Approval) -> None:
    rules = load_packs([pack(budget=BUDGET.replace('"twd"', '"usd"'))])
    operands = {
        branch[0].operand: branch[1].operand for branch in rules.rule("approval", "large").branches
    }
    assert operands == {"TWD": 96_000_000.0, "USD": 3_000_000.0}
    assert in_currency(rules.parameters, "board_budget", "TWD").value == 96_000_000.0


def test_a_conclusion_in_one_currency_is_for_plans_in_it(pack: Approval) -> None:
    concluding = 'decision = "fee"\nhit = "first"\n' + RULE % ("a-fee", "%s", "board_budget")
    with pytest.raises(RuleError) as caught:
        load_packs([pack(fee=concluding % "otherwise")])
    (problem,) = caught.value.problems
    assert (problem.code, problem.hint) == (
        "unit-mismatch",
        "add `currency == TWD` to the condition",
    )
    assert load_packs([pack(fee=concluding % "currency == TWD")]).rule("fee", "a-fee")
