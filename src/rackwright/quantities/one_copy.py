"""What devices that share one copy of a model can take: plain formulas, for kernels to guard.

Nothing is checked here and nothing rounded; divisions by zero are the caller's to expect.
"""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import Array


def sequences_beside(
    devices: Array, copy: Array, sequence: Array, step: Array, sampling: Array, free: Array
) -> Array:
    """Sequences that fit beside a copy; negative where it does not fit itself."""
    before_sampling = (devices * (free - step) - copy) / sequence
    in_sampling = (devices * free - copy) / (sequence + devices * sampling)
    return np.fmin(before_sampling, in_sampling)


def sequences_in_turn(
    devices: Array, widest: Array, weights_ms: Array, sequence_ms: Array, interval: Array
) -> Array:
    """Sequences that gain a token within an interval; negative where the weights take longer."""
    turns = np.maximum(devices / widest, 1)
    return np.asarray((devices * interval - weights_ms * turns) / sequence_ms, dtype=np.float64)
