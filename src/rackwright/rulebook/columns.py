"""Reads `tables.toml`: what the columns of the catalogue hold beyond what the vocabulary says."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rackwright.limits import UNBOUNDED, Limits
from rackwright.rulebook.files import TomlFile
from rackwright.rulebook.model import Attribute
from rackwright.rulebook.problems import shown
from rackwright.rulebook.tables import Table

COMMON = ("id", "name", "aliases", "source", "date", "note")
"""The columns that every table may have."""


class Holds(StrEnum):
    """What the cells of a column are."""

    NUMBER = "number"
    BOOLEAN = "boolean"
    SYMBOL = "symbol"
    SET = "set"
    TEXT = "text"
    ROW = "row"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    name: str
    holds: Holds
    values: tuple[str, ...] = ()
    """The words that a symbol or the members of a set may be."""
    tables: tuple[str, ...] = ()
    """Of which tables the cell names a row by its id."""
    bounds: Limits = UNBOUNDED
    required: bool = False
    required_for: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The values of other columns with which the cell may not be empty."""
    values_for: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """By another column and its value the words that the cell may then hold."""


Columns = dict[str, dict[str, Column]]
"""The columns by table and name."""


def read_columns(
    files: Iterable[TomlFile], attributes: Mapping[str, Attribute], extra: Iterable[str] = ()
) -> Columns:
    """The columns of every table that anybody reads; `extra` tables have the common ones alone."""
    found: Columns = {table: {} for table in extra}
    for attribute in attributes.values():
        if attribute.catalog:
            found.setdefault(attribute.catalog, {})[attribute.name] = _filling(attribute)
    for file in files:
        lines = dict(reversed(file.headers))
        for name, data in file.table.items():
            table = Table.of(data, file.place.at(lines.get(name)).key(name))
            if table is not None:
                _read_table(found.setdefault(name, {}), table)
    return {table: {**_common(), **columns} for table, columns in found.items()}


def _common() -> dict[str, Column]:
    text = {name: Column(name, Holds.TEXT) for name in COMMON}
    return {**text, "date": Column("date", Holds.DATE)}


def _filling(attribute: Attribute) -> Column:
    return Column(attribute.name, Holds(attribute.kind.value), tuple(attribute.values))


def _read_table(columns: dict[str, Column], table: Table) -> None:
    for name, data in table.data.items():
        one = Table.of(data, table.place.key(name))
        if one is None:
            continue
        if name in COMMON or (name in columns and one.has("type")):
            one.place.problem("redefined", f"it is known already what {shown(name)} holds")
        elif column := _column(name, one, columns.get(name)):
            columns[name] = column
            one.finish()
    _check_others(columns, table)


def _check_others(columns: Mapping[str, Column], table: Table) -> None:
    for name, column in ((name, columns[name]) for name in table.data if name in columns):
        for other in (*column.required_for, *column.values_for):
            if other not in columns:
                message = f"the table has no column {shown(other)}"
                place = table.place.key(name)
                place.problem("unknown-column", message, name=other, known=columns)


def _column(name: str, table: Table, old: Column | None) -> Column | None:
    holds = old.holds if old else table.choice("type", Holds, required=True)
    if holds is None:
        return None
    return Column(
        name,
        holds,
        values=old.values if old else _values(table, holds),
        tables=old.tables if old else _tables(table, holds),
        bounds=_bounds(table) if holds is Holds.NUMBER else UNBOUNDED,
        required=_truth(table, "required"),
        required_for=_lists(table.table("required_for")),
        values_for={name: _lists(inner) for name, inner in _inner(table, "values_for")},
    )


def _values(table: Table, holds: Holds) -> tuple[str, ...]:
    if holds in (Holds.SYMBOL, Holds.SET):
        return table.strings("values", required=True) or ()
    return ()


def _tables(table: Table, holds: Holds) -> tuple[str, ...]:
    return table.strings("tables", required=True) or () if holds is Holds.ROW else ()


def _bounds(table: Table) -> Limits:
    least, above, most = (table.number(key) for key in ("least", "above", "most"))
    low = next((number for number in (above, least) if number is not None), -math.inf)
    high = math.inf if most is None else most
    return Limits(low, high, above is not None, _truth(table, "whole"))


def _truth(table: Table, key: str) -> bool:
    value = table.raw(key)
    if value is not None and not isinstance(value, bool):
        table.place.key(key).problem("wrong-type", "must be true or false")
    return value is True


def _lists(table: Table | None) -> dict[str, tuple[str, ...]]:
    return {key: table.strings(key) or () for key in table.data} if table else {}


def _inner(table: Table, key: str) -> Iterator[tuple[str, Table]]:
    outer = table.table(key)
    for name in outer.data if outer else ():
        if outer and (inner := outer.table(name)):
            yield name, inner
