"""Reads `objective.toml`: the keys by which the allowed options are ordered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rackwright.records import Entity
from rackwright.rulebook.files import TomlFile
from rackwright.rulebook.model import Attribute, Kind, ObjectiveKey
from rackwright.rulebook.problems import shown
from rackwright.rulebook.tables import Table

DIRECTIONS = ("ascending", "descending")


def read_objective(
    file: TomlFile, vocabulary: Mapping[str, Attribute], broken: frozenset[str]
) -> tuple[ObjectiveKey, ...]:
    """The keys in order of weight."""
    whole = Table(file.table, file.place)
    items = whole.raw("key", required=True)
    whole.finish()
    if not isinstance(items, list):
        if items is not None:
            file.place.key("key").problem(
                "wrong-type", "must be a list of tables", "write `[[key]]`"
            )
        return ()
    tables = [Table.of(item, file.place.inside(f"key {n}")) for n, item in enumerate(items, 1)]
    keys = [_key(table, vocabulary, broken) for table in tables if table is not None]
    known = [key for key in keys if key is not None]
    _check_unique(known, file)
    return tuple(known)


def _check_unique(keys: list[ObjectiveKey], file: TomlFile) -> None:
    for name, count in Counter(key.attribute for key in keys).items():
        if count > 1:
            file.place.key("key").problem("duplicate-value", f"{shown(name)} is a key twice")


def _key(
    table: Table, vocabulary: Mapping[str, Attribute], broken: frozenset[str]
) -> ObjectiveKey | None:
    name = table.string("attribute", required=True)
    order = table.raw("order", required=True)
    table.finish()
    if name is None or order is None or name in broken:
        return None
    place = table.place.key("attribute")
    attribute = vocabulary.get(name)
    if attribute is None:
        message = f"the vocabulary has no attribute {shown(name)}"
        place.problem("unknown-name", message, name=name, known=vocabulary)
    elif attribute.of is not Entity.OPTION:
        message = f"{shown(name)} does not describe an option"
        place.problem("wrong-entity", message, "options are ordered by what differs between them")
    elif _fits(order, attribute, table):
        return ObjectiveKey(name, tuple(order) if isinstance(order, list) else str(order))
    return None


def _fits(order: object, attribute: Attribute, table: Table) -> bool:
    place = table.place.key("order")
    if attribute.kind is Kind.NUMBER and order in DIRECTIONS:
        return True
    if attribute.kind is not Kind.SYMBOL or not isinstance(order, list):
        hint = "numbers are `ascending` or `descending`, symbols a list from best to worst"
        place.problem("bad-order", f"{shown(attribute.name)} cannot be ordered so", hint)
        return False
    words = table.strings("order") or ()
    unknown = [word for word in words if word not in attribute.values]
    for word in unknown:
        message = f"{shown(word)} is not a value of {shown(attribute.name)}"
        place.problem("unknown-value", message, name=word, known=attribute.values)
    return bool(words) and not unknown
