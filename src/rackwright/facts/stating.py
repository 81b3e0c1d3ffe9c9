"""What a plan, or the data of one, states of a number that could be uncertain."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import reduce
from typing import Any

from rackwright.facts.answers import ANSWERS
from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES
from rackwright.facts.quote import QuoteItems, name_key
from rackwright.facts.uncertain import Of, Target
from rackwright.facts.values import INCLUDED
from rackwright.records import PLAN_SUBJECT


def number_stated(plan: Any, target: Target) -> float | None:
    """The one number that is stated; None when there is none.

    The plan may be a model or plain data, and either may be incomplete. An item that an offer
    includes costs nothing.
    """
    said = _stated(plan, target)
    if said == INCLUDED:
        return 0.0
    if isinstance(said, bool) or not isinstance(said, int | float | Decimal):
        return None
    try:
        number = float(said)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _stated(plan: Any, target: Target) -> Any:
    if target.of is Of.PARAMETER:
        return _at(plan, ("parameters", target.name))
    if target.of is Of.PRICE:
        return None
    if target.subject == PLAN_SUBJECT:
        return _at(plan, PLAN_PLACES.get(target.name, (ANSWERS, target.name)))
    workload = _among(_at(plan, ("workloads",)), "id", target.subject)
    if target.of is Of.FACT:
        return _at(workload, WORKLOAD_PLACES.get(target.name, (ANSWERS, target.name)))
    quote = _among(_at(workload, ("quotes",)), "name", target.quote)
    is_item = target.name in QuoteItems.model_fields
    return _at(quote, ("items", target.name) if is_item else (target.name,))


def _at(holder: Any, keys: Iterable[str]) -> Any:
    return reduce(_said, keys, holder)


def _said(holder: Any, key: str) -> Any:
    return holder.get(key) if isinstance(holder, Mapping) else getattr(holder, key, None)


def _among(entries: Any, key: str, name: str) -> Any:
    """The entry of a list that has a name."""
    for entry in entries if isinstance(entries, list | tuple) else ():
        said = _said(entry, key)
        if isinstance(said, str) and name_key(said) == name_key(name):
            return entry
    return None
