"""Languages of reports: two, under the names that programs use for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rackwright import Advice, Language, UsageError, advise, load_plan
from rackwright.bundled import examples_folder
from rackwright.cli.options import Language as LanguageOption
from rackwright.languages import LANGUAGES, language_of
from rackwright.rulebook.model import Text

ADVICE = advise(load_plan(examples_folder() / "internal-assistant.yaml"))
WHAT_IF = ADVICE.what_if({"assistant.context_tokens": 32768})

Said = Callable[[Language | str], object]

SAYING: dict[str, Said] = {
    "outline": ADVICE.outline,
    "to_text": ADVICE.to_text,
    "to_markdown": ADVICE.to_markdown,
    "to_html": ADVICE.to_html,
    "to_mermaid": ADVICE.to_mermaid,
    "tell why": lambda tag: ADVICE.tell(ADVICE.why("deployment"), tag),
    "tell why not": lambda tag: ADVICE.tell(ADVICE.why_not("deployment", "cloud"), tag),
    "tell why not a device": lambda tag: ADVICE.tell(ADVICE.why_not("device", "l40s"), tag),
    "outline_of": lambda tag: ADVICE.outline_of(ADVICE.why("deployment"), tag),
    "what if outline": WHAT_IF.outline,
    "what if to_text": WHAT_IF.to_text,
    "what if to_markdown": WHAT_IF.to_markdown,
    "a reason": lambda tag: ADVICE.warnings[0].because_in(tag),
    "a conclusion": lambda tag: ADVICE.conclusions[0].because_in(tag),
    "a text": Text("yes", "是").in_language,
}


@pytest.mark.parametrize("name", SAYING)
@pytest.mark.parametrize("tag", ["de", "zh", "", 3, None])
def test_a_language_that_nobody_wrote_is_refused_with_the_choices(name: str, tag: str) -> None:
    with pytest.raises(UsageError, match=r"unknown-language.*`en`, `zh-TW`"):
        SAYING[name](tag)


@pytest.mark.parametrize("name", SAYING)
@pytest.mark.parametrize("tag", ["zh-tw", "zh_TW", "ZH-TW", LanguageOption.ZH_TW])
def test_the_names_of_a_locale_are_understood(name: str, tag: str) -> None:
    assert SAYING[name](tag) == SAYING[name]("zh-TW") != SAYING[name]("en")


def test_a_page_says_its_language_in_the_way_of_the_web() -> None:
    assert '<html lang="zh-TW">' in ADVICE.to_html("zh_tw")


def test_the_command_offers_every_language() -> None:
    assert tuple(one.value for one in LanguageOption) == LANGUAGES
    assert [language_of(one) for one in LANGUAGES] == list(LANGUAGES)


def test_advice_is_told_in_english_by_default() -> None:
    assert isinstance(ADVICE, Advice)
    assert ADVICE.to_text() == ADVICE.to_text("en")
