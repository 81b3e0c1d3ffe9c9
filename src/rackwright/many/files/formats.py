"""Which format a file has, by the end of its name."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from rackwright.errors import Problem, UsageError


class Format(Enum):
    """A format of tables."""

    PARQUET = "Parquet"
    CSV = "CSV"
    JSON_LINES = "JSON Lines"


SUFFIXES = {
    ".parquet": Format.PARQUET,
    ".pq": Format.PARQUET,
    ".csv": Format.CSV,
    ".jsonl": Format.JSON_LINES,
    ".ndjson": Format.JSON_LINES,
}


def format_of(path: Path) -> Format:
    """The format that a file name stands for.

    Raises
    ------
    UsageError
        When it stands for none.
    """
    found = SUFFIXES.get(path.suffix.lower())
    if found is None:
        message = f"`{path.name}` does not end like a table"
        hint = f"one of {', '.join(f'`{suffix}`' for suffix in SUFFIXES)}"
        raise UsageError(Problem("unknown-suffix", message, "", hint))
    return found
