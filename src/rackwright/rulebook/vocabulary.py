"""Reads `vocabulary.toml`: every attribute that rules and reports may name."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from rackwright.catalog import Tables
from rackwright.records import Entity, Scope
from rackwright.rulebook.files import TomlFile
from rackwright.rulebook.model import VISIBLE, Attribute, Kind, Text
from rackwright.rulebook.problems import Place, shown
from rackwright.rulebook.tables import Table, bilingual

MAX_SET_VALUES = 62
"""A column holds a set as the bits of a signed 64-bit number, whose last value is kept free."""
MAX_NAME = 60
RESERVED = frozenset({*keyword.kwlist, "true", "false", "known", "unknown", "always", "otherwise"})
HOMES = frozenset({*VISIBLE, (Scope.PLACEMENT, Entity.OFFER)})
"""The stages and things that an attribute can belong to."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_VALUE = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_WITH_VALUES = (Kind.SYMBOL, Kind.SET)


@dataclass
class Vocabulary:
    """The attributes read so far."""

    attributes: dict[str, Attribute] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    """Names that are defined, but not well enough to check anything against."""
    tables: set[str] = field(default_factory=set)
    """The tables of the catalogue that attributes take cells or values from."""


def read_vocabulary(files: Iterable[TomlFile], catalog: Tables) -> Vocabulary:
    """The attributes of all packs; a later pack adds attributes, and values at the end.

    An attribute whose values come from a table that could not be read is broken.
    """
    vocabulary = Vocabulary()
    for file in files:
        lines = dict(reversed(file.headers))
        for name, data in file.table.items():
            place = file.place.at(lines.get(name)).key(name)
            table = Table.of(data, place)
            if table is None or not is_name(name, place):
                vocabulary.broken.add(name)
            elif name in vocabulary.attributes:
                _extend(vocabulary, name, table)
            else:
                _define(vocabulary, name, table, catalog)
    return vocabulary


def is_name(name: str, place: Place, pattern: re.Pattern[str] = _NAME) -> bool:
    """Whether a condition can use a name; reports why not."""
    if not pattern.fullmatch(name) or len(name) > MAX_NAME:
        case = "lower-case " if pattern is _NAME else ""
        hint = f"{case}letters, digits and `_`, at most {MAX_NAME}, a letter first"
        place.problem("bad-name", f"{shown(name)} is not a name", hint)
    elif name in RESERVED:
        place.problem("reserved-name", f"{shown(name)} is a word of the rule language")
    else:
        return True
    return False


def _define(vocabulary: Vocabulary, name: str, table: Table, catalog: Tables) -> None:
    attribute = _attribute(name, table, catalog)
    vocabulary.tables.update(_named_tables(table))
    if attribute is None or table.data.get("values_from") in catalog.broken:
        vocabulary.broken.add(name)
    else:
        table.finish()
        vocabulary.attributes[name] = attribute


def _attribute(name: str, table: Table, catalog: Tables) -> Attribute | None:
    scope = table.choice("scope", Scope, required=True)
    of = table.choice("of", Entity, required=True)
    kind = table.choice("type", Kind, required=True)
    label = table.words("label", required=True)
    question = table.words("question")
    if scope is None or of is None or kind is None:
        return None
    return Attribute(
        name,
        scope,
        _home(scope, of, table.place),
        kind,
        label or Text(name, name),
        unit=_unit(kind, table),
        values=_values(kind, table, catalog),
        question=question,
        catalog=_table_name("catalog", table, catalog),
    )


def _named_tables(table: Table) -> list[str]:
    named = (table.data.get(key) for key in ("catalog", "values_from"))
    return [name for name in named if isinstance(name, str)]


def _home(scope: Scope, of: Entity, place: Place) -> Entity:
    if (scope, of) not in HOMES:
        possible = " or ".join(f"`{o}`" for o in Entity if (scope, o) in HOMES)
        message = f"nothing of a {shown(of)} is known in stage {shown(scope)}"
        place.key("of").problem("wrong-entity", message, f"write {possible}")
    return of


def _unit(kind: Kind, table: Table) -> str:
    if kind is not Kind.NUMBER:
        return _unexpected("unit", kind, table)
    unit = table.raw("unit")
    if unit is None or unit == "":
        return ""
    unit = table.string("unit")
    return unit if unit and is_name(unit, table.place.key("unit")) else ""


def _unexpected(key: str, kind: Kind, table: Table) -> str:
    if table.has(key):
        table.place.key(key).problem("unexpected-key", f"a {kind} has no {shown(key)}")
    return ""


def _table_name(key: str, table: Table, catalog: Tables) -> str:
    name = table.string(key)
    if name is not None and name not in catalog.tables and name not in catalog.broken:
        table.place.key(key).problem(
            "unknown-table",
            f"the catalogue has no table {shown(name)}",
            name=name,
            known=catalog.tables,
        )
        return ""
    return name or ""


def _values(kind: Kind, table: Table, catalog: Tables) -> dict[str, Text]:
    if kind not in _WITH_VALUES:
        _unexpected("values", kind, table)
        _unexpected("values_from", kind, table)
        return {}
    values = _rows(table, catalog) if table.has("values_from") else _labelled(table)
    if kind is Kind.SET:
        _check_size(values, table.place)
    return values


def _rows(table: Table, catalog: Tables) -> dict[str, Text]:
    if table.has("values"):
        message = "give the values or the table that they come from, not both"
        table.place.key("values").problem("unexpected-key", message)
    rows = catalog.tables.get(_table_name("values_from", table, catalog), {})
    return {row.id: Text(row.name, row.name_zh_tw) for row in rows.values()}


def _labelled(table: Table) -> dict[str, Text]:
    values = table.table("values")
    if values is None:
        if not table.has("values"):
            table.place.problem("missing-key", "`values` is missing")
        return {}
    if not values.data:
        values.place.problem("missing-key", "at least one value is needed")
    return _labels(values)


def _labels(values: Table) -> dict[str, Text]:
    labels = {}
    for value, label in values.data.items():
        place = values.place.key(value)
        is_name(value, place, _VALUE)
        labels[value] = bilingual(label, place) or Text(value, value)
    return labels


def _check_size(values: Iterable[str], place: Place) -> None:
    n_values = len(list(values))
    if n_values > MAX_SET_VALUES:
        message = f"a set has at most {MAX_SET_VALUES} values, this one has {n_values}"
        place.problem("too-many-values", message)


def _extend(vocabulary: Vocabulary, name: str, table: Table) -> None:
    old = vocabulary.attributes[name]
    if table.data.keys() != {"values"} or old.kind not in _WITH_VALUES:
        hint = "a later pack can only add `values` to a symbol or a set"
        table.place.problem("redefined", f"{shown(name)} is defined already", hint)
    elif added := table.table("values"):
        values = {**old.values, **_added(old, added)}
        vocabulary.attributes[name] = replace(old, values=values)
        if old.kind is Kind.SET:
            _check_size(values, table.place)


def _added(old: Attribute, added: Table) -> dict[str, Text]:
    labels = _labels(added)
    for value in [value for value in labels if value in old.values]:
        message = f"{shown(value)} is a value of {shown(old.name)} already"
        added.place.key(value).problem("redefined", message)
    return {value: label for value, label in labels.items() if value not in old.values}
