"""The rules as a plain Python loop: a closure a test, dictionaries of values."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from contender import Conclusions, Fired, Task, comparable, conclusions

from rackwright.records import Row, Value
from rackwright.rulebook.model import Decision, Hit, Op, Rule, Test

Values = Mapping[str, Value]
Holds = Callable[[Values, Values], bool]
"""Whether a test holds, given what is known by now and what was known at the beginning."""

_COMPARED: Mapping[Op, Callable[[Any, Any], bool]] = {
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


class InPython:
    """The loop that one would write by hand, with every firing recorded as by an engine."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._decisions = [_compiled(decision) for decision in task.decisions]
        self._rows: list[Values] = []
        self._judged: list[list[Fired]] = []

    def take(self, rows: Sequence[Row]) -> None:
        """The values of each row, numbers rounded."""
        self._rows = [{name: comparable(v) for name, v in row.values.items()} for row in rows]

    def judge(self) -> None:
        """Row after row."""
        self._judged = [self._of_row(values) for values in self._rows]

    def concluded(self) -> list[Conclusions]:
        """What follows from the firings."""
        return [conclusions(self._task.decisions, found) for found in self._judged]

    def fired(self) -> list[list[Fired]]:
        """The firings as recorded."""
        return self._judged

    def _of_row(self, began: Values) -> list[Fired]:
        fired: list[Fired] = []
        now = dict(began)
        for name, first, rules in self._decisions:
            claimed: list[Value] = []
            for rule, then, holds in rules:
                if holds(now, began):
                    overruled = bool(claimed) if first else then in claimed
                    fired.append(Fired(name, rule, overruled))
                    if not overruled:
                        claimed.append(then)
            if claimed and name not in began:
                now[name] = claimed[0] if first else tuple(claimed)  # type: ignore[arg-type]
        return fired


def _compiled(decision: Decision) -> tuple[str, bool, list[tuple[str, Value, Holds]]]:
    rules = [(rule.id, rule.then, _rule(rule)) for rule in decision.rules]
    return decision.attribute, decision.hit is Hit.FIRST, rules


def _rule(rule: Rule) -> Holds:
    branches = [_branch([_test(test) for test in branch]) for branch in rule.branches]
    if len(branches) == 1:
        return branches[0]
    return lambda now, began: any(branch(now, began) for branch in branches)


def _branch(tests: list[Holds]) -> Holds:
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        one, other = tests
        return lambda now, began: one(now, began) and other(now, began)
    return lambda now, began: all(test(now, began) for test in tests)


def _test(test: Test) -> Holds:
    name, wanted = (
        test.attribute,
        test.operand if test.operand is None else comparable(test.operand),
    )
    if test.op is Op.KNOWN:
        return lambda now, began: name in began
    if test.op is Op.UNKNOWN:
        return lambda now, began: name not in began
    if test.op is Op.LACKS:
        return lambda now, began: name in began and wanted not in began[name]  # type: ignore[operator]
    compare = _COMPARED[test.op]
    return lambda now, began: name in now and compare(now[name], wanted)
