"""Feature files on disk: found below folders, read under limits; nothing in them is code."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rackwright.errors import Problem, UsageError

MAX_FILES = 2_000
MAX_BYTES = 200_000
"""The longest feature file."""
ENDING = ".feature"


def feature_files(path: Path) -> list[Path]:
    """A feature file, or those below a folder that do not lead out of it, in order of path.

    Raises
    ------
    UsageError
        When there is nothing there, or too much.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise _problem("no-such-file", "there is no such file or folder", path)
    found = list(islice(_below(path), MAX_FILES + 1))
    if len(found) > MAX_FILES:
        raise _problem("too-many-files", f"more than {MAX_FILES:,} feature files", path)
    return sorted(found)


def text_of(file: Path) -> str:
    """What a feature file says.

    Raises
    ------
    UsageError
        When it is no regular file, too large, not UTF-8, or cannot be read.
    """
    if not file.is_file():
        raise _problem("not-a-file", "this is no regular file", file)
    try:
        with file.open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or "the system refuses it").lower()
        raise _problem("unreadable-file", f"it cannot be read: {reason}", file) from None
    if len(content) > MAX_BYTES:
        raise _problem("file-too-large", f"larger than {MAX_BYTES:,} bytes", file)
    return _decoded(content, file)


def _below(folder: Path) -> Iterator[Path]:
    home = folder.resolve()
    for file in folder.rglob(f"*{ENDING}"):
        if file.resolve().is_relative_to(home):
            yield file


def _decoded(content: bytes, file: Path) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _problem("broken-encoding", "it is not UTF-8", file, "save it as UTF-8") from None


def _problem(code: str, message: str, place: Path, hint: str = "") -> UsageError:
    return UsageError(Problem(code, message, str(place), hint))
