"""Kernels for what devices that share a model exchange at every layer."""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import Array, Numbers, as_arrays, quotient
from rackwright.quantities.one_copy import exchange_of_a_group
from rackwright.units import GB, MS_PER_SECOND

EXCHANGES_PER_LAYER = 2
"""One after attention, one after the feed-forward part."""
PASSES = 2
"""Every value goes round twice: once to be summed, once to be handed back."""
BYTES_PER_ACTIVATION = 2
"""Activations are exchanged in 16 bits, also where weights are smaller."""
ROUTED_BYTES = 3
"""A value goes to an expert in 8 bits and comes back in 16."""


def exchange_start_ms(layers: Numbers, latency_ms: Numbers) -> Array:
    """How long the exchanges of one step take however little is sent.

    Parameters
    ----------
    layers : (n,), layers
        Layers of the model.
    latency_ms : (n,), ms
        The time that one exchange takes to begin and to end.

    Returns
    -------
    duration : (n,), ms
        NaN where anything is unknown.

    Notes
    -----
    ``2 * layers * latency``: one exchange after attention, one after the feed-forward part.

    References
    ----------
    megatron-lm, nccl-tests-performance, aiconfigurator

    Examples
    --------
    A model of 80 layers, 0.01 ms each.

    >>> exchange_start_ms(80.0, 0.01).item()
    1.6
    """
    layers, latency = as_arrays(layers, latency_ms)
    return EXCHANGES_PER_LAYER * layers * latency


def exchange_token_ms(
    layers: Numbers, hidden_size: Numbers, link_gb_s: Numbers, link_efficiency: Numbers
) -> Array:
    """How long a link takes for all that the layers exchange about one token, in a large group.

    Parameters
    ----------
    layers : (n,), layers
        Layers of the model.
    hidden_size : (n,), values
        Width of what a layer hands on.
    link_gb_s : (n,), GB/s
        Link of one device, both ways together.
    link_efficiency : (n,), fraction
        Share of that figure that a sum over all devices reaches.

    Returns
    -------
    duration : (n,), ms
        NaN where anything is unknown or nothing is carried.

    Notes
    -----
    ``1000 * 2 * layers * 2 * hidden * 2 bytes / (link * efficiency)``; a group of g devices takes
    ``(g - 1) / g`` of it, see `exchange_step_ms`.

    References
    ----------
    megatron-lm, nccl-tests-performance, ml-engineering

    Examples
    --------
    61 layers of 7,168 over 900 GB/s, of which 350 are reached: 7 MB a token.

    >>> exchange_token_ms(61.0, 7168.0, 900.0, 350 / 900).round(4).item()
    0.01
    """
    layers, hidden, link, reached = as_arrays(layers, hidden_size, link_gb_s, link_efficiency)
    sent = EXCHANGES_PER_LAYER * PASSES * layers * hidden * BYTES_PER_ACTIVATION
    return MS_PER_SECOND * quotient(sent, link * GB * reached)


def routed_like_sums(experts_per_token: Numbers) -> Array:
    """Devices on which sending tokens to their experts moves as much as summing does.

    Parameters
    ----------
    experts_per_token : (n,), experts
        Experts that work on one token.

    Returns
    -------
    devices : (n,), devices
        NaN for a model without experts.

    Notes
    -----
    ``experts * (1 + 2) / 8``: a token goes to its experts in 8 bits and comes back in 16, and each
    of g devices sends only its share of the tokens; sums move ``2 * 2 * 2`` bytes a value on every
    device. With more devices than that, engines spread the experts and keep attention apart.

    References
    ----------
    deepep

    Examples
    --------
    Eight experts a token: from four devices on, routing moves less.

    >>> routed_like_sums(8.0).item()
    3.0
    """
    (experts,) = as_arrays(experts_per_token)
    return experts * ROUTED_BYTES / (EXCHANGES_PER_LAYER * PASSES * BYTES_PER_ACTIVATION)


def exchange_step_ms(
    devices: Numbers,
    sequences: Numbers,
    start_ms: Numbers,
    near_ms: Numbers,
    far_ms: Numbers,
    linked_devices: Numbers,
    routed: Numbers,
) -> Array:
    """How long the devices of a group exchange results in one step of generation.

    Parameters
    ----------
    devices : (n,), devices
        Devices that share one copy.
    sequences : (n,), sequences
        Sequences that each gain one token.
    start_ms : (n,), ms
        What the exchanges of a step take however little is sent.
    near_ms : (n,), ms
        What a token takes over the link.
    far_ms : (n,), ms
        What a token takes once a group is larger than the link joins.
    linked_devices : (n,), devices
        Devices that the link joins.
    routed : (n,), devices
        Devices on which routing tokens moves as much as sums; see `routed_like_sums`.

    Returns
    -------
    duration : (n,), ms
        0 for one device, and where nothing is known of the exchange; NaN where devices or
        sequences are unknown.

    Notes
    -----
    ``start + sequences * token * (g - 1) / g * min(1, routed / g)``, after which the next layer
    begins. Nothing of it is hidden behind arithmetic, as engines begin to do.

    References
    ----------
    nccl-tests-performance, vllm-parallelism, deepep

    Examples
    --------
    100 sequences on 1, 8 and 16 devices, of which 8 are linked; then with eight experts a token.

    >>> group = np.array([1.0, 8.0, 16.0])
    >>> exchange_step_ms(group, 100.0, 1.0, 0.01, 0.08, 8.0, np.nan).tolist()
    [0.0, 1.875, 8.5]
    >>> exchange_step_ms(group, 100.0, 1.0, 0.01, 0.08, 8.0, 3.0).round(2).tolist()
    [0.0, 1.33, 2.41]
    """
    devices, sequences, *links = as_arrays(
        devices, sequences, start_ms, near_ms, far_ms, linked_devices, routed
    )
    once, each = exchange_of_a_group(devices, *links)
    return np.where(sequences > 0, once, 0) + sequences * each
