"""Every error the library raises on purpose, and the problems they carry.

::

    RackwrightError                exit code 1: our failure
    ├── InputError                 exit code 3: what the user gave cannot be used
    │   ├── PlanError              a plan: unreadable, misspelt, out of range
    │   ├── CatalogError           a catalogue table
    │   └── UsageError             a name or an option of a call
    ├── RuleError                  exit code 3: a rule pack cannot be used
    ├── InferenceError             exit code 1: the engine failed
    │   ├── EngineLimitError       a pack exceeds what the engine can hold
    │   └── FiringLimitError       the firing budget ran out
    └── ReasoningError             exit code 1: a conclusion without support

A plan or a part of one that is made by its name, `model_validate` or `model_copy` raises pydantic's
`ValidationError` instead, as models of pydantic do.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: what, where and what to do about it."""

    code: str
    """Stable kebab-case name of the kind of problem."""
    message: str
    """One line, lower case, user text in backticks."""
    where: str = ""
    """File and key path, or the path inside the plan."""
    hint: str = ""
    """What to do."""

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.message} [{self.code}]{hint}"


class RackwrightError(Exception):
    """Base of all errors of this library; carries one or more problems."""

    exit_code = 1

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))

    def __reduce__(self) -> tuple[type[RackwrightError], tuple[Problem, ...]]:
        """What makes the same error in another process."""
        return type(self), self.problems


class InputError(RackwrightError):
    """What the user gave cannot be used."""

    exit_code = 3


class PlanError(InputError):
    """A plan is unreadable, misspelt or out of range."""


class CatalogError(InputError):
    """A catalogue table is unreadable or inconsistent."""


class UsageError(InputError):
    """A call names something that does not exist."""


class RuleError(RackwrightError):
    """A rule pack cannot be used."""

    exit_code = 3


class InferenceError(RackwrightError):
    """The rule engine failed."""


class EngineLimitError(InferenceError):
    """A rule pack exceeds what the engine can hold."""


class FiringLimitError(InferenceError):
    """An evaluation used up its firing budget."""


class ReasoningError(RackwrightError):
    """A conclusion has no support: always a defect of this library."""


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that names the closest of the known names, or an empty text."""
    close = closest(name, known)
    return f"did you mean `{close}`?" if close else ""


def closest(name: str, known: Iterable[str]) -> str:
    """The closest of the known names, or an empty text when none is close."""
    close = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    return close[0] if close else ""
