"""Reads the files of rule packs: bounded in size and number, regular files inside the pack only."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rackwright.catalog import TableFile
from rackwright.csv_table import MAX_FILE_BYTES as MAX_TABLE_BYTES
from rackwright.errors import nearest
from rackwright.records import Scope
from rackwright.rulebook.problems import Place, Report, shown

MAX_FILE_BYTES = 1_000_000
MAX_FILES = 2_000
MAX_PACK_BYTES = 32_000_000
MAX_DOTS = 64
"""The parser of the standard library takes quadratic time over the parts of a dotted key."""

ROOT_FILES = (
    "vocabulary.toml",
    "sources.toml",
    "parameters.toml",
    "objective.toml",
    "tables.toml",
)
CATALOG = "catalog"
FOLDERS = (*(scope.value for scope in Scope), CATALOG)

_HEADER = re.compile(r"^[ \t]*\[\[?[ \t]*[\"']?([\w-]+)", re.MULTILINE)
_POSITION = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True, slots=True)
class TomlFile:
    """One file of a pack, parsed."""

    name: str
    """Path inside the pack: `placement/deployment.toml`."""
    table: Mapping[str, object]
    place: Place
    headers: tuple[tuple[str, int], ...]
    """The name and line of each table header."""

    @property
    def stem(self) -> str:
        """The file's name without folder and ending."""
        return self.name.rpartition("/")[2].removesuffix(".toml")


@dataclass(frozen=True, slots=True)
class Pack:
    """The files of one folder."""

    files: Mapping[str, TomlFile]
    broken: frozenset[str]
    """Files that are there but cannot be parsed."""
    tables: tuple[TableFile, ...]
    """The files of the catalogue, unparsed, in order of name."""
    unread: frozenset[str]
    """Names of files that are there but cannot be read."""
    listed: bool
    """Whether every folder could be listed."""
    digest: bytes


def read_packs(folders: Sequence[Path], report: Report) -> list[Pack]:
    """Every pack, in order; what cannot be read is reported."""
    return [
        _read_pack(folder, label, report)
        for folder, label in zip(folders, _labels(folders), strict=True)
    ]


def revision(packs: Sequence[Pack]) -> str:
    """A digest of the names and contents of all files, whatever folder they lie in."""
    return hashlib.sha256(b"".join(pack.digest for pack in packs)).hexdigest()


def _labels(folders: Sequence[Path]) -> list[str]:
    names = [folder.absolute().name or str(folder) for folder in folders]
    count = Counter(names)
    return [
        name if count[name] == 1 else str(folder)
        for name, folder in zip(names, folders, strict=True)
    ]


def _read_pack(folder: Path, label: str, report: Report) -> Pack:
    place = Place(report, label)
    reader = _Reader(folder, label, report)
    contents = dict(reader.contents()) if _is_folder(folder, place) else {}
    parsed = {
        name: _parse(name, content, Place(report, f"{label}/{name}"))
        for name, content in contents.items()
        if name.endswith(".toml")
    }
    files = {name: file for name, file in parsed.items() if file is not None}
    broken = frozenset(parsed.keys() - files.keys())
    return Pack(
        files,
        broken,
        _tables(contents, label),
        frozenset(reader.unread),
        reader.listed,
        _digest(contents),
    )


def _tables(contents: Mapping[str, bytes], label: str) -> tuple[TableFile, ...]:
    return tuple(
        TableFile(Path(name).stem, content, f"{label}/{name}")
        for name, content in contents.items()
        if name.endswith(".csv")
    )


def _is_folder(folder: Path, place: Place) -> bool:
    if folder.is_dir():
        return True
    if folder.exists():
        place.problem("not-a-folder", f"{shown(str(folder))} is not a folder")
    else:
        place.problem("missing-folder", f"there is no folder {shown(str(folder))}")
    return False


def _digest(contents: Mapping[str, bytes]) -> bytes:
    digest = hashlib.sha256()
    for name in sorted(contents):
        for part in (os.fsencode(name), contents[name]):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()


class _Reader:
    """Reads the known files of one folder."""

    def __init__(self, folder: Path, label: str, report: Report) -> None:
        self.folder, self.label, self.report = folder, label, report
        self.root = Path(os.path.realpath(folder))
        self.n_files = self.n_bytes = 0
        self.unread: set[str] = set()
        self.listed = True

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """The known files by name, in order of name."""
        found, n_problems = False, len(self.report.problems)
        for entry in self._entries(""):
            for name in self._known(entry):
                found = True
                content = self._content(name)
                if content is None:
                    self.unread.add(name)
                else:
                    yield name, content
        if not found and len(self.report.problems) == n_problems:
            hint = f"a pack holds {', '.join(f'`{name}`' for name in ROOT_FILES)} or rule folders"
            Place(self.report, self.label).problem("empty-pack", "no file of a rule pack", hint)

    def _place(self, name: str) -> Place:
        return Place(self.report, f"{self.label}/{os.fsencode(name).decode('utf-8', 'replace')}")

    def _entries(self, inside: str) -> list[str]:
        names = None if self.n_files > MAX_FILES else self._names(inside)
        if names is None:
            self.listed = False
            return []
        return sorted(name for name in names if not (name.startswith(".") or name.endswith("~")))

    def _names(self, inside: str) -> list[str] | None:
        folder = self.folder / inside
        try:
            if not self._is_inside(folder, inside):
                return None
            with os.scandir(folder) as entries:
                names = [entry.name for entry in islice(entries, MAX_FILES - self.n_files + 1)]
        except OSError as error:
            self._unreadable(inside, error)
            return None
        self.n_files += len(names)
        if self.n_files > MAX_FILES:
            self._place(inside).problem("too-many-files", f"more than {MAX_FILES} files")
            return None
        return names

    def _is_inside(self, path: Path, name: str) -> bool:
        inside = Path(os.path.realpath(path, strict=True)).is_relative_to(self.root)
        if not inside:
            self._place(name).problem("outside-pack", "the link leads out of the pack")
        return inside

    def _unreadable(self, name: str, error: OSError) -> None:
        reason = (error.strerror or "unknown reason").lower()
        self._place(name).problem("unreadable-file", f"cannot be read: {reason}")

    def _known(self, name: str) -> Iterator[str]:
        is_folder = (self.folder / name).is_dir()
        if name in FOLDERS and is_folder:
            yield from self._inside(name)
        elif name in FOLDERS:
            self._place(name).problem("not-a-folder", f"{shown(name)} is not a folder")
        elif name in ROOT_FILES:
            yield name
        elif is_folder:
            self._near_folder(name)
        elif name.lower().endswith(".toml"):
            self._unknown_file(name, ROOT_FILES)

    def _near_folder(self, name: str) -> None:
        if (hint := nearest(name, FOLDERS)) and self._holds_knowledge(name):
            message = f"{shown(name)} is not a folder of a pack"
            self._place(name).problem("unknown-folder", message, hint)

    def _holds_knowledge(self, folder: str) -> bool:
        return any(entry.endswith((".toml", ".csv")) for entry in self._entries(folder))

    def _inside(self, folder: str) -> Iterator[str]:
        ending = ".csv" if folder == CATALOG else ".toml"
        for entry in self._entries(folder):
            name = f"{folder}/{entry}"
            if entry.endswith(ending):
                yield name
            elif folder != CATALOG and (self.folder / name).is_dir():
                message = "a rule folder holds no folders"
                self._place(name).problem("unknown-folder", message, "one file a decision")
            elif folder != CATALOG and not entry.endswith(".md"):
                self._unknown_file(name, ())

    def _unknown_file(self, name: str, known: Sequence[str]) -> None:
        message = f"{shown(name)} is not a file of a pack"
        hint = "" if known else "a rule file ends in `.toml`"
        self._place(name).problem("unknown-file", message, hint, name=name, known=known)

    def _content(self, name: str) -> bytes | None:
        path = self.folder / name
        try:
            if not self._is_inside(path, name):
                return None
            # WHY: opening a pipe would wait for a writer for ever.
            if not stat.S_ISREG(path.stat().st_mode):
                self._place(name).problem("not-a-file", f"{shown(name)} is not a regular file")
                return None
            with path.open("rb") as stream:
                limit = MAX_TABLE_BYTES if name.endswith(".csv") else MAX_FILE_BYTES
                return self._bounded(name, stream.read(limit + 1), limit)
        except OSError as error:
            self._unreadable(name, error)
            return None

    def _bounded(self, name: str, content: bytes, limit: int) -> bytes | None:
        self.n_bytes += len(content)
        if len(content) > limit:
            message = f"larger than {limit:,} bytes"
        elif self.n_bytes > MAX_PACK_BYTES:
            message = f"with it the pack is larger than {MAX_PACK_BYTES:,} bytes"
        else:
            return content
        self._place(name).problem("file-too-large", message)
        return None


def _parse(name: str, content: bytes, place: Place) -> TomlFile | None:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        place.at(line).problem("broken-encoding", "not text in UTF-8", "save it as UTF-8")
        return None
    table = _table(text, place)
    return None if table is None else TomlFile(name, table, place, _headers(text))


def _table(text: str, place: Place) -> dict[str, object] | None:
    for line, content in enumerate(text.split("\n"), 1):
        if content.count(".") > MAX_DOTS and not content.lstrip().startswith("#"):
            place.at(line).problem("too-deep", f"more than {MAX_DOTS} dots in a line")
            return None
    try:
        return tomllib.loads(text)
    except RecursionError:
        place.problem("too-deep", "lists or tables are nested too deeply")
    except ValueError as error:
        _syntax_problem(str(error), place)
    return None


def _syntax_problem(message: str, place: Place) -> None:
    position = _POSITION.search(message)
    line = int(position[1]) if position and position[1] else None
    words = shown(message[: position.start()] if position else message).strip("`")
    place.at(line).problem("toml-syntax", f"not TOML: {words[:1].lower()}{words[1:]}")


def _headers(text: str) -> tuple[tuple[str, int], ...]:
    headers, line, start = [], 1, 0
    for match in _HEADER.finditer(text):
        line += text.count("\n", start, match.start(1))
        start = match.start(1)
        headers.append((match[1], line))
    return tuple(headers)
