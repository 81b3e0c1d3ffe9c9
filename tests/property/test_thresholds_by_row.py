"""A threshold of its own for every row says the same as rules compiled with that threshold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rackwright.engines.columnar import Stage
from rackwright.records import Entity, Scope
from rackwright.rulebook.model import Any, Attribute, Decision, Hit, Kind, Op, Rule, Test, Text

WORDS = Text("", "")
VOCABULARY = {
    "load": Attribute("load", Scope.GIVEN, Entity.WORKLOAD, Kind.NUMBER, WORDS),
    "months": Attribute("months", Scope.GIVEN, Entity.WORKLOAD, Kind.NUMBER, WORDS),
}
COMPARISONS = (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)
NUMBERS = st.sampled_from([0.0, 0.3, 0.1 + 0.2, 0.6, 0.6 + 1e-13, 18.0, -1.0, 1e300])
LOADS = NUMBERS | st.just(float("nan"))


def decision(op: Op, threshold: float, concluded: float) -> Decision:
    test = Test("load", op, threshold, "limit")
    steady = Test("load", Op.GE, threshold)
    rules = (
        Rule("met", Any(()), "", concluded, WORDS, (), ((test,),), "length"),
        Rule("steady", Any(()), "", 1.0, WORDS, (), ((steady,),)),
        Rule("unmet", Any(()), "", 2.0 * concluded, WORDS, (), ((),), "double"),
    )
    return Decision("months", Scope.GIVEN, Entity.WORKLOAD, Hit.FIRST, rules)


def with_threshold(one: Decision, threshold: float, concluded: float) -> Decision:
    met, steady, unmet = one.rules
    test = replace(met.branches[0][0], operand=threshold)
    changed = (
        replace(met, branches=((test,),), then=concluded),
        steady,
        replace(unmet, then=2.0 * concluded),
    )
    return replace(one, rules=changed)


@given(
    st.sampled_from(COMPARISONS),
    NUMBERS,
    st.lists(st.tuples(LOADS, NUMBERS, NUMBERS), min_size=1, max_size=8),
)
def test_each_row_is_judged_by_its_own_threshold(
    op: Op, usual: float, rows: list[tuple[float, float, float]]
) -> None:
    loads, thresholds, lengths = np.array(rows).T
    usually = decision(op, usual, 24.0)
    parameters = {"limit": thresholds, "length": lengths, "double": 2.0 * lengths}

    together = Stage([usually], VOCABULARY).evaluate(
        {"load": loads}, len(rows), parameters=parameters, keep_firings=True
    )

    assert together.firings is not None
    for row, (load, threshold, length) in enumerate(rows):
        stage = Stage([with_threshold(usually, threshold, length)], VOCABULARY)
        alone = stage.evaluate({"load": np.array([load])}, 1, keep_firings=True)
        assert alone.firings is not None
        assert together.columns["months"][row] == alone.columns["months"][0]
        assert together.firings.fired[:, row].tolist() == alone.firings.fired[:, 0].tolist()


@given(NUMBERS, st.lists(LOADS, min_size=1, max_size=8))
def test_rows_of_one_threshold_need_no_parameter(usual: float, loads: list[float]) -> None:
    stage = Stage([decision(Op.GT, usual, 24.0)], VOCABULARY)
    columns = {"load": np.array(loads)}
    same = {"limit": np.full(len(loads), usual)}

    fast, slow = (stage.evaluate(columns, len(loads), parameters=p) for p in (None, same))

    assert fast.columns["months"].tolist() == slow.columns["months"].tolist()


def test_a_stage_names_the_parameters_that_it_reads() -> None:
    assert Stage([decision(Op.GT, 1.0, 2.0)], VOCABULARY).parameters == (
        "double",
        "length",
        "limit",
    )
