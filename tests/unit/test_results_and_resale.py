"""What a result costs and what hardware is worth later, against published values."""

from __future__ import annotations

import numpy as np
import pytest

from rackwright.quantities import money


@pytest.mark.parametrize(("months", "published"), [(12, 0.65), (24, 0.45), (36, 0.30)])
def test_an_h100_loses_value_as_published(months: float, published: float) -> None:
    """v2-pseo-ai.pages.dev: 65, 45 and 30 percent after one, two and three years."""
    value = money.resale_value(1_000_000.0, 0.30, months)
    assert value / 1_000_000 == pytest.approx(published, rel=0.03)


def test_new_hardware_is_worth_its_price() -> None:
    assert money.resale_value(450_000.0, 0.30, 0.0) == 450_000


def test_twice_the_use_halves_the_cost_of_a_result() -> None:
    half, full = money.cost_of_a_million(65_700.0, 1_000.0, np.array([0.5, 1.0]), 730.0)
    assert (half, full) == (50, 25)


def test_no_result_has_no_cost() -> None:
    assert np.isnan(money.cost_of_a_million(65_700.0, 1_000.0, 0.0, 730.0))
    assert np.isnan(money.cost_of_a_million(65_700.0, float("nan"), 0.5, 730.0))
