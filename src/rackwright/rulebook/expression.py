"""Reads the text of a condition into typed tests, with every `not` pushed down to them.

The parsed text passes a white list, and every name in it must mean one thing in its place: a
visible attribute, a value of the attribute that is tested, or a parameter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from rackwright.rulebook.conditions import count_branches, joined, negated
from rackwright.rulebook.currency import Currencies
from rackwright.rulebook.grammar import parse
from rackwright.rulebook.model import (
    All,
    Any,
    Attribute,
    Condition,
    Kind,
    Op,
    Parameter,
    Test,
)
from rackwright.rulebook.parameters import same_unit
from rackwright.rulebook.problems import Place, shown

MAX_BRANCHES = 32
ALWAYS = ("otherwise", "always")
"""The words for a condition that is always true."""

_ORDERED = (Op.LT, Op.LE, Op.GT, Op.GE)
_OPS: Mapping[type[ast.cmpop], Op] = {
    ast.Eq: Op.EQ,
    ast.NotEq: Op.NE,
    ast.Lt: Op.LT,
    ast.LtE: Op.LE,
    ast.Gt: Op.GT,
    ast.GtE: Op.GE,
    ast.In: Op.IN,
    ast.NotIn: Op.NOT_IN,
}
_MIRRORED: Mapping[Op, Op] = {Op.LT: Op.GT, Op.LE: Op.GE, Op.GT: Op.LT, Op.GE: Op.LE}
_TRUTH = {"true": True, "false": False}
_OBSERVED = {"known": Op.KNOWN, "unknown": Op.UNKNOWN}


@dataclass(frozen=True, slots=True)
class Names:
    """What the names in the conditions of one stage can mean."""

    stage: str
    visible: Mapping[str, Attribute]
    vocabulary: Mapping[str, Attribute]
    parameters: Mapping[str, Parameter]
    broken: frozenset[str] = frozenset()
    """Names that have a problem of their own; nothing more is said about them."""

    @property
    def currencies(self) -> Currencies:
        """How amounts in different currencies are compared."""
        return Currencies(self.vocabulary, self.parameters)


class _RefusedError(Exception):
    """A part of the condition was refused, and the problem reported."""


def read_condition(text: str, names: Names, place: Place) -> Condition | None:
    """The condition that a text states; None when a problem was reported."""
    if text.strip() in ALWAYS:
        return All(())
    tree = parse(text, place)
    if tree is None:
        return None
    reader = _Reader(names, place)
    condition = reader.condition(tree)
    if not reader.accepted or not _is_small(condition, place):
        return None
    converted = names.currencies.in_each(condition)
    return converted if _is_small(converted, place) else None


def _is_small(condition: Condition, place: Place) -> bool:
    n_branches = count_branches(condition)
    if n_branches <= MAX_BRANCHES:
        return True
    message = f"the condition has more than {MAX_BRANCHES} alternatives"
    place.problem("too-many-branches", message, "use `in {…}`, or split the rule")
    return False


class _Reader:
    """Turns the parsed text into tests and looks up every name; reports all that is wrong."""

    def __init__(self, names: Names, place: Place) -> None:
        self.names, self.place = names, place
        self.accepted = True

    def condition(self, node: ast.expr) -> Condition:
        """The condition that a node states; one that is always true when it was refused."""
        try:
            return self._condition(node)
        except _RefusedError:
            self.accepted = False
            return All(())

    def _condition(self, node: ast.expr) -> Condition:
        match node:
            case ast.BoolOp(op=op, values=values):
                kind = All if isinstance(op, ast.And) else Any
                return joined(kind, [self.condition(value) for value in values])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return negated(self.condition(operand))
            case ast.Compare():
                return self._comparison(node)
            case ast.Call(func=ast.Name(id=word), args=[ast.Name(id=name)], keywords=[]):
                return self._observation(word, name)
            case ast.Name(id=name):
                return self._bare(name)
        raise self._unsupported(node)

    def _refuse(
        self, code: str, message: str, hint: str = "", *, name: str = "", known: Iterable[str] = ()
    ) -> _RefusedError:
        self.place.problem(code, message, hint, name=name, known=known)
        return _RefusedError()

    def _unsupported(self, node: ast.expr) -> _RefusedError:
        hint = "a test is `attribute == value`, `attribute in {a, b}`, `value in set` or `known(a)`"
        return self._refuse("unsupported-syntax", f"{shown(ast.unparse(node))} is not a test", hint)

    def _comparison(self, node: ast.Compare) -> Condition:
        ops = [_OPS.get(type(op)) for op in node.ops]
        if None in ops or (len(ops) > 1 and not set(ops) <= set(_ORDERED)):
            raise self._unsupported(node)
        pairs = pairwise([node.left, *node.comparators])
        return joined(
            All, [self._pair(pair, op) for pair, op in zip(pairs, ops, strict=True) if op]
        )

    def _pair(self, pair: tuple[ast.expr, ast.expr], op: Op) -> Condition:
        match pair:
            case (ast.Name(id=left), ast.Set(elts=members)) if op in (Op.IN, Op.NOT_IN):
                return self._one_of(left, op, members)
            case (ast.Name(id=left), ast.Name(id=right)) if op in (Op.IN, Op.NOT_IN):
                return self._member(left, op, right)
            case (ast.Name(id=left), ast.Name(id=right)):
                return self._compared(left, op, right)
        raise self._unsupported(ast.Compare(pair[0], [_node(op)], [pair[1]]))

    def _observation(self, word: str, name: str) -> Test:
        if word not in _OBSERVED:
            message = f"{shown(word)} is not a word of the language"
            raise self._refuse("unknown-function", message, name=word, known=_OBSERVED)
        return Test(self._attribute(name).name, _OBSERVED[word])

    def _bare(self, name: str) -> Test:
        if name in ALWAYS:
            message = f"`{name}` stands alone or not at all"
            raise self._refuse("misplaced-always", message)
        if name in _TRUTH:
            message = f"`{name}` is not a test"
            raise self._refuse("misplaced-always", message, "write `always` or `otherwise`")
        attribute = self._attribute(name)
        if attribute.kind is not Kind.BOOLEAN:
            hint = f"compare it, or write `known({name})`"
            raise self._refuse("wrong-test", f"{shown(name)} is not true or false", hint)
        return Test(name, Op.EQ, True)

    def _compared(self, left: str, op: Op, right: str) -> Test:
        attribute, other = self.names.visible.get(left), self.names.visible.get(right)
        if attribute and other and right not in attribute.values and left not in other.values:
            hint = "test a margin or a ratio that is calculated already"
            message = f"{shown(left)} and {shown(right)} are both attributes"
            raise self._refuse("two-attributes", message, hint)
        if attribute and (other is None or right in attribute.values):
            return self._test(attribute, op, right)
        if other:
            return self._test(other, _MIRRORED.get(op, op), left)
        raise self._without_attribute(left, right)

    def _without_attribute(self, *words: str) -> _RefusedError:
        meanings = {*self.names.parameters, *self._values(), *_TRUTH}
        for word in words:
            if word not in meanings:
                return self._missing(word, [*self.names.visible, *self.names.parameters])
        message = f"neither {shown(words[0])} nor {shown(words[1])} is an attribute"
        return self._refuse("no-attribute", message)

    def _values(self) -> Iterator[str]:
        for attribute in self.names.visible.values():
            yield from attribute.values

    def _test(self, attribute: Attribute, op: Op, word: str) -> Test:
        match attribute.kind:
            case Kind.NUMBER:
                return self._number_test(attribute, op, word)
            case Kind.BOOLEAN:
                self._check_equality(attribute, op)
                return self._truth_test(attribute, op, word)
            case Kind.SYMBOL:
                self._check_equality(attribute, op)
                return Test(attribute.name, op, self._value(attribute, word))
            case Kind.SET:
                hint = f"write `{word} in {attribute.name}`"
                message = f"{shown(attribute.name)} is a set"
                raise self._refuse("wrong-test", message, hint)
        hint = f"write `known({attribute.name})` or `unknown({attribute.name})`"
        raise self._refuse("wrong-test", f"{shown(attribute.name)} is free text", hint)

    def _check_equality(self, attribute: Attribute, op: Op) -> None:
        if op in _ORDERED:
            hint = "write `==`, `!=` or `in {…}`"
            message = f"the values of {shown(attribute.name)} have no order"
            raise self._refuse("wrong-test", message, hint)

    def _number_test(self, attribute: Attribute, op: Op, word: str) -> Test:
        parameter = self.names.parameters.get(word)
        if parameter is None:
            if word in self._values() or word in _TRUTH:
                message = f"{shown(attribute.name)} is a number, {shown(word)} is not"
                raise self._refuse("wrong-test", message, "compare it with a parameter")
            raise self._missing(word, self.names.parameters)
        currencies = self.names.currencies
        unconvertible = currencies.mixed(attribute.name, word) and not currencies.convertible
        if unconvertible or not same_unit(attribute, parameter):
            message = (
                f"{shown(attribute.name)} is in {shown(attribute.unit)}, "
                f"{shown(word)} in {shown(parameter.unit)}"
            )
            raise self._refuse("unit-mismatch", message)
        return Test(attribute.name, op, parameter.value, word)

    def _truth_test(self, attribute: Attribute, op: Op, word: str) -> Test:
        if word not in _TRUTH:
            hint = f"write `{attribute.name}` or `not {attribute.name}`"
            message = f"{shown(attribute.name)} is true or false, not {shown(word)}"
            raise self._refuse("wrong-test", message, hint)
        return Test(attribute.name, Op.EQ, _TRUTH[word] is (op is Op.EQ))

    def _one_of(self, name: str, op: Op, members: list[ast.expr]) -> Test:
        attribute = self._attribute(name)
        if attribute.kind is not Kind.SYMBOL:
            message = f"{shown(name)} is a {attribute.kind}, not a symbol"
            raise self._refuse("wrong-test", message)
        words = [member.id for member in members if isinstance(member, ast.Name)]
        if len(words) < len(members):
            raise self._unsupported(ast.Set(members))
        return Test(name, op, tuple(self._value(attribute, word) for word in self._once(words)))

    def _once(self, words: list[str]) -> list[str]:
        for word in {word for word in words if words.count(word) > 1}:
            raise self._refuse("duplicate-value", f"{shown(word)} stands there twice")
        return words

    def _member(self, word: str, op: Op, name: str) -> Test:
        attribute = self._attribute(name)
        if attribute.kind is not Kind.SET:
            message = f"{shown(name)} is a {attribute.kind}, not a set"
            hint = f"write `{name} == {word}`" if word in attribute.values else ""
            raise self._refuse("wrong-test", message, hint)
        member = self._value(attribute, word)
        return Test(name, Op.CONTAINS if op is Op.IN else Op.LACKS, member)

    def _value(self, attribute: Attribute, word: str) -> str:
        if word in attribute.values:
            if word in self.names.visible or word in self.names.parameters:
                message = f"{shown(word)} is a value of {shown(attribute.name)} and a name itself"
                raise self._refuse("ambiguous-name", message, "rename one of them")
            return word
        if word in self.names.broken:
            raise _RefusedError
        message = f"{shown(word)} is not a value of {shown(attribute.name)}"
        raise self._refuse("unknown-value", message, name=word, known=attribute.values)

    def _attribute(self, name: str) -> Attribute:
        if name in self.names.visible:
            return self.names.visible[name]
        if name in self.names.parameters:
            message = f"{shown(name)} is a parameter, not an attribute"
            raise self._refuse("no-attribute", message)
        raise self._missing(name, self.names.visible)

    def _missing(self, name: str, known: Iterable[str]) -> _RefusedError:
        if name in self.names.broken:
            return _RefusedError()
        hidden = self.names.vocabulary.get(name)
        if hidden is None or name in self.names.visible:
            message = f"nothing is called {shown(name)}"
            return self._refuse("unknown-name", message, name=name, known=known)
        message = f"{shown(name)} cannot be seen in stage {shown(self.names.stage)}"
        hint = f"it describes each {hidden.of} from stage `{hidden.scope}` on"
        return self._refuse("hidden-name", message, hint)


def _node(op: Op) -> ast.cmpop:
    return next(node for node, known in _OPS.items() if known is op)()
