"""One assessment in one language: labels, values and phrases, ready to be shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rackwright.assessment import Assessment
from rackwright.languages import language_of
from rackwright.reading import Reading
from rackwright.records import Value
from rackwright.reports import phrases
from rackwright.rulebook.model import Text
from rackwright.wording import currency_of, in_list, printable, show, value_label

_SLOT = re.compile(r"\{([a-z]+)\}")


class Speaker:
    """Words what an assessment holds."""

    def __init__(self, assessment: Assessment, language: str) -> None:
        self.assessment = assessment
        self.reading = Reading(assessment)
        self.language = language_of(language)
        self._vocabulary = assessment.rulebook.vocabulary
        self.currency = currency_of(assessment)

    def say(self, phrase: Text, **slots: str) -> str:
        """A phrase with its slots filled."""
        words = phrase.in_language(self.language)
        return _SLOT.sub(lambda slot: slots[slot[1]], words)

    def label(self, attribute: str) -> str:
        """What an attribute is called; its name when the rules do not know it."""
        if attribute not in self._vocabulary:
            return attribute.replace("_", " ")
        return printable(self._vocabulary[attribute].label.in_language(self.language))

    def value_label(self, attribute: str, symbol: str) -> str:
        """What a value of an attribute is called."""
        return value_label(self._vocabulary[attribute], symbol, self.language)

    def show(self, attribute: str, value: Value | None) -> str:
        """A value of an attribute with its unit or label."""
        return show(self.assessment, attribute, value, self.language)

    def known(self, subject: str, attribute: str) -> Value | None:
        """A value; None when unknown, also to a rule pack that lacks the attribute."""
        if attribute not in self._vocabulary:
            return None
        return self.assessment.value(subject, attribute)

    def shown(self, subject: str, attribute: str) -> str:
        """A value of a subject, ready to be shown; empty when unknown."""
        value = self.known(subject, attribute)
        return "" if value is None else self.show(attribute, value)

    def figure(self, figures: Mapping[str, Value], attribute: str) -> str:
        """One figure out of several; a dash when unknown."""
        return self.show(attribute, figures[attribute]) if attribute in figures else "–"

    def listed(self, words: Iterable[str]) -> str:
        """Words one after another."""
        return in_list(words, self.language)

    def about(self, subject: str) -> str:
        """What a subject is called where it needs saying: a device, or one way to pay."""
        if subject not in self.assessment.frames.option.subjects:
            return printable(subject) if ":" in subject else ""
        return self.shown(subject, "device")

    def pair(self, label: str, value: str) -> str:
        """A label with its value."""
        return self.say(phrases.VALUE_OF, label=label, value=value)

    def sentences(self, *parts: str) -> str:
        """Sentences one after another; empty ones are left out."""
        joint = "；" if self.language == "zh-TW" else "; "
        return joint.join(part for part in parts if part)
