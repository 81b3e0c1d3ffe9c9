"""What can be done with a condition: negate it, take it apart into alternatives, write it out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from math import prod

from rackwright.rulebook.model import NEGATED, All, Any, Condition, Op, Test


def negated(condition: Condition) -> Condition:
    """What is true when the condition is false and all that it tests is known."""
    if isinstance(condition, All):
        return Any(tuple(negated(part) for part in condition.parts))
    if isinstance(condition, Any):
        return All(tuple(negated(part) for part in condition.parts))
    if isinstance(condition.operand, bool):
        return replace(condition, operand=not condition.operand)
    return replace(condition, op=NEGATED[condition.op])


def branches(condition: Condition) -> tuple[tuple[Test, ...], ...]:
    """The condition as alternatives of conjunctions, in order of writing, without repetitions."""
    return tuple(dict.fromkeys(tuple(dict.fromkeys(branch)) for branch in _branches(condition)))


def _branches(condition: Condition) -> Iterator[tuple[Test, ...]]:
    if isinstance(condition, Test):
        yield (condition,)
    elif isinstance(condition, Any):
        for part in condition.parts:
            yield from _branches(part)
    else:
        for choice in product(*(tuple(_branches(part)) for part in condition.parts)):
            yield sum(choice, ())


def count_branches(condition: Condition) -> int:
    """How many alternatives the condition has, repetitions included, without making them."""
    if isinstance(condition, Test):
        return 1
    counts = [count_branches(part) for part in condition.parts]
    return sum(counts) if isinstance(condition, Any) else prod(counts)


def write(condition: Condition) -> str:
    """The text of a condition, which reads back as the same condition."""
    if isinstance(condition, Test):
        return _write_test(condition)
    if not condition.parts:
        return "always"
    if isinstance(condition, Any):
        return " or ".join(write(part) for part in condition.parts)
    return " and ".join(
        f"({write(part)})" if isinstance(part, Any) else write(part) for part in condition.parts
    )


def _write_test(test: Test) -> str:
    name, op = test.attribute, test.op
    if op in (Op.KNOWN, Op.UNKNOWN):
        return f"{op}({name})"
    if isinstance(test.operand, bool):
        return name if test.operand is (op is Op.EQ) else f"not {name}"
    if op in (Op.CONTAINS, Op.LACKS):
        return f"{test.operand} {'in' if op is Op.CONTAINS else 'not in'} {name}"
    if isinstance(test.operand, tuple):
        return f"{name} {op} {{{', '.join(test.operand)}}}"
    return f"{name} {op} {test.parameter or test.operand}"


def joined(kind: type[All] | type[Any], parts: Iterable[Condition]) -> Condition:
    """The parts as one condition without needless nesting."""
    flat: list[Condition] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else (part,))
    return flat[0] if len(flat) == 1 else kind(tuple(flat))
