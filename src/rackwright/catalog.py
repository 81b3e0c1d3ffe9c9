"""The catalogue: tables of devices, models, number formats and prices, one row a thing.

In come the `catalog/*.csv` files of rule packs; out comes one table a file name. A row of a later
pack takes the place of the row with the same id. Cells stay text until somebody asks for a number,
a flag or a set. Nothing in a file is ever executed.
"""

from __future__ import annotations

import difflib
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from rackwright.csv_table import IDENTIFIER, quoted, read_csv, refused
from rackwright.errors import CatalogError, Problem, UsageError, nearest

MAX_PROBLEMS = 20
REQUIRED_COLUMNS = ("id", "name", "source")

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_FLAGS = {"yes": True, "no": False}


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
    where: str = ""
    """File and line that it was read from."""

    @property
    def ref(self) -> str:
        """The row's id in the reasoning graph: `devices/l4`."""
        return f"{self.table}/{self.id}"

    @property
    def names(self) -> tuple[str, ...]:
        """Everything the row answers to: its id, its name in either language, its aliases."""
        others = [self.name_zh_tw, *self.cells.get("aliases", "").split(";")]
        return (
            self.id,
            self.name,
            *(a.strip() for a in others if a.strip() not in ("", self.name)),
        )

    @property
    def name_zh_tw(self) -> str:
        """What the row is called in Traditional Chinese; most products keep their name."""
        return self.cells.get("name_zh_tw") or self.name

    def text(self, column: str) -> str | None:
        """The cell as written; None when unknown."""
        return self.cells.get(column) or None

    def number(self, column: str) -> float | None:
        """The cell as a finite number; None when unknown."""
        cell = self.text(column)
        if cell is None:
            return None
        if not _NUMBER.fullmatch(cell) or not math.isfinite(float(cell)):
            raise self._misread(column, "is not a number", "write it as `1650.5`: digits alone")
        return float(cell)

    def flag(self, column: str) -> bool | None:
        """The cell as yes or no; None when unknown."""
        cell = self.text(column)
        if cell is None:
            return None
        if cell not in _FLAGS:
            raise self._misread(column, "is neither yes nor no", "write `yes`, `no` or nothing")
        return _FLAGS[cell]

    def members(self, column: str) -> tuple[str, ...] | None:
        """The cell as an ordered set; None when unknown."""
        cell = self.text(column)
        if cell is None:
            return None
        members = tuple(part.strip() for part in cell.split(";"))
        if not all(members) or len(set(members)) < len(members):
            raise self._misread(column, "has an empty or repeated member", "write it as `a;b;c`")
        return members

    def _misread(self, column: str, fault: str, hint: str) -> CatalogError:
        where = f"{self.where or self.ref}, column `{column}`"
        message = f"{quoted(self.cells[column])} {fault}"
        return CatalogError(Problem("bad-cell", message, where, hint))


@dataclass(frozen=True)
class Catalog:
    """The tables by name; each maps a row id to its row, in order of the file."""

    tables: Mapping[str, Mapping[str, CatalogRow]] = field(default_factory=dict)

    def find(self, table: str, name: str) -> CatalogRow:
        """The row with this id, name or alias, whatever its case and punctuation."""
        if table not in self.tables:
            message = f"there is no catalogue table {quoted(table)}"
            raise UsageError(Problem("unknown-table", message, hint=nearest(table, self.tables)))
        rows = self._rows_by_key[table]
        row = rows.get(_key(name))
        if row is None:
            message = f"{table} has no {quoted(name)}"
            raise UsageError(Problem("unknown-name", message, hint=_nearest_row(name, rows)))
        return row

    @cached_property
    def _rows_by_key(self) -> dict[str, dict[str, CatalogRow]]:
        return {
            table: {_key(name): row for row in rows.values() for name in row.names}
            for table, rows in self.tables.items()
        }


def load_catalog(folders: Sequence[Path]) -> Catalog:
    """Read `catalog/*.csv` of each pack, later packs over earlier ones; raise all problems at once.

    A pack without a `catalog` folder adds nothing.
    """
    tables: dict[str, dict[str, CatalogRow]] = {}
    problems: list[Problem] = []
    for folder in folders:
        try:
            for path in _files(folder):
                rows = _read_table(path, problems)
                tables.setdefault(path.stem, {}).update(rows)
        except CatalogError as error:
            problems.extend(error.problems)
    for rows in tables.values():
        problems.extend(_ambiguous_names(rows.values()))
    if problems:
        raise CatalogError(*_capped(problems))
    return Catalog(tables)


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise refused("not-a-folder", "there is no such folder", folder)
    catalog = folder / "catalog"
    if not catalog.exists():
        return []
    if not catalog.is_dir():
        raise refused("not-a-folder", "`catalog` is not a folder", catalog)
    return sorted(catalog.glob("*.csv"))


def _read_table(path: Path, problems: list[Problem]) -> dict[str, CatalogRow]:
    rows: dict[str, CatalogRow] = {}
    try:
        if not IDENTIFIER.fullmatch(path.stem):
            raise refused("bad-table-name", "the file name is no identifier", path)
        table = read_csv(path, REQUIRED_COLUMNS)
    except CatalogError as error:
        problems.extend(error.problems)
        return rows
    for line, cells in table.records:
        try:
            row = _row(path, line, table.header, cells)
            if row.id in rows:
                message = f"id `{row.id}` is taken by {rows[row.id].where}"
                raise CatalogError(Problem("duplicate-id", message, row.where))
            rows[row.id] = row
        except CatalogError as error:
            problems.extend(error.problems)
    return rows


def _row(path: Path, line: int, header: list[str], cells: list[str]) -> CatalogRow:
    where = f"{path}:{line}"
    if len(cells) != len(header):
        message = f"this row has {len(cells)} cells, the header {len(header)}"
        raise CatalogError(Problem("ragged-row", message, where, "quote a cell that has a comma"))
    row = {name: cell for name, cell in zip(header, cells, strict=True) if cell}
    empty = [name for name in REQUIRED_COLUMNS if name not in row]
    if empty:
        raise CatalogError(*(Problem("missing-cell", f"`{n}` is empty", where) for n in empty))
    if not IDENTIFIER.fullmatch(row["id"]):
        message = f"id {quoted(row['id'])} is no identifier"
        raise CatalogError(Problem("bad-id", message, where, "use a-z, 0-9 and _"))
    date = row.get("date", "")
    return CatalogRow(path.stem, row["id"], row["name"], row, row["source"], date, where)


def _ambiguous_names(rows: Iterable[CatalogRow]) -> Iterator[Problem]:
    owners: dict[str, CatalogRow] = {}
    for row in rows:
        for name in row.names:
            key = _key(name)
            owner = owners.setdefault(key, row)
            if not key:
                message = f"name {quoted(name)} has no letter or digit"
                yield Problem("bad-alias", message, row.where)
            elif owner is not row:
                message = f"name {quoted(name)} belongs to `{owner.id}` and `{row.id}`"
                yield Problem("duplicate-alias", message, row.where)


def _capped(problems: list[Problem]) -> list[Problem]:
    left = len(problems) - MAX_PROBLEMS
    if left <= 0:
        return problems
    return [*problems[:MAX_PROBLEMS], Problem("more-problems", f"{left} more are not shown")]


def _key(name: str) -> str:
    """A name without case and punctuation; `+` stays, since it tells products apart."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(c for c in folded if c.isalnum() or c == "+")


def _nearest_row(name: str, rows: Mapping[str, CatalogRow]) -> str:
    close = difflib.get_close_matches(_key(name), rows, n=1, cutoff=0.6)
    return f"did you mean `{rows[close[0]].name}`?" if close else ""
