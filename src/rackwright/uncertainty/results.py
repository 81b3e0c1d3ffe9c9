"""What is kept of every draw: what was decided, which device was chosen, the main figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rackwright.frames import Column, Frame
from rackwright.records import Entity, Scope
from rackwright.rulebook.model import Kind, Rulebook

Key = tuple[str, str]
"""A subject and an attribute."""

DEVICE = "device"
FIGURES: Mapping[Entity, tuple[str, ...]] = {
    Entity.WORKLOAD: (
        "memory_need_gib",
        "devices_needed",
        "power_kw",
        "own_total_cost",
        "cloud_total_cost",
        "hosted_total_cost",
        "own_monthly_cost",
        "hosted_monthly_cost",
        "cloud_month_as_used",
        "break_even_utilization",
        "break_even_months",
        "decided_spend",
    ),
    Entity.PLAN: ("on_site_power_kw", "plan_least_cost", "plan_cost", "budget_margin"),
}
"""The costs and main figures whose spread is told, by what they are of."""


@dataclass(frozen=True, eq=False, slots=True)
class Results:
    """One value a draw, encoded as frames hold them, by subject and attribute."""

    decided: Mapping[Key, Column]
    figures: Mapping[Key, Column]


def results_of(
    plans: Frame, copies: Frame, stated: Mapping[Entity, Frame], rulebook: Rulebook
) -> Results:
    """What all stages have found for the copies of a plan, subject by subject."""
    decided: dict[Key, Column] = {}
    figures: dict[Key, Column] = {}
    for of, frame in ((Entity.WORKLOAD, copies), (Entity.PLAN, plans)):
        subjects = stated[of].subjects
        for at, subject in enumerate(subjects):
            rows = slice(at, None, len(subjects))
            for name in _decided(of, rulebook):
                if name == DEVICE or stated[of].value(at, name) is None:
                    decided[subject, name] = frame.get(name)[rows]
            for name in FIGURES[of]:
                if name in rulebook.vocabulary:
                    figures[subject, name] = frame.get(name)[rows]
    return Results(decided, figures)


def joined(parts: Sequence[Results]) -> Results:
    """The results of several lots of draws, one after the other."""
    return Results(
        {key: np.concatenate([part.decided[key] for part in parts]) for key in parts[0].decided},
        {key: np.concatenate([part.figures[key] for part in parts]) for key in parts[0].figures},
    )


def _decided(of: Entity, rulebook: Rulebook) -> Iterator[str]:
    """The decisions about one kind of thing, in order of evaluation; the device among them."""
    told = of is not Entity.WORKLOAD or DEVICE not in rulebook.vocabulary
    for decision in rulebook.decisions:
        if not told and decision.scope is Scope.PLACEMENT:
            told = True
            yield DEVICE
        kind = rulebook.vocabulary[decision.attribute].kind
        if decision.of is of and kind is not Kind.NUMBER:
            yield decision.attribute
    if not told:
        yield DEVICE
