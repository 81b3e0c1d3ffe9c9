"""Rows of a table into plans: which rows stand together, and what must hold among them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rackwright.facts.plan import MAX_WORKLOADS
from rackwright.frames import Column, known, unknown_column
from rackwright.many.cells import Cells, Rows
from rackwright.many.faults import Fault, Faults
from rackwright.many.fields import ID, PLAN, Field, Refusal


@dataclass(frozen=True, eq=False, slots=True)
class Groups:
    """The rows of a table in an order in which those of one plan stand together."""

    rows: Rows
    """Rows of the table, plan by plan in order of their first rows."""
    starts: Rows
    """Where each plan begins among these rows, and where the last one ends."""

    @property
    def of_row(self) -> Rows:
        """For each of these rows the number of its plan."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


def grouped(plan: Cells | None, n_rows: int) -> Groups:
    """The plans that rows form: those with one name, or each row on its own."""
    if plan is None:
        return Groups(np.arange(n_rows), np.arange(n_rows + 1))
    codes = np.where(plan.codes < 0, len(plan.values) + np.arange(n_rows), plan.codes)
    _, first, which = np.unique(codes, return_index=True, return_inverse=True)
    at = first[which]
    rows = np.argsort(at, kind="stable")
    begins = np.flatnonzero(np.diff(at[rows], prepend=-1))
    return Groups(rows, np.append(begins, n_rows))


def agreed(field: Field, column: Column, groups: Groups, faults: Faults) -> Column:
    """The one value that each plan has for an attribute of plans; rows must not contradict."""
    ordered = column[groups.rows]
    said = known(field.attribute.kind, ordered)
    numbers = np.where(said, ordered, np.nan).astype(np.float64)
    begins = groups.starts[:-1]
    least, most = (extreme.reduceat(numbers, begins) for extreme in (np.fmin, np.fmax))
    torn = (least != most) & ~np.isnan(least)
    if torn.any():
        message = f"`{field.name}` differs within one plan"
        hint = "it belongs to the plan as a whole: give all of its rows the same value"
        refusal = Refusal("plan-disagrees", message, hint)
        faults.add(field.name, refusal, groups.rows[torn[groups.of_row]])
    unknown = unknown_column(field.attribute, 1)
    return np.where(np.isnan(least), unknown, np.nan_to_num(least).astype(unknown.dtype))


def check_ids(ids: Cells, groups: Groups, faults: Faults) -> None:
    """Refuse ids that occur twice in one plan."""
    codes = ids.codes[groups.rows]
    keys = groups.of_row * (len(ids.values) + 1) + codes
    order = np.argsort(keys, kind="stable")
    again = np.flatnonzero((np.diff(keys[order]) == 0) & (codes[order][1:] >= 0)) + 1
    for row in groups.rows[order[again]].tolist():
        message = f"`{ids.values[ids.codes[row]]}` is already the id of another row of the plan"
        faults.add(ID, Refusal("repeated-id", message, "choose another"), np.array([row]))


def check_sizes(groups: Groups, faults: Faults) -> None:
    """Refuse plans of more workloads than a plan may have."""
    large = np.diff(groups.starts) > MAX_WORKLOADS
    if large.any():
        message = f"a plan has more than {MAX_WORKLOADS} rows"
        refusal = Refusal("too-long", message, f"rows with one value of `{PLAN}` form one plan")
        faults.add(PLAN, refusal, groups.rows[large[groups.of_row]])


def sound_plans(groups: Groups, faults: Faults) -> NDArray[np.bool_]:
    """The plans of which no row is refused; the other rows of a refused one are lost with it."""
    bad = faults.bad(len(groups.rows))
    lost = np.logical_or.reduceat(bad[groups.rows], groups.starts[:-1])
    others = groups.rows[lost[groups.of_row] & ~bad[groups.rows]]
    if len(others):
        refusal = Refusal("plan-rejected", "another row of the same plan is rejected", "mend that")
        faults.in_tow.append(Fault(PLAN, refusal, others))
    return np.asarray(~lost)
