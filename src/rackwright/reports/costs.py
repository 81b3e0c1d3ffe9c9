"""The section on what each way to pay for a workload costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rackwright.reading import COST_ITEMS, MONTHLY_COST, TOTAL_COST, Offer
from rackwright.records import PLAN_SUBJECT
from rackwright.reports import phrases
from rackwright.reports.outline import Block, Cell, Column, Heading, Paragraph, Table, Tone
from rackwright.reports.prices import price_section
from rackwright.reports.speaker import Speaker
from rackwright.rulebook.model import Text
from rackwright.wording import format_parameter, printable, run_on

MAX_OFFERS = 4
"""How many offers stand side by side in one table."""
_MONTHS = "offer_months"
_FIGURES: tuple[tuple[str, Text], ...] = (
    (_MONTHS, phrases.MONTHS_COVERED),
    ("break_even_utilization_of_offer", phrases.BREAK_EVEN_USE),
    ("break_even_at_low_of_offer", phrases.BREAK_EVEN_LOW),
    ("break_even_at_high_of_offer", phrases.BREAK_EVEN_HIGH),
)
_AFTER = "break_even_months_of_offer"
_AS_USED = "cost_as_used"
_HOSTED = "hosted"
_RESERVED = "reserved_cloud"


def cost_section(speaker: Speaker, workload: str) -> Iterable[Block]:
    """The offers item by item, with what no total holds and how old the prices are."""
    offers = [o for o in speaker.reading.costs(workload) if o.items]
    if not offers:
        return
    yield Heading(_title(speaker), 3)
    for start in range(0, len(offers), MAX_OFFERS):
        yield _table(speaker, workload, offers[start : start + MAX_OFFERS])
    notes = tuple(_notes(speaker, offers))
    if notes:
        yield Paragraph(run_on(notes, speaker.language), Tone.MUTED)
    yield from price_section(speaker, offers)


def offer_name(speaker: Speaker, offer: Offer) -> str:
    """An offer's name: the label of its kind for an estimate, the user's name for a quote."""
    if offer.quoted:
        return printable(offer.name)
    return speaker.value_label("deployment_kind", offer.name)


def _title(speaker: Speaker) -> str:
    months = speaker.shown(PLAN_SUBJECT, "horizon_months")
    return speaker.say(phrases.COSTS, months=months) if months else speaker.say(phrases.COSTS_OPEN)


def _table(speaker: Speaker, workload: str, offers: Sequence[Offer]) -> Table:
    chosen = speaker.reading.chosen_offer(workload)
    names = (_heading(speaker, workload, offer, chosen) for offer in offers)
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
            *_row_as_used(speaker, workload, offers),
            *_figure_rows(speaker, offers),
            *_row_of_months(speaker, workload, offers),
        ),
    )


def _heading(speaker: Speaker, workload: str, offer: Offer, chosen: Offer | None) -> str:
    is_chosen = chosen is not None and offer.subject == chosen.subject
    name = _way(speaker, workload, offer) if is_chosen else offer_name(speaker, offer)
    if offer.kind == _HOSTED and not offer.quoted:
        name = speaker.say(phrases.ROUGHLY, name=name)
    return speaker.say(phrases.CHOSEN_WAY, name=name) if is_chosen else name


def _way(speaker: Speaker, workload: str, offer: Offer) -> str:
    """The name of the chosen offer; what is reserved in a cloud is no rented server."""
    reserved = speaker.known(workload, "dedicated_form") == _RESERVED
    if reserved and offer.kind == _HOSTED and not offer.quoted:
        return speaker.value_label("dedicated_form", _RESERVED)
    return offer_name(speaker, offer)


def _row_as_used(
    speaker: Speaker, workload: str, offers: Sequence[Offer]
) -> Iterable[tuple[Cell, ...]]:
    """What is paid at the use and in the time stated, unless the totals say just that."""
    if any(offer.figures.get(_AS_USED, offer.total) != offer.total for offer in offers):
        use = speaker.shown(workload, "utilization")
        words = speaker.say(phrases.AS_USED_OF_THE_TIME if use else phrases.AT_FULL_USE, use=use)
        months = speaker.shown(workload, "months_in_use")
        title = speaker.say(phrases.AS_USED, use=words, months=months)
        yield _row(title, [speaker.figure(o.figures, _AS_USED) for o in offers], Tone.STRONG)


def _row_of_months(
    speaker: Speaker, workload: str, offers: Sequence[Offer]
) -> Iterable[tuple[Cell, ...]]:
    """After how long own hardware has paid; only where that is while it is in use."""
    if any(_AFTER in offer.figures for offer in offers):
        cells = [_months(speaker, workload, offer) for offer in offers]
        yield _row(speaker.say(phrases.BREAK_EVEN_AFTER), cells)


def _months(speaker: Speaker, workload: str, offer: Offer) -> str:
    after, in_use = offer.figures.get(_AFTER), speaker.known(workload, "months_in_use")
    if isinstance(after, float) and isinstance(in_use, float) and after > in_use:
        return speaker.say(phrases.NOT_WITHIN, months=speaker.show("months_in_use", in_use))
    return speaker.figure(offer.figures, _AFTER)


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
    if any(offer.figures.get(_AS_USED, offer.total) != offer.total for offer in offers):
        months = speaker.shown(PLAN_SUBJECT, "horizon_months")
        yield speaker.say(phrases.PAID_WHOLE, months=months)
    if any(offer.kind == _HOSTED and not offer.quoted for offer in offers):
        discount = speaker.assessment.rulebook.parameters["hosted_discount"]
        share = format_parameter(discount, speaker.language, speaker.currency)
        yield speaker.say(phrases.SERVER_IS_A_GUESS, share=share)
    oldest = min((i.date for o in offers for i in o.items if i.date), default="")
    if oldest:
        yield speaker.say(phrases.OLDEST_PRICE, date=oldest)
