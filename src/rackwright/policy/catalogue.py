"""The catalogue as a scenario would have it, where the bundled one has no fitting row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rackwright.catalog import Catalog, CatalogRow
from rackwright.policy.names import device_called, number, parts, truth, value_called
from rackwright.rulebook.model import Attribute, Kind, Rulebook

UNKNOWN = ("unknown", "未知")
"""How a step says that nothing is known."""


def with_device(rulebook: Rulebook, device: str, attribute: Attribute, text: str) -> Rulebook:
    """The same rules with another value, or none, in one cell of the table of devices."""
    row = rulebook.catalog.tables["devices"][device_called(rulebook, device)]
    cell = "" if text in UNKNOWN else _cell(rulebook, attribute, text)
    changed = replace(row, cells={**row.cells, attribute.name: cell})
    devices = {**rulebook.catalog.tables["devices"], row.id: changed}
    return _with_table(rulebook, "devices", devices)


def without_prices(rulebook: Rulebook, device: str) -> Rulebook:
    """The same rules with every price of a device left out."""
    wanted = device_called(rulebook, device)
    prices = rulebook.catalog.tables["prices"].items()
    return _with_table(
        rulebook, "prices", {name: row for name, row in prices if row.text("device") != wanted}
    )


def _with_table(rulebook: Rulebook, name: str, table: Mapping[str, CatalogRow]) -> Rulebook:
    return replace(rulebook, catalog=Catalog({**rulebook.catalog.tables, name: table}))


def _cell(rulebook: Rulebook, attribute: Attribute, text: str) -> str:
    if attribute.kind is Kind.NUMBER:
        return f"{number(text):g}"
    if attribute.kind is Kind.BOOLEAN:
        return "yes" if truth(text) else "no"
    entries = parts(text) if attribute.kind is Kind.SET else [text]
    return ";".join(value_called(rulebook, attribute, entry) for entry in entries)
