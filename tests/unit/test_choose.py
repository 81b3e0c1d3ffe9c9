"""The choice by the objective of the rule pack."""

from __future__ import annotations

import numpy as np
import pytest

from rackwright.choose import rank_options
from rackwright.frames import Frame
from rackwright.records import Entity, Given, Scope
from rackwright.rulebook.model import Attribute, Kind, ObjectiveKey, Rulebook, Text

LABEL = Text("x", "x")
VERDICTS = dict.fromkeys(("good", "fair", "bad"), LABEL)
VOCABULARY = {
    "verdict": Attribute(
        "verdict", Scope.OPTION, Entity.OPTION, Kind.SYMBOL, LABEL, values=VERDICTS
    ),
    "cost": Attribute("cost", Scope.OPTION, Entity.OPTION, Kind.NUMBER, LABEL),
}


def ranked(verdicts: list[str | None], costs: list[float | None], order: str) -> list[int]:
    workloads = Frame(Entity.WORKLOAD, ("w",), VOCABULARY)
    parents = {Entity.WORKLOAD: (workloads, np.zeros(len(verdicts), dtype=np.intp))}
    subjects = tuple(f"w@{i}" for i in range(len(verdicts)))
    options = Frame(Entity.OPTION, subjects, VOCABULARY, parents)
    options.put_values("verdict", verdicts, [Given("") if v else None for v in verdicts])
    options.put_values("cost", costs, [Given("") if c is not None else None for c in costs])
    objective = (ObjectiveKey("verdict", ("good", "fair")), ObjectiveKey("cost", order))
    ranking = rank_options(options, Rulebook(VOCABULARY, {}, {}, (), objective=objective))
    return [int(row) for row in ranking.of(0)]


def test_the_better_verdict_comes_before_the_lower_cost() -> None:
    assert ranked(["fair", "good"], [1.0, 9.0], "ascending") == [1, 0]


def test_equal_verdicts_are_ordered_by_cost() -> None:
    assert ranked(["good", "good"], [5.0, 4.0], "ascending") == [1, 0]
    assert ranked(["good", "good"], [5.0, 4.0], "descending") == [0, 1]


def test_what_the_objective_does_not_name_is_not_allowed() -> None:
    assert ranked(["bad", "good", None], [1.0, 2.0, 3.0], "ascending") == [1]


@pytest.mark.parametrize("order", ["ascending", "descending"])
def test_an_unknown_cost_comes_last(order: str) -> None:
    assert ranked(["good", "good"], [None, 4.0], order) == [1, 0]


def test_ties_keep_the_order_of_the_catalogue() -> None:
    assert ranked(["good"] * 3, [1.0, 1.0, 1.0], "ascending") == [0, 1, 2]
