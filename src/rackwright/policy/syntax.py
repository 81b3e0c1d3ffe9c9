"""What is no Gherkin, said with its line in the language of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gherkin.errors import (
    AstBuilderException,
    CompositeParserException,
    NoSuchLanguageException,
    UnexpectedTokenException,
)

from rackwright.errors import Problem
from rackwright.policy import steps as _steps
from rackwright.policy.mistakes import MistakeError
from rackwright.policy.phrases import PHRASES
from rackwright.rulebook.model import Text
from rackwright.rulebook.problems import shown

assert _steps  # it fills the table of phrases

_CHINESE = re.compile(r"^\s*#\s*language\s*:\s*zh", re.MULTILINE)
_MAX_PROBLEMS = 5
_UNEVEN = Text("the rows of a table differ in their number of cells", "表格各列的欄數不同")
_LANGUAGE = Text("there is no such language", "沒有這種語言")
_UNENDED = Text("the file ends too early", "檔案結束得太早")
_MISPLACED = Text("{words} cannot stand here", "{words} 不能出現在這裡")
_KEYLESS = Text("{words} is a step without a keyword", "{words} 是缺少關鍵字的步驟")
_GOT = re.compile(r", got '(.*)'$", re.DOTALL)
_LONGEST_KEYWORD = 12
_UNREADABLE = Text("this is no Gherkin", "這不是 Gherkin 語法")
_KEYWORD = Text(
    "begin with a keyword, such as Given, When, Then, And, Scenario",
    "請以關鍵字開頭，例如「假設」「當」「那麼」「而且」「場景」",
)


def syntax_problems(error: CompositeParserException, file: Path, text: str) -> Iterator[Problem]:
    """The first problems that the parser found."""
    language = "zh-TW" if _CHINESE.search(text) else "en"
    for one in error.errors[:_MAX_PROBLEMS]:
        said = _said(one).in_language(language)
        hint = _KEYWORD.in_language(language) if _words(one) else ""
        line = (getattr(one, "location", None) or {}).get("line", 1)
        words = said.replace("{words}", shown(_words(one)))
        yield Problem("gherkin-syntax", words, f"{file}:{line}", hint)


def _said(error: Any) -> Text:
    if isinstance(error, AstBuilderException):
        return _UNEVEN
    if isinstance(error, NoSuchLanguageException):
        return _LANGUAGE
    if isinstance(error, UnexpectedTokenException):
        return _MISPLACED if _words(error) else _UNREADABLE
    return _UNENDED


def _words(error: Any) -> str:
    if not isinstance(error, UnexpectedTokenException):
        return ""
    found = _GOT.search(str(error))
    return found[1] if found else ""


def swallowed_steps(document: Any, file: Path, text: str, language: str) -> Iterator[Problem]:
    """Steps without a keyword, which Gherkin takes for the description of what they stand under."""
    lines = [line.strip() for line in text.split("\n")]
    for part in _described(document["feature"]):
        at = part["location"]["line"]
        for said in keyless_steps(part["description"]):
            at = lines.index(said, at) + 1
            yield keyless(said).at(f"{file}:{at}", language)


def keyless_steps(description: str) -> list[str]:
    """The lines of a description that would be steps if they began with a keyword."""
    return [line.strip() for line in description.split("\n") if _is_step(line)]


def keyless(step: str) -> MistakeError:
    """What to say of a step without a keyword."""
    words = shown(step)
    said = Text(*(text.replace("{words}", words) for text in (_KEYLESS.en, _KEYLESS.zh_tw)))
    return MistakeError("no-keyword", said, _KEYWORD)


def _described(part: Any) -> Iterator[Any]:
    for child in part.get("children", ()):
        for one in child.values():
            if one.get("description"):
                yield one
            yield from _described(one)


def _is_step(line: str) -> bool:
    words = line.strip()
    starts = [words[at:].strip() for at in range(min(_LONGEST_KEYWORD, len(words)))]
    return any(p.pattern.fullmatch(start) for p in PHRASES for start in starts)
