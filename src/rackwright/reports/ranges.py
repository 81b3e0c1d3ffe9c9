"""Numbers of which the plan states only what they may turn out to be, and what was taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rackwright.assessment import Assessment
from rackwright.facts.points import Point, points_of
from rackwright.facts.uncertain import Of
from rackwright.records import Form, Ranged, Value
from rackwright.reports import phrases
from rackwright.reports.items import section
from rackwright.reports.naming import target_label
from rackwright.reports.outline import Block, Item
from rackwright.reports.speaker import Speaker
from rackwright.rulebook.model import Text
from rackwright.stated import listed_price
from rackwright.uncertainty import Input, inputs_of
from rackwright.wording import format_number

_FORMS: Mapping[Form, tuple[Text, tuple[str, ...]]] = {
    Form.RANGE: (phrases.AS_RANGE, ("low", "high")),
    Form.TRIANGLE: (phrases.AS_TRIANGLE, ("low", "mode", "high")),
    Form.NORMAL: (phrases.AS_NORMAL, ("mean", "deviation")),
    Form.SAMPLES: (phrases.AS_SAMPLES, ("low", "high")),
}


@dataclass(frozen=True, slots=True)
class Taken:
    """One number that stands for a range."""

    input: Input
    ranged: Ranged
    value: float
    kept: bool
    """Whether it is the number of the rules or of the price list, which the range holds."""


def taken_in(assessment: Assessment) -> tuple[Taken, ...]:
    """The numbers that stand for ranges in an assessment, in the order of its plan."""
    inputs = {one.name: one for one in inputs_of(assessment.plan, assessment.rulebook)}
    points = points_of(assessment.plan)
    return tuple(_taken(inputs[point.name], point, assessment) for point in points)


def _taken(one: Input, point: Point, assessment: Assessment) -> Taken:
    kept, value = False, point.value
    if one.target.of is Of.PARAMETER:
        parameter = assessment.rulebook.parameters[one.target.name]
        kept, value = parameter.given is None, parameter.value
    elif one.target.of is Of.PRICE:
        listed = listed_price(one.id, assessment.rulebook)
        kept = listed is not None and point.holds(listed)
        value = listed if listed is not None and kept else value
    return Taken(one, point.said.ranged, value, kept)


def range_section(speaker: Speaker) -> Iterable[Block]:
    """What was taken for every number that is stated only as a range; nothing without one."""
    items = (_item(speaker, one) for one in taken_in(speaker.assessment))
    yield from section(speaker.say(phrases.RANGES), items, level=2)


def _item(speaker: Speaker, one: Taken) -> Item:
    label = target_label(speaker, one.input.target)
    value = range_number(speaker, one.value, one.input.unit)
    phrase = phrases.KEPT if one.kept else phrases.TAKEN
    said = range_words(speaker, one.ranged, one.input.unit)
    return Item(speaker.pair(label, value), speaker.say(phrase, range=said, value=value))


def range_words(speaker: Speaker, ranged: Ranged, unit: str) -> str:
    """What a number may turn out to be, in words."""
    phrase, names = _FORMS[ranged.form]
    is_samples = ranged.form is Form.SAMPLES
    numbers = (min(ranged.numbers), max(ranged.numbers)) if is_samples else ranged.numbers
    slots = {n: range_number(speaker, said, unit) for n, said in zip(names, numbers, strict=True)}
    return speaker.say(phrase, count=str(len(ranged.numbers)), **slots)


def range_number(speaker: Speaker, number: Value | None, unit: str) -> str:
    """A number as it stands beside its range."""
    assert isinstance(number, float | int)
    return format_number(number, unit, speaker.language, speaker.currency, exact=True)


def ranges_data(assessment: Assessment) -> Iterator[dict[str, Any]]:
    """The same as plain data."""
    for one in taken_in(assessment):
        yield {
            "input": one.input.name,
            "unit": one.input.unit,
            "form": one.ranged.form.value,
            "numbers": list(one.ranged.numbers),
            "value": one.value,
            "value_from": "rules" if one.kept else "range",
        }
