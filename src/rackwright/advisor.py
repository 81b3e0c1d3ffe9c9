"""The order of the stages: the only module that knows it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rackwright.advice import Advice
from rackwright.assessment import Assessment, Frames, Trace
from rackwright.choose import rank_options
from rackwright.engines.base import Engine
from rackwright.facts.plan import Plan
from rackwright.frames import Frame
from rackwright.judge import judge
from rackwright.knowledge import default_rules, engine_for
from rackwright.measure.offer import measure_offers
from rackwright.measure.option import measure_options
from rackwright.measure.placement import (
    measure_offer_inputs,
    measure_placements,
    measure_presence,
)
from rackwright.measure.plan import measure_plan
from rackwright.measure.workload import measure_workloads
from rackwright.records import Calculated, Catalogued, Entity, Scope, fact_id, option_subject
from rackwright.rulebook.model import Rulebook
from rackwright.rulebook.overrides import with_parameters
from rackwright.stated import offer_frame, put_model_shapes, put_stand_ins, stated_frames

Ranking = dict[int, list[int]]


def advise(plan: Plan, *, rules: Rulebook | None = None, engine: Engine | None = None) -> Advice:
    """Recommend infrastructure for a plan.

    Parameters
    ----------
    plan
        What the user said; see `load_plan`.
    rules
        The rules to judge by; the bundled ones when left out, see `load_packs` for further packs.
    engine
        The engine to evaluate them; durable_rules when left out.

    Raises
    ------
    PlanError
        When the plan names a model, a device or a parameter that does not exist.
    InferenceError
        When the engine fails.
    """
    rulebook = with_parameters(rules or default_rules(), plan.parameters)
    assessment = assess(plan, rulebook, engine or engine_for(rulebook))
    return Advice(assessment, lambda changed: advise(changed, rules=rules))


def assess(plan: Plan, rulebook: Rulebook, engine: Engine) -> Assessment:
    """Everything that follows from a plan, through all stages.

    Raises
    ------
    PlanError
        When the plan names a model, a device or a parameter that does not exist.
    InferenceError
        When the engine fails.
    """
    whole, workloads = stated_frames(plan, rulebook)
    put_model_shapes(workloads, rulebook)
    trace = judge(whole, Scope.GIVEN, rulebook, engine)
    trace += judge(workloads, Scope.GIVEN, rulebook, engine)
    put_stand_ins(workloads, rulebook)
    measure_workloads(workloads, rulebook)
    trace += judge(workloads, Scope.WORKLOAD, rulebook, engine)
    options = _options(whole, workloads, rulebook)
    measure_options(options, rulebook)
    trace += judge(options, Scope.OPTION, rulebook, engine)
    ranking = rank_options(options, rulebook)
    offers, judged = _place(plan, workloads, options, ranking, rulebook, engine)
    trace += judged
    measure_plan(whole, workloads, rulebook)
    trace += judge(whole, Scope.PLAN, rulebook, engine)
    frames = Frames(whole, workloads, options, offers)
    return Assessment(plan, rulebook, frames, trace, _named(ranking, workloads, options))


def _options(whole: Frame, workloads: Frame, rulebook: Rulebook) -> Frame:
    devices = tuple(rulebook.vocabulary["device"].values)
    subjects = tuple(option_subject(w, d) for w in workloads.subjects for d in devices)
    parent = np.repeat(np.arange(len(workloads), dtype=np.intp), len(devices))
    parents = {
        Entity.PLAN: (whole, np.zeros(len(subjects), dtype=np.intp)),
        Entity.WORKLOAD: (workloads, parent),
    }
    options = Frame(Entity.OPTION, subjects, rulebook.vocabulary, parents)
    codes = np.tile(np.arange(len(devices), dtype=np.int32), len(workloads))
    options.put("device", codes, lambda row: Catalogued(f"devices/{devices[row % len(devices)]}"))
    return options


def _place(
    plan: Plan,
    workloads: Frame,
    options: Frame,
    ranking: Ranking,
    rulebook: Rulebook,
    engine: Engine,
) -> tuple[Frame, Trace]:
    _put_choice(workloads, options, ranking)
    placed = [row for row in range(len(workloads)) if ranking[row]]
    measure_offer_inputs(workloads, rulebook)
    offers = offer_frame(plan, workloads, placed, rulebook)
    measure_offers(offers, rulebook)
    measure_placements(workloads, options, offers, rulebook)
    trace = judge(workloads, Scope.PLACEMENT, rulebook, engine, placed)
    measure_presence(workloads, rulebook)
    return offers, trace


def _put_choice(workloads: Frame, options: Frame, ranking: Ranking) -> None:
    best = [ranking[row][0] if ranking[row] else -1 for row in range(len(workloads))]
    workloads.parents[Entity.OPTION] = options, np.array(best, dtype=np.intp)
    verdicts = [_considered(options, row, workloads) for row in range(len(workloads))]
    choices = [_choice(at, options, rows) for at, rows in zip(best, verdicts, strict=True)]
    origins = [
        Calculated("ranking", tuple(fact_id(options.subjects[r], "verdict") for r in rows))
        for rows in verdicts
    ]
    workloads.put_values("choice", choices, origins)


def _considered(options: Frame, workload: int, workloads: Frame) -> Sequence[int]:
    rows = np.flatnonzero(options.parents[Entity.WORKLOAD][1] == workload)
    return [int(row) for row in rows if options.value(int(row), "verdict") is not None]


def _choice(best: int, options: Frame, considered: Sequence[int]) -> str:
    if best >= 0:
        return "chosen"
    unjudged = [row for row in considered if options.value(row, "devices_needed") is None]
    return "not_judged" if unjudged or not considered else "nothing_fits"


def _named(ranking: Ranking, workloads: Frame, options: Frame) -> dict[str, tuple[str, ...]]:
    return {
        workloads.subjects[row]: tuple(options.subjects[r] for r in ranked)
        for row, ranked in ranking.items()
    }
