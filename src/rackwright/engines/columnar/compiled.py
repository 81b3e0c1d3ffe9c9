"""The rules of a stage compiled: each different test once, branches as positions among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rackwright.engines.columnar.masks import ColumnTest, column_test
from rackwright.frames import column
from rackwright.records import Value
from rackwright.rulebook.model import Attribute, Decision, Kind, Rule, Test

Branch = tuple[int, ...]
"""The positions, among the tests of the stage, of those that must hold together."""


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """One rule, with its position among all rules of the stage."""

    at: int
    branches: tuple[Branch, ...]
    then: Any
    """The code of its conclusion; for a member of a set, its bit."""
    parameter: str | None
    """The parameter that the conclusion comes from."""


@dataclass(frozen=True, slots=True)
class CompiledDecision:
    """One decision and its rules, in order of precedence."""

    decision: Decision
    attribute: Attribute
    rules: tuple[CompiledRule, ...]


class Compiler:
    """Compiles decisions one after the other and gathers the tests that they share."""

    def __init__(self, vocabulary: Mapping[str, Attribute]) -> None:
        self.tests: list[ColumnTest] = []
        self._vocabulary = vocabulary
        self._places: dict[Test, int] = {}
        self._n_rules = 0

    def decisions(self, decisions: Sequence[Decision]) -> tuple[CompiledDecision, ...]:
        """The decisions compiled, in the same order."""
        return tuple(self._decision(decision) for decision in decisions)

    def _decision(self, decision: Decision) -> CompiledDecision:
        attribute = self._vocabulary[decision.attribute]
        rules = tuple(self._rule(rule, attribute) for rule in decision.rules)
        return CompiledDecision(decision, attribute, rules)

    def _rule(self, rule: Rule, attribute: Attribute) -> CompiledRule:
        branches = tuple(tuple(self._place(test) for test in branch) for branch in rule.branches)
        compiled = CompiledRule(
            self._n_rules, branches, _code(attribute, rule.then), rule.parameter
        )
        self._n_rules += 1
        return compiled

    def _place(self, test: Test) -> int:
        if test not in self._places:
            self._places[test] = len(self.tests)
            self.tests.append(column_test(test, self._vocabulary[test.attribute]))
        return self._places[test]


def _code(attribute: Attribute, then: Value) -> Any:
    value = (str(then),) if attribute.kind is Kind.SET else then
    return column(attribute, [value])[0]
