"""Offers written as a table, one a row, under headings of either language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rackwright.facts.quote import QuoteItems
from rackwright.facts.values import INCLUDED
from rackwright.policy.mistakes import MistakeError, did_you_mean
from rackwright.policy.names import attribute_called, number, value_called
from rackwright.policy.tables import check_once
from rackwright.records import Entity
from rackwright.rulebook.model import Rulebook, Text

HEADINGS: Mapping[str, Text] = {
    "name": Text("offer", "報價"),
    "deployment": Text("way to pay", "付費方式"),
    "currency": Text("currency", "幣別"),
    "months": Text("months", "月數"),
    "compute": Text("compute", "運算"),
    "power": Text("power", "電力"),
    "network_and_storage": Text("network and storage", "網路與儲存"),
    "staff": Text("staff", "人力"),
    "licences": Text("licences", "授權"),
}
"""What the columns of a table of offers are called, by the field of a quote that they fill."""

_INCLUDED = Text(INCLUDED, "已含")
_SYMBOLS = {"deployment": "deployment_kind", "currency": "quote_currency"}


def quotes_of(rulebook: Rulebook, table: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """The offers of a table as plan data; empty cells are left out.

    Raises
    ------
    UsageError
        When a heading or a cell cannot be read.
    """
    fields = [_field(heading) for heading in table[0]]
    check_once(table[0])
    return [_quote(rulebook, dict(zip(fields, row, strict=True))) for row in table[1:]]


def _quote(rulebook: Rulebook, cells: Mapping[str, str]) -> dict[str, Any]:
    said = {field: _value(rulebook, field, text) for field, text in cells.items() if text}
    items = {field: said.pop(field) for field in QuoteItems.model_fields if field in said}
    return {**said, "items": items}


def _value(rulebook: Rulebook, field: str, text: str) -> Any:
    if field == "name":
        return text
    if field in _SYMBOLS:
        attribute = attribute_called(rulebook, _SYMBOLS[field], Entity.OFFER)
        return value_called(rulebook, attribute, text)
    return INCLUDED if text in (_INCLUDED.en, _INCLUDED.zh_tw) else number(text)


def _field(heading: str) -> str:
    for field, text in HEADINGS.items():
        if heading in (field, text.en, text.zh_tw):
            return field
    words = [word for text in HEADINGS.values() for word in (text.en, text.zh_tw)]
    said = Text(f"`{heading}` is no column of a table of offers", f"「{heading}」不是報價表的欄位")
    raise MistakeError("unknown-name", said, did_you_mean(heading, words))
