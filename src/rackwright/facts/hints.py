"""What to do about a name, a number or a word that a plan cannot use."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rackwright.errors import nearest
from rackwright.facts.values import described
from rackwright.limits import digits, percentage_hint

UNITS = {
    "amps": "in amperes",
    "b": "in billions",
    "days": "in days",
    "gb": "in gigabytes (10^9 bytes)",
    "gb_s": "in gigabytes (10^9 bytes) per second",
    "gbit_s": "in gigabits per second",
    "gib": "in gibibytes (2^30 bytes)",
    "kva": "in kilovolt-amperes",
    "kw": "in kilowatts",
    "m": "in millions",
    "months": "in months",
    "ms": "in milliseconds",
    "per_second": "per second",
    "tokens": "in tokens",
    "volts": "in volts",
}
"""The units that end a field's name, in words."""

UNITS_IN_WORDS = {
    "electricity_price": "in the plan's currency per kilowatt-hour",
    "pue": "as a ratio from 1",
    "utilization": "as a fraction from 0 to 1",
}
"""The units of fields whose name does not end with one."""

_OTHER_UNITS = (
    *("a", "amp", "ampere", "amperes", "v", "volt", "kv", "va"),
    *("w", "watt", "watts", "kilowatts", "mw", "kwh"),
    *("kb", "mb", "mib", "tb", "tib", "pb", "gigabytes"),
    *("s", "sec", "seconds", "minutes", "h", "hours", "weeks", "year", "years"),
    *("per_minute", "per_hour", "percent", "percentage", "pct"),
    *("k", "m", "t", "million", "billion", "trillion"),
)
_SUFFIXES = sorted({*UNITS, *_OTHER_UNITS}, key=len, reverse=True)

_PLAIN_NUMBER = re.compile(r"[-+]?[0-9][0-9_, ]*(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?|[-+]?\.[0-9]+")
_PERCENTAGE = re.compile(r"([0-9]{1,3}(\.[0-9]+)?) ?[%％]")


def unit_of(field: str) -> str:
    """The unit of a number, in words; empty when it is a plain count."""
    return UNITS_IN_WORDS.get(field) or UNITS.get(_split(field)[1], "")


def _split(name: str) -> tuple[str, str]:
    for suffix in _SUFFIXES:
        if name.endswith(f"_{suffix}"):
            return name[: -len(suffix) - 1], suffix
    return name, ""


def field_hint(name: str, known: Iterable[str]) -> str:
    """The field that was probably meant: one with another unit, or the nearest name."""
    fields = tuple(known)
    plain = _normal(name)
    if plain in fields:
        return f"did you mean `{plain}`?"
    return _unit_hint(plain, fields) or nearest(plain, fields) or _part_hint(plain, fields)


def _normal(name: str) -> str:
    return re.sub(r"[\s-]+", "_", name.strip().lower())


def _unit_hint(name: str, fields: tuple[str, ...]) -> str:
    stem = _split(name)[0]
    for field in fields:
        if unit_of(field) and stem in (field, _split(field)[0]):
            return f"write `{field}`, {unit_of(field)}"
    return ""


def _part_hint(name: str, fields: tuple[str, ...]) -> str:
    holding = [field for field in fields if f"_{name}_" in f"_{field}_"]
    if name and len(holding) == 1:
        return f"did you mean `{holding[0]}`?"
    return f"the fields are {_list(fields)}" if len(fields) <= 10 else ""


def choice_hint(said: object, choices: tuple[str, ...]) -> str:
    """The choice that was probably meant, or all of them."""
    close = nearest(_normal(said), choices) if isinstance(said, str) else ""
    return close or f"one of {_list(choices)}"


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def number_hint(field: str, said: object) -> str:
    """How to write the number that a text seems to mean."""
    unit = unit_of(field)
    in_unit = f", {unit}" if unit else ""
    if not isinstance(said, str):
        return f"write a number{in_unit}"
    text = said.strip()
    if _PLAIN_NUMBER.fullmatch(text):
        return f"write `{_digits(text)}`, without quotes or separators"
    if (share := _PERCENTAGE.fullmatch(text)) and "fraction" in unit:
        return f"write `{float(share[1]) / 100:g}`"
    return f"write the number alone{in_unit}"


def _digits(text: str) -> str:
    return digits(float(re.sub(r"[_, ]", "", text)))


def range_hint(field: str, said: float) -> str:
    """How to write a number that stands in another unit, when that is plain to see."""
    if "fraction" in unit_of(field) and percentage_hint(said):
        return percentage_hint(said)
    return f"give it {unit_of(field)}" if unit_of(field) else ""


def text_hint(said: object) -> str:
    """How to write a text that was read as something else."""
    if isinstance(said, int | float):
        shown = str(said).lower() if isinstance(said, bool) else digits(said)
        return f"put it in quotation marks: {described(shown)}"
    return ""
