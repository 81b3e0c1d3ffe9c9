"""The frames of one plan many times over, each copy with numbers of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from rackwright.facts.uncertain import Of
from rackwright.frames import Column, Frame, OriginAt, unknown_column
from rackwright.offers import PlacedQuote
from rackwright.records import PLAN_SUBJECT, Entity, Given
from rackwright.uncertainty.draws import Numbers
from rackwright.uncertainty.inputs import Input


def copied(
    plan: Frame, workloads: Frame, inputs: Sequence[Input], draws: Mapping[str, Numbers], n: int
) -> tuple[Frame, Frame]:
    """Stated frames `n` times over, copy after copy, holding the draws of the inputs.

    `draws` has `n` numbers an input, by its id. Draws of facts are put into columns; those of
    parameters, prices and quotes go with the plans.
    """
    plans = _repeated(plan, n, {})
    above = {Entity.PLAN: (plans, np.repeat(np.arange(n, dtype=np.intp), len(workloads)))}
    copies = _repeated(workloads, n, above)
    for one in inputs:
        if one.target.of is not Of.FACT:
            plans.varied[one.id] = draws[one.id]
        elif one.target.subject == PLAN_SUBJECT:
            _put(plans, one, draws[one.id], slice(None))
        else:
            at = list(workloads.subjects).index(one.target.subject)
            _put(copies, one, draws[one.id], slice(at, None, len(workloads)))
    return plans, copies


def copied_quotes(
    quotes: Sequence[PlacedQuote], n_workloads: int, n: int
) -> tuple[PlacedQuote, ...]:
    """The quotes of one plan, once for each copy of it."""
    return tuple(
        replace(one, workload=copy * n_workloads + one.workload)
        for copy in range(n if quotes else 0)
        for one in quotes
    )


def _repeated(frame: Frame, n: int, parents: dict[Entity, tuple[Frame, Column]]) -> Frame:
    copies = Frame(frame.of, tuple(frame.subjects) * n, frame.vocabulary, parents)
    for name, values in frame.columns.items():
        copies.put(name, np.tile(values, n), _first(frame, name))
    return copies


def _first(frame: Frame, name: str) -> OriginAt:
    def origin(row: int) -> Given:
        fact = frame.fact(row % len(frame), name)
        assert fact is not None
        assert isinstance(fact.origin, Given)
        return fact.origin

    return origin


def _put(frame: Frame, one: Input, numbers: Numbers, rows: slice) -> None:
    name = one.target.name
    known = name in frame.columns
    values = frame.columns[name] if known else unknown_column(frame.vocabulary[name], len(frame))
    values[rows] = numbers
    frame.put(name, values, lambda _row: Given(f"uncertain.{one.name}"))
