"""Kernels for copies of a model that serve side by side, each on a group of devices."""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import (
    Array,
    Numbers,
    as_arrays,
    quotient,
    rounded_down,
    rounded_up,
)
from rackwright.quantities.one_copy import sequences_beside, sequences_in_turn


def sequences_held(
    devices: Numbers,
    copy_gib: Numbers,
    sequence_gib: Numbers,
    step_gib: Numbers,
    sampling_gib: Numbers,
    free_gib: Numbers,
    sequences: Numbers,
) -> Array:
    """Sequences whose caches a group of devices holds beside one copy of the model.

    Parameters
    ----------
    devices : (n,), devices
        Devices that share the copy and the caches evenly.
    copy_gib : (n,), GiB
        One copy: what devices share however many sequences there are.
    sequence_gib : (n,), GiB
        Cache of one sequence at its full context.
    step_gib : (n,), GiB
        Working memory of the forward pass, on each device.
    sampling_gib : (n,), GiB
        Working memory of sampling for one sequence, on each device.
    free_gib : (n,), GiB
        Memory of one device that may be filled, less what it keeps for itself.
    sequences : (n,), sequences
        All that there are.

    Returns
    -------
    held : (n,), sequences
        Whole ones, at most all; 0 where the copy does not fit; NaN where anything is unknown.

    Notes
    -----
    The most s with ``(copy + s * sequence) / devices + max(step, s * sampling) <= free``:
    ``min((devices * (free - step) - copy) / sequence,
    (devices * free - copy) / (sequence + devices * sampling))``. An engine prints the same when it
    starts, as its maximum concurrency at the full context.

    References
    ----------
    vllm-parallelism, llm-d-memory-measurements

    Examples
    --------
    15 GiB of weights, caches of 0.5 GiB, 1 GiB of work: 38 GiB hold 44, two devices of them 118.

    >>> sequences_held(np.array([1.0, 2.0]), 15.0, 0.5, 1.0, 0.005, 38.0, 2000.0).tolist()
    [44.0, 118.0]
    """
    devices, copy, sequence, step, sampling, free, sequences = as_arrays(
        devices, copy_gib, sequence_gib, step_gib, sampling_gib, free_gib, sequences
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        held = _whole(sequences_beside(devices, copy, sequence, step, sampling, free), sequences)
    unknown = np.isnan(devices + copy + sequence + step + sampling + free + sequences)
    return np.where(unknown, np.nan, held)


def sequences_in_pace(
    devices: Numbers,
    widest_group: Numbers,
    weights_ms: Numbers,
    sequence_ms: Numbers,
    interval_ms: Numbers,
    sequences: Numbers,
    exchange_ms: Numbers,
    exchange_of_each_ms: Numbers,
) -> Array:
    """Sequences to which one copy of the model gives their next token within an interval.

    Parameters
    ----------
    devices : (n,), devices
        Devices that share the copy.
    widest_group : (n,), devices
        Most devices that read together; beyond, groups of so many take turns.
    weights_ms : (n,), ms
        What one device takes to read the weights of a step.
    sequence_ms : (n,), ms
        What one device takes to read the cache of one sequence.
    interval_ms : (n,), ms
        Longest time between two tokens of one answer.
    sequences : (n,), sequences
        All that there are.
    exchange_ms : (n,), ms
        What the devices exchange in a step however few sequences there are.
    exchange_of_each_ms : (n,), ms
        What they exchange for each sequence.

    Returns
    -------
    paced : (n,), sequences
        Whole ones, at most all; 0 where the weights alone take longer; NaN where anything is
        unknown.

    Notes
    -----
    ``(devices * (interval - exchange) - weights_ms * max(devices / widest_group, 1))
    / (sequence_ms + devices * exchange_of_each)``

    References
    ----------
    ml-engineering, aiconfigurator, nccl-tests-performance

    Examples
    --------
    Weights of 10 ms and caches of 1 ms on one device: it gives 10 their token within 20 ms, two
    devices 30, and 25 if they exchange for 1 ms and 0.04 ms more for each.

    >>> sequences_in_pace(np.array([1.0, 2.0]), 8.0, 10.0, 1.0, 20.0, 100.0, 0.0, 0.0).tolist()
    [10.0, 30.0]
    >>> sequences_in_pace(2.0, 8.0, 10.0, 1.0, 20.0, 100.0, 1.0, 0.04).item()
    25.0
    """
    devices, widest, weights, sequence, interval, sequences, once, each = as_arrays(
        devices,
        widest_group,
        weights_ms,
        sequence_ms,
        interval_ms,
        sequences,
        exchange_ms,
        exchange_of_each_ms,
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        in_turn = sequences_in_turn(devices, widest, weights, sequence, interval, once, each)
        paced = _whole(in_turn, sequences)
    unknown = np.isnan(devices + widest + weights + sequence + interval + sequences + once + each)
    return np.where(unknown, np.nan, paced)


def devices_in_copies(
    sequences: Numbers, sequences_per_copy: Numbers, devices_per_copy: Numbers
) -> Array:
    """Devices of the copies that sequences are shared out over.

    Parameters
    ----------
    sequences : (n,), sequences
        All that there are.
    sequences_per_copy : (n,), sequences
        The most that one copy takes.
    devices_per_copy : (n,), devices
        Devices that share one copy.

    Returns
    -------
    devices : (n,), devices
        0 where a copy takes none; NaN where anything is unknown.

    Notes
    -----
    ``ceil(sequences / sequences_per_copy) * devices_per_copy``

    References
    ----------
    vllm-data-parallel

    Examples
    --------
    2,000 sequences, 263 for each group of four.

    >>> devices_in_copies(2000.0, 263.0, 4.0).item()
    32.0
    """
    sequences, each, devices = as_arrays(sequences, sequences_per_copy, devices_per_copy)
    copies = rounded_up(quotient(sequences, each))
    known = ~np.isnan(sequences + devices)
    return np.where((each == 0) & known, 0, copies * devices)


def servers_of_copies(
    copies: Numbers, devices_per_copy: Numbers, devices_per_server: Numbers
) -> Array:
    """Servers that take copies, each with all of its devices in one server where they fit.

    Parameters
    ----------
    copies : (n,), copies
        Copies of the model.
    devices_per_copy : (n,), devices
        Devices that share one copy.
    devices_per_server : (n,), devices
        Devices of a full server.

    Returns
    -------
    servers : (n,), servers
        NaN where anything is unknown or nothing fits into a server.

    Notes
    -----
    ``ceil(copies / floor(devices_per_server / devices_per_copy))``, and
    ``copies * ceil(devices_per_copy / devices_per_server)`` for copies beyond one server.

    References
    ----------
    vllm-parallelism

    Examples
    --------
    Servers of 8: nine copies of one device, three of 4, two of 16. A rack of 72 takes two of 32.

    >>> servers_of_copies(np.array([9.0, 3.0, 2.0]), np.array([1.0, 4.0, 16.0]), 8.0).tolist()
    [2.0, 2.0, 4.0]
    >>> servers_of_copies(3.0, 32.0, 72.0).item()
    2.0
    """
    copies, devices, per_server = as_arrays(copies, devices_per_copy, devices_per_server)
    of_a_server = np.floor(quotient(per_server, devices))
    inside = np.ceil(quotient(copies, of_a_server))
    spread = copies * np.ceil(quotient(devices, per_server))
    found = np.where(devices <= per_server, inside, spread)
    none = (copies == 0) & ~np.isnan(devices + per_server)
    return np.where(none, 0, np.where(np.isnan(copies + devices + per_server), np.nan, found))


def devices_of_fullest_server(
    copies: Numbers, devices_per_copy: Numbers, devices: Numbers, servers: Numbers
) -> Array:
    """Devices in the server that takes most of them, no copy being torn that fits into one.

    Parameters
    ----------
    copies : (n,), copies
        Copies of the model; NaN where there is a whole that is shared out.
    devices_per_copy : (n,), devices
        Devices that share one copy.
    devices : (n,), devices
        All of them.
    servers : (n,), servers
        All servers, as many as `servers_of_copies` says.

    Returns
    -------
    devices : (n,), devices
        NaN where devices or servers are unknown or none.

    Notes
    -----
    ``ceil(copies / servers) * devices_per_copy`` where every server takes whole copies, else
    ``ceil(devices / servers)``.

    References
    ----------
    vllm-parallelism

    Examples
    --------
    Seven copies of four on four servers, a whole of 28 on four, three copies of 16 on six.

    >>> nan = float("nan")
    >>> count, each = np.array([7.0, nan, 3.0]), np.array([4.0, 28.0, 16.0])
    >>> all_devices, servers = np.array([28.0, 28.0, 48.0]), np.array([4.0, 4.0, 6.0])
    >>> devices_of_fullest_server(count, each, all_devices, servers).tolist()
    [8.0, 7.0, 8.0]
    """
    copies, each, devices, servers = as_arrays(copies, devices_per_copy, devices, servers)
    whole = np.ceil(quotient(copies, servers)) * each
    return np.where(copies >= servers, whole, np.ceil(quotient(devices, servers)))


def _whole(sequences: Array, at_most: Array) -> Array:
    return np.maximum(np.fmin(rounded_down(sequences), at_most), 0)
