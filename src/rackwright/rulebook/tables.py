"""Reads one TOML table key by key: each of its own type, all of them accounted for."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from rackwright.languages import LANGUAGES
from rackwright.rulebook.model import Text
from rackwright.rulebook.problems import Place, shown

MAX_TEXT = 2_000
_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

E = TypeVar("E", bound=StrEnum)


class Table:
    """One table; every value read is of the right type or reported and missing."""

    def __init__(self, data: Mapping[str, object], place: Place) -> None:
        self.data, self.place = data, place
        self._asked: dict[str, None] = {}

    @staticmethod
    def of(value: object, place: Place) -> Table | None:
        """The table that a value is."""
        if isinstance(value, dict):
            return Table(value, place)
        place.problem("wrong-type", "must be a table")
        return None

    def finish(self) -> None:
        """Report every key that nobody asked for."""
        for key in self.data:
            if key not in self._asked:
                self.place.problem(
                    "unknown-key", f"unknown key {shown(key)}", name=key, known=self._asked
                )

    def has(self, key: str) -> bool:
        """Whether the key is present."""
        self._asked[key] = None
        return key in self.data

    def raw(self, key: str, required: bool = False) -> object | None:
        """A value of any type."""
        if not self.has(key) and required:
            self.place.problem("missing-key", f"{shown(key)} is missing")
        return self.data.get(key)

    def string(self, key: str, required: bool = False) -> str | None:
        """A line of text that is not empty."""
        value = self.raw(key, required)
        if value is None:
            return None
        if isinstance(value, str):
            return clean(value, self.place.key(key))
        self._wrong(key, "a text in quotes")
        return None

    def strings(self, key: str, required: bool = False) -> tuple[str, ...] | None:
        """A list of texts without repetitions."""
        value = self.raw(key, required)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self._wrong(key, "a list of texts")
            return None
        for item in _repeated(value):
            self.place.key(key).problem("duplicate-value", f"{shown(item)} stands there twice")
        return tuple(dict.fromkeys(value))

    def number(self, key: str, required: bool = False) -> float | None:
        """A finite number."""
        value = self.raw(key, required)
        return None if value is None else finite(value, self.place.key(key))

    def numbers(self, key: str) -> tuple[float, ...] | None:
        """A list of finite numbers."""
        value = self.raw(key)
        if value is None:
            return None
        if not isinstance(value, list):
            self._wrong(key, "a list of numbers")
            return None
        numbers = [finite(item, self.place.key(key)) for item in value]
        return tuple(number for number in numbers if number is not None)

    def choice(self, key: str, choices: type[E], required: bool = False) -> E | None:
        """One of a fixed set of words."""
        word = self.string(key, required)
        if word is None or word in set(choices):
            return None if word is None else choices(word)
        known = [choice.value for choice in choices]
        hint = "one of " + ", ".join(f"`{name}`" for name in known)
        self.place.key(key).problem("unknown-choice", f"{shown(word)} is not possible here", hint)
        return None

    def table(self, key: str) -> Table | None:
        """A table inside this one."""
        value = self.raw(key)
        return None if value is None else Table.of(value, self.place.key(key))

    def words(self, key: str, required: bool = False) -> Text | None:
        """A text in every language."""
        value = self.raw(key, required)
        return None if value is None else bilingual(value, self.place.key(key))

    def _wrong(self, key: str, wanted: str) -> None:
        self.place.key(key).problem("wrong-type", f"must be {wanted}")


def bilingual(value: object, place: Place) -> Text | None:
    """A text in every language, from `{ en = "…", zh-TW = "…" }`."""
    if not isinstance(value, dict):
        place.problem(
            "wrong-type", "must be a text in each language", 'write { en = "…", zh-TW = "…" }'
        )
        return None
    table = Table(value, place)
    for language in LANGUAGES:
        if not table.has(language):
            place.problem("missing-language", f"the text in {shown(language)} is missing")
    texts = [table.string(language) for language in LANGUAGES]
    table.finish()
    en, zh_tw = texts
    return None if en is None or zh_tw is None else Text(en, zh_tw)


def finite(value: object, place: Place) -> float | None:
    """A number that can be calculated with."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        place.problem("wrong-type", "must be a number")
        return None
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if math.isfinite(number):
        return number
    place.problem("not-finite", "must be a finite number")
    return None


def clean(text: str, place: Place) -> str | None:
    """The text, when a terminal and a report can show it."""
    if not text.strip():
        place.problem("empty-text", "must not be empty")
    elif len(text) > MAX_TEXT:
        place.problem("text-too-long", f"longer than {MAX_TEXT} characters")
    elif not text.isprintable() and (bad := next(filter(_is_control, text), None)):
        place.problem("control-character", f"holds the control character U+{ord(bad):04X}")
    else:
        return text
    return None


def _is_control(character: str) -> bool:
    # WHY: they could move a terminal's cursor or reverse what a reader sees.
    return character not in "\n\t" and unicodedata.category(character) in _STEERING


def _repeated(items: Iterable[str]) -> list[str]:
    return [item for item, count in Counter(items).items() if count > 1]
