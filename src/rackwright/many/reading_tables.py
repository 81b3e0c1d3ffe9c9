"""A table of workloads into stated rows, with everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import numpy as np

from rackwright.errors import Problem
from rackwright.facts.hints import field_hint
from rackwright.facts.values import quoted
from rackwright.facts.workload import WHOLES
from rackwright.frames import Column, decode, known
from rackwright.many.cells import Cells, RawColumn, Rows, renamed
from rackwright.many.checked import checked, report
from rackwright.many.faults import Faults
from rackwright.many.fields import (
    ID,
    NEEDS,
    PLAN,
    Field,
    Refusal,
    as_name,
    fields_of,
    plan_name,
    stated_id,
    together,
)
from rackwright.many.grouping import (
    Groups,
    agreed,
    check_ids,
    check_sizes,
    grouped,
    sound_plans,
)
from rackwright.many.stated_rows import Lot, Numbered, StatedRows
from rackwright.records import Entity
from rackwright.rulebook.model import Rulebook

Columns = dict[str, Column]


def read_table(raw: Mapping[str, RawColumn], rulebook: Rulebook, faults: Faults) -> StatedRows:
    """What the rows of a table state; the rows of plans with a fault are left out.

    Raises
    ------
    PlanError
        When the table has no rows.
    """
    fields = fields_of(rulebook)
    n_rows = max(map(len, raw.values()), default=0)
    faults.of_table += column_problems(raw, fields)
    if not n_rows:
        faults.of_table.append(Problem("empty-table", "the table has no rows", "table"))
        faults.raise_for_table()
    plan, ids = (_names(raw, name) for name in (PLAN, ID))
    groups = grouped(plan, n_rows)
    columns = {
        name: checked(fields[name], column, rulebook, faults)
        for name, column in raw.items()
        if name in fields
    }
    _check_said(PLAN, plan, faults)
    _check_said(ID, ids, faults)
    names = _plan_names(plan, n_rows, faults)
    ids = _ids(ids, groups, faults)
    _check_together(columns, fields, faults)
    of_plan = {
        name: agreed(fields[name], column, groups, faults)
        for name, column in columns.items()
        if fields[name].of is Entity.PLAN
    }
    check_sizes(groups, faults)
    kept = sound_plans(groups, faults)
    of_workload = {n: c for n, c in columns.items() if fields[n].of is Entity.WORKLOAD}
    return _kept(groups, kept, of_plan, of_workload, names, ids)


def _kept(
    groups: Groups,
    kept: Column,
    of_plan: Columns,
    of_workload: Columns,
    names: Cells,
    ids: Cells,
) -> StatedRows:
    rows = groups.rows[kept[groups.of_row]]
    stated = Lot(
        np.append(0, np.cumsum(np.diff(groups.starts)[kept])),
        {name: column[kept] for name, column in of_plan.items()},
        {name: column[rows] for name, column in of_workload.items()},
    )
    return StatedRows(stated, rows, names.taken(rows), ids.taken(rows))


def column_problems(names: Collection[str], fields: Mapping[str, Field]) -> Iterator[Problem]:
    """What is wrong with the columns of a table by their names."""
    known_names = (*fields, PLAN, ID)
    for name in names:
        if name not in known_names:
            message = f"there is no attribute {quoted(name)} that a column could state"
            where = f"column {quoted(name)}"
            yield Problem("unknown-column", message, where, field_hint(name, known_names))
        if NEEDS.get(name, name) not in names:
            message = f"`{name}` needs a column `{NEEDS[name]}` beside it"
            yield Problem("missing-column", message, f"column `{name}`")
    if not any(name in fields for name in names):
        hint = "name at least one attribute of workloads, such as `stage` or `model`"
        yield Problem("missing-column", "no column states an attribute", "table", hint)


def _names(raw: Mapping[str, RawColumn], name: str) -> Cells | None:
    """A column of names as texts; whole numbers count as such."""
    column = raw.get(name)
    if column is None:
        return None
    assert isinstance(column, Cells)
    return renamed(column, column.mapped(as_name))


def _check_said(name: str, cells: Cells | None, faults: Faults) -> None:
    if cells is not None:
        refusal = Refusal("missing-value", f"`{name}` is empty", "name it, or drop the column")
        faults.add(name, refusal, np.flatnonzero(cells.codes < 0))


def _plan_names(plan: Cells | None, n_rows: int, faults: Faults) -> Cells:
    """The name of each row's plan; where the table has none, the row itself."""
    if plan is None:
        return Cells(Numbered(n_rows), np.arange(n_rows))
    said = plan.mapped(plan_name)
    report(PLAN, plan, said, faults)
    known_names = [None if isinstance(one, Refusal) else one for one in said]
    return renamed(plan, known_names) if None in known_names else plan


def _ids(ids: Cells | None, groups: Groups, faults: Faults) -> Cells:
    """The id of each row; where the table has none, its place in its plan."""
    if ids is None:
        place = np.empty(len(groups.rows), dtype=np.intp)
        place[groups.rows] = np.arange(len(groups.rows)) - groups.starts[groups.of_row]
        return Cells([f"workload-{at + 1}" for at in range(int(place.max(initial=-1)) + 1)], place)
    said = ids.mapped(stated_id)
    report(ID, ids, said, faults)
    found = renamed(ids, [None if isinstance(one, Refusal) else one for one in said])
    check_ids(found, groups, faults)
    return found


def _check_together(columns: Columns, fields: Mapping[str, Field], faults: Faults) -> None:
    for part, whole in WHOLES.items():
        if part in columns and whole in columns:
            rows = np.flatnonzero(columns[part] > columns[whole])
            _refuse_together(part, (part, whole), rows, columns, fields, faults)
    for name, needed in NEEDS.items():
        if name in columns and needed in columns:
            said, beside = (known(fields[n].attribute.kind, columns[n]) for n in (name, needed))
            rows = np.flatnonzero(said & ~beside)
            _refuse_together(name, (name,), rows, columns, fields, faults)


def _refuse_together(
    column: str,
    names: tuple[str, ...],
    rows: Rows,
    columns: Columns,
    fields: Mapping[str, Field],
    faults: Faults,
) -> None:
    for row in rows.tolist():
        said = {name: decode(fields[name].attribute, columns[name][row]) for name in names}
        refusal = together(said)
        if refusal is not None:
            faults.add(column, refusal, np.array([row]))
