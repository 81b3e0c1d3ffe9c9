"""The section on what each way to pay for a workload costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rackwright.reading import COST_ITEMS, MONTHLY_COST, TOTAL_COST, Offer
from rackwright.records import PLAN_SUBJECT
from rackwright.reports import phrases
from rackwright.reports.outline import Block, Cell, Column, Heading, Paragraph, Table, Tone
from rackwright.reports.speaker import Speaker
from rackwright.rulebook.model import Text
from rackwright.wording import printable, run_on

MAX_OFFERS = 4
"""How many offers stand side by side in one table."""
_MONTHS = "offer_months"
_FIGURES: tuple[tuple[str, Text], ...] = (
    (_MONTHS, phrases.MONTHS_COVERED),
    ("break_even_utilization_of_offer", phrases.BREAK_EVEN_USE),
    ("break_even_months_of_offer", phrases.BREAK_EVEN_AFTER),
)


def cost_section(speaker: Speaker, workload: str) -> Iterable[Block]:
    """The offers item by item, with what no total holds and how old the prices are."""
    offers = [o for o in speaker.reading.costs(workload) if o.items]
    if not offers:
        return
    yield Heading(_title(speaker), 3)
    for start in range(0, len(offers), MAX_OFFERS):
        yield _table(speaker, offers[start : start + MAX_OFFERS])
    notes = tuple(_notes(speaker, offers))
    if notes:
        yield Paragraph(run_on(notes, speaker.language), Tone.MUTED)


def offer_name(speaker: Speaker, offer: Offer) -> str:
    """An offer's name: the label of its kind for an estimate, the user's name for a quote."""
    if offer.quoted:
        return printable(offer.name)
    return speaker.value_label("deployment_kind", offer.name)


def _title(speaker: Speaker) -> str:
    months = speaker.shown(PLAN_SUBJECT, "horizon_months")
    return speaker.say(phrases.COSTS, months=months) if months else speaker.say(phrases.COSTS_OPEN)


def _table(speaker: Speaker, offers: Sequence[Offer]) -> Table:
    names = (offer_name(speaker, offer) for offer in offers)
    columns = (
        Column(speaker.say(phrases.COST_ITEM)),
        *(Column(name, number=True) for name in names),
    )
    return Table(
        columns,
        (
            *(
                _row(speaker.label(item), [_item(speaker, offer, item) for offer in offers])
                for item in COST_ITEMS
            ),
            _sum(speaker, TOTAL_COST, [offer.total for offer in offers]),
            _sum(speaker, MONTHLY_COST, [offer.monthly for offer in offers]),
            *_figure_rows(speaker, offers),
        ),
    )


def _row(title: str, cells: Iterable[str], tone: Tone = Tone.PLAIN) -> tuple[Cell, ...]:
    return (Cell(title, tone), *(Cell(text, tone) for text in cells))


def _sum(speaker: Speaker, attribute: str, amounts: Iterable[float | None]) -> tuple[Cell, ...]:
    shown = (_money(speaker, attribute, amount) for amount in amounts)
    return _row(speaker.label(attribute), shown, Tone.STRONG)


def _figure_rows(speaker: Speaker, offers: Sequence[Offer]) -> Iterable[tuple[Cell, ...]]:
    for name, title in _FIGURES:
        told = name == _MONTHS and _covers_horizon(speaker, offers)
        if not told and any(name in offer.figures for offer in offers):
            yield _row(speaker.say(title), [speaker.figure(o.figures, name) for o in offers])


def _covers_horizon(speaker: Speaker, offers: Iterable[Offer]) -> bool:
    horizon = speaker.known(PLAN_SUBJECT, "horizon_months")
    return all(offer.figures.get(_MONTHS) == horizon for offer in offers)


def _item(speaker: Speaker, offer: Offer, attribute: str) -> str:
    found = next((item for item in offer.items if item.attribute == attribute), None)
    if found is None:
        return speaker.say(phrases.UNKNOWN)
    mark = "*" if found.basis == "given" else ""
    if found.included:
        return f"{speaker.say(phrases.INCLUDED)}{mark}"
    return f"{speaker.show(attribute, found.amount)}{mark}"


def _money(speaker: Speaker, attribute: str, amount: float | None) -> str:
    return speaker.say(phrases.UNKNOWN) if amount is None else speaker.show(attribute, amount)


def _notes(speaker: Speaker, offers: Sequence[Offer]) -> Iterable[str]:
    for offer in offers:
        if offer.left_out:
            items = speaker.listed(speaker.label(item) for item in offer.left_out)
            yield speaker.say(phrases.LEFT_OUT, name=offer_name(speaker, offer), items=items)
    items_given = (item.basis == "given" for offer in offers for item in offer.items)
    if any(items_given):
        yield speaker.say(phrases.BASIS)
    oldest = min((i.date for o in offers for i in o.items if i.date), default="")
    if oldest:
        yield speaker.say(phrases.OLDEST_PRICE, date=oldest)
