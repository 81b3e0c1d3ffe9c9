"""Holds the chapter on scenarios to the steps that exist and to the example that it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rackwright.knowledge import default_rules
from rackwright.policy.scripts import read_scripts
from rackwright.policy.showing import step_lines
from rackwright.policy.verdicts import verdicts

CHAPTER = (Path(__file__).parents[2] / "docs" / "rule-language.md").read_text("utf-8")
EXAMPLES = re.findall(r"```gherkin\n(.*?)```", CHAPTER, re.DOTALL)


@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_the_chapter_lists_every_step_and_no_other(language: str) -> None:
    listed = "\n".join(f"    {line}" for line in step_lines(language))
    assert f"\n\n{listed}\n\n" in CHAPTER


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_of_the_chapter_holds(tmp_path: Path, text: str) -> None:
    file = tmp_path / "example.feature"
    file.write_text(text, encoding="utf-8")
    found = list(verdicts(read_scripts(file), default_rules()))
    assert [one.failure for one in found] == [None]


def test_the_chapter_shows_an_example_in_each_language() -> None:
    assert len(EXAMPLES) == 2
