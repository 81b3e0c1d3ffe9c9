"""Answers to the questions that rule packs ask beyond the fields of a plan.

A plan takes them as they are written; whether a pack asks such a question, and whether that is an
answer to it, is known only together with the rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Annotated, Any, NoReturn

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema

from rackwright.errors import PlanError, Problem, nearest
from rackwright.facts.fixed import AS_DICT, FIXED
from rackwright.facts.hints import choice_hint, number_hint
from rackwright.facts.values import described, quoted, refuse
from rackwright.limits import digits
from rackwright.records import Entity, Scope, Value
from rackwright.rulebook.model import Attribute, Kind

ANSWERS = "answers"
MAX_ANSWERS = 200
MAX_LETTERS = 200

Said = bool | float | str | tuple[str, ...]
Vocabulary = Mapping[str, Attribute]


def _said(value: object) -> Said:
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float | Decimal):
        return _finite(value)
    if isinstance(value, str):
        return _word(value)
    if isinstance(value, list | tuple) and value and all(isinstance(v, str) for v in value):
        return tuple(dict.fromkeys(_word(v) for v in value))
    return refuse("not-an-answer", f"must be one value or a list of words, not {described(value)}")


def _finite(value: int | float | Decimal) -> float:
    try:
        number = float(value)
    except (OverflowError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        refuse("not-finite", f"must be a finite number, not {described(value)}")
    return number


def _word(text: str) -> str:
    if not 0 < len(text.strip()) <= MAX_LETTERS:
        refuse("not-an-answer", f"must have 1 to {MAX_LETTERS} characters")
    return text.strip()


def _without_nothing(said: object) -> object:
    """WHY: a field without a value is one left out."""
    if isinstance(said, Mapping):
        return {name: value for name, value in said.items() if value is not None}
    return said


_SHAPE = {
    "anyOf": [
        {"type": ["boolean", "number"]},
        {"type": "string", "minLength": 1, "maxLength": MAX_LETTERS},
        {"type": "array", "items": {"type": "string"}, "minItems": 1},
    ]
}
Answer = Annotated[Any, PlainValidator(_said), WithJsonSchema(_SHAPE)]
"""A truth value, a number, a word, or a list of words."""
Answers = Annotated[
    Mapping[str, Answer],
    Field(max_length=MAX_ANSWERS),
    BeforeValidator(_without_nothing),
    FIXED,
    AS_DICT,
]
"""What is answered, by the name of the attribute that asks."""


def questions(vocabulary: Vocabulary, fields: Iterable[str], of: Entity) -> dict[str, Attribute]:
    """The attributes that rules ask about a kind of thing, and that are no fields of a plan."""
    known = set(fields)
    return {
        name: attribute
        for name, attribute in vocabulary.items()
        if (attribute.scope, attribute.of) == (Scope.GIVEN, of)
        and attribute.question is not None
        and not attribute.catalog
        and name not in known
    }


def asked(name: str, among: Vocabulary, where: str = "") -> Attribute:
    """The attribute that asks for an answer.

    Raises
    ------
    PlanError
        When none of the questions is called that.
    """
    if name in among:
        return among[name]
    message = f"the rules ask no question {quoted(name)}"
    hint = nearest(name, among) or "give the rule pack that asks it; fields stand beside `answers`"
    raise PlanError(Problem("unknown-field", message, where, hint))


def answered(attribute: Attribute, said: Said, where: str = "") -> Value:
    """What an answer says of the attribute that asked for it.

    Raises
    ------
    PlanError
        When it is no answer to that question.
    """
    match attribute.kind:
        case Kind.BOOLEAN:
            return _truth(attribute, said, where)
        case Kind.NUMBER:
            return _number(attribute, said, where)
        case Kind.SET:
            members = said if isinstance(said, tuple) else (said,)
            words = [_symbol(attribute, member, where) for member in members]
            return tuple(value for value in attribute.values if value in words)
        case Kind.SYMBOL:
            return _symbol(attribute, said, where)
        case Kind.TEXT:
            if isinstance(said, str):
                return said
    return _refuse("not-a-text", attribute, f"must be a text, not {described(said)}", "", where)


def _truth(attribute: Attribute, said: Said, where: str) -> bool:
    if isinstance(said, bool):
        return said
    if said in ("yes", "no"):
        return said == "yes"
    words = f"must be true or false, not {described(said)}"
    return _refuse("not-true-or-false", attribute, words, "leave it out when unknown", where)


def _number(attribute: Attribute, said: Said, where: str) -> float:
    if isinstance(said, bool) or not isinstance(said, int | float):
        words, hint = f"must be a number, not {described(said)}", number_hint(attribute.name, said)
        return _refuse("not-a-number", attribute, words, hint, where)
    least, most = bounds(attribute)
    if least <= said <= most:
        return float(said)
    words = f"must be from {digits(least)} to {digits(most)}, not {described(said)}"
    return _refuse("out-of-range", attribute, words, "", where)


def bounds(attribute: Attribute) -> tuple[float, float]:
    """Between what an answer that is a number lies."""
    return (0.0, 1.0) if attribute.unit == "fraction" else (-1e15, 1e15)


def _symbol(attribute: Attribute, said: object, where: str) -> str:
    if isinstance(said, str) and said in attribute.values:
        return said
    shown = quoted(said) if isinstance(said, str) else described(said)
    hint = choice_hint(said, tuple(attribute.values))
    return _refuse("unknown-value", attribute, f"cannot be {shown}", hint, where)


def _refuse(code: str, attribute: Attribute, predicate: str, hint: str, where: str) -> NoReturn:
    raise PlanError(Problem(code, f"{quoted(attribute.name)} {predicate}", where, hint))
