"""How many copies of a model serve a workload on one device of the catalogue, and what each takes.

Work that changes weights has no copies that serve: it is sized as a whole, as before.
"""

from __future__ import annotations

import numpy as np

from rackwright.measure.kinds import TRAINS
from rackwright.measure.machinery import Is, Measure
from rackwright.quantities import copies, serving_speed, sizing
from rackwright.quantities.arrays import Array
from rackwright.quantities.fewest_copies import fewest_copies
from rackwright.units import MS_PER_SECOND

FABRIC = Is("link", ("fabric",))
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
) -> Array:
    paced = copies.sequences_in_pace(devices, widest, weights, request, interval, sequences)
    in_one_copy = serving_speed.devices_for_time(weights + sequences * request, interval)
    in_copies = copies.devices_in_copies(sequences, paced, devices)
    found = np.where(paced < sequences, in_copies, in_one_copy)
    return np.where((real_time == 1) & (paced > 0), found, np.nan)


def _for_throughput(
    trains: Array, most: Array, sequences: Array, request: Array, tokens: Array, *rest: Array
) -> Array:
    bandwidth, weights, *computing = rest
    at_once = of_a_copy(trains, most, sequences)
    return serving_speed.devices_for_throughput(
        tokens, bandwidth, weights, at_once * request, at_once, *computing
    )


FEWEST = (
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
        ),
        ("devices_for_throughput",),
        needs=("tokens_per_second_needed",),
    ),
)
"""What each demand alone takes, in copies of that size."""
