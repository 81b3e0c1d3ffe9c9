"""Judges: conclusions go into the columns, and what was stated stays as it was stated."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from small_world import DEPLOYMENT, PRECISION, RULEBOOK, VERDICT, firing_of

from rackwright.engines.columnar import ColumnarEngine
from rackwright.frames import Frame, Subjects
from rackwright.grid import Grid
from rackwright.judge import ColumnJudge, Judge, RowJudge
from rackwright.records import (
    Calculated,
    Concluded,
    Entity,
    Given,
    Origin,
    Scope,
    option_subject,
    parameter_id,
)

JudgeOf = Callable[[], Judge]
ALL = np.arange(3, dtype=np.intp)
STATED = Given("workloads[0].precision")


def by_rows() -> Judge:
    return RowJudge(RULEBOOK, ColumnarEngine(RULEBOOK))


def by_columns() -> Judge:
    return ColumnJudge(RULEBOOK, ColumnarEngine(RULEBOOK))


BOTH = pytest.mark.parametrize("judge_of", [by_rows, by_columns])


@pytest.fixture
def workloads() -> Frame:
    """Three that infer, of which only the first says in which precision."""
    plan = Frame(Entity.PLAN, ("plan",), RULEBOOK.vocabulary)
    above = {Entity.PLAN: (plan, np.zeros(3, dtype=np.intp))}
    made = Frame(Entity.WORKLOAD, ("first", "second", "third"), RULEBOOK.vocabulary, above)
    made.put_values("stage", ["inference"] * 3, [Given("stage")] * 3)
    made.put_values("precision", ["bf16", None, None], [STATED, None, None])
    made.put_values("duration_months", [36.0, 6.0, 6.0], [Given("months")] * 3)
    return made


def values(frame: Frame, name: str) -> list[object]:
    return [frame.value(row, name) for row in range(len(frame))]


def origin(frame: Frame, row: int, name: str) -> Origin:
    fact = frame.fact(row, name)
    assert fact is not None
    return fact.origin


@BOTH
def test_what_was_stated_stays_with_its_origin(judge_of: JudgeOf, workloads: Frame) -> None:
    judge_of().judge(workloads, Scope.GIVEN, ALL)
    assert values(workloads, "precision") == ["bf16", "int8", "int8"]
    assert origin(workloads, 0, "precision") == STATED


@BOTH
def test_what_was_stated_stays_when_some_rows_are_judged(
    judge_of: JudgeOf, workloads: Frame
) -> None:
    judge_of().judge(workloads, Scope.GIVEN, ALL[:2])
    assert values(workloads, "precision") == ["bf16", "int8", None]
    assert origin(workloads, 0, "precision") == STATED


@pytest.mark.parametrize(
    ("judge_of", "expected"),
    [
        (by_rows, Concluded((firing_of("precision", "serve-in-int8", "second"),))),
        (by_columns, Calculated("rules", ())),
    ],
)
def test_only_what_was_concluded_says_so(
    judge_of: JudgeOf, expected: Origin, workloads: Frame
) -> None:
    judge_of().judge(workloads, Scope.GIVEN, ALL)
    assert origin(workloads, 1, "precision") == expected


@BOTH
def test_rows_that_are_not_judged_get_no_conclusion(judge_of: JudgeOf, workloads: Frame) -> None:
    judge_of().judge(workloads, Scope.PLACEMENT, ALL[1:])
    assert values(workloads, "deployment") == [None, "cloud", "cloud"]


def test_columns_count_every_rule_that_fired(workloads: Frame) -> None:
    judge = ColumnJudge(RULEBOOK, ColumnarEngine(RULEBOOK))
    assert judge.judge(workloads, Scope.PLACEMENT, ALL) == ()
    counted = {rule.id: judge.hits[DEPLOYMENT.attribute, rule.id] for rule in DEPLOYMENT.rules}
    assert counted == {
        "steady-and-long": 0,
        "critical-stays": 0,
        "short-is-rented": 2,
        "else-both": 3,
    }


def test_rows_record_every_rule_that_fired(workloads: Frame) -> None:
    trace = by_rows().judge(workloads, Scope.GIVEN, ALL)
    assert [(f.subject, f.decision, f.value) for f in trace] == [
        ("second", PRECISION.attribute, "int8"),
        ("third", PRECISION.attribute, "int8"),
    ]


def test_options_are_judged_by_the_parameters_of_their_own_plan() -> None:
    plans = Frame(Entity.PLAN, ("one", "two"), RULEBOOK.vocabulary)
    plans.varied[parameter_id("full_memory")] = np.array([1.0, 0.5])
    plan = np.array([0, 1], dtype=np.intp)
    above = {Entity.PLAN: (plans, plan)}
    served = Frame(Entity.WORKLOAD, ("a", "b"), RULEBOOK.vocabulary, above)
    options = option_grid(served)
    options.put("memory_fill", np.full(4, 0.8), lambda _row: Given("fill"))
    ColumnJudge(RULEBOOK, ColumnarEngine(RULEBOOK)).judge(
        options, VERDICT.scope, np.arange(4, dtype=np.intp)
    )
    assert values(options, "verdict") == [None, None, "rejected", "rejected"]


def option_grid(served: Frame) -> Grid:
    parent, device = np.divmod(np.arange(4, dtype=np.intp), 2)
    plans, plan = served.parents[Entity.PLAN]
    above = {Entity.PLAN: (plans, plan[parent]), Entity.WORKLOAD: (served, parent)}
    subjects = Subjects(served.subjects, parent, ("l4", "h100"), device, option_subject)
    return Grid(Entity.OPTION, subjects, RULEBOOK.vocabulary, above, n_devices=2)
