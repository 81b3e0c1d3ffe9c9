"""Rows into columns, and bits back into firings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from rackwright.engines.columnar.judged import FiringBits
from rackwright.errors import InferenceError, Problem
from rackwright.frames import Column, column
from rackwright.records import Firing, Row, Value, fact_id, member_id, unknown_id
from rackwright.rulebook.model import Attribute, Decision, Kind, Op, Test
from rackwright.units import engine_number

Premise = Callable[[Row], str]
"""The id, for a row, of what a test rests on."""


def columns_of(attributes: Mapping[str, Attribute], rows: Sequence[Row]) -> dict[str, Column]:
    """The columns of some attributes, one value a row.

    Raises
    ------
    InferenceError
        When a number is not finite, or a symbol is not a value of its attribute.
    """
    return {
        name: column(attribute, [_comparable(attribute, row.values.get(name)) for row in rows])
        for name, attribute in attributes.items()
    }


def _comparable(attribute: Attribute, value: Value | None) -> Value | None:
    if value is None or attribute.kind in (Kind.BOOLEAN, Kind.TEXT):
        return value
    if attribute.kind is Kind.NUMBER:
        assert isinstance(value, int | float)
        engine_number(value)
        return value
    symbols = value if isinstance(value, tuple) else (value,)
    for symbol in symbols:
        if symbol not in attribute.codes:
            message = f"`{symbol}` is not a value of `{attribute.name}`"
            raise InferenceError(Problem("unknown-value", message))
    return value


class FiringWriter:
    """Writes the firings of rows from the bits of a stage."""

    def __init__(self, decisions: Sequence[Decision], vocabulary: Mapping[str, Attribute]) -> None:
        self._rules = [(decision, rule) for decision in decisions for rule in decision.rules]
        self._premises = [
            [
                [_premise(test, vocabulary[test.attribute]) for test in branch]
                for branch in rule.branches
            ]
            for _, rule in self._rules
        ]

    def firings(self, bits: FiringBits, rows: Sequence[Row]) -> list[tuple[Firing, ...]]:
        """The firings of every row, in the order of rules."""
        found: list[list[Firing]] = [[] for _ in rows]
        at, rule = np.nonzero(bits.fired.T)
        each = (at, rule, bits.branch[rule, at], bits.overruled[rule, at])
        for row, *firing in zip(*(part.tolist() for part in each), strict=True):
            found[row].append(self._firing(rows[row], *firing))
        return [tuple(firings) for firings in found]

    def _firing(self, row: Row, at: int, branch: int, overruled: bool) -> Firing:
        decision, rule = self._rules[at]
        premises = tuple(sorted({premise(row) for premise in self._premises[at][branch]}))
        return Firing(row.subject, decision.attribute, rule.id, rule.then, premises, overruled)


def _premise(test: Test, attribute: Attribute) -> Premise:
    def owner(row: Row) -> str:
        return row.owners.get(attribute.of, row.subject)

    if test.op is Op.UNKNOWN:
        return lambda row: unknown_id(owner(row), test.attribute)
    if test.op is Op.CONTAINS:
        return lambda row: member_id(owner(row), test.attribute, str(test.operand))
    return lambda row: fact_id(owner(row), test.attribute)
