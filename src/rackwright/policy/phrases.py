"""The table of phrases: which words of a scenario call which step, in pytest-bdd and outside it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import Any

import pytest
from pytest_bdd import given, parsers, then, when

from rackwright.errors import RackwrightError
from rackwright.policy.mistakes import told_in
from rackwright.policy.spots import Spot

Action = Callable[..., None]

PHRASES: list[Phrase] = []
"""Every phrase that a module of steps has bound, in order."""


class ClaimError(AssertionError):
    """A `Then` step says something that is not so; the message says what is."""


class Keyword(StrEnum):
    """The three kinds of steps."""

    GIVEN = "given"
    WHEN = "when"
    THEN = "then"


@dataclass(frozen=True, slots=True)
class Phrase:
    """One wording of one step, in one language."""

    keyword: Keyword
    pattern: re.Pattern[str]
    action: Action
    """Takes the scene, the groups of the pattern, and `datatable` or `docstring` if any."""


def phrase(keyword: Keyword, english: str, chinese: str) -> Callable[[Action], Action]:
    """Bind a function of the calling module to the two wordings of one meaning."""

    def bind(action: Action) -> Action:
        for pattern in (english, chinese):
            PHRASES.append(Phrase(keyword, re.compile(pattern), action))
            _BINDERS[keyword](parsers.re(pattern), stacklevel=2)(_reported(action))
        return action

    return bind


_BINDERS = {Keyword.GIVEN: given, Keyword.WHEN: when, Keyword.THEN: then}


def reason_of(error: ClaimError | RackwrightError, language: str) -> str:
    """What a failing step says, without its place."""
    return told_in(error, language) if isinstance(error, RackwrightError) else str(error)


def _reported(action: Action) -> Action:
    """The same step, whose failure is shown by its place and its message alone."""

    @wraps(action)
    def step(**arguments: Any) -> None:
        __tracebackhide__ = True
        scene = arguments["scene"]
        try:
            action(**arguments)
        except (ClaimError, RackwrightError) as error:
            reason = reason_of(error, scene.language)
        else:
            return
        fail(scene.spot, reason)

    return step


def fail(spot: Spot | None, reason: str) -> None:
    """End a test of pytest by what is wrong and where, without a traceback."""
    __tracebackhide__ = True
    pytest.fail(spot.with_reason(reason) if spot else reason, pytrace=False)
