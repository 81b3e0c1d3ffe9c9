"""Columns that come from the catalogue: looked up by a symbol that names the row."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np

from rackwright.catalog import CatalogRow
from rackwright.frames import Column, Frame, column, unknown_column
from rackwright.records import Catalogued, Origin, Value
from rackwright.rulebook.model import Attribute, Kind, Rulebook

_cache: WeakKeyDictionary[Rulebook, dict[tuple[str, str, str], Column]] = WeakKeyDictionary()


def look_up(frame: Frame, rulebook: Rulebook, table: str, key: str, names: Sequence[str]) -> None:
    """Fill columns from a table whose row ids are the values of the attribute `key`."""
    codes = frame.get(key)
    ids = tuple(rulebook.vocabulary[key].values)

    def origin(row: int) -> Origin:
        return Catalogued(f"{table}/{ids[int(codes[row])]}")

    for name in names:
        cells = _table_column(rulebook, table, key, name)
        values = cells[np.maximum(codes, 0)]
        values[codes < 0] = unknown_column(rulebook.vocabulary[name], 1)[0]
        frame.put(name, values, origin)


def columns_of(rulebook: Rulebook, table: str, scope: str) -> list[str]:
    """The attributes of a scope that a table fills."""
    found = rulebook.vocabulary.values()
    return [a.name for a in found if a.catalog == table and a.scope.value == scope]


def cell(row: CatalogRow, attribute: Attribute, name: str = "") -> Value | None:
    """A cell of a catalogue row as a value of an attribute."""
    name = name or attribute.name
    if attribute.kind is Kind.NUMBER:
        return row.number(name)
    if attribute.kind is Kind.BOOLEAN:
        return row.flag(name)
    if attribute.kind is Kind.SET:
        return row.members(name)
    return row.text(name)


def _table_column(rulebook: Rulebook, table: str, key: str, name: str) -> Column:
    columns = _cache.setdefault(rulebook, {})
    if (table, key, name) not in columns:
        rows = rulebook.catalog.tables[table]
        attribute = rulebook.vocabulary[name]
        ids = rulebook.vocabulary[key].values
        cells = [cell(rows[i], attribute) if i in rows else None for i in ids]
        columns[table, key, name] = column(attribute, cells)
    return columns[table, key, name]
