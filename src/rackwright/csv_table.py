"""One CSV file of a rule pack: its header, and its records with the line each starts on."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rackwright.errors import CatalogError, Problem

MAX_FILE_BYTES = 5 * 1024 * 1024

IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class CsvTable:
    """What one file holds."""

    header: list[str]
    records: list[tuple[int, list[str]]]
    """The line on which each record starts, and its cells; blank lines are left out."""


def read_csv(content: bytes, where: str, required: Sequence[str]) -> CsvTable:
    """Read UTF-8 text whose header is made of identifiers and names the required columns."""
    first, *records = _records(where, _decoded(where, content)) or [(1, [])]
    line, header = first
    problems = _header_problems(header, required, f"{where}:{line}")
    if problems:
        raise CatalogError(*problems)
    return CsvTable(header, records)


def quoted(text: str) -> str:
    """User text in backticks, on one line and not too long."""
    line = " ".join(text.split())
    return f"`{line[:77]}…`" if len(line) > 78 else f"`{line}`"


def _decoded(where: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
    place = f"{where}:{line}"
    raise CatalogError(Problem("broken-encoding", "not text in UTF-8", place, "save it as UTF-8"))


def _records(where: str, text: str) -> list[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    records: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for cells in reader:
            records.append((line, [cell.strip() for cell in cells]))
            line = reader.line_num + 1
    except csv.Error as error:
        problem = Problem("broken-csv", str(error), f"{where}:{line}", "check the quotes")
        raise CatalogError(problem) from None
    return [record for record in records if any(record[1])]


def _header_problems(header: list[str], required: Sequence[str], where: str) -> list[Problem]:
    missing = [
        Problem("missing-column", f"column `{name}` is missing", where)
        for name in required
        if name not in header
    ]
    wrong = [
        Problem("bad-column", f"column name {quoted(name)} is repeated or no identifier", where)
        for position, name in enumerate(header)
        if not IDENTIFIER.fullmatch(name) or name in header[:position]
    ]
    return missing + wrong
