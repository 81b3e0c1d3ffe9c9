"""A measure hands a kernel columns of the units that its docstring asks for, in its order."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator, Sequence

import pytest

import rackwright.measure
from rackwright.knowledge import default_rules
from rackwright.measure.machinery import Group, Input, Measure

RULES = default_rules()
ENTRY = re.compile(r"^\*?(?P<name>\w+) : \([^)]*\), (?P<unit>[^;]+)")
UNITS = {
    "GB/s": {"gb_s"},
    "GiB": {"gib"},
    "Gbit/s": {"gbit_s"},
    "TFLOP/s": {"tflops"},
    "A": {"a"},
    "V": {"v"},
    "TWD/USD": {"twd_per_usd"},
    "TWD or USD": {""},
    "billion parameters": {"billion"},
    "billion tokens": {"billion"},
    "million vectors": {"million"},
    "bytes": {"bytes"},
    "currency": {"currency"},
    "currency of the plan": {"currency", "currency_per_hour"},
    "currency/month": {"currency"},
    "days": {"days"},
    "exaFLOP": {"exaflop"},
    "fraction": {"fraction"},
    "gigaFLOP": {"gflop"},
    "h": {"hours"},
    "items/s": {"items_per_second"},
    "requests/s": {"requests_per_second"},
    "results/s": {""},
    "kVA": {"kva"},
    "kW": {"kw"},
    "months": {"months"},
    "ms": {"ms"},
    "rack units": {"u", "rack_units"},
    "ratio": {"ratio", "fraction"},
    "s": {"seconds"},
    "tokens": {"tokens", "count"},
    "1 or 0": {""},
    "bit mask": {""},
    "position": {""},
    "rank": {""},
    "ranks": {"count", ""},
}
"""Units of docstrings, each with those of the vocabulary that it may be; the rest are counts."""

Entry = tuple[str, str]


def measures() -> Iterator[Measure]:
    """Every measure of every module whose kernel is a function with a docstring of its own."""
    for module in pkgutil.iter_modules(rackwright.measure.__path__, "rackwright.measure."):
        for found in vars(importlib.import_module(module.name)).values():
            if isinstance(found, tuple):
                own = (one for one in found if isinstance(one, Measure))
                yield from (one for one in own if "Parameters\n" in (one.kernel.__doc__ or ""))


MEASURES = tuple(
    {
        one.name: one
        for one in measures()
        if one.kernel.__module__.startswith("rackwright.quantities")
    }.values()
)


def section(one: Measure, title: str) -> list[Entry]:
    """Names and units in a section of the docstring of a kernel."""
    text = inspect.cleandoc(one.kernel.__doc__ or "")
    _, _, rest = text.partition(f"{title}\n{'-' * len(title)}\n")
    lines = re.split(r"\n\n[A-Z]\w+\n-+\n", rest)[0].splitlines()
    return [(m["name"], m["unit"].strip()) for line in lines if (m := ENTRY.match(line))]


def unit_of(item: Input) -> str | None:
    """The unit of an input; None for what has none to compare."""
    if isinstance(item, Group):
        return None
    name = item if isinstance(item, str) else item.attribute
    return RULES.parameters[name].unit if name in RULES.parameters else RULES.vocabulary[name].unit


def misfits(entries: Sequence[Entry], units: Sequence[str | None]) -> list[str]:
    """What does not fit: a unit of its own, or another than that of an input it shares one with."""
    said = dict(zip((name for name, _ in entries), units, strict=False))
    found = []
    for (name, unit), has in zip(entries, units, strict=False):
        shared = re.fullmatch(r"unit of `(\w+)`", unit)
        may_be = {said.get(shared[1])} if shared else UNITS.get(unit, {"count"})
        if has is not None and unit not in ("any unit", "one unit for all") and has not in may_be:
            found.append(f"{name}: {has!r} for {unit}")
    return found


@pytest.mark.parametrize("one", MEASURES, ids=lambda one: one.name)
def test_inputs_have_the_units_of_the_parameters_of_the_kernel(one: Measure) -> None:
    entries = section(one, "Parameters")
    if entries[0][1] == "one unit for all":
        assert len({unit_of(item) for item in one.inputs}) == 1
        return
    assert misfits(entries, [unit_of(item) for item in one.inputs]) == []


@pytest.mark.parametrize("one", MEASURES, ids=lambda one: one.name)
def test_outputs_have_the_units_that_the_kernel_returns(one: Measure) -> None:
    inputs = dict(
        zip(
            (name for name, _ in section(one, "Parameters")),
            map(unit_of, one.inputs),
            strict=False,
        )
    )
    for (name, unit), output in zip(section(one, "Returns"), one.outputs, strict=True):
        shared = re.fullmatch(r"unit of `(\w+)`", unit)
        may_be = {inputs.get(shared[1])} if shared else UNITS.get(unit, {"count"})
        assert RULES.vocabulary[output].unit in may_be, f"{name}: {unit}"


def test_two_inputs_in_the_wrong_order_are_seen() -> None:
    (one,) = (one for one in MEASURES if one.name == "kv_cache")
    units = [unit_of(item) for item in one.inputs]
    assert misfits(section(one, "Parameters"), units) == []
    assert misfits(section(one, "Parameters"), units[::-1]) != []
