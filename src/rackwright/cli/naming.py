"""Things of a rule pack by the names and labels that people give them."""

from __future__ import annotations

from collections.abc import Mapping

from rackwright.errors import Problem, UsageError, nearest
from rackwright.rulebook.model import Text


def called(name: str | None, known: Mapping[str, Text], what: str) -> list[str]:
    """Those of a name, or of a label in either language; all of them where none is asked for.

    Raises
    ------
    UsageError
        When nothing is called that.
    """
    if name is None:
        return list(known)
    if name in known:
        return [name]
    asked = name.casefold()
    found = [
        one
        for one, label in known.items()
        if asked in (label.en.casefold(), label.zh_tw.casefold())
    ]
    if not found:
        words = [w for one, label in known.items() for w in (one, label.en, label.zh_tw)]
        problem = f"there is no {what} `{name}`"
        raise UsageError(Problem(f"unknown-{what}", problem, "", nearest(name, words)))
    return found
