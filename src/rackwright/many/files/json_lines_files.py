"""JSON Lines: read and written a piece at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from rackwright.facts.tree import bad_character
from rackwright.many.fields import ID, NEEDS, PLAN, Field, Refusal
from rackwright.many.files.pieces import Piece, cells
from rackwright.rulebook.model import Kind

LONGEST = 1 << 20
"""Bytes of a line; longer ones are refused, so that none fills the memory."""
_MARK = b"\xef\xbb\xbf"


class JsonLinesSource:
    """A file with one object a line, each a workload; empty lines do not count."""

    def __init__(self, path: Path, n_rows: int, fields: Mapping[str, Field]) -> None:
        self._path = path
        self._n_rows = n_rows
        self._fields = fields
        self._bytes = path.stat().st_size
        self._file: IO[bytes] | None = None
        self._names: dict[str, None] = {}

    def pieces(self) -> Iterator[Piece]:
        """Its rows in order."""
        start = 0
        with self._path.open("rb") as self._file:
            lines = _lines(self._file)
            while some := list(islice(lines, self._n_rows)):
                yield self._piece(start, [_parsed(line) for line in some])
                start += len(some)

    def progress(self) -> float:
        """Which part of it has been read, from 0 to 1."""
        if self._file is None or self._file.closed:
            return 0.0
        return min(1.0, self._file.tell() / max(1, self._bytes))

    def _piece(self, start: int, rows: list[dict[str, Any] | Refusal]) -> Piece:
        """Rows as columns: all that were named so far, so that pieces do not differ in them."""
        lost = {start + at: row for at, row in enumerate(rows) if isinstance(row, Refusal)}
        found = [{} if isinstance(row, Refusal) else row for row in rows]
        for row in found:
            self._names.update(dict.fromkeys(row))
        self._names.update({NEEDS[name]: None for name in self._names if name in NEEDS})
        columns = {
            name: self._column(name, [row.get(name) for row in found]) for name in self._names
        }
        return Piece(start, len(rows), columns, lost)

    def _column(self, name: str, values: list[Any]) -> Any:
        field = self._fields.get(name)
        kinds = set(map(type, values))
        if field is not None and field.attribute.kind is Kind.NUMBER:
            if kinds <= {float, type(None)}:
                return pa.array(values, pa.float64())
        elif kinds <= {str, type(None)} and name not in (PLAN, ID):
            return _texts(values)
        return cells(values)


class JsonLinesSink:
    """Writes batches as one object a row."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, batch: pa.RecordBatch) -> None:
        """Write the rows of a batch."""
        for row in batch.to_pylist():
            write_line(self._file, row)

    def close(self) -> None:
        """Nothing is left to be written."""


def write_line(file: IO[bytes], row: Mapping[str, Any]) -> None:
    """Write one object as a line."""
    text = json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    file.write(text.encode("utf-8", "replace") + b"\n")


def _texts(values: list[Any]) -> Any:
    try:
        return pa.array(values, pa.string())
    except (UnicodeEncodeError, pa.ArrowException):  # half of a surrogate pair
        return cells(values)


def _lines(file: IO[bytes]) -> Iterator[bytes | Refusal]:
    first = True
    while line := file.readline(LONGEST + 1):
        line = line.removeprefix(_MARK) if first else line
        first = False
        if len(line) > LONGEST and not line.endswith(b"\n"):
            _skip_line(file)
            yield Refusal("too-long", f"is longer than {LONGEST} bytes")
        elif line.strip():
            yield line


def _skip_line(file: IO[bytes]) -> None:
    while (rest := file.readline(LONGEST)) and not rest.endswith(b"\n"):
        pass


def _parsed(line: bytes | Refusal) -> dict[str, Any] | Refusal:
    if isinstance(line, Refusal):
        return line
    try:
        row = json.loads(line.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_number)
    except UnicodeDecodeError:
        return Refusal("not-utf8", "is not in UTF-8")
    except _RefusedError as error:
        return error.refusal
    except (ValueError, RecursionError):
        return Refusal("not-json", "is not JSON")
    return row if isinstance(row, dict) else Refusal("not-a-mapping", "is not an object")


class _RefusedError(Exception):
    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RefusedError(Refusal("repeated-key", "says something twice"))
    if bad := bad_character("".join(found)):
        raise _RefusedError(Refusal("bad-character", f"holds {bad} in a key"))
    return found


def _no_number(name: str) -> None:
    raise _RefusedError(Refusal("not-json", f"holds `{name}`, which is no number in JSON"))
