"""The knowledge that advice rests on: rule packs loaded once, and one engine for each rulebook."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache, lru_cache
from pathlib import Path

from rackwright.bundled import rules_folder
from rackwright.engines.base import Engine, EngineFactory
from rackwright.engines.durable import DurableEngine
from rackwright.errors import Problem, UsageError
from rackwright.rulebook.load import load_rules
from rackwright.rulebook.model import Rulebook


def load_packs(folders: Sequence[Path | str] = ()) -> Rulebook:
    """The bundled rules, extended by further packs in order.

    Keep what it returns and give it to every call: packs are read and checked each time, and what
    is compiled from them is kept for these very rules.

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
def engine_for(rulebook: Rulebook, factory: EngineFactory = DurableEngine) -> Engine:
    """The engine of a rulebook, compiled once and kept while the rulebook is in use."""
    return factory(rulebook)


def engine_made(rulebook: Rulebook, factory: EngineFactory | None) -> Engine:
    """The engine that a caller's factory makes of a rulebook; durable_rules without a factory.

    Raises
    ------
    UsageError
        When it is no factory, or makes something else than an engine of that rulebook.
    """
    if factory is None:
        return engine_for(rulebook)
    check_factory(factory)
    made = engine_for(rulebook, factory) if isinstance(factory, Hashable) else factory(rulebook)
    if not callable(getattr(made, "run", None)) or getattr(made, "rulebook", None) is not rulebook:
        raise _no_factory(
            f"`engine` made no engine of the rulebook that it got, but `{made!r:.80}`"
        )
    return made


def check_factory(factory: object) -> None:
    """Make sure that something may be a factory of engines.

    Raises
    ------
    UsageError
        When it cannot be called, such as an engine that was made already.
    """
    if factory is not None and not callable(factory):
        raise _no_factory(f"`engine` must make an engine of a rulebook, not be `{factory!r:.80}`")


def _no_factory(message: str) -> UsageError:
    hint = "a class such as `DurableEngine`, or a function from `Rulebook` to `Engine`"
    return UsageError(Problem("not-an-engine-factory", message, "", hint))


@cache
def _bundled() -> Rulebook:
    return _read(())


def _loaded(folders: tuple[Path, ...]) -> Rulebook:
    return _read(folders) if folders else _bundled()


def _read(folders: tuple[Path, ...]) -> Rulebook:
    return load_rules([rules_folder(), *folders])
