"""The phrase that fits a step, or the one that was probably meant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import SequenceMatcher

from rackwright.policy.mistakes import MistakeError
from rackwright.policy.phrases import PHRASES, Keyword, Phrase
from rackwright.policy.scene import SUBJECT_EN, SUBJECT_ZH
from rackwright.rulebook.model import Text

_LIKE = 0.6
"""How alike a phrase must be to be suggested; 1 is the same."""
_MISSPELT = 0.9
_MAX_COMPARED = 300
_WORD = re.compile(r"[A-Za-z]+|[^\sA-Za-z]")
_SEE = Text("`rackwright test --steps` lists them", "`rackwright test --steps` 會列出所有步驟")
_SLOT = re.compile(r"\(\?P<(\w+)>(?:[^()\[\]]|\[[^\]]*\]|\([^()]*\))*\)")
_QUOTED = re.compile(r'"[^"]*"|「[^」]*」')
_SUBJECTS = (SUBJECT_EN, SUBJECT_ZH)
_THE_PLAN = re.compile(r"\bof the plan\b|\bfor the plan\b|^計畫(?=的「[^」]*」(?:應|至|不應|依))")
_OPEN = "…"
_NAMES: Mapping[str, Text] = {
    "attribute": Text("attribute", "屬性"),
    "better": Text("device", "裝置"),
    "device": Text("device", "裝置"),
    "name": Text("name", "名稱"),
    "rule": Text("rule", "規則"),
    "subject": Text("subject", "對象"),
    "value": Text("value", "值"),
    "values": Text("values", "值"),
    "words": Text("words", "文字"),
    "workload": Text("workload", "工作負載"),
    "worse": Text("device", "裝置"),
}
_KEYWORDS: Mapping[Keyword, Text] = {
    Keyword.GIVEN: Text("Given", "假設"),
    Keyword.WHEN: Text("When", "當"),
    Keyword.THEN: Text("Then", "那麼"),
}


def phrase_for(words: str, keyword: Keyword) -> tuple[Phrase, dict[str, str]]:
    """The phrase that fits the words of a step, with what fills it.

    Raises
    ------
    MistakeError
        When no phrase does; it names the nearest one.
    """
    for phrase in PHRASES:
        match = phrase.pattern.fullmatch(words)
        if match and phrase.keyword is keyword:
            return phrase, match.groupdict()
    raise unknown_step(words, keyword)


def unknown_step(words: str, keyword: Keyword) -> MistakeError:
    """What to say of a step that no phrase fits."""
    said = Text(f"no phrase fits `{words}`", f"沒有步驟符合「{words}」")
    return MistakeError("unknown-step", said, _hint(words, keyword))


def phrases_of(language: str) -> list[tuple[Keyword, str]]:
    """Every phrase of a language as one would write it, `<attribute>` for what is filled in."""
    at = 1 if language == "zh-TW" else 0
    return [(phrase.keyword, template(phrase)) for phrase in PHRASES[at::2]]


def template(phrase: Phrase) -> str:
    """A phrase as one would write it."""
    pattern = phrase.pattern.pattern
    language = "zh-TW" if _is_chinese(pattern) else "en"

    def name(slot: re.Match[str]) -> str:
        return f"<{_NAMES[slot[1]].in_language(language)}>"

    return _SLOT.sub(name, pattern)


def _is_chinese(pattern: str) -> bool:
    return any("\u4e00" <= sign <= "\u9fff" for sign in _plain(pattern))


def _plain(pattern: str) -> str:
    for subject in _SUBJECTS:
        pattern = pattern.replace(subject, _OPEN)
    return _QUOTED.sub(_OPEN, _SLOT.sub("", pattern))


def _hint(words: str, keyword: Keyword) -> Text:
    near = _nearest(words, keyword)
    for phrase in PHRASES:
        if phrase.pattern.fullmatch(words):
            of = _KEYWORDS[phrase.keyword]
            said = Text(f"it is a step of `{of.en}`", f"它是「{of.zh_tw}」的步驟")
            return said if near == _SEE else _joined(said, near)
    return near


def _joined(one: Text, other: Text) -> Text:
    return Text(f"{one.en}; {other.en}", f"{one.zh_tw}；{other.zh_tw}")


def _nearest(words: str, keyword: Keyword) -> Text:
    asked = _THE_PLAN.sub(_OPEN, _QUOTED.sub(_OPEN, words[:_MAX_COMPARED]))
    same = [phrase for phrase in PHRASES if phrase.keyword is keyword]
    likeness, _, back = max((*_alike(asked, one), -at) for at, one in enumerate(same))
    if likeness < _LIKE:
        return _SEE
    shown = template(same[-int(back)])
    return Text(f"did you mean `{shown}`?", f"是否為「{shown}」？")


def _alike(asked: str, phrase: Phrase) -> tuple[float, float]:
    """How alike they are by words, then by signs where only a word is misspelt."""
    plain = _plain(phrase.pattern.pattern)
    by_sign = SequenceMatcher(None, asked, plain, autojunk=False).ratio()
    return _ratio(_WORD.findall(asked), _WORD.findall(plain)), by_sign * (by_sign > _MISSPELT)


def _ratio(one: list[str], other: list[str]) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
