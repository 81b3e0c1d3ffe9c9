"""Tests of attributes as patterns over engine facts.

An engine fact says one thing about one attribute: its value, one member of a set, one member that
a known set lacks, or that it is unknown. A pattern is met by at most one fact of a row.
"""

from __future__ import annotations

import operator
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rackwright.rulebook.model import Kind, Op, Test
from rackwright.units import engine_number


class Aspect(StrEnum):
    """What an engine fact says about its attribute."""

    VALUE = "value"
    MEMBER = "member"
    ABSENT = "absent"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Slot:
    """One engine fact that a row may have."""

    attribute: str
    aspect: Aspect
    member: str = ""


ENGINE_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "$eq": operator.eq,
    "$neq": operator.ne,
    "$lt": operator.lt,
    "$lte": operator.le,
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$or": lambda value, operands: value in operands,
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """One comparison of one field of an engine fact; `$or` is equality with any of several.

    WHY facts say of which `$or` they are: the engine would wait for the members of each on its own,
    even where many rules share it.
    """

    field: str
    operator: str
    operand: Any

    def holds(self, fact: Mapping[str, Any]) -> bool:
        """Whether a fact with these fields passes."""
        return self.field in fact and ENGINE_OPERATORS[self.operator](
            fact[self.field], self.operand
        )

    @property
    def among(self) -> str:
        """The field by which a fact says that its value is one of several."""
        return f"among {'|'.join(self.operand)}"

    def as_json(self) -> dict[str, Any]:
        """The comparison in the form of durable_rules."""
        if self.operator == "$or":
            return {self.among: 1}
        if self.operator == "$eq":
            return {self.field: self.operand}
        return {self.operator: {self.field: self.operand}}


@dataclass(frozen=True, slots=True)
class SlotPattern:
    """What a branch demands of one engine fact: every comparison holds."""

    slot: Slot
    comparisons: tuple[Comparison, ...]

    def as_json(self) -> dict[str, Any]:
        """The pattern in the form of durable_rules."""
        parts = [c.as_json() for c in self.comparisons]
        return {"$and": [{"attribute": self.slot.attribute}, *parts]}


def patterns(tests: tuple[Test, ...], kinds: Mapping[str, Kind]) -> tuple[SlotPattern, ...]:
    """One pattern for each engine fact that a branch needs.

    WHY merge: two patterns of one rule never match the same fact.
    """
    merged: dict[Slot, dict[Comparison, None]] = {}
    for test in tests:
        parts = merged.setdefault(_slot(test), {})
        parts.update(dict.fromkeys(_comparisons(test, kinds[test.attribute])))
    return tuple(SlotPattern(slot, tuple(parts)) for slot, parts in merged.items())


def encode(kind: Kind, value: Any) -> Any:
    """A value as engine facts and patterns carry it.

    WHY not decimals: the engine reads them in the locale of the process, so that `3.7` is 3 where
    a comma is usual, and it does not read exponents.
    """
    return _ordinal(engine_number(value)) if kind is Kind.NUMBER else value


def _ordinal(number: float) -> int:
    """An integer for each number, in the same order."""
    bits: int = struct.unpack("<q", struct.pack("<d", number))[0]
    return bits if bits >= 0 else -(bits + 2**63)


_ASPECTS: Mapping[Op, Aspect] = {
    Op.CONTAINS: Aspect.MEMBER,
    Op.LACKS: Aspect.ABSENT,
    Op.UNKNOWN: Aspect.UNKNOWN,
}

_OPERATORS: Mapping[Op, str] = {
    Op.EQ: "$eq",
    Op.NE: "$neq",
    Op.LT: "$lt",
    Op.LE: "$lte",
    Op.GT: "$gt",
    Op.GE: "$gte",
}


def _slot(test: Test) -> Slot:
    aspect = _ASPECTS.get(test.op, Aspect.VALUE)
    of_member = aspect in (Aspect.MEMBER, Aspect.ABSENT)
    return Slot(test.attribute, aspect, str(test.operand) if of_member else "")


def _comparisons(test: Test, kind: Kind) -> Iterator[Comparison]:
    """The comparisons for a test; the field names the kind, as the engine's typing is loose."""
    match test.op:
        case Op.CONTAINS | Op.LACKS:
            yield Comparison(_ASPECTS[test.op], "$eq", test.operand)
        case Op.KNOWN | Op.UNKNOWN:
            yield Comparison(test.op, "$eq", 1)
        case Op.IN:
            assert isinstance(test.operand, tuple)
            yield Comparison(kind, "$or", tuple(sorted(test.operand)))
        case Op.NOT_IN:
            assert isinstance(test.operand, tuple)
            yield from (Comparison(kind, "$neq", operand) for operand in test.operand)
        case _:
            yield Comparison(kind, _OPERATORS[test.op], encode(kind, test.operand))
