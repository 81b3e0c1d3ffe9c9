"""The meaning of a rulebook, spelt out: a naive interpreter that other engines must agree with."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence

from rackwright.records import (
    Entity,
    Firing,
    Row,
    Scope,
    Value,
    fact_id,
    member_id,
    unknown_id,
)
from rackwright.rulebook.model import Decision, Hit, Kind, Op, Rule, Rulebook, Test
from rackwright.units import engine_number

COMPARE = {
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
    Op.IN: lambda value, options: value in options,
    Op.NOT_IN: lambda value, options: value not in options,
    Op.CONTAINS: lambda members, member: member in members,
}


class NaiveEngine:
    """Fires the first rule that holds and has not fired, until there is none."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook

    def run(self, scope: Scope, of: Entity, rows: Sequence[Row]) -> list[tuple[Firing, ...]]:
        decisions = self.rulebook.stage(scope, of)
        return [tuple(self._fire_all(decisions, row)) for row in rows]

    def _fire_all(self, decisions: Sequence[Decision], row: Row) -> Iterator[Firing]:
        now = dict(row.values)
        fired: list[Firing] = []
        while found := self._next(decisions, row, now, fired):
            decision, rule, branch = found
            earlier = [f.value for f in fired if f.decision == decision.attribute]
            overruled = bool(earlier) if decision.hit is Hit.FIRST else rule.then in earlier
            premises = tuple(sorted({self._premise(test, row) for test in branch}))
            name = decision.attribute
            fired.append(Firing(row.subject, name, rule.id, rule.then, premises, overruled))
            if not overruled and name not in row.values:
                collected = decision.hit is Hit.COLLECT
                now[name] = (*now.get(name, ()), rule.then) if collected else rule.then
            yield fired[-1]

    def _next(
        self, decisions: Sequence[Decision], row: Row, now: dict[str, Value], fired: list[Firing]
    ) -> tuple[Decision, Rule, tuple[Test, ...]] | None:
        done = {(f.decision, f.rule) for f in fired}
        for decision in decisions:
            for rule in decision.rules:
                for branch in rule.branches:
                    new = (decision.attribute, rule.id) not in done
                    if new and all(self._holds(test, row, now) for test in branch):
                        return decision, rule, branch
        return None

    def _holds(self, test: Test, row: Row, now: dict[str, Value]) -> bool:
        said = row.values.get(test.attribute)
        if test.op in (Op.KNOWN, Op.UNKNOWN):
            return (said is not None) is (test.op is Op.KNOWN)
        if test.op is Op.LACKS:
            return said is not None and test.operand not in said
        value = now.get(test.attribute)
        if value is None:
            return False
        if self.rulebook.vocabulary[test.attribute].kind is Kind.NUMBER:
            return COMPARE[test.op](engine_number(value), engine_number(test.operand))
        return COMPARE[test.op](value, test.operand)

    def _premise(self, test: Test, row: Row) -> str:
        owner = row.owners[self.rulebook.vocabulary[test.attribute].of]
        if test.op is Op.UNKNOWN:
            return unknown_id(owner, test.attribute)
        if test.op is Op.CONTAINS:
            return member_id(owner, test.attribute, test.operand)
        return fact_id(owner, test.attribute)
