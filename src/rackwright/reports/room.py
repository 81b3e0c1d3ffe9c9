"""The section on the room: what the machines need, what it has, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rackwright.reading import Ruling
from rackwright.records import PLAN_SUBJECT
from rackwright.reports import phrases
from rackwright.reports.items import items_of, members_of
from rackwright.reports.outline import Block, Cell, Column, Heading, Listing, Paragraph, Table, Tone
from rackwright.reports.speaker import Speaker
from rackwright.rulebook.model import Hit, Text

ROOM_DECISIONS = (
    "circuit",
    "power_distribution",
    "ups",
    "room_cooling",
    "cooling",
    "rack_space",
)
_CHECKS: tuple[tuple[Text, str, str, str], ...] = (
    (phrases.CIRCUIT, "on_site_power_kw", "circuit_capacity_kw", "circuit_margin_kw"),
    (phrases.RACK_POWER, "rack_heat_kw", "rack_power_kw", "rack_power_margin_kw"),
    (phrases.RACK_COOLING, "rack_heat_kw", "rack_cooling_kw", "rack_cooling_margin_kw"),
    (phrases.UPS, "ups_kva_needed", "ups_kva", "ups_margin_kva"),
)


def room_section(speaker: Speaker, rulings: Sequence[Ruling]) -> Iterable[Block]:
    """Margins, decisions and ranked answers; nothing when no machine stands on site."""
    if not speaker.known(PLAN_SUBJECT, "on_site_power_kw"):
        return
    yield Heading(speaker.say(phrases.ROOM), 3)
    rows = tuple(row for check in _CHECKS for row in _check(speaker, *check))
    if rows:
        yield Table(_columns(speaker), rows)
    single = [f for f in rulings if not _ranked(speaker, f)]
    if single:
        yield Listing(tuple(item for f in single for item in items_of(speaker, f)))
    for ruling in rulings:
        if _ranked(speaker, ruling):
            yield Paragraph(speaker.label(ruling.attribute), Tone.STRONG)
            yield Listing(members_of(speaker, ruling), ranked=True)


def _ranked(speaker: Speaker, ruling: Ruling) -> bool:
    decision = speaker.assessment.rulebook.decision(ruling.attribute)
    return decision is not None and decision.hit is Hit.COLLECT


def _columns(speaker: Speaker) -> tuple[Column, ...]:
    titles = (phrases.DEMAND, phrases.SUPPLY, phrases.MARGIN)
    return (Column(""), *(Column(speaker.say(title), number=True) for title in titles))


def _check(
    speaker: Speaker, name: Text, demand: str, supply: str, margin: str
) -> Iterable[tuple[Cell, ...]]:
    if speaker.known(PLAN_SUBJECT, demand) is None:
        return
    left = speaker.known(PLAN_SUBJECT, margin)
    tone = Tone.PLAIN if not isinstance(left, float) else Tone.BAD if left < 0 else Tone.GOOD
    needed, available, spare = (
        speaker.shown(PLAN_SUBJECT, attribute) or speaker.say(phrases.UNKNOWN)
        for attribute in (demand, supply, margin)
    )
    yield (Cell(speaker.say(name), Tone.STRONG), Cell(needed), Cell(available), Cell(spare, tone))
