"""What the user says about numbers that are not sure, and what is wrong with it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from itertools import islice
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, model_validator

from rackwright.errors import nearest
from rackwright.facts.answers import ANSWERS
from rackwright.facts.facility import Facility
from rackwright.facts.findings import Finding, Path
from rackwright.facts.hints import range_hint
from rackwright.facts.organization import Organization
from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES
from rackwright.facts.quote import QuoteItems, name_key
from rackwright.facts.values import NUMBER, Amount, Months, Stated, quoted, refuse
from rackwright.facts.workload import WHOLES, Intended, Workload
from rackwright.limits import Limits, digits
from rackwright.records import PLAN_SUBJECT, Form, Ranged

SECTION = "uncertain"
MAX_ENTRIES = 64
MAX_SAMPLES = 10_000

_PARAMETER = re.compile(r"parameters\.([a-z][a-z0-9_]{0,62})")
_PRICE = re.compile(r"prices\.(.+)\.([a-z][a-z0-9_]{0,62})")
_ANSWER = re.compile(rf"{ANSWERS}\.([a-z][a-z0-9_]{{0,62}})")
_QUOTES = "quotes."
QUOTED = (*QuoteItems.model_fields, "months")
"""What of a quote may be uncertain."""

_FORMS = (("low", "high"), ("low", "mode", "high"), ("mean", "deviation"), ("samples",))
_FORM_WORDS = "`low` and `high`, `low`, `mode` and `high`, `mean` and `deviation`, or `samples`"

_Number = Annotated[float, NUMBER]
_Samples = Annotated[tuple[_Number, ...], Field(min_length=1, max_length=MAX_SAMPLES)]


class Uncertain(Stated):
    """What a number may turn out to be; anything in a range alike, or some values more likely.

    ::

        uncertain:
          assistant.utilization: {low: 0.4, high: 0.8}
          assistant.concurrency: {low: 20, mode: 40, high: 120}
          electricity_price: {mean: 4.3, deviation: 0.4}
          assistant.duration_months: {samples: [12, 24, 36]}

    A number that is stated as well must be one that it may turn out to be. One that is not is
    reckoned with as the middle of what it may be: the most likely value, else the median.
    """

    low: _Number | None = Field(default=None, description="Lowest value.")
    high: _Number | None = Field(default=None, description="Highest value.")
    mode: _Number | None = Field(default=None, description="Most likely value between the two.")
    mean: _Number | None = Field(default=None, description="Mean of a normal distribution.")
    deviation: Annotated[float, Field(ge=0), NUMBER] | None = Field(
        default=None, description="Standard deviation of a normal distribution."
    )
    samples: _Samples | None = Field(
        default=None, description="Values, each as likely as the others."
    )

    @model_validator(mode="after")
    def _check_form(self) -> Uncertain:
        given = {name for name in Uncertain.model_fields if getattr(self, name) is not None}
        if given not in map(set, _FORMS):
            refuse("bad-distribution", f"must be given as {_FORM_WORDS}")
        ordered = [number for number in (self.low, self.mode, self.high) if number is not None]
        if ordered != sorted(ordered):
            refuse("not-in-order", "must not have `low` above `high`, nor `mode` outside of them")
        return self

    def numbers(self) -> Iterator[tuple[Path, float]]:
        """Every value that it names, with the keys that lead to it."""
        for name in ("low", "mode", "high", "mean"):
            number = getattr(self, name)
            if number is not None:
                yield (name,), number
        for at, number in enumerate(self.samples or ()):
            yield ("samples", at), number

    @property
    def ranged(self) -> Ranged:
        """The same as a record."""
        if self.samples is not None:
            return Ranged(Form.SAMPLES, self.samples)
        form = Form.NORMAL if self.mean is not None else Form.RANGE
        form = form if self.mode is None else Form.TRIANGLE
        numbers = (self.low, self.mode, self.high, self.mean, self.deviation)
        return Ranged(form, tuple(number for number in numbers if number is not None))

    @property
    def middle(self) -> float:
        """The value that stands for all: the most likely one, else the median.

        Of an even number of samples it is the lower of the two in the middle.
        """
        if self.samples is not None:
            return sorted(self.samples)[(len(self.samples) - 1) // 2]
        likeliest = self.mean if self.mode is None else self.mode
        if likeliest is not None:
            return likeliest
        low, high = self.span
        half = float(f"{low + (high - low) / 2.0:.12g}")
        return min(max(half, low), high)

    @property
    def span(self) -> tuple[float, float]:
        """The lowest and the highest value that it can take, apart from what bounds the field."""
        if self.mean is not None:
            return (-math.inf, math.inf) if self.deviation else (self.mean, self.mean)
        numbers = [number for _, number in self.numbers()]
        return min(numbers), max(numbers)


Workloads = Mapping[str, Sequence[str]]
"""The workloads of a plan by id, each with the names of its quotes."""


class Of(StrEnum):
    """What kind of number is not sure."""

    FACT = "fact"
    PARAMETER = "parameter"
    PRICE = "price"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Target:
    """The number that a name stands for."""

    of: Of
    subject: str
    """The plan, a workload, or a device as the user calls it; empty for a parameter."""
    name: str
    """An attribute, a parameter, an item of the price list, or an item of a quote."""
    quote: str = ""
    """The name of the quote, for an item of one."""


StatedNumber = Callable[[Target], float | None]
"""What the plan states of a number; None when it states none."""


def target_of(name: str, workloads: Workloads) -> Target | None:
    """The number that a name stands for in a plan with such workloads; None when it is none.

    Whether the rules know the parameter or the price is not looked up.
    """
    head, _, rest = name.partition(".")
    if head in workloads and rest in WORKLOAD_PLACES:
        return Target(Of.FACT, head, rest)
    if found := _ANSWER.fullmatch(name):
        return Target(Of.FACT, PLAN_SUBJECT, found[1])
    if head in workloads and (found := _ANSWER.fullmatch(rest)):
        return Target(Of.FACT, head, found[1])
    if head in workloads and rest.startswith(_QUOTES):
        return _of_quote(head, rest.removeprefix(_QUOTES), workloads[head])
    if found := _PARAMETER.fullmatch(name):
        return Target(Of.PARAMETER, "", found[1])
    if found := _PRICE.fullmatch(name):
        return Target(Of.PRICE, found[1], found[2])
    if name in WORKLOAD_PLACES and len(workloads) == 1:
        return Target(Of.FACT, next(iter(workloads)), name)
    return _of_plan(name)


def _of_quote(workload: str, name: str, quotes: Sequence[str]) -> Target | None:
    said, _, item = name.rpartition(".")
    names = [quote for quote in quotes if name_key(quote) == name_key(said)]
    return Target(Of.QUOTE, workload, item, names[0]) if names and item in QUOTED else None


def _of_plan(name: str) -> Target | None:
    places = {".".join(place): attribute for attribute, place in PLAN_PLACES.items()}
    attribute = name if name in PLAN_PLACES else places.get(name)
    return None if attribute is None else Target(Of.FACT, PLAN_SUBJECT, attribute)


def limits_of(target: Target) -> Limits | None:
    """What bounds a number; None when what the name stands for is no number or a choice of few.

    What bounds an answer to a question of a rule pack only the rules know.
    """
    if target.of is not Of.FACT:
        return _limits(Months if target.name == "months" else Amount)
    places = PLAN_PLACES if target.subject == PLAN_SUBJECT else WORKLOAD_PLACES
    if target.name not in places:
        return Limits()
    place = places[target.name]
    return _limits(_annotation(place[-1], target))


def _annotation(field: str, target: Target) -> Any:
    if target.subject != PLAN_SUBJECT:
        model = Intended if target.name.startswith("intended_") else Workload
        return model.model_fields[field].annotation
    if field in _TOP:
        return _TOP[field]
    fields = {**Facility.model_fields, **Organization.model_fields}
    return fields[field].annotation if field in fields else str


_TOP: Mapping[str, Any] = {"horizon_months": Months}


@cache
def _limits(annotation: Any) -> Limits | None:
    """The bounds of a field, as its JSON Schema has them."""
    schema = TypeAdapter(annotation).json_schema()
    for part in schema.get("anyOf", [schema]):
        if part.get("type") in ("number", "integer") and "enum" not in part:
            return Limits(
                part.get("minimum", part.get("exclusiveMinimum", -math.inf)),
                part.get("maximum", math.inf),
                "exclusiveMinimum" in part,
                part["type"] == "integer",
            )
    return None


def faults(
    uncertain: Mapping[str, Uncertain | None], workloads: Workloads, stated: StatedNumber
) -> Iterator[Finding]:
    """Everything that is wrong with the names of numbers and with the values they may take.

    An entry that is itself no distribution is given as None, so that its name is still checked.
    """
    first: dict[Target, str] = {}
    for name, said in uncertain.items():
        target = target_of(name, workloads)
        if target is None:
            yield _unknown(name, workloads)
        elif first.setdefault(target, name) != name:
            message = f"{quoted(name)} is the same number as {quoted(first[target])}"
            yield Finding((SECTION, name), "said-twice", message, "remove one of them")
        elif (limits := limits_of(target)) is None:
            message = f"{quoted(name)} is not a number that could be uncertain"
            hint = "only numbers have a range, and not those that must be one of a few"
            yield Finding((SECTION, name), "not-numeric", message, hint)
        elif said is not None:
            yield from out_of_bounds(name, said, limits, partial(range_hint, target.name))
    yield from _besides(first, uncertain, stated)
    spans = {t: said.span for t, name in first.items() if (said := uncertain[name]) is not None}
    yield from _beyond_wholes(spans, first, stated)


def _besides(
    names: Mapping[Target, str],
    uncertain: Mapping[str, Uncertain | None],
    stated: StatedNumber,
) -> Iterator[Finding]:
    """Numbers that are stated as well, but as what they could not turn out to be."""
    for target, name in names.items():
        said, number = uncertain[name], stated(target)
        if said is None or number is None or limits_of(target) is None:
            continue
        low, high = said.span
        if not low <= number <= high:
            message = (
                f"{quoted(name)} is stated as `{digits(number)}`, "
                f"outside of what it may be: `{digits(low)}` to `{digits(high)}`"
            )
            hint = "widen the range, or leave the number out: the middle of the range is then taken"
            yield Finding((SECTION, name), "outside-its-range", message, hint)


def _beyond_wholes(
    spans: Mapping[Target, tuple[float, float]], names: Mapping[Target, str], stated: StatedNumber
) -> Iterator[Finding]:
    """Parts that could come out larger than what they are part of."""
    facts = (t.subject for t in spans if t.of is Of.FACT)
    for subject in dict.fromkeys(s for s in facts if s != PLAN_SUBJECT):
        for part, whole in WHOLES.items():
            pair = [Target(Of.FACT, subject, name) for name in (part, whole)]
            most = spans[pair[0]][1] if pair[0] in spans else stated(pair[0])
            least = spans[pair[1]][0] if pair[1] in spans else stated(pair[1])
            name = next((names[target] for target in pair if target in spans), None)
            if name is not None and None not in (most, least) and (most or 0) > (least or 0):
                message = f"`{part}` could exceed `{whole}`, of which it is part"
                hint = "give ranges that do not overlap"
                yield Finding((SECTION, name), "part-exceeds-whole", message, hint)


def _unknown(name: str, workloads: Workloads) -> Finding:
    def hint() -> str:
        return nearest(name, _known(name, workloads)) or (
            "write `workload.attribute`, an attribute of the plan, `parameters.name`, "
            "`prices.device.purchase` or `workload.quotes.name.compute`"
        )

    message = f"there is no number {quoted(name)} that could be uncertain"
    return Finding((SECTION, name), "unknown-number", message, hint)


def _known(name: str, workloads: Workloads) -> Iterator[str]:
    head, _, rest = name.partition(".")
    if head in workloads:
        yield from (f"{head}.{attribute}" for attribute in WORKLOAD_PLACES)
        yield from (f"{head}.{_QUOTES}{q}.{item}" for q in workloads[head] for item in QUOTED)
        return
    yield from PLAN_PLACES
    for workload in islice(workloads, MAX_ENTRIES):
        attributes = [rest] if rest in WORKLOAD_PLACES else WORKLOAD_PLACES
        yield from (f"{workload}.{attribute}" for attribute in attributes)


def out_of_bounds(
    name: str, said: Uncertain, limits: Limits, hint_for: Callable[[float], str]
) -> Iterator[Finding]:
    """Every number of a distribution that is beyond its limits."""
    for keys, number in said.numbers():
        fault = (replace(limits, whole=False) if keys == ("mean",) else limits).fault(number)
        if fault:
            where = f"entry {keys[1]} of `samples`" if len(keys) > 1 else quoted(str(keys[0]))
            message = f"{where} of {quoted(name)} {fault}, not `{digits(number)}`"
            yield Finding((SECTION, name, *keys), "out-of-range", message, hint_for(number))
    if said.deviation is not None and said.deviation > limits.most - limits.least:
        message = f"`deviation` of {quoted(name)} is wider than all that the number may be"
        hint = "give `low` and `high` instead"
        yield Finding((SECTION, name, "deviation"), "out-of-range", message, hint)
