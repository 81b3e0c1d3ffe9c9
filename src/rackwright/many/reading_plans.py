"""Plans into stated rows, with everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from rackwright.errors import PlanError, Problem, UsageError
from rackwright.facts.answers import Said
from rackwright.facts.plan import Plan
from rackwright.frames import Column, encode, unknown_column
from rackwright.many.cells import Cells, Rows, cells_of
from rackwright.many.faults import Faults
from rackwright.many.fields import Refusal
from rackwright.many.grouping import Groups, sound_plans
from rackwright.many.stated_rows import Lot, Numbered, StatedRows
from rackwright.offers import PlacedQuote, quotes_of
from rackwright.records import PLAN_SUBJECT, Entity, Value, parameter_id
from rackwright.rulebook.model import Rulebook
from rackwright.rulebook.overrides import with_parameters
from rackwright.stated import CATALOGUED, answer


@dataclass(eq=False, slots=True)
class _Said:
    """The rows on which something is stated of an attribute, and what."""

    rows: list[int] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)

    def add(self, row: int, value: Value) -> None:
        """Take in one value."""
        self.rows.append(row)
        self.values.append(value)


def read_plans(plans: Sequence[Plan], rulebook: Rulebook, faults: Faults) -> StatedRows:
    """What plans state, one row a workload; the rows of plans with a fault are left out.

    Raises
    ------
    UsageError
        When something among them is no plan.
    PlanError
        When there is none.
    """
    _check(plans)
    starts = np.append(0, np.cumsum([len(plan.workloads) for plan in plans]))
    said = _facts(plans, starts, rulebook, faults)
    varied = _parameters(plans, starts, rulebook, faults)
    n_rows = int(starts[-1])
    groups = Groups(np.arange(n_rows), starts)
    kept = sound_plans(groups, faults)
    rows = groups.rows[kept[groups.of_row]]
    columns = {name: _column(name, one, len(plans), n_rows, rulebook) for name, one in said.items()}
    of = {name: rulebook.vocabulary[name].of for name in columns}
    ids = [workload.id for plan in plans for workload in plan.workloads]
    stated = Lot(
        np.append(0, np.cumsum(np.diff(starts)[kept])),
        {name: c[kept] for name, c in columns.items() if of[name] is Entity.PLAN},
        {name: c[rows] for name, c in columns.items() if of[name] is Entity.WORKLOAD},
        _quotes(plans, np.flatnonzero(kept)),
        {name: values[kept] for name, values in varied.items()},
    )
    names = Cells(Numbered(len(plans)), groups.of_row[rows])
    return StatedRows(stated, rows, names, cells_of(ids).taken(rows))


def _check(plans: Sequence[Plan]) -> None:
    if not len(plans):
        raise PlanError(Problem("empty-table", "there are no plans", ""))
    for at, plan in enumerate(plans):
        if not isinstance(plan, Plan):
            hint = "make one with `load_plan`, `parse_plan` or `plan_from_dict`"
            raise UsageError(Problem("not-a-plan", f"entry {at} is no plan", f"plans[{at}]", hint))


def _facts(
    plans: Sequence[Plan], starts: Rows, rulebook: Rulebook, faults: Faults
) -> dict[str, _Said]:
    said: dict[str, _Said] = {}

    @cache
    def found(table: str, name: str) -> str | Refusal:
        try:
            return rulebook.catalog.find(table, name).id
        except UsageError as error:
            (problem,) = error.problems
            return Refusal(problem.code, problem.message, problem.hint)

    for at, plan in enumerate(plans):
        row_of = {w.id: row for row, w in enumerate(plan.workloads, int(starts[at]))}
        for subject, name, value, _ in plan.facts():
            known = found(CATALOGUED[name], str(value)) if name in CATALOGUED else value
            row = at if subject == PLAN_SUBJECT else row_of[subject]
            if isinstance(known, Refusal):
                faults.add(name, known, np.array([row]))
            else:
                said.setdefault(name, _Said()).add(row, known)
        for subject, name, words, _ in plan.answered():
            row = at if subject == PLAN_SUBJECT else row_of[subject]
            known = _answer(rulebook, subject, name, words)
            if isinstance(known, Refusal):
                faults.add(name, known, np.array([row]))
            else:
                said.setdefault(name, _Said()).add(row, known)
    return said


def _answer(rulebook: Rulebook, subject: str, name: str, words: Said) -> Value | Refusal:
    try:
        return answer(rulebook, subject, name, words)
    except PlanError as error:
        (problem,) = error.problems
        return Refusal(problem.code, problem.message, problem.hint)


def _column(name: str, said: _Said, n_plans: int, n_rows: int, rulebook: Rulebook) -> Column:
    attribute = rulebook.vocabulary[name]
    values = unknown_column(attribute, n_plans if attribute.of is Entity.PLAN else n_rows)
    values[said.rows] = [encode(attribute, value) for value in said.values]
    return values


def _parameters(
    plans: Sequence[Plan], starts: Rows, rulebook: Rulebook, faults: Faults
) -> Mapping[str, Column]:
    """For each parameter of which some plan has its own value the value of every plan."""
    varied: dict[str, Column] = {}
    for at, plan in enumerate(plans):
        for name, value in plan.parameters.items():
            if name in rulebook.parameters:
                usual = rulebook.parameters[name].value
                key = parameter_id(name)
                varied.setdefault(key, np.full(len(plans), usual))[at] = value
            else:
                rows = np.arange(starts[at], starts[at + 1])
                faults.add("parameters", _no_parameter(name, value, rulebook), rows)
    return varied


def _no_parameter(name: str, value: float, rulebook: Rulebook) -> Refusal:
    try:
        with_parameters(rulebook, {name: value})
    except PlanError as error:
        (problem,) = error.problems
        return Refusal(problem.code, problem.message, problem.hint)
    raise AssertionError(name)


def _quotes(plans: Sequence[Plan], kept: Rows) -> tuple[PlacedQuote, ...]:
    quotes = []
    start = 0
    for at in kept.tolist():
        quotes += [
            PlacedQuote(start + one.workload, one.quote, f"plans[{at}].{one.where}")
            for one in quotes_of(plans[at])
        ]
        start += len(plans[at].workloads)
    return tuple(quotes)
