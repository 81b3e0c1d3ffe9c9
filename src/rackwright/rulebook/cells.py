"""Checks the cells of the catalogue that fill attributes against the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable

from rackwright.catalog import Catalog, CatalogRow
from rackwright.errors import CatalogError
from rackwright.rulebook.model import Attribute, Kind
from rackwright.rulebook.problems import Place, Report, shown


def check_cells(attributes: Iterable[Attribute], catalog: Catalog, report: Report) -> None:
    """Report every cell that its attribute cannot hold."""
    for attribute in attributes:
        for row in catalog.tables.get(attribute.catalog, {}).values():
            try:
                _check_words(row, attribute, report)
            except CatalogError as error:
                for problem in error.problems:
                    report.add(problem)


def _check_words(row: CatalogRow, attribute: Attribute, report: Report) -> None:
    place = Place(report, row.where or row.ref, path=(f"column {shown(attribute.name)}",))
    for word in _words(row, attribute):
        if word not in attribute.values:
            message = f"{shown(word)} is not a value of {shown(attribute.name)}"
            place.problem("unknown-value", message, name=word, known=attribute.values)


def _words(row: CatalogRow, attribute: Attribute) -> tuple[str, ...]:
    name = attribute.name
    if attribute.kind is Kind.SET:
        return row.members(name) or ()
    if attribute.kind is Kind.SYMBOL:
        return () if (word := row.text(name)) is None else (word,)
    if attribute.kind is Kind.NUMBER:
        row.number(name)
    elif attribute.kind is Kind.BOOLEAN:
        row.flag(name)
    return ()
