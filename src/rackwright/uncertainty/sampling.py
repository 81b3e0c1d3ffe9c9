"""A plan with uncertain numbers to its spread: drawn, advised on in lots, summarised."""

from __future__ import annotations

from functools import lru_cache

from rackwright.engines.columnar import ColumnarEngine
from rackwright.errors import Problem, UsageError
from rackwright.facts.plan import Plan
from rackwright.judge import ColumnJudge
from rackwright.offers import quotes_of
from rackwright.records import Entity
from rackwright.rulebook.model import Rulebook
from rackwright.stages import run_stages
from rackwright.stated import stated_frames
from rackwright.uncertainty.copies import copied, copied_quotes
from rackwright.uncertainty.draws import drawn
from rackwright.uncertainty.inputs import inputs_of
from rackwright.uncertainty.results import joined, results_of
from rackwright.uncertainty.spread import Spread
from rackwright.uncertainty.summary import summarised

LEAST_DRAWS = 2
MAX_DRAWS = 1_000_000
MAX_SEED = 2**63 - 1
MAX_WORKLOADS_DRAWN = 4_000_000
"""Draws times workloads: what is kept of each takes some 300 bytes."""
WORKLOADS_AT_A_TIME = 2_048
"""Columns of options stay in the processor's cache, and memory does not grow with the draws."""


def spread_of(plan: Plan, rulebook: Rulebook, samples: int, seed: int = 0) -> Spread:
    """What comes of a plan when its uncertain numbers are drawn `samples` times.

    Empty when nothing in the plan is uncertain.

    Raises
    ------
    UsageError
        When the number of samples or the seed cannot be used.
    PlanError
        When the plan names something that the rules or the catalogue do not have.
    """
    _check(samples, seed, len(plan.workloads))
    inputs = inputs_of(plan, rulebook)
    if not inputs:
        return Spread(0, seed, (), (), (), {})
    draws = drawn(inputs, samples, seed)
    whole, workloads = stated_frames(plan, rulebook)
    stated = {Entity.PLAN: whole, Entity.WORKLOAD: workloads}
    at_a_time = max(1, WORKLOADS_AT_A_TIME // len(workloads))
    parts = []
    for start in range(0, samples, at_a_time):
        n = min(at_a_time, samples - start)
        lot = {name: numbers[start : start + n] for name, numbers in draws.items()}
        plans, copies = copied(whole, workloads, inputs, lot, n)
        quotes = copied_quotes(quotes_of(plan), len(workloads), n)
        judge = ColumnJudge(rulebook, _engine(rulebook))
        staged = run_stages(plans, copies, quotes, rulebook, judge)
        parts.append(results_of(plans, copies, stated, rulebook))
        for of in Entity:
            staged.frames.of(of).forget()
    return summarised(inputs, draws, joined(parts), rulebook, seed)


@lru_cache(maxsize=8)
def _engine(rulebook: Rulebook) -> ColumnarEngine:
    return ColumnarEngine(rulebook)


def _check(samples: object, seed: object, n_workloads: int) -> None:
    most = min(MAX_DRAWS, MAX_WORKLOADS_DRAWN // n_workloads)
    problems = []
    if not _is_count(samples, LEAST_DRAWS, most):
        message = f"the number of samples must be from {LEAST_DRAWS} to {most}, not `{samples}`"
        problems.append(Problem("bad-samples", message, "", "10000 is a good number"))
    if not _is_count(seed, 0, MAX_SEED):
        message = f"the seed must be a whole number from 0 to {MAX_SEED}, not `{seed}`"
        problems.append(Problem("bad-seed", message))
    if problems:
        raise UsageError(*problems)


def _is_count(number: object, least: int, most: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and least <= number <= most
