"""Advice that is sent to another process says the same there."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rackwright import Advice, Plan, UsageError, WhatIf, advise, advise_many, load_packs, load_plan
from rackwright.bundled import examples_folder
from rackwright.engines.columnar import ColumnarEngine
from rackwright.sending import received_rules, sent_rules

EXAMPLES = sorted(path.name for path in examples_folder().glob("*.yaml"))
PACK = """
[own_min_utilization]
value = 0.99
sources = ["C15"]
date = "2026-01"
"""


def example(name: str) -> Plan:
    return load_plan(examples_folder() / name)


def sent(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@pytest.fixture(scope="module")
def assistant() -> Advice:
    return advise(example("internal-assistant.yaml"))


def pack(folder: Path) -> Path:
    (folder / "parameters.toml").write_text(PACK, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", EXAMPLES)
def test_advice_on_every_example_comes_back_as_it_was(name: str) -> None:
    advice = advise(example(name))
    assert sent(advice).to_json() == advice.to_json()


def test_answers_are_the_same_after_a_round_trip(assistant: Advice) -> None:
    back = sent(assistant)
    assert back.why("deployment") == assistant.why("deployment")
    assert back.why_not("device", "h100_sxm") == assistant.why_not("device", "h100_sxm")
    changes = {"assistant.context_tokens": 32768}
    assert back.what_if(changes).to_json() == assistant.what_if(changes).to_json()
    assert back.to_text("zh-TW") == assistant.to_text("zh-TW")
    assert sent(back).to_json() == assistant.to_json()


def test_an_answer_and_what_it_is_made_of_can_be_sent(assistant: Advice) -> None:
    for answer in (assistant.why("deployment"), assistant.why_not("deployment", "cloud")):
        assert sent(answer) == answer
    assert sent(assistant.warnings[0]).because_in("zh-TW") == assistant.warnings[0].because_in(
        "zh-TW"
    )
    view = sent(assistant.workloads["assistant"])
    assert view["deployment"] == assistant.workloads["assistant"]["deployment"]


def test_an_assessment_comes_back_as_it_was(assistant: Advice) -> None:
    found, back = assistant.assessment, sent(assistant.assessment)
    assert (back.plan, back.trace, back.ranking) == (found.plan, found.trace, found.ranking)
    assert back.outcome == found.outcome
    assert list(back.facts("assistant@l4")) == list(found.facts("assistant@l4"))
    assert not hasattr(back, "nothing")


def test_what_if_comes_back_as_it_was(assistant: Advice) -> None:
    found = assistant.what_if({"assistant.context_tokens": 32768})
    back: WhatIf = sent(found)
    assert back.to_json() == found.to_json()
    assert back.after.to_json() == found.after.to_json()


def test_a_table_comes_back_and_replays_its_rows() -> None:
    plans = [example("internal-assistant.yaml"), example("hybrid-platform.yaml")]
    workloads = {"stage": ["inference", "training"], "model": ["Llama-3.1-8B"] * 2}
    for table in (advise_many(plans), advise_many(workloads)):
        back = sent(table)
        assert back.to_arrow().equals(table.to_arrow())
        assert (back.hits, back.rejected) == (table.hits, table.rejected)
        for row in table.rows.tolist():
            assert back.replay(row).to_json() == table.replay(row).to_json()


def test_draws_are_the_same_after_a_round_trip() -> None:
    advice = advise(example("uncertain-growth.yaml"), samples=40, seed=3)
    assert sent(advice).spread == advice.spread is not None


def test_rules_of_a_pack_and_the_engine_go_along(tmp_path: Path) -> None:
    plan = example("internal-assistant.yaml")
    advice = advise(plan, rules=load_packs([pack(tmp_path)]), engine=ColumnarEngine)
    (tmp_path / "parameters.toml").unlink()
    back = sent(advice)
    assert back.to_json() == advice.to_json() != advise(plan).to_json()
    assert back._advise.engine is ColumnarEngine


def test_the_rules_of_a_pack_are_one_however_often_they_come(tmp_path: Path) -> None:
    rules = load_packs([pack(tmp_path)])
    first, second = (sent(sent_rules(rules)) for _ in range(2))
    assert received_rules(first) is received_rules(second)
    assert received_rules(sent_rules(load_packs())) is None


def test_advice_by_the_bundled_rules_is_small_to_send(assistant: Advice) -> None:
    assert len(pickle.dumps(assistant)) < 10_000
    assert len(pickle.dumps(assistant.assessment)) < 10_000


def test_nothing_is_worked_out_before_it_is_asked_for(assistant: Advice) -> None:
    assert "assessment" not in vars(sent(assistant))
    assert "trace" not in vars(sent(assistant.assessment))


def test_advice_of_another_release_is_refused_not_changed(
    assistant: Advice, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = pickle.dumps(assistant)
    monkeypatch.setattr("rackwright.sending.__version__", "99.0")
    back = pickle.loads(written)
    with pytest.raises(UsageError, match=r"99\.0.*other-release.*to_json"):
        assert back.outcome


def test_a_copy_says_the_same(assistant: Advice) -> None:
    assert copy.deepcopy(assistant).to_json() == assistant.to_json()


def test_a_pool_of_processes_gives_advice_back() -> None:
    plans = [example("internal-assistant.yaml"), example("over-budget.yaml")]
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as pool:
        found = list(pool.map(advise, plans))
    assert [one.to_json() for one in found] == [advise(plan).to_json() for plan in plans]
