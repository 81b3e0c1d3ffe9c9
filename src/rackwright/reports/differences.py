"""What a change of the plan changes in the advice, as an outline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rackwright.assessment import Assessment
from rackwright.comparison import Change, Comparison
from rackwright.records import PLAN_SUBJECT, Value
from rackwright.reports import phrases
from rackwright.reports.data import plain_value
from rackwright.reports.outline import Block, Cell, Column, Heading, Outline, Paragraph, Table, Tone
from rackwright.reports.speaker import Speaker
from rackwright.rulebook.model import Text
from rackwright.wording import printable


def differences(
    assessment: Assessment, changes: Mapping[str, Any], found: Comparison, language: str
) -> Outline:
    """What was changed, then what follows, before and after."""
    speaker = Speaker(assessment, language)
    said = speaker.listed(f"{printable(p)} = {printable(str(v))}" for p, v in changes.items())
    title = speaker.say(phrases.VALUE_OF, label=speaker.say(phrases.CHANGES), value=said)
    return (Heading(title, 2), *_blocks(speaker, found))


def _blocks(speaker: Speaker, found: Comparison) -> Iterator[Block]:
    if found.empty:
        yield Paragraph(speaker.say(phrases.NOTHING_CHANGES))
    if found.outcome is not None:
        yield Paragraph(_outcome(speaker, found.outcome), Tone.STRONG)
    yield from _section(speaker, phrases.CHOICE, found.chosen)
    yield from _section(speaker, phrases.CONCLUSIONS, found.conclusions)
    yield from _section(speaker, phrases.COST_CHANGES, found.costs)
    yield from _section(speaker, phrases.FIGURES, found.figures)


def _outcome(speaker: Speaker, change: Change) -> str:
    sides = (phrases.OUTCOMES[str(value)] for value in (change.before, change.after))
    before, after = (speaker.say(side) for side in sides)
    return speaker.say(
        phrases.VALUE_OF, label=speaker.say(phrases.OUTCOME), value=f"{before} → {after}"
    )


def _section(speaker: Speaker, title: Text, changes: Iterable[Change]) -> Iterator[Block]:
    rows = tuple(_row(speaker, change) for change in changes)
    if not rows:
        return
    titles = (phrases.SUBJECT, phrases.WHAT, phrases.BEFORE, phrases.AFTER)
    yield Heading(speaker.say(title), 3)
    yield Table(tuple(Column(speaker.say(one)) for one in titles), rows)


def _row(speaker: Speaker, change: Change) -> tuple[Cell, ...]:
    subject = "" if change.subject == PLAN_SUBJECT else printable(change.subject)
    return (
        Cell(subject),
        Cell(speaker.label(change.attribute)),
        Cell(_shown(speaker, change.attribute, change.before), Tone.MUTED),
        Cell(_shown(speaker, change.attribute, change.after), Tone.STRONG),
    )


def _shown(speaker: Speaker, attribute: str, value: Value | None) -> str:
    return speaker.say(phrases.ABSENT) if value is None else speaker.show(attribute, value)


def differences_data(changes: Mapping[str, Any], found: Comparison) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "changes": dict(changes),
        "outcome": None if found.outcome is None else _data(found.outcome),
        "chosen": [_data(change) for change in found.chosen],
        "conclusions": [_data(change) for change in found.conclusions],
        "costs": [_data(change) for change in found.costs],
        "figures": [_data(change) for change in found.figures],
    }


def _data(change: Change) -> dict[str, Any]:
    return {
        "subject": change.subject,
        "attribute": change.attribute,
        "before": plain_value(change.before),
        "after": plain_value(change.after),
    }
