"""Explanations agree with what the rules did, for random rulebooks and facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_engine import NaiveEngine
from strategies import OWNERS, rows, rulebooks

from rackwright.assessment import Assessment, Frames
from rackwright.facts.plan import Plan
from rackwright.frames import Frame
from rackwright.reasoning.considered import BranchStanding, consider
from rackwright.reasoning.graph import build_graph, unsupported
from rackwright.reasoning.nodes import NodeKind
from rackwright.reasoning.standing import Standing, State, state_of
from rackwright.reasoning.why import why
from rackwright.reasoning.why_not import why_not
from rackwright.records import Concluded, Entity, Firing, Given, Origin, Row, Scope, Value
from rackwright.rulebook.model import Decision, Hit, Op, Rulebook, Test

SUBJECT = OWNERS[Entity.WORKLOAD]
SCOPES = pytest.mark.parametrize("scope", [Scope.WORKLOAD, Scope.GIVEN])
LAW = settings(deadline=None, max_examples=30)


def assess(rulebook: Rulebook, row: Row, scope: Scope) -> Assessment:
    """What follows from the facts of one row, by the naive interpreter."""
    (firings,) = NaiveEngine(rulebook).run(scope, Entity.WORKLOAD, [row])
    plan = Frame(Entity.PLAN, (OWNERS[Entity.PLAN],), rulebook.vocabulary)
    above = {Entity.PLAN: (plan, np.zeros(1, dtype=np.intp))}
    workload = Frame(Entity.WORKLOAD, (SUBJECT,), rulebook.vocabulary, above)
    for name, value in row.values.items():
        own = plan if rulebook.vocabulary[name].of is Entity.PLAN else workload
        own.put_values(name, [value], [Given(name)])
    for decision in rulebook.decisions:
        _conclude(workload, decision, firings)
    frames = Frames(
        plan,
        workload,
        Frame(Entity.OPTION, (), rulebook.vocabulary),
        Frame(Entity.OFFER, (), rulebook.vocabulary),
    )
    stated = Plan.model_validate({"workloads": [{"id": SUBJECT}]})
    return Assessment(stated, rulebook, frames, firings, {SUBJECT: ()})


def _conclude(frame: Frame, decision: Decision, firings: Sequence[Firing]) -> None:
    held = [f for f in firings if f.decision == decision.attribute and not f.overruled]
    if not held or frame.value(0, decision.attribute) is not None:
        return
    collected = decision.hit is Hit.COLLECT
    value: Value = tuple(str(f.value) for f in held) if collected else held[0].value
    origin: Origin = Concluded(tuple(f.id for f in held))
    frame.put_values(decision.attribute, [value], [origin])


@st.composite
def assessments(draw: st.DrawFn, scope: Scope) -> Assessment:
    rulebook = draw(rulebooks(scope))
    return assess(rulebook, draw(rows(rulebook)), scope)


def decided(assessment: Assessment) -> list[Decision]:
    """The decisions that rules, not the user, came to a conclusion on."""
    found = ((d, assessment.fact(SUBJECT, d.attribute)) for d in assessment.rulebook.decisions)
    return [d for d, fact in found if fact is not None and isinstance(fact.origin, Concluded)]


@SCOPES
@LAW
@given(data=st.data())
def test_a_rule_is_said_to_hold_just_when_it_fired(scope: Scope, data: st.DataObject) -> None:
    assessment = data.draw(assessments(scope))
    for decision in assessment.rulebook.decisions:
        fired = {f.rule: f.overruled for f in assessment.firings(SUBJECT, decision.attribute)}
        for stood in consider(assessment, SUBJECT, decision):
            assert (stood.state is State.HELD) == (stood.rule in fired)
            assert bool(stood.overruled_by) == fired.get(stood.rule, False)


@SCOPES
@LAW
@given(data=st.data())
def test_the_headline_is_there_just_when_the_value_is_not(
    scope: Scope, data: st.DataObject
) -> None:
    assessment = data.draw(assessments(scope))
    for decision in assessment.rulebook.decisions:
        for rule in decision.rules:
            answer = why_not(assessment, SUBJECT, decision.attribute, rule.then)
            assert (answer.headline is None) == answer.is_so


@SCOPES
@LAW
@given(data=st.data())
def test_a_failed_numeric_test_holds_once_the_margin_is_applied(
    scope: Scope, data: st.DataObject
) -> None:
    assessment = data.draw(assessments(scope))
    for decision in assessment.rulebook.decisions:
        for rule in consider(assessment, SUBJECT, decision):
            for test in (t for branch in rule.branches for t in branch.tests):
                if test.margin is not None and test.state is State.FAILED:
                    turned = Test(test.attribute, test.op, test.operand)
                    assert state_of(turned, test.turning_point) is State.HELD


@SCOPES
@LAW
@given(data=st.data())
def test_naming_what_a_failed_test_needs_makes_it_hold(scope: Scope, data: st.DataObject) -> None:
    assessment = data.draw(assessments(scope))
    for decision in assessment.rulebook.decisions:
        for rule in consider(assessment, SUBJECT, decision):
            for test in (t for branch in rule.branches for t in branch.tests):
                turned = Test(test.attribute, test.op, test.operand)
                for value in test.needed:
                    assert state_of(turned, _changed(test, value)) is State.HELD


def _changed(test: Standing, value: Value) -> Value:
    """The needed value itself; for a set the set with the member added or taken away."""
    if test.op not in (Op.CONTAINS, Op.LACKS):
        return value
    members = test.actual if isinstance(test.actual, tuple) else ()
    kept = tuple(member for member in members if member != value)
    return (*kept, str(value)) if test.op is Op.CONTAINS else kept


@LAW
@given(data=st.data())
def test_a_rule_that_lacks_one_thing_holds_once_it_is_given(data: st.DataObject) -> None:
    rulebook = data.draw(rulebooks(Scope.WORKLOAD))
    row = data.draw(rows(rulebook))
    assessment = assess(rulebook, row, Scope.WORKLOAD)
    for decision in rulebook.decisions:
        for rule in consider(assessment, SUBJECT, decision):
            for test in (b.missing[0] for b in rule.branches if _lacks_one_given(rulebook, b)):
                again = assess(rulebook, _with(row, test), Scope.WORKLOAD)
                fired = {f.rule for f in again.firings(SUBJECT, decision.attribute)}
                assert rule.rule in fired


def _lacks_one_given(rulebook: Rulebook, branch: BranchStanding) -> bool:
    """Whether one test is missing, and nothing else depends on the fact that it is about."""
    names = [test.attribute for test in branch.tests]
    are_given = all(rulebook.vocabulary[name].scope is Scope.GIVEN for name in names)
    alone = len(branch.missing) == 1 and len(set(names)) == len(names)
    can_be_met = bool(branch.missing) and (
        branch.missing[0].needed or branch.missing[0].turning_point is not None
    )
    return are_given and alone and bool(can_be_met)


def _with(row: Row, test: Standing) -> Row:
    """The row with the fact of a failed test changed as the explanation says."""
    turned = test.turning_point
    value = turned if turned is not None else _changed(test, test.needed[0])
    return replace(row, values={**row.values, test.attribute: value})


@SCOPES
@LAW
@given(data=st.data())
def test_every_conclusion_reaches_the_ground_without_a_circle(
    scope: Scope, data: st.DataObject
) -> None:
    graph = build_graph(data.draw(assessments(scope)))
    assert nx.is_directed_acyclic_graph(graph)
    assert unsupported(graph) == ()


@SCOPES
@LAW
@given(data=st.data())
def test_an_explanation_tells_what_the_graph_holds_under_it(
    scope: Scope, data: st.DataObject
) -> None:
    assessment = data.draw(assessments(scope))
    graph = build_graph(assessment)
    for decision in decided(assessment):
        told = why(assessment, SUBJECT, decision.attribute)
        named = {one.id for _, one in told.walk()}
        under = _supporting(graph, told.id)
        kinds = (NodeKind.FIRING, NodeKind.SOURCE)
        assert named == {n for n in under if graph.nodes[n]["kind"] not in kinds} - _whole_sets(
            graph, named
        )


def _supporting(graph: nx.DiGraph, node: str) -> set[str]:
    kept = [(t, h) for t, h, role in graph.edges(data="role") if role not in ("overruled", "cites")]
    support = graph.edge_subgraph(kept) if kept else graph
    return (nx.ancestors(support, node) if node in support else set()) | {node}


def _whole_sets(graph: nx.DiGraph, named: set[str]) -> set[str]:
    """Stated sets of which only members are named."""
    return {
        t for t, h, role in graph.edges(data="role") if role == "member_of" and h in named
    } - named


@SCOPES
@LAW
@given(data=st.data())
def test_roots_give_the_same_edges_as_the_whole_graph(scope: Scope, data: st.DataObject) -> None:
    assessment = data.draw(assessments(scope))
    whole = build_graph(assessment)
    for decision in decided(assessment):
        root = f"{SUBJECT}.{decision.attribute}"
        part = build_graph(assessment, roots=[root])
        assert nx.ancestors(whole, root) <= set(part)
        assert set(part.edges) == set(whole.subgraph(part).edges)
