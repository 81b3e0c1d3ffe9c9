"""What is told of each workload: which attributes, in which order, and how they read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rackwright.frames import Column, Frame
from rackwright.judge import ColumnJudge
from rackwright.records import Entity, Scope
from rackwright.rulebook.model import Decision, Hit, Kind, Rulebook

OUTCOME = "outcome"
VERDICT = "verdict"
VERDICT_RULE = "verdict_rule"
CHOSEN = (
    "choice",
    "device",
    "devices_needed",
    "copies",
    "devices_per_copy",
    VERDICT,
    VERDICT_RULE,
    "intended_verdict",
)
FIGURES = (
    "memory_need_gib",
    "memory_fill",
    "power_kw",
    "monthly_cost",
    "own_total_cost",
    "cloud_total_cost",
    "hosted_total_cost",
    "break_even_utilization",
    "break_even_months",
)


@dataclass(frozen=True, slots=True)
class Told:
    """One column of the result."""

    name: str
    kind: Kind
    values: tuple[str, ...] = ()
    """The symbols of the codes, or the members of the bits of a set."""
    ranked: tuple[str, ...] = ()
    """The members of a set in order of rank."""


@lru_cache(maxsize=8)
def told_of(rulebook: Rulebook) -> tuple[Told, ...]:
    """The columns that follow the names of plan and workload."""
    of_workload = _decided(rulebook, Entity.WORKLOAD, (Scope.WORKLOAD, Scope.PLACEMENT))
    of_plan = [name for name in _decided(rulebook, Entity.PLAN, (Scope.PLAN,)) if name != OUTCOME]
    names = (OUTCOME, *CHOSEN, *of_workload, *FIGURES, *of_plan)
    return tuple(_told(name, rulebook) for name in dict.fromkeys(names) if _exists(name, rulebook))


def told_columns(workloads: Frame, rulebook: Rulebook, judge: ColumnJudge) -> dict[str, Column]:
    """The columns of the result for the workloads of a frame, in as few bytes as hold them."""
    return {
        one.name: _compact(
            one,
            _verdict_rules(workloads, one, judge)
            if one.name == VERDICT_RULE
            else workloads.get(one.name),
        )
        for one in told_of(rulebook)
    }


def _decided(rulebook: Rulebook, of: Entity, scopes: tuple[Scope, ...]) -> list[str]:
    return [d.attribute for scope in scopes for d in rulebook.stage(scope, of)]


def _exists(name: str, rulebook: Rulebook) -> bool:
    return name == VERDICT_RULE or name in rulebook.vocabulary


def _told(name: str, rulebook: Rulebook) -> Told:
    if name == VERDICT_RULE:
        return Told(name, Kind.SYMBOL, tuple(rule for _, rule in _verdict_keys(rulebook)))
    attribute = rulebook.vocabulary[name]
    values = tuple(attribute.values)
    decision = rulebook.decision(name)
    return Told(name, attribute.kind, values, _ranked(values, decision))


def _ranked(values: tuple[str, ...], decision: Decision | None) -> tuple[str, ...]:
    """Members in the order of the rules that add them."""
    if decision is None or decision.hit is not Hit.COLLECT:
        return values
    by_rule = dict.fromkeys(str(rule.then) for rule in decision.rules)
    return (*by_rule, *(value for value in values if value not in by_rule))


def _verdict_keys(rulebook: Rulebook) -> list[tuple[str, str]]:
    decision = rulebook.decision(VERDICT)
    return [(VERDICT, rule.id) for rule in decision.rules] if decision else []


def _verdict_rules(workloads: Frame, told: Told, judge: ColumnJudge) -> Column:
    """The rule that gave the chosen option of each workload its verdict."""
    options, best = workloads.parents[Entity.OPTION]
    rules = np.full(len(workloads), -1, dtype=np.int32)
    placed = np.flatnonzero(best >= 0)
    judged = judge.again(options, Scope.OPTION, best[placed])
    firings = judged.firings
    assert firings is not None
    held = firings.fired & ~firings.overruled
    for at, (decision, rule) in enumerate(judged.rules):
        if decision == VERDICT:
            rules[placed[held[at]]] = told.values.index(rule)
    return rules


def _compact(told: Told, column: Column) -> Column:
    most = {Kind.SYMBOL: len(told.values), Kind.SET: 1 << len(told.values)}.get(told.kind)
    return column if most is None else column.astype(np.min_scalar_type(-most - 1), copy=False)
