"""The catalogue: tables of devices, servers, models, number formats and prices, one row a thing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class CatalogRow:
    """One thing of the catalogue."""

    table: str
    id: str
    name: str
    cells: Mapping[str, str]
    """The row's cells by column, as written; an empty cell is unknown and left out."""
    source: str
    date: str

    @property
    def ref(self) -> str:
        """The row's id in the reasoning graph: `devices/l4`."""
        return f"{self.table}/{self.id}"


@dataclass(frozen=True, slots=True)
class Catalog:
    """The tables by name; each maps a row id to its row, in order of the file."""

    tables: Mapping[str, Mapping[str, CatalogRow]] = field(default_factory=dict)
