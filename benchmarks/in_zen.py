"""The rules in zen-engine (GoRules): a decision table a decision, a graph of tables a stage.

A table with hit policy `first` stops at the rule that decides, so that overruled rules are not
known; the tables of `collect` decisions give every member that a rule adds. Of the ways to load a
graph the static loader is used, which compiles it once and was the fastest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import zen
from contender import Conclusions, Task, comparable

from rackwright.records import Row, Value
from rackwright.rulebook.model import Decision, Hit, Kind, Op, Rule, Test

Node = Mapping[str, Any]

_OPERATORS: Mapping[Op, str] = {
    Op.EQ: "==",
    Op.NE: "!=",
    Op.LT: "<",
    Op.LE: "<=",
    Op.GT: ">",
    Op.GE: ">=",
    Op.IN: "in",
    Op.NOT_IN: "not in",
}


class InZen:
    """zen-engine with the rules of a task as one decision."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._engine = zen.ZenEngine({"loader": {"type": "static", "content": {"": _graph(task)}}})
        self._rows: list[dict[str, object]] = []
        self._judged: list[Mapping[str, Any]] = []

    def take(self, rows: Sequence[Row]) -> None:
        """The values of each row as one context."""
        self._rows = [_context(self._task, row) for row in rows]

    def judge(self) -> None:
        """Row after row."""
        decide = self._engine.evaluate
        self._judged = [decide("", row)["result"] for row in self._rows]

    def concluded(self) -> list[Conclusions]:
        """Read from the results."""
        return [self._of_row(result) for result in self._judged]

    def fired(self) -> None:
        """Not told."""

    def _of_row(self, result: Mapping[str, Any]) -> Conclusions:
        found: dict[str, object] = {}
        for decision in self._task.decisions:
            value = result.get(decision.attribute)
            if decision.hit is Hit.FIRST and value is not None:
                found[decision.attribute] = value
            elif value:
                found[decision.attribute] = frozenset(one["member"] for one in value)
        return found


def _context(task: Task, row: Row) -> dict[str, object]:
    values = {name: _of_zen(value) for name, value in row.values.items()}
    decided = {decision.attribute for decision in task.decisions}
    began = {name: values[name] for name in decided & values.keys()}
    return {**values, "began": began} if began else dict(values)


def _of_zen(value: Value) -> object:
    return list(value) if isinstance(value, tuple) else comparable(value)


def _graph(task: Task) -> dict[str, object]:
    tables = [_table(task, decision) for decision in task.decisions]
    nodes = [_node("in", "inputNode"), *tables, _node("out", "outputNode")]
    edges = [
        {"id": f"{above}-{below}", "type": "edge", "sourceId": above, "targetId": below}
        for above, below in _edges(task)
    ]
    return {"nodes": nodes, "edges": edges}


def _edges(task: Task) -> Iterator[tuple[str, str]]:
    for decision in task.decisions:
        yield "in", decision.attribute
        tests = [t for rule in decision.rules for branch in rule.branches for t in branch]
        for name in sorted({t.attribute for t in tests if task.chained(t)} - {decision.attribute}):
            yield name, decision.attribute
        yield decision.attribute, "out"


def _node(name: str, kind: str, content: object = None) -> dict[str, object]:
    node: dict[str, object] = {"id": name, "name": name, "type": kind, "position": {"x": 0, "y": 0}}
    return node if content is None else {**node, "content": content}


def _table(task: Task, decision: Decision) -> Node:
    collects = decision.hit is Hit.COLLECT
    content = {
        "hitPolicy": "collect" if collects else "first",
        "outputPath": decision.attribute if collects else None,
        "passThrough": False,
        "executionMode": "single",
        "inputField": None,
        "inputs": [{"id": "when", "name": "when", "type": "expression"}],
        "outputs": [_output("member" if collects else decision.attribute)],
        "rules": [
            {"_id": rule.id, "when": _condition(task, rule), "then": _literal(rule.then)}
            for rule in decision.rules
        ],
    }
    return _node(decision.attribute, "decisionTableNode", content)


def _output(field: str) -> Node:
    return {"id": "then", "name": "then", "type": "expression", "field": field}


def _condition(task: Task, rule: Rule) -> str:
    branches = [
        " and ".join(_test(task, test) for test in branch) or "true" for branch in rule.branches
    ]
    return branches[0] if len(branches) == 1 else " or ".join(f"({b})" for b in branches)


def _literal(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{Decimal(repr(value)):f}" if isinstance(value, int | float) else f"'{value}'"


def _test(task: Task, test: Test) -> str:
    name = _name(task, test)
    operand = None if test.operand is None else _literal(comparable(test.operand))
    match test.op:
        case Op.KNOWN:
            return f"{name} != null"
        case Op.UNKNOWN:
            return f"{name} == null"
        case Op.CONTAINS if _concluded_set(task, test):
            return f"some({name}, #.member == {operand})"
        case Op.CONTAINS:
            return f"({name} != null and {operand} in {name})"
        case Op.LACKS:
            return f"({name} != null and {operand} not in {name})"
        case Op.EQ | Op.IN:
            return f"{name} {_OPERATORS[test.op]} {operand}"
        case _:
            return f"({name} != null and {name} {_OPERATORS[test.op]} {operand})"


def _name(task: Task, test: Test) -> str:
    decided = any(decision.attribute == test.attribute for decision in task.decisions)
    return f"began.{test.attribute}" if decided and not task.chained(test) else test.attribute


def _concluded_set(task: Task, test: Test) -> bool:
    return task.chained(test) and task.vocabulary[test.attribute].kind is Kind.SET
