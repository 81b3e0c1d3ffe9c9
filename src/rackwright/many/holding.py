"""What the type of a column lets it hold: where a table has no rows, nothing else can tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from rackwright.errors import Problem
from rackwright.many.fields import ID, PLAN, Field, holds_list
from rackwright.rulebook.model import Kind


class Holds(StrEnum):
    """What the cells of a column are."""

    NUMBERS = "numbers"
    TRUTHS = "true and false"
    TEXTS = "texts"
    LISTS = "lists"
    OTHERS = "neither numbers, texts nor true and false"


Holdings = Mapping[str, Holds | None]
"""What each column holds; None where its type does not tell."""

_ALLOWED: Mapping[Kind, tuple[Holds, ...]] = {
    Kind.NUMBER: (Holds.NUMBERS,),
    Kind.BOOLEAN: (Holds.TRUTHS, Holds.TEXTS),
    Kind.SYMBOL: (Holds.TEXTS,),
    Kind.SET: (Holds.TEXTS,),
    Kind.TEXT: (Holds.TEXTS,),
}
_OF_NUMPY = {
    "i": Holds.NUMBERS,
    "u": Holds.NUMBERS,
    "b": Holds.TRUTHS,
    "U": Holds.TEXTS,
    "T": Holds.TEXTS,
    "f": None,  # what numpy and pandas make of a column with nothing in it
    "O": None,
}
_TEXTS_OF_PANDAS = ("str", "string")


def of_dtype(dtype: Any) -> Holds | None:
    """What a column of a type of numpy or pandas holds."""
    if dtype.name in _TEXTS_OF_PANDAS:
        return Holds.TEXTS
    return _OF_NUMPY.get(dtype.kind, Holds.OTHERS)


def wrong_types(holdings: Holdings, fields: Mapping[str, Field]) -> Iterator[Problem]:
    """The columns of which no cell could be said."""
    for name, held in holdings.items():
        allowed = may_hold(name, fields)
        if held is not None and allowed and held not in allowed:
            message = f"`{name}` holds {held} instead of {allowed[0]}"
            yield Problem("wrong-type", message, f"column `{name}`")


def may_hold(name: str, fields: Mapping[str, Field]) -> tuple[Holds, ...]:
    """What a column may hold, first what it should; nothing for one that is not known."""
    if name in (PLAN, ID):
        return Holds.TEXTS, Holds.NUMBERS
    if name not in fields:
        return ()
    allowed = _ALLOWED[fields[name].attribute.kind]
    return (*allowed, Holds.LISTS) if holds_list(fields[name]) else allowed
