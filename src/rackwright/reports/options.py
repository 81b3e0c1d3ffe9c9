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
from rackwright.wording import format_number, run_on

TONES: Mapping[str, Tone] = {
    "preferred": Tone.GOOD,
    "over_provisioned": Tone.FAIR,
    "rejected": Tone.BAD,
    "not_judged": Tone.MUTED,
    "undetermined": Tone.MUTED,
}
MAX_ALIKE = 5
"""How many options of one verdict are shown with their figures."""
_IS_RENT = "monthly_cost_is_rent"
_FIGURES: tuple[tuple[str, Text], ...] = (
    ("memory_fill", phrases.MEMORY),
    ("tokens_per_second_bound", phrases.SPEED),
    ("power_kw", phrases.POWER),
    ("monthly_cost", phrases.MONTHLY),
)


def option_section(speaker: Speaker, workload: str, every_option: bool = False) -> Iterable[Block]:
    """The allowed devices with their figures, then the others by the reason against them.

    Of each verdict only the best are shown with figures, unless every option is asked for.
    """
    options = speaker.reading.options(workload)
    if not options:
        return
    yield Heading(speaker.say(phrases.OPTIONS), 3)
    yield Paragraph(speaker.say(phrases.ALL_CONSIDERED, count=str(len(options))), Tone.MUTED)
    allowed = [option for option in options if option.rank is not None]
    intended = str(speaker.known(workload, "intended_device"))
    shown = [o for o in allowed if every_option or _is_shown(o, allowed, intended)]
    if shown:
        yield _table(speaker, shown)
        yield from _note_on_rent(speaker, shown)
    others = (
        *_more(speaker, [option for option in allowed if option not in shown]),
        *_against(speaker, [option for option in options if option.rank is None]),
    )
    if others:
        yield Listing(others)


def _is_shown(option: Option, allowed: Iterable[Option], intended: str) -> bool:
    alike = [other for other in allowed if other.status == option.status]
    return option.device == intended or option in alike[:MAX_ALIKE]


def _table(speaker: Speaker, options: list[Option]) -> Table:
    used = [(name, title) for name, title in _FIGURES if any(name in o.figures for o in options)]
    columns = (
        Column(speaker.say(phrases.DEVICE)),
        *(Column(speaker.say(title), number=True) for _, title in used),
        Column(speaker.say(phrases.VERDICT)),
    )
    names = [name for name, _ in used]
    return Table(columns, tuple(_row(speaker, option, names) for option in options))


def _row(speaker: Speaker, option: Option, names: Iterable[str]) -> tuple[Cell, ...]:
    tone = TONES.get(option.status, Tone.PLAIN)
    device = Cell(counted(speaker, option), Tone.STRONG if option.rank == 1 else Tone.PLAIN)
    figures = (Cell(_figure(speaker, option, name)) for name in names)
    return (device, *figures, Cell(verdict_label(speaker, option), tone))


def _figure(speaker: Speaker, option: Option, name: str) -> str:
    value = option.figures.get(name)
    if name == "tokens_per_second_bound" and isinstance(value, float):
        return format_number(value, "", speaker.language, speaker.currency)
    if name == "monthly_cost" and option.figures.get(_IS_RENT):
        return speaker.say(phrases.RENT, amount=speaker.figure(option.figures, name))
    return speaker.figure(option.figures, name)


def _note_on_rent(speaker: Speaker, options: Iterable[Option]) -> Iterable[Paragraph]:
    """What costs have in common where some are rent and others are not."""
    ways = {option.figures[_IS_RENT] for option in options if _IS_RENT in option.figures}
    if len(ways) > 1:
        yield Paragraph(speaker.say(phrases.RENT_NOTE), Tone.MUTED)


def counted(speaker: Speaker, option: Option) -> str:
    """An option's device with the number of it, and of copies where there are several."""
    device = speaker.value_label("device", option.device)
    if "devices_needed" not in option.figures:
        return device
    count = speaker.show("devices_needed", option.figures["devices_needed"])
    devices = speaker.say(phrases.COUNTED, count=count, device=device)
    copies = option.figures.get("copies")
    if not isinstance(copies, float) or copies <= 1:
        return devices
    return speaker.say(phrases.IN_COPIES, devices=devices, copies=speaker.show("copies", copies))


def _more(speaker: Speaker, options: Iterable[Option]) -> Iterable[Item]:
    by_verdict: dict[str, list[Option]] = {}
    for option in options:
        by_verdict.setdefault(option.status, []).append(option)
    for group in by_verdict.values():
        verdict = verdict_label(speaker, group[0])
        head = speaker.say(phrases.MORE, verdict=verdict, count=str(len(group)))
        names = speaker.listed(speaker.value_label("device", option.device) for option in group)
        yield Item(head, names, tone=TONES.get(group[0].status, Tone.PLAIN))


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
    reasons = run_on(
        (reason.because_in(speaker.language) for reason in first.reasons), speaker.language
    )
    sources = first.reasons[0].sources if first.reasons else ()
    text = f"{names} – {reasons}" if reasons else names
    return Item(head, text, sources, TONES.get(first.status, Tone.PLAIN))
