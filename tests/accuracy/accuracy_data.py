"""What was published, and what ships: rows of the data beside, the catalogue, the parameters."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rackwright.catalog import Catalog, CatalogRow
from rackwright.rulebook.load import load_catalog

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "rules"
NAN = float("nan")

Row = Mapping[str, str]


def rows(table: str) -> list[Row]:
    """The published figures of one table."""
    with (HERE / "data" / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def number(row: Row, column: str, otherwise: float = NAN) -> float:
    """A cell of a published row; `otherwise` where it is empty or there is no such column."""
    cell = row.get(column) or ""
    return float(cell) if cell else otherwise


@cache
def catalog() -> Catalog:
    """The catalogue that ships."""
    return load_catalog([RULES])


def shipped(table: str, name: str) -> CatalogRow:
    """A row of the catalogue that ships."""
    return catalog().tables[table][name]


def figure(row: CatalogRow | None, column: str) -> float:
    """A number of a catalogue row; unknown where it is empty or there is no row."""
    found = row.number(column) if row else None
    return NAN if found is None else found


def flag(row: CatalogRow | None, column: str) -> float:
    """1, 0 or unknown."""
    found = row.flag(column) if row else None
    return NAN if found is None else float(found)


@cache
def _parameters() -> dict[str, dict[str, object]]:
    return tomllib.loads((RULES / "parameters.toml").read_text(encoding="utf-8"))


def parameter(name: str) -> float:
    """The value of a parameter that ships."""
    return float(str(_parameters()[name]["value"]))


def seen(name: str) -> tuple[float, float]:
    """The lowest and highest figure seen elsewhere for a parameter that ships."""
    low, high = _parameters()[name]["seen"]  # type: ignore[misc]
    return float(low), float(high)
