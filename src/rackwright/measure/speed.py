"""How fast a device serves and trains one workload, and how many that makes necessary."""

from __future__ import annotations

import numpy as np

from rackwright.measure.copies import EXCHANGE, FABRIC, of_a_copy
from rackwright.measure.kinds import TAKES_ITEMS, TRAINS
from rackwright.measure.machinery import Is, Measure, Seen
from rackwright.measure.margins import margin
from rackwright.quantities import exchange, room, serving_speed, sizing, training_time
from rackwright.quantities.arrays import Array

_REAL_TIME = Is("serving", ("real_time",))
_BEST_BANDWIDTH = Seen("bandwidth_efficiency", highest=True)
_BEST_PREFILL = Seen("prefill_efficiency", highest=True)


def _tflops(fp8: Array, int8: Array, sixteen: Array, of_fp8: Array, of_int8: Array) -> Array:
    eight = np.where(fp8 == 1, of_fp8, np.where(int8 == 1, of_int8, np.nan))
    return sizing.first_known(eight, sixteen)


def _widest(fabric: Array, per_server: Array, unlinked: Array) -> Array:
    in_slots = np.fmin(per_server, unlinked)
    return sizing.choose_where(sizing.any_of(fabric), per_server, in_slots)


_READING = (
    "memory_bandwidth_gb_s",
    "devices_per_copy",
    "devices_needed",
    "copy_weights_read_gib",
    "weights_read_gib",
    "request_cache_gib",
    "kv_cache_gib",
    "serving_tflops",
    "active_parameters_b",
    "bandwidth_efficiency",
    "compute_efficiency",
)
"""What a step of generation reads and computes: of one copy, and of the whole."""


def _step(
    trains: Array, at_once: Array, every: Array, bandwidth: Array, *figures: Array
) -> tuple[Array, ...]:
    """The arguments of the kernels of generation for one copy, or for the whole in training."""
    of_one, devices, read, read_by_all, request, cache, *computing = figures
    return (
        bandwidth,
        of_a_copy(trains, of_one, devices),
        of_a_copy(trains, read, read_by_all),
        of_a_copy(trains, at_once * request, cache),
        of_a_copy(trains, at_once, every),
        *computing,
    )


def _generation(
    takes_items: Array,
    trains: Array,
    count: Array,
    exchanged: Array,
    at_once: Array,
    every: Array,
    *reading: Array,
) -> Array:
    silent = of_a_copy(trains, exchanged, np.zeros(1))
    figures = [*_step(trains, at_once, every, *reading), silent]
    of_one = serving_speed.decode_tokens_per_second(*figures)
    generated = of_a_copy(trains, count, np.ones(1)) * of_one
    return sizing.choose_where(sizing.any_of(takes_items), float("nan"), generated)


def _interval(trains: Array, at_once: Array, every: Array, *figures: Array) -> Array:
    links, reading = figures[: len(EXCHANGE)], figures[len(EXCHANGE) :]
    figures_of_step = _step(trains, at_once, every, *reading)
    step_ms = exchange.exchange_step_ms(figures_of_step[1], at_once, *links)
    all_figures = [*figures_of_step, of_a_copy(trains, step_ms, np.zeros(1))]
    return serving_speed.token_interval_ms(*all_figures)


def _least_interval(
    real_time: Array,
    takes_items: Array,
    read: Array,
    bandwidth: Array,
    reached: Array,
    widest: Array,
    *links: Array,
) -> Array:
    reading = serving_speed.reading_ms(read, widest, bandwidth, reached)
    shortest = reading + exchange.exchange_step_ms(widest, 1.0, *links)
    someone_waits = sizing.all_of(sizing.any_of(real_time), 1.0 - sizing.any_of(takes_items))
    return sizing.choose_where(someone_waits, shortest, np.nan)


DEMANDS = (
    Measure(
        "arithmetic_in_the_format",
        _tflops,
        (
            Is("precision", ("fp8",)),
            Is("precision", ("int8",)),
            "fp16_tflops",
            "fp8_tflops",
            "int8_tops",
        ),
        ("serving_tflops",),
    ),
    Measure(
        "devices_that_work_well_together",
        _widest,
        (FABRIC, "devices_per_server", "unlinked_max_devices"),
        ("widest_group",),
    ),
    Measure(
        "devices_that_answer_in_time",
        lambda latency, widest, *figures: np.minimum(
            serving_speed.devices_for_time(serving_speed.first_token_ms(*figures), latency), widest
        ),
        (
            "latency_allowed_ms",
            "widest_group",
            "prompt_tokens",
            "active_parameters_b",
            "weights_gib",
            "one_device",
            "memory_bandwidth_gb_s",
            "serving_tflops",
            "bandwidth_efficiency",
            "prefill_efficiency",
        ),
        ("devices_for_latency",),
        needs=("latency_allowed_ms",),
    ),
    Measure(
        "devices_that_take_the_requests",
        serving_speed.devices_for_requests,
        (
            "requests_per_second_needed",
            "context_tokens",
            "active_parameters_b",
            "serving_tflops",
            "prefill_efficiency",
        ),
        ("devices_for_requests",),
        needs=("requests_per_second_needed",),
    ),
)
"""What speed asks of the number of devices, however many copies there are."""

BOUNDS = (
    Measure(
        "generation_rate",
        _generation,
        (
            TAKES_ITEMS,
            TRAINS,
            "copies",
            "exchange_ms",
            "most_requests_per_copy",
            "concurrency",
            *_READING,
        ),
        ("tokens_per_second_bound",),
    ),
    Measure(
        "devices_that_share_a_prompt",
        lambda trains, of_one, devices, widest: np.minimum(
            of_a_copy(trains, of_one, devices), widest
        ),
        (TRAINS, "devices_per_copy", "devices_needed", "widest_group"),
        ("devices_in_a_group",),
    ),
    Measure(
        "wait_for_the_first_token",
        serving_speed.first_token_ms,
        (
            "prompt_tokens",
            "active_parameters_b",
            "weights_gib",
            "devices_in_a_group",
            "memory_bandwidth_gb_s",
            "serving_tflops",
            "bandwidth_efficiency",
            "prefill_efficiency",
        ),
        ("first_token_ms",),
        needs=("prompt_tokens", "active_parameters_b"),
    ),
    Measure(
        "wait_for_the_first_token_of_the_widest_group",
        serving_speed.first_token_ms,
        (
            "prompt_tokens",
            "active_parameters_b",
            "weights_gib",
            "widest_group",
            "memory_bandwidth_gb_s",
            "serving_tflops",
            "bandwidth_efficiency",
            "prefill_efficiency",
        ),
        ("widest_first_token_ms",),
        needs=("prompt_tokens", "active_parameters_b"),
    ),
    Measure(
        "shortest_wait_for_the_first_token",
        serving_speed.first_token_ms,
        (
            "prompt_tokens",
            "active_parameters_b",
            "weights_gib",
            "widest_group",
            "memory_bandwidth_gb_s",
            "serving_tflops",
            _BEST_BANDWIDTH,
            _BEST_PREFILL,
        ),
        ("least_first_token_ms",),
        needs=("prompt_tokens", "active_parameters_b"),
    ),
    margin("wait_that_is_left", "latency_allowed_ms", "first_token_ms", "first_token_margin_ms"),
    Measure(
        "time_between_tokens",
        _interval,
        (TRAINS, "requests_per_copy", "concurrency", *EXCHANGE, *_READING),
        ("token_interval_ms",),
    ),
    Measure(
        "shortest_time_between_tokens",
        _least_interval,
        (
            _REAL_TIME,
            TAKES_ITEMS,
            "active_weights_gib",
            "memory_bandwidth_gb_s",
            "bandwidth_efficiency",
            "widest_group",
            *EXCHANGE,
        ),
        ("least_token_interval_ms",),
        needs=("active_weights_gib",),
    ),
    Measure(
        "pace_that_is_left",
        room.margin,
        ("max_token_interval_ms", "least_token_interval_ms"),
        ("pace_margin_ms",),
        needs=("least_token_interval_ms",),
    ),
    *(
        Measure(
            f"days_of_training_{name}",
            training_time.training_days,
            ("training_exaflop", "devices_needed", "fp16_tflops", utilization),
            (attribute,),
            needs=("training_exaflop",),
        )
        for name, attribute, utilization in (
            ("as_planned", "training_days", "training_utilization"),
            ("at_best", "training_days_low", Seen("training_utilization", highest=True)),
            ("at_worst", "training_days_high", Seen("training_utilization", highest=False)),
        )
    ),
    margin("days_that_are_left", "target_days", "training_days_high", "training_margin_days"),
)
"""How fast the devices that are needed would be."""
