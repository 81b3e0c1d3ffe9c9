"""The section on the devices that were considered for a workload."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rackwright.reading import Option
from rackwright.reports import phrases
from rackwright.reports.outline import (
    Block,
    Cell,
    Column,
    Heading,
    Item,
    Listing,
    Paragraph,
    Table,
    Tone,
)
from rackwright.reports.speaker import Speaker
from rackwright.rulebook.model import Text

TONES: Mapping[str, Tone] = {
    "preferred": Tone.GOOD,
    "over_provisioned": Tone.FAIR,
    "rejected": Tone.BAD,
    "undetermined": Tone.MUTED,
}
_FIGURES: tuple[tuple[str, Text], ...] = (
    ("devices_needed", phrases.COUNT),
    ("memory_fill", phrases.MEMORY),
    ("tokens_per_second_bound", phrases.SPEED),
    ("power_kw", phrases.POWER),
    ("monthly_cost", phrases.MONTHLY),
)


def option_section(speaker: Speaker, workload: str) -> Iterable[Block]:
    """The allowed devices with their figures, then the others by the reason against them."""
    options = speaker.reading.options(workload)
    if not options:
        return
    yield Heading(speaker.say(phrases.OPTIONS), 3)
    yield Paragraph(speaker.say(phrases.ALL_CONSIDERED, count=str(len(options))), Tone.MUTED)
    allowed = [option for option in options if option.rank is not None]
    if allowed:
        yield _table(speaker, allowed)
    others = _against(speaker, [option for option in options if option.rank is None])
    if others:
        yield Listing(others)


def _table(speaker: Speaker, options: Iterable[Option]) -> Table:
    allowed = list(options)
    used = [(name, title) for name, title in _FIGURES if any(name in o.figures for o in allowed)]
    columns = (
        Column(speaker.say(phrases.DEVICE)),
        *(Column(speaker.say(title), number=True) for _, title in used),
        Column(speaker.say(phrases.VERDICT)),
    )
    names = [name for name, _ in used]
    return Table(columns, tuple(_row(speaker, option, names) for option in allowed))


def _row(speaker: Speaker, option: Option, names: Iterable[str]) -> tuple[Cell, ...]:
    tone = TONES.get(option.status, Tone.PLAIN)
    device = Cell(
        speaker.value_label("device", option.device),
        Tone.STRONG if option.rank == 1 else Tone.PLAIN,
    )
    figures = (Cell(speaker.figure(option.figures, name)) for name in names)
    return (device, *figures, Cell(verdict_label(speaker, option), tone))


def verdict_label(speaker: Speaker, option: Option) -> str:
    """The verdict on an option in words."""
    if option.status == "undetermined":
        return speaker.say(phrases.UNKNOWN)
    return speaker.value_label("verdict", option.status)


def _against(speaker: Speaker, options: Iterable[Option]) -> tuple[Item, ...]:
    grouped: dict[tuple[str, str], list[Option]] = {}
    for option in options:
        rule = option.reasons[0].rule if option.reasons else ""
        grouped.setdefault((option.status, rule), []).append(option)
    return tuple(_group(speaker, group) for group in grouped.values())


def _group(speaker: Speaker, group: list[Option]) -> Item:
    first = group[0]
    verdict = verdict_label(speaker, first)
    head = speaker.say(phrases.NOT_ALLOWED, verdict=verdict, count=str(len(group)))
    names = speaker.listed(speaker.value_label("device", option.device) for option in group)
    reasons = " ".join(reason.because_in(speaker.language) for reason in first.reasons)
    sources = first.reasons[0].sources if first.reasons else ()
    text = f"{names} – {reasons}" if reasons else names
    return Item(head, text, sources, TONES.get(first.status, Tone.PLAIN))
