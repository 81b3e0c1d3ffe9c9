"""What the engine can hold, checked before it compiles: past some limits it would never end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rackwright.engines.durable.patterns import Aspect, Comparison, SlotPattern
from rackwright.errors import EngineLimitError, Problem
from rackwright.rulebook.model import Kind

MAX_BRANCHES = 4_095
"""Alternatives of rules in one stage: the engine holds 4,096 actions, of which one is ours."""
MAX_PATTERNS = 16
"""Engine facts that one alternative needs."""
MAX_ATTRIBUTES = 500
"""Attributes that one stage tests: the engine loops for ever at 512."""
MAX_COMPARISONS = 500
"""Different comparisons of one attribute: likewise."""
MAX_PASSED = 60
"""Comparisons of one attribute that one value passes: the engine fails at more than 64."""
MAX_SHARED = 250
"""Patterns that are equal: the engine writes past its table at 256."""

Branch = Sequence[SlotPattern]
Tree = dict[Comparison, "Tree"]


def check(stage: str, branches: Sequence[Branch], kinds: Mapping[str, Kind]) -> None:
    """Make sure that the engine can hold the rules of a stage.

    Raises
    ------
    EngineLimitError
        With a problem for each limit that is passed.
    """
    counts = _counts(branches, kinds)
    problems = [
        Problem("engine-limit", f"{what}: {count}, more than {most}", where=stage, hint=_HINT)
        for what, count, most in counts
        if count > most
    ]
    if problems:
        raise EngineLimitError(*problems)


_HINT = "split the decisions over scopes, or let a kernel calculate what they share"


def _counts(
    branches: Sequence[Branch], kinds: Mapping[str, Kind]
) -> Iterator[tuple[str, int, int]]:
    by_attribute = _by_attribute(branches)
    shared = Counter(pattern for branch in branches for pattern in branch)
    yield "alternatives of rules", len(branches), MAX_BRANCHES
    yield "attributes that rules test", len(by_attribute), MAX_ATTRIBUTES
    yield "facts that one rule needs", max(map(len, branches), default=0), MAX_PATTERNS
    yield "rules without a condition", sum(not branch for branch in branches), MAX_SHARED
    for pattern, count in shared.items():
        yield f"rules with the same test of `{pattern.slot.attribute}`", count, MAX_SHARED
    for name, own in by_attribute.items():
        tests = len({comparison for pattern in own for comparison in pattern.comparisons})
        yield f"different tests of `{name}`", tests, MAX_COMPARISONS
        passed = _most_passed(own, kinds[name])
        yield f"tests of `{name}` that one value passes", passed, MAX_PASSED


def _by_attribute(branches: Iterable[Branch]) -> dict[str, list[SlotPattern]]:
    found: dict[str, list[SlotPattern]] = {}
    for branch in branches:
        for pattern in branch:
            found.setdefault(pattern.slot.attribute, []).append(pattern)
    return found


def _most_passed(own: Iterable[SlotPattern], kind: Kind) -> int:
    """The most comparisons that wait at once in the engine, over all values."""
    on_value = [p.comparisons for p in own if p.slot.aspect is Aspect.VALUE]
    tree = _tree(on_value)
    facts = [{"known": 1, kind: value} for value in _telling_values(on_value, kind)]
    return max((_waiting(tree, fact) for fact in facts), default=0)


def _tree(patterns: Iterable[tuple[Comparison, ...]]) -> Tree:
    """The patterns as the engine stores them: equal beginnings once."""
    root: Tree = {}
    for comparisons in patterns:
        node = root
        for comparison in comparisons:
            node = node.setdefault(comparison, {})
    return root


def _waiting(tree: Tree, fact: Mapping[str, Any]) -> int:
    passed = [child for comparison, child in tree.items() if comparison.holds(fact)]
    return max((len(passed) - 1 + _waiting(child, fact) for child in passed), default=1)


def _telling_values(patterns: Iterable[tuple[Comparison, ...]], kind: Kind) -> set[Any]:
    """Values among which each way to pass the comparisons occurs."""
    operands = {
        operand
        for comparisons in patterns
        for c in comparisons
        for operand in (c.operand if isinstance(c.operand, tuple) else (c.operand,))
        if c.field == kind
    }
    if kind is not Kind.NUMBER:
        return {*operands, "", True, False}
    return {n + step for n in operands for step in (-1, 0, 1)}
