"""Holds the scenarios to the rules: none may go untold, and the phrases may not go unused.

Every test carries the scenarios out itself, so it says the same whichever tests are selected.
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from pathlib import Path

import pytest

from rackwright.engines.columnar import ColumnarEngine
from rackwright.knowledge import default_rules
from rackwright.policy.coverage import Coverage, cover, rule_ids, silenceable_ids
from rackwright.policy.phrases import PHRASES
from rackwright.policy.play import phrase_of
from rackwright.policy.scripts import Script, read_scripts

FEATURES = Path(__file__).parents[2] / "features"
MAX_STEPS = 9


@pytest.fixture(scope="module")
def scripts() -> tuple[Script, ...]:
    return read_scripts(FEATURES)


@pytest.fixture(scope="module")
def coverage(scripts: tuple[Script, ...]) -> Coverage:
    return cover(scripts, default_rules(), lru_cache(maxsize=8)(ColumnarEngine))


def untold(rules: list[str], told: Container[str]) -> str:
    return "\n".join(rule for rule in rules if rule not in told)


def test_every_rule_concludes_in_a_scenario(coverage: Coverage) -> None:
    assert untold(rule_ids(default_rules()), coverage.concluded) == ""


def test_every_rule_stays_silent_in_a_scenario_that_asks_it(coverage: Coverage) -> None:
    assert untold(silenceable_ids(default_rules()), coverage.silent) == ""


def test_every_rule_is_what_some_scenario_expects(coverage: Coverage) -> None:
    assert untold(rule_ids(default_rules()), coverage.confirmed) == ""


def test_every_phrase_is_used_in_its_language(scripts: tuple[Script, ...]) -> None:
    used = {phrase_of(step)[0].pattern for script in scripts for step in script.steps}
    assert "\n".join(p.pattern.pattern for p in PHRASES if p.pattern not in used) == ""


def test_scenarios_are_short(scripts: tuple[Script, ...]) -> None:
    assert [script.name for script in scripts if len(script.steps) > MAX_STEPS] == []


def test_a_third_of_the_features_is_in_chinese() -> None:
    files = list(FEATURES.rglob("*.feature"))
    chinese = [f for f in files if f.read_text("utf-8").startswith("# language: zh-TW")]
    assert 3 * len(chinese) >= len(files)
