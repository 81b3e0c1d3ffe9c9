"""Why a subject lacks a value, or a device was not chosen, as an outline."""

from __future__ import annotations

from collections.abc import Iterator

from rackwright.assessment import Assessment
from rackwright.reasoning.standing import Standing
from rackwright.reasoning.why_not import Cause, CauseKind, WhyNot
from rackwright.reasoning.why_not_device import Outranked, WhyNotDevice
from rackwright.records import Value
from rackwright.reports import phrases
from rackwright.reports.explain import rule_item, test_words
from rackwright.reports.items import items_of
from rackwright.reports.outline import Block, Heading, Item, Listing, Outline, Paragraph, Tone
from rackwright.reports.speaker import Speaker
from rackwright.wording import printable

MAX_CANDIDATES = 3
"""How many rules that could have concluded a value are shown, nearest first."""


def refusal(assessment: Assessment, told: WhyNot, language: str) -> Outline:
    """Why a value was not concluded, and what would have to change."""
    speaker = Speaker(assessment, language)
    wanted = _values(speaker, told.attribute, told.value)
    question = speaker.say(phrases.WHY_NOT, value=wanted)
    return (Heading(f"{told.subject}: {question}", 2), *_answer(speaker, told))


def device_refusal(assessment: Assessment, told: WhyNotDevice, language: str) -> Outline:
    """Why a device was not chosen, and what would have to change."""
    speaker = Speaker(assessment, language)
    device = speaker.value_label("device", told.device)
    question = speaker.say(phrases.WHY_NOT, value=device)
    return (
        Heading(f"{told.workload}: {question}", 2),
        Paragraph(_place(speaker, told, device), Tone.STRONG),
        *_verdict(speaker, told),
        *(block for barred in told.barred for block in _answer(speaker, barred)),
        *_outranked(speaker, told),
    )


def _answer(speaker: Speaker, told: WhyNot) -> Iterator[Block]:
    actual = speaker.show(told.attribute, told.actual)
    label = printable(told.label.in_language(speaker.language))
    result = speaker.say(phrases.VALUE_OF, label=label, value=actual)
    yield Paragraph(
        speaker.say(phrases.IS_SO if told.is_so else phrases.INSTEAD, value=result), Tone.STRONG
    )
    if told.causes:
        yield Heading(speaker.say(phrases.TO_CHANGE), 3)
        yield Listing(tuple(_cause(speaker, told, cause) for cause in told.causes))
    if len(told.candidates) > 1 and not told.is_so:
        nearest = sorted(told.candidates, key=lambda candidate: candidate.changes)
        yield Heading(speaker.say(phrases.CANDIDATES), 3)
        yield Listing(tuple(rule_item(speaker, c.standing) for c in nearest[:MAX_CANDIDATES]))


def _cause(speaker: Speaker, told: WhyNot, cause: Cause) -> Item:
    if cause.kind is CauseKind.NOT_JUDGED:
        return Item(speaker.say(phrases.NOT_JUDGED), "")
    if cause.kind is CauseKind.NO_RULE:
        return Item(speaker.say(phrases.NO_RULE), "")
    if cause.kind is CauseKind.STATED:
        stated = speaker.show(told.attribute, cause.value)
        return Item(speaker.say(phrases.STATED_OTHERWISE, value=stated), "")
    if cause.kind is CauseKind.OVERRULED:
        concluded = speaker.show(told.attribute, cause.value)
        head = speaker.say(phrases.STOP, rule=cause.rule, value=concluded)
        return Item(head, _since(speaker, cause.tests))
    tone = Tone.BAD if cause.kind is CauseKind.FAILED else Tone.FAIR
    words = speaker.sentences(*(test_words(speaker, test) for test in cause.tests))
    return Item(cause.rule, words, tone=tone)


def _since(speaker: Speaker, tests: tuple[Standing, ...]) -> str:
    held = (
        speaker.say(
            phrases.HELD_TEST,
            label=printable(test.label.in_language(speaker.language)),
            actual=speaker.show(test.attribute, test.actual),
        )
        for test in tests
    )
    words = speaker.listed(held)
    return speaker.say(phrases.HOLDS_SINCE, tests=words) if words else ""


def _values(speaker: Speaker, attribute: str, values: tuple[Value, ...]) -> str:
    label = speaker.label(attribute)
    shown = speaker.listed(speaker.show(attribute, value) for value in values)
    return speaker.say(phrases.VALUE_OF, label=label, value=shown)


def _place(speaker: Speaker, told: WhyNotDevice, device: str) -> str:
    if told.is_chosen:
        return speaker.say(phrases.CHOSEN_ONE, device=device)
    if told.rank is None:
        return speaker.say(phrases.NOT_RANKED, device=device, workload=told.workload)
    return speaker.say(
        phrases.RANKED,
        device=device,
        rank=str(told.rank),
        count=str(told.n_allowed),
        chosen=_chosen(speaker, told),
    )


def _chosen(speaker: Speaker, told: WhyNotDevice) -> str:
    if told.chosen is None:
        return speaker.say(phrases.NO_DEVICE)
    return speaker.shown(told.chosen, "device")


def _verdict(speaker: Speaker, told: WhyNotDevice) -> Iterator[Block]:
    ruling = speaker.reading.conclusion(told.option, "verdict")
    if ruling is not None:
        yield Listing(items_of(speaker, ruling))


def _outranked(speaker: Speaker, told: WhyNotDevice) -> Iterator[Block]:
    if told.outranked is not None:
        yield Listing((_worse(speaker, told, told.outranked),))


def _worse(speaker: Speaker, told: WhyNotDevice, by: Outranked) -> Item:
    if not by.attribute:
        return Item(speaker.say(phrases.TIE), "")
    mine, best = (speaker.show(by.attribute, value) for value in (by.mine, by.best))
    label = speaker.label(by.attribute)
    return Item(
        speaker.say(
            phrases.WORSE_AT, label=label, mine=mine, best=best, chosen=_chosen(speaker, told)
        ),
        "",
    )
