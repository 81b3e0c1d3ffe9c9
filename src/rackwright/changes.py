"""A plan with a few things said differently, such as `assistant.context_tokens: 32768`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import numpy as np
from pydantic import BaseModel

from rackwright.errors import Problem, UsageError, nearest
from rackwright.facts.answers import Vocabulary
from rackwright.facts.load import plan_from_dict
from rackwright.facts.places import Place, places_of
from rackwright.facts.plan import Plan
from rackwright.facts.stating import number_stated
from rackwright.facts.uncertain import SECTION, target_of
from rackwright.records import Entity

Keys = tuple[str | int, ...]

NOTHING: Vocabulary = MappingProxyType({})

_STEP = re.compile(r"([^.\[\]]+)|\[(\d{1,6})\]")
_PATH = re.compile(r"[^.\[\]]+(\[\d{1,6}\])*(\.[^.\[\]]+(\[\d{1,6}\])*)*")


def changed_plan(plan: Plan, changes: Mapping[str, Any], vocabulary: Vocabulary = NOTHING) -> Plan:
    """The plan with each value put at its path; None takes a value back.

    What is said to be another number than before is sure, so that a range of it is taken back. The
    vocabulary is that of the rules whose questions the changes may answer by name.

    A path is the name of an attribute, after `<workload>.` when it is one of a workload, or the
    keys that lead to it from the top of the plan: `facility.pue`, `workloads[0].precision`,
    `parameters.own_min_utilization`.

    Raises
    ------
    UsageError
        When a path leads nowhere.
    PlanError
        When the changed plan cannot be used.
    """
    data = plan.model_dump(mode="json", exclude_none=True)
    for path, value in changes.items():
        _put(data, keys_of(plan, path, vocabulary), value, path)
    _take_back_ranges(plan, data)
    return plan_from_dict(data, "changed plan")


def plain_changes(changes: Mapping[str, Any]) -> dict[str, Any]:
    """The same changes as plain data, however a program holds them."""
    return {path: _plain(value) for path, value in changes.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_none=True)
    if isinstance(value, np.generic | np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value


def _take_back_ranges(plan: Plan, data: dict[str, Any]) -> None:
    quotes = {w.id: [quote.name for quote in w.quotes] for w in plan.workloads}
    ranges = data.get(SECTION)
    for name in plan.uncertain or {}:
        target = target_of(name, quotes)
        assert target is not None, "a plan is checked when it is made"
        number = number_stated(data, target)
        if number not in (None, number_stated(plan, target)) and isinstance(ranges, dict):
            ranges.pop(name, None)


def keys_of(plan: Plan, path: str, vocabulary: Vocabulary = NOTHING) -> Keys:
    """The keys that lead to what a path names.

    Raises
    ------
    UsageError
        When it names nothing.
    """
    if not _PATH.fullmatch(path):
        message = f"`{path}` is no path in a plan"
        raise UsageError(Problem("bad-path", message, "", "write `workload.attribute`"))
    of_plan, of_workload = (places_of(vocabulary, of) for of in (Entity.PLAN, Entity.WORKLOAD))
    if path in of_plan:
        return of_plan[path]
    if path in of_workload:
        return ("workloads", _only(plan, path), *of_workload[path])
    steps = tuple(int(at) if at else name for name, at in _STEP.findall(path))
    known = (*of_plan, *(f"{w.id}.{name}" for w in plan.workloads for name in of_workload))
    return _from_workload(plan, steps, of_workload) or _from_top(steps, path, known)


def _only(plan: Plan, attribute: str) -> int:
    if len(plan.workloads) == 1:
        return 0
    names = " or ".join(f"`{w.id}.{attribute}`" for w in plan.workloads[:3])
    message = f"`{attribute}` is said of each workload"
    raise UsageError(Problem("which-workload", message, "", f"write {names}"))


def _from_workload(plan: Plan, steps: Keys, places: Mapping[str, Place]) -> Keys:
    ids = [workload.id for workload in plan.workloads]
    head, *rest = steps
    if head not in ids or not rest:
        return ()
    place = places.get(str(rest[0]), ()) if len(rest) == 1 else ()
    return ("workloads", ids.index(str(head)), *(place or rest))


def _from_top(steps: Keys, path: str, known: Iterable[str]) -> Keys:
    if steps[0] in Plan.model_fields:
        return steps
    message = f"a plan has no `{path}`"
    hint = nearest(path, (*Plan.model_fields, *known))
    raise UsageError(Problem("unknown-path", message, "", hint))


def _put(data: Any, keys: Keys, value: Any, path: str) -> None:
    last = keys[-1]
    for key, following in pairwise(keys):
        data = _step(data, key, path, {} if isinstance(following, str) else [])
    if isinstance(data, dict) and isinstance(last, str):
        data[last] = value
        if value is None:
            del data[last]
    elif isinstance(data, list) and isinstance(last, int) and last < len(data):
        data[last] = value
    else:
        raise _nowhere(path)


def _step(data: Any, key: str | int, path: str, fresh: Any) -> Any:
    if isinstance(data, dict) and isinstance(key, str):
        return data.setdefault(key, fresh)
    if isinstance(data, list) and isinstance(key, int) and key < len(data):
        return data[key]
    raise _nowhere(path)


def _nowhere(path: str) -> UsageError:
    return UsageError(Problem("unknown-path", f"`{path}` leads nowhere in this plan"))
