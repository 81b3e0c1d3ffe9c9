"""What an offer for a workload costs, as quoted to the user."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from rackwright.facts.symbols import Currency, OfferKind
from rackwright.facts.values import Cost, Months, Stated, Word, quoted, refuse

QUOTE_NAME = r"[A-Za-z][\w .-]*"
RESERVED_NAMES = ("own", "cloud", "hosted")


def name_key(name: str) -> str:
    """What two names share when they count as the same name."""
    return " ".join(name.split()).casefold()


def _check_name(name: str) -> str:
    if not re.fullmatch(QUOTE_NAME, name):
        hint = "begin with a letter from A to Z; letters, digits, `_`, `.`, `-` and spaces follow"
        refuse("invalid-name", f"cannot be {quoted(name)}", hint)
    if name_key(name) in RESERVED_NAMES:
        hint = f"that is the name of an estimate; call it {quoted(f'{name} offer')}, for example"
        refuse("reserved-name", f"cannot be {quoted(name)}", hint)
    return name


class QuoteItems(Stated):
    """The items of an offer: each an amount over its months, or the word `included`."""

    compute: Cost | None = Field(default=None, description="Hardware bought, or instances rented.")
    power: Cost | None = Field(default=None, description="Electricity, with cooling.")
    network_and_storage: Cost | None = Field(
        default=None, description="Network, storage and transfer of data."
    )
    staff: Cost | None = Field(default=None, description="People who run it.")
    licences: Cost | None = Field(default=None, description="Software licences and support.")

    def get(self, item: str) -> Decimal | Literal["included"] | None:
        """What is stated about an item; None when nothing is."""
        return getattr(self, item) if item in type(self).model_fields else None


def _check_items(items: QuoteItems) -> QuoteItems:
    if all(getattr(items, name) is None for name in QuoteItems.model_fields):
        names = ", ".join(f"`{name}`" for name in QuoteItems.model_fields)
        refuse("no-items", "must have at least one item", f"the items are {names}")
    return items


class Quote(Stated):
    """One offer for one workload; what it states stands in place of estimates, item by item.

    ::

        quotes:
          - name: Azure
            deployment: cloud
            currency: TWD
            months: 36
            items: {compute: 6480000, power: included, network_and_storage: 1200000}
    """

    name: Annotated[Word, AfterValidator(_check_name)] = Field(
        description="Name of the offer, unlike any other of the workload.",
        max_length=63,
        json_schema_extra={"pattern": f"^{QUOTE_NAME}$"},
    )
    deployment: OfferKind = Field(
        description="Whether the compute is owned, rented in a cloud, or hosted for you."
    )
    currency: Currency | None = Field(
        default=None, description="Currency of the amounts; the plan's when left out."
    )
    months: Months | None = Field(
        default=None, description="Months that the amounts cover; the plan's horizon when left out."
    )
    items: Annotated[QuoteItems, AfterValidator(_check_items)] = Field(
        description="What each item costs over those months."
    )
