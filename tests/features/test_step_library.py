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
    (tmp_path / "one.feature").write_text(feature, encoding="utf-8")
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["rackwright.policy.steps"]\n')
    (tmp_path / "test_one.py").write_text('import pytest_bdd\n\npytest_bdd.scenarios(".")\n')
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    shown = ran.stdout.partition("test_only")[2].partition("short test summary")[0]
    assert "chat · deployment: expected cloud, found dedicated" in shown
    assert "Error" not in shown
    assert len(shown.splitlines()) < 10


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
    assert "steady-work" not in coverage.silent | coverage.concluded
