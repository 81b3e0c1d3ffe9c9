"""Every engine draws the conclusions of the naive interpreter, from random rules and facts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_engine import NaiveEngine
from strategies import rows, rulebooks, shuffled

from rackwright.engines.durable import DurableEngine
from rackwright.records import Entity, Scope

SCOPES = pytest.mark.parametrize("scope", [Scope.WORKLOAD, Scope.GIVEN])


@SCOPES
@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_durable_fires_what_the_naive_interpreter_fires(scope: Scope, data: st.DataObject) -> None:
    rulebook = data.draw(rulebooks(scope))
    drawn = data.draw(st.lists(rows(rulebook), min_size=1, max_size=4))
    expected = NaiveEngine(rulebook).run(scope, Entity.WORKLOAD, drawn)
    assert DurableEngine(rulebook).run(scope, Entity.WORKLOAD, drawn) == expected


@SCOPES
@settings(deadline=None, max_examples=30)
@given(data=st.data(), random_order=st.randoms(use_true_random=False))
def test_the_order_of_facts_changes_nothing(
    scope: Scope, data: st.DataObject, random_order: object
) -> None:
    rulebook = data.draw(rulebooks(scope))
    row = data.draw(rows(rulebook))
    engine = DurableEngine(rulebook)
    assert engine.run(scope, Entity.WORKLOAD, [row]) == engine.run(
        scope, Entity.WORKLOAD, [shuffled(row, random_order)]
    )
