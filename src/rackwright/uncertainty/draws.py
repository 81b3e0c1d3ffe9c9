"""Numbers drawn from what the user says they may turn out to be."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from rackwright.facts.uncertain import Uncertain
from rackwright.limits import Limits
from rackwright.uncertainty.inputs import Input

Numbers = NDArray[np.float64]


def drawn(inputs: Sequence[Input], n_draws: int, seed: int) -> dict[str, Numbers]:
    """The draws of every input, by its id.

    Each input has a stream of its own, so that one more input changes no other's draws.
    """
    return {one.id: _drawn(one, n_draws, _stream(seed, one.id)) for one in inputs}


def _stream(seed: int, name: str) -> np.random.Generator:
    return np.random.default_rng([seed, crc32(name.encode())])


def _drawn(one: Input, n_draws: int, random: np.random.Generator) -> Numbers:
    said, limits = one.distribution, one.limits
    if said.samples is not None:
        return random.choice(np.array(said.samples, dtype=np.float64), n_draws)
    if said.mean is not None:
        return _normal(said, limits, n_draws, random)
    assert said.low is not None
    assert said.high is not None
    if said.mode is not None:
        numbers = _triangular(said.low, said.mode, said.high, n_draws, random)
        return np.rint(numbers) if limits.whole else numbers
    if limits.whole:
        return random.integers(int(said.low), int(said.high) + 1, n_draws).astype(np.float64)
    numbers = said.low + (said.high - said.low) * random.random(n_draws)
    return np.minimum(numbers, said.high)  # WHY: the sum may be rounded up


def _triangular(
    low: float, mode: float, high: float, n_draws: int, random: np.random.Generator
) -> Numbers:
    """WHY by hand: numpy refuses a triangle without width."""
    share = random.random(n_draws)
    rising = low + np.sqrt(share * (high - low) * (mode - low))
    falling = high - np.sqrt((1.0 - share) * (high - low) * (high - mode))
    return np.where(share * (high - low) < mode - low, rising, falling)


def _normal(said: Uncertain, limits: Limits, n_draws: int, random: np.random.Generator) -> Numbers:
    """Draws beyond the limits are drawn again; a mean within them keeps that from going on."""
    assert said.mean is not None
    assert said.deviation is not None
    numbers = np.full(n_draws, np.nan)
    missing = np.arange(n_draws)
    while len(missing):
        numbers[missing] = random.normal(said.mean, said.deviation, len(missing))
        missing = missing[~_within(numbers[missing], limits)]
    if not limits.whole:
        return numbers
    least = limits.least + (1.0 if limits.beyond_least else 0.0)
    return np.asarray(np.clip(np.rint(numbers), least, limits.most))


def _within(numbers: Numbers, limits: Limits) -> NDArray[np.bool_]:
    above = numbers > limits.least if limits.beyond_least else numbers >= limits.least
    return np.asarray(above & (numbers <= limits.most))
