"""The knowledge that advice rests on: rule packs loaded once, and one engine for each rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from rackwright.bundled import rules_folder
from rackwright.engines.base import Engine
from rackwright.engines.durable import DurableEngine
from rackwright.errors import Problem, UsageError
from rackwright.rulebook.load import load_rules
from rackwright.rulebook.model import Rulebook


def load_packs(folders: Sequence[Path | str] = ()) -> Rulebook:
    """The bundled rules, extended by further packs in order.

    Raises
    ------
    RuleError
        When a pack cannot be used; it names every problem.
    """
    return _loaded(tuple(Path(folder).resolve() for folder in folders))


def default_rules() -> Rulebook:
    """The bundled rules."""
    return _loaded(())


def rules_or_default(rules: Rulebook | None) -> Rulebook:
    """The rules that a caller gave, the bundled ones when none were given.

    Raises
    ------
    UsageError
        When something else was given, such as the name of a folder.
    """
    if rules is None:
        return default_rules()
    if not isinstance(rules, Rulebook):
        message = f"`rules` must be rules that have been read, not `{rules!s:.80}`"
        raise UsageError(Problem("not-rules", message, "", "`load_packs([folder])` reads them"))
    return rules


@lru_cache(maxsize=8)
def engine_for(rulebook: Rulebook) -> Engine:
    """The engine of a rulebook, compiled once and kept while the rulebook is in use."""
    return DurableEngine(rulebook)


@cache
def _bundled() -> Rulebook:
    return _read(())


def _loaded(folders: tuple[Path, ...]) -> Rulebook:
    return _read(folders) if folders else _bundled()


def _read(folders: tuple[Path, ...]) -> Rulebook:
    return load_rules([rules_folder(), *folders])
