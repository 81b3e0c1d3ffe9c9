"""Kernels for the speed of serving: tokens a second, waits, and the devices these ask for."""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import Array, Numbers, as_arrays, quotient, rounded_up
from rackwright.units import BILLION, GB, GIB, MS_PER_SECOND, TERA

FLOP_PER_GENERATED_TOKEN = 2
"""Operations for one parameter and token: one product, one sum."""


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
    exchange_ms: Numbers,
) -> Array:
    """The most that devices can generate, over all sequences together.

    Parameters
    ----------
    memory_bandwidth_gb_s : (n,), GB/s
        Of one device.
    devices : (n,), devices
        Devices that share the model evenly.
    active_weights_gib : (n,), GiB
        Weights read in one step; see `weights_read_gib`.
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
    exchange_ms : (n,), ms
        What the devices exchange in one step; see `exchange_step_ms`.

    Returns
    -------
    generated : (n,), tokens/s
        NaN where anything is unknown.

    Notes
    -----
    ``1000 * concurrency / (max(reading, computing) + exchange)`` with ``reading = 1000 *
    (weights + cache) / (devices * bandwidth * efficiency)`` and ``computing = 1000 * concurrency *
    2 * parameters / (devices * peak * efficiency)``. It leaves out prompts and scheduling. With 0.8
    and 0.25, Qwen3 32B on H100 and B200 was measured at 54 to 97 % of it (8 to 384 sequences),
    DeepSeek-R1 on eight H200 at 52 to 61 %; single sequences in llama.cpp at 63 to 110 %.

    References
    ----------
    ml-engineering, aiconfigurator, ml-energy-leaderboard, llama-cpp-gpu-benchmarks

    Examples
    --------
    An 8 B model in 16 bits, one sequence on 2,000 GB/s: 1,600 GB/s reached, 16 GB read.

    >>> weights = 16e9 / 2**30
    >>> decode_tokens_per_second(2000.0, 1.0, weights, 0.0, 1.0, 300.0, 8.0, 0.8, 0.25, 0.0).item()
    100.0
    """
    weights, cache, concurrency, parameters, exchange = as_arrays(
        active_weights_gib, kv_cache_gib, concurrency, active_parameters_b, exchange_ms
    )
    bandwidth, devices, tflops, reached, computed = as_arrays(
        memory_bandwidth_gb_s, devices, tflops, bandwidth_efficiency, compute_efficiency
    )
    steps = quotient(devices * bandwidth * GB * reached, (weights + cache) * GIB)
    flop_of_a_token = FLOP_PER_GENERATED_TOKEN * parameters * BILLION
    computable = quotient(devices * tflops * TERA * computed, flop_of_a_token)
    alone = np.minimum(steps * concurrency, computable)
    nobody = (concurrency == 0) & ~np.isnan(exchange)
    lost = np.where(nobody, 0, quotient(exchange, MS_PER_SECOND * concurrency))
    return np.asarray(alone / (1 + alone * lost), dtype=np.float64)


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
    devices: Numbers,
    exchange_ms: Numbers,
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
    devices : (n,), devices
        Devices that share each copy of the model.
    exchange_ms : (n,), ms
        What the devices exchange in one step; see `exchange_step_ms`.

    Returns
    -------
    devices : (n,), devices
        At least 1; NaN where anything is unknown or nothing computes.

    Notes
    -----
    ``ceil(demand * devices / decode_tokens_per_second(devices))``, since the bound grows
    evenly with copies. Fewer will not do; whether so many do is not said.

    References
    ----------
    ml-engineering, aiconfigurator

    Examples
    --------
    450 tokens a second where one device is bound to 100.

    >>> weights = 16e9 / 2**30
    >>> one = (2000.0, weights, 0.0, 1.0, 300.0, 8.0, 0.8, 0.25, 1.0, 0.0)
    >>> devices_for_throughput(450.0, *one).item()
    5.0
    """
    demand, devices = as_arrays(output_tokens_per_second, devices)
    of_a_copy = decode_tokens_per_second(
        memory_bandwidth_gb_s,
        devices,
        active_weights_gib,
        kv_cache_gib,
        concurrency,
        tflops,
        active_parameters_b,
        bandwidth_efficiency,
        compute_efficiency,
        exchange_ms,
    )
    return np.maximum(rounded_up(quotient(demand * devices, of_a_copy)), 1)


def weights_read_gib(
    weights_gib: Numbers,
    active_weights_gib: Numbers,
    experts: Numbers,
    experts_per_token: Numbers,
    sequences: Numbers,
) -> Array:
    """Weights that one step of generation reads.

    Parameters
    ----------
    weights_gib : (n,), GiB
        All weights.
    active_weights_gib : (n,), GiB
        Weights that work on one token.
    experts : (n,), experts
        Experts of a layer; NaN: as many as make the active share.
    experts_per_token : (n,), experts
        Experts that work on one token.
    sequences : (n,), sequences
        Sequences that each gain one token.

    Returns
    -------
    read : (n,), GiB
        All weights of a dense model; NaN where weights or sequences are unknown.

    Notes
    -----
    With k of E experts for each of B tokens, ``1 - (1 - k / E) ** B`` of the experts are touched,
    if tokens choose evenly. What is no expert is always read: ``active - k * x`` with
    ``x = (weights - active) / (E - k)``. A large batch thus reads everything.

    References
    ----------
    ml-engineering, model-configurations

    Examples
    --------
    Mixtral 8x7B in 16 bits: one token wakes 2 of 8 experts, 16 tokens nearly all.

    >>> weights_read_gib(87.0, 24.0, 8.0, 2.0, np.array([1.0, 16.0])).round(1).tolist()
    [24.0, 86.2]
    """
    weights, active, experts, used, sequences = as_arrays(
        weights_gib, active_weights_gib, experts, experts_per_token, sequences
    )
    active = np.minimum(active, weights)
    share = np.where(np.isnan(experts + used), quotient(active, weights), quotient(used, experts))
    share = np.minimum(share, 1)
    of_all_experts = quotient(weights - active, 1 - share)
    touched = 1 - (1 - share) ** sequences
    read = active - share * of_all_experts + touched * of_all_experts
    return np.where(share == 1, np.where(np.isnan(sequences), np.nan, weights), read)


def prefill_seconds(
    prompt_tokens: Numbers,
    active_parameters_b: Numbers,
    devices: Numbers,
    tflops: Numbers,
    compute_efficiency: Numbers,
) -> Array:
    """How long the arithmetic of a prompt takes.

    Parameters
    ----------
    prompt_tokens : (n,), tokens
        Tokens of one prompt.
    active_parameters_b : (n,), billion parameters
        Parameters that work on one token.
    devices : (n,), devices
        Devices that share the model evenly.
    tflops : (n,), TFLOP/s
        Dense peak of one device in the precision of serving.
    compute_efficiency : (n,), fraction
        Share of the peak that is reached.

    Returns
    -------
    duration : (n,), s
        NaN where anything is unknown or nothing computes.

    Notes
    -----
    ``2 * parameters * tokens / (devices * peak * efficiency)``. Attention itself is left out:
    3 % for an 8 B model at 2,048 tokens, half as much again at 32 Ki.

    References
    ----------
    ml-engineering

    Examples
    --------
    An 8 B model and 1,000 tokens at 160 of 320 TFLOP/s.

    >>> prefill_seconds(1000.0, 8.0, 1.0, 320.0, 0.5).item()
    0.1
    """
    prompt_tokens, parameters, devices, tflops, reached = as_arrays(
        prompt_tokens, active_parameters_b, devices, tflops, compute_efficiency
    )
    flop = FLOP_PER_GENERATED_TOKEN * parameters * BILLION * prompt_tokens
    return quotient(flop, devices * tflops * TERA * reached)


def first_token_ms(
    prompt_tokens: Numbers,
    active_parameters_b: Numbers,
    weights_gib: Numbers,
    devices: Numbers,
    memory_bandwidth_gb_s: Numbers,
    tflops: Numbers,
    bandwidth_efficiency: Numbers,
    compute_efficiency: Numbers,
) -> Array:
    """The wait for the first token of an answer, were the request alone.

    Parameters
    ----------
    prompt_tokens : (n,), tokens
        Tokens of one prompt.
    active_parameters_b : (n,), billion parameters
        Parameters that work on one token.
    weights_gib : (n,), GiB
        Weights that the prompt reads; a long one wakes every expert of a mixture.
    devices : (n,), devices
        Devices that share the model evenly.
    memory_bandwidth_gb_s : (n,), GB/s
        Of one device.
    tflops : (n,), TFLOP/s
        Dense peak of one device in the precision of serving.
    bandwidth_efficiency : (n,), fraction
        Share of the bandwidth that is reached.
    compute_efficiency : (n,), fraction
        Share of the peak that is reached.

    Returns
    -------
    wait : (n,), ms
        NaN where anything is unknown or nothing computes.

    Notes
    -----
    ``1000 * max(prefill_seconds, weights / (devices * bandwidth * efficiency))``. It leaves out
    queues, traffic between devices, tokenising and the network, so the real wait is longer.

    References
    ----------
    ml-engineering, aiconfigurator

    Examples
    --------
    An 8 B model in 16 bits: a prompt of 1,000 tokens computes for 100 ms, one of 10 reads for 10.

    >>> first_token_ms(np.array([1000.0, 10.0]), 8.0, 16e9 / 2**30, 1.0, 2000.0, 320.0, 0.8, 0.5)
    array([100.,  10.])
    """
    computing = prefill_seconds(
        prompt_tokens, active_parameters_b, devices, tflops, compute_efficiency
    )
    reading = reading_ms(weights_gib, devices, memory_bandwidth_gb_s, bandwidth_efficiency)
    return np.maximum(MS_PER_SECOND * computing, reading)


def reading_ms(
    memory_gib: Numbers,
    devices: Numbers,
    memory_bandwidth_gb_s: Numbers,
    bandwidth_efficiency: Numbers,
) -> Array:
    """How long devices take to read an amount of their memory once.

    Parameters
    ----------
    memory_gib : (n,), GiB
        What is read, spread evenly.
    devices : (n,), devices
        Devices that read at the same time.
    memory_bandwidth_gb_s : (n,), GB/s
        Of one device.
    bandwidth_efficiency : (n,), fraction
        Share of the bandwidth that is reached.

    Returns
    -------
    duration : (n,), ms
        NaN where anything is unknown or nothing reads.

    Notes
    -----
    ``1000 * memory / (devices * bandwidth * efficiency)``

    References
    ----------
    aiconfigurator

    Examples
    --------
    An 8 B model in 16 bits at 1,600 GB/s.

    >>> reading_ms(16e9 / 2**30, 1.0, 2000.0, 0.8).item()
    10.0
    """
    memory_gib, devices, bandwidth, reached = as_arrays(
        memory_gib, devices, memory_bandwidth_gb_s, bandwidth_efficiency
    )
    return MS_PER_SECOND * quotient(memory_gib * GIB, devices * bandwidth * GB * reached)


def token_interval_ms(
    memory_bandwidth_gb_s: Numbers,
    devices: Numbers,
    weights_read_gib: Numbers,
    kv_cache_gib: Numbers,
    concurrency: Numbers,
    tflops: Numbers,
    active_parameters_b: Numbers,
    bandwidth_efficiency: Numbers,
    compute_efficiency: Numbers,
    exchange_ms: Numbers,
) -> Array:
    """The time between two tokens of one answer, while all sequences are served.

    Parameters
    ----------
    memory_bandwidth_gb_s : (n,), GB/s
        Of one device.
    devices : (n,), devices
        Devices that share the model evenly.
    weights_read_gib : (n,), GiB
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
    exchange_ms : (n,), ms
        What the devices exchange in one step; see `exchange_step_ms`.

    Returns
    -------
    interval : (n,), ms
        NaN where anything is unknown or nothing computes.

    Notes
    -----
    ``1000 * concurrency / decode_tokens_per_second``, the least that it can be.

    References
    ----------
    ml-engineering, aiconfigurator

    Examples
    --------
    An 8 B model in 16 bits, one sequence on 2,000 GB/s: 16 GB read at 1,600 GB/s, 0.5 ms more.

    >>> weights = 16e9 / 2**30
    >>> one = (2000.0, 1.0, weights, 0.0, 1.0, 300.0, 8.0, 0.8, 0.25)
    >>> token_interval_ms(*one, 0.5).round(3).item()
    10.5
    """
    (sequences,) = as_arrays(concurrency)
    generated = decode_tokens_per_second(
        memory_bandwidth_gb_s,
        devices,
        weights_read_gib,
        kv_cache_gib,
        concurrency,
        tflops,
        active_parameters_b,
        bandwidth_efficiency,
        compute_efficiency,
        exchange_ms,
    )
    interval = MS_PER_SECOND * quotient(sequences, generated)
    return np.where(np.isinf(interval), np.nan, interval)


def devices_for_time(time_on_one: Numbers, time_allowed: Numbers) -> Array:
    """Fewest devices that bring a time, which shrinks evenly with them, within what is allowed.

    Parameters
    ----------
    time_on_one : (n,), any unit
        The time that one device takes.
    time_allowed : (n,), unit of `time_on_one`
        The time allowed.

    Returns
    -------
    devices : (n,), devices
        At least 1; NaN where either is unknown or nothing is allowed.

    Notes
    -----
    ``ceil(time_on_one / time_allowed)``. Fewer will not do; devices also wait for each other, so
    whether so many do is not said.

    References
    ----------
    ml-engineering

    Examples
    --------
    >>> devices_for_time(np.array([450.0, 50.0]), 100.0).tolist()
    [5.0, 1.0]
    """
    time_on_one, time_allowed = as_arrays(time_on_one, time_allowed)
    return np.maximum(rounded_up(quotient(time_on_one, time_allowed)), 1)


def devices_for_requests(
    requests_per_second: Numbers,
    request_tokens: Numbers,
    active_parameters_b: Numbers,
    tflops: Numbers,
    compute_efficiency: Numbers,
) -> Array:
    """Fewest devices whose arithmetic keeps up with the requests that arrive.

    Parameters
    ----------
    requests_per_second : (n,), requests/s
        Requests that arrive.
    request_tokens : (n,), tokens
        Prompt and answer of one request.
    active_parameters_b : (n,), billion parameters
        Parameters that work on one token.
    tflops : (n,), TFLOP/s
        Dense peak of one device in the precision of serving.
    compute_efficiency : (n,), fraction
        Share of the peak that is reached.

    Returns
    -------
    devices : (n,), devices
        At least 1; NaN where anything is unknown or nothing computes.

    Notes
    -----
    ``ceil(requests_per_second * prefill_seconds(request_tokens, one device))``. Reading weights
    and cache is another demand; see `devices_for_throughput`.

    References
    ----------
    ml-engineering

    Examples
    --------
    Each request computes for 0.1 s.

    >>> devices_for_requests(25.0, 1000.0, 8.0, 320.0, 0.5).item()
    3.0
    """
    (rate,) = as_arrays(requests_per_second)
    busy = prefill_seconds(request_tokens, active_parameters_b, 1.0, tflops, compute_efficiency)
    return np.maximum(rounded_up(rate * busy), 1)
