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
from rackwright.policy.growth import MAX_SCENARIOS, excess
from rackwright.policy.phrases import Keyword
from rackwright.policy.spots import Spot
from rackwright.policy.syntax import swallowed_steps, syntax_problems
from rackwright.rulebook.model import Text

MAX_WORDS = 2_000
_NO_KEYWORD = Text(
    "the first step is none of Given, When and Then", "第一個步驟不是「假設」「當」或「那麼」"
)
_KEYWORDS = {"Context": Keyword.GIVEN, "Action": Keyword.WHEN, "Outcome": Keyword.THEN}
"""A step that begins with `*` is of another type, and continues the one before."""

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
    document = _parsed(file, text)
    feature = document.get("feature")
    if feature is None:
        return
    _check_growth(feature, file)
    swallowed = tuple(swallowed_steps(document, file, text, feature["language"]))
    if swallowed:
        raise UsageError(*swallowed)
    nodes = dict(_nodes(document))
    for pickle in Compiler().compile(document):
        yield _script(file, pickle, nodes)


def _parsed(file: Path, text: str) -> Any:
    try:
        return {**Parser().parse(text), "uri": str(file)}
    except CompositeParserException as error:
        raise UsageError(*syntax_problems(error, file, text)) from None


def _check_growth(feature: Any, file: Path) -> None:
    found = excess(feature)
    if found is not None:
        line, code, said = found
        message = said.in_language(feature["language"])
        raise UsageError(Problem(code, message, f"{file}:{line}"))


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
        steps=tuple(_steps(file, pickle, nodes)),
        line=last["location"]["line"],
        said=scenario["keyword"].strip(),
    )


def _steps(file: Path, pickle: Any, nodes: Nodes) -> Iterator[Step]:
    keyword = None
    for step in pickle["steps"]:
        written = nodes[step["astNodeIds"][0]]
        keyword = _KEYWORDS.get(step["type"], keyword)
        if keyword is None:
            message = _NO_KEYWORD.in_language(pickle["language"])
            where = f"{file}:{written['location']['line']}"
            raise UsageError(Problem("no-keyword", message, where))
        yield _step(step, written, keyword)


def _step(step: Any, written: Any, keyword: Keyword) -> Step:
    argument = step.get("argument", {})
    table = argument.get("dataTable")
    return Step(
        keyword=keyword,
        words=step["text"],
        docstring=argument["docString"]["content"] if "docString" in argument else None,
        datatable=None if table is None else _cells(table),
        said=written["keyword"].strip(),
        line=written["location"]["line"],
    )


def _cells(table: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cell["value"] for cell in row["cells"]) for row in table["rows"])


def _check_size(script: Script) -> None:
    for step in script.steps:
        if len(step.words) > MAX_WORDS:
            message = f"a step is longer than {MAX_WORDS:,} characters"
            raise UsageError(Problem("step-too-long", message, f"{script.feature}:{step.line}"))


def _check_number(scripts: list[Script]) -> None:
    if len(scripts) > MAX_SCENARIOS:
        message = f"more than {MAX_SCENARIOS:,} scenarios"
        raise UsageError(Problem("too-many-scenarios", message, str(scripts[-1].feature)))
