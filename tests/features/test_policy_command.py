"""Tests the command that holds packs to scenarios without any Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rackwright.cli import app

HOLDS = """Feature: ours

  Scenario: personal data
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "who approves" of the plan is "CIO"
"""
PACK = {
    "sources.toml": '[G1]\ntitle = { en = "Governance manual", zh-TW = "資訊治理手冊" }\n',
    "vocabulary.toml": """[approval]
scope = "plan"
of = "plan"
type = "symbol"
label = { en = "who approves", zh-TW = "核定層級" }
[approval.values]
board = { en = "board", zh-TW = "董事會" }
cio = { en = "CIO", zh-TW = "資訊長" }
""",
    "plan/approval.toml": """decision = "approval"
hit = "first"

[[rule]]
id = "critical-plans-go-to-the-board"
when = "budget_check in {over, below_the_least}"
then = "board"
because = { en = "Beyond the budget.", zh-TW = "超出預算。" }
sources = ["G1"]

[[rule]]
id = "else-the-cio"
when = "otherwise"
then = "cio"
because = { en = "Nothing else is known.", zh-TW = "沒有其他資訊。" }
sources = ["G1"]
""",
}


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    for name, text in PACK.items():
        file = tmp_path / "pack" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path / "pack"


def feature(folder: Path, text: str, name: str = "one") -> Path:
    file = folder / "features" / f"{name}.feature"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def run(*args: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["test", *map(str, args)])
    return result.exit_code, result.stdout, result.stderr


def test_scenarios_hold_a_pack_without_any_python(tmp_path: Path, pack: Path) -> None:
    file = feature(tmp_path, HOLDS)
    code, out, err = run(file.parent, "--rules", pack)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "Scenarios: 1, of which 1 hold and 0 do not"


def test_a_scenario_that_does_not_hold_is_told_at_its_step_and_fails_the_command(
    tmp_path: Path, pack: Path
) -> None:
    file = feature(tmp_path, HOLDS.replace('"CIO"', '"board"'))
    code, out, _ = run(file.parent, "--rules", pack)
    assert code == 2
    assert out.startswith(f'{file}:8: Then the "who approves" of the plan is "board"\n')
    assert "plan · who approves: expected board, found CIO" in out
    assert "concluded by else-the-cio" in out


def test_without_the_pack_its_names_are_unknown(tmp_path: Path) -> None:
    code, out, _ = run(feature(tmp_path, HOLDS))
    assert code == 2
    assert "`who approves` is no attribute" in out


def test_a_row_of_an_outline_is_told_at_its_own_line(tmp_path: Path) -> None:
    file = feature(
        tmp_path,
        """Feature: ours

  Scenario Outline: <stage>
    Given the workload "chat" states "stage" as "<stage>"

    Examples:
      | stage     |
      | inference |
""",
    )
    code, out, _ = run(file)
    assert code == 2
    assert out.startswith(f"{file}:8: Scenario Outline: inference\n  the scenario expects nothing")


def test_failures_speak_the_language_of_the_feature_and_counts_that_of_the_command(
    tmp_path: Path,
) -> None:
    file = feature(
        tmp_path,
        """# language: zh-TW
功能: 本行
  場景: 錯字
    假設 工作負載「chat」的「階段」是「推理」
    當 取得建議
    那麼 計畫的「結果」應為「可行」
""",
    )
    _, out, _ = run(file, "--lang", "zh-TW")
    assert out.startswith(f"{file}:4: 假設 工作負載「chat」的「階段」是「推理」\n")
    assert "「推理」不是「階段」的值" in out
    assert "「推論」" in out
    assert out.splitlines()[-1] == "共 1 個場景：0 個成立，1 個不成立"


def test_a_plan_that_cannot_be_used_is_told_at_the_step_that_advises(tmp_path: Path) -> None:
    file = feature(
        tmp_path, HOLDS.replace("| model |", "| utilization |").replace("Llama-3.1-8B", "65")
    )
    _, out, _ = run(file)
    assert out.startswith(f"{file}:7: When the plan is advised\n")
    assert "workloads[0].utilization" in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Feature: a\n  Scenario: b\n    Givn the plan is advised\n",
            ":3: `Givn the plan is",
        ),
        ("# language: zh-TW\n功能: a\n  場景: b\n    假若取得建議\n", ":4: `假若取得建議` 是缺少"),
        (
            "# language: zh-TW\n功能: a\n  場景: b\n    假設 取得建議\n    假若說\n",
            ":5: `假若說` 不能出現在這裡",
        ),
        ("Feature: a\n  Scenario: b\n    Given x\n      | a |\n      | a | b |\n", ":5: the rows"),
        ("# language: xx\nFeature: a\n", ":1: there is no such language"),
        ("Feature: a\n  Scenario: b\n    * the plan is advised\n", ":3: the first step is none"),
        ("Feature: a\n", "there is no scenario"),
        ("", "there is no scenario"),
    ],
)
def test_a_file_that_is_no_feature_is_refused_with_its_line(
    tmp_path: Path, text: str, said: str
) -> None:
    code, out, err = run(feature(tmp_path, text))
    assert (code, out) == (3, "")
    assert said in err


def test_files_beyond_the_limits_are_refused(tmp_path: Path) -> None:
    large = feature(tmp_path, f"{HOLDS}#{' ' * 200_000}\n", "large")
    assert "larger than 200,000 bytes" in run(large)[2]
    large.write_bytes(b"Feature: \xff\n")
    assert "not UTF-8" in run(large)[2]
    rows = "      | 1 |\n" * 5_001
    outline = "Feature: a\n  Scenario Outline: b\n    Then c\n    Examples:\n      | x |\n"
    large.write_text(outline + rows)
    assert "more than 5,000 scenarios" in run(large)[2]
    background = "Feature: a\n  Background:\n" + "    When d\n" * 150
    large.write_text(f"{background}  {outline.removeprefix('Feature: a')}{rows[: 12 * 3_000]}")
    assert "too large when it is filled in" in run(large)[2]
    large.write_text(background + "  Scenario: b\n" + "    Then c\n" * 51)
    assert "more than 200 steps" in run(large)[2]
    large.write_text(f"Feature: a\n  Scenario: b\n    Then {'c' * 2_001}\n")
    assert "longer than 2,000 characters" in run(large)[2]
    assert "no such file" in run(tmp_path / "nowhere")[2]


def test_a_folder_of_features_runs_no_python_and_follows_no_link_out_of_it(tmp_path: Path) -> None:
    file = feature(tmp_path, HOLDS.replace('"who approves"', '"outcome"').replace("CIO", "x"))
    (file.parent / "conftest.py").write_text("raise SystemExit(7)\n")
    (file.parent / "test_x.py").write_text("raise SystemExit(7)\n")
    outside = tmp_path / "outside.feature"
    outside.write_text("no feature at all")
    (file.parent / "link.feature").symlink_to(outside)
    code, out, _ = run(file.parent)
    assert code == 2
    assert "Scenarios: 1, of which 0 hold and 1 do not" in out


def test_coverage_names_the_scenarios_that_show_each_rule_of_the_pack(
    tmp_path: Path, pack: Path
) -> None:
    file = feature(tmp_path, HOLDS)
    code, out, _ = run(file, "--rules", pack, "--coverage")
    assert code == 0
    assert f"concludes in: {file}:3 personal data" in out
    assert "critical-plans-go-to-the-board (approval): not covered" in out
    assert out.splitlines()[-1] == "Rules: 2, of which 0 are covered and 2 are not"
    assert run(file, "--rules", pack, "--fail-uncovered")[0] == 2


def test_a_rule_that_is_shown_in_every_light_is_covered(tmp_path: Path, pack: Path) -> None:
    board = (
        HOLDS.replace("personal data", "too dear")
        .replace("    When", '    And the plan states "budget" as "1"\n    When')
        .replace('"CIO"', '"board"')
    )
    for name, text in (("one", HOLDS), ("two", board)):
        feature(tmp_path, text, name)
    code, out, _ = run(tmp_path / "features", "--rules", pack, "--fail-uncovered", "--json")
    told = json.loads(out)
    assert (code, told["ok"], told["uncovered"]) == (0, True, [])
    assert [rule["id"] for rule in told["rules"]] == [
        "critical-plans-go-to-the-board",
        "else-the-cio",
    ]
    (concludes,) = told["rules"][0]["concludes"]
    assert concludes["name"] == "too dear"
    assert told["rules"][0]["expected"] == [concludes]
    assert told["rules"][0]["silent"][0]["name"] == "personal data"


def test_json_tells_each_scenario_with_its_reason(tmp_path: Path) -> None:
    file = feature(tmp_path, HOLDS)
    code, out, _ = run(file, "--json")
    (scenario,) = json.loads(out)["scenarios"]
    assert code == 2
    assert (scenario["file"], scenario["line"], scenario["at"]) == (str(file), 3, 8)
    assert scenario["step"] == 'Then the "who approves" of the plan is "CIO"'
    assert "who approves" in scenario["reason"]


def test_a_star_continues_the_keyword_before(tmp_path: Path, pack: Path) -> None:
    file = feature(tmp_path, HOLDS + '    * the "who approves" of the plan is "board"\n')
    assert f"{file}:9: * the" in run(file, "--rules", pack)[1]


def test_what_could_steer_a_terminal_is_not_printed(tmp_path: Path) -> None:
    _, out, _ = run(feature(tmp_path, HOLDS.replace("the plan is advised", "\x1b[31m\u202e")))
    assert "\x1b" not in out
    assert "\u202e" not in out


@pytest.mark.parametrize(
    ("language", "step"),
    [
        ("en", 'Then the "<attribute>" of <subject> is "<value>"'),
        ("zh-TW", "那麼 <對象>的「<屬性>」應為「<值>」"),
    ],
)
def test_every_step_is_listed_as_one_would_write_it(language: str, step: str) -> None:
    code, out, _ = run("--steps", "--lang", language)
    assert code == 0
    assert step in out.splitlines()
    assert not any("?P" in line or "[^" in line for line in out.splitlines())
