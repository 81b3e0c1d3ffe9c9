"""What a change of the plan changes in the advice, as an outline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rackwright.assessment import Assessment
from rackwright.comparison import Change, Comparison, FiredOtherwise
from rackwright.records import PLAN_SUBJECT, Value
from rackwright.reports import phrases
from rackwright.reports.data import plain_value
from rackwright.reports.outline import Block, Cell, Column, Heading, Outline, Paragraph, Table, Tone
from rackwright.reports.speaker import Speaker
from rackwright.rulebook.model import Text
from rackwright.wording import printable

Sides = tuple[Speaker, Speaker]
"""Who speaks of what was before, and of what is after."""

_MAX_SUBJECTS = 3


def differences(
    assessment: Assessment, changes: Mapping[str, Any], found: Comparison, language: str
) -> Outline:
    """What was changed, then what follows, before and after."""
    speaker = Speaker(assessment, language)
    said = speaker.listed(f"{printable(p)} = {printable(str(v))}" for p, v in changes.items())
    title = speaker.say(phrases.VALUE_OF, label=speaker.say(phrases.CHANGES), value=said)
    return (Heading(title, 2), *_blocks(speaker, speaker, found))


def impact(
    before: Assessment,
    after: Assessment,
    found: Comparison,
    fired: Iterable[FiredOtherwise],
    language: str,
) -> Iterator[Block]:
    """What other rules change about the same plan, and which of them speak otherwise."""
    sides = Speaker(before, language), Speaker(after, language)
    rules = tuple(fired)
    if not found.empty or not rules:
        yield from _blocks(*sides, found)
    if rules:
        yield Heading(sides[1].say(phrases.FIRED_OTHERWISE), 3)
        yield _rules(sides[1], rules)


def _rules(speaker: Speaker, rules: Iterable[FiredOtherwise]) -> Table:
    titles = (phrases.RULE, phrases.SUBJECT, phrases.BEFORE, phrases.AFTER)
    return Table(
        tuple(Column(speaker.say(one)) for one in titles),
        tuple(_fired_row(speaker, rule) for rule in rules),
    )


def _fired_row(speaker: Speaker, fired: FiredOtherwise) -> tuple[Cell, ...]:
    return (
        Cell(fired.rule),
        Cell(_subjects(speaker, fired.subjects)),
        Cell(speaker.say(phrases.PARTS[fired.before]), Tone.MUTED),
        Cell(speaker.say(phrases.PARTS[fired.after]), Tone.STRONG),
    )


def _subjects(speaker: Speaker, subjects: tuple[str, ...]) -> str:
    shown = [
        speaker.say(phrases.WHOLE_PLAN) if one == PLAN_SUBJECT else printable(one)
        for one in subjects[:_MAX_SUBJECTS]
    ]
    more = len(subjects) - len(shown)
    if more:
        shown.append(speaker.say(phrases.GRAPH_CUT, count=str(more)))
    return speaker.listed(shown)


def _blocks(before: Speaker, after: Speaker, found: Comparison) -> Iterator[Block]:
    sides = before, after
    if found.empty:
        yield Paragraph(after.say(phrases.NOTHING_CHANGES))
    if found.outcome is not None:
        yield Paragraph(_outcome(after, found.outcome), Tone.STRONG)
    yield from _section(sides, phrases.CHOICE, found.chosen)
    yield from _section(sides, phrases.CONCLUSIONS, found.conclusions)
    yield from _section(sides, phrases.COST_CHANGES, found.costs)
    yield from _section(sides, phrases.FIGURES, found.figures)


def _outcome(speaker: Speaker, change: Change) -> str:
    sides = (phrases.OUTCOMES[str(value)] for value in (change.before, change.after))
    before, after = (speaker.say(side) for side in sides)
    return speaker.say(
        phrases.VALUE_OF, label=speaker.say(phrases.OUTCOME), value=f"{before} → {after}"
    )


def _section(sides: Sides, title: Text, changes: Iterable[Change]) -> Iterator[Block]:
    rows = tuple(_row(sides, change) for change in changes)
    if not rows:
        return
    titles = (phrases.SUBJECT, phrases.WHAT, phrases.BEFORE, phrases.AFTER)
    yield Heading(sides[1].say(title), 3)
    yield Table(tuple(Column(sides[1].say(one)) for one in titles), rows)


def _row(sides: Sides, change: Change) -> tuple[Cell, ...]:
    before, after = sides
    knows = after if change.attribute in after.assessment.rulebook.vocabulary else before
    subject = "" if change.subject == PLAN_SUBJECT else printable(change.subject)
    return (
        Cell(subject),
        Cell(knows.label(change.attribute)),
        Cell(_shown(before, change.attribute, change.before), Tone.MUTED),
        Cell(_shown(after, change.attribute, change.after), Tone.STRONG),
    )


def _shown(speaker: Speaker, attribute: str, value: Value | None) -> str:
    return speaker.say(phrases.ABSENT) if value is None else speaker.show(attribute, value)


def impact_data(found: Comparison, fired: Iterable[FiredOtherwise]) -> dict[str, Any]:
    """The same as plain data."""
    return {**_comparison_data(found), "rules": [_fired_data(one) for one in fired]}


def _fired_data(fired: FiredOtherwise) -> dict[str, Any]:
    return {
        "decision": fired.decision,
        "rule": fired.rule,
        "before": fired.before.value,
        "after": fired.after.value,
        "subjects": list(fired.subjects),
    }


def differences_data(changes: Mapping[str, Any], found: Comparison) -> dict[str, Any]:
    """What a change of the plan changes, as plain data."""
    return {"changes": dict(changes), **_comparison_data(found)}


def _comparison_data(found: Comparison) -> dict[str, Any]:
    return {
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
