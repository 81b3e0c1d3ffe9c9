"""What devices that share one copy of a model can take: plain formulas, for kernels to guard.

Nothing is checked here and nothing rounded; divisions by zero are the caller's to expect.
"""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import Array, known_or_zero


def sequences_beside(
    devices: Array, copy: Array, sequence: Array, step: Array, sampling: Array, free: Array
) -> Array:
    """Sequences that fit beside a copy; negative where it does not fit itself."""
    before_sampling = (devices * (free - step) - copy) / sequence
    in_sampling = (devices * free - copy) / (sequence + devices * sampling)
    return np.fmin(before_sampling, in_sampling)


def sequences_in_turn(
    devices: Array,
    widest: Array,
    weights_ms: Array,
    sequence_ms: Array,
    interval: Array,
    exchange_ms: Array,
    exchange_of_each_ms: Array,
) -> Array:
    """Sequences that gain a token within an interval; negative where the weights take longer."""
    turns = np.maximum(devices / widest, 1)
    left = devices * (interval - exchange_ms) - weights_ms * turns
    return np.asarray(left / (sequence_ms + devices * exchange_of_each_ms), dtype=np.float64)


def exchange_of_a_group(
    devices: Array, start: Array, near: Array, far: Array, linked: Array, routed: Array
) -> tuple[Array, Array]:
    """What a group exchanges in a step at least, and for each sequence; 0 where not known."""
    with np.errstate(divide="ignore", invalid="ignore"):
        once, each = of_a_group(devices, *known_exchange(start, near, far), linked, apart(routed))
    return once, np.where(devices == 0, 0, each)


def known_exchange(start: Array, near: Array, far: Array) -> tuple[Array, Array, Array]:
    """No exchange where nothing is known of it, and none faster beyond the link."""
    near = known_or_zero(near)
    return known_or_zero(start), near, np.fmax(far, near)


def apart(routed: Array) -> Array:
    """Devices on which routing moves as much as sums; never, for a model without experts."""
    return np.where(np.isnan(routed), np.inf, routed)


def of_a_group(
    devices: Array, start: Array, near: Array, far: Array, linked: Array, routed: Array
) -> tuple[Array, Array]:
    """The same of known figures, unguarded: a formula for kernels."""
    share = (devices - 1) / devices / np.maximum(devices / routed, 1)
    return np.where(devices > 1, start, 0), share * np.where(devices > linked, far, near)
