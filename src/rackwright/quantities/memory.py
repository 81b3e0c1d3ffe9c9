"""Kernels for memory: what a model takes to serve or to train, and how many devices hold it."""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import (
    Array,
    Numbers,
    as_arrays,
    known_or_zero,
    next_power_of_two,
    quotient,
    rounded_up,
)
from rackwright.units import BILLION, GIB

SIXTEEN_BITS = 2.0
"""Bytes of a parameter that quantisation leaves alone."""

SERVING_BYTES_PER_HIDDEN = 8.0
"""Bytes of the forward pass for one token and one element of the hidden state."""

SERVING_BYTES_PER_FEED_FORWARD = 6.0
"""The same for one element of the feed-forward network."""

WIDEST_FEED_FORWARD_RATIO = 4.0
"""Width of a feed-forward network, as a multiple of the model's, that counts at most."""

SERVING_BYTES_PER_LOGIT = 15.4
"""Bytes of sampling for one sequence and one entry of the vocabulary."""


def weights_gib(
    parameters_b: Numbers, weight_bytes: Numbers, kept_parameters_b: Numbers = 0.0
) -> Array:
    """Memory of a model's weights.

    Parameters
    ----------
    parameters_b : (n,), billion parameters
        All parameters, also those of experts that rest.
    weight_bytes : (n,), bytes
        Bytes of one parameter.
    kept_parameters_b : (n,), billion parameters
        Those of them that quantisation leaves in 16 bits; NaN counts as none.

    Returns
    -------
    weights : (n,), GiB
        NaN where parameters or bytes are unknown.

    Notes
    -----
    ``((parameters - kept) * weight_bytes + kept * max(weight_bytes, 2)) / 2**30``. Engines leave
    embeddings and head in 16 bits; gpt-oss has only its experts in MXFP4. Within 1 % of published
    checkpoints. vLLM held 5 to 6 % more of gpt-oss on H100, since its kernel pads experts of 2,880
    to 3,072.

    References
    ----------
    ml-engineering, llm-d-memory-measurements, gpt-oss-model-card

    Examples
    --------
    Llama 3.1 8B in bf16, of which an H100 was measured to hold 14.99 GiB; gpt-oss-20b, whose card
    says 12.8.

    >>> weights_gib(8.03, 2.0).round(2).item()
    14.96
    >>> weights_gib(20.91, 0.53125, 1.8).round(2).item()
    12.81
    """
    parameters_b, weight_bytes, kept = as_arrays(parameters_b, weight_bytes, kept_parameters_b)
    kept = known_or_zero(kept)
    held = parameters_b * weight_bytes + kept * np.maximum(SIXTEEN_BITS - weight_bytes, 0)
    return np.asarray(held * BILLION / GIB, dtype=np.float64)


def kept_parameters_b(
    weight_bytes: Numbers, unquantised_parameters_b: Numbers, embedding_parameters_b: Numbers
) -> Array:
    """Parameters that stay in 16 bits although the format of the weights is smaller.

    Parameters
    ----------
    weight_bytes : (n,), bytes
        Bytes of one parameter in the format of the weights.
    unquantised_parameters_b : (n,), billion parameters
        What the publisher left in 16 bits; NaN where that is not published.
    embedding_parameters_b : (n,), billion parameters
        Embeddings and head, which engines leave in 16 bits; NaN counts as none.

    Returns
    -------
    kept : (n,), billion parameters
        0 for formats of 16 bits and more; NaN where the format is unknown.

    Notes
    -----
    ``first known of (unquantised, embeddings, 0) where weight_bytes < 2, else 0``

    References
    ----------
    gpt-oss-model-card, llm-d-memory-measurements

    Examples
    --------
    Llama 3.3 70B in FP8, gpt-oss-20b in MXFP4, anything in bf16.

    >>> kept_parameters_b(np.array([1.0, 0.53125, 2.0]), np.array([np.nan, 1.8, np.nan]),
    ...     np.array([2.1, 1.16, 2.1])).tolist()
    [2.1, 1.8, 0.0]
    """
    weight_bytes, unquantised, embeddings = as_arrays(
        weight_bytes, unquantised_parameters_b, embedding_parameters_b
    )
    kept = np.where(np.isnan(unquantised), known_or_zero(embeddings), unquantised)
    kept = np.where(weight_bytes >= SIXTEEN_BITS, 0, kept)
    return np.where(np.isnan(weight_bytes), np.nan, kept)


def kv_bytes_per_token(
    layers: Numbers,
    kv_heads: Numbers,
    head_dim: Numbers,
    kv_latent_dim: Numbers,
    kv_bytes: Numbers,
) -> Array:
    """Key-value cache of one token under full attention.

    Parameters
    ----------
    layers : (n,), layers
        Layers that attend.
    kv_heads : (n,), heads
        As many as attention heads (MHA), fewer (GQA) or one (MQA).
    head_dim : (n,), elements
        Elements of one head.
    kv_latent_dim : (n,), elements
        Latent and rope elements of a layer (MLA); NaN for the other kinds of attention.
    kv_bytes : (n,), bytes
        Bytes of one element.

    Returns
    -------
    kv_bytes_per_token : (n,), bytes
        NaN where neither the heads nor the latent are known.

    Notes
    -----
    ``2 * kv_bytes * layers * kv_heads * head_dim``, and with a latent
    ``kv_bytes * layers * kv_latent_dim``. Exact.

    References
    ----------
    ml-engineering, model-configurations

    Examples
    --------
    Llama 3.1 70B keeps 80 layers of 8 heads; DeepSeek-V3 keeps 61 layers of 512 + 64 elements.

    >>> kv_bytes_per_token(80.0, 8.0, 128.0, float("nan"), 2.0).item()
    327680.0
    >>> kv_bytes_per_token(61.0, 128.0, float("nan"), 576.0, 2.0).item()
    70272.0
    """
    layers, kv_heads, head_dim, kv_latent_dim, kv_bytes = as_arrays(
        layers, kv_heads, head_dim, kv_latent_dim, kv_bytes
    )
    elements = np.where(np.isnan(kv_latent_dim), 2 * kv_heads * head_dim, kv_latent_dim)
    return kv_bytes * layers * elements


def kv_cache_gib(
    kv_bytes_per_token: Numbers,
    layers: Numbers,
    context_tokens: Numbers,
    concurrency: Numbers,
    sliding_window_tokens: Numbers,
    sliding_window_layers: Numbers,
) -> Array:
    """Key-value cache of all sequences at their full context.

    Parameters
    ----------
    kv_bytes_per_token : (n,), bytes
        Of all layers together.
    layers : (n,), layers
        Needed only with a sliding window.
    context_tokens : (n,), tokens
        Prompt and answer of one sequence.
    concurrency : (n,), sequences
        Sequences at a time.
    sliding_window_tokens : (n,), tokens
        NaN: every layer attends to the whole context.
    sliding_window_layers : (n,), layers
        Layers that attend to the window only, at most all.

    Returns
    -------
    kv_cache : (n,), GiB
        NaN where anything it needs is unknown.

    Notes
    -----
    ``kv_bytes_per_token * concurrency * tokens / 2**30`` with
    ``tokens = context - (layers in window / layers) * max(context - window, 0)``.
    Exact but for the last, partly filled block of each sequence (16 to 128 tokens).

    References
    ----------
    llama-3-1-blog, ml-engineering

    Examples
    --------
    Llama 3.1 8B, one sequence of 128 Ki tokens; gpt-oss-20b with half its layers in a window.

    >>> nan = float("nan")
    >>> kv_cache_gib(131072.0, 32.0, 131072.0, 1.0, nan, nan).item()
    16.0
    >>> kv_cache_gib(49152.0, 24.0, 131072.0, 1.0, 128.0, 12.0).round(3).item()
    3.003
    """
    kv_bytes_per_token, layers, context_tokens, concurrency, window, in_window = as_arrays(
        kv_bytes_per_token,
        layers,
        context_tokens,
        concurrency,
        sliding_window_tokens,
        sliding_window_layers,
    )
    spared = quotient(np.minimum(in_window, layers), layers) * np.maximum(
        context_tokens - window, 0
    )
    tokens = context_tokens - np.where(np.isnan(window), 0, spared)
    return kv_bytes_per_token * concurrency * tokens / GIB


def expert_workspace_gib(
    batched_tokens: Numbers, hidden_size: Numbers, experts_per_token: Numbers, width: Numbers
) -> Array:
    """Room in which the experts of a mixture work on the tokens of one step, over all devices.

    Parameters
    ----------
    batched_tokens : (n,), tokens
        Tokens of one engine step.
    hidden_size : (n,), elements
        Width of the model.
    experts_per_token : (n,), experts
        Experts of a layer that work on one token.
    width : (n,), elements
        Width inside one expert; NaN for a dense model.

    Returns
    -------
    workspace : (n,), GiB
        0 where no width is known.

    Notes
    -----
    ``batched_tokens * experts_per_token * 2 * (max(2 * width, hidden) + width) / 2**30``: gate and
    up share their room with the result, since one is read before the other is written. vLLM keeps
    it between steps, so it comes on top of the peak; devices that split experts split it too.

    References
    ----------
    vllm-fused-experts

    Examples
    --------
    Qwen3-30B-A3B and a dense model.

    >>> expert_workspace_gib(8192.0, 2048.0, 8.0, np.array([768.0, np.nan])).round(2).tolist()
    [0.34, 0.0]
    """
    tokens, hidden_size, experts_per_token, width = as_arrays(
        batched_tokens, hidden_size, experts_per_token, width
    )
    elements = np.maximum(2 * width, hidden_size) + width
    found = tokens * experts_per_token * SIXTEEN_BITS * elements / GIB
    return known_or_zero(found)


def serving_activations_gib(
    hidden_size: Numbers,
    vocabulary_size: Numbers,
    concurrency: Numbers,
    batched_tokens: Numbers,
    fallback_gib: Numbers = np.nan,
    feed_forward_ratio: Numbers = np.nan,
    bytes_per_logit: Numbers = SERVING_BYTES_PER_LOGIT,
) -> Array:
    """Working memory of serving, on each device.

    Parameters
    ----------
    hidden_size : (n,), elements
        NaN: the fallback stands in for the forward pass.
    vocabulary_size : (n,), tokens
        NaN: the fallback stands in for sampling. 0 for a model that samples nothing.
    concurrency : (n,), sequences
        Sequences at a time: what the engine is told to admit.
    batched_tokens : (n,), tokens
        Tokens of one engine step.
    fallback_gib : (n,), GiB
        Taken where the model's shape is unknown.
    feed_forward_ratio : (n,), ratio
        Width of the feed-forward network over that of the model; NaN and more than 4 count as 4.
        0 for a mixture, whose experts have their room elsewhere (`expert_workspace_gib`).
    bytes_per_logit : (n,), bytes
        What sampling takes for one sequence and one entry of the vocabulary; see Notes.

    Returns
    -------
    activations : (n,), GiB
        NaN where concurrency or batched tokens are unknown.

    Notes
    -----
    ``max(forward, sampling) / 2**30`` with
    ``forward = batched_tokens * hidden * (8 + 6 * ratio)`` and
    ``sampling = concurrency * vocabulary * bytes_per_logit``: they follow one another, so the
    larger of the two is the peak. Sampling explains why Qwen3 0.6B and 32B were measured alike.
    vLLM from 0.17 on filters candidates without sorting the vocabulary: logits in 16 and in 32
    bits, probabilities and noise make 14 bytes, and 15.4 fit its logs. Before, sorting made it
    38.6. Against start-up logs of text models (0.6 B to 120 B, dense and mixture of experts, one to
    four devices) it is off by -7 % to +1 % before 0.17 and, experts' room included, by -7 % to
    +12 % since. Networks wider than four times the model were measured on two devices only, which
    split them. It does not know image encoders: of models with one, it says 4 to 11 % too little.
    An engine left at its default admits 256 or 1,024 sequences and reserves accordingly.

    References
    ----------
    llm-d-memory-measurements, vllm-memory-profiles, vllm-sampler

    Examples
    --------
    Llama 3.1 8B with 1,024 sequences: 1.89 GiB were measured on an H100, and 4.76 before 0.17.
    Then CodeLlama 7B, for which 0.77 were measured.

    >>> serving_activations_gib(4096.0, 128256.0, 1024.0, 8192.0).round(2).item()
    1.88
    >>> nan = float("nan")
    >>> serving_activations_gib(4096.0, 128256.0, 1024.0, 8192.0, nan, nan, 38.6).round(2).item()
    4.72
    >>> serving_activations_gib(4096.0, 32016.0, 1024.0, 8192.0, nan, 2.6875).round(2).item()
    0.75
    """
    hidden_size, vocabulary_size, concurrency, batched_tokens, fallback_gib = as_arrays(
        hidden_size, vocabulary_size, concurrency, batched_tokens, fallback_gib
    )
    forward = batched_tokens * hidden_size * _bytes_of_a_token(feed_forward_ratio) / GIB
    sampling = concurrency * vocabulary_size * np.asarray(bytes_per_logit) / GIB
    return np.maximum(
        np.where(np.isnan(hidden_size), fallback_gib, forward),
        np.where(np.isnan(vocabulary_size), fallback_gib, sampling),
    )


def _bytes_of_a_token(feed_forward_ratio: Numbers) -> Array:
    ratio = np.fmin(feed_forward_ratio, WIDEST_FEED_FORWARD_RATIO)
    return SERVING_BYTES_PER_HIDDEN + SERVING_BYTES_PER_FEED_FORWARD * ratio


def usable_memory_gib(device_memory_gib: Numbers, usable_fraction: Numbers) -> Array:
    """Memory of a device that a workload may fill.

    Parameters
    ----------
    device_memory_gib : (n,), GiB
        What the driver reports, which is less than the label where error correction takes a share.
    usable_fraction : (n,), fraction
        The part that the engine is told to use.

    Returns
    -------
    usable : (n,), GiB
        NaN where either is unknown.

    Notes
    -----
    ``device_memory_gib * usable_fraction``. Reported by drivers: L4 and A10G 22.1 GiB, L40S 44.4,
    A100 80GB 79.2, H100 79.2.

    References
    ----------
    vllm-defaults, vllm-memory-profiles

    Examples
    --------
    The log of an H100 says 71.26 GiB.

    >>> usable_memory_gib(79.18, 0.9).round(2).item()
    71.26
    """
    device_memory_gib, usable_fraction = as_arrays(device_memory_gib, usable_fraction)
    return device_memory_gib * usable_fraction


def whole_groups(devices: Numbers, devices_per_server: Numbers) -> Array:
    """The next number of devices that work as one group.

    Parameters
    ----------
    devices : (n,), devices
        At least so many; fractions count as the next whole one.
    devices_per_server : (n,), devices
        Devices of a full server.

    Returns
    -------
    devices : (n,), devices
        0 where `devices` is 0 (no count serves), NaN where either is unknown.

    Notes
    -----
    1, 2, 4, ... up to a full server, then whole servers: tensor parallelism splits attention heads
    evenly, and groups beyond a server take whole ones.

    References
    ----------
    vllm-defaults

    Examples
    --------
    >>> whole_groups(np.array([0.0, 1.0, 3.0, 8.0, 9.0]), 8.0)
    array([ 0.,  1.,  4.,  8., 16.])
    """
    devices, devices_per_server = as_arrays(devices, devices_per_server)
    return _grouped(rounded_up(devices), devices_per_server)


def devices_needed(
    sharded_gib: Numbers,
    floor_gib: Numbers,
    usable_gib: Numbers,
    devices_per_server: Numbers,
    shared_floor_gib: Numbers = 0.0,
) -> Array:
    """Fewest devices whose usable memory holds a workload.

    Parameters
    ----------
    sharded_gib : (n,), GiB
        What devices share out.
    floor_gib : (n,), GiB
        What each device holds besides.
    usable_gib : (n,), GiB
        Memory of one device that may be filled.
    devices_per_server : (n,), devices
        Devices of a full server.
    shared_floor_gib : (n,), GiB
        What each device holds in addition once it works with others.

    Returns
    -------
    devices : (n,), devices
        0 where no count holds it, since the floor leaves no room; NaN where anything is unknown.

    Notes
    -----
    The smallest n of 1, 2, 4, ..., a full server, two servers, ... with
    ``sharded / n + floor + (shared_floor if n > 1) <= usable``.

    References
    ----------
    vllm-defaults, nim-support-matrix

    Examples
    --------
    140 GiB with 2 GiB on each device: one of 72 GiB is too small, two are (72 = 140 / 2 + 2).

    >>> devices_needed(140.0, 2.0, np.array([72.0, 50.0, 20.0, 1.0]), 8.0)
    array([2., 4., 8., 0.])
    """
    sharded_gib, floor_gib, usable_gib, devices_per_server, shared_floor_gib = as_arrays(
        sharded_gib, floor_gib, usable_gib, devices_per_server, shared_floor_gib
    )
    alone = memory_fill(sharded_gib, floor_gib, usable_gib, 1.0) <= 1
    together = _devices_together(
        sharded_gib, floor_gib + shared_floor_gib, usable_gib, devices_per_server
    )
    unknown = np.isnan(sharded_gib + floor_gib + usable_gib + devices_per_server + shared_floor_gib)
    return np.where(unknown, np.nan, np.where(alone, 1, together))


def memory_fill(
    sharded_gib: Numbers,
    floor_gib: Numbers,
    usable_gib: Numbers,
    devices: Numbers,
    shared_floor_gib: Numbers = 0.0,
) -> Array:
    """How full the usable memory of the devices taken is.

    Parameters
    ----------
    sharded_gib : (n,), GiB
        What devices share out.
    floor_gib : (n,), GiB
        What each device holds besides.
    usable_gib : (n,), GiB
        Memory of one device that may be filled.
    devices : (n,), devices
        Devices taken.
    shared_floor_gib : (n,), GiB
        What each device holds in addition once it works with others.

    Returns
    -------
    fill : (n,), fraction
        Above 1 where they do not hold it; NaN where anything is unknown or no device is taken.

    Notes
    -----
    ``(sharded / devices + floor + (shared_floor if devices > 1)) / usable``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> memory_fill(140.0, 2.0, 80.0, 2.0).item()
    0.9
    """
    sharded_gib, floor_gib, usable_gib, devices, shared_floor_gib = as_arrays(
        sharded_gib, floor_gib, usable_gib, devices, shared_floor_gib
    )
    floor_gib = floor_gib + np.where(devices > 1, shared_floor_gib, 0)
    return quotient(quotient(sharded_gib, devices) + floor_gib, usable_gib)


def _devices_together(
    sharded: Array, floor: Array, usable: Array, devices_per_server: Array
) -> Array:
    room = usable - floor
    least = np.maximum(rounded_up(quotient(sharded, room)), 2)
    devices = _grouped(least, devices_per_server)
    short = memory_fill(sharded, floor, usable, devices) > 1
    if short.any():
        devices = np.where(short, _grouped(devices + 1, devices_per_server), devices)
    return np.where(room > 0, devices, 0)


def _grouped(devices: Array, devices_per_server: Array) -> Array:
    power = next_power_of_two(np.maximum(devices, 1))
    inside = np.minimum(power, devices_per_server)
    servers = np.ceil(quotient(devices, devices_per_server)) * devices_per_server
    grouped = np.where(devices <= devices_per_server, inside, servers)
    unknown = np.isnan(devices + devices_per_server)
    return np.where(unknown, np.nan, np.where(devices == 0, 0, grouped))
