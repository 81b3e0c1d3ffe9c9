"""What follows from a catalogue and a vocabulary, worked out once for all rulebooks with both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import update_wrapper
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from rackwright.catalog import Catalog
from rackwright.rulebook.model import Attribute, Rulebook

Asked = ParamSpec("Asked")
Found = TypeVar("Found")


def kept_by_catalogue(
    work_out: Callable[Concatenate[Rulebook, Asked], Found],
) -> Callable[Concatenate[Rulebook, Asked], Found]:
    """Keep what a function of a rulebook and some names returns, as long as the catalogue lives.

    The function may look at nothing of the rulebook but its catalogue and its vocabulary.
    """
    kept: WeakKeyDictionary[
        Catalog, dict[tuple[object, ...], tuple[Mapping[str, Attribute], Found]]
    ] = WeakKeyDictionary()

    def look_up(rulebook: Rulebook, /, *asked: Asked.args, **named: Asked.kwargs) -> Found:
        known = kept.setdefault(rulebook.catalog, {})
        # WHY the vocabulary in the entry: as long as it lives no other has its id.
        key = (id(rulebook.vocabulary), asked, *named.items())
        if key not in known:
            known[key] = rulebook.vocabulary, work_out(rulebook, *asked, **named)
        return known[key][1]

    update_wrapper(look_up, work_out)
    return look_up
