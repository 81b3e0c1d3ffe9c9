"""CSV: read and written a piece at a time."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from rackwright.many.fields import Field, Refusal
from rackwright.many.files.faults import one_of_each, unusable
from rackwright.many.files.pieces import Piece, objects
from rackwright.rulebook.model import Kind

_BLOCK = 1 << 20
_ROWS_BEFORE_FIRST = 2
"""The header is row 1 to pyarrow."""
_TRUE = ["true", "yes"]
_FALSE = ["false", "no"]
_NUMBER = r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$"


class CsvSource:
    """A CSV file in UTF-8 with a header; an empty cell says nothing."""

    def __init__(self, path: Path, fields: Mapping[str, Field]) -> None:
        self._path = path
        self._fields = fields
        self._names = _header(path)
        self._bytes = path.stat().st_size
        self._file: IO[bytes] | None = None
        self._skipped: deque[tuple[int, Refusal]] = deque()
        one_of_each(path, self._names)

    def pieces(self) -> Iterator[Piece]:
        """Its rows in order."""
        start = 0
        with self._path.open("rb") as self._file:
            try:
                for batch in self._reader():
                    piece = self._piece(start, batch)
                    start += piece.n_rows
                    yield piece
            except pa.ArrowException as error:
                raise self._unusable(error) from error
        if self._skipped or not start:
            yield self._piece(start, pa.RecordBatch.from_pylist([], self._schema()))

    def progress(self) -> float:
        """Which part of it has been read, from 0 to 1."""
        if self._file is None or self._file.closed:
            return 0.0
        return min(1.0, self._file.tell() / max(1, self._bytes))

    def _schema(self) -> pa.Schema:
        return pa.schema([(name, pa.string()) for name in self._names])

    def _reader(self) -> Any:
        return arrow_csv.open_csv(
            self._file,
            read_options=arrow_csv.ReadOptions(use_threads=False, block_size=_BLOCK),
            parse_options=arrow_csv.ParseOptions(
                newlines_in_values=True, invalid_row_handler=self._skip
            ),
            convert_options=arrow_csv.ConvertOptions(
                column_types=self._schema(),
                null_values=[""],
                strings_can_be_null=True,
            ),
        )

    def _skip(self, row: Any) -> str:
        message = f"has {row.actual_columns} cells instead of {row.expected_columns}"
        self._skipped.append((row.number - _ROWS_BEFORE_FIRST, Refusal("cell-count", message)))
        return "skip"

    def _piece(self, start: int, batch: pa.RecordBatch) -> Piece:
        """The rows of a batch and those around them that were skipped, as rows of nothing."""
        lost: dict[int, Refusal] = {}
        end = start + batch.num_rows
        while self._skipped and self._skipped[0][0] <= end:
            row, why = self._skipped.popleft()
            lost[row] = why
            end += 1
        places = np.full(end - start, -1, dtype=np.int64)
        kept = np.setdiff1d(np.arange(end - start), np.array(list(lost), np.int64) - start)
        places[kept] = np.arange(batch.num_rows)
        whole = batch.take(pa.array(places, mask=places < 0)) if lost else batch
        return Piece(start, end - start, self._typed(whole), lost)

    def _typed(self, batch: pa.RecordBatch) -> dict[str, Any]:
        return {
            name: typed(self._fields.get(name), batch.column(at))
            for at, name in enumerate(self._names)
        }

    def _unusable(self, error: Exception) -> Exception:
        if "UTF8" in str(error):
            return unusable(self._path, "not-utf8", "is not in UTF-8")
        if "Empty CSV" in str(error):
            return unusable(self._path, "empty-table", "has no rows")
        if "straddl" in str(error):
            what = f"has a row of more than {_BLOCK} bytes"
            hint = "see whether a quotation mark lacks its counterpart"
            return unusable(self._path, "too-long", what, hint)
        return unusable(self._path, "not-csv", f"cannot be read: {str(error).splitlines()[0]}")


def typed(field: Field | None, texts: pa.Array) -> Any:
    """Texts as what their attribute is made of; a text that is none stays as it is."""
    kind = field.attribute.kind if field is not None else Kind.TEXT
    if kind is Kind.NUMBER:
        return _numbers(pc.utf8_trim_whitespace(texts))
    return _truths(pc.utf8_trim_whitespace(texts)) if kind is Kind.BOOLEAN else texts


def csv_sink(file: IO[bytes], schema: pa.Schema) -> Any:
    """What writes batches of a schema."""
    return arrow_csv.CSVWriter(file, schema)


def _numbers(texts: pa.Array) -> Any:
    fine = pc.match_substring_regex(texts, _NUMBER)
    numbers = pc.if_else(fine, pc.replace_substring_regex(texts, r"^\+", ""), None)
    return _mixed(numbers.cast(pa.float64()), fine, texts)


def _truths(texts: pa.Array) -> Any:
    lower = pc.utf8_lower(texts)
    fine = pc.fill_null(pc.is_in(lower, pa.array([*_TRUE, *_FALSE])), False)
    return _mixed(pc.if_else(fine, pc.is_in(lower, pa.array(_TRUE)), None), fine, texts)


def _mixed(values: pa.Array, fine: pa.Array, texts: pa.Array) -> Any:
    """The values, with the text where there is none."""
    bad = pc.and_(pc.is_valid(texts), pc.invert(pc.fill_null(fine, False)))
    places = np.flatnonzero(bad.to_numpy(zero_copy_only=False))
    if not len(places):
        return values
    cells = objects(values)
    cells[places] = objects(texts.take(pa.array(places)))
    return cells


def _header(path: Path) -> list[str]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return next(filter(None, csv.reader(file)), [])
    except UnicodeDecodeError as error:
        raise unusable(path, "not-utf8", "is not in UTF-8") from error
    except csv.Error as error:
        raise unusable(path, "not-csv", f"has no header that can be read: {error}") from error
