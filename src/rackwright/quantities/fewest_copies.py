"""The kernel that chooses how many devices share one copy of a model, and the search behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rackwright.quantities.arrays import (
    Array,
    Numbers,
    as_arrays,
    known_or_zero,
    next_power_of_two,
    rounded_down,
    rounded_up,
)
from rackwright.quantities.one_copy import (
    apart,
    known_exchange,
    of_a_group,
    sequences_beside,
    sequences_in_turn,
)
from rackwright.units import MS_PER_SECOND

_USUAL_SERVER = 8
"""Devices of most servers; few devices have more neighbours than that."""
_LESS_ROOM = 0.5
"""Added to the devices of copies without any room, so that room decides among equals."""
_LAST_RESORT = 1e12
"""Added to the devices of a group that its links do not carry, so that every other comes first."""


def fewest_copies(
    sequences: Numbers,
    copy_gib: Numbers,
    sequence_gib: Numbers,
    step_gib: Numbers,
    sampling_gib: Numbers,
    free_gib: Numbers,
    group_gib: Numbers,
    devices_per_server: Numbers,
    widest_group: Numbers,
    joined: Numbers,
    weights_ms: Numbers,
    sequence_ms: Numbers,
    computing_ms: Numbers,
    exchange_start_ms: Numbers,
    exchange_near_ms: Numbers,
    exchange_far_ms: Numbers,
    linked_devices: Numbers,
    routed: Numbers,
    interval_ms: Numbers,
    tokens_per_second: Numbers,
    least_group: Numbers,
    devices_of_work: Numbers,
    headroom: Numbers,
) -> tuple[Array, Array, Array]:
    """The copies of a model, and the devices that share each, that serve a load on fewest devices.

    Parameters
    ----------
    sequences : (n,), sequences
        Requests at the same time, shared out over the copies.
    copy_gib : (n,), GiB
        One copy: what a group shares however many sequences there are.
    sequence_gib : (n,), GiB
        Cache of one sequence at its full context.
    step_gib : (n,), GiB
        Working memory of the forward pass, on each device.
    sampling_gib : (n,), GiB
        Working memory of sampling for one sequence, on each device.
    free_gib : (n,), GiB
        Memory of one device that may be filled, less what it keeps for itself.
    group_gib : (n,), GiB
        What each device keeps in addition once it shares a copy with others.
    devices_per_server : (n,), devices
        Devices of a full server.
    widest_group : (n,), devices
        Most devices that share one copy well.
    joined : (n,), 1 or 0
        Whether a fabric joins the devices, so that a copy may span servers.
    weights_ms : (n,), ms
        What one device takes to read the weights of a step.
    sequence_ms : (n,), ms
        What one device takes to read the cache of one sequence.
    computing_ms : (n,), ms
        What one device takes for the arithmetic of one token.
    exchange_start_ms : (n,), ms
        What the exchanges of a step take in a group however little is sent.
    exchange_near_ms : (n,), ms
        What a token takes over the link; see `exchange_step_ms`.
    exchange_far_ms : (n,), ms
        What a token takes once a group is larger than the link joins.
    linked_devices : (n,), devices
        Devices that the link joins.
    routed : (n,), devices
        Devices on which routing tokens to experts moves as much as sums; NaN without experts.
    interval_ms : (n,), ms
        Longest time between two tokens of one answer; NaN where nobody waits.
    tokens_per_second : (n,), tokens/s
        The whole demand; NaN where none is stated.
    least_group : (n,), devices
        Devices that a prompt must be shared by to be read in time; NaN where any time will do.
    devices_of_work : (n,), devices
        Devices whose arithmetic keeps up with requests or items; NaN where no rate is stated.
    headroom : (n,), ratio
        Requests that there should be room for, against those stated, where it takes no devices.

    Returns
    -------
    devices_per_copy : (n,), devices
        0 where no group holds a copy with one sequence; NaN where what memory asks is unknown.
    copies : (n,), copies
        Likewise.
    sequences_per_copy : (n,), sequences
        The most that one copy takes at a time; likewise.

    Notes
    -----
    For every group of 1, 2, 4, ... devices up to a full server one copy takes
    ``s = min(sequences, sequences_held, sequences_in_pace)`` and each token
    ``ms = max(weights_ms / s + sequence_ms, computing_ms) + group * exchange_step_ms / s`` of one
    device, so that ``copies = ceil(max(sequences / s, tokens_per_second * ms / 1000 / group,
    devices_of_work / group))``. The group with the fewest ``group * copies`` is taken; of equals
    the smallest with room for ``headroom * sequences``, else that with the most room. One beyond
    the widest is taken only where a fabric joins the devices or no other holds a copy. Only where
    no server holds a copy with one sequence does a copy span some: once, twice and four times as
    many as hold that, or those that hold all sequences. A rate of tokens may keep more sequences
    at work than are stated, up to s in each copy. Where even the widest group is too slow for the
    interval, the interval is passed over.

    References
    ----------
    vllm-data-parallel, vllm-parallelism, ml-engineering, nccl-tests-performance

    Examples
    --------
    15 GiB of weights, caches of 0.5 GiB, 2,000 requests: cards of 38 GiB hold 44 beside a copy,
    two hold 118 and four 263, which makes 8 copies on 4 cards each. 40 requests fit one.

    >>> nan = float("nan")
    >>> card = (15.0, 0.5, 1.0, 0.005, 38.0, 0.0, 8.0, 4.0, 0.0, 20.0, 0.7, 0.1)
    >>> slots = (0.6, 0.04, 0.04, 8.0, nan)
    >>> found = fewest_copies(np.array([40.0, 2000.0]), *card, *slots, nan, nan, nan, nan, 1.5)
    >>> [column.tolist() for column in found]
    [[1.0, 4.0], [1.0, 8.0], [40.0, 263.0]]
    """
    load = _Load(
        *as_arrays(
            sequences,
            copy_gib,
            sequence_gib,
            step_gib,
            sampling_gib,
            free_gib,
            group_gib,
            devices_per_server,
            widest_group,
            joined,
            weights_ms,
            sequence_ms,
            computing_ms,
            exchange_start_ms,
            exchange_near_ms,
            exchange_far_ms,
            linked_devices,
            routed,
            interval_ms,
            tokens_per_second,
            least_group,
            devices_of_work,
            headroom,
        )
    )
    shape = np.broadcast_shapes(*(column.shape for column in load))
    load = _Load(*np.atleast_1d(*load))
    load = _with_known_exchange(load)
    load = load._replace(interval=_kept_interval(load))
    found = np.full((3, *(shape or (1,))), np.nan)
    rows = _that_ask(load, found.shape[1:])
    found[:, rows] = _found(_taken(load, rows, found.shape[1:]))
    devices, copies, at_once = found.reshape(3, *shape)
    return devices, copies, at_once


class _Load(NamedTuple):
    """What a row asks of copies and of the devices that share them; see `fewest_copies`."""

    sequences: Array
    copy: Array
    sequence: Array
    step: Array
    sampling: Array
    free: Array
    group: Array
    per_server: Array
    widest: Array
    joined: Array
    weights_ms: Array
    sequence_ms: Array
    computing_ms: Array
    start: Array
    near: Array
    far: Array
    linked: Array
    routed: Array
    interval: Array
    tokens: Array
    least: Array
    work: Array
    headroom: Array


def _that_ask(load: _Load, shape: tuple[int, ...]) -> NDArray[np.intp] | slice:
    """Rows whose requests are known; the search can do without the others."""
    asks = ~np.isnan(load.sequences)
    if not _has_rows(asks, shape) or asks.all():
        return slice(None)
    return np.flatnonzero(asks.any(axis=tuple(range(1, len(shape)))))


def _taken(load: _Load, rows: NDArray[np.intp] | slice, shape: tuple[int, ...]) -> _Load:
    """Some rows of a load."""
    if isinstance(rows, slice):
        return load
    return _Load(*[column[rows] if _has_rows(column, shape) else column for column in load])


def _has_rows(column: NDArray[Any], shape: tuple[int, ...]) -> bool:
    return column.ndim == len(shape) and len(column) == shape[0]


def _found(load: _Load) -> Array:
    """Devices of a copy, copies and most sequences of each, one below the other."""
    asked = _asked_by_memory(load)
    with np.errstate(all="ignore"):
        load = load._replace(least=np.minimum(load.least, _largest_group(load)))
        devices = _devices_of_the_best(load, asked)
        found = np.stack(np.broadcast_arrays(devices, *_attempt(load, devices)))
    return np.where(np.isnan(asked), np.nan, np.where(devices == 0, 0, found))


def _asked_by_memory(load: _Load) -> Array:
    return np.asarray(sum(load[:10]), dtype=np.float64)


def _with_known_exchange(load: _Load) -> _Load:
    start, near, far = known_exchange(load.start, load.near, load.far)
    return load._replace(start=start, near=near, far=far, routed=apart(load.routed))


def _kept_interval(load: _Load) -> Array:
    """The interval where the widest group can keep to it."""
    once, each = _exchange(load, load.widest)
    left = load.widest * (load.interval - once - each)
    return np.where(left >= load.weights_ms + load.sequence_ms, load.interval, np.nan)


def _exchange(load: _Load, devices: Array) -> tuple[Array, Array]:
    """What so many devices exchange in a step, and for each sequence."""
    if devices.size == 1 and devices.item() == 1:
        return np.zeros(1), np.zeros(1)
    return of_a_group(devices, load.start, load.near, load.far, load.linked, load.routed)


def _devices_of_the_best(load: _Load, asked: Array) -> Array:
    """The size of group that takes the fewest devices in all; 0 where none holds a copy."""
    cost = _cost(load, np.ones(1))
    best = np.where(np.isinf(cost), 0.0, 1.0)
    beyond_one = np.nonzero((cost > 1) & ~np.isnan(asked))
    if len(beyond_one[0]):
        best[beyond_one] = _larger(_rows(load, beyond_one), cost[beyond_one], best[beyond_one])
    return best


def _larger(load: _Load, cost: Array, best: Array) -> Array:
    """The best of groups of one, which is known, and all larger ones."""
    usual = (2.0, 4.0, float(_USUAL_SERVER))
    cost, best = _better(load, _inside_a_server(load, usual), cost, best)
    wide = np.nonzero((load.per_server > _USUAL_SERVER) & (cost > _USUAL_SERVER))
    if len(wide[0]):
        cost[wide], best[wide] = _wider(_rows(load, wide), cost[wide], best[wide])
    none = np.nonzero(np.isinf(cost))
    if len(none[0]):
        best[none] = _beyond_a_server(_rows(load, none), cost[none], best[none])
    return best


def _beyond_a_server(load: _Load, cost: Array, best: Array) -> Array:
    """Copies that no server holds: on few whole ones, or a single copy on as many as hold all."""
    least = _whole_servers(load, np.ones(1))
    of_all = _whole_servers(load, load.sequences)
    single = np.where(_attempt(load, of_all)[0] == 1, of_all, 0.0)
    return _better(load, np.stack([least, 2 * least, 4 * least, single]), cost, best)[1]


def _wider(load: _Load, cost: Array, best: Array) -> tuple[Array, Array]:
    """Groups inside servers of more devices than usual."""
    sizes = [2.0 * _USUAL_SERVER]
    while sizes[-1] < load.per_server.max():
        sizes.append(2 * sizes[-1])
    return _better(load, _inside_a_server(load, sizes), cost, best)


def _inside_a_server(load: _Load, sizes: Sequence[float]) -> Array:
    """(sizes, n): groups of some sizes, none larger than a server."""
    return np.stack([np.minimum(size, load.per_server) for size in sizes])


def _rows(load: _Load, rows: tuple[NDArray[np.intp], ...]) -> _Load:
    """Some rows of a load, each of its columns in whatever shape broadcasts to all rows."""
    places = {shape: _within(shape, rows) for shape in {column.shape for column in load}}
    return _Load(*[column[places[column.shape]] for column in load])


def _within(
    shape: tuple[int, ...], rows: tuple[NDArray[np.intp], ...]
) -> tuple[NDArray[np.intp], ...]:
    axes = rows[len(rows) - len(shape) :]
    return tuple(
        np.zeros_like(axis) if length == 1 else axis
        for axis, length in zip(axes, shape, strict=True)
    )


def _better(load: _Load, candidates: Array, cost: Array, best: Array) -> tuple[Array, Array]:
    """The best known size or the first of the cheapest candidates, given (sizes, n)."""
    costs = _cost(load, candidates)
    rows = np.arange(costs.shape[1])
    cheapest = costs.argmin(axis=0)
    least = costs[cheapest, rows]
    fewer = least < cost
    return np.where(fewer, least, cost), np.where(fewer, candidates[cheapest, rows], best)


def _largest_group(load: _Load) -> Array:
    """The largest group of a power of two, or a full server, that shares one copy well."""
    power = next_power_of_two(load.widest + 1) / 2
    return np.where(load.widest >= load.per_server, load.per_server, power)


def _cost(load: _Load, devices: Array) -> Array:
    """Devices in all if every copy is shared by so many; infinite where that does not serve.

    A fraction of a device, or a great many, on top say that another size is to be preferred.
    """
    exchange = _exchange(load, devices)
    most = _most_of_a_copy(load, devices, exchange)
    copies, sequences = _copies(load, devices, most, exchange)
    serves = (sequences >= np.minimum(load.sequences, 1)) & ~(devices < load.least) & (devices > 0)
    room = copies * most / (load.headroom * load.sequences)
    tight = _LESS_ROOM * np.fmax(1 - room, 0)
    apart = np.where((devices > load.widest) & (load.joined == 0), _LAST_RESORT, 0)
    return np.where(serves, devices * copies + tight + apart, np.inf)


def _attempt(load: _Load, devices: Array) -> tuple[Array, Array]:
    """Copies, and the most sequences of each, if every copy is shared by so many devices."""
    exchange = _exchange(load, devices)
    return _copies(load, devices, _most_of_a_copy(load, devices, exchange), exchange)


def _most_of_a_copy(load: _Load, devices: Array, exchange: tuple[Array, Array]) -> Array:
    """Sequences that memory and pace allow one copy, however many there are."""
    free = load.free - np.where(devices > 1, load.group, 0)
    held = sequences_beside(devices, load.copy, load.sequence, load.step, load.sampling, free)
    in_time = sequences_in_turn(
        devices, load.widest, load.weights_ms, load.sequence_ms, load.interval, *exchange
    )
    return rounded_down(np.fmin(held, in_time))


def _copies(
    load: _Load, devices: Array, most: Array, exchange: tuple[Array, Array]
) -> tuple[Array, Array]:
    sequences = np.maximum(np.fmin(most, load.sequences), 0)
    once, each = exchange
    ms = np.maximum(load.weights_ms / sequences + load.sequence_ms, load.computing_ms) / devices
    of_a_token = ms + once / sequences + each
    work = np.fmax(load.tokens * of_a_token / MS_PER_SECOND, load.work / devices)
    return rounded_up(np.fmax(load.sequences / sequences, work)), sequences


def _whole_servers(load: _Load, sequences: Array) -> Array:
    """Devices of the fewest full servers that hold one copy with so many sequences."""
    room = load.free - load.group - np.maximum(load.step, sequences * load.sampling)
    devices = (load.copy + sequences * load.sequence) / np.where(room > 0, room, np.nan)
    servers = np.maximum(rounded_up(devices / load.per_server), 1)
    return known_or_zero(servers * load.per_server)
