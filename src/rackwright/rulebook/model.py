"""The rule language as data: vocabulary, parameters, sources, conditions, rules, decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any as Anything

import numpy as np
from numpy.typing import ArrayLike

from rackwright.catalog import Catalog
from rackwright.languages import language_of
from rackwright.limits import UNBOUNDED, Limits
from rackwright.records import Entity, Given, Scope, Value


@dataclass(frozen=True, slots=True)
class Text:
    """The same words in each supported language."""

    en: str
    zh_tw: str

    def in_language(self, language: str) -> str:
        """The words in `en` or `zh-TW`.

        Raises
        ------
        UsageError
            When it is another language.
        """
        if language == "en":
            return self.en
        if language == "zh-TW":
            return self.zh_tw
        return self.in_language(language_of(language))


class Kind(StrEnum):
    """What values an attribute takes."""

    NUMBER = "number"
    BOOLEAN = "boolean"
    SYMBOL = "symbol"
    SET = "set"
    TEXT = "text"


@dataclass(frozen=True, eq=False)
class Attribute:
    """One thing that can be known about a plan, a workload, an option or an offer."""

    name: str
    scope: Scope
    """The stage that first knows it."""
    of: Entity
    """What it describes."""
    kind: Kind
    label: Text
    unit: str = ""
    """Unit of a number, as in the field name: `gib`, `kw`, `fraction`, `months`, `currency`."""
    values: Mapping[str, Text] = field(default_factory=dict)
    """The symbols it may take, in order, with their labels."""
    question: Text | None = None
    """How to ask the user for it."""
    catalog: str = ""
    """The catalogue table whose column of the same name fills it in."""

    @cached_property
    def codes(self) -> Mapping[str, int]:
        """The position of each symbol among the values."""
        return {value: code for code, value in enumerate(self.values)}

    @cached_property
    def symbols(self) -> tuple[str | None, ...]:
        """The symbol of each code; None, which ends it, is that of -1."""
        return (*self.values, None)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number of the policy, with where it comes from."""

    name: str
    value: float
    unit: str
    label: Text
    sources: tuple[str, ...]
    date: str
    """ISO date, month or year from which the number holds."""
    note: str = ""
    seen: tuple[float, float] | None = None
    """The lowest and highest figure found elsewhere."""
    limits: Limits = UNBOUNDED
    """What it may be."""
    given: Given | None = None
    """Where a plan states it as a range, when the value is the middle of that."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a rule or a number rests on."""

    id: str
    title: Text
    date: str = ""
    kind: str = ""


class Op(StrEnum):
    """The tests a condition can make on one attribute."""

    EQ = "=="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    IN = "in"
    NOT_IN = "not in"
    CONTAINS = "contains"
    LACKS = "lacks"
    KNOWN = "known"
    UNKNOWN = "unknown"


NEGATED: Mapping[Op, Op] = {
    Op.EQ: Op.NE,
    Op.NE: Op.EQ,
    Op.LT: Op.GE,
    Op.GE: Op.LT,
    Op.GT: Op.LE,
    Op.LE: Op.GT,
    Op.IN: Op.NOT_IN,
    Op.NOT_IN: Op.IN,
    Op.CONTAINS: Op.LACKS,
    Op.LACKS: Op.CONTAINS,
    Op.KNOWN: Op.UNKNOWN,
    Op.UNKNOWN: Op.KNOWN,
}


@dataclass(frozen=True, slots=True)
class Conversion:
    """How an amount came into the currency of the plan."""

    amount: float
    """As its parameter has it."""
    parameter: str
    """The parameter of the exchange rate."""
    rate: float
    divides: bool
    """Whether the amount is divided by the rate, not multiplied."""

    @property
    def result(self) -> float:
        """The amount in the currency of the plan."""
        return float(self.of(self.amount, self.rate))

    def of(self, amount: ArrayLike, rate: ArrayLike) -> Anything:
        """Other amounts at other rates, converted in the same direction."""
        return np.divide(amount, rate) if self.divides else np.multiply(amount, rate)


@dataclass(frozen=True, slots=True)
class Test:
    """One test of one attribute. Every test but `unknown` is false while the value is unknown."""

    __test__ = False

    attribute: str
    op: Op
    operand: Value | None = None
    """A boolean, number or symbol; for `in` and `not in` a tuple of symbols; None for `known`."""
    parameter: str | None = None
    """The parameter that the operand came from."""
    conversion: Conversion | None = None
    """How the operand was made from the parameter, if it was in another currency."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parameters that the operand came from: an amount, then its rate."""
        rate = (self.conversion.parameter,) if self.conversion else ()
        return (*((self.parameter,) if self.parameter else ()), *rate)


@dataclass(frozen=True, slots=True)
class All:
    """True when every part is; `All(())` is always true."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """True when some part is."""

    parts: tuple[Condition, ...]


Condition = Test | All | Any


class Hit(StrEnum):
    """How the rules of a decision combine."""

    FIRST = "first"
    COLLECT = "collect"


@dataclass(frozen=True, slots=True)
class Rule:
    """One branch of a decision."""

    id: str
    condition: Condition
    when: str
    """The condition as written."""
    then: Value
    because: Text
    sources: tuple[str, ...]
    branches: tuple[tuple[Test, ...], ...]
    """The condition as alternatives of conjunctions, in order of writing."""
    parameter: str | None = None
    """The parameter that supplied `then`."""
    where: str = ""
    """File and position."""


@dataclass(frozen=True, eq=False, slots=True)
class Decision:
    """One question and the rules that answer it, in order of precedence.

    It equals only itself: what is compiled from it is kept by what it is, not by what it says.
    """

    attribute: str
    scope: Scope
    of: Entity
    hit: Hit
    rules: tuple[Rule, ...]


@dataclass(frozen=True, eq=False)
class Rulebook:
    """Everything the reasoning needs to know, loaded and checked."""

    vocabulary: Mapping[str, Attribute]
    parameters: Mapping[str, Parameter]
    sources: Mapping[str, Source]
    decisions: tuple[Decision, ...]
    """In order of evaluation: by scope, then each after the decisions it depends on."""
    catalog: Catalog = field(default_factory=Catalog)
    objective: tuple[ObjectiveKey, ...] = ()
    revision: str = ""
    """Digest of every file it was read from."""

    def stage(self, scope: Scope, of: Entity) -> tuple[Decision, ...]:
        """The decisions of one scope about one kind of thing, in order of evaluation."""
        return tuple(d for d in self.decisions if d.scope is scope and d.of is of)

    def decision(self, attribute: str) -> Decision | None:
        """The decision that concludes an attribute."""
        return self._by_attribute.get(attribute)

    def rule(self, decision: str, rule: str) -> Rule:
        """One rule of one decision."""
        return self._by_rule[decision, rule]

    @cached_property
    def _by_attribute(self) -> dict[str, Decision]:
        return {d.attribute: d for d in self.decisions}

    @cached_property
    def _by_rule(self) -> dict[tuple[str, str], Rule]:
        return {(d.attribute, r.id): r for d in self.decisions for r in d.rules}


@dataclass(frozen=True, slots=True)
class ObjectiveKey:
    """One key by which allowed options are ordered."""

    attribute: str
    order: tuple[str, ...] | str
    """Symbols from best to worst (those absent are not allowed), or `ascending`/`descending`."""


VISIBLE: Mapping[tuple[Scope, Entity], tuple[tuple[Scope, Entity], ...]] = {
    (Scope.GIVEN, Entity.PLAN): ((Scope.GIVEN, Entity.PLAN),),
    (Scope.GIVEN, Entity.WORKLOAD): (
        (Scope.GIVEN, Entity.PLAN),
        (Scope.GIVEN, Entity.WORKLOAD),
    ),
    (Scope.WORKLOAD, Entity.WORKLOAD): (
        (Scope.GIVEN, Entity.PLAN),
        (Scope.GIVEN, Entity.WORKLOAD),
        (Scope.WORKLOAD, Entity.WORKLOAD),
    ),
    (Scope.OPTION, Entity.OPTION): (
        (Scope.GIVEN, Entity.PLAN),
        (Scope.GIVEN, Entity.WORKLOAD),
        (Scope.WORKLOAD, Entity.WORKLOAD),
        (Scope.OPTION, Entity.OPTION),
    ),
    (Scope.PLACEMENT, Entity.WORKLOAD): (
        (Scope.GIVEN, Entity.PLAN),
        (Scope.GIVEN, Entity.WORKLOAD),
        (Scope.WORKLOAD, Entity.WORKLOAD),
        (Scope.OPTION, Entity.OPTION),
        (Scope.PLACEMENT, Entity.WORKLOAD),
    ),
    (Scope.PLAN, Entity.PLAN): (
        (Scope.GIVEN, Entity.PLAN),
        (Scope.PLAN, Entity.PLAN),
    ),
}
"""What the rules of each stage may read. A placement reads the option that was chosen."""


def visible(vocabulary: Mapping[str, Attribute], scope: Scope, of: Entity) -> dict[str, Attribute]:
    """The attributes that the rules of one stage may read."""
    seen = VISIBLE[scope, of]
    return {name: a for name, a in vocabulary.items() if (a.scope, a.of) in seen}


def tests(condition: Condition) -> Iterator[Test]:
    """Every test inside a condition, in order of writing."""
    if isinstance(condition, Test):
        yield condition
    else:
        for part in condition.parts:
            yield from tests(part)
