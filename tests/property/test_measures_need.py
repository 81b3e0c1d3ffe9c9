"""A measure yields nothing without what it says it needs, so that it need not run then."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import rackwright.measure
from rackwright.knowledge import default_rules
from rackwright.measure.machinery import Code, Group, Input, Is, Measure, Seen
from rackwright.quantities import sizing
from rackwright.rulebook.model import Kind

RULES = default_rules()
N_ROWS = 4_000
UNKNOWN_SHARE = 0.3


def measures() -> Iterator[Measure]:
    """Every measure of every module, once."""
    for module in pkgutil.iter_modules(rackwright.measure.__path__, "rackwright.measure."):
        for found in vars(importlib.import_module(module.name)).values():
            if isinstance(found, tuple):
                yield from (one for one in found if isinstance(one, Measure))


MEASURES = tuple({one.name: one for one in measures()}.values())
DEMANDING = tuple(one for one in MEASURES if one.needs)


def drawn(item: Input, random: np.random.Generator) -> Any:
    """Values as a kernel may get them for one of its inputs, some of them unknown."""
    if isinstance(item, Group):
        return np.zeros(N_ROWS)
    if isinstance(item, Code):
        return random.integers(-1, 4, N_ROWS)
    name = item if isinstance(item, str) else item.attribute
    if isinstance(item, Seen) or name in RULES.parameters:
        return np.float64(RULES.parameters[name].value)
    is_flag = isinstance(item, Is) or RULES.vocabulary[name].kind is Kind.BOOLEAN
    values = (
        random.integers(0, 2, N_ROWS).astype(float) if is_flag else random.lognormal(1, 3, N_ROWS)
    )
    return np.where(random.random(N_ROWS) < UNKNOWN_SHARE, np.nan, values)


def unknown(item: Input) -> NDArray[Any]:
    """What a kernel gets for an input of which nothing is known."""
    return np.full(N_ROWS, -1) if isinstance(item, Code) else np.full(N_ROWS, np.nan)


def name_of(item: Input) -> str:
    """The attribute or parameter that an input reads."""
    if isinstance(item, Group):
        return ""
    return item if isinstance(item, str) else item.attribute


def known_without(one: Measure, missing: str, seed: int) -> int:
    """How many values come out of a measure that lacks one of its inputs."""
    random = np.random.default_rng(seed)
    inputs = [unknown(i) if name_of(i) == missing else drawn(i, random) for i in one.inputs]
    with np.errstate(all="ignore"):
        found = one.kernel(*inputs)
    results = found if isinstance(found, tuple) else (found,)
    kinds = [RULES.vocabulary[name].kind for name in one.outputs]
    return sum(_known(values, kind) for values, kind in zip(results, kinds, strict=True))


def _known(values: Any, kind: Kind) -> int:
    array = np.asarray(values)
    return int(np.count_nonzero(np.isfinite(array) if kind is Kind.NUMBER else array >= 0))


@pytest.mark.parametrize("one", DEMANDING, ids=lambda one: one.name)
def test_nothing_comes_out_without_what_a_measure_needs(one: Measure) -> None:
    found = {name: known_without(one, name, seed=len(name)) for name in one.needs}
    assert found == dict.fromkeys(one.needs, 0)


@pytest.mark.parametrize("one", DEMANDING, ids=lambda one: one.name)
def test_a_measure_needs_attributes_that_it_reads(one: Measure) -> None:
    assert set(one.needs) <= {name_of(item) for item in one.inputs}
    assert set(one.needs) <= set(RULES.vocabulary)


def test_a_need_that_is_none_is_seen() -> None:
    one = Measure(
        "either", sizing.first_known, ("budget", "list_price"), ("total_cost",), ("budget",)
    )
    assert known_without(one, "budget", seed=1) > 0
