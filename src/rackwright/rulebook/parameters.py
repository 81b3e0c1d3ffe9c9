"""Reads `parameters.toml` and `sources.toml`: the numbers of the policy and what they rest on."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rackwright.limits import Limits, digits, percentage_hint
from rackwright.rulebook.bounds import limits_of_unit
from rackwright.rulebook.files import TomlFile
from rackwright.rulebook.model import Attribute, Parameter, Source, Text
from rackwright.rulebook.problems import Place, shown
from rackwright.rulebook.tables import Table
from rackwright.rulebook.vocabulary import is_name

_DATE = re.compile(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?")
_COUNTS = ("", "count")
_CURRENCY = re.compile(r"(?:twd|usd)(|_.+)")
_BOUNDS = ("least", "above", "most")
_BAD_BOUNDS = "`least`, `above` and `most` leave no number, or bound it twice from below"
_SOURCE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass
class Parameters:
    """The parameters read so far."""

    parameters: dict[str, Parameter] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    """Names that are given, but without a usable number."""


@dataclass
class Sources:
    """The sources read so far."""

    sources: dict[str, Source] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)


def read_sources(files: Iterable[TomlFile]) -> Sources:
    """The sources of all packs; none may be defined twice."""
    found = Sources()
    for name, table in _tables(files, found.broken):
        if name in found.sources:
            message = f"source {shown(name)} is defined already"
            table.place.problem("redefined", message, "give it an id of its own")
        elif not _SOURCE.fullmatch(name):
            hint = "letters, digits, `.`, `_` and `-`"
            table.place.problem("bad-name", f"{shown(name)} cannot be an id", hint)
        elif source := _source(name, table):
            found.sources[name] = source
            continue
        found.broken.add(name)
    return found


def read_parameters(
    files: Iterable[TomlFile], attributes: Container[str], sources: Sources
) -> Parameters:
    """The parameters of all packs; a later pack replaces a number, with its sources and date."""
    found = Parameters()
    for name, table in _tables(files, found.broken):
        if name in attributes:
            message = f"{shown(name)} is an attribute and a parameter"
            table.place.problem("ambiguous-name", message, "rename one of them")
        elif is_name(name, table.place):
            _read_parameter(found, name, table, sources)
    return found


def check_cited(cited: Sequence[str], sources: Sources, place: Place) -> None:
    """Report every cited id that no source has, and a list that cites nothing."""
    known = sources.sources
    for source in cited:
        if source not in known and source not in sources.broken:
            message = f"there is no source {shown(source)}"
            place.problem("unknown-source", message, name=source, known=known)
    if not cited:
        place.problem("no-source", "at least one source is needed")


def _tables(files: Iterable[TomlFile], broken: set[str]) -> Iterator[tuple[str, Table]]:
    for file in files:
        lines = dict(reversed(file.headers))
        for name, data in file.table.items():
            table = Table.of(data, file.place.at(lines.get(name)).key(name))
            if table is None:
                broken.add(name)
            else:
                yield name, table


def _source(name: str, table: Table) -> Source | None:
    title = table.words("title", required=True)
    date = _date(table) if table.has("date") else ""
    document = table.string("document")
    kind = table.string("kind")
    table.finish()
    return None if title is None else Source(name, title, date or "", kind or document or "")


def _read_parameter(found: Parameters, name: str, table: Table, sources: Sources) -> None:
    parameter = _parameter(name, table, sources, found.parameters.get(name))
    table.finish()
    if parameter is None:
        found.broken.add(name)
    else:
        found.parameters[name] = parameter


def _parameter(
    name: str, table: Table, sources: Sources, old: Parameter | None
) -> Parameter | None:
    value = table.number("value", required=True)
    unit = _unit(table, old)
    label = table.words("label", required=old is None) or (old.label if old else Text(name, name))
    cited = table.strings("sources", required=True)
    if cited is not None:
        check_cited(cited, sources, table.place.key("sources"))
    date = _date(table)
    note = table.string("note") or ""
    seen = _seen(table)
    limits = _limits(table, unit, old)
    if value is None or not _is_within(limits, {"value": (value,), "seen": seen or ()}, table):
        return None
    return Parameter(name, value, unit, label, cited or (), date, note, seen, limits)


def _limits(table: Table, unit: str, old: Parameter | None) -> Limits:
    """What the unit and the keys of a parameter allow; a pack that names no key keeps the old."""
    least, above, most = (table.number(key) for key in _BOUNDS)
    if least is None and above is None and most is None:
        return old.limits if old else limits_of_unit(unit)
    low = next((number for number in (least, above) if number is not None), -math.inf)
    stated = Limits(low, math.inf if most is None else most, above is not None)
    if (least is not None and above is not None) or stated.fault(stated.most):
        table.place.problem("bad-range", _BAD_BOUNDS, "give one lower bound, below `most`")
        return limits_of_unit(unit)
    return limits_of_unit(unit).within(stated)


def _is_within(limits: Limits, said: Mapping[str, Iterable[float]], table: Table) -> bool:
    """Whether all numbers of a parameter are what it may be; those that are not are reported."""
    within = True
    for key, numbers in said.items():
        for number in numbers:
            if fault := limits.fault(number):
                message = f"{fault}, not {shown(digits(number))}"
                hint = percentage_hint(number) if limits.most == 1 else ""
                table.place.key(key).problem("out-of-range", message, hint)
                within = False
    return within


def _unit(table: Table, old: Parameter | None) -> str:
    stated = table.raw("unit", required=old is None)
    unit = "" if stated == "" else table.string("unit") or ""
    if old is None or stated is None:
        return old.unit if old else unit
    if unit != old.unit:
        message = f"{shown(old.name)} is in {shown(old.unit)}, not in {shown(unit)}"
        table.place.key("unit").problem("unit-mismatch", message)
    return old.unit


def _date(table: Table) -> str:
    value = table.raw("date", required=True)
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, str) and _DATE.fullmatch(value):
        return value
    if value is not None:
        hint = 'write "2025", "2025-06" or "2025-06-30"'
        table.place.key("date").problem("bad-date", f"{shown(value)} is not a date", hint)
    return ""


def _seen(table: Table) -> tuple[float, float] | None:
    numbers = table.numbers("seen")
    if numbers is None:
        return None
    if len(numbers) == 2 and numbers[0] <= numbers[1]:
        return numbers[0], numbers[1]
    table.place.key("seen").problem("bad-range", "must be the lowest and the highest figure")
    return None


def same_unit(attribute: Attribute, parameter: Parameter) -> bool:
    """Whether a number and a parameter are in one unit.

    A bare count has no unit, and an amount in the plan's currency is compared with one in a
    currency that the parameter names: the rule says for which plans it holds.
    """
    ours, theirs = attribute.unit, parameter.unit
    if ours in _COUNTS and theirs in _COUNTS:
        return True
    named = _CURRENCY.fullmatch(theirs)
    return ours == theirs or (named is not None and ours == f"currency{named[1]}")
