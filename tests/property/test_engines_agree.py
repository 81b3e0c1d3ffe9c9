"""Every engine draws the conclusions of the naive interpreter, from random rules and facts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_engine import NaiveEngine
from strategies import rows, rulebooks, shuffled

from rackwright.engines.base import Engine
from rackwright.engines.columnar import ColumnarEngine, Judged, Stage
from rackwright.engines.durable import DurableEngine
from rackwright.frames import column, decode
from rackwright.records import Entity, Firing, Row, Scope, Value
from rackwright.rulebook.model import Decision, Hit, Rulebook

SCOPES = pytest.mark.parametrize("scope", [Scope.WORKLOAD, Scope.GIVEN])
ENGINES = pytest.mark.parametrize("make_engine", [DurableEngine, ColumnarEngine])


@ENGINES
@SCOPES
@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_an_engine_fires_what_the_naive_interpreter_fires(
    make_engine: Callable[[Rulebook], Engine], scope: Scope, data: st.DataObject
) -> None:
    rulebook = data.draw(rulebooks(scope))
    drawn = data.draw(st.lists(rows(rulebook), min_size=1, max_size=4))
    expected = NaiveEngine(rulebook).run(scope, Entity.WORKLOAD, drawn)
    assert make_engine(rulebook).run(scope, Entity.WORKLOAD, drawn) == expected


@ENGINES
@SCOPES
@settings(deadline=None, max_examples=30)
@given(data=st.data(), random_order=st.randoms(use_true_random=False))
def test_the_order_of_facts_changes_nothing(
    make_engine: Callable[[Rulebook], Engine],
    scope: Scope,
    data: st.DataObject,
    random_order: random.Random,
) -> None:
    rulebook = data.draw(rulebooks(scope))
    row = data.draw(rows(rulebook))
    engine = make_engine(rulebook)
    assert engine.run(scope, Entity.WORKLOAD, [row]) == engine.run(
        scope, Entity.WORKLOAD, [shuffled(row, random_order)]
    )


@SCOPES
@settings(deadline=None, max_examples=150)
@given(data=st.data(), keep_firings=st.booleans())
def test_columns_hold_what_the_naive_interpreter_concludes(
    scope: Scope, data: st.DataObject, keep_firings: bool
) -> None:
    rulebook = data.draw(rulebooks(scope))
    drawn = data.draw(st.lists(rows(rulebook), min_size=1, max_size=4))
    fired = NaiveEngine(rulebook).run(scope, Entity.WORKLOAD, drawn)
    found = judged(rulebook, scope, drawn, keep_firings)
    for decision in rulebook.decisions:
        codes = found.columns[decision.attribute]
        values = [decode(rulebook.vocabulary[decision.attribute], code) for code in codes]
        pairs = zip(drawn, fired, strict=True)
        assert [as_set(v) for v in values] == [known(decision, *pair) for pair in pairs]


@SCOPES
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_hits_count_what_the_naive_interpreter_fires(scope: Scope, data: st.DataObject) -> None:
    rulebook = data.draw(rulebooks(scope))
    drawn = data.draw(st.lists(rows(rulebook), min_size=1, max_size=4))
    fired = [
        firing
        for firings in NaiveEngine(rulebook).run(scope, Entity.WORKLOAD, drawn)
        for firing in firings
    ]
    found = judged(rulebook, scope, drawn, False)
    assert found.hits.tolist() == [count(fired, *rule) for rule in found.rules]
    overruled = [firing for firing in fired if firing.overruled]
    assert found.overruled.tolist() == [count(overruled, *rule) for rule in found.rules]


def judged(rulebook: Rulebook, scope: Scope, drawn: Sequence[Row], keep_firings: bool) -> Judged:
    stage = Stage(rulebook.stage(scope, Entity.WORKLOAD), rulebook.vocabulary)
    columns = {
        name: column(attribute, [row.values.get(name) for row in drawn])
        for name, attribute in stage.reads.items()
    }
    return stage.evaluate(columns, len(drawn), keep_firings=keep_firings)


def known(decision: Decision, row: Row, firings: Sequence[Firing]) -> Value | frozenset[str] | None:
    """What a row knows of a decision in the end: what it said, else what rules concluded."""
    held = [f.value for f in firings if f.decision == decision.attribute and not f.overruled]
    if decision.attribute in row.values or not held:
        return as_set(row.values.get(decision.attribute))
    return frozenset(map(str, held)) if decision.hit is Hit.COLLECT else held[0]


def as_set(value: Value | None) -> Value | frozenset[str] | None:
    return frozenset(value) if isinstance(value, tuple) else value


def count(fired: Sequence[Firing], decision: str, rule: str) -> int:
    return sum((firing.decision, firing.rule) == (decision, rule) for firing in fired)
