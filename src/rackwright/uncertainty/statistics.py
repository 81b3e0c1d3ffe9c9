"""What draws of inputs say about results: shares, ranks, what explains what, where it turns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]
Mask = NDArray[np.bool_]

MOST_BINS = 20
LEAST_IN_A_BIN = 25
"""Draws below which a share says too little."""
_STANDARD_ERRORS = 3.0


def standard_error(share: float, n_draws: int) -> float:
    """Standard error of a share among independent draws: sqrt(p (1 - p) / n).

    >>> round(standard_error(0.8, 10_000), 4)
    0.004
    """
    return float(np.sqrt(share * (1.0 - share) / n_draws))


def ranks(values: Numbers) -> Numbers:
    """Ranks from 1, equal values with the mean of theirs.

    Parameters
    ----------
    values : (n_draws,) any unit

    Examples
    --------
    >>> ranks(np.array([10.0, 30.0, 10.0, 20.0])).tolist()
    [1.5, 4.0, 1.5, 3.0]
    """
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2.0)[places.reshape(-1)], dtype=np.float64)


def correlation(one: Numbers, other: Numbers) -> float:
    """Pearson's correlation of two columns; of ranks it is Spearman's. 0 where one is constant.

    Parameters
    ----------
    one, other : (n_draws,) any unit

    Examples
    --------
    >>> correlation(ranks(np.array([1.0, 2.0, 9.0])), ranks(np.array([5.0, 6.0, 7.0])))
    1.0
    """
    first, second = one - one.mean(), other - other.mean()
    scale = np.sqrt((first @ first) * (second @ second))
    return float(np.clip((first @ second) / scale, -1.0, 1.0)) if scale > 0 else 0.0


def bins_of(values: Numbers) -> Codes:
    """For every draw the number of its bin, from 0, so that bins are about equally full.

    Few different values have a bin each.

    Parameters
    ----------
    values : (n_draws,) any unit

    Examples
    --------
    >>> bins_of(np.array([24.0, 12.0, 24.0, 36.0])).tolist()
    [1, 0, 1, 2]
    """
    different, places = np.unique(values, return_inverse=True)
    if len(different) <= MOST_BINS:
        return np.asarray(places.reshape(-1), dtype=np.int64)
    n_bins = int(np.clip(len(values) // LEAST_IN_A_BIN, 2, MOST_BINS))
    share = (ranks(values) - 0.5) / len(values)
    _, found = np.unique((share * n_bins).astype(np.int64), return_inverse=True)
    return np.asarray(found.reshape(-1), dtype=np.int64)


def explained_share(classes: Codes, bins: Codes) -> float:
    """How much of the variation of a class an input explains by itself, from 0 to 1.

    The correlation ratio of the classes' indicators, summed: the variance of their shares
    between bins of the input over their variance; less what bins explain by chance,
    (bins - 1) / (draws - 1). It is the first-order Sobol index of the class, estimated from given
    draws. Source: Pearson (1905) on the correlation ratio; Saltelli et al., Global Sensitivity
    Analysis: The Primer (2008), chapter 4.

    Parameters
    ----------
    classes : (n_draws,) codes from 0
    bins : (n_draws,) codes from 0, see `bins_of`

    Examples
    --------
    >>> explained_share(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1]))
    1.0
    >>> explained_share(np.array([0, 1, 0, 1]), np.array([0, 0, 1, 1]))
    0.0
    """
    n_classes, n_bins, n_draws = int(classes.max()) + 1, int(bins.max()) + 1, len(classes)
    if n_bins < 2 or n_classes < 2:
        return 0.0
    counts = np.bincount(classes * n_bins + bins, minlength=n_classes * n_bins)
    table = counts.reshape(n_classes, n_bins).astype(np.float64)
    sizes, shares = table.sum(axis=0), table.sum(axis=1) / n_draws
    within = table / np.maximum(sizes, 1.0)
    between = float((((within - shares[:, None]) ** 2) * sizes).sum()) / n_draws
    ratio = between / float((shares * (1.0 - shares)).sum())
    chance = (n_bins - 1) / (n_draws - 1)
    return float(np.clip((ratio - chance) / (1.0 - chance), 0.0, 1.0)) if chance < 1 else 0.0


@dataclass(frozen=True, slots=True)
class Turn:
    """Where along an input something begins or ceases to hold."""

    at: float
    below: bool
    """Whether it holds mostly below, not above."""
    covered: float
    """Share of the draws for which it holds that lie on that side."""
    here: float
    """Share of the draws on that side for which it holds."""
    beyond: float
    """Share of the draws on the other side for which it holds."""
    apart: float
    """By how much the share on that side of the draws for which it holds exceeds that of the
    others, from 0 to 1."""


def turn_of(values: Numbers, holds: Mask) -> Turn | None:
    """The value of an input that best parts the draws for which something holds from the others.

    Where the two distributions of the input are farthest apart (Kolmogorov and Smirnov). None
    when the share of draws for which it holds does not go one way along the input, or when the
    input takes one value.

    Parameters
    ----------
    values : (n_draws,) any unit
    holds : (n_draws,)

    Examples
    --------
    >>> turn_of(np.array([0.4, 0.5, 0.6, 0.7]), np.array([True, True, False, False]))
    Turn(at=0.55, below=True, covered=1.0, here=1.0, beyond=0.0, apart=1.0)
    """
    n_draws, n_holding = len(values), int(holds.sum())
    order = np.argsort(values, kind="stable")
    ordered, held = values[order], holds[order].cumsum()
    steps = np.flatnonzero(ordered[1:] > ordered[:-1])
    if not len(steps) or n_holding in (0, n_draws):
        return None
    so_far = held[steps]
    apart = so_far / n_holding - (steps + 1 - so_far) / (n_draws - n_holding)
    best = int(np.abs(apart).argmax())
    step, below = int(steps[best]), bool(apart[best] > 0)
    if not _goes_one_way(bins_of(values), holds, falls=below):
        return None
    n_here, held_here = step + 1, int(so_far[best])
    if not below:
        n_here, held_here = n_draws - n_here, n_holding - held_here
    return Turn(
        float((ordered[step] + ordered[step + 1]) / 2.0),
        below,
        held_here / n_holding,
        held_here / n_here,
        (n_holding - held_here) / (n_draws - n_here),
        float(abs(apart[best])),
    )


def _goes_one_way(bins: Codes, holds: Mask, *, falls: bool) -> bool:
    """Whether the share never turns back from bin to bin by more than chance would have it."""
    sizes = np.bincount(bins)
    shares = np.bincount(bins, weights=holds) / sizes
    # WHY one more: the share of a bin in which all or none hold has an error of its own.
    smoothed = (shares * sizes + 1.0) / (sizes + 2.0)
    errors = smoothed * (1.0 - smoothed) / sizes
    back = np.diff(shares) * (1.0 if falls else -1.0)
    return bool((back <= _STANDARD_ERRORS * np.sqrt(errors[1:] + errors[:-1])).all())
