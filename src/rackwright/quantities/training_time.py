"""Kernels for the arithmetic of training: how much it is, and how long it takes."""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import Array, Numbers, as_arrays, quotient, rounded_up
from rackwright.units import BILLION, EXA, SECONDS_PER_DAY, TERA

FLOP_PER_TRAINED_TOKEN = 6
"""Operations for one parameter and token: two forward, four backward."""


def training_exaflop(active_parameters_b: Numbers, training_tokens_b: Numbers) -> Array:
    """Arithmetic of a training run.

    Parameters
    ----------
    active_parameters_b : (n,), billion parameters
        Parameters that work on one token.
    training_tokens_b : (n,), billion tokens
        Tokens seen, repeated ones counted again.

    Returns
    -------
    arithmetic : (n,), exaFLOP
        NaN where either is unknown.

    Notes
    -----
    ``6 * parameters * tokens``. Attention adds a few percent at long context, full recomputation
    a third; both are left to the utilization.

    References
    ----------
    ml-engineering, published-training-runs

    Examples
    --------
    Llama 3.1 405B over 15.6 trillion tokens: 3.8e25 FLOP.

    >>> training_exaflop(405.9, 15600.0).round(-4).item()
    37990000.0
    """
    active_parameters_b, training_tokens_b = as_arrays(active_parameters_b, training_tokens_b)
    flop = FLOP_PER_TRAINED_TOKEN * active_parameters_b * training_tokens_b
    return flop * (BILLION * BILLION / EXA)


def training_days(
    exaflop: Numbers, devices: Numbers, tflops: Numbers, utilization: Numbers
) -> Array:
    """How long a training run takes.

    Parameters
    ----------
    exaflop : (n,), exaFLOP
        Arithmetic of the run.
    devices : (n,), devices
        Devices that share it.
    tflops : (n,), TFLOP/s
        Dense peak of one device in the precision of training.
    utilization : (n,), fraction
        Share of the peak that the whole run reaches.

    Returns
    -------
    duration : (n,), days
        NaN where anything is unknown or nothing computes.

    Notes
    -----
    ``exaflop * 1e18 / (devices * tflops * 1e12 * utilization * 86400)``. With 0.35 it is off by
    -37 % to +47 % on nine published runs, since they reached 0.22 to 0.51.

    References
    ----------
    published-training-runs

    Examples
    --------
    Llama 3.1 405B on 16,384 H100; the card's hours make 78.4 days.

    >>> training_days(37_992_240.0, 16_384.0, 989.0, 0.35).round(1).item()
    77.5
    """
    exaflop, devices, tflops, utilization = as_arrays(exaflop, devices, tflops, utilization)
    return quotient(_device_days(exaflop, tflops, utilization), devices)


def devices_for_deadline(
    exaflop: Numbers, target_days: Numbers, tflops: Numbers, utilization: Numbers
) -> Array:
    """Fewest devices that finish a training run in time.

    Parameters
    ----------
    exaflop : (n,), exaFLOP
        Arithmetic of the run.
    target_days : (n,), days
        Days allowed.
    tflops : (n,), TFLOP/s
        Dense peak of one device in the precision of training.
    utilization : (n,), fraction
        Share of the peak that the whole run reaches.

    Returns
    -------
    devices : (n,), devices
        At least 1; NaN where anything is unknown or nothing computes.

    Notes
    -----
    ``ceil(training_days(exaflop, 1, tflops, utilization) / target_days)``

    References
    ----------
    published-training-runs

    Examples
    --------
    7 B parameters over 100 B tokens in 30 days on A100 at 0.35: 4,200 exaFLOP.

    >>> devices_for_deadline(4200.0, 30.0, 312.0, 0.35).item()
    15.0
    """
    exaflop, target_days, tflops, utilization = as_arrays(exaflop, target_days, tflops, utilization)
    devices = quotient(_device_days(exaflop, tflops, utilization), target_days)
    return np.maximum(rounded_up(devices), 1)


def _device_days(exaflop: Array, tflops: Array, utilization: Array) -> Array:
    return quotient(exaflop * EXA, tflops * TERA * utilization * SECONDS_PER_DAY)
