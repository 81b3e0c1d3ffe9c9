"""Tests what the steps understand, and what they say when a scenario is not so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rackwright.errors import UsageError
from rackwright.knowledge import default_rules
from rackwright.policy.coverage import Coverage
from rackwright.policy.phrases import ClaimError
from rackwright.policy.play import play
from rackwright.policy.scene import Scene
from rackwright.policy.scripts import read_scripts

CHAT = """
    Given the workload "chat" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | pattern of use | continuous   |
    When the plan is advised
"""
CHAT_ZH = """
    假設 工作負載「chat」的說明：
      | 階段     | 推論         |
      | 模型     | Llama-3.1-8B |
      | 使用型態 | 持續         |
    當 取得建議
"""


def played(folder: Path, steps: str) -> Scene:
    text = f"Feature: one\n\n  Scenario: only\n{steps}"
    (folder / "one.feature").write_text(text, encoding="utf-8")
    return play(read_scripts(folder)[0], default_rules())


def played_in_chinese(folder: Path, steps: str) -> Scene:
    text = f"# language: zh-TW\n功能: 一\n\n  場景: 唯一\n{steps}"
    (folder / "one.feature").write_text(text, encoding="utf-8")
    return play(read_scripts(folder)[0], default_rules())


def refusal(folder: Path, claim: str) -> str:
    with pytest.raises(ClaimError) as refused:
        played(folder, f"{CHAT}    Then {claim}\n")
    return str(refused.value)


def test_a_wrong_conclusion_is_told_with_the_right_one_its_rule_and_what_would_change_it(
    tmp_path: Path,
) -> None:
    said = refusal(tmp_path, 'the "deployment" of "chat" is "cloud"')
    assert "expected cloud, found dedicated" in said
    assert "concluded by steady-work" in said
    assert "stage of adoption: not stated; needed: one of exploring" in said
    assert len(said.splitlines()) < 8


def test_a_failure_speaks_the_language_of_its_feature(tmp_path: Path) -> None:
    with pytest.raises(ClaimError, match="部署方式：預期雲端，實際為專屬"):
        played_in_chinese(tmp_path, f"{CHAT_ZH}    那麼 「chat」的「部署方式」應為「雲端」\n")


def test_a_wrong_number_is_told_with_what_it_was_computed_from(tmp_path: Path) -> None:
    said = refusal(tmp_path, 'the "memory needed, all in one place" of "chat" is "1"')
    assert "expected 1, found" in said
    assert "memory that devices share out" in said


def test_numbers_are_compared_to_the_digits_that_are_written(tmp_path: Path) -> None:
    need = 'the "memory for weights" of "chat" is'
    played(tmp_path, f'{CHAT}    Then {need} "15"\n    And {need} "14.96"\n')
    assert "found" in refusal(tmp_path, f'{need} "14.97"')


def test_a_value_that_must_not_be_is_refused(tmp_path: Path) -> None:
    assert "≠ dedicated" in refusal(tmp_path, 'the "deployment" of "chat" is not "dedicated"')


def test_a_number_out_of_bounds_is_refused(tmp_path: Path) -> None:
    assert "-inf … 1" in refusal(tmp_path, 'the "memory for weights" of "chat" is at most "1"')


def test_a_missing_member_is_told_with_what_would_add_it(tmp_path: Path) -> None:
    said = refusal(tmp_path, 'the "warnings" of "chat" include "memory nearly full"')
    assert "utilisation not measured" in said
    assert "needed: more than 90%" in said


def test_a_wrong_order_shows_the_right_one(tmp_path: Path) -> None:
    said = refusal(tmp_path, 'the "balance" of "chat" are, in order, "processors, host memory"')
    assert "found host memory, processors" in said


def test_a_silent_rule_is_told_with_the_tests_that_fail(tmp_path: Path) -> None:
    said = refusal(tmp_path, 'the rule "bursts-are-rented" holds for "chat"')
    assert "the rule bursts-are-rented does not hold for chat" in said
    assert "pattern of use: continuous; needed: now and then" in said


def test_an_overruled_rule_is_told_with_the_rule_before_it(tmp_path: Path) -> None:
    said = refusal(tmp_path, 'the rule "nothing-speaks-for-a-purchase-yet" holds for "chat"')
    assert said == "the rule nothing-speaks-for-a-purchase-yet stands behind steady-work"


def test_a_rule_that_must_be_silent_and_speaks_is_told_with_its_reason(tmp_path: Path) -> None:
    said = refusal(tmp_path, 'the rule "steady-work" is silent for "chat"')
    assert said.startswith("steady-work: The work is steady")


def test_a_stated_value_is_not_taken_for_an_assumption(tmp_path: Path) -> None:
    said = refusal(tmp_path, 'the "pattern of use" of "chat" is assumed to be "continuous"')
    assert "`usage` is stated, not assumed" in said


def test_a_wrong_preference_shows_the_order_of_the_options(tmp_path: Path) -> None:
    said = refusal(tmp_path, '"chat" is better served by "H100" than by "L4"')
    assert "best first, are: l4, l40s" in said


@pytest.mark.parametrize(
    ("claim", "hint"),
    [
        ('the "deploymnt" of "chat" is "cloud"', "did you mean `deployment`?"),
        ('the "deployment" of "chat" is "clod"', "did you mean `cloud`?"),
        ('the "deployment" of "chta" is "cloud"', "did you mean `chat`?"),
        ('the rule "steady-wrk" holds for "chat"', "did you mean `steady-work`?"),
    ],
)
def test_a_misspelt_name_is_met_with_the_nearest(tmp_path: Path, claim: str, hint: str) -> None:
    with pytest.raises(UsageError) as refused:
        played(tmp_path, f"{CHAT}    Then {claim}\n")
    assert hint in str(refused.value)


def test_what_rackwright_finds_out_cannot_be_stated(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="`deployment` is no attribute"):
        played(tmp_path, '    Given the workload "chat" states "deployment" as "cloud"\n')


def test_a_claim_before_any_advice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no step before asks for advice"):
        played(tmp_path, '    Then the "outcome" of the plan is "recommended"\n')


def test_a_silence_that_nobody_asked_for_is_refused(tmp_path: Path) -> None:
    unplaced = '    Given the workload "chat" states "stage" as "inference"\n'
    silent = '    When the plan is advised\n    Then the rule "steady-work" is silent for "chat"\n'
    with pytest.raises(ClaimError, match="deployment of chat was not decided, since no device"):
        played(tmp_path, unplaced + silent)


def test_a_member_that_nobody_could_have_added_is_refused(tmp_path: Path) -> None:
    unplaced = '    Given the workload "chat" states "stage" as "inference"\n'
    lacks = 'Then the "warnings" of "chat" do not include "memory nearly full"\n'
    with pytest.raises(ClaimError, match="warnings of chat was not decided"):
        played(tmp_path, f"{unplaced}    When the plan is advised\n    {lacks}")


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (
            '    Given the workload "chat" states:\n      | stage | inference | x |\n',
            "two columns: attribute and value; here are 3",
        ),
        (
            '    Given the workload "chat" states:\n      | stage |\n',
            "two columns: attribute and value; here are 1",
        ),
        ('    Given the workload "chat" states:\n', "two columns: attribute and value"),
        ('    Given the workload "chat" has these offers:\n', "a table of offers"),
        ("    Given this plan:\n", 'a plan between lines of """'),
        ("    When the plan is advised\n      | a | b |\n", "this step takes no table"),
        (
            "    Given the plan states:\n      | budget | 1 |\n      | budget | 2 |\n",
            "`budget` stands twice",
        ),
    ],
)
def test_a_table_that_does_not_fit_its_step_is_refused(
    tmp_path: Path, steps: str, said: str
) -> None:
    with pytest.raises(UsageError) as refused:
        played(tmp_path, steps)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ('the "deployment" of "chat" should be "x"', 'the "<attribute>" of <subject> is "<value>"'),
        ('the rule "a" is silnt for "chat"', 'the rule "<rule>" is silent for <subject>'),
        ("「chat」的「部署方式」是「專屬」", "<對象>的「<屬性>」應為「<值>」"),
        ("the plan is advised", "it is a step of `When`"),
        ("nothing of the kind", "`rackwright test --steps` lists them"),
    ],
)
def test_the_phrase_that_was_probably_meant_is_named(tmp_path: Path, words: str, hint: str) -> None:
    with pytest.raises(UsageError) as refused:
        played(tmp_path, f"    Then {words}\n")
    assert hint in str(refused.value)


def test_an_example_is_none_of_the_files_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("workloads: [{id: chat}]\n", encoding="utf-8")
    with pytest.raises(UsageError, match="there is no example"):
        played(tmp_path, f'    Given the example plan "{tmp_path}/mine"\n')


def test_words_that_no_phrase_fits_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no phrase fits `the plan is nice`"):
        played(tmp_path, "    Given the plan is nice\n")


def test_both_languages_mix_in_one_scenario(tmp_path: Path) -> None:
    scene = played(tmp_path, f"{CHAT}    Then 「chat」的「部署方式」應為「專屬」\n")
    assert scene.confirmed == {"steady-work"}


def test_what_is_left_out_is_unsaid_with_the_group_that_it_leaves_empty(tmp_path: Path) -> None:
    scene = played(
        tmp_path,
        '    Given the workload "chat" states "device meant to be bought" as "L4"\n'
        '    And the workload "chat" leaves out "device meant to be bought"\n',
    )
    assert scene.draft.data == {"workloads": [{"id": "chat"}]}


def test_parameters_go_by_label_and_percentages_are_fractions(tmp_path: Path) -> None:
    label = default_rules().parameters["own_min_utilization"].label.zh_tw
    scene = played(tmp_path, f"    Given 參數「{label}」是「55%」\n")
    assert scene.draft.data["parameters"] == {"own_min_utilization": 0.55}


def test_a_label_goes_before_a_name(tmp_path: Path) -> None:
    scene = played(
        tmp_path,
        f'    Given the plan states "budget" as "9,000,000"\n{CHAT}'
        '    Then the "budget" of the plan is "within budget"\n',
    )
    assert scene.draft.data["organization"] == {"budget": 9_000_000}
    assert scene.confirmed == {"budget-covers-the-plan"}


def test_lists_are_split_at_the_commas_of_either_language(tmp_path: Path) -> None:
    scene = played(
        tmp_path,
        '    Given the workload "chat" states "regions of the users" as "Taiwan、Japan"\n'
        '    And the workload "chat" states "frameworks" as "PyTorch, ONNX"\n',
    )
    (workload,) = scene.draft.data["workloads"]
    assert workload["user_regions"] == ["Taiwan", "Japan"]
    assert workload["frameworks"] == ["pytorch", "onnx"]


def test_a_catalogue_varied_by_one_scenario_stays_as_it_is_for_others(tmp_path: Path) -> None:
    without = '    Given the catalogue gives the "memory of a device" of "L4" as "unknown"\n'
    varied = played(tmp_path, without + CHAT).assessment
    usual = played(tmp_path, CHAT).assessment
    assert varied.value("chat@l4", "device_memory_gib") is None
    assert usual.value("chat@l4", "device_memory_gib") is not None


def test_pytest_shows_a_failure_by_its_message_alone(tmp_path: Path) -> None:
    claim = '    Then the "deployment" of "chat" is "cloud"\n'
    feature = f"Feature: one\n\n  Scenario: only\n{CHAT}{claim}"
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["rackwright.policy.steps"]\n')
    shown = ran_by_pytest(tmp_path, feature)
    assert '\none.feature:10: Then the "deployment" of "chat" is "cloud"' in shown
    assert "chat · deployment: expected cloud, found dedicated" in shown
    assert "Error" not in shown
    assert len(shown.partition("test_only")[2].splitlines()) < 10


def ran_by_pytest(folder: Path, feature: str, *options: str) -> str:
    (folder / "one.feature").write_text(feature, encoding="utf-8")
    (folder / "test_one.py").write_text('import pytest_bdd\n\npytest_bdd.scenarios(".")\n')
    quiet = ["-q", "-p", "no:cacheprovider", f"--rootdir={folder}"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *quiet, *options],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return ran.stdout.partition("short test summary")[0] + ran.stderr


STEPS = ("-p", "rackwright.policy.steps")


def test_pytest_names_the_line_of_each_kind_of_mistake_in_the_language_of_the_feature(
    tmp_path: Path,
) -> None:
    shown = ran_by_pytest(
        tmp_path,
        """# language: zh-TW
功能: 一
  場景: 三欄
    假設 工作負載「chat」的說明：
      | 階段 | 推論 | 多 |
    那麼 計畫的「結果」應為「可行」

  場景: 沒有這一步
    假設 工作負載「chat」的「階段」是「推論」
    那麼 「chat」的「部署方式」是「專屬」

  場景: 沒有預期
    假設 計畫的「負擔能力」是「低」

  場景: 多了表格
    當 取得建議
      | 階段 | 推論 |
    那麼 計畫的「結果」應為「可行」

  場景: 少了關鍵字
    假若計畫的「負擔能力」是「低」
    當 取得建議
    那麼 計畫的「結果」應為「可行」
""",
        *STEPS,
    )
    assert "\none.feature:4: 假設 工作負載「chat」的說明：\n  此步驟需要兩欄的表格" in shown
    assert "one.feature:10: 那麼 「chat」的「部署方式」是「專屬」\n  沒有步驟符合" in shown
    assert "是否為「<對象>的「<屬性>」應為「<值>」」？" in shown
    assert "one.feature:12: 場景: 沒有預期\n  這個場景沒有預期任何結果" in shown
    assert "one.feature:16: 當 取得建議\n  此步驟不需要表格" in shown
    assert "one.feature:20: 場景: 少了關鍵字\n  `假若計畫的「負擔能力」是「低」` 是缺少" in shown
    assert "Traceback" not in shown
    assert "Error" not in shown


def test_pytest_leaves_scenarios_of_other_steps_alone(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "from pytest_bdd import given\n\n@given('something else')\ndef _(): pass\n"
    )
    shown = ran_by_pytest(
        tmp_path, "Feature: one\n  Scenario: only\n    Given something else\n", *STEPS
    )
    assert "1 passed" in shown


def test_pytest_tests_the_packs_that_its_options_name(tmp_path: Path) -> None:
    pack = tmp_path / "pack" / "sources.toml"
    pack.parent.mkdir()
    pack.write_text('[Z1]\ntitle = { en = "Ours", zh-TW = "本行" }\n', encoding="utf-8")
    feature = f"Feature: one\n  Scenario: only\n{CHAT}    Then 「chat」的「部署方式」應為「專屬」\n"
    shown = ran_by_pytest(tmp_path, feature, *STEPS, "-v", "--policy-rules", "pack")
    assert "policy rules: bundled, pack" in shown
    assert "1 passed" in shown
    (tmp_path / "pytest.ini").write_text("[pytest]\npolicy_rules = pack\n")
    pack.write_text("[Z1]\n", encoding="utf-8")
    assert "sources.toml:1, `Z1`" in ran_by_pytest(tmp_path, feature, *STEPS)


def test_a_rule_without_a_condition_counts_as_silent_when_it_concludes_nothing(
    tmp_path: Path,
) -> None:
    coverage = Coverage()
    coverage.add(played(tmp_path, CHAT))
    assert "nothing-speaks-for-a-purchase-yet" in coverage.silent
    assert "steady-work" in coverage.concluded
    assert "steady-work" not in coverage.silent


def test_rules_that_were_not_asked_count_as_nothing(tmp_path: Path) -> None:
    coverage = Coverage()
    coverage.add(
        played(
            tmp_path,
            '    Given the workload "chat" states "model" as "Llama-3.1-8B"\n'
            "    When the plan is advised\n",
        )
    )
    assert "steady-work" not in {*coverage.silent, *coverage.concluded}
