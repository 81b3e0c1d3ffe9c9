"""Checks the tables of the catalogue: every column known, every cell what its column holds."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping

from rackwright.catalog import Catalog, CatalogRow, TableFile
from rackwright.errors import CatalogError, UsageError, nearest
from rackwright.rulebook.columns import Column, Columns, Holds
from rackwright.rulebook.problems import Place, Report, shown

_DATE = re.compile(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?")


def check_tables(
    files: Iterable[TableFile], columns: Columns, broken: Container[str], report: Report
) -> None:
    """Report every table that nobody reads; tables that are broken are reported already."""
    for file in files:
        if file.table not in columns and file.table not in broken:
            place = Place(report, file.where)
            message = f"nobody reads a table {shown(file.table)}"
            place.problem("unknown-table", message, name=file.table, known=columns)


def check_cells(catalog: Catalog, columns: Columns, broken: Container[str], report: Report) -> None:
    """Report every column that is unknown and every cell that its column cannot hold."""
    for table, rows in catalog.tables.items():
        if table not in columns:
            continue
        _check_header(rows.values(), columns[table], report)
        for row in rows.values():
            for column in columns[table].values():
                _Cell(row, column, report).check(catalog, broken)


def _check_header(
    rows: Iterable[CatalogRow], columns: Mapping[str, Column], report: Report
) -> None:
    seen = set()
    for row in rows:
        for name in (name for name in row.cells if name not in columns):
            file = row.cited(name).where.rpartition(":")[0]
            if (file, name) not in seen:
                seen.add((file, name))
                message = f"the table {shown(row.table)} has no column {shown(name)}"
                where = row.cited(name).where or row.ref
                place = Place(report, where, path=(f"column {shown(name)}",))
                place.problem("unknown-column", message, name=name, known=columns)


class _Cell:
    """One cell of a row, with where its problems belong."""

    def __init__(self, row: CatalogRow, column: Column, report: Report) -> None:
        self.row, self.column, self.report = row, column, report

    @property
    def place(self) -> Place:
        """File, line and column."""
        where = self.row.cited(self.column.name).where or self.row.ref
        return Place(self.report, where, path=(f"column {shown(self.column.name)}",))

    def check(self, catalog: Catalog, broken: Container[str]) -> None:
        """Report what is wrong with the cell."""
        if self.row.text(self.column.name) is None:
            self._check_empty()
            return
        try:
            self._check_kind(catalog, broken)
        except CatalogError as error:
            for problem in error.problems:
                self.report.add(problem)

    def _check_empty(self) -> None:
        others = self.column.required_for.items()
        told = [c for c, values in others if self.row.text(c) in values]
        if self.column.required or told:
            reason = f" where {shown(told[0])} is {shown(self.row.cells[told[0]])}" if told else ""
            message = f"{shown(self.column.name)} is empty{reason}"
            Place(self.report, self.row.where or self.row.ref).problem("missing-cell", message)

    def _check_kind(self, catalog: Catalog, broken: Container[str]) -> None:
        name = self.column.name
        match self.column.holds:
            case Holds.NUMBER:
                self._check_bounds(self.row.number(name) or 0.0)
            case Holds.BOOLEAN:
                self.row.flag(name)
            case Holds.SYMBOL | Holds.SET:
                self._check_words()
            case Holds.ROW:
                self._check_row(catalog, broken)
            case Holds.DATE:
                self._check_date()
            case Holds.TEXT:
                pass

    def _check_bounds(self, number: float) -> None:
        if fault := self.column.bounds.fault(number):
            self.place.problem("out-of-range", f"{shown(self.row.cells[self.column.name])} {fault}")

    def _check_date(self) -> None:
        cell = self.row.cells[self.column.name]
        if not _DATE.fullmatch(cell):
            hint = "write 2025, 2025-06 or 2025-06-30"
            self.place.problem("bad-date", f"{shown(cell)} is not a date", hint)

    def _check_words(self) -> None:
        column = self.column
        is_set = column.holds is Holds.SET
        cell = self.row.cells[column.name]
        unknown = [
            word
            for word in (self.row.members(column.name) if is_set else None) or (cell,)
            if word not in column.values
        ]
        for word in unknown:
            message = f"{shown(word)} is not a value of {shown(column.name)}"
            hint = nearest(word, column.values) or _choices(column.values)
            self.place.problem("unknown-value", message, hint)
        if not unknown:
            self._check_fitting(cell)

    def _check_fitting(self, cell: str) -> None:
        for other, fitting in self.column.values_for.items():
            value = self.row.text(other) or ""
            if value in fitting and cell not in fitting[value]:
                message = f"{shown(cell)} does not go with {shown(other)} {shown(value)}"
                self.place.problem("unknown-value", message, _choices(fitting[value]))

    def _check_row(self, catalog: Catalog, broken: Container[str]) -> None:
        cell, tables = self.row.cells[self.column.name], self.column.tables
        if any(table in broken or cell in catalog.tables.get(table, {}) for table in tables):
            return
        message = f"there is no {shown(cell)} in {' or '.join(shown(t) for t in tables)}"
        hint = next(self._ids(catalog, cell), "")
        known = [row for table in tables for row in catalog.tables.get(table, {})]
        self.place.problem("unknown-value", message, hint, name=cell, known=known)

    def _ids(self, catalog: Catalog, name: str) -> Iterator[str]:
        """The ids, as hints, of rows that go by the name."""
        for table in self.column.tables:
            try:
                yield f"write the id `{catalog.find(table, name).id}`"
            except UsageError:
                continue


def _choices(words: Iterable[str]) -> str:
    return "write " + " or ".join(shown(word) for word in words)
