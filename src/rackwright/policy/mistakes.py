"""What is wrong with a step as it is written, said in the language of its feature."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rackwright.errors import Problem, RackwrightError, UsageError, closest
from rackwright.rulebook.model import Text

PLACE = "scenario"
"""Where a problem is until the line of its step is known."""
NOTHING = Text("", "")
_MAX_LISTED = 12
_UNUSABLE = Text("{problem}", "無法使用：{problem}")
_HINT = {"en": " ({hint})", "zh-TW": "（{hint}）"}
_HOME = re.compile(rf"^{PLACE}(?:: |, |$)")
_LINE = re.compile(rf"^{PLACE}:(\d+)")


class MistakeError(UsageError):
    """A step that cannot be carried out as it is written."""

    def __init__(self, code: str, said: Text, hint: Text = NOTHING) -> None:
        self.code = code
        self.said = said
        self.hint = hint
        super().__init__(Problem(code, said.en, PLACE, hint.en))

    def at(self, where: str, language: str) -> Problem:
        """The same as a problem with its place, in one language."""
        said, hint = (text.in_language(language) for text in (self.said, self.hint))
        return Problem(self.code, said, where, hint)

    def __reduce__(self) -> tuple[type[MistakeError], tuple[str, Text, Text]]:  # type: ignore[override]
        """What makes the same error in another process."""
        return type(self), (self.code, self.said, self.hint)


def did_you_mean(name: str, known: Iterable[str]) -> Text:
    """A hint that names the closest of the known names, or no words."""
    close = closest(name, known)
    return Text(f"did you mean `{close}`?", f"是否為「{close}」？") if close else NOTHING


def one_of(words: Iterable[Text]) -> Text:
    """A hint that lists what is possible, or no words where that is too much."""
    listed = list(words)
    if not 0 < len(listed) <= _MAX_LISTED:
        return NOTHING
    english = ", ".join(f"`{text.en}`" for text in listed)
    return Text(f"one of {english}", "可用的有" + "、".join(f"「{t.zh_tw}」" for t in listed))


def told_in(error: RackwrightError, language: str) -> str:
    """What an error says, one problem a line, without the place that every step has."""
    if isinstance(error, MistakeError):
        hint = error.hint.in_language(language)
        shown = _HINT.get(language, _HINT["en"]).format(hint=hint) if hint else ""
        return f"{error.said.in_language(language)} [{error.code}]{shown}"
    told = (_LINE.sub(r"line \1", str(problem)) for problem in error.problems)
    short = (_HOME.sub("", one) for one in told)
    return "\n".join(_UNUSABLE.in_language(language).format(problem=one) for one in short)
