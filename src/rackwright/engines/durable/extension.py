"""The only module that knows durable_rules: rulesets in its compiled engine.

Patterns and facts go in as the package's JSON, the rules that fire come out.
The loop over firings is ours, not that of `durable.engine`: that one starts threads, swallows
exceptions and calls a function that Python has deprecated (docs/decisions/0002).
"""

from __future__ import annotations

import json
import os
import sys
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from threading import Lock
from types import ModuleType
from typing import Any
from weakref import WeakValueDictionary

from rackwright.errors import FiringLimitError, InferenceError, Problem

Pattern = Mapping[str, Any]
"""What one fact must satisfy, in the form of durable_rules: `{"$gt": {"number": 3}}`."""

Action = Callable[[int], Sequence[str]]
"""What follows from a firing of a rule: the facts to assert, as JSON objects."""

ALWAYS: Pattern = {"always": 1}
"""The pattern that holds in every evaluation; the id of the fact that it matches is 0."""

_ALWAYS_FACT = '{"id":"0","always":1}'
_SID = "0"  # the state of facts that name none
_NOT_OBSERVED = 1  # no rule looks at the fact

_loading = Lock()
_compiling = Lock()


def load() -> ModuleType:
    """The compiled engine, imported so that it also loads on Python 3.13.

    Raises
    ------
    InferenceError
        When it is not installed or cannot be loaded.
    """
    with _loading:
        flags = sys.getdlopenflags()
        # WHY: it names a function that 3.13 removed, for storage callbacks that are never set.
        sys.setdlopenflags(flags & ~os.RTLD_NOW | os.RTLD_LAZY)
        try:
            import durable_rules_engine
        except ImportError as error:
            raise InferenceError(
                Problem(
                    "engine-missing",
                    f"the rule engine cannot be loaded: {error}",
                    hint="install `durable-rules==2.0.28`; on Python 3.13 with"
                    " `CPPFLAGS=-DPyEval_CallObject=PyObject_CallObject` if it does not load",
                )
            ) from error
        finally:
            sys.setdlopenflags(flags)
        return durable_rules_engine  # type: ignore[no-any-return]


def compiled(name: str, rules: Sequence[Sequence[Pattern]]) -> Ruleset:
    """The rules compiled, or what somebody still holds of the same rules by the same name.

    What is concluded is not part of them: stages that differ in nothing else have one ruleset.
    """
    said = sha256(json.dumps(rules).encode()).digest()
    with _compiling:
        found = _living.get((name, said))
        if found is None:
            found = _living[name, said] = Ruleset(name, rules)
        return found


class Ruleset:
    """Rules compiled once; any thread may evaluate them, and nothing is kept between evaluations.

    The position of a rule is its priority, the first comes first, over all that is pending, also
    over what an earlier firing has just enabled.
    """

    def __init__(self, name: str, rules: Sequence[Sequence[Pattern]]) -> None:
        self._engine = load()
        self._lock = Lock()
        self._live = False
        try:
            self._handle = self._engine.create_ruleset(name, json.dumps(_definition(rules)))
        except self._engine.error as error:
            raise _failed(name, error) from error
        self._name = name
        weakref.finalize(self, self._engine.delete_ruleset, self._handle).atexit = False

    def evaluate(self, facts: Iterable[str], act: Action, limit: int) -> None:
        """Fire all rules that the facts and what actions add enable, each match once.

        Raises
        ------
        FiringLimitError
            After `limit` firings.
        InferenceError
            When the engine fails. Exceptions of an action pass through.
        """
        # WHY: one state at a time; more would gain nothing, as the engine holds the GIL.
        with self._lock:
            self._forget()  # what an interrupt may have left
            try:
                self._fire_all(facts, act, limit)
            except self._engine.error as error:
                raise _failed(self._name, error) from error
            finally:
                self._forget()

    def _fire_all(self, facts: Iterable[str], act: Action, limit: int) -> None:
        state, ask, handle = self._begin(), self._engine.complete_and_start_action, self._handle
        self._assert(facts)
        fired = 0
        while matched := ask(handle, state):
            fired += 1
            if fired > limit:
                raise FiringLimitError(_runaway(self._name, limit))
            following = act(_rule_of(matched))
            if following:
                self._assert(following)

    def _begin(self) -> int:
        """Open a state and fire our own rule in it.

        WHY: the engine frees unset memory when a state in which nothing has fired is deleted.
        """
        _, state = self._engine.assert_fact(self._handle, _ALWAYS_FACT)
        self._engine.start_action_for_state(self._handle, state)
        self._live = True
        return int(state)

    def _assert(self, facts: Iterable[str]) -> None:
        """Assert facts. WHY one by one: a batch ends silently at a fact that it cannot read."""
        assert_fact, handle = self._engine.assert_fact, self._handle
        for fact in facts:
            result, _ = assert_fact(handle, fact)
            if result > _NOT_OBSERVED:
                message = f"the rule engine knows the id of `{fact}` already"
                raise InferenceError(Problem("engine-failed", message))

    def _forget(self) -> None:
        if self._live:
            with suppress(self._engine.error):
                self._engine.delete_state(self._handle, _SID)
            self._live = False


_living: WeakValueDictionary[tuple[str, bytes], Ruleset] = WeakValueDictionary()


def _rule_of(matched: str) -> int:
    """The rule of a match, as the engine writes it: `{"29":{"m0":{...}}}`, counted from 1."""
    return int(matched[2 : matched.index('"', 2)]) - 1


def _definition(rules: Sequence[Sequence[Pattern]]) -> dict[str, Any]:
    """The rules in the form of durable_rules, after one of ours that fires in every evaluation."""
    return {
        str(priority): {
            "all": [{f"m{place}": pattern} for place, pattern in enumerate(patterns)],
            "pri": priority,
        }
        for priority, patterns in enumerate([(ALWAYS,), *rules])
    }


def _failed(name: str, error: Exception) -> InferenceError:
    return InferenceError(Problem("engine-failed", f"the rule engine failed on `{name}`: {error}"))


def _runaway(name: str, limit: int) -> Problem:
    message = f"the rules of `{name}` fired more than {limit} times for one row"
    return Problem("firing-limit", message)
