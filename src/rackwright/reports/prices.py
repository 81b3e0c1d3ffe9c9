"""The prices that the costs of a workload are counted with: whose they are, where, since when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rackwright.catalog import CatalogRow
from rackwright.measure.prices import listed_rents
from rackwright.reading import Offer, Reading
from rackwright.reports import phrases
from rackwright.reports.outline import Block, Item, Listing, Paragraph, Tone
from rackwright.reports.speaker import Speaker
from rackwright.rulebook.model import Text
from rackwright.wording import format_number, printable

_TABLE = "prices/"
_RENT = "cloud_hour"
_WHERE = ("regions", "places")
"""Tables that the region of a price may be a row of."""
_TOLD = (
    "item",
    "device",
    "provider",
    "instance",
    "amount",
    "currency",
    "unit",
    "term",
    "region",
    "use",
)


def prices_of(reading: Reading, offers: Iterable[Offer]) -> tuple[CatalogRow, ...]:
    """The rows of the price list that the compute of some offers is counted with."""
    items = (item for offer in offers for item in offer.items if item.attribute == "compute_cost")
    refs = dict.fromkeys(ref for item in items for ref in item.rows if ref.startswith(_TABLE))
    table = reading.assessment.rulebook.catalog.tables["prices"]
    return tuple(table[ref.removeprefix(_TABLE)] for ref in refs)


def price_section(speaker: Speaker, offers: Sequence[Offer]) -> Iterable[Block]:
    """Each price with its provider, region and date, and the range of rents that are listed."""
    rows = prices_of(speaker.reading, offers)
    if rows:
        yield Paragraph(speaker.say(phrases.PRICES), Tone.STRONG)
        yield Listing(tuple(item for row in rows for item in _items(speaker, row)))


def price_data(reading: Reading, workload: str) -> dict[str, Any]:
    """The prices behind the costs of a workload, and the rents that are listed, for JSON."""
    rows = prices_of(reading, reading.costs(workload))
    rents = [one for row in rows for one in _rents(reading, row)]
    return {"prices": [_data(row) for row in rows], "listed_rents": [_data(one) for one in rents]}


def _rents(reading: Reading, row: CatalogRow) -> tuple[CatalogRow, ...]:
    if row.text("item") != _RENT:
        return ()
    return listed_rents(reading.assessment.rulebook, row.text("device") or "")


def _data(row: CatalogRow) -> dict[str, Any]:
    told = {name: row.text(name) for name in _TOLD}
    return {"row": row.ref, **told, "amount": row.number("amount"), "date": row.date}


def _items(speaker: Speaker, row: CatalogRow) -> Iterable[Item]:
    device = speaker.value_label("device", row.text("device") or "")
    rents = _rents(speaker.reading, row)
    if row.text("item") != _RENT:
        yield Item(speaker.say(phrases.PRICE_TO_BUY, device=device), _told(speaker, row))
        return
    price = _told(speaker, row)
    if len(rents) > 1:
        price = speaker.say(phrases.REFERENCE_RENT, price=price, count=str(len(rents)))
    yield Item(speaker.say(phrases.PRICE_OF_AN_HOUR, device=device), price)
    if len(rents) > 1:
        low, high = (_told(speaker, rents[at]) for at in (0, -1))
        text = speaker.say(phrases.RENTS, low=low, high=high)
        yield Item(speaker.say(phrases.PRICES_LISTED), text)


def _told(speaker: Speaker, row: CatalogRow) -> str:
    """An amount with its provider, product, term, region and date."""
    provider = " ".join(filter(None, (row.text("provider"), row.text("instance"))))
    about = (provider, _term(speaker, row), _region(speaker, row), row.date)
    words = speaker.listed(printable(word) for word in about if word)
    return speaker.say(phrases.PRICE, amount=_amount(speaker, row), about=words)


def _region(speaker: Speaker, row: CatalogRow) -> str:
    tables, name = speaker.reading.assessment.rulebook.catalog.tables, row.text("region") or ""
    found = next((tables[one][name] for one in _WHERE if name in tables.get(one, {})), None)
    return (
        name if found is None else Text(found.name, found.name_zh_tw).in_language(speaker.language)
    )


def _term(speaker: Speaker, row: CatalogRow) -> str:
    term = row.text("term") or ""
    return speaker.say(phrases.TERMS[term]) if term in phrases.TERMS else term


def _amount(speaker: Speaker, row: CatalogRow) -> str:
    currency = row.text("currency") or ""
    return format_number(row.number("amount") or 0.0, currency.lower(), speaker.language, currency)
