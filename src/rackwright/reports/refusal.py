"""Why a subject lacks a value, or a device was not chosen, as an outline."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rackwright.assessment import Assessment
from rackwright.reasoning.standing import Standing, State
from rackwright.reasoning.ways import Way
from rackwright.reasoning.why_not import Candidate, Cause, CauseKind, WhyNot
from rackwright.reasoning.why_not_device import Outranked, WhyNotDevice
from rackwright.records import Value
from rackwright.reports import phrases
from rackwright.reports.explain import test_words
from rackwright.reports.items import items_of
from rackwright.reports.outline import Block, Heading, Item, Listing, Outline, Paragraph, Tone
from rackwright.reports.speaker import Speaker
from rackwright.wording import printable

_OF_RULES = (CauseKind.OVERRULED, CauseKind.FAILED, CauseKind.UNKNOWN)
"""Causes that lie with the tests of rules."""
MAX_CANDIDATES = 3
"""How many rules that could have concluded a value are shown, nearest first."""


def refusal(
    assessment: Assessment, told: WhyNot, language: str, candidates: int = MAX_CANDIDATES
) -> Outline:
    """Why a value was not concluded, and what would have to change."""
    speaker = Speaker(assessment, language)
    wanted = _values(speaker, told.attribute, told.value)
    question = speaker.say(phrases.WHY_NOT, value=wanted)
    return (Heading(f"{told.subject}: {question}", 2), *_answer(speaker, told, candidates))


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


def _answer(speaker: Speaker, told: WhyNot, candidates: int = MAX_CANDIDATES) -> Iterator[Block]:
    actual = speaker.show(told.attribute, told.actual)
    label = printable(told.label.in_language(speaker.language))
    result = speaker.say(phrases.VALUE_OF, label=label, value=actual)
    yield Paragraph(
        speaker.say(phrases.IS_SO if told.is_so else phrases.INSTEAD, value=result), Tone.STRONG
    )
    yield from _decided(speaker, told)
    yield from _ways(speaker, told)
    if told.candidates and not told.is_so:
        nearest = sorted(told.candidates, key=lambda candidate: candidate.distance)
        yield Heading(speaker.say(phrases.CANDIDATES), 3)
        yield Listing(tuple(_candidate(speaker, c) for c in nearest[:candidates]))


def _decided(speaker: Speaker, told: WhyNot) -> Iterator[Block]:
    """What stands in the way: that no rule was asked, or the rules that decided."""
    others = tuple(one for one in told.causes if one.kind not in _OF_RULES)
    if others:
        yield Heading(speaker.say(phrases.TO_CHANGE), 3)
    elif told.deciding:
        yield Heading(speaker.say(phrases.DECIDED), 3)
    if others or told.deciding:
        yield Listing(tuple(_cause(speaker, told, cause) for cause in others or told.deciding))


def _ways(speaker: Speaker, told: WhyNot) -> Iterator[Block]:
    if told.ways:
        yield Heading(speaker.say(phrases.WOULD_LEAD), 3)
        yield Listing(tuple(_way(speaker, way) for way in told.ways))
    elif told.tries:
        yield Paragraph(speaker.say(phrases.NONE_LEADS, count=str(told.tries)))


def _way(speaker: Speaker, way: Way) -> Item:
    head = " ".join(f"{move.path}={_plain(move.value)}" for move in way.changes)
    words = (
        speaker.say(
            phrases.CHANGED_TO,
            label=speaker.label(move.attribute),
            value=speaker.show(move.attribute, _as_value(move.value)),
            actual=speaker.show(move.attribute, move.actual),
        )
        for move in way.changes
    )
    return Item(head, speaker.sentences(*words, speaker.say(phrases.THEN_BY, rule=way.rule)))


def _as_value(value: Any) -> Value:
    return tuple(value) if isinstance(value, list) else value


def _plain(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else json.dumps(value)


def _candidate(speaker: Speaker, candidate: Candidate) -> Item:
    """A rule that could conclude the value: what it lacks, and what stands before it."""
    rule = candidate.standing
    before = ", ".join(candidate.blocked_by)
    if rule.state is State.HELD:
        return Item(rule.rule, speaker.say(phrases.BEHIND, rules=before), rule.sources, Tone.MUTED)
    lacks = (test_words(speaker, test) for test in rule.nearest.missing)
    behind = speaker.say(phrases.ALSO_BEHIND, rules=before) if before else ""
    return Item(rule.rule, speaker.sentences(*lacks, behind), rule.sources, Tone.MUTED)


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
