"""Kernels for models that take an item and give an answer: images, clips, documents, vectors."""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import Array, Numbers, as_arrays, quotient, rounded_up
from rackwright.units import TERA

FLOP_PER_POSITION = 2
"""Operations for one parameter and position: one product, one sum."""

GIGA = 10**9
SECONDS_PER_HOUR = 3_600


def item_gflop(active_parameters_b: Numbers, tokens_per_item: Numbers) -> Array:
    """Arithmetic for one item.

    Parameters
    ----------
    active_parameters_b : (n,), billion parameters
        Parameters that work on one position.
    tokens_per_item : (n,), positions
        Patches, frames or tokens of an item, over all passes of the model.

    Returns
    -------
    arithmetic : (n,), gigaFLOP
        NaN where either is unknown.

    Notes
    -----
    ``2 * parameters * positions``. It leaves attention out: 3 % for ViT-L/16, which is published
    with 61.6 billion products. ResNet-50, which has no patches, comes out 23 % too high with the
    197 of a vision transformer.

    References
    ----------
    torchvision-weights

    Examples
    --------
    ViT-L/16 on an image of 224 by 224: 197 positions.

    >>> item_gflop(0.304, 197.0).round(1).item()
    119.8
    """
    active_parameters_b, tokens_per_item = as_arrays(active_parameters_b, tokens_per_item)
    return FLOP_PER_POSITION * active_parameters_b * tokens_per_item


def rate_of_a_run(requests: Numbers, hours: Numbers) -> Array:
    """Rate at which a batch run must go to end in time.

    Parameters
    ----------
    requests : (n,), requests
        Requests or items of one run.
    hours : (n,), hours
        Time that the run may take.

    Returns
    -------
    rate : (n,), requests/s
        NaN where either is unknown.

    Notes
    -----
    ``requests / (hours * 3600)``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> rate_of_a_run(720_000.0, 8.0).item()
    25.0
    """
    requests, hours = as_arrays(requests, hours)
    return quotient(requests, hours * SECONDS_PER_HOUR)


def items_per_second(
    item_gflop: Numbers, devices: Numbers, tflops: Numbers, efficiency: Numbers
) -> Array:
    """The most items that devices can work through.

    Parameters
    ----------
    item_gflop : (n,), gigaFLOP
        Arithmetic of one item.
    devices : (n,), devices
        Devices, each with a copy of the model or a share of it.
    tflops : (n,), TFLOP/s
        Dense peak of one device in 16 bits.
    efficiency : (n,), fraction
        Share of the peak that is reached in large batches.

    Returns
    -------
    rate : (n,), items/s
        NaN where anything is unknown.

    Notes
    -----
    ``devices * tflops * 1e12 * efficiency / (item_gflop * 1e9)``. Decoding of images and audio on
    the host is not in it.

    References
    ----------
    stable-diffusion-flop

    Examples
    --------
    84 TFLOP an image at a third of 312 TFLOPS: 0.81 seconds were measured for one.

    >>> (1 / items_per_second(84_000.0, 1.0, 312.0, 1 / 3)).round(2).item()
    0.81
    """
    item_gflop, devices, tflops, efficiency = as_arrays(item_gflop, devices, tflops, efficiency)
    return quotient(devices * tflops * TERA * efficiency, item_gflop * GIGA)


def devices_for_items(
    items_wanted: Numbers, item_gflop: Numbers, tflops: Numbers, efficiency: Numbers
) -> Array:
    """Fewest devices that keep up with a stream of items.

    Parameters
    ----------
    items_wanted : (n,), items/s
        The whole demand.
    item_gflop : (n,), gigaFLOP
        Arithmetic of one item.
    tflops : (n,), TFLOP/s
        Dense peak of one device in 16 bits.
    efficiency : (n,), fraction
        Share of the peak that is reached in large batches.

    Returns
    -------
    devices : (n,), devices
        At least 1; NaN where anything is unknown or nothing computes.

    Notes
    -----
    ``ceil(demand / items_per_second(one device))``

    References
    ----------
    stable-diffusion-flop

    Examples
    --------
    >>> devices_for_items(1_000.0, 120.0, 121.0, 0.3).item()
    4.0
    """
    (items_wanted,) = as_arrays(items_wanted)
    of_one_device = items_per_second(item_gflop, 1.0, tflops, efficiency)
    return np.maximum(rounded_up(quotient(items_wanted, of_one_device)), 1)
