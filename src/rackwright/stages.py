"""The order of the stages: the only module that knows it.

The same stages serve one plan, judged row by row with a trace, and a million, judged in columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rackwright.assessment import Frames
from rackwright.choose import Ranking, rank_options
from rackwright.frames import Frame, Subjects
from rackwright.grid import Grid
from rackwright.judge import Judge, Trace
from rackwright.measure.offer import measure_offers
from rackwright.measure.option import measure_options
from rackwright.measure.placement import (
    measure_offer_inputs,
    measure_placements,
    measure_presence,
)
from rackwright.measure.plan import measure_plan
from rackwright.measure.shape import measure_active_parameters, measure_shape
from rackwright.measure.workload import measure_workloads
from rackwright.offers import PlacedQuote, offer_frame
from rackwright.records import (
    Calculated,
    Catalogued,
    Entity,
    Origin,
    Scope,
    fact_id,
    option_subject,
)
from rackwright.rulebook.model import Rulebook
from rackwright.stated import put_model_shapes, put_stand_ins


@dataclass(frozen=True, slots=True)
class Staged:
    """What all stages together have found."""

    frames: Frames
    ranking: Ranking
    trace: Trace


def run_stages(
    plans: Frame,
    workloads: Frame,
    quotes: Sequence[PlacedQuote],
    rulebook: Rulebook,
    judge: Judge,
) -> Staged:
    """Everything that follows from what users said, through all stages.

    Parameters
    ----------
    plans, workloads
        What was stated, one row a plan and one a workload.
    quotes
        The users' quotes.
    rulebook
        The rules, their parameters and the catalogue.
    judge
        How rules are evaluated.
    """
    put_model_shapes(workloads, rulebook)
    measure_shape(workloads)
    trace = judge.judge(plans, Scope.GIVEN, _every(plans))
    trace += judge.judge(workloads, Scope.GIVEN, _every(workloads))
    measure_active_parameters(workloads)
    put_stand_ins(workloads, rulebook)
    measure_workloads(workloads, rulebook)
    trace += judge.judge(workloads, Scope.WORKLOAD, _every(workloads))
    options = _option_frame(workloads, rulebook)
    measure_options(options, rulebook)
    trace += judge.judge(options, Scope.OPTION, _every(options))
    ranking = rank_options(options, rulebook)
    placed = _choose(workloads, options, ranking)
    measure_offer_inputs(workloads, rulebook)
    offers = offer_frame(workloads, placed, quotes)
    measure_offers(offers, rulebook)
    measure_placements(workloads, options, offers, ranking.allowed, rulebook)
    trace += judge.judge(workloads, Scope.PLACEMENT, placed)
    measure_presence(workloads, rulebook)
    measure_plan(plans, workloads, rulebook)
    trace += judge.judge(plans, Scope.PLAN, _every(plans))
    return Staged(Frames(plans, workloads, options, offers), ranking, trace)


def _every(frame: Frame) -> NDArray[np.intp]:
    return np.arange(len(frame), dtype=np.intp)


def _option_frame(workloads: Frame, rulebook: Rulebook) -> Grid:
    devices = tuple(rulebook.vocabulary["device"].values)
    parent = np.repeat(_every(workloads), len(devices))
    device = np.tile(np.arange(len(devices), dtype=np.intp), len(workloads))
    plans, plan = workloads.parents[Entity.PLAN]
    parents = {Entity.PLAN: (plans, plan[parent]), Entity.WORKLOAD: (workloads, parent)}
    subjects = Subjects(workloads.subjects, parent, devices, device, option_subject)
    options = Grid(Entity.OPTION, subjects, rulebook.vocabulary, parents, n_devices=len(devices))
    codes = np.arange(len(devices), dtype=np.int32)
    options.put("device", codes[None, :], lambda row: Catalogued(f"devices/{devices[device[row]]}"))
    return options


def _choose(workloads: Frame, options: Frame, ranking: Ranking) -> NDArray[np.intp]:
    """Give every workload its best option and say whether it has one; the rows that have."""
    best = ranking.best
    workloads.parents[Entity.OPTION] = options, best
    codes = workloads.vocabulary["choice"].codes
    unjudged = _unjudged(workloads, options)
    without = np.where(unjudged, codes["not_judged"], codes["nothing_fits"])
    choice = np.where(best >= 0, codes["chosen"], without).astype(np.int32)
    n_devices = len(options) // max(1, len(workloads))
    workloads.put("choice", choice, _OriginOfChoice(options, n_devices))
    return np.flatnonzero(best >= 0)


def _unjudged(workloads: Frame, options: Frame) -> NDArray[np.bool_]:
    """Whether some option of a workload lacks the figures, or all of them a verdict."""
    shape = len(workloads), -1
    lacking = np.isnan(options.get("devices_needed")).reshape(shape).any(axis=1)
    silent = (options.get("verdict") < 0).reshape(shape).all(axis=1)
    return np.logical_or(lacking, silent)


@dataclass(frozen=True, eq=False, slots=True)
class _OriginOfChoice:
    """The verdicts that a choice was made from."""

    options: Frame
    n_devices: int

    def __call__(self, row: int) -> Origin:
        """Where the choice of one workload comes from."""
        rows = range(row * self.n_devices, (row + 1) * self.n_devices)
        judged = (r for r in rows if self.options.value(r, "verdict") is not None)
        subjects = (self.options.subjects[r] for r in judged)
        return Calculated("ranking", tuple(fact_id(subject, "verdict") for subject in subjects))
