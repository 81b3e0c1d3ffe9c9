"""The report on a plan as an outline, in the order in which a planner reads it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rackwright.assessment import Assessment
from rackwright.reading import Option, Reason, Ruling
from rackwright.records import PLAN_SUBJECT
from rackwright.reports import phrases
from rackwright.reports.costs import cost_section
from rackwright.reports.how_sure import doubt_note, how_sure_section
from rackwright.reports.items import items_of, section, warning_item
from rackwright.reports.options import counted, option_section
from rackwright.reports.outline import Block, Heading, Item, Outline, Paragraph, Tone
from rackwright.reports.ranges import range_section
from rackwright.reports.room import ROOM_DECISIONS, room_section
from rackwright.reports.speaker import Speaker
from rackwright.reports.themes import PLAN_THEMES, WORKLOAD_THEMES, names_of, themed
from rackwright.uncertainty import Spread, doubts_of
from rackwright.wording import printable

OUTCOME_TONES = {
    "recommended": Tone.GOOD,
    "infeasible": Tone.BAD,
    "undetermined": Tone.FAIR,
}
HEADLINE = ("compute_class", "deployment", "dedicated_form")
PLAN_HEADLINE = ("overall_deployment",)
_PROFILE = ("stage", "serving", "model")


def report(
    assessment: Assessment,
    language: str,
    every_option: bool = False,
    spread: Spread | None = None,
) -> Outline:
    """Everything worth telling about an assessment; every option with its figures if wanted."""
    speaker = Speaker(assessment, language)
    doubted = doubts_of(assessment, spread)
    blocks: list[Block] = [_title(speaker), *_refusal(speaker)]
    blocks += doubt_note(speaker, [one for one in doubted if one.subject == PLAN_SUBJECT], spread)
    for workload in assessment.workloads:
        about = [one for one in doubted if one.subject == workload]
        note = tuple(doubt_note(speaker, about, spread))
        blocks += _workload(speaker, workload, every_option, note)
    blocks += _whole_plan(speaker)
    blocks += how_sure_section(speaker, spread)
    blocks += range_section(speaker)
    blocks += _assumptions(speaker)
    blocks += _sources(speaker)
    return tuple(blocks)


def _title(speaker: Speaker) -> Heading:
    outcome = speaker.assessment.outcome
    words = speaker.say(phrases.OUTCOMES[outcome])
    name = speaker.assessment.plan.name
    title = speaker.pair(words, printable(name)) if name else words
    return Heading(title, 1, OUTCOME_TONES[outcome])


def _refusal(speaker: Speaker) -> Iterable[Block]:
    """Why the plan has no answer, and what nearly works; nothing when it has one."""
    ruling = speaker.reading.conclusion(PLAN_SUBJECT, "outcome")
    if ruling is not None and ruling.value != "recommended":
        yield Paragraph(ruling.because_in(speaker.language), Tone.STRONG)


def _workload(
    speaker: Speaker, workload: str, every_option: bool, note: Iterable[Block]
) -> Iterable[Block]:
    about = _profile(speaker, workload)
    yield Heading(speaker.pair(workload, about) if about else workload, 2)
    chosen = speaker.reading.chosen(workload)
    yield Paragraph(_headline(speaker, workload, chosen), Tone.GOOD if chosen else Tone.BAD)
    yield from note
    yield from _intended(speaker, workload)
    yield from _reasons(speaker, workload, chosen)
    yield from option_section(speaker, workload, every_option)
    yield from cost_section(speaker, workload)
    yield from _warnings(speaker, workload)


def _profile(speaker: Speaker, workload: str) -> str:
    words = [speaker.shown(workload, name) for name in _PROFILE]
    concurrency = speaker.shown(workload, "concurrency")
    if concurrency:
        words.append(speaker.say(phrases.AT_A_TIME, count=concurrency))
    return speaker.listed(word for word in words if word)


def _headline(speaker: Speaker, workload: str, chosen: Option | None) -> str:
    compute_class, *placed = (speaker.shown(workload, name) for name in HEADLINE)
    kind = None if chosen is None else speaker.shown(workload, "device_kind")
    device = _without_device(speaker, workload) if chosen is None else counted(speaker, chosen)
    return " · ".join(part for part in (kind or compute_class, device, *placed) if part)


def _without_device(speaker: Speaker, workload: str) -> str:
    undetermined = speaker.known(workload, "choice") == "not_judged"
    return speaker.say(phrases.NO_DEVICE_YET if undetermined else phrases.NO_DEVICE)


def _intended(speaker: Speaker, workload: str) -> Iterable[Block]:
    device = speaker.shown(workload, "intended_device")
    if device:
        count = speaker.shown(workload, "intended_count")
        many = speaker.say(phrases.COUNTED, count=count, device=device) if count else device
        verdict = speaker.shown(workload, "intended_verdict")
        words = speaker.pair(many, verdict) if verdict else many
        yield Paragraph(speaker.say(phrases.INTENDED, device=words), Tone.FAIR)


def _reasons(speaker: Speaker, workload: str, chosen: Option | None) -> Iterable[Block]:
    rulings = speaker.reading.conclusions(workload)
    first = [item for f in rulings if f.attribute in HEADLINE for item in items_of(speaker, f)]
    if chosen is not None:
        first[1:1] = [_choice(speaker, chosen, reason) for reason in chosen.reasons]
    told = {*HEADLINE, *names_of(WORKLOAD_THEMES)}
    rest = [item for f in rulings if f.attribute not in told for item in items_of(speaker, f)]
    yield from section(speaker.say(phrases.WHY), first)
    yield from section(speaker.say(phrases.ALSO), rest)
    yield from themed(speaker, WORKLOAD_THEMES, rulings)


def _choice(speaker: Speaker, chosen: Option, reason: Reason) -> Item:
    device = speaker.value_label("device", chosen.device)
    verdict = speaker.value_label("verdict", chosen.status)
    return Item(speaker.pair(device, verdict), reason.because_in(speaker.language), reason.sources)


def _warnings(speaker: Speaker, subject: str) -> Iterable[Block]:
    warnings = speaker.reading.warnings(subject)
    items = (warning_item(speaker, warning) for warning in warnings)
    yield from section(speaker.say(phrases.WARNINGS), items)


def _whole_plan(speaker: Speaker) -> Iterable[Block]:
    rulings = speaker.reading.conclusions(PLAN_SUBJECT)
    apart = {*ROOM_DECISIONS, *names_of(PLAN_THEMES), "outcome"}
    told = [f for f in rulings if f.attribute not in apart]
    blocks = [
        *_plan_headline(speaker, told),
        *themed(speaker, PLAN_THEMES, rulings),
        *room_section(speaker, [f for f in rulings if f.attribute in ROOM_DECISIONS]),
        *_warnings(speaker, PLAN_SUBJECT),
    ]
    if blocks:
        yield Heading(speaker.say(phrases.WHOLE_PLAN), 2)
        yield from blocks


def _plan_headline(speaker: Speaker, rulings: Iterable[Ruling]) -> Iterable[Block]:
    told = tuple(rulings)
    headline = [speaker.shown(PLAN_SUBJECT, name) for name in PLAN_HEADLINE]
    if any(headline):
        yield Paragraph(" · ".join(part for part in headline if part), Tone.STRONG)
    first = [item for f in told if f.attribute in PLAN_HEADLINE for item in items_of(speaker, f)]
    rest = [item for f in told if f.attribute not in PLAN_HEADLINE for item in items_of(speaker, f)]
    yield from section(speaker.say(phrases.WHY), first)
    yield from section(speaker.say(phrases.ALSO), rest)


def _assumptions(speaker: Speaker) -> Iterable[Block]:
    items: list[Item] = []
    for subject in speaker.reading.subjects():
        for ruling in speaker.reading.assumptions(subject):
            items += [
                item if subject == PLAN_SUBJECT else replace(item, head=f"{subject} · {item.head}")
                for item in items_of(speaker, ruling)
            ]
    yield from section(speaker.say(phrases.ASSUMPTIONS), items, level=2)


def _sources(speaker: Speaker) -> Iterable[Block]:
    cited = dict.fromkeys(
        source for subject in speaker.reading.subjects() for source in _cited(speaker, subject)
    )
    known = speaker.assessment.rulebook.sources
    items = (
        Item(source, known[source].title.in_language(speaker.language))
        for source in sorted(cited, key=_natural)
        if source in known
    )
    yield from section(speaker.say(phrases.SOURCES), items, level=2)


def _natural(source: str) -> tuple[str, int, str]:
    letters = source.rstrip("0123456789")
    digits = source[len(letters) :]
    return letters, int(digits) if digits else 0, source


def _cited(speaker: Speaker, subject: str) -> Iterable[str]:
    rulings = speaker.reading
    for ruling in (*rulings.conclusions(subject), *rulings.assumptions(subject)):
        yield from ruling.sources
    for warning in rulings.warnings(subject):
        yield from warning.sources
    if subject != PLAN_SUBJECT:
        for option in rulings.options(subject):
            for reason in option.reasons:
                yield from reason.sources
