"""A table takes exactly the cells that a plan takes, and says the same of those it does not."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rackwright import PlanError, plan_from_dict
from rackwright.knowledge import default_rules
from rackwright.many import advise_many
from rackwright.many.cells import says_nothing
from rackwright.many.checked import checked
from rackwright.many.faults import Faults
from rackwright.many.fields import Field, fields_of
from rackwright.records import Entity

RULES = default_rules()
FIELDS = fields_of(RULES)
NUMBERS = sorted(name for name, field in FIELDS.items() if field.limits is not None)
OTHERS = sorted(set(FIELDS) - set(NUMBERS) - {"model", "intended_device"})
WORDS = st.sampled_from(
    ("inference", "yes", "no", "TWD", "pytorch", "pytorch;jax", "Taiwan", "none", "3", "a" * 300)
)


def near(field: Field) -> st.SearchStrategy[float]:
    """Numbers at the limits, just beside them, and anywhere."""
    limits = field.limits
    assert limits is not None
    edges = [edge for edge in (limits.least, limits.most, 0.0, 1.0) if math.isfinite(edge)]
    beside = [math.nextafter(edge, way) for edge in edges for way in (-math.inf, math.inf)]
    steps = [edge + step for edge in edges for step in (-1.0, -0.5, 0.5, 1.0)]
    anywhere = st.floats(allow_nan=False)
    return st.sampled_from([*edges, *beside, *steps, math.inf, -math.inf, -0.0]) | anywhere


def said_by_plan(field: Field, cell: Any) -> tuple[str, str, str] | None:
    """What is wrong with the cell in a plan."""
    data: dict[str, Any] = {}
    inner = data
    for key in field.place[:-1]:
        inner = inner.setdefault(key, {"device": "x"} if key == "intended" else {})
    inner[field.place[-1]] = cell
    workload = data if field.of is Entity.WORKLOAD else {}
    plan = {"workloads": [{"id": "w", **workload}], **({} if workload else data)}
    try:
        plan_from_dict(plan)
    except PlanError as error:
        first = error.problems[0]
        return first.code, first.message, first.hint
    return None


def said_by_table(field: Field, column: Any) -> tuple[str, str, str] | None:
    faults = Faults()
    checked(field, column, RULES, faults)
    refused = [fault.refusal for fault in faults.of_rows]
    return (refused[0].code, refused[0].message, refused[0].hint) if refused else None


@pytest.mark.parametrize("name", NUMBERS)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_a_number_is_taken_when_a_plan_takes_it(name: str, data: st.DataObject) -> None:
    number = data.draw(near(FIELDS[name]))

    found = said_by_table(FIELDS[name], np.array([np.nan, number]))
    assert found == said_by_plan(FIELDS[name], number)


@pytest.mark.parametrize("name", OTHERS)
@settings(deadline=None, max_examples=25)
@given(cell=WORDS | st.booleans() | st.integers(-2, 4) | st.text(max_size=5))
@example(cell=1.0)
def test_a_cell_is_taken_when_a_plan_takes_it(name: str, cell: Any) -> None:
    if says_nothing(cell):
        return
    try:
        advise_many({"stage": ["inference"], name: [cell]})
        found = None
    except PlanError as error:
        first = error.problems[0]
        found = first.code, first.message, first.hint

    in_list = name in ("frameworks", "user_regions") and isinstance(cell, str)
    said = [part.strip() for part in cell.split(";")] if in_list else cell
    assert found == said_by_plan(FIELDS[name], said)
