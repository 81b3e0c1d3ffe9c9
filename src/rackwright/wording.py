"""Values, numbers and sentences as people read them, in English and Traditional Chinese."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import localcontext
from functools import lru_cache
from typing import TYPE_CHECKING

from rackwright.records import PLAN_SUBJECT, Firing, Scope, Value
from rackwright.rulebook.currency import in_currency
from rackwright.rulebook.model import Attribute, Kind, Parameter, Text

if TYPE_CHECKING:
    from rackwright.assessment import Assessment

NOT_STATED = Text("not stated", "未提供")
UNKNOWN = Text("unknown", "未知")
NOTHING = Text("none", "無")
YES = Text("yes", "是")
NO = Text("no", "否")

_DEFAULT_CURRENCY = "TWD"
_LOCALES: Mapping[str, str] = {"en": "en", "zh-TW": "zh_Hant_TW"}
_SEPARATORS = Text(", ", "、")
_SYMBOLS: Mapping[str, str] = {"TWD": "NT$", "USD": "US$"}
_SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_EXACT_DECIMALS = 6
_NAMED_BY: Mapping[str, str] = {"model": "models"}
"""Free texts that hold the id of a catalogue row once it is found, with its table."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """What follows a number, and by how much the number is scaled for it."""

    suffix: Text
    one: Text | None = None
    scale: Text | None = None
    decimals: int | None = None


def _plain(suffix: str) -> _Unit:
    return _Unit(Text(suffix, suffix))


def _counted(one: str, many: str, zh_tw: str) -> _Unit:
    return _Unit(Text(f" {many}", f" {zh_tw}"), Text(f" {one}", f" {zh_tw}"))


_UNITS: Mapping[str, _Unit] = {
    "": _plain(""),
    "count": _plain(""),
    "ratio": _plain(""),
    "bytes": _counted("byte", "bytes", "位元組"),
    "mib": _plain(" MiB"),
    "gib": _plain(" GiB"),
    "tib": _plain(" TiB"),
    "mb": _plain(" MB"),
    "gb": _plain(" GB"),
    "tb": _plain(" TB"),
    "gb_s": _plain(" GB/s"),
    "mb_s": _plain(" MB/s"),
    "gbit_s": _plain(" Gbit/s"),
    "tflops": _plain(" TFLOPS"),
    "tops": _plain(" TOPS"),
    "gflop": _plain(" GFLOP"),
    "exaflop": _plain(" EFLOP"),
    "w": _plain(" W"),
    "kw": _plain(" kW"),
    "mw": _plain(" MW"),
    "kva": _plain(" kVA"),
    "kwh": _plain(" kWh"),
    "a": _plain(" A"),
    "v": _plain(" V"),
    "u": _plain("U"),
    "rack_units": _plain("U"),
    "c": _plain(" °C"),
    "ms": _Unit(Text(" ms", " 毫秒")),
    "seconds": _counted("second", "seconds", "秒"),
    "hours": _counted("hour", "hours", "小時"),
    "days": _counted("day", "days", "天"),
    "months": _counted("month", "months", "個月"),
    "years": _counted("year", "years", "年"),
    "tokens": _counted("token", "tokens", "個 token"),
    "sequences": _counted("sequence", "sequences", "個序列"),
    "requests": _counted("request", "requests", "個請求"),
    "tokens_per_second": _Unit(Text(" tokens/s", " token/秒")),
    "requests_per_second": _Unit(Text(" requests/s", " 個請求/秒")),
    "items_per_second": _Unit(Text(" items/s", " 項/秒")),
    "million": _Unit(Text(" million", " 萬"), scale=Text("1", "100")),
    "billion": _Unit(Text(" billion", " 億"), scale=Text("1", "10")),
    "fraction": _Unit(Text("%", "%"), scale=Text("100", "100"), decimals=1),
}
_SMALLER: Mapping[str, str] = {"gb_s": "mb_s", "kw": "w"}
"""Units a thousand times smaller, in which people speak of less than a tenth."""
_RATES: Mapping[str, Text] = {
    "second": Text("s", "秒"),
    "hour": Text("h", "小時"),
    "day": Text("day", "天"),
    "month": Text("month", "月"),
    "year": Text("year", "年"),
    "kwh": Text("kWh", "kWh"),
    "usd": Text("US$", "美元"),
    "kw": Text("kW", "kW"),
    "gb": Text("GB", "GB"),
    "gib": Text("GiB", "GiB"),
    "tb": Text("TB", "TB"),
    "gpu": Text("GPU", "GPU"),
    "device": Text("device", "張"),
    "device_hour": Text("device and hour", "張·小時"),
    "server_share": Text("share of a server", "伺服器分攤單位"),
    "server": Text("server", "台"),
    "token": Text("token", "token"),
    "million_tokens": Text("million tokens", "百萬 token"),
}


def currency_of(assessment: Assessment) -> str:
    """The currency in which a plan speaks of money."""
    if "currency" not in assessment.rulebook.vocabulary:
        return _DEFAULT_CURRENCY
    return str(assessment.value(PLAN_SUBJECT, "currency") or _DEFAULT_CURRENCY)


def printable(text: str) -> str:
    """A text without line breaks and characters that steer a terminal or reorder what is read."""
    return "".join("�" if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") else c for c in text)


def in_list(words: Iterable[str], language: str) -> str:
    """Words one after another, separated as the language does."""
    return _SEPARATORS.in_language(language).join(words)


def run_on(sentences: Iterable[str], language: str) -> str:
    """Sentences one after another."""
    return ("" if language == "zh-TW" else " ").join(sentences)


def format_value(attribute: Attribute, value: Value | None, language: str, currency: str) -> str:
    """A value with its unit or label; a missing one says that nobody stated it or knows it."""
    if value is None:
        missing = NOT_STATED if attribute.scope is Scope.GIVEN else UNKNOWN
        return missing.in_language(language)
    if isinstance(value, bool):
        return (YES if value else NO).in_language(language)
    if isinstance(value, tuple):
        members = [value_label(attribute, member, language) for member in value]
        return in_list(members, language) or NOTHING.in_language(language)
    if isinstance(value, str):
        return value_label(attribute, value, language)
    exact = attribute.scope is Scope.GIVEN or bool(attribute.catalog)
    return format_number(value, attribute.unit, language, currency, exact=exact)


def show(assessment: Assessment, attribute: str, value: Value | None, language: str) -> str:
    """A value of an attribute as a report on an assessment shows it."""
    return _shown(assessment, attribute, value, language, currency_of(assessment))


def _shown(
    assessment: Assessment, attribute: str, value: Value | None, language: str, currency: str
) -> str:
    found = assessment.rulebook.vocabulary[attribute]
    if found.kind is Kind.TEXT and attribute in _NAMED_BY:
        rows = assessment.rulebook.catalog.tables.get(_NAMED_BY[attribute], {})
        if value in rows:
            return printable(rows[str(value)].name)
    return format_value(found, value, language, currency)


def value_label(attribute: Attribute, symbol: str, language: str) -> str:
    """A symbol by its label; a free text as it is."""
    label = attribute.values.get(symbol) if attribute.kind is not Kind.TEXT else None
    return printable(symbol if label is None else label.in_language(language))


def format_parameter(parameter: Parameter, language: str, currency: str) -> str:
    """A parameter's value with its unit."""
    return format_number(parameter.value, parameter.unit, language, currency, exact=True)


def format_number(
    number: float, unit: str, language: str, currency: str, *, exact: bool = False
) -> str:
    """A number with its unit; to three significant digits unless it is to be shown exactly."""
    if unit == "calendar_year":
        return f"{number:.0f}"
    if unit in _SMALLER and 0 < abs(number) < 0.1:
        number, unit = number * 1000, _SMALLER[unit]
    amount, _, per = unit.partition("_per_")
    if unit not in _UNITS and per:
        rate = _RATES.get(per, Text(per.replace("_", " "), per.replace("_", " ")))
        shown = format_number(number, amount, language, currency, exact=exact)
        return f"{shown}/{rate.in_language(language)}"
    if is_money(unit):
        return _money(number, currency if amount == "currency" else amount.upper(), language)
    return _measured(number, _UNITS.get(unit) or _plain(f" {unit}"), language, exact)


def is_money(unit: str) -> bool:
    """Whether a number in this unit is an amount of money, or money for each of something."""
    amount = unit.partition("_per_")[0]
    return amount == "currency" or amount.upper() in _SYMBOLS


def _money(number: float, currency: str, language: str) -> str:
    decimals = 0 if abs(number) >= 100 or number == round(number) else 2
    sign = "-" if number < 0 else ""
    symbol = _SYMBOLS.get(currency, f"{currency} ")
    return f"{sign}{symbol}{_decimal(abs(number), decimals, language, fixed=True)}"


def _measured(number: float, unit: _Unit, language: str, exact: bool) -> str:
    scale = float(unit.scale.in_language(language)) if unit.scale else 1.0
    scaled = number * scale
    decimals = _EXACT_DECIMALS if exact else unit.decimals
    shown = _decimal(scaled, _decimals(scaled) if decimals is None else decimals, language)
    suffix = unit.one if unit.one and scaled == 1 else unit.suffix
    return f"{shown}{suffix.in_language(language)}"


def _decimals(number: float) -> int:
    if number == 0 or not math.isfinite(number):
        return 0
    return min(max(2 - math.floor(math.log10(abs(number))), 0), _EXACT_DECIMALS)


_DIGITS = 330
"""Of the largest number with its decimals. WHY: what has more than the usual 28 is not rounded."""


@lru_cache(maxsize=8192)
def _decimal(number: float, decimals: int, language: str, *, fixed: bool = False) -> str:
    from babel.numbers import format_decimal  # its locale data cost every start of the command

    rounded = round(number, decimals) + 0.0
    places = ("0" if fixed else "#") * decimals
    pattern = f"#,##0.{places}" if places else "#,##0"
    with localcontext(prec=_DIGITS):
        return str(format_decimal(rounded, format=pattern, locale=_LOCALES[language]))


def fill(text: Text, assessment: Assessment, subject: str, language: str) -> str:
    """A text of the rules with each `{name}` replaced by what the subject sees under that name.

    A name that is neither an attribute nor a parameter stays as it is written.
    """
    currency = currency_of(assessment)

    def shown(slot: re.Match[str]) -> str:
        name = slot[1]
        if name in assessment.rulebook.parameters:
            parameter = in_currency(assessment.rulebook.parameters, name, currency)
            return format_parameter(parameter, language, currency)
        if name not in assessment.rulebook.vocabulary:
            return slot[0]
        return _shown(assessment, name, assessment.value(subject, name), language, currency)

    return _SLOT.sub(shown, text.in_language(language))


def because(assessment: Assessment, firing: Firing, language: str) -> str:
    """The reason that a rule gives, filled with the values it spoke about."""
    return fill(assessment.rule(firing).because, assessment, firing.subject, language)
