"""What is wrong with a plan, by the keys that lead to it, and how that becomes an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rackwright.errors import PlanError, Problem
from rackwright.facts.values import quoted

Path = tuple[str | int, ...]
"""Keys and positions from the top of the plan."""

MAX_PROBLEMS = 20

_PLAIN_KEY = re.compile(r"[\w-]{1,60}")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong at one place of a plan."""

    path: Path
    code: str
    message: str
    hint: str | Callable[[], str] = ""
    """What to do, or how to find out: a nearest name is looked for only when it is shown."""


def subject_of(path: Path) -> str:
    """What an error calls the thing at a place: its field, or its position in a list."""
    if not path:
        return "a plan"
    *above, last = path
    if isinstance(last, str):
        return quoted(last)
    return f"entry {last} of {subject_of(tuple(above))}"


def path_text(path: Path) -> str:
    """A place in a plan: `workloads[0].stage`."""
    text = ""
    for key in path:
        if isinstance(key, int):
            text += f"[{key}]"
        elif _PLAIN_KEY.fullmatch(key):
            text += f".{key}" if text else key
        else:
            text += f"[{quoted(key)}]"
    return text


def plan_error(
    findings: Iterable[Finding], where: str, lines: Mapping[Path, int] | None = None
) -> PlanError:
    """The error that reports findings, in order of lines, at most 20 of them and then a count."""
    known = lines or {}
    ordered = sorted(findings, key=lambda finding: _line(finding.path, known))
    problems = [_problem(finding, where, known) for finding in ordered[:MAX_PROBLEMS]]
    return PlanError(*problems, *_rest(len(ordered) - MAX_PROBLEMS, where))


def _problem(finding: Finding, where: str, lines: Mapping[Path, int]) -> Problem:
    place = place_text(where, _line(finding.path, lines), finding.path)
    hint = finding.hint if isinstance(finding.hint, str) else finding.hint()
    return Problem(finding.code, finding.message, place, hint)


def place_text(where: str, line: int = 0, path: Path = ()) -> str:
    """File, line and keys, as far as they are known: `plan.yaml:7: workloads[0].stage`."""
    file = f"{where}:{line}" if where and line else where
    return ": ".join(part for part in (file, path_text(path)) if part)


def _line(path: Path, lines: Mapping[Path, int]) -> int:
    for end in range(len(path), 0, -1):
        if path[:end] in lines:
            return lines[path[:end]]
    return 0


def _rest(n_more: int, where: str) -> Iterator[Problem]:
    if n_more > 0:
        words = "1 more problem is" if n_more == 1 else f"{n_more} more problems are"
        yield Problem("more-problems", f"{words} not shown", where, "fix those above first")
