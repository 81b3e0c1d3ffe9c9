"""Text to plain data: JSON, or a plain part of YAML, with the line of every key.

The YAML taken is that of its 1.2 core schema without anchors, aliases and tags, in one document:
`no` is a text and `1e5` a number; `1_000`, `017`, `0x1f`, `1:30` and dates are texts.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, NoReturn

import yaml

from rackwright.errors import PlanError, Problem
from rackwright.facts.findings import Finding, Path, place_text, subject_of
from rackwright.facts.tree import check_depth
from rackwright.facts.values import quoted

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LITERALS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_LIKE_JSON = re.compile(r"\s*[{\[]\s*[\"{\[]")
_IN_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKET = re.compile(r"[\[\]{}]")
_YAML_HINT = "indent with spaces, and put texts that hold `: ` or ` #` in quotation marks"


@dataclass
class Document:
    """What a text says, before it is known to be a plan."""

    data: Any = None
    lines: dict[Path, int] = field(default_factory=dict)
    """The line of each key and list entry; empty for JSON."""
    findings: list[Finding] = field(default_factory=list)


def read_document(text: str, where: str) -> Document:
    """The data that a text holds; raises `PlanError` when it is neither JSON nor YAML."""
    if text.lstrip().startswith(("{", "[")):
        return _read_braces(text, where)
    return _read_yaml(text, where)


def _read_braces(text: str, where: str) -> Document:
    try:
        return _read_json(text, where)
    except json.JSONDecodeError as error:
        return _read_flow(text, where, error)


def _read_flow(text: str, where: str, error: json.JSONDecodeError) -> Document:
    try:
        return _read_yaml(text, where)
    except PlanError as other:
        if other.problems[0].code != "syntax":
            raise
        check_depth((0,) * _open_brackets(text), where)
        if not _LIKE_JSON.match(text):
            raise
    place = place_text(where, error.lineno)
    message = f"not valid JSON: {error.msg.lower()}, column {error.colno}"
    raise PlanError(Problem("syntax", message, place))


def _open_brackets(text: str) -> int:
    """The most brackets that are open at once outside of texts in quotation marks."""
    steps = (1 if c in "[{" else -1 for c in _BRACKET.findall(_IN_QUOTES.sub("", text)))
    return max(accumulate(steps, initial=0))


def _read_json(text: str, where: str) -> Document:
    document = Document()

    def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        data = dict(pairs)
        if len(data) < len(pairs):
            counts = Counter(name for name, _ in pairs)
            document.findings += [_repeated_key((name,)) for name in counts if counts[name] > 1]
        return data

    try:
        document.data = json.loads(text, object_pairs_hook=mapping, parse_int=_integer)
    except RecursionError:
        check_depth((0,) * 10_000, where)
    return document


def _repeated_key(path: Path) -> Finding:
    message = f"{subject_of(path)} is given twice in one mapping"
    return Finding(path, "repeated-key", message, "keep one of the two")


def _integer(text: str) -> int | float:
    return int(text) if len(text) <= 18 else float(text)


def _read_yaml(text: str, where: str) -> Document:
    builder = _Builder(where)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except yaml.YAMLError as error:
        raise PlanError(_syntax_problem(error, where)) from None
    return builder.document


def _syntax_problem(error: yaml.YAMLError, where: str) -> Problem:
    mark = getattr(error, "problem_mark", None)
    reason = getattr(error, "problem", None) or getattr(error, "reason", "it cannot be read")
    place = place_text(where, mark.line + 1 if mark else 0)
    return Problem("syntax", f"not valid YAML: {reason}", place, _YAML_HINT)


@dataclass
class _Open:
    """A mapping or list that has begun and not yet ended."""

    data: dict[str, Any] | list[Any]
    path: Path
    key: str | None = None
    """The key of a mapping that waits for its value."""


class _Builder:
    """Builds a document out of the events of a YAML parser, one at a time."""

    def __init__(self, where: str) -> None:
        self.document = Document()
        self._where = where
        self._open: list[_Open] = []
        self._n_documents = 0

    def take(self, event: yaml.Event) -> None:
        """Add what one event brings; raises `PlanError` when it has no place in a plan."""
        line = event.start_mark.line + 1 if event.start_mark else 0
        self._check(event, line)
        if isinstance(event, yaml.DocumentStartEvent):
            self._begin_document(line)
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event, line)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._begin(event, line)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._open.pop()

    def _check(self, event: yaml.Event, line: int) -> None:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            hint = "write the values out where they are needed"
            self._refuse("alias", "a plan may not use YAML anchors or aliases", line, hint)
        if tag := getattr(event, "tag", None):
            message = f"a plan may not use YAML tags such as {quoted(tag)}"
            self._refuse("tag", message, line, "remove it")

    def _refuse(self, code: str, message: str, line: int, hint: str) -> NoReturn:
        raise PlanError(Problem(code, message, place_text(self._where, line), hint))

    def _begin_document(self, line: int) -> None:
        self._n_documents += 1
        if self._n_documents > 1:
            hint = "put each plan into a file of its own"
            self._refuse("several-documents", "there is more than one YAML document", line, hint)

    def _scalar(self, event: yaml.ScalarEvent, line: int) -> None:
        holder = self._open[-1] if self._open else None
        if holder and isinstance(holder.data, dict) and holder.key is None:
            self._key(holder, event.value, line)
        else:
            self._add(_scalar(event.value) if event.implicit[0] else event.value, line)

    def _key(self, holder: _Open, key: str, line: int) -> None:
        path = (*holder.path, key)
        assert isinstance(holder.data, dict)
        if key in holder.data:
            self.document.findings.append(_repeated_key(path))
        self.document.lines[path] = line
        holder.key = key

    def _begin(self, event: yaml.CollectionStartEvent, line: int) -> None:
        data: dict[str, Any] | list[Any] = {} if isinstance(event, yaml.MappingStartEvent) else []
        path = self._add(data, line)
        check_depth(path, self._where, line)
        self._open.append(_Open(data, path))

    def _add(self, value: Any, line: int) -> Path:
        if not self._open:
            self.document.data = value
            return ()
        holder = self._open[-1]
        if isinstance(holder.data, list):
            return self._append(holder, holder.data, value, line)
        if holder.key is None:
            self._refuse("key-not-a-text", "a key must be a text", line, "")
        key, holder.key = holder.key, None
        holder.data[key] = value
        return (*holder.path, key)

    def _append(self, holder: _Open, entries: list[Any], value: Any, line: int) -> Path:
        path = (*holder.path, len(entries))
        self.document.lines[path] = line
        entries.append(value)
        return path


def _scalar(text: str) -> Any:
    if text in _LITERALS:
        return _LITERALS[text]
    if _INTEGER.fullmatch(text):
        return _integer(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return float(text.replace(".", "")) if _NOT_FINITE.fullmatch(text) else text
