"""Plain data, made of nothing but mappings, lists, texts, numbers, truth values and nothing.

Whatever a caller or a file hands over comes out plain and bounded, or is reported: no cycles, no
explosion of shared parts, no text that cannot be printed.
"""

from __future__ import annotations

import numbers
import re
from collections.abc import Mapping, Set
from decimal import Decimal
from typing import Any

from rackwright.errors import PlanError, Problem
from rackwright.facts.findings import Finding, Path, place_text, subject_of
from rackwright.facts.values import Stated

MAX_DEPTH = 32
MAX_NODES = 100_000

_BAD_CHARACTERS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class Pruner:
    """Makes data plain; what cannot be kept becomes nothing and a finding."""

    def __init__(self, where: str) -> None:
        self.findings: list[Finding] = []
        self._where = where
        self._n_nodes = 0

    def plain(self, value: object, path: Path = ()) -> Any:
        """The data as plain data; raises `PlanError` when it is too deep or too much."""
        self._count(path)
        if isinstance(value, Mapping):
            return self._mapping(value, path)
        if isinstance(value, list | tuple):
            return [self.plain(part, (*path, at)) for at, part in enumerate(value)]
        if isinstance(value, Set):
            return self.plain(sorted(value, key=_set_key), path)
        if isinstance(value, str):
            return self._text(str.__str__(value), path)
        return self._single(value, path)

    def _count(self, path: Path) -> None:
        self._n_nodes += 1
        check_depth(path, self._where)
        if self._n_nodes > MAX_NODES:
            hint = "split it into several plans"
            message = f"a plan may hold at most {MAX_NODES} values"
            raise PlanError(Problem("too-many-values", message, self._where, hint))

    def _mapping(self, value: Mapping[Any, Any], path: Path) -> dict[str, Any]:
        plain: dict[str, Any] = {}
        for key, part in value.items():
            if not isinstance(key, str):
                message = f"{subject_of(path)} has a key that is not a text"
                self._report(path, "key-not-a-text", message)
            elif (name := self._text(str.__str__(key), path)) is not None:
                plain[name] = self.plain(part, (*path, name))
        return plain

    def _text(self, text: str, path: Path) -> str | None:
        if bad := bad_character(text):
            self._report(path, "bad-character", f"{subject_of(path)} holds {bad}", "remove it")
            return None
        return text

    def _single(self, value: object, path: Path) -> Any:
        if value is None or isinstance(value, bool | Decimal | Stated):
            return value
        if isinstance(value, numbers.Integral):
            return int(value)
        if isinstance(value, numbers.Real):
            return float(value)
        message = f"{subject_of(path)} is neither a text, a number, a list nor a mapping"
        self._report(path, "not-plain-data", message)
        return None

    def _report(self, path: Path, code: str, message: str, hint: str = "") -> None:
        self.findings.append(Finding(path, code, message, hint))


def bad_character(text: str) -> str:
    """The first character of a text that cannot be printed, in words; empty when all can."""
    bad = _BAD_CHARACTERS.search(text)
    return f"the control character U+{ord(bad[0]):04X}" if bad else ""


def check_depth(path: Path, where: str, line: int = 0) -> None:
    """Raise `PlanError` when a place lies too deep."""
    if len(path) > MAX_DEPTH:
        message = f"a plan may be nested at most {MAX_DEPTH} deep"
        raise PlanError(Problem("too-deep", message, place_text(where, line)))


def _set_key(member: object) -> str:
    return member if isinstance(member, str) else ""
