"""What the price list says of every device, for buying and for renting."""

from __future__ import annotations

from collections.abc import Mapping
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


@dataclass(frozen=True, eq=False, slots=True)
class _Listed:
    """The prices of one item, a device each."""

    rows: tuple[CatalogRow | None, ...]
    amount: Column
    currency: Column
    with_server: Column


def put_prices(frame: Frame, rulebook: Rulebook) -> None:
    """Fill what the price list says of the devices in the `device` column of a frame."""
    for item in PRICES:
        _put_price(frame, item, _listed(rulebook, item))


def reference_prices(rulebook: Rulebook, item: str) -> Mapping[str, CatalogRow]:
    """The price of every device that estimates rest on, by device; `item` is one of `PRICES`."""
    return {
        row.text("device") or "": row
        for row in rulebook.catalog.tables["prices"].values()
        if row.text("item") == item and row.text("use") == "reference"
    }


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
