"""Parquet: read and written a piece at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pyarrow as pa
import pyarrow.parquet as pq

from rackwright.many.files.faults import one_of_each, unusable
from rackwright.many.files.pieces import Piece

_BUFFER = 1 << 20


class ParquetSource:
    """A Parquet file."""

    def __init__(self, path: Path, n_rows: int) -> None:
        self._n_rows = n_rows
        try:
            self._file = pq.ParquetFile(path, pre_buffer=False, buffer_size=_BUFFER)
        except pa.ArrowException as error:
            raise unusable(path, "not-parquet", "is not a Parquet file") from error
        self._path = path
        self._read = 0
        one_of_each(path, self._file.schema_arrow.names)

    def pieces(self) -> Iterator[Piece]:
        """Its rows in order."""
        try:
            for batch in self._file.iter_batches(batch_size=self._n_rows):
                yield self._piece(batch)
                self._read += batch.num_rows
        except (pa.ArrowException, OSError) as error:
            raise unusable(self._path, "not-parquet", "is damaged") from error
        if not self._read:
            yield self._piece(pa.RecordBatch.from_pylist([], self._file.schema_arrow))

    def _piece(self, batch: pa.RecordBatch) -> Piece:
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        return Piece(self._read, batch.num_rows, columns)

    def progress(self) -> float:
        """Which part of it has been read, from 0 to 1."""
        return self._read / max(1, int(self._file.metadata.num_rows))


class ParquetSink:
    """Writes batches of a schema."""

    def __init__(self, file: IO[bytes], schema: pa.Schema) -> None:
        self._writer = pq.ParquetWriter(file, schema, compression="zstd")

    def write(self, batch: pa.RecordBatch) -> None:
        """Write the rows of a batch."""
        self._writer.write_batch(batch)

    def close(self) -> None:
        """Write what a Parquet file ends with."""
        try:
            self._writer.close()
        finally:
            self._writer.is_open = False  # else pyarrow tries again, and complains, when it goes
