"""Parameters and prices that differ from plan to plan count as if each plan were judged alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rackwright.engines.columnar import ColumnarEngine
from rackwright.engines.columnar.bounds import alike
from rackwright.facts.load import load_plan
from rackwright.facts.plan import Plan
from rackwright.frames import Column, Frame
from rackwright.judge import ColumnJudge
from rackwright.knowledge import default_rules
from rackwright.measure.prices import PRICES, reference_prices
from rackwright.offers import quotes_of
from rackwright.records import Entity, parameter_id
from rackwright.rulebook.model import Kind, Rulebook
from rackwright.rulebook.overrides import with_parameters
from rackwright.stages import Staged, run_stages
from rackwright.stated import stated_frames
from rackwright.uncertainty.copies import copied, copied_quotes
from rackwright.units import engine_number

EXAMPLES = Path(__file__).parents[2] / "examples"
PLANS = ("hybrid-platform", "internal-assistant", "reference-4xa100", "dgx-in-the-office")
N_COPIES = 4
RULES = default_rules()


def staged(plan: Plan, rulebook: Rulebook, varied: Mapping[str, Column], n: int) -> Staged:
    whole, workloads = stated_frames(plan, rulebook)
    plans, copies = copied(whole, workloads, (), {}, n)
    plans.varied.update(varied)
    quotes = copied_quotes(quotes_of(plan), len(workloads), n)
    return run_stages(
        plans, copies, quotes, rulebook, ColumnJudge(rulebook, ColumnarEngine(rulebook))
    )


def rows_of(frame: Frame, plan: int) -> Column:
    if frame.of is Entity.PLAN:
        return np.array([plan])
    return np.flatnonzero(frame.parents[Entity.PLAN][1] == plan)


def differences(many: Staged, plan: int, alone: Staged) -> Iterator[str]:
    for of in Entity:
        one, other = many.frames.of(of), alone.frames.of(of)
        rows = rows_of(one, plan)
        for name in other.columns:
            numbers = one.vocabulary[name].kind is Kind.NUMBER
            if not np.array_equal(one.get(name)[rows], other.get(name), equal_nan=numbers):
                yield f"{of}.{name}"


@pytest.mark.parametrize("name", PLANS)
def test_a_parameter_of_each_plan_counts_as_if_the_rules_were_changed_for_it(name: str) -> None:
    plan = load_plan(EXAMPLES / f"{name}.yaml")
    random = np.random.default_rng(1)
    values = {
        name: np.clip(
            parameter.value * random.choice([0.5, 0.8, 1.0, 1.25, 2.0], N_COPIES),
            parameter.limits.least,
            parameter.limits.most,
        )
        for name, parameter in RULES.parameters.items()
    }
    many = staged(plan, RULES, {parameter_id(k): v for k, v in values.items()}, N_COPIES)

    for copy in range(N_COPIES):
        changed = with_parameters(RULES, {k: float(v[copy]) for k, v in values.items()})
        assert list(differences(many, copy, staged(plan, changed, {}, 1))) == []


def test_a_price_of_each_plan_counts_as_if_the_price_list_were_changed_for_it() -> None:
    plan = load_plan(EXAMPLES / "internal-assistant.yaml")
    random = np.random.default_rng(2)
    rows = [row for item in PRICES for row in reference_prices(RULES, item).values()]
    amounts = {
        row.ref: (row.number("amount") or 0.0) * random.choice([0.25, 1.0, 3.0], N_COPIES)
        for row in rows
    }
    many = staged(plan, RULES, amounts, N_COPIES)

    for copy in range(N_COPIES):
        changed = with_prices({ref: float(values[copy]) for ref, values in amounts.items()})
        assert list(differences(many, copy, staged(plan, changed, {}, 1))) == []


def with_prices(amounts: Mapping[str, float]) -> Rulebook:
    prices = {
        name: replace(row, cells={**row.cells, "amount": repr(amounts[row.ref])})
        if row.ref in amounts
        else row
        for name, row in RULES.catalog.tables["prices"].items()
    }
    tables = {**RULES.catalog.tables, "prices": prices}
    return replace(RULES, catalog=replace(RULES.catalog, tables=tables))


def test_the_parameters_matter_in_this_test() -> None:
    """Or else the tests above would hold for parameters that nobody reads."""
    plan = load_plan(EXAMPLES / "internal-assistant.yaml")
    values = {parameter_id("usable_memory_fraction"): np.array([0.5, 0.9])}
    many = staged(plan, RULES, values, 2)

    assert "option.usable_memory_gib" in list(differences(many, 0, staged(plan, RULES, {}, 1)))


NUMBERS = st.floats(-1e15, 1e15) | st.floats(allow_nan=False, allow_infinity=False)
STEPS = st.sampled_from([0.0, 1e-16, 1e-13, 4e-12, 6e-12, 1e-11, 3e-11, 1e-9])


@example([(1.0, 1.0, 4e-12, 1), (1.0, 1.0, 6e-12, 1), (9.99, 1.0, 6e-12, -1), (0.0, -0.0, 0.0, 1)])
@example([(1.0 + 4.9e-12, 1.0 + 5.1e-12, 0.0, 1), (1e-320, 2e-320, 0.0, 1)])
@given(st.lists(st.tuples(NUMBERS, NUMBERS, STEPS, st.sampled_from([-1, 1])), min_size=1))
def test_numbers_compare_as_rounded_ones_row_by_row(
    rows: list[tuple[float, float, float, int]],
) -> None:
    pairs = [(one, other) for one, other, _, _ in rows]
    pairs += [
        (one, near) for one, _, step, sign in rows if np.isfinite(near := one * (1 + sign * step))
    ]
    values, operands = np.array(pairs).T

    left, right = alike(values, operands)

    expected = [np.sign(compared(one, other)) for one, other in pairs]
    assert np.sign(np.where(left > right, 1, 0) - np.where(left < right, 1, 0)).tolist() == expected


def compared(one: float, other: float) -> int:
    left, right = engine_number(one), engine_number(other)
    return (left > right) - (left < right)
