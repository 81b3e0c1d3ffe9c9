"""The files that a run leaves: complete under their names, or not there at all."""

from __future__ import annotations

import os
import secrets
import signal
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from types import FrameType, TracebackType
from typing import IO, Any

import pyarrow as pa

from rackwright.errors import Problem, UsageError
from rackwright.many.faults import Rejected
from rackwright.many.files.csv_files import csv_sink
from rackwright.many.files.formats import Format, format_of
from rackwright.many.files.json_lines_files import JsonLinesSink, write_line
from rackwright.many.files.parquet_files import ParquetSink

REJECTED_SUFFIX = ".rejected.jsonl"
TERMINATED = 128 + signal.SIGTERM

_SINKS: dict[Format, Callable[[IO[bytes], pa.Schema], Any]] = {
    Format.PARQUET: ParquetSink,
    Format.CSV: csv_sink,
    Format.JSON_LINES: lambda file, _schema: JsonLinesSink(file),
}


def rejected_path(out: Path) -> Path:
    """Where the rows that were rejected are told of."""
    return out.with_name(out.stem + REJECTED_SUFFIX)


class Outputs:
    """The result and the rejected rows, written beside their final names.

    Leaving the context without `finish` removes what was written; SIGINT and SIGTERM leave it so,
    the latter with `SystemExit`.
    """

    def __init__(self, out: Path, schema: pa.Schema) -> None:
        self._out = out
        self._schema = schema
        self._mark = secrets.token_hex(6)
        self._files: dict[Path, IO[bytes]] = {}
        self._sink: Any = None
        self._closing = False
        self._told_to_end = 0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Outputs:
        self._catch_signals()
        try:
            self._sink = _SINKS[format_of(self._out)](self._file(self._out), self._schema)
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._leave()
        if kind is not None:
            self._end_if_told()

    def write(self, advice: pa.RecordBatch) -> None:
        """Add to the result."""
        self._end_if_told()
        self._tried(lambda: self._sink.write(advice))

    def reject(self, rejected: Iterable[Rejected]) -> None:
        """Add rows that were rejected, one line a reason."""
        for one in rejected:
            file = self._file(rejected_path(self._out))
            self._tried(partial(write_line, file, asdict(one)))

    def finish(self) -> None:
        """Give the files their names; a list of rejected rows from an earlier run goes."""
        self._end_if_told()
        self._tried(self._complete)

    def _complete(self) -> None:
        self._sink.close()
        for file in self._files.values():
            file.flush()
            os.fsync(file.fileno())
            file.close()
        self._closing = True
        rejected = rejected_path(self._out)
        if rejected not in self._files:
            rejected.unlink(missing_ok=True)
        for path in reversed(self._files):
            self._temporary(path).replace(path)

    def _file(self, path: Path) -> IO[bytes]:
        if path not in self._files:
            self._files[path] = self._tried(lambda: self._temporary(path).open("xb"))
        return self._files[path]

    def _temporary(self, path: Path) -> Path:
        return path.with_name(f".{path.name}.{self._mark}.part")

    def _tried(self, what: Callable[[], Any]) -> Any:
        try:
            return what()
        except OSError as error:
            message = f"`{self._out.name}` cannot be written: {error.strerror or error}"
            raise UsageError(Problem("not-written", message, str(self._out))) from error

    def _leave(self) -> None:
        self._closing = True
        with suppress(Exception):  # the disk may be full, and what was written goes anyway
            self._sink.close()
        for path in (self._out, rejected_path(self._out)):
            if path in self._files:
                _closed(self._files[path])
            self._temporary(path).unlink(missing_ok=True)
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _catch_signals(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                self._before[number] = signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if self._closing:
            return
        self._told_to_end = number
        self._end_if_told()

    def _end_if_told(self) -> None:
        """WHY again: what a handler raises in a destructor or a callback is dropped or changed."""
        if self._told_to_end == signal.SIGTERM:
            raise SystemExit(TERMINATED)
        if self._told_to_end:
            raise KeyboardInterrupt


def _closed(file: IO[bytes]) -> None:
    with suppress(OSError):
        file.close()
