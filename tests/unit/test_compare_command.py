"""Tests the command that says what other rules would change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rackwright import load_packs, load_plan
from rackwright.bundled import examples_folder
from rackwright.cli import app
from rackwright.comparison import Part
from rackwright.impact import impact_of

ASSISTANT = str(examples_folder() / "internal-assistant.yaml")
IN_HOUSE = """decision = "deployment"
hit = "first"

[[rule]]
id = "all-work-goes-to-the-cloud"
when = "stage == inference"
then = "cloud"
before = "device-can-only-be-rented"
because = { en = "We rent.", zh-TW = "本行一律租用。" }
sources = ["Z1"]
"""
BOARD = """[approval]
scope = "plan"
of = "plan"
type = "symbol"
label = { en = "who approves", zh-TW = "核定層級" }
[approval.values]
board = { en = "board", zh-TW = "董事會" }
"""
APPROVAL = """decision = "approval"
hit = "first"

[[rule]]
id = "the-board-approves"
when = "otherwise"
then = "board"
because = { en = "Always.", zh-TW = "一律送審。" }
sources = ["Z1"]
"""
SOURCES = '[Z1]\ntitle = { en = "Ours", zh-TW = "本行" }\n'


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "120")


def pack(folder: Path, **files: str) -> str:
    for name, text in {"sources": SOURCES, **files}.items():
        file = folder / f"{name.replace('__', '/')}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return str(folder)


@pytest.fixture
def renting(tmp_path: Path) -> str:
    return pack(tmp_path / "renting", placement__deployment=IN_HOUSE)


@pytest.fixture
def approving(tmp_path: Path) -> str:
    return pack(tmp_path / "approving", vocabulary=BOARD, plan__approval=APPROVAL)


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["compare", *args])
    return result.exit_code, result.stdout, result.stderr


def test_a_rule_of_another_pack_shows_in_conclusions_and_in_the_rules_that_fired(
    renting: str,
) -> None:
    code, out, err = run(ASSISTANT, "--rules-after", renting, "--json")
    (plan,) = json.loads(out)["plans"]
    assert (code, err) == (0, "")
    assert plan["plan"] == ASSISTANT
    deployment = next(one for one in plan["conclusions"] if one["attribute"] == "deployment")
    assert (deployment["before"], deployment["after"]) == ("dedicated", "cloud")
    fired = {one["rule"]: one for one in plan["rules"]}
    assert fired["all-work-goes-to-the-cloud"]["before"] == "silent"
    assert fired["all-work-goes-to-the-cloud"]["after"] == "concludes"
    assert fired["all-work-goes-to-the-cloud"]["subjects"] == ["assistant"]
    assert (fired["steady-work"]["before"], fired["steady-work"]["after"]) == (
        "concludes",
        "overruled",
    )


def test_before_and_after_turned_round_turn_the_changes_round(approving: str) -> None:
    there = json.loads(run(ASSISTANT, "--rules-after", approving, "--json")[1])["plans"][0]
    back = json.loads(run(ASSISTANT, "--rules-before", approving, "--json")[1])["plans"][0]
    assert there["conclusions"]
    for one, other in zip(there["conclusions"], back["conclusions"], strict=True):
        assert (one["attribute"], one["before"], one["after"]) == (
            other["attribute"],
            other["after"],
            other["before"],
        )


def test_what_only_the_rules_before_know_is_shown_by_its_label(approving: str) -> None:
    code, out, _ = run(ASSISTANT, "--rules-before", approving)
    assert code == 0
    assert "who approves  board   none" in out
    chinese = run(ASSISTANT, "--rules-before", approving, "--lang", "zh-TW")[1]
    assert "核定層級" in chinese
    assert "董事會" in chinese


def test_rules_that_change_nothing_are_said_to_change_nothing(tmp_path: Path) -> None:
    same = pack(tmp_path / "same")
    code, out, _ = run(ASSISTANT, "--rules-after", same, "--fail-on-change")
    assert code == 0
    assert out.startswith("Plans: 1; the advice changes for 0 and stays the same for 1")
    assert ASSISTANT in " ".join(out.split())


def test_a_change_fails_the_command_where_that_is_asked(renting: str) -> None:
    assert run(ASSISTANT, "--rules-after", renting, "--fail-on-change")[0] == 2


def test_a_folder_is_compared_plan_by_plan_and_a_bad_plan_does_not_stop_it(
    tmp_path: Path, renting: str
) -> None:
    folder = tmp_path / "plans"
    folder.mkdir()
    for name in ("one.yaml", "two.yml"):
        (folder / name).write_text(Path(ASSISTANT).read_text("utf-8"), "utf-8")
    (folder / "bad.yaml").write_text("workloads: [{id: a, stagee: training}]\n", "utf-8")
    code, out, err = run(str(folder), "--rules-after", renting, "--markdown")
    assert code == 3
    assert out.startswith("# Plans: 2; the advice changes for 2")
    assert "| assistant | deployment | dedicated | **cloud** |" in out
    assert "bad.yaml" in err


def test_a_table_is_compared_plan_by_plan(tmp_path: Path, renting: str) -> None:
    table = tmp_path / "work.csv"
    table.write_text(
        "plan,id,stage,model,usage\n"
        "a,x,inference,Llama-3.1-8B,continuous\n"
        "a,y,inference,Llama-3.1-8B,continuous\n"
        "b,x,training,Llama-3.1-8B,continuous\n"
        "c,x,no_such_stage,Llama-3.1-8B,continuous\n"
    )
    code, out, err = run(str(table), "--rules-after", renting, "--json")
    plans = {one["plan"].rpartition(": ")[2]: one for one in json.loads(out)["plans"]}
    assert code == 3
    assert "row 3" in err
    assert list(plans) == ["a", "b"]
    deployments = [
        one["subject"] for one in plans["a"]["conclusions"] if one["attribute"] == "deployment"
    ]
    assert deployments == ["x", "y"]
    assert plans["b"]["conclusions"] == []


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([ASSISTANT], "no rule pack is named"),
        (["nowhere.yaml", "--rules-after", "PACK"], "there is no file"),
        ([ASSISTANT, "--rules-after", "nowhere"], "nowhere"),
        (["EMPTY", "--rules-after", "PACK"], "there is no plan"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    tmp_path: Path, renting: str, args: list[str], said: str
) -> None:
    (tmp_path / "empty").mkdir()
    stands_for = {"PACK": renting, "EMPTY": str(tmp_path / "empty")}
    code, _, err = run(*(stands_for.get(one, one) for one in args))
    assert code == 3
    assert said in err


def test_from_python_an_impact_holds_both_assessments(renting: str) -> None:
    found = impact_of("mine", load_plan(ASSISTANT), load_packs(), load_packs([renting]))
    assert not found.empty
    assert found.before.value("assistant", "deployment") == "dedicated"
    assert found.after.value("assistant", "deployment") == "cloud"
    assert {one.after for one in found.fired} <= set(Part)
