"""How many copies of a model serve a workload on one device of the catalogue, and what each takes.

Work that changes weights has no copies that serve: it is sized as a whole.
"""

from __future__ import annotations

import numpy as np

from rackwright.measure.kinds import TRAINS
from rackwright.measure.machinery import Is, Measure
from rackwright.quantities import copies, exchange, serving_speed, sizing
from rackwright.quantities.arrays import Array
from rackwright.quantities.fewest_copies import fewest_copies
from rackwright.quantities.network import BITS_PER_BYTE
from rackwright.quantities.one_copy import exchange_of_a_group
from rackwright.units import MS_PER_SECOND

FABRIC = Is("link", ("fabric",))
BRIDGE = Is("link", ("bridge",))
EXCHANGE = (
    "exchange_start_ms",
    "exchange_near_ms",
    "exchange_far_ms",
    "linked_devices",
    "routed_devices",
)
_BOTH_WAYS = 2
_REAL_TIME = Is("serving", ("real_time",))


def of_a_copy(trains: Array, copy: Array, whole: Array) -> Array:
    """What one copy takes where copies serve, what the whole takes where weights change."""
    return sizing.choose_where(sizing.any_of(trains), whole, copy)


def _fewest(
    trains: Array,
    sequences: Array,
    usable: Array,
    reserve: Array,
    fabric: Array,
    real_time: Array,
    interval: Array,
    requests: Array,
    items: Array,
    headroom: Array,
    in_one_copy: Array,
    copy: Array,
    request: Array,
    step: Array,
    sampling: Array,
    group: Array,
    per_server: Array,
    widest: Array,
    weights_ms: Array,
    request_ms: Array,
    token_ms: Array,
    start: Array,
    near: Array,
    far: Array,
    linked: Array,
    routed: Array,
    tokens: Array,
    least: Array,
) -> tuple[Array, Array, Array]:
    serves = np.where(sizing.any_of(trains) == 1, np.nan, 1.0)
    devices, copies_, most = fewest_copies(
        serves * sizing.first_known(sequences, 1.0),
        copy,
        request,
        step,
        sampling,
        usable - reserve,
        group,
        per_server,
        widest,
        sizing.any_of(fabric),
        weights_ms,
        request_ms,
        token_ms,
        start,
        near,
        far,
        linked,
        routed,
        np.where(real_time == 1, interval, np.nan),
        tokens,
        least,
        np.fmax(requests, items),
        headroom,
    )
    return of_a_copy(trains, devices, in_one_copy), copies_, most


def _for_memory(
    trains: Array,
    in_one_copy: Array,
    devices: Array,
    usable: Array,
    reserve: Array,
    group: Array,
    sequences: Array,
    *shares: Array,
) -> Array:
    kept = reserve + np.where(devices > 1, group, 0.0)
    memory = [*shares, usable - kept, sequences]
    held = copies.sequences_held(devices, *memory)
    in_copies = np.where(
        held < sequences, copies.devices_in_copies(sequences, held, devices), in_one_copy
    )
    return of_a_copy(trains, in_copies, in_one_copy)


def _for_pace(
    real_time: Array,
    devices: Array,
    widest: Array,
    weights: Array,
    request: Array,
    interval: Array,
    sequences: Array,
    *links: Array,
) -> Array:
    once, each = exchange_of_a_group(devices, *links)
    pace = (weights, request, interval, sequences)
    paced = copies.sequences_in_pace(devices, widest, *pace, once, each)
    left = interval - once - sequences * each
    in_one_copy = serving_speed.devices_for_time(weights + sequences * request, left)
    in_copies = copies.devices_in_copies(sequences, paced, devices)
    found = np.where(paced < sequences, in_copies, in_one_copy)
    return np.where((real_time == 1) & (paced > 0), found, np.nan)


def _for_throughput(
    trains: Array, most: Array, sequences: Array, request: Array, tokens: Array, *rest: Array
) -> Array:
    bandwidth, weights, *computing, devices, exchanged = rest
    at_once = of_a_copy(trains, most, sequences)
    together = (of_a_copy(trains, devices, np.ones(1)), of_a_copy(trains, exchanged, np.zeros(1)))
    reading = (bandwidth, weights, at_once * request, at_once)
    figures = [*reading, *computing, *together]
    return serving_speed.devices_for_throughput(tokens, *figures)


def _near(layers: Array, hidden: Array, link: Array, network: Array, reached: Array) -> Array:
    either = sizing.first_known(link, network * _BOTH_WAYS / BITS_PER_BYTE)
    return exchange.exchange_token_ms(layers, hidden, either, reached)


def _far(
    layers: Array,
    hidden: Array,
    bridge: Array,
    slot: Array,
    network: Array,
    reached: Array,
) -> Array:
    between = network * _BOTH_WAYS / BITS_PER_BYTE
    beyond = sizing.choose_where(sizing.any_of(bridge), slot, between)
    return exchange.exchange_token_ms(layers, hidden, beyond, reached)


FEWEST = (
    Measure(
        "exchanges_of_a_step",
        exchange.exchange_start_ms,
        ("layers", "exchange_latency_ms"),
        ("exchange_start_ms",),
        needs=("layers",),
    ),
    Measure(
        "exchange_over_the_link",
        _near,
        ("layers", "hidden_size", "link_gb_s", "infiniband_gbit_s", "link_efficiency"),
        ("exchange_near_ms",),
        needs=("layers", "hidden_size"),
    ),
    Measure(
        "exchange_beyond_the_link",
        _far,
        ("layers", "hidden_size", BRIDGE, "slot_gb_s", "infiniband_gbit_s", "link_efficiency"),
        ("exchange_far_ms",),
        needs=("layers", "hidden_size"),
    ),
    Measure(
        "devices_that_the_link_joins",
        lambda bridge, bridged, per_server: sizing.choose_where(
            sizing.any_of(bridge), bridged, per_server
        ),
        (BRIDGE, "bridged_devices", "devices_per_server"),
        ("linked_devices",),
    ),
    Measure(
        "reading_the_weights",
        serving_speed.reading_ms,
        ("weights_read_gib", "one_device", "memory_bandwidth_gb_s", "bandwidth_efficiency"),
        ("weights_reading_ms",),
        needs=("weights_read_gib",),
    ),
    Measure(
        "reading_the_cache_of_a_request",
        serving_speed.reading_ms,
        ("request_cache_gib", "one_device", "memory_bandwidth_gb_s", "bandwidth_efficiency"),
        ("request_reading_ms",),
        needs=("request_cache_gib",),
    ),
    Measure(
        "arithmetic_of_a_token",
        lambda *figures: MS_PER_SECOND * serving_speed.prefill_seconds(1.0, *figures),
        ("active_parameters_b", "one_device", "serving_tflops", "compute_efficiency"),
        ("token_computing_ms",),
        needs=("active_parameters_b",),
    ),
    Measure(
        "devices_that_route_as_much_as_they_sum",
        exchange.routed_like_sums,
        ("experts_per_token",),
        ("routed_devices",),
        needs=("experts_per_token",),
    ),
    Measure(
        "fewest_devices_in_copies",
        _fewest,
        (
            TRAINS,
            "concurrency",
            "usable_memory_gib",
            "runtime_reserve_gib",
            FABRIC,
            _REAL_TIME,
            "max_token_interval_ms",
            "devices_for_requests",
            "devices_for_items",
            "copies_headroom",
            "devices_for_one_copy",
            "held_copy_gib",
            "request_cache_gib",
            "step_memory_gib",
            "request_sampling_gib",
            "group_memory_gib",
            "devices_per_server",
            "widest_group",
            "weights_reading_ms",
            "request_reading_ms",
            "token_computing_ms",
            *EXCHANGE,
            "tokens_per_second_needed",
            "devices_for_latency",
        ),
        ("devices_per_copy", "copies", "most_requests_per_copy"),
    ),
)
"""The choice of copies and of the devices that share each, and what it rests on."""

SHARES = (
    Measure(
        "requests_that_a_copy_takes",
        lambda sequences, copies_: np.ceil(sizing.ratio(sequences, copies_)),
        ("concurrency", "copies"),
        ("requests_per_copy",),
        needs=("concurrency", "copies"),
    ),
    Measure(
        "memory_that_a_copy_takes",
        lambda copy, devices, usable: sizing.ratio(copy, devices * usable),
        ("held_copy_gib", "devices_per_copy", "usable_memory_gib"),
        ("copy_memory_share",),
        needs=("held_copy_gib", "devices_per_copy"),
    ),
    Measure(
        "weights_that_a_copy_reads",
        serving_speed.weights_read_gib,
        (
            "weights_gib",
            "active_weights_gib",
            "experts",
            "experts_per_token",
            "most_requests_per_copy",
        ),
        ("copy_weights_read_gib",),
        needs=("weights_gib", "most_requests_per_copy"),
    ),
    Measure(
        "exchange_of_a_copy_at_work",
        exchange.exchange_step_ms,
        ("devices_per_copy", "most_requests_per_copy", *EXCHANGE),
        ("exchange_ms",),
        needs=("devices_per_copy", "most_requests_per_copy"),
    ),
    Measure(
        "devices_that_hold_all_caches",
        _for_memory,
        (
            TRAINS,
            "devices_for_one_copy",
            "devices_per_copy",
            "usable_memory_gib",
            "runtime_reserve_gib",
            "group_memory_gib",
            "concurrency",
            "held_copy_gib",
            "request_cache_gib",
            "step_memory_gib",
            "request_sampling_gib",
        ),
        ("devices_for_memory",),
    ),
    Measure(
        "devices_that_write_as_fast_as_people_read",
        _for_pace,
        (
            _REAL_TIME,
            "devices_per_copy",
            "widest_group",
            "weights_reading_ms",
            "request_reading_ms",
            "max_token_interval_ms",
            "concurrency",
            *EXCHANGE,
        ),
        ("devices_for_pace",),
        needs=("weights_reading_ms", "request_reading_ms", "devices_per_copy", "concurrency"),
    ),
    Measure(
        "devices_that_keep_up",
        _for_throughput,
        (
            TRAINS,
            "most_requests_per_copy",
            "concurrency",
            "request_cache_gib",
            "tokens_per_second_needed",
            "memory_bandwidth_gb_s",
            "weights_read_gib",
            "serving_tflops",
            "active_parameters_b",
            "bandwidth_efficiency",
            "compute_efficiency",
            "devices_per_copy",
            "exchange_ms",
        ),
        ("devices_for_throughput",),
        needs=("tokens_per_second_needed",),
    ),
)
"""What each demand alone takes, in copies of that size."""
