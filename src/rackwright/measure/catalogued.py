"""Columns that come from the catalogue: looked up by a symbol that names the row."""

from __future__ import annotations

from collections.abc import Sequence

from rackwright.catalog import CatalogRow
from rackwright.frames import Column, Frame, column
from rackwright.measure.kept import kept_by_catalogue
from rackwright.records import Catalogued, Origin, Value
from rackwright.rulebook.model import Attribute, Kind, Rulebook


def look_up(frame: Frame, rulebook: Rulebook, table: str, key: str, names: Sequence[str]) -> None:
    """Fill columns from a table whose row ids are the values of the attribute `key`."""
    if not frame.holds(key):
        return
    codes = frame.spread(key)

    def origin(row: int) -> Origin:
        return Catalogued(f"{table}/{frame.value(row, key)}")

    for name in names:
        frame.put(name, table_column(rulebook, table, name, key)[codes], origin)


@kept_by_catalogue
def columns_of(rulebook: Rulebook, table: str, scope: str = "") -> tuple[str, ...]:
    """The attributes that a table fills, of all scopes or of one."""
    filled = [a for a in rulebook.vocabulary.values() if a.catalog == table]
    return tuple(a.name for a in filled if scope in ("", a.scope.value))


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


@kept_by_catalogue
def table_column(rulebook: Rulebook, table: str, name: str, key: str = "") -> Column:
    """A column of a table in its order, or in that of the values of a key; an unknown cell ends it.

    The position -1 therefore stands for no row.
    """
    rows = rulebook.catalog.tables[table]
    attribute = rulebook.vocabulary[name]
    ids = rulebook.vocabulary[key].values if key else rows
    cells = [cell(rows[i], attribute) if i in rows else None for i in ids]
    return column(attribute, [*cells, None])
