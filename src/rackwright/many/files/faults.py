"""What is said of a file that cannot be used as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rackwright.errors import PlanError, Problem


def unusable(path: Path, code: str, what: str, hint: str = "") -> PlanError:
    """The error that a file is, has or lacks something."""
    return PlanError(Problem(code, f"`{path.name}` {what}", str(path), hint))


def one_of_each(path: Path, names: Sequence[str]) -> None:
    """Raise `PlanError` when several columns have one name."""
    twice = dict.fromkeys(name for name in names if names.count(name) > 1)
    if twice:
        problems = [
            Problem("repeated-column", f"there are several columns `{n}`", str(path)) for n in twice
        ]
        raise PlanError(*problems)
