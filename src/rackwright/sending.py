"""Rules on their way to another process: the bundled ones by name, others whole and only once."""

from __future__ import annotations

import pickle
from functools import lru_cache

from rackwright.errors import Problem, UsageError
from rackwright.knowledge import default_rules
from rackwright.rulebook.model import Rulebook
from rackwright.version import __version__

BUNDLED = b""
"""Stands for the bundled rules, which are there already."""


def sent_rules(rules: Rulebook | None) -> bytes:
    """Rules as they are sent."""
    return BUNDLED if rules is None or rules is default_rules() else _pickled(rules)


@lru_cache(maxsize=8)
def received_rules(sent: bytes) -> Rulebook | None:
    """The rules that were sent, one object however often they come; None for the bundled ones."""
    if sent == BUNDLED:
        return None
    rules = pickle.loads(sent)  # noqa: S301 only what is being unpickled already gets here
    assert isinstance(rules, Rulebook)
    return rules


def release_for(rules: Rulebook | None) -> str:
    """What has to be the same for the same advice: the library, and the rules it brings along."""
    bundled = rules is None or rules is default_rules()
    return f"{__version__} {default_rules().revision}" if bundled else __version__


def check_release(release: str, rules: Rulebook | None) -> None:
    """Make sure that advice which was made elsewhere can be made here.

    Raises
    ------
    UsageError
        When it was made by another release or other bundled rules.
    """
    here = release_for(rules)
    if release != here:
        message = f"this advice was made by rackwright {release}, here is {here}"
        hint = "pickles are for the same release; keep `to_json()` for longer"
        raise UsageError(Problem("other-release", message, "", hint))


@lru_cache(maxsize=8)
def _pickled(rules: Rulebook) -> bytes:
    return pickle.dumps(rules, protocol=pickle.HIGHEST_PROTOCOL)
