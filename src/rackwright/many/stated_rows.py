"""Workloads of many plans as encoded columns, and the frames of some of the plans."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from rackwright.facts.load import plan_from_dict
from rackwright.facts.places import Place, places_of
from rackwright.facts.plan import Plan
from rackwright.frames import Column, Frame, OriginAt, decode
from rackwright.many.cells import Cells, Rows
from rackwright.many.fields import is_list
from rackwright.offers import PlacedQuote
from rackwright.records import Entity, Given, Value
from rackwright.rulebook.model import Attribute


class Numbered(Sequence[str]):
    """So many subjects, named by their number."""

    def __init__(self, n: int) -> None:
        self._rows = range(n)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, at: Any) -> Any:
        found = self._rows[at]
        return str(found) if isinstance(found, int) else [str(row) for row in found]


@dataclass(frozen=True, eq=False, slots=True)
class Lot:
    """What was stated of the workloads of some plans, without their names."""

    starts: Rows
    """Where the workloads of each plan begin, and where the last ones end."""
    of_plan: Mapping[str, Column]
    """One value a plan."""
    of_workload: Mapping[str, Column]
    """One value a workload."""
    quotes: tuple[PlacedQuote, ...] = ()
    """In order of workloads."""
    varied: Mapping[str, Column] = field(default_factory=dict)
    """Parameters of which plans have their own value, by their ids: one value a plan."""

    @property
    def n_plans(self) -> int:
        """How many plans there are."""
        return len(self.starts) - 1

    def lots(self, n_workloads: int) -> Iterator[Lot]:
        """The same in lots of whole plans, none larger unless one plan is."""
        first = 0
        while first < self.n_plans:
            end = int(np.searchsorted(self.starts, self.starts[first] + n_workloads, "right")) - 1
            last = max(end, first + 1)
            yield self._lot(first, last)
            first = last

    def frames(self, vocabulary: Mapping[str, Attribute]) -> tuple[Frame, Frame]:
        """The plans and the workloads, holding what was stated and nothing else."""
        belongs = np.repeat(np.arange(self.n_plans, dtype=np.intp), np.diff(self.starts))
        plans = Frame(Entity.PLAN, Numbered(self.n_plans), vocabulary)
        above = {Entity.PLAN: (plans, belongs)}
        workloads = Frame(Entity.WORKLOAD, Numbered(len(belongs)), vocabulary, above)
        plans.varied.update(self.varied)
        _put(plans, self.of_plan)
        _put(workloads, self.of_workload)
        return plans, workloads

    def _lot(self, first: int, last: int) -> Lot:
        start, end = int(self.starts[first]), int(self.starts[last])
        return Lot(
            self.starts[first : last + 1] - start,
            {name: values[first:last] for name, values in self.of_plan.items()},
            {name: values[start:end] for name, values in self.of_workload.items()},
            self._quotes(start, end),
            {name: values[first:last] for name, values in self.varied.items()},
        )

    def _quotes(self, start: int, end: int) -> tuple[PlacedQuote, ...]:
        begin, stop = (bisect_left(self.quotes, row, key=_workload) for row in (start, end))
        return tuple(replace(one, workload=one.workload - start) for one in self.quotes[begin:stop])


@dataclass(frozen=True, eq=False, slots=True)
class StatedRows:
    """What was stated of many workloads, and where it stands; those of a plan stand together."""

    stated: Lot
    rows: Rows
    """For each workload its row in the table that it comes from."""
    names: Cells
    """The name of each workload's plan."""
    ids: Cells
    """The id of each workload."""

    def plan(self, at: int, vocabulary: Mapping[str, Attribute]) -> Plan:
        """One plan as its user would have written it."""
        said = self.stated
        of_plan, of_workload = (places_of(vocabulary, of) for of in (Entity.PLAN, Entity.WORKLOAD))
        data = _nested(said.of_plan, at, of_plan, vocabulary)
        workloads = [
            {"id": self.ids.values[self.ids.codes[row]]}
            | _nested(said.of_workload, row, of_workload, vocabulary)
            for row in range(int(said.starts[at]), int(said.starts[at + 1]))
        ]
        return plan_from_dict({**data, "workloads": workloads})


def _workload(one: PlacedQuote) -> int:
    return one.workload


def _put(frame: Frame, columns: Mapping[str, Column]) -> None:
    for name, values in columns.items():
        frame.put(name, values, _stated(name))


def _stated(name: str) -> OriginAt:
    return lambda _row: Given(name)


def _nested(
    columns: Mapping[str, Column],
    row: int,
    places: Mapping[str, Place],
    vocabulary: Mapping[str, Attribute],
) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name, values in columns.items():
        value = decode(vocabulary[name], values[row])
        if value is not None:
            inner = data
            for key in places[name][:-1]:
                inner = inner.setdefault(key, {})
            inner[places[name][-1]] = _cell(name, value)
    return data


def _cell(name: str, value: Value) -> Any:
    """A fact as a plan writes it."""
    return value.split(", ") if is_list(name) and isinstance(value, str) else value
