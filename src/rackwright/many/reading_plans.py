"""Plans into stated rows, with everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from rackwright.errors import PlanError, Problem, UsageError
from rackwright.facts.answers import Said
from rackwright.facts.load import sound_plan
from rackwright.facts.plan import Plan
from rackwright.facts.uncertain import SECTION
from rackwright.frames import Column, encode, unknown_column
from rackwright.many.cells import Cells, Rows, cells_of
from rackwright.many.faults import Faults
from rackwright.many.fields import Refusal
from rackwright.many.grouping import Groups, sound_plans
from rackwright.many.stated_rows import Lot, Numbered, StatedRows
from rackwright.offers import PlacedQuote, quotes_of
from rackwright.records import PLAN_SUBJECT, Entity, Value, parameter_id
from rackwright.rulebook.model import Rulebook
from rackwright.rulebook.overrides import parameter_faults
from rackwright.stated import (
    CATALOGUED,
    answer,
    fact_points,
    listed_price,
    parameter_points,
    price_points,
)
from rackwright.uncertainty import inputs_of


@dataclass(eq=False, slots=True)
class _Said:
    """The rows on which something is stated of an attribute, and what."""

    rows: list[int] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)

    def add(self, row: int, value: Value) -> None:
        """Take in one value."""
        self.rows.append(row)
        self.values.append(value)


def plans_among(said: object) -> tuple[Plan, ...] | None:
    """What should be plans, kept apart from the caller's own list; None for a table."""
    if not isinstance(said, Sequence) or isinstance(said, str | bytes):
        return None
    return tuple(said)


def read_plans(plans: Sequence[Plan], rulebook: Rulebook, faults: Faults) -> StatedRows:
    """What plans state, one row a workload; the rows of plans with a fault are left out.

    Raises
    ------
    UsageError
        When something among them is no plan.
    PlanError
        When there is none, or one was made past the checks of its fields.
    """
    plans = _checked(plans)
    starts = np.append(0, np.cumsum([len(plan.workloads) for plan in plans]))
    said = _facts(plans, starts, rulebook, faults)
    _check_uncertain(plans, starts, rulebook, faults)
    varied = _parameters(plans, starts, rulebook, faults)
    _vary_prices(varied, plans, rulebook)
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


def _checked(plans: Sequence[Plan]) -> list[Plan]:
    if not len(plans):
        raise PlanError(Problem("empty-table", "there are no plans", ""))
    for at, plan in enumerate(plans):
        if not isinstance(plan, Plan):
            hint = "make one with `load_plan`, `parse_plan` or `plan_from_dict`"
            raise UsageError(Problem("not-a-plan", f"entry {at} is no plan", f"plans[{at}]", hint))
    return [sound_plan(plan, f"plans[{at}]") for at, plan in enumerate(plans)]


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
        for subject, name, value in _stated(plan):
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


def _stated(plan: Plan) -> Iterator[tuple[str, str, Value]]:
    for subject, name, value, _ in plan.facts():
        yield subject, name, value
    for point in fact_points(plan):
        yield point.target.subject, point.target.name, point.value


def _column(name: str, said: _Said, n_plans: int, n_rows: int, rulebook: Rulebook) -> Column:
    attribute = rulebook.vocabulary[name]
    values = unknown_column(attribute, n_plans if attribute.of is Entity.PLAN else n_rows)
    values[said.rows] = [encode(attribute, value) for value in said.values]
    return values


def _parameters(
    plans: Sequence[Plan], starts: Rows, rulebook: Rulebook, faults: Faults
) -> dict[str, Column]:
    """For each parameter of which some plan has its own value the value of every plan."""
    varied: dict[str, Column] = {}
    for at, plan in enumerate(plans):
        points = parameter_points(plan, rulebook).items()
        own = {**plan.parameters, **{name: point.value for name, point in points}}
        for name, value in own.items():
            if problems := list(parameter_faults(name, value, rulebook)):
                _refuse("parameters", problems, np.arange(starts[at], starts[at + 1]), faults)
            else:
                usual = rulebook.parameters[name].value
                key = parameter_id(name)
                varied.setdefault(key, np.full(len(plans), usual))[at] = value
    return varied


def _vary_prices(varied: dict[str, Column], plans: Sequence[Plan], rulebook: Rulebook) -> None:
    """Put in each price of which some plan has a range of its own, as the price of every plan."""
    for at, plan in enumerate(plans):
        for ref, point in price_points(plan, rulebook).items():
            usual = listed_price(ref, rulebook)
            varied.setdefault(ref, np.full(len(plans), usual))[at] = point.value


def _check_uncertain(
    plans: Sequence[Plan], starts: Rows, rulebook: Rulebook, faults: Faults
) -> None:
    for at, plan in enumerate(plans):
        try:
            inputs_of(plan, rulebook)
        except PlanError as error:
            rows = np.arange(starts[at], starts[at + 1])
            _refuse(SECTION, error.problems, rows, faults)


def _refuse(column: str, problems: Iterable[Problem], rows: Rows, faults: Faults) -> None:
    for problem in problems:
        faults.add(column, Refusal(problem.code, problem.message, problem.hint), rows)


def _quotes(plans: Sequence[Plan], kept: Rows) -> tuple[PlacedQuote, ...]:
    quotes = []
    start = 0
    for at in kept.tolist():
        quotes += [
            replace(one, workload=start + one.workload, where=f"plans[{at}].{one.where}")
            for one in quotes_of(plans[at])
        ]
        start += len(plans[at].workloads)
    return tuple(quotes)
