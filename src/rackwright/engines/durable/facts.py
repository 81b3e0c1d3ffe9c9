"""Engine facts: what a row and the conclusions of its rules look like to the engine."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from rackwright.engines.durable.patterns import Aspect, Comparison, Slot, encode
from rackwright.records import Value, fact_id, member_id, unknown_id
from rackwright.rulebook.model import Attribute, Kind

KEPT_VALUES = 128
"""Values of an attribute whose facts are kept for further rows."""


class AttributeFacts:
    """Writes the engine facts of one attribute, of which only those that rules look at."""

    def __init__(
        self, attribute: Attribute, ids: Mapping[Slot, str], choices: Iterable[Comparison]
    ) -> None:
        self._kind = attribute.kind
        self._choices = tuple(choices)
        heads = {
            slot: f'{{"id":"{id_}","attribute":"{slot.attribute}"'
            for slot, id_ in ids.items()
            if slot.attribute == attribute.name
        }
        self._value = heads.get(Slot(attribute.name, Aspect.VALUE))
        self._members = _of_members(heads, Aspect.MEMBER)
        self._absent = _of_members(heads, Aspect.ABSENT)
        unknown = heads.get(Slot(attribute.name, Aspect.UNKNOWN))
        self._unknown = [f'{unknown},"unknown":1}}'] if unknown else []
        # WHY: the options of a workload share most of their values
        self.of_row = lru_cache(KEPT_VALUES)(self._of_row)
        """The facts about the value of a row; None when it is unknown."""

    def _of_row(self, value: Value | None) -> tuple[str, ...]:
        return tuple(self._written(value))

    def _written(self, value: Value | None) -> Iterable[str]:
        if value is None:
            return self._unknown
        if self._kind is Kind.SET:
            return self._of_set(value)
        return [f'{self._value},"known":1{self._fields(value)}}}'] if self._value else ()

    def of_conclusion(self, value: Value) -> Iterable[str]:
        """The facts about a concluded value, or a member added to a concluded set.

        WHY without `known`: that speaks of what was known when the scope began.
        """
        if self._kind is Kind.SET:
            return [self._members[value]] if value in self._members else ()
        return [f"{self._value}{self._fields(value)}}}"] if self._value else ()

    def _fields(self, value: Value) -> str:
        """The value, and every choice of several that it is one of."""
        said = {str(self._kind): encode(self._kind, value)}
        said |= {choice.among: 1 for choice in self._choices if value in choice.operand}
        return "".join(f",{json.dumps(name)}:{json.dumps(one)}" for name, one in said.items())

    def _of_set(self, members: Any) -> Iterator[str]:
        if self._value:
            yield f'{self._value},"known":1}}'
        yield from (fact for member, fact in self._members.items() if member in members)
        yield from (fact for member, fact in self._absent.items() if member not in members)


def premise(slot: Slot) -> str:
    """The end of the id of that for which the engine fact of a slot stands, after its owner."""
    match slot.aspect:
        case Aspect.MEMBER:
            return member_id("", slot.attribute, slot.member)
        case Aspect.UNKNOWN:
            return unknown_id("", slot.attribute)
        case _:
            return fact_id("", slot.attribute)


def _of_members(heads: Mapping[Slot, str], aspect: Aspect) -> dict[Value, str]:
    return {
        slot.member: f'{head},"{aspect}":{json.dumps(slot.member)}}}'
        for slot, head in heads.items()
        if slot.aspect is aspect
    }
