"""In what a table of advice differs from the advice on one of its rows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from rackwright.advice import Advice
from rackwright.facts.plan import Plan
from rackwright.many import AdviceTable
from rackwright.records import PLAN_SUBJECT, Entity, Value

NAMES = ("row", "plan", "id")


def plain(table: AdviceTable) -> dict[str, list[Any]]:
    """The columns as lists."""
    return {name: column.tolist() for name, column in table.items()}


def differences(columns: dict[str, list[Any]], at: int, advice: Advice) -> Iterator[str]:
    """Every column whose cell is not what the advice says of the same workload."""
    workload = columns["id"][at]
    for name in columns:
        if name not in NAMES:
            expected, found = _value(advice, workload, name), columns[name][at]
            if not _same(expected, found):
                yield f"{workload}.{name}: {expected!r} became {found!r}"


def _value(advice: Advice, workload: str, name: str) -> Value | None:
    assessment = advice.assessment
    chosen = assessment.chosen(workload)
    if name == "verdict_rule":
        held = assessment.firings(chosen, "verdict") if chosen else ()
        return next((firing.rule for firing in held if not firing.overruled), None)
    of = assessment.rulebook.vocabulary[name].of
    subject = {Entity.PLAN: PLAN_SUBJECT, Entity.OPTION: chosen}.get(of, workload)
    return None if subject is None else assessment.value(subject, name)


def _same(expected: Value | None, found: Any) -> bool:
    if isinstance(expected, tuple):
        return isinstance(found, str) and set(filter(None, found.split(";"))) == set(expected)
    if isinstance(found, float) and math.isnan(found):
        return expected is None
    return bool(expected == found) and isinstance(expected, bool) is isinstance(found, bool)


def as_table(plans: list[Plan]) -> dict[str, np.ndarray[Any, Any]]:
    """The facts of plans as columns, one row a workload; quotes and parameters are left out."""
    rows = [(at, w.id) for at, plan in enumerate(plans) for w in plan.workloads]
    place = {key: row for row, key in enumerate(rows)}
    columns: dict[str, list[Any]] = {
        "plan": [f"plan {at}" for at, _ in rows],
        "id": [workload for _, workload in rows],
        "stage": [None] * len(rows),
    }
    for at, plan in enumerate(plans):
        for subject, name, value, _ in plan.facts():
            column = columns.setdefault(name, [None] * len(rows))
            of_plan = subject == PLAN_SUBJECT
            for row in [place[at, w.id] for w in plan.workloads if of_plan or w.id == subject]:
                column[row] = _cell(name, value)
    return {name: np.array([*cells, None], dtype=object)[:-1] for name, cells in columns.items()}


def _cell(name: str, value: Value) -> Any:
    if name == "user_regions":
        return str(value).split(", ")
    return ";".join(value) if isinstance(value, tuple) else value
