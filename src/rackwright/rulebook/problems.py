"""Collects what is wrong with a rule pack, each problem with its place, and raises all at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rackwright.errors import Problem, RuleError, nearest

MAX_PROBLEMS = 20
MAX_SHOWN = 60


def shown(value: object) -> str:
    """User text made fit for a one-line message: printable, in backticks, not too long."""
    text = value if isinstance(value, str) else _literal(value)
    end = "…" if len(text) > MAX_SHOWN else ""
    return f"`{_printable(text[:MAX_SHOWN])}{end}`"


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _literal(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**15):
        return str(value)
    return "…"


@dataclass
class Report:
    """The problems found so far; the first twenty are kept, the rest are counted."""

    problems: list[Problem] = field(default_factory=list)
    more: int = 0

    @property
    def full(self) -> bool:
        """Whether further problems are only counted."""
        return len(self.problems) >= MAX_PROBLEMS

    def add(self, problem: Problem) -> None:
        """Keep or count one problem."""
        if self.full:
            self.more += 1
        else:
            self.problems.append(problem)

    def raise_any(self) -> None:
        """Raise a `RuleError` when there is any problem."""
        if not self.problems:
            return
        rest = Problem("more-problems", f"{self.more} more problems are not shown")
        raise RuleError(*self.problems, *([rest] if self.more else []))


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a pack that problems can be reported for."""

    report: Report
    file: str
    line: int | None = None
    path: tuple[str, ...] = ()

    @property
    def position(self) -> str:
        """File and line: `rules/placement/deployment.toml:12`."""
        return self.file if self.line is None else f"{self.file}:{self.line}"

    @property
    def where(self) -> str:
        """File, line and what stands there."""
        return ", ".join((self.position, *self.path))

    def at(self, line: int | None) -> Place:
        """The same place at a line of the file."""
        return Place(self.report, self.file, line, self.path)

    def inside(self, *path: str) -> Place:
        """A place inside this one."""
        return Place(self.report, self.file, self.line, (*self.path, *path))

    def key(self, name: str) -> Place:
        """The place of one key of this table."""
        return self.inside(shown(name))

    def problem(
        self, code: str, message: str, hint: str = "", *, name: str = "", known: Iterable[str] = ()
    ) -> None:
        """Report a problem here; without a hint, the known name nearest to `name` is the hint."""
        if not hint and name and not self.report.full and len(name) <= MAX_SHOWN:
            hint = nearest(name, known)
        self.report.add(Problem(code, message, self.where, hint))
