"""The reasoning as a graph, from premises to conclusions.

An edge says that its head rests on its tail; only `cites` points from what is argued to the source
that it appeals to. Node ids are the ids of the records, so a report can link to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from rackwright.assessment import Assessment
from rackwright.errors import Problem, ReasoningError, UsageError
from rackwright.reasoning.basis import basis_of
from rackwright.reasoning.considered import rule_standing
from rackwright.reasoning.ground import ground, unsupported
from rackwright.reasoning.nodes import (
    NodeKind,
    Reference,
    Role,
    calculation_id,
    refer,
    source_id,
)
from rackwright.records import (
    Calculated,
    Catalogued,
    Concluded,
    Fact,
    Firing,
    Scope,
    Value,
    member_id,
    parameter_id,
    unknown_id,
)
from rackwright.rulebook.model import Hit, Rule, Test

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["build_graph", "ground", "unsupported"]


def build_graph(assessment: Assessment, roots: Iterable[str] | None = None) -> nx.DiGraph[str]:
    """Everything that was reasoned; with roots, only what these nodes rest on.

    The graph is frozen, and it can be written in every format of networkx: what is said of a node
    or an edge is a text, a number or a truth value, of one type under each name. A `value` is
    always a text, the members of a set joined by commas; a number stands under `number` too.

    Raises
    ------
    UsageError
        When a root is no id of a fact, a firing or another record of the assessment.
    ReasoningError
        When a conclusion rests on itself.
    """
    import networkx as nx  # it costs every start of the command that draws no graph

    builder = _Builder(assessment, nx.DiGraph())
    if roots is None:
        builder.add_everything()
    else:
        asked = tuple(roots)
        builder.add_all(asked)
        _refuse_missing(builder.graph, asked)
    _refuse_cycle(builder.graph)
    nx.freeze(builder.graph)
    return builder.graph


class _Builder:
    """Adds nodes and, from each, everything that it rests on."""

    def __init__(self, assessment: Assessment, graph: nx.DiGraph[str]) -> None:
        self.assessment = assessment
        self.graph = graph
        self._pending: list[str] = []

    def add_everything(self) -> None:
        facts = tuple(_all_facts(self.assessment))
        self.graph.add_nodes_from(fact.id for fact in facts)
        for fact in facts:
            self._derive(fact)
        self.add_all(firing.id for firing in self.assessment.trace)

    def add_all(self, roots: Iterable[str]) -> None:
        for root in roots:
            self._reach(root)
        while self._pending:
            self._expand(self._pending.pop())

    def _reach(self, node: str) -> None:
        if node not in self.graph:
            self.graph.add_node(node)
            self._pending.append(node)

    def _rests(self, head: str, tail: str, role: Role) -> None:
        self._reach(tail)
        self._link(tail, head, role)

    def _cite(self, node: str, sources: Iterable[str]) -> None:
        for name in sources:
            cited = source_id(name)
            self.graph.add_node(cited)
            self._describe(cited, NodeKind.SOURCE, source=name)
            self._link(node, cited, Role.CITES)

    def _describe(self, node: str, kind: NodeKind, **about: Any) -> None:
        self.graph.nodes[node].update(kind=kind.value, **dict(_written(about)))

    def _link(self, tail: str, head: str, role: Role) -> None:
        self.graph.add_edge(tail, head, role=role.value)

    def _expand(self, node: str) -> None:
        reference = refer(self.assessment, node)
        add = {
            NodeKind.FACT: self._add_fact,
            NodeKind.MEMBER: self._add_member,
            NodeKind.UNSTATED: self._add_unstated,
            NodeKind.FIRING: self._add_firing,
            NodeKind.PARAMETER: self._add_parameter,
            NodeKind.ROW: self._add_row,
        }[reference.kind]
        add(node, reference)

    def _add_fact(self, node: str, reference: Reference) -> None:
        fact = _fact(self.assessment, reference)
        if fact is None:
            self._describe(node, NodeKind.FACT, missing=True)
        else:
            self._derive(fact)

    def _derive(self, fact: Fact) -> None:
        node = fact.id
        self._describe_fact(node, NodeKind.FACT, fact, value=fact.value)
        if isinstance(fact.origin, Catalogued):
            self._rests(node, fact.origin.row, Role.STATES)
        elif isinstance(fact.origin, Calculated):
            self._add_calculation(node, fact, fact.origin)
        elif isinstance(fact.origin, Concluded):
            self._add_arguments(node, fact)

    def _describe_fact(self, node: str, kind: NodeKind, fact: Fact, **about: Any) -> None:
        basis = basis_of(self.assessment, fact)
        self._describe(
            node, kind, subject=fact.subject, attribute=fact.attribute, basis=basis, **about
        )

    def _add_calculation(self, node: str, fact: Fact, origin: Calculated) -> None:
        call = calculation_id(fact.subject, origin.kernel)
        self.graph.add_node(call)
        self._describe(call, NodeKind.CALCULATION, subject=fact.subject, kernel=origin.kernel)
        self._link(call, node, Role.OUTPUT)
        for identifier in origin.inputs:
            self._rests(call, identifier, Role.INPUT)

    def _add_arguments(self, node: str, fact: Fact) -> None:
        if _collected(self.assessment, fact):
            assert isinstance(fact.value, tuple)
            for member in fact.value:
                identifier = member_id(fact.subject, fact.attribute, member)
                self._rests(node, identifier, Role.MEMBER_OF)
        else:
            self._argue(node, self.assessment.firings(fact.subject, fact.attribute))

    def _argue(self, node: str, firings: Iterable[Firing]) -> None:
        for firing in firings:
            self._rests(node, firing.id, Role.OVERRULED if firing.overruled else Role.CONCLUDES)

    def _add_member(self, node: str, reference: Reference) -> None:
        fact = _fact(self.assessment, reference)
        if fact is None or not isinstance(fact.value, tuple) or reference.member not in fact.value:
            self._describe(node, NodeKind.MEMBER, missing=True)
            return
        self._describe_fact(node, NodeKind.MEMBER, fact, member=reference.member)
        if _collected(self.assessment, fact):
            fired = self.assessment.firings(fact.subject, fact.attribute)
            self._argue(node, (f for f in fired if f.value == reference.member))
        else:
            self._rests(node, fact.id, Role.MEMBER_OF)

    def _add_unstated(self, node: str, reference: Reference) -> None:
        about = {"subject": reference.subject, "attribute": reference.name}
        if node == unknown_id(reference.subject, reference.name) and (
            reference.name in self.assessment.rulebook.vocabulary
        ):
            self._describe(node, NodeKind.UNSTATED, **about)
        else:
            self._describe(node, NodeKind.UNSTATED, missing=True, **about)

    def _add_firing(self, node: str, _reference: Reference) -> None:
        firing = self.assessment.firing_by_id[node]
        rule = self.assessment.rule(firing)
        tests = _matched(self.assessment, firing, rule)
        self._describe(
            node,
            NodeKind.FIRING,
            subject=firing.subject,
            decision=firing.decision,
            rule=firing.rule,
            value=firing.value,
            overruled=firing.overruled,
            unconditional=not tests,
            assumption=self._is_assumption(firing),
        )
        for premise in firing.premises:
            self._rests(node, premise, Role.PREMISE)
        for name in _parameters(rule, tests):
            self._rests(node, parameter_id(name), Role.OPERAND_PARAMETER)
        self._cite(node, rule.sources)

    def _is_assumption(self, firing: Firing) -> bool:
        decision = self.assessment.rulebook.decision(firing.decision)
        return decision is not None and decision.scope is Scope.GIVEN

    def _add_parameter(self, node: str, reference: Reference) -> None:
        parameter = self.assessment.rulebook.parameters.get(reference.name)
        if parameter is None:
            self._describe(node, NodeKind.PARAMETER, missing=True)
            return
        self._describe(
            node,
            NodeKind.PARAMETER,
            parameter=parameter.name,
            value=parameter.value,
            unit=parameter.unit,
        )
        self._cite(node, parameter.sources)

    def _add_row(self, node: str, reference: Reference) -> None:
        row = self.assessment.rulebook.catalog.tables[reference.subject].get(reference.name)
        if row is None:
            self._describe(node, NodeKind.ROW, missing=True)
            return
        source, date = "; ".join(row.sources), max(cited.date for cited in row.citations)
        self._describe(node, NodeKind.ROW, table=row.table, row=row.id, source=source, date=date)
        self._cite(node, (s for s in row.sources if s in self.assessment.rulebook.sources))


def _written(about: Mapping[str, Value]) -> Iterator[tuple[str, str | float | bool]]:
    """What is said about a node, as formats for graphs take it: one type under each name."""
    for name, said in about.items():
        if name == "value":
            yield name, _as_text(said)
            if isinstance(said, float):
                yield "number", said
        else:
            yield name, _plain(said)


def _plain(value: Value) -> str | float | bool:
    if isinstance(value, tuple):
        return ", ".join(value)
    return value.value if isinstance(value, StrEnum) else value


def _as_text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.12g}" if isinstance(value, float) else str(_plain(value))


def _all_facts(assessment: Assessment) -> Iterator[Fact]:
    frames = assessment.frames
    for frame in (frames.plan, frames.workload, frames.option, frames.offer):
        for subject in frame.subjects:
            yield from assessment.facts(subject)


def _fact(assessment: Assessment, reference: Reference) -> Fact | None:
    if reference.name not in assessment.rulebook.vocabulary:
        return None
    try:
        fact = assessment.fact(reference.subject, reference.name)
    except KeyError:
        return None
    return fact if fact is not None and fact.subject == reference.subject else None


def _collected(assessment: Assessment, fact: Fact) -> bool:
    decision = assessment.rulebook.decision(fact.attribute)
    return (
        isinstance(fact.origin, Concluded) and decision is not None and decision.hit is Hit.COLLECT
    )


def _matched(assessment: Assessment, firing: Firing, rule: Rule) -> tuple[Test, ...]:
    """The tests of the branch on which a rule fired."""
    if len(rule.branches) == 1:
        return rule.branches[0]
    decision = assessment.rulebook.decision(firing.decision)
    assert decision is not None
    stood = rule_standing(assessment, firing.subject, decision, rule)
    held = stood.held
    return () if held is None else rule.branches[stood.branches.index(held)]


def _parameters(rule: Rule, tests: Iterable[Test]) -> tuple[str, ...]:
    named = (*(name for test in tests for name in test.parameters), rule.parameter)
    return tuple(dict.fromkeys(name for name in named if name))


def _refuse_missing(graph: nx.DiGraph[str], roots: Iterable[str]) -> None:
    missing = [root for root in roots if graph.nodes[root].get("missing")]
    if missing:
        problems = (Problem("unknown-id", f"nothing has the id `{root}`") for root in missing)
        raise UsageError(*problems)


def _refuse_cycle(graph: nx.DiGraph[str]) -> None:
    import networkx as nx

    if nx.is_directed_acyclic_graph(graph):
        return
    steps = [tail for tail, _ in nx.find_cycle(graph)]
    path = " -> ".join(f"`{node}`" for node in (*steps, steps[0]))
    raise ReasoningError(Problem("cyclic-reasoning", f"a conclusion rests on itself: {path}"))
