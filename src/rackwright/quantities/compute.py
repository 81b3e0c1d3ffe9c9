"""Kernels for arithmetic: how much training takes, how fast a device trains and generates."""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import Array, Numbers, as_arrays, quotient, rounded_up
from rackwright.units import BILLION, EXA, GB, GIB, SECONDS_PER_DAY, TERA

FLOP_PER_TRAINED_TOKEN = 6
"""Operations for one parameter and token: two forward, four backward."""

FLOP_PER_GENERATED_TOKEN = 2
"""Operations for one parameter and token: one product, one sum."""


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


def decode_tokens_per_second(
    memory_bandwidth_gb_s: Numbers,
    devices: Numbers,
    active_weights_gib: Numbers,
    kv_cache_gib: Numbers,
    concurrency: Numbers,
    tflops: Numbers,
    active_parameters_b: Numbers,
    bandwidth_efficiency: Numbers,
    compute_efficiency: Numbers,
) -> Array:
    """The most that devices can generate, over all sequences together.

    Parameters
    ----------
    memory_bandwidth_gb_s : (n,), GB/s
        Of one device.
    devices : (n,), devices
        Devices that share the model evenly.
    active_weights_gib : (n,), GiB
        Weights read in one step. A large batch wakes every expert of a mixture.
    kv_cache_gib : (n,), GiB
        Cache of all sequences, read in one step.
    concurrency : (n,), sequences
        Sequences that each gain one token a step.
    tflops : (n,), TFLOP/s
        Dense peak of one device in the precision of serving.
    active_parameters_b : (n,), billion parameters
        Parameters that work on one token.
    bandwidth_efficiency : (n,), fraction
        Share of the bandwidth that is reached.
    compute_efficiency : (n,), fraction
        Share of the peak that is reached.

    Returns
    -------
    generated : (n,), tokens/s
        NaN where anything is unknown.

    Notes
    -----
    The smaller of ``concurrency * devices * bandwidth * efficiency / (weights + cache)`` and
    ``devices * peak * efficiency / (2 * parameters)``. It leaves out prompts, traffic between
    devices and scheduling. With 0.8 and 0.25, Qwen3 32B on H100 and B200 was measured at 51 to
    98 % of it (8 to 384 sequences); single sequences in llama.cpp at 63 to 114 %.

    References
    ----------
    ml-engineering, aiconfigurator, ml-energy-leaderboard, llama-cpp-gpu-benchmarks

    Examples
    --------
    An 8 B model in 16 bits, one sequence on 2,000 GB/s: 1,600 GB/s reached, 16 GB read.

    >>> weights = 16e9 / 2**30
    >>> decode_tokens_per_second(2000.0, 1.0, weights, 0.0, 1.0, 300.0, 8.0, 0.8, 0.25).item()
    100.0
    """
    bandwidth, devices, weights, cache, concurrency, tflops, parameters, reached, computed = (
        as_arrays(
            memory_bandwidth_gb_s,
            devices,
            active_weights_gib,
            kv_cache_gib,
            concurrency,
            tflops,
            active_parameters_b,
            bandwidth_efficiency,
            compute_efficiency,
        )
    )
    steps = quotient(devices * bandwidth * GB * reached, (weights + cache) * GIB)
    flop_of_a_token = FLOP_PER_GENERATED_TOKEN * parameters * BILLION
    computable = quotient(devices * tflops * TERA * computed, flop_of_a_token)
    return np.minimum(steps * concurrency, computable)


def devices_for_throughput(
    output_tokens_per_second: Numbers,
    memory_bandwidth_gb_s: Numbers,
    active_weights_gib: Numbers,
    kv_cache_gib: Numbers,
    concurrency: Numbers,
    tflops: Numbers,
    active_parameters_b: Numbers,
    bandwidth_efficiency: Numbers,
    compute_efficiency: Numbers,
) -> Array:
    """Fewest devices whose bound on generation meets a demand.

    Parameters
    ----------
    output_tokens_per_second : (n,), tokens/s
        The whole demand.
    memory_bandwidth_gb_s : (n,), GB/s
        Of one device.
    active_weights_gib : (n,), GiB
        Weights read in one step.
    kv_cache_gib : (n,), GiB
        Cache of all sequences, read in one step.
    concurrency : (n,), sequences
        Sequences that each gain one token a step.
    tflops : (n,), TFLOP/s
        Dense peak of one device in the precision of serving.
    active_parameters_b : (n,), billion parameters
        Parameters that work on one token.
    bandwidth_efficiency : (n,), fraction
        Share of the bandwidth that is reached.
    compute_efficiency : (n,), fraction
        Share of the peak that is reached.

    Returns
    -------
    devices : (n,), devices
        At least 1; NaN where anything is unknown or nothing computes.

    Notes
    -----
    ``ceil(demand / decode_tokens_per_second(one device))``, since the bound grows evenly with
    devices. Fewer will not do; whether so many do is not said.

    References
    ----------
    ml-engineering, aiconfigurator

    Examples
    --------
    450 tokens a second where one device is bound to 100.

    >>> weights = 16e9 / 2**30
    >>> devices_for_throughput(450.0, 2000.0, weights, 0.0, 1.0, 300.0, 8.0, 0.8, 0.25).item()
    5.0
    """
    (demand,) = as_arrays(output_tokens_per_second)
    of_one_device = decode_tokens_per_second(
        memory_bandwidth_gb_s,
        1.0,
        active_weights_gib,
        kv_cache_gib,
        concurrency,
        tflops,
        active_parameters_b,
        bandwidth_efficiency,
        compute_efficiency,
    )
    return np.maximum(rounded_up(quotient(demand, of_one_device)), 1)


def _device_days(exaflop: Array, tflops: Array, utilization: Array) -> Array:
    return quotient(exaflop * EXA, tflops * TERA * utilization * SECONDS_PER_DAY)
