"""Scenarios read from feature files, one script for each row of an outline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler

from rackwright.policy.phrases import Keyword

_KEYWORDS = {"Context": Keyword.GIVEN, "Action": Keyword.WHEN, "Outcome": Keyword.THEN}


@dataclass(frozen=True, slots=True)
class Step:
    """One step with its words filled in."""

    keyword: Keyword
    words: str
    docstring: str | None = None
    datatable: tuple[tuple[str, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """One scenario, or one row of an outline, the background's steps included."""

    feature: Path
    name: str
    language: str
    steps: tuple[Step, ...]


def read_scripts(folder: Path) -> tuple[Script, ...]:
    """The scripts of every feature file below a folder, in the order of their paths."""
    files = sorted(folder.rglob("*.feature"))
    return tuple(script for file in files for script in _scripts(file))


def _scripts(file: Path) -> Iterator[Script]:
    document: Any = {**Parser().parse(file.read_text(encoding="utf-8")), "uri": str(file)}
    for pickle in Compiler().compile(document):
        yield _script(file, pickle)


def _script(file: Path, pickle: Any) -> Script:
    steps = tuple(_step(step) for step in pickle["steps"])
    return Script(file, pickle["name"], pickle["language"], steps)


def _step(step: Any) -> Step:
    argument = step.get("argument", {})
    table = argument.get("dataTable")
    return Step(
        keyword=_KEYWORDS[step["type"]],
        words=step["text"],
        docstring=argument["docString"]["content"] if "docString" in argument else None,
        datatable=None if table is None else _cells(table),
    )


def _cells(table: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cell["value"] for cell in row["cells"]) for row in table["rows"])
