"""Kernels for the memory of training: state, gathered layers, activations."""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import (
    Array,
    Numbers,
    as_arrays,
    quotient,
)
from rackwright.quantities.memory import weights_gib
from rackwright.units import BILLION, GIB

SIXTEEN_BITS = 2.0
"""Bytes of a parameter that quantisation leaves alone."""

KEPT_BYTES_GATED = 28.0
"""Bytes that attention and norms keep for one token and one hidden element, in a gated layer."""

KEPT_BYTES_UNGATED = 25.0
"""The same in a layer without a gate."""

NETWORK_BYTES_GATED = 6.0
"""Bytes that a gated network keeps for one of its elements: gate, its activation, what it gates."""

NETWORK_BYTES_UNGATED = 2.0
"""The same without a gate: what its activation reads."""

KEPT_BYTES_QUANTISED = 11.0
"""Further bytes where the frozen weights are in 4 or 8 bits, for a token and hidden element."""

USUAL_RATIO_GATED = 8 / 3
"""Width of a feed-forward network with a gate, as a multiple of the model's."""

USUAL_RATIO_UNGATED = 4.0
"""The same without a gate."""

ADAPTED_INPUTS_GATED = 6.0
"""Linear layers that read the width of the model: query, key, value, output, gate, up."""

ADAPTED_INPUTS_UNGATED = 5.0
"""The same without a gate."""

KEPT_BYTES_USUAL = KEPT_BYTES_GATED + NETWORK_BYTES_GATED * USUAL_RATIO_GATED
"""Bytes that a layer with a gate of the usual width keeps, without adapters."""

TRAINING_WORKING_BYTES = 56.0
"""Bytes of the one layer that is recomputed and differentiated, likewise."""

TRAINING_CHECKPOINT_BYTES = 2.0
"""Bytes of a layer's input kept in 16 bits, likewise."""

TRAINING_BYTES_PER_LOGIT = 4.0
"""Bytes of the loss for one token and one entry of the vocabulary."""


def training_state_gib(
    parameters_b: Numbers, state_bytes: Numbers, kept_parameters_b: Numbers = 0.0
) -> Array:
    """What training keeps for every parameter, over all devices together.

    Parameters
    ----------
    parameters_b : (n,), billion parameters
        All parameters, frozen ones too.
    state_bytes : (n,), bytes
        Weights, gradients and optimizer states for one parameter.
    kept_parameters_b : (n,), billion parameters
        Frozen ones that quantisation leaves in 16 bits; NaN counts as none.

    Returns
    -------
    state : (n,), GiB
        NaN where parameters or bytes are unknown.

    Notes
    -----
    ``((parameters - kept) * state_bytes + kept * max(state_bytes, 2)) / 2**30``, to be divided
    among N devices (ZeRO-3, FSDP). AdamW in mixed precision: 2 + 4 + 8 + 4 = 18 bytes with 32-bit
    gradients, 16 with 16-bit ones. ZeRO-3 also gathers layers (`gathered_layers_gib`); ZeRO-2,
    which keeps 4 bytes a parameter on every device, is not modelled.

    References
    ----------
    deepspeed-memory, llama-factory-memory-table, ml-engineering

    Examples
    --------
    A 7 B model needs 126 GB; the published rule of thumb says about 120.

    >>> training_state_gib(7.0, 18.0).round(1).item()
    117.3
    """
    return weights_gib(parameters_b, state_bytes, kept_parameters_b)


def gathered_layers_gib(active_parameters_b: Numbers, layers: Numbers) -> Array:
    """Layers that a device gathers from the others while it trains its share of a model.

    Parameters
    ----------
    active_parameters_b : (n,), billion parameters
        Parameters that work on one token; experts stay where they are.
    layers : (n,), layers
        Layers of the model.

    Returns
    -------
    gathered : (n,), GiB
        NaN where either is unknown.

    Notes
    -----
    ``4 * active_parameters / layers / 2**30``: the layer at work and the one fetched ahead, in 16
    bits. DeepSpeed's rule for ZeRO-3 is four bytes a parameter of the largest layer.

    References
    ----------
    deepspeed-memory

    Examples
    --------
    Llama 3 70B: two layers of 0.88 B parameters.

    >>> gathered_layers_gib(70.55, 80.0).round(2).item()
    3.29
    """
    active_parameters_b, layers = as_arrays(active_parameters_b, layers)
    return quotient(2 * SIXTEEN_BITS * active_parameters_b * BILLION, layers) / GIB


def layer_bytes_kept(
    gated: Numbers,
    quantised: Numbers,
    feed_forward_ratio: Numbers = np.nan,
    adapter_bytes: Numbers = 0.0,
) -> Array:
    """Bytes that a layer keeps for its backward pass when nothing is computed again.

    Parameters
    ----------
    gated : (n,), 1 or 0
        Whether the feed-forward network has a gate; NaN counts as yes.
    quantised : (n,), 1 or 0
        Whether the frozen weights are in 4 or 8 bits; NaN counts as no.
    feed_forward_ratio : (n,), ratio
        Width of the feed-forward network over that of the model; NaN counts as 8/3 with a gate
        and 4 without.
    adapter_bytes : (n,), bytes
        What the adapter of a linear layer keeps of one element that it reads; 0 where attention
        alone has adapters, or none are trained.

    Returns
    -------
    kept : (n,), bytes
        For one token and one element of the hidden state.

    Notes
    -----
    ``28 + 6 * ratio + adapter_bytes * (6 + ratio)`` with a gate,
    ``25 + 2 * ratio + adapter_bytes * (5 + ratio)`` without, and 11 more if quantised. Slopes of
    LitGPT's tables over the batch, with adapters on queries and values: 44.5 for Llama 2 7B (44.1
    here), 33.8 for phi-1.5 and 32.5 for StableLM-Alpha 3B (33 here); with 4-bit weights 8 to 16
    more. Other widths follow by counting what a network keeps; none was measured. An adapter reads
    its own copy of the input, after dropout: 2 bytes, and 1 for which elements were dropped. That
    adds 26 bytes to Llama 2 7B, to which adapters on every linear layer (Adapter v2) were measured
    to add 25; for Mistral 7B on 8 bits all of it comes to three quarters of what was held.

    References
    ----------
    litgpt-resource-tables, peft-adapters

    Examples
    --------
    Llama 2 7B and phi-1.5 with 4-bit weights; Llama 2 7B with adapters on every linear layer.

    >>> layer_bytes_kept(np.array([1.0, 0.0]), np.array([0.0, 1.0]), np.array([2.6875, 4.0]))
    array([44.125, 44.   ])
    >>> layer_bytes_kept(1.0, 0.0, 2.6875, 3.0).round(1).item()
    70.2
    """
    gated, quantised, ratio, adapter_bytes = as_arrays(
        gated, quantised, feed_forward_ratio, adapter_bytes
    )
    plain = gated == 0
    usual = np.where(plain, USUAL_RATIO_UNGATED, USUAL_RATIO_GATED)
    ratio = np.where(np.isnan(ratio), usual, ratio)
    attention = np.where(plain, KEPT_BYTES_UNGATED, KEPT_BYTES_GATED)
    network = ratio * np.where(plain, NETWORK_BYTES_UNGATED, NETWORK_BYTES_GATED)
    read = ratio + np.where(plain, ADAPTED_INPUTS_UNGATED, ADAPTED_INPUTS_GATED)
    packed = np.where(quantised == 1, KEPT_BYTES_QUANTISED, 0)
    return attention + network + packed + adapter_bytes * read


def training_activations_gib(
    layers: Numbers,
    hidden_size: Numbers,
    vocabulary_size: Numbers,
    batch_size: Numbers,
    sequence_tokens: Numbers,
    checkpointing: Numbers,
    fallback_gib: Numbers = np.nan,
    kept_bytes: Numbers = KEPT_BYTES_USUAL,
) -> Array:
    """Working memory of training, on each device.

    Parameters
    ----------
    layers : (n,), layers
        Layers of the model.
    hidden_size : (n,), elements
        Width of the model.
    vocabulary_size : (n,), tokens
        0 for a model without one.
    batch_size : (n,), sequences
        Sequences of one device in one forward pass.
    sequence_tokens : (n,), tokens
        Tokens of one sequence.
    checkpointing : (n,), 1 or 0
        Whether layers keep only their input and are computed again; NaN where unknown.
    fallback_gib : (n,), GiB
        Taken where layers, width or vocabulary are unknown.
    kept_bytes : (n,), bytes
        See `layer_bytes_kept`; used without checkpointing only.

    Returns
    -------
    activations : (n,), GiB
        NaN where checkpointing, or batch or sequence of a known model, is unknown.

    Notes
    -----
    With T = batch_size * sequence_tokens: ``T * (hidden * kept + vocabulary * 4) / 2**30`` and
    kept = kept_bytes * layers, or 2 * layers + 56 with checkpointing. Without it, thirteen rows of
    LitGPT come out 7 % low to 8 % high. 56, 2 and 4 bytes say 30.7 GiB where 31 were published for
    an 8 B model at 32 Ki tokens. Compiled layers and a loss in chunks take less: torchtune's rows
    come out up to 60 % high. Attention without a fused kernel takes much more than this says.

    References
    ----------
    litgpt-resource-tables, ml-engineering

    Examples
    --------
    Llama 3 8B, one sequence of 32 Ki tokens, with checkpointing.

    >>> training_activations_gib(32.0, 4096.0, 128256.0, 1.0, 32768.0, 1.0).round(2).item()
    30.66
    """
    layers, hidden_size, vocabulary_size, batch, sequence, checkpointing, fallback, kept_bytes = (
        as_arrays(
            layers,
            hidden_size,
            vocabulary_size,
            batch_size,
            sequence_tokens,
            checkpointing,
            fallback_gib,
            kept_bytes,
        )
    )
    recomputed = TRAINING_CHECKPOINT_BYTES * layers + TRAINING_WORKING_BYTES
    kept = np.where(checkpointing == 0, kept_bytes * layers, recomputed)
    kept = np.where(np.isnan(checkpointing), np.nan, kept)
    of_a_token = hidden_size * kept + vocabulary_size * TRAINING_BYTES_PER_LOGIT
    shapeless = np.isnan(layers + hidden_size + vocabulary_size)
    return np.where(shapeless, fallback, batch * sequence * of_a_token / GIB)
