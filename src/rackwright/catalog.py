"""The catalogue: tables of devices, models, number formats and prices, one row a thing.

In come the contents of the `catalog/*.csv` files of rule packs; out comes one table a file name. A
row of a later pack changes the cells that it states of the row with the same id; each cell knows
where it was read. Cells stay text until somebody asks for a number, a flag or a set. Nothing in a
file is ever executed.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from rackwright.csv_table import IDENTIFIER, quoted, read_csv
from rackwright.errors import CatalogError, Problem, UsageError, nearest

REQUIRED_COLUMNS = ("id", "name", "source")
_CHANGE_COLUMNS = ("id", "source")
"""What a row needs that changes another one."""
_ABOUT_THE_ROW = frozenset({"id", "source", "date"})

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_IDENTIFIER_HINT = "use a-z, 0-9 and _, a letter first"
_FLAGS = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class TableFile:
    """One `catalog/*.csv` of a pack."""

    table: str
    content: bytes
    where: str
    """The file as problems name it."""


@dataclass(frozen=True, slots=True)
class Citation:
    """What a cell rests on."""

    source: str
    date: str
    where: str
    """File and line that it was read from."""


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
    changed: Mapping[str, Citation] = field(default_factory=dict)
    """What the cells rest on that a later pack has changed, by column."""

    def cited(self, column: str) -> Citation:
        """What one cell rests on."""
        return self.changed.get(column) or Citation(self.source, self.date, self.where)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """What the cells of the row rest on, its own source first."""
        own = Citation(self.source, self.date, self.where)
        return tuple(dict.fromkeys((own, *self.changed.values())))

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of its cells, its own first."""
        return tuple(dict.fromkeys(citation.source for citation in self.citations))

    def changed_by(self, other: CatalogRow) -> CatalogRow:
        """The row with the cells that a row of a later pack states; an empty cell changes none.

        A row that states every cell takes the whole place.
        """
        if other.cells.keys() >= self.cells.keys() - _ABOUT_THE_ROW:
            return other
        stated = {name: cell for name, cell in other.cells.items() if name not in _ABOUT_THE_ROW}
        changed = [name for name, cell in stated.items() if cell != self.cells.get(name)]
        citation = Citation(other.source, other.date, other.where)
        return replace(
            self,
            name=other.name or self.name,
            cells={**self.cells, **stated},
            changed={**self.changed, **dict.fromkeys(changed, citation)},
        )

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
        where = f"{self.cited(column).where or self.ref}, column `{column}`"
        message = f"{quoted(self.cells[column])} {fault}"
        return CatalogError(Problem("bad-cell", message, where, hint))


@dataclass(frozen=True, eq=False)
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
    def revision(self) -> str:
        """Digest of what all rows say, wherever they were read from."""
        said = {
            table: {name: dict(row.cells) for name, row in rows.items()}
            for table, rows in self.tables.items()
        }
        text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def _rows_by_key(self) -> dict[str, dict[str, CatalogRow]]:
        return {
            table: {_key(name): row for row in rows.values() for name in row.names}
            for table, rows in self.tables.items()
        }


@dataclass
class Tables:
    """The tables read so far."""

    tables: dict[str, dict[str, CatalogRow]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    """Tables of which something could not be read."""

    def refuse(self, table: str, *problems: Problem) -> None:
        """Note what is wrong with a table."""
        self.broken.add(table)
        self.problems.extend(problems)


def read_tables(packs: Iterable[Iterable[TableFile]]) -> Tables:
    """The tables of each pack, later packs over earlier ones, with everything that is wrong."""
    found = Tables()
    for files in packs:
        for file in files:
            _add_table(found, file)
    for table, rows in found.tables.items():
        if problems := list(_ambiguous_names(rows.values())):
            found.refuse(table, *problems)
    return found


def _add_table(found: Tables, file: TableFile) -> None:
    if not IDENTIFIER.fullmatch(file.table):
        message = "the file name is no identifier"
        found.refuse(file.table, Problem("bad-table-name", message, file.where, _IDENTIFIER_HINT))
        return
    old = found.tables.setdefault(file.table, {})
    for row in _read_table(found, file, _CHANGE_COLUMNS if old else REQUIRED_COLUMNS).values():
        if row.id in old:
            old[row.id] = old[row.id].changed_by(row)
        elif row.name:
            old[row.id] = row
        else:
            found.refuse(file.table, _missing_cell("name", row.where))


def _read_table(found: Tables, file: TableFile, required: Sequence[str]) -> dict[str, CatalogRow]:
    rows: dict[str, CatalogRow] = {}
    try:
        table = read_csv(file.content, file.where, required)
    except CatalogError as error:
        found.refuse(file.table, *error.problems)
        return rows
    for line, cells in table.records:
        try:
            row = _row(file, line, table.header, cells)
            if row.id in rows:
                message = f"id `{row.id}` is taken by {rows[row.id].where}"
                raise CatalogError(Problem("duplicate-id", message, row.where))
            rows[row.id] = row
        except CatalogError as error:
            found.refuse(file.table, *error.problems)
    return rows


def _row(file: TableFile, line: int, header: list[str], cells: list[str]) -> CatalogRow:
    where = f"{file.where}:{line}"
    if len(cells) != len(header):
        message = f"this row has {len(cells)} cells, the header {len(header)}"
        raise CatalogError(Problem("ragged-row", message, where, "quote a cell that has a comma"))
    row = {name: cell for name, cell in zip(header, cells, strict=True) if cell}
    empty = [name for name in _CHANGE_COLUMNS if name not in row]
    if empty:
        raise CatalogError(*(_missing_cell(name, where) for name in empty))
    if not IDENTIFIER.fullmatch(row["id"]):
        message = f"id {quoted(row['id'])} is no identifier"
        raise CatalogError(Problem("bad-id", message, where, _IDENTIFIER_HINT))
    name, date = row.get("name", ""), row.get("date", "")
    return CatalogRow(file.table, row["id"], name, row, row["source"], date, where)


def _missing_cell(column: str, where: str) -> Problem:
    return Problem("missing-cell", f"`{column}` is empty", where)


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


def _key(name: str) -> str:
    """A name without case and punctuation; `+` stays, since it tells products apart."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(c for c in folded if c.isalnum() or c == "+")


def _nearest_row(name: str, rows: Mapping[str, CatalogRow]) -> str:
    close = difflib.get_close_matches(_key(name), rows, n=1, cutoff=0.6)
    return f"did you mean `{rows[close[0]].name}`?" if close else ""
