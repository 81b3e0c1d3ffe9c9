"""What the price list says of every device, for buying and for renting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rackwright.catalog import CatalogRow
from rackwright.frames import Column, Frame, OriginAt, column
from rackwright.measure.kept import kept_by_catalogue
from rackwright.records import Catalogued, Origin
from rackwright.rulebook.model import Rulebook

PRICES = {
    "purchase": ("list_price", "list_price_currency"),
    "cloud_hour": ("cloud_list_price", "cloud_list_currency"),
}
"""Items of the price list that are read, each with the attributes of its amount and currency."""

_WITH_SERVER = "list_price_with_server"
_RENT = "cloud_hour"
_ENDS = ("low", "high")
"""The two ends of the rents that are listed, each the stem of an amount and of a provider."""
_IN_RANGE = ("reference", "listed")
"""How the price list marks the rents that span the range."""


@dataclass(frozen=True, eq=False, slots=True)
class _Listed:
    """The prices of one item, a device each."""

    rows: tuple[CatalogRow | None, ...]
    amount: Column
    currency: Column
    with_server: Column


@dataclass(frozen=True, eq=False, slots=True)
class _End:
    """The lowest or highest rent that is listed besides the reference, a device each."""

    rows: tuple[CatalogRow | None, ...]
    amount: Column
    """In the currency of the reference."""
    provider: Column
    provider_of_reference: Column


def put_prices(frame: Frame, rulebook: Rulebook) -> None:
    """Fill what the price list says of the devices in the `device` column of a frame."""
    for item in PRICES:
        _put_price(frame, item, _listed(rulebook, item))
    for end in _ENDS:
        _put_end(frame, end, _end(rulebook, end))


def reference_prices(rulebook: Rulebook, item: str) -> Mapping[str, CatalogRow]:
    """The price of every device that estimates rest on, by device; `item` is one of `PRICES`."""
    return {
        row.text("device") or "": row
        for row in rulebook.catalog.tables["prices"].values()
        if row.text("item") == item and row.text("use") == "reference"
    }


def listed_rents(rulebook: Rulebook, device: str) -> tuple[CatalogRow, ...]:
    """One offer a provider for an hour of a device, the cheapest first; the reference is in it."""
    return _rents(rulebook, device, _rate(rulebook))


def _rents(rulebook: Rulebook, device: str, twd_per_usd: float) -> tuple[CatalogRow, ...]:
    rows = (
        row
        for row in rulebook.catalog.tables["prices"].values()
        if row.text("item") == _RENT
        and row.text("device") == device
        and row.text("use") in _IN_RANGE
        and row.number("amount") is not None
    )
    return tuple(sorted(rows, key=lambda row: in_usd(row, twd_per_usd)))


def _rate(rulebook: Rulebook) -> float:
    return rulebook.parameters["twd_per_usd"].value


def in_usd(row: CatalogRow, twd_per_usd: float) -> float:
    """The amount of a price in US dollars."""
    rate = twd_per_usd if row.text("currency") == "TWD" else 1.0
    return (row.number("amount") or 0.0) / rate


def _end(rulebook: Rulebook, end: str) -> _End:
    return _ends(rulebook, _rate(rulebook))[end]


@kept_by_catalogue
def _ends(rulebook: Rulebook, twd_per_usd: float) -> dict[str, _End]:
    references = _listed(rulebook, _RENT).rows
    devices = rulebook.vocabulary["device"].values
    listed = [_rents(rulebook, device, twd_per_usd) for device in devices]
    others = [
        [row for row in rows if row is not reference]
        for rows, reference in zip(listed, references, strict=True)
    ]
    return {
        end: _read_end(rulebook, [rows[at] if rows else None for rows in others], end, twd_per_usd)
        for end, at in zip(_ENDS, (0, -1), strict=True)
    }


def _read_end(
    rulebook: Rulebook, rows: Sequence[CatalogRow | None], end: str, twd_per_usd: float
) -> _End:
    vocabulary, references = rulebook.vocabulary, _listed(rulebook, _RENT).rows
    pairs = zip(rows, references, strict=True)
    amounts = [_in_currency_of(row, reference, twd_per_usd) for row, reference in pairs]
    return _End(
        tuple(rows),
        column(vocabulary[f"cloud_{end}_list_price"], amounts),
        *(
            column(
                vocabulary[f"cloud_{end}_provider"],
                [row.text("provider") if row else None for row in of],
            )
            for of in (rows, references)
        ),
    )


def _in_currency_of(
    row: CatalogRow | None, reference: CatalogRow | None, twd_per_usd: float
) -> float | None:
    if row is None or reference is None:
        return None
    if row.text("currency") == reference.text("currency"):
        return row.number("amount")
    rate = twd_per_usd if reference.text("currency") == "TWD" else 1.0
    return in_usd(row, twd_per_usd) * rate


def _put_end(frame: Frame, end: str, listed: _End) -> None:
    """Fill one end of the range: the reference, as its plan has it, or another that is listed."""
    price, _ = PRICES[_RENT]
    codes, reference = frame.spread("device"), frame.spread(price)
    other = listed.amount[codes]
    beyond = reference <= other if end == "low" else reference >= other
    is_reference = beyond | np.isnan(other)

    def origin(at: int) -> Origin:
        row, found = listed.rows[int(frame.cell("device", at))], frame.fact(at, price)
        assert found is not None
        return found.origin if row is None or frame.flat(is_reference)[at] else Catalogued(row.ref)

    amount = np.where(is_reference, reference, other)
    provider = np.where(is_reference, listed.provider_of_reference[codes], listed.provider[codes])
    frame.put(f"cloud_{end}_list_price", amount, origin)
    frame.put(f"cloud_{end}_provider", provider, origin)


@kept_by_catalogue
def _listed(rulebook: Rulebook, item: str) -> _Listed:
    by_device, vocabulary = reference_prices(rulebook, item), rulebook.vocabulary
    price, currency = PRICES[item]
    rows = tuple(by_device.get(device) for device in vocabulary["device"].values)
    amounts = [row.number("amount") if row else None for row in rows]
    currencies = [row.text("currency") if row else None for row in rows]
    shares = [row.text("unit") == "server_share" if row else None for row in rows]
    return _Listed(
        rows,
        column(vocabulary[price], amounts),
        column(vocabulary[currency], currencies),
        column(vocabulary[_WITH_SERVER], shares),
    )


def _put_price(frame: Frame, item: str, listed: _Listed) -> None:
    price, currency = PRICES[item]
    codes = frame.spread("device")

    def origin(column: str) -> OriginAt:
        return lambda at: Catalogued(_row_of(frame, listed, at).ref, column)

    def amount_origin(at: int) -> Origin:
        own = frame.varied_origin(_row_of(frame, listed, at).ref)
        return origin("amount")(at) if own is None else own

    frame.put(price, _as_varied(listed.amount[codes], frame, listed), amount_origin)
    frame.put(currency, listed.currency[codes], origin("currency"))
    if item == "purchase":
        frame.put(_WITH_SERVER, listed.with_server[codes], origin("unit"))


def _row_of(frame: Frame, listed: _Listed, at: int) -> CatalogRow:
    row = listed.rows[int(frame.cell("device", at))]
    assert row is not None
    return row


def _as_varied(amounts: Column, frame: Frame, listed: _Listed) -> Column:
    """The prices, with those of a plan's own in the rows of the plan."""
    codes = frame.spread("device")
    for device, row in enumerate(listed.rows):
        varied = None if row is None else frame.varying(row.ref)
        if varied is not None:
            amounts = np.where(codes == device, varied, amounts)
    return amounts
