"""What draws of inputs say about results, checked by hand and against known distributions."""

from __future__ import annotations

import numpy as np
import pytest

from rackwright.uncertainty.statistics import (
    MOST_BINS,
    bins_of,
    correlation,
    explained_share,
    ranks,
    standard_error,
    turn_of,
)

N = 20_000
RANDOM = np.random.default_rng(7)
UNIFORM = RANDOM.random(N)
OTHER = RANDOM.random(N)


def test_equal_values_share_their_mean_rank() -> None:
    assert ranks(np.array([2.0, 1.0, 2.0, 2.0])).tolist() == [3.0, 1.0, 3.0, 3.0]


def test_ranks_of_what_rises_with_an_input_correlate_fully() -> None:
    assert correlation(ranks(UNIFORM), ranks(np.exp(5 * UNIFORM))) == pytest.approx(1.0)
    assert correlation(ranks(UNIFORM), ranks(-UNIFORM)) == pytest.approx(-1.0)


def test_what_is_independent_hardly_correlates() -> None:
    assert abs(correlation(ranks(UNIFORM), ranks(OTHER))) < 4 / np.sqrt(N)


def test_a_constant_correlates_with_nothing() -> None:
    assert correlation(UNIFORM, np.full(N, 0.3)) == 0.0


def test_bins_are_equally_full() -> None:
    sizes = np.bincount(bins_of(UNIFORM))

    assert sizes.tolist() == [N // MOST_BINS] * MOST_BINS


def test_few_draws_have_few_bins() -> None:
    assert bins_of(UNIFORM[:100]).max() == 3


def test_few_different_values_have_a_bin_each() -> None:
    assert bins_of(np.array([48.0, 12.0, 48.0])).tolist() == [1, 0, 1]


def test_an_input_that_decides_alone_explains_everything_but_the_bin_it_turns_in() -> None:
    classes = (UNIFORM > 0.5).astype(np.int64)

    assert explained_share(classes, bins_of(UNIFORM)) == pytest.approx(1.0, abs=0.02)


def test_an_input_that_has_no_say_explains_nothing() -> None:
    classes = (UNIFORM > 0.5).astype(np.int64)

    assert explained_share(classes, bins_of(OTHER)) < 0.002


def test_two_inputs_share_what_they_decide_together() -> None:
    """P = 1/2 of x + y > 1; the conditional share is x, of variance 1/12, over 1/4."""
    classes = (UNIFORM + OTHER > 1.0).astype(np.int64)

    assert explained_share(classes, bins_of(UNIFORM)) == pytest.approx(1 / 3, abs=0.02)
    assert explained_share(classes, bins_of(OTHER)) == pytest.approx(1 / 3, abs=0.02)


def test_what_lies_in_the_middle_of_an_input_is_explained_by_it_too() -> None:
    classes = (abs(UNIFORM - 0.5) < 0.25).astype(np.int64)

    assert explained_share(classes, bins_of(UNIFORM)) > 0.95


def test_what_is_always_the_same_needs_no_explanation() -> None:
    assert explained_share(np.zeros(N, dtype=np.int64), bins_of(UNIFORM)) == 0.0


def test_a_sharp_turn_is_found_where_it_is() -> None:
    turn = turn_of(UNIFORM, UNIFORM < 0.52)

    assert turn is not None
    assert turn.at == pytest.approx(0.52, abs=0.001)
    assert (turn.below, turn.covered, turn.here, turn.beyond) == (True, 1.0, 1.0, 0.0)


def test_a_turn_upwards_holds_above() -> None:
    turn = turn_of(UNIFORM, UNIFORM > 0.7)

    assert turn is not None
    assert (turn.below, turn.covered, turn.apart) == (False, 1.0, 1.0)


def test_a_turn_blurred_by_another_input_is_found_with_its_shares() -> None:
    holds = UNIFORM + 0.2 * (OTHER - 0.5) < 0.5

    turn = turn_of(UNIFORM, holds)

    assert turn is not None
    assert turn.at == pytest.approx(0.5, abs=0.03)
    assert 0.85 < turn.covered < 1.0
    assert turn.here > 0.85
    assert turn.beyond < 0.15


def test_what_holds_only_in_the_middle_has_no_turn() -> None:
    assert turn_of(UNIFORM, abs(UNIFORM - 0.5) < 0.25) is None


def test_an_input_of_one_value_has_no_turn() -> None:
    assert turn_of(np.full(10, 0.5), np.arange(10) < 5) is None


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_what_always_or_never_holds_has_no_turn(share: float) -> None:
    assert turn_of(UNIFORM, np.full(N, share == 1.0)) is None


def test_the_standard_error_is_that_of_independent_draws() -> None:
    shares = np.random.default_rng(3).binomial(1_000, 0.3, 4_000) / 1_000

    assert standard_error(0.3, 1_000) == pytest.approx(shares.std(), rel=0.05)
