from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from rackwright import advice_schema, plan_schema
from rackwright.bundled import examples_folder, rules_folder
from rackwright.cli import app
from rackwright.errors import Problem
from rackwright.knowledge import default_rules

EXAMPLES = examples_folder()
ASSISTANT = str(EXAMPLES / "internal-assistant.yaml")
HYBRID = str(EXAMPLES / "hybrid-platform.yaml")
DGX = str(EXAMPLES / "dgx-in-the-office.yaml")

UNDETERMINED = {"workloads": [{"id": "a"}]}
INFEASIBLE = {
    "workloads": [
        {
            "id": "a",
            "stage": "training",
            "model": "Llama-3.1-8B",
            "batch_size": 4096,
            "sequence_tokens": 131072,
        }
    ]
}
INVALID = {"workloads": [{"id": "a", "stagee": "training", "concurrency": -4}]}


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "RACKWRIGHT_DEBUG"):
        monkeypatch.delenv(name, raising=False)


def run(*args: str, given: object = None) -> tuple[int, str, str]:
    text = given if isinstance(given, str) or given is None else json.dumps(given)
    result = CliRunner().invoke(app, list(args), input=text)
    return result.exit_code, result.stdout, result.stderr


def process(*args: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rackwright", *args]
    options: dict[str, object] = {"text": True, "encoding": "utf-8", "timeout": 120, **more}
    if "stdout" not in options:
        options |= {"stdout": subprocess.PIPE}
    environment = {
        name: v for name, v in os.environ.items() if not name.startswith(("LC_", "LANG"))
    }
    environment |= options.pop("env", {})
    return subprocess.run(command, stderr=subprocess.PIPE, check=False, env=environment, **options)


@pytest.mark.parametrize(
    ("plan", "code"), [(UNDETERMINED, 4), (INFEASIBLE, 2), (INVALID, 3), ("", 3), ("[1", 3)]
)
def test_the_exit_code_tells_what_became_of_a_plan(plan: object, code: int) -> None:
    assert run("advise", "-", given=plan)[0] == code


def test_a_recommendation_exits_with_zero_and_prints_the_report() -> None:
    code, out, err = run("advise", ASSISTANT)
    assert (code, err) == (0, "")
    assert out.startswith("Recommended: internal assistant")


def test_without_a_file_the_example_is_advised_on_and_a_note_says_so() -> None:
    code, out, err = run("advise")
    assert code == 0
    assert out == run("advise", ASSISTANT)[1]
    assert err == "no plan given: advising on the example `internal-assistant.yaml`\n"


def test_problems_go_one_a_line_to_the_other_stream() -> None:
    code, out, err = run("advise", "-", given=INVALID)
    assert (code, out) == (3, "")
    lines = err.splitlines()
    assert len(lines) == 2
    assert "did you mean `stage`?" in err
    assert all(re.search(r"\[[a-z-]+\]", line) for line in lines)


@pytest.mark.parametrize(
    "args",
    [
        ["advise", "--frob"],
        ["advise", "a", "b"],
        ["frob"],
        ["why", ASSISTANT],
        ["why", ASSISTANT, "deploymnt"],
        ["why", ASSISTANT, "deployment", "--workload", "nobody"],
        ["why", HYBRID, "deployment"],
        ["why-not", ASSISTANT, "deployment", "moon"],
        ["why-not", ASSISTANT, "device", "H900"],
        ["why-not", ASSISTANT, "memory_need_gib", "3"],
        ["what-if", ASSISTANT],
        ["what-if", ASSISTANT, "--set", "context_tokens"],
        ["what-if", ASSISTANT, "--set", "=3"],
        ["what-if", ASSISTANT, "--set", "context_tokens=many"],
        ["what-if", ASSISTANT, "--set", "contxt=3"],
        ["advise", ASSISTANT, "--lang", "fr"],
        ["advise", ASSISTANT, "--json", "--markdown"],
        ["advise", ASSISTANT, "--rules", "no/such/folder"],
        ["advise", "no-such-plan.yaml"],
        ["advise", str(EXAMPLES)],
        ["rules", "--decision", "nothing"],
        ["catalog", "nothing"],
        ["catalog", "devices", "nothing"],
        ["check", "no-such-plan.yaml"],
    ],
    ids=lambda args: " ".join(Path(arg).name for arg in args),
)
def test_whatever_cannot_be_used_exits_with_three_and_one_clear_line(args: list[str]) -> None:
    code, out, err = run(*args)
    assert code == 3
    assert out == ""
    assert "Traceback" not in err
    (line,) = err.splitlines()
    assert re.search(r"\[[a-z-]+\]", line)


def test_nothing_asked_for_shows_the_help() -> None:
    code, out, err = run()
    assert code == 3
    assert "advise" in out + err
    assert "[usage]" not in err


def test_help_and_version_exit_with_zero() -> None:
    assert run("--help")[0] == 0
    assert run("advise", "--help")[0] == 0
    assert re.match(r"rackwright \S", run("--version")[1])


@pytest.mark.parametrize(
    "args",
    [
        ["advise", ASSISTANT],
        ["why", ASSISTANT, "deployment"],
        ["why-not", ASSISTANT, "device", "H100 SXM"],
        ["why-not", ASSISTANT, "compute_class", "cpu"],
        ["what-if", ASSISTANT, "--set", "context_tokens=32768"],
        ["check", ASSISTANT],
        ["rules"],
        ["catalog"],
        ["catalog", "devices"],
        ["schema"],
    ],
    ids=lambda args: " ".join(Path(arg).name for arg in args),
)
def test_each_command_prints_json(args: list[str]) -> None:
    code, out, err = run(*args, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)


def test_the_schema_is_that_of_a_plan_or_of_advice() -> None:
    assert json.loads(run("schema")[1]) == plan_schema()
    assert json.loads(run("schema", "--advice")[1]) == advice_schema()


@pytest.mark.parametrize(
    ("option", "start"),
    [("--markdown", "# Recommended"), ("--html", "<!DOCTYPE html>"), ("--mermaid", "flowchart BT")],
)
def test_advice_has_other_forms(option: str, start: str) -> None:
    code, out, _ = run("advise", ASSISTANT, option)
    assert code == 0
    assert out.startswith(start)


@pytest.mark.parametrize(
    "args",
    [
        ["advise", ASSISTANT],
        ["why", ASSISTANT, "deployment"],
        ["why-not", ASSISTANT, "device", "H100 SXM"],
        ["what-if", DGX, "--set", "circuit_amps=63"],
        ["rules", "--decision", "circuit"],
        ["catalog", "devices", "l4"],
    ],
    ids=lambda args: " ".join(Path(arg).name for arg in args),
)
def test_each_report_comes_in_chinese_too(args: list[str]) -> None:
    english, chinese = run(*args)[1], run(*args, "--lang", "zh-TW")[1]
    assert english != chinese
    assert re.search(r"[\u4e00-\u9fff]{2}", chinese)


@pytest.mark.parametrize(
    ("variable", "value", "chinese"),
    [
        ("LANG", "zh_TW.UTF-8", True),
        ("LC_ALL", "zh_TW.UTF-8", True),
        ("LANG", "zh_CN.UTF-8", False),
        ("LANG", "de_DE.UTF-8", False),
        ("LANG", "C", False),
    ],
)
def test_the_language_follows_the_environment(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, chinese: bool
) -> None:
    monkeypatch.setenv(variable, value)
    assert run("advise", ASSISTANT)[1].startswith("建議採用" if chinese else "Recommended")


def test_a_stronger_variable_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "zh_TW.UTF-8")
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    assert run("advise", ASSISTANT)[1].startswith("Recommended")
    assert run("advise", ASSISTANT, "--lang", "zh-TW")[1].startswith("建議採用")


def test_why_ends_early_unless_asked_for_all() -> None:
    short = run("why", DGX, "circuit")[1]
    whole = run("why", DGX, "circuit", "--depth", "0")[1]
    assert "what that rests on" in short
    assert "what that rests on" not in whole
    assert len(whole) > len(short)


def test_all_shows_every_device_that_could_do_it() -> None:
    assert len(run("advise", ASSISTANT, "--all")[1]) > len(run("advise", ASSISTANT)[1])


def test_what_if_exits_with_the_outcome_of_the_changed_plan() -> None:
    changes = ["--set", "model=null", "--set", "parameters_b=90000"]
    assert run("what-if", ASSISTANT, *changes)[0] in (2, 4)
    assert run("what-if", ASSISTANT, "--set", 'frameworks=["pytorch", "jax"]')[0] == 0


def test_check_says_ok_or_every_problem(tmp_path: Path) -> None:
    assert run("check", ASSISTANT, HYBRID) == (0, "ok\n", "")
    assert run("check") == (0, "ok\n", "")
    assert run("check", str(rules_folder())) == (0, "ok\n", "")
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(INVALID), "utf-8")
    code, out, err = run("check", ASSISTANT, str(bad), "no-such-plan.yaml")
    assert (code, out) == (3, "")
    assert len(err.splitlines()) == 3
    code, out, _ = run("check", str(bad), "--json")
    assert code == 3
    found = json.loads(out)
    assert found["ok"] is False
    assert {problem["code"] for problem in found["problems"]} == {"unknown-field", "out-of-range"}


def test_check_knows_the_names_of_the_catalogue(tmp_path: Path) -> None:
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps({"workloads": [{"id": "a", "model": "Lama-3.1-8B"}]}), "utf-8")
    code, _, err = run("check", str(plan))
    assert code == 3
    assert "Llama-3.1-8B" in err


def pack(folder: Path, when: str = "always") -> Path:
    (folder / "plan").mkdir(parents=True)
    rule = f"""
    decision = "plan_warnings"
    hit = "collect"
    [[rule]]
    id = "ask-the-janitor"
    when = "{when}"
    then = "room_not_assessed"
    because = {{ en = "Ask the janitor.", zh-TW = "請洽管理員。" }}
    sources = ["C27"]
    """
    (folder / "plan" / "plan_warnings.toml").write_text(rule, "utf-8")
    return folder


def test_a_rule_pack_of_ones_own_takes_part(tmp_path: Path) -> None:
    folder = str(pack(tmp_path / "own"))
    assert run("check", folder) == (0, "ok\n", "")
    assert "Ask the janitor." in run("advise", ASSISTANT, "--rules", folder)[1]
    assert "ask-the-janitor" in run("rules", "--rules", folder)[1]
    assert "ask-the-janitor" not in run("rules")[1]


def test_a_broken_rule_pack_is_told_with_file_and_rule(tmp_path: Path) -> None:
    folder = str(pack(tmp_path / "own", "utilisation > 3"))
    for args in (["check", folder], ["advise", ASSISTANT, "--rules", folder]):
        code, out, err = run(*args)
        assert (code, out) == (3, "")
        assert "plan_warnings.toml" in err


def test_rules_and_catalogue_are_listed_whole() -> None:
    told = run("rules")[1]
    assert all(d.attribute in told for d in default_rules().decisions)
    assert "NVIDIA L4" in run("catalog", "devices")[1]
    assert "NVIDIA L4" in run("catalog", "devices", "L4")[1]


def test_a_terminal_of_any_width_is_filled_and_not_passed() -> None:
    for columns in ("60", "80", "120"):
        done = process("advise", ASSISTANT, env={"COLUMNS": columns})
        assert max(cell_len(line) for line in done.stdout.splitlines()) <= int(columns)


def test_the_command_keeps_result_and_problems_apart() -> None:
    done = process("advise", ASSISTANT)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Recommended")
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("plan", "code"), [(UNDETERMINED, 4), (INFEASIBLE, 2), (INVALID, 3)], ids=["4", "2", "3"]
)
def test_the_command_exits_as_promised(plan: object, code: int) -> None:
    done = process("advise", "-", input=json.dumps(plan))
    assert done.returncode == code
    assert "Traceback" not in done.stderr


def test_the_command_exits_with_three_for_wrong_usage() -> None:
    done = process("advise", "--frob")
    assert (done.returncode, done.stdout) == (3, "")
    assert len(done.stderr.splitlines()) == 1


def test_a_reader_that_goes_away_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = process("advise", ASSISTANT, stdout=write)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_our_own_failure_is_one_line_and_exit_code_one() -> None:
    with Path("/dev/full").open("w") as full:
        done = process("advise", ASSISTANT, stdout=full)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert re.search(r"internal error: .*RACKWRIGHT_DEBUG=1", done.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_our_own_failure_can_be_traced() -> None:
    with Path("/dev/full").open("w") as full:
        done = process("advise", ASSISTANT, stdout=full, env={"RACKWRIGHT_DEBUG": "1"})
    assert done.returncode == 1
    assert "Traceback" in done.stderr


def test_characters_that_a_stream_cannot_carry_are_replaced() -> None:
    done = process("advise", ASSISTANT, "--lang", "zh-TW", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "?" in done.stdout


def test_colour_is_used_only_where_it_is_wanted() -> None:
    wanted = {"FORCE_COLOR": "1", "TERM": "xterm-256color"}
    assert "\x1b[" in process("advise", ASSISTANT, env=wanted).stdout
    unwanted = process("advise", ASSISTANT, env={**wanted, "NO_COLOR": "1"}).stdout
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", unwanted)


def test_a_problem_of_several_lines_stays_on_one() -> None:
    code, _, err = run("advise", "no\nsuch\nplan.yaml")
    assert code == 3
    assert len(err.splitlines()) == 1
    assert "\n" not in str(Problem("a", "b", "c", "d"))
