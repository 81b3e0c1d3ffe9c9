"""A file of workloads to a file of advice, whatever its length."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rackwright.errors import PlanError, Problem, UsageError
from rackwright.knowledge import rules_or_default
from rackwright.many.fields import fields_of
from rackwright.many.files.csv_files import CsvSource
from rackwright.many.files.faults import unusable
from rackwright.many.files.formats import Format, format_of
from rackwright.many.files.json_lines_files import JsonLinesSource
from rackwright.many.files.judging import Judged, check_new, file_schema, judged
from rackwright.many.files.outputs import Outputs, rejected_path
from rackwright.many.files.parquet_files import ParquetSource
from rackwright.many.files.pieces import Piece
from rackwright.many.files.seen_plans import SeenPlans
from rackwright.many.files.whole_plans import whole_plans
from rackwright.many.workers import in_order
from rackwright.rulebook.model import Rulebook

CHUNK_ROWS = 16_384

Progress = Callable[[float, int], None]
"""Told after each piece which part of the file was read, and how many rows are done."""


class Source(Protocol):
    """A file that is read piece by piece."""

    def pieces(self) -> Iterator[Piece]:
        """Its rows in order."""

    def progress(self) -> float:
        """Which part of it has been read, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a file is gone through."""

    chunk_rows: int = CHUNK_ROWS
    """Rows at a time; more only when one plan has more."""
    workers: int = 1
    """How many processes judge at the same time."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of the rows of a file."""

    rows: int = 0
    rejected: int = 0
    infeasible: int = 0

    def plus(self, done: Judged) -> Tally:
        """The tally with one more piece."""
        rejected = done.n_rows - done.advice.num_rows
        return Tally(
            self.rows + done.n_rows,
            self.rejected + rejected,
            self.infeasible + done.n_infeasible,
        )


def run_batch(
    source: Path,
    out: Path,
    rules: Rulebook | None = None,
    options: Options | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Advise on every row of a file, in memory that does not grow with its length.

    The result appears under its name when it is complete; whatever happens before leaves nothing.

    Raises
    ------
    PlanError
        When the file cannot be read, or a column as a whole cannot be used.
    UsageError
        When the files are not what they may be.
    """
    options = options or Options()
    _check(source, out)
    rulebook = rules_or_default(rules)
    try:
        return _run(source, out, rulebook, options, progress or (lambda _part, _rows: None))
    except PlanError as error:
        raise PlanError(*[_in_file(problem, source) for problem in error.problems]) from error


def _run(path: Path, out: Path, rulebook: Rulebook, options: Options, progress: Progress) -> Tally:
    source = source_of(path, rulebook, options.chunk_rows)
    pieces = pieces_of(source, options.chunk_rows)
    tally = Tally()
    with (
        Outputs(out, file_schema(rulebook)) as outputs,
        closing(_results(pieces, rulebook, options.workers)) as results,
    ):
        for done in results:
            outputs.write(done.advice)
            outputs.reject(done.rejected)
            tally = tally.plus(done)
            progress(source.progress(), tally.rows)
        if not tally.rows:
            raise unusable(path, "empty-table", "has no rows")
        outputs.finish()
    return tally


def _results(
    pieces: Iterator[Piece], rulebook: Rulebook, workers: int
) -> Generator[Judged, None, None]:
    yield from in_order(judged, pieces, rulebook, workers)


def pieces_of(source: Source, chunk_rows: int) -> Iterator[Piece]:
    """The rows of a file, about so many at a time, none of its plans in two pieces."""
    seen = SeenPlans()
    for piece in whole_plans(source.pieces(), chunk_rows):
        check_new(piece, seen)
        yield piece


def source_of(path: Path, rulebook: Rulebook, chunk_rows: int) -> Source:
    """What reads a file of a format that its name stands for."""
    found = format_of(path)
    try:
        if found is Format.PARQUET:
            return ParquetSource(path, chunk_rows)
        if found is Format.CSV:
            return CsvSource(path, fields_of(rulebook))
        return JsonLinesSource(path, chunk_rows, fields_of(rulebook))
    except OSError as error:
        what = f"cannot be read: {error.strerror or error}"
        raise unusable(path, "not-read", what) from error


def _check(source: Path, out: Path) -> None:
    format_of(source)
    format_of(out)
    if source.resolve() in (out.resolve(), rejected_path(out).resolve()):
        message = f"the result would be written over `{source.name}`"
        raise UsageError(Problem("same-file", message, str(source), "choose another name"))
    for path in (out, rejected_path(out)):
        if path.is_dir():
            message = f"`{path.name}` cannot be written: it is a folder"
            raise UsageError(Problem("not-written", message, str(path), "choose another name"))
    if not out.resolve().parent.is_dir():
        message = f"there is no folder `{out.parent}`"
        raise UsageError(Problem("no-folder", message, str(out), "make it first"))


def _in_file(problem: Problem, source: Path) -> Problem:
    where = problem.where
    if not where.startswith(str(source)):
        where = f"{source}, {where}" if where else str(source)
    return Problem(problem.code, problem.message, where, problem.hint)
