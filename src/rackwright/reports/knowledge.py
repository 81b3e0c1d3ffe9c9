"""Rules and catalogue as data and as outlines: what advice rests on, for people who check it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rackwright.catalog import CatalogRow
from rackwright.reports import phrases
from rackwright.reports.data import plain_value, words
from rackwright.reports.outline import (
    Block,
    Cell,
    Column,
    Heading,
    Item,
    Listing,
    Outline,
    Paragraph,
    Table,
    Tone,
)
from rackwright.rulebook.model import Attribute, Decision, Hit, Rule, Rulebook, Text
from rackwright.wording import printable, value_label

_COMMON: Mapping[str, Text] = {
    "id": phrases.ID,
    "name": phrases.NAME,
    "date": phrases.DATE,
    "source": phrases.SOURCE,
}
_SHOWN: Mapping[str, Mapping[str, Text]] = {
    "prices": {
        "id": phrases.ID,
        "amount": phrases.AMOUNT,
        "currency": phrases.CURRENCY,
        "unit": phrases.FOR_ONE,
        "term": phrases.TERM,
        "date": phrases.DATE,
    }
}
"""The columns of each table that a list of its rows shows, where they are not the common ones."""

Tables = Mapping[str, Mapping[str, CatalogRow]]


def rules_data(rulebook: Rulebook, decisions: Iterable[str]) -> list[dict[str, Any]]:
    """Decisions with their rules, in order of evaluation."""
    found = (rulebook.decision(name) for name in decisions)
    return [_decision_data(one) for one in found if one is not None]


def _decision_data(decision: Decision) -> dict[str, Any]:
    return {
        "decision": decision.attribute,
        "scope": decision.scope.value,
        "of": decision.of.value,
        "hit": decision.hit.value,
        "rules": [_rule_data(rule) for rule in decision.rules],
    }


def _rule_data(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "when": rule.when,
        "then": plain_value(rule.then),
        "because": words(rule.because),
        "sources": list(rule.sources),
        "where": rule.where,
    }


def rules_outline(rulebook: Rulebook, decisions: Iterable[str], language: str) -> Outline:
    """Decisions with their rules, conditions and reasons."""
    found = (rulebook.decision(name) for name in decisions)
    blocks = (
        block
        for one in found
        if one is not None
        for block in _decision(rulebook.vocabulary[one.attribute], one, language)
    )
    return tuple(blocks)


def _decision(attribute: Attribute, decision: Decision, language: str) -> Iterable[Block]:
    label = printable(attribute.label.in_language(language))
    yield Heading(f"{decision.attribute}: {label}", 2)
    hit = phrases.FIRST if decision.hit is Hit.FIRST else phrases.COLLECT
    yield Paragraph(f"{decision.scope.value} · {hit.in_language(language)}", Tone.MUTED)
    yield Listing(tuple(_rule(attribute, rule, language) for rule in decision.rules), ranked=True)


def _rule(attribute: Attribute, rule: Rule, language: str) -> Item:
    then = rule.parameter or _then(attribute, rule, language)
    reason = printable(rule.because.in_language(language))
    return Item(f"{rule.id} → {then}", f"{printable(rule.when)} – {reason}", rule.sources)


def _then(attribute: Attribute, rule: Rule, language: str) -> str:
    if isinstance(rule.then, str):
        return value_label(attribute, rule.then, language)
    return str(plain_value(rule.then)).lower()


def catalog_data(tables: Tables) -> dict[str, list[dict[str, str]]]:
    """The rows of some tables, cells as written."""
    return {name: [_row_data(row) for row in rows.values()] for name, rows in tables.items()}


def _row_data(row: CatalogRow) -> dict[str, str]:
    return {"id": row.id, "name": row.name, **row.cells, "source": "; ".join(row.sources)}


def catalog_outline(tables: Tables, language: str) -> Outline:
    """Several tables by size, one table by its rows, or one row by its cells."""
    if len(tables) != 1:
        return (_sizes(tables, language),)
    ((name, rows),) = tables.items()
    if len(rows) == 1:
        return (Heading(name, 2), _cells(next(iter(rows.values())), language))
    return (Heading(name, 2), _rows(name, rows.values(), language))


def _sizes(tables: Tables, language: str) -> Table:
    columns = (
        Column(phrases.TABLE.in_language(language)),
        Column(phrases.ROWS.in_language(language), number=True),
    )
    return Table(columns, tuple((Cell(n), Cell(str(len(rows)))) for n, rows in tables.items()))


def _rows(name: str, rows: Iterable[CatalogRow], language: str) -> Table:
    columns = _SHOWN.get(name, _COMMON)
    return Table(
        tuple(Column(title.in_language(language)) for title in columns.values()),
        tuple(tuple(Cell(printable(_text(row, one))) for one in columns) for row in rows),
    )


def _text(row: CatalogRow, column: str) -> str:
    return {"date": row.date, "source": "; ".join(row.sources)}.get(column) or row.cells.get(
        column, ""
    )


def _cells(row: CatalogRow, language: str) -> Table:
    columns = (phrases.COLUMN, phrases.CELL)
    return Table(
        tuple(Column(title.in_language(language)) for title in columns),
        tuple(
            (Cell(printable(name)), Cell(printable(_with_source(row, name, text))))
            for name, text in _row_data(row).items()
        ),
    )


def _with_source(row: CatalogRow, column: str, text: str) -> str:
    cited = row.changed.get(column)
    return (
        text if cited is None else f"{text} ({', '.join(filter(None, (cited.source, cited.date)))})"
    )
