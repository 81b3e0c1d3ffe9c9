"""Scenarios read from feature files under limits, one script for each row of an outline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gherkin.errors import CompositeParserException
from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler

from rackwright.errors import Problem, UsageError
from rackwright.policy.feature_files import feature_files, text_of
from rackwright.policy.phrases import Keyword
from rackwright.policy.spots import Spot
from rackwright.policy.syntax import swallowed_steps, syntax_problems

MAX_SCENARIOS = 5_000
"""In all the files of a run, each row of an outline counted."""
MAX_STEPS = 200
MAX_WORDS = 2_000
_KEYWORDS = {"Context": Keyword.GIVEN, "Action": Keyword.WHEN, "Outcome": Keyword.THEN}
_STARS = "Unknown"
"""The type of a step that begins with `*` and follows no other."""

Nodes = Mapping[str, Any]
"""The parts of a feature file by their id."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step with its words filled in."""

    keyword: Keyword
    words: str
    docstring: str | None = None
    datatable: tuple[tuple[str, ...], ...] | None = None
    said: str = ""
    """Its keyword as written: `And`, `那麼`."""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Script:
    """One scenario, or one row of an outline, the background's steps included."""

    feature: Path
    name: str
    language: str
    steps: tuple[Step, ...]
    line: int = 0
    said: str = "Scenario"
    """The keyword of the scenario as written."""

    @property
    def spot(self) -> Spot:
        """Where the scenario begins."""
        return Spot(str(self.feature), self.line, f"{self.said}: {self.name}")

    def spot_of(self, step: Step) -> Spot:
        """Where one of its steps stands."""
        return Spot(str(self.feature), step.line, f"{step.said} {step.words}".strip())


@dataclass
class _Reading:
    """Scripts read so far, and what is wrong with the files they come from."""

    scripts: list[Script] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, file: Path) -> None:
        """Read one file."""
        try:
            for script in _scripts(file):
                _check_size(script)
                self.scripts.append(script)
                _check_number(self.scripts)
        except UsageError as error:
            self.problems += error.problems


def read_scripts(*paths: Path) -> tuple[Script, ...]:
    """The scripts of feature files, and of those below folders, in the order of their paths.

    Raises
    ------
    UsageError
        With everything that keeps files from being read.
    """
    reading = _Reading()
    for path in paths:
        for file in feature_files(path):
            reading.add(file)
    if reading.problems:
        raise UsageError(*reading.problems)
    return tuple(reading.scripts)


def _scripts(file: Path) -> Iterator[Script]:
    text = text_of(file)
    try:
        document: Any = {**Parser().parse(text), "uri": str(file)}
        if document.get("feature") is None:
            return
        pickles = Compiler().compile(document)
    except CompositeParserException as error:
        raise UsageError(*syntax_problems(error, file, text)) from None
    swallowed = tuple(swallowed_steps(document, file, text, document["feature"]["language"]))
    if swallowed:
        raise UsageError(*swallowed)
    nodes = dict(_nodes(document))
    for pickle in pickles:
        yield _script(file, pickle, nodes)


def _nodes(part: Any) -> Iterator[tuple[str, Any]]:
    """Every part of a document that has an id, with it."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            if "id" in one:
                yield one["id"], one
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)


def _script(file: Path, pickle: Any, nodes: Nodes) -> Script:
    scenario, last = (nodes[pickle["astNodeIds"][at]] for at in (0, -1))
    return Script(
        feature=file,
        name=pickle["name"],
        language=pickle["language"],
        steps=tuple(_step(file, step, nodes) for step in pickle["steps"]),
        line=last["location"]["line"],
        said=scenario["keyword"].strip(),
    )


def _step(file: Path, step: Any, nodes: Nodes) -> Step:
    argument = step.get("argument", {})
    table = argument.get("dataTable")
    written = nodes[step["astNodeIds"][0]]
    line = written["location"]["line"]
    if step["type"] == _STARS:
        message = "the first step is none of Given, When and Then"
        raise UsageError(Problem("no-keyword", message, f"{file}:{line}"))
    return Step(
        keyword=_KEYWORDS[step["type"]],
        words=step["text"],
        docstring=argument["docString"]["content"] if "docString" in argument else None,
        datatable=None if table is None else _cells(table),
        said=written["keyword"].strip(),
        line=line,
    )


def _cells(table: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cell["value"] for cell in row["cells"]) for row in table["rows"])


def _check_size(script: Script) -> None:
    where = f"{script.feature}:{script.line}"
    if len(script.steps) > MAX_STEPS:
        raise UsageError(Problem("too-many-steps", f"more than {MAX_STEPS} steps", where))
    for step in script.steps:
        if len(step.words) > MAX_WORDS:
            message = f"a step is longer than {MAX_WORDS:,} characters"
            raise UsageError(Problem("step-too-long", message, f"{script.feature}:{step.line}"))


def _check_number(scripts: list[Script]) -> None:
    if len(scripts) > MAX_SCENARIOS:
        message = f"more than {MAX_SCENARIOS:,} scenarios"
        raise UsageError(Problem("too-many-scenarios", message, str(scripts[-1].feature)))
