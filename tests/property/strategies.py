"""Generators of rulebooks and of rows for them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from rackwright.records import Entity, Row, Scope, Value
from rackwright.rulebook.model import (
    NEGATED,
    All,
    Any,
    Attribute,
    Condition,
    Decision,
    Hit,
    Kind,
    Op,
    Rule,
    Rulebook,
    Test,
    Text,
)

MAX_BRANCHES = 24
SYMBOLS = ("alpha", "beta", "gamma", "delta")
NUMBERS = (0.0, -1.5, 1.0, 0.3, 0.1 + 0.2, 1e-9, 123456789.123, 1e15, -1e15, 2.0**0.5, 80.0)
OWNERS: Mapping[Entity, str] = {Entity.PLAN: "plan", Entity.WORKLOAD: "assistant"}

numbers = st.sampled_from(NUMBERS) | st.floats(-1e12, 1e12, allow_subnormal=False)

_NUMBER_OPS = (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)
_OPS: Mapping[Kind, tuple[Op, ...]] = {
    Kind.NUMBER: (*_NUMBER_OPS, Op.KNOWN, Op.UNKNOWN),
    Kind.BOOLEAN: (Op.EQ, Op.NE, Op.KNOWN, Op.UNKNOWN),
    Kind.SYMBOL: (Op.EQ, Op.NE, Op.IN, Op.NOT_IN, Op.KNOWN, Op.UNKNOWN),
    Kind.SET: (Op.CONTAINS, Op.LACKS, Op.KNOWN, Op.UNKNOWN),
    Kind.TEXT: (Op.KNOWN, Op.UNKNOWN),
}


def attribute(name: str, kind: Kind, scope: Scope, of: Entity) -> Attribute:
    """An attribute with the values that the generators draw from."""
    values = SYMBOLS if kind in (Kind.SYMBOL, Kind.SET) else ()
    text = Text(name, name)
    return Attribute(name, scope, of, kind, text, values=dict.fromkeys(values, text))


GIVEN = (
    attribute("plan_number", Kind.NUMBER, Scope.GIVEN, Entity.PLAN),
    attribute("plan_set", Kind.SET, Scope.GIVEN, Entity.PLAN),
    *(attribute(f"stated_{kind}", kind, Scope.GIVEN, Entity.WORKLOAD) for kind in Kind),
)


def values(kind: Kind) -> st.SearchStrategy[Value]:
    """A value of one kind."""
    return {
        Kind.NUMBER: numbers,
        Kind.BOOLEAN: st.booleans(),
        Kind.SYMBOL: st.sampled_from(SYMBOLS),
        Kind.SET: st.lists(st.sampled_from(SYMBOLS), unique=True).map(tuple),
        Kind.TEXT: st.text(max_size=8),
    }[kind]


@st.composite
def tests(draw: st.DrawFn, attributes: Sequence[Attribute]) -> Test:
    """One test of one attribute."""
    tested = draw(st.sampled_from(attributes))
    op = draw(st.sampled_from(_OPS[tested.kind]))
    if op in (Op.KNOWN, Op.UNKNOWN):
        return Test(tested.name, op)
    if op in (Op.IN, Op.NOT_IN):
        options = st.lists(st.sampled_from(SYMBOLS), min_size=1, unique=True).map(tuple)
        return Test(tested.name, op, draw(options))
    kind = Kind.SYMBOL if tested.kind is Kind.SET else tested.kind
    return Test(tested.name, op, draw(values(kind)))


def conditions(attributes: Sequence[Attribute]) -> st.SearchStrategy[Condition]:
    """A condition with `and`, `or` and `not`, the last pushed down to the tests."""
    return st.recursive(
        tests(attributes),
        lambda inner: (
            st.lists(inner, max_size=3).map(lambda parts: All(tuple(parts)))
            | st.lists(inner, min_size=1, max_size=3).map(lambda parts: Any(tuple(parts)))
            | inner.map(negated)
        ),
        max_leaves=8,
    ).filter(lambda condition: len(branches(condition)) <= MAX_BRANCHES)


def negated(condition: Condition) -> Condition:
    """The condition that holds where this one fails, apart from what is unknown."""
    if isinstance(condition, Test):
        return Test(condition.attribute, NEGATED[condition.op], condition.operand)
    turned = tuple(negated(part) for part in condition.parts)
    return Any(turned) if isinstance(condition, All) else All(turned)


def branches(condition: Condition) -> tuple[tuple[Test, ...], ...]:
    """The condition as alternatives of conjunctions, in order of writing."""
    if isinstance(condition, Test):
        return ((condition,),)
    parts = [branches(part) for part in condition.parts]
    if isinstance(condition, Any):
        return tuple(itertools.chain.from_iterable(parts))
    return tuple(tuple(itertools.chain(*chosen)) for chosen in itertools.product(*parts))


@st.composite
def decisions(draw: st.DrawFn, own: Attribute, readable: Sequence[Attribute]) -> Decision:
    """A decision about one attribute whose rules read some others."""
    hit = Hit.COLLECT if own.kind is Kind.SET else Hit.FIRST
    then = values(Kind.SYMBOL if own.kind is Kind.SET else own.kind)
    written = draw(st.lists(st.tuples(conditions(readable), then), min_size=1, max_size=5))
    rules = tuple(
        Rule(f"{own.name}-{n}", condition, "", value, Text("", ""), (), branches(condition))
        for n, (condition, value) in enumerate(written)
    )
    return Decision(own.name, own.scope, own.of, hit, rules)


@st.composite
def rulebooks(draw: st.DrawFn, scope: Scope) -> Rulebook:
    """A rulebook of one to six decisions about workloads, each able to read the earlier ones.

    In the scope `given` the decisions are about attributes that rows may already know.
    """
    kinds = draw(st.lists(st.sampled_from([k for k in Kind if k is not Kind.TEXT]), max_size=6))
    decided = [
        attribute(f"decided_{n}", kind, scope, Entity.WORKLOAD)
        for n, kind in enumerate(kinds or [Kind.SYMBOL])
    ]
    found = [
        draw(decisions(own, (*GIVEN, *decided[:n], *decided[:n]))) for n, own in enumerate(decided)
    ]
    return Rulebook({a.name: a for a in (*GIVEN, *decided)}, {}, {}, tuple(found))


@st.composite
def rows(draw: st.DrawFn, rulebook: Rulebook) -> Row:
    """What is known of one workload, in any order; decided attributes only in the given scope."""
    known = [a for a in rulebook.vocabulary.values() if a.scope is Scope.GIVEN]
    stated = {a.name: draw(st.none() | values(a.kind)) for a in draw(st.permutations(known))}
    kept = {name: value for name, value in stated.items() if value is not None}
    return Row(OWNERS[Entity.WORKLOAD], OWNERS, kept)


def shuffled(row: Row, random_order: random.Random) -> Row:
    """The same row with its facts in another order."""
    items = list(row.values.items())
    random_order.shuffle(items)
    return Row(row.subject, row.owners, dict(items))
