"""The kinds of values a plan may hold, each with its bounds and its own words when refused.

A refusal is a predicate without its subject (`must be a number, not ...`); whoever reports it puts
the field's name in front. A number in quotes is refused, and so is a truth value as a number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from typing import Annotated, Any, Literal, NoReturn, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from rackwright.limits import digits

MAX_MONEY = 10**15
INCLUDED = "included"

_LONGEST_QUOTE = 60
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Stated(BaseModel):
    """Base of everything a user states: frozen, hashable, and closed to unknown fields.

    Made by its name, `model_validate` or `model_copy(update=...)` it is checked, and pydantic's
    `ValidationError` says what cannot be used.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", protected_namespaces=(), revalidate_instances="always"
    )

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy; one that differs is checked as a whole, unlike those of other models."""
        if not update:
            return super().model_copy(deep=deep)
        said = {name: getattr(self, name) for name in self.model_fields_set}
        return self.model_validate({**said, **update})

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """Only what was stated."""
        for name, value in super().__repr_args__():
            if value is not None and value != () and value != {}:
                yield name, value


def printable(text: str) -> str:
    """A text on one line, with spaces for all that cannot be shown."""
    return _UNPRINTABLE.sub(" ", text)


def quoted(text: str) -> str:
    """What the user wrote, on one line between backticks, shortened when long."""
    shown = printable(text[: _LONGEST_QUOTE + 1]).replace("`", "'")
    return f"`{shown if len(shown) <= _LONGEST_QUOTE else shown[: _LONGEST_QUOTE - 1] + '…'}`"


def described(value: object) -> str:
    """A value as an error names it: a text in quotation marks, a number as written."""
    if isinstance(value, str):
        return quoted(f'"{value}"')
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    if isinstance(value, int | float | Decimal):
        return f"`{digits(value)}`"
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return "a mapping"
    return "a list" if isinstance(value, Sequence | Set) else "this value"


def refuse(code: str, predicate: str, hint: str = "") -> NoReturn:
    """Refuse a value, with a code, words that follow the field's name, and what to do."""
    raise PydanticCustomError("refused", "{predicate}", _refusal(code, predicate, hint))


def _refusal(code: str, predicate: str, hint: str) -> dict[str, Any]:
    return {"code": code, "predicate": predicate, "hint": hint}


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        refuse("not-a-number", f"must be a number, not {described(value)}")
    try:
        number = float(value)
    except (OverflowError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        refuse("not-finite", f"must be a finite number, not {described(value)}")
    return number


def _whole(value: object) -> int:
    number = _number(value)
    if not number.is_integer():
        refuse("not-a-whole-number", f"must be a whole number, not {described(value)}")
    return int(number)


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value in ("yes", "no"):
        return value == "yes"
    hint = "leave it out when it is not known"
    return refuse("not-true-or-false", f"must be true or false, not {described(value)}", hint)


def _money(value: object) -> Decimal:
    number = _number(value)
    if not 0 <= number <= MAX_MONEY:
        words = "at least 0" if number < 0 else f"at most {MAX_MONEY}"
        refuse("out-of-range", f"must be {words}, not {described(value)}")
    return Decimal(str(value))


def _cost(value: object) -> Decimal | str:
    if isinstance(value, str):
        if value == INCLUDED:
            return value
        message = f"must be an amount or the word `{INCLUDED}`, not {described(value)}"
        refuse("not-an-amount", message, "write digits only, with no currency and no separators")
    return _money(value)


def _plain(value: Decimal | str) -> int | float | str:
    if isinstance(value, str):
        return value
    return int(value) if value == value.to_integral_value() else float(value)


def one_of(choices: Iterable[int]) -> BeforeValidator:
    """A validator for a whole number out of a few."""
    allowed = tuple(choices)

    def check(value: object) -> int:
        number = _whole(value)
        if number not in allowed:
            words = " or ".join(str(choice) for choice in allowed)
            refuse("out-of-range", f"must be {words}, not {described(value)}")
        return number

    return BeforeValidator(check)


NUMBER = BeforeValidator(_number)
"""Takes a finite number; stands after the bounds, so that they hold for the number taken."""
WHOLE = BeforeValidator(_whole)
"""Takes a whole number; `8.0` is one."""


def left_out_as(empty: Any) -> BeforeValidator:
    """A validator that takes a field without a value as one left out."""
    return BeforeValidator(lambda value: empty if value is None else value)


Amount = Annotated[float, Field(ge=0, le=MAX_MONEY), NUMBER]
"""Money, from zero."""
Fraction = Annotated[float, Field(ge=0, le=1), NUMBER]
"""A share of a whole."""
Months = Annotated[float, Field(gt=0, le=600), NUMBER]
"""A time in months, up to 50 years."""
Tokens = Annotated[int, Field(gt=0, le=10**9), WHOLE]
"""A length of text in tokens."""
Flag = Annotated[bool, BeforeValidator(_flag)]
"""True or false; the words `yes` and `no` count as such."""
Word = Annotated[
    str, StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=200)
]
"""A name or a short phrase."""
Prose = Annotated[
    str, StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=4000)
]
"""A few sentences."""
Cost = Annotated[
    Decimal | Literal["included"],
    PlainValidator(_cost),
    PlainSerializer(_plain),
    WithJsonSchema(
        {"anyOf": [{"type": "number", "minimum": 0, "maximum": MAX_MONEY}, {"const": INCLUDED}]}
    ),
]
"""Money, or the word that says that another item of the offer covers it."""
