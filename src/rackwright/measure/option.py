"""What one device of the catalogue would mean for one workload."""

from __future__ import annotations

import numpy as np

from rackwright.frames import Frame
from rackwright.measure.catalogued import columns_of, look_up
from rackwright.measure.copies import FABRIC, FEWEST, SHARES, of_a_copy
from rackwright.measure.kinds import PROCESSOR, TAKES_ITEMS, TRAINS
from rackwright.measure.machinery import Code, Group, Is, Measure, measure
from rackwright.measure.margins import margin
from rackwright.measure.prices import put_prices
from rackwright.measure.rating import OVERHEADS, rated_power_by_link
from rackwright.measure.speed import BOUNDS, DEMANDS
from rackwright.quantities import (
    copies,
    grouping,
    items,
    memory,
    money,
    power,
    room,
    serving_speed,
    sizing,
    training_time,
)
from rackwright.quantities.arrays import Array, known_or_zero
from rackwright.records import Entity
from rackwright.rulebook.model import Rulebook

SIZED_BY = (
    "devices_for_memory",
    "devices_for_deadline",
    "devices_for_throughput",
    "devices_for_items",
    "devices_for_latency",
    "devices_for_pace",
    "devices_for_requests",
)
"""What the number of devices must meet, in the order of the values of `sized_by`."""

_INFERENCE_TIER = Is("device_tier", ("inference",))
_ONE_MARKET = Is("device_market", ("mainland_china",))


def _fill(trains: Array, *figures: Array) -> Array:
    copy, request, requests, step, sampling, reserve, devices, *whole, usable, group = figures
    requests = known_or_zero(requests)
    at_work = requests * request, reserve + np.maximum(step, requests * sampling), devices
    shared, floor, devices = (
        of_a_copy(trains, one, other)
        for one, other in zip((copy + at_work[0], *at_work[1:]), whole, strict=True)
    )
    return memory.memory_fill(shared, floor, usable, devices, group)


def _comparable(upfront: Array, months: Array, energy: Array, rent: Array) -> tuple[Array, Array]:
    owned = money.amortized_monthly(upfront, months, energy)
    cost = sizing.first_known(owned, rent)
    return cost, np.where(np.isnan(cost), np.nan, np.isnan(owned).astype(np.float64))


MEASURES = (
    Measure(
        "usable_memory",
        lambda held, trains, serving, training: memory.usable_memory_gib(
            held, sizing.choose_where(sizing.any_of(trains), training, serving)
        ),
        (
            "device_memory_gib",
            TRAINS,
            "usable_memory_fraction",
            "training_memory_fraction",
        ),
        ("usable_memory_gib",),
    ),
    Measure(
        "memory_of_a_member_of_a_group",
        lambda fabric, buffers, gathered: (
            sizing.choose_where(sizing.any_of(fabric), buffers, 0.0) + known_or_zero(gathered)
        ),
        (FABRIC, "fabric_buffers_gib", "gathered_layers_gib"),
        ("group_memory_gib",),
    ),
    *(
        Measure(
            f"{whole}_on_such_devices",
            lambda cpu, on_cards, shared: sizing.choose_where(
                sizing.all_of(1.0 - cpu, (~np.isnan(on_cards)).astype(np.float64)), on_cards, shared
            ),
            (PROCESSOR, "tables_on_cards_gib", whole),
            (held,),
        )
        for whole, held in (
            ("sharded_memory_gib", "held_memory_gib"),
            ("copy_memory_gib", "held_copy_gib"),
        )
    ),
    Measure(
        "devices_that_hold_one_copy",
        memory.devices_needed,
        (
            "held_memory_gib",
            "device_memory_floor_gib",
            "usable_memory_gib",
            "devices_per_server",
            "group_memory_gib",
        ),
        ("devices_for_one_copy",),
    ),
    margin(
        "memory_beyond_the_floor",
        "usable_memory_gib",
        "least_device_memory_gib",
        "device_memory_margin_gib",
    ),
    Measure(
        "devices_that_finish_in_time",
        training_time.devices_for_deadline,
        ("training_exaflop", "target_days", "fp16_tflops", "training_utilization"),
        ("devices_for_deadline",),
        needs=("training_exaflop", "target_days"),
    ),
    *DEMANDS,
    Measure(
        "devices_that_handle_the_items",
        items.devices_for_items,
        ("items_per_second_needed", "item_gflop", "serving_tflops", "item_compute_efficiency"),
        ("devices_for_items",),
        needs=("items_per_second_needed", "item_gflop"),
    ),
    *FEWEST,
    *SHARES,
    Measure(
        "devices_of_all_copies",
        lambda trains, devices, count, per_server, *demands: of_a_copy(
            trains,
            devices * count,
            memory.whole_groups(sizing.largest_known(*demands), per_server),
        ),
        (TRAINS, "devices_per_copy", "copies", "devices_per_server", *SIZED_BY),
        ("devices_needed",),
    ),
    Measure("demand_that_sets_the_count", sizing.position_of_largest, SIZED_BY, ("sized_by",)),
    Measure(
        "memory_fill",
        _fill,
        (
            TRAINS,
            "held_copy_gib",
            "request_cache_gib",
            "requests_per_copy",
            "step_memory_gib",
            "request_sampling_gib",
            "runtime_reserve_gib",
            "devices_per_copy",
            "held_memory_gib",
            "device_memory_floor_gib",
            "devices_needed",
            "usable_memory_gib",
            "group_memory_gib",
        ),
        ("memory_fill",),
    ),
    *BOUNDS,
    Measure(
        "rate_of_items",
        items.items_per_second,
        ("item_gflop", "devices_needed", "serving_tflops", "item_compute_efficiency"),
        ("items_per_second_bound",),
        needs=("item_gflop",),
    ),
    Measure(
        "wait_for_an_item",
        serving_speed.first_token_ms,
        (
            "tokens_per_item",
            "active_parameters_b",
            "weights_gib",
            "devices_for_memory",
            "memory_bandwidth_gb_s",
            "serving_tflops",
            "bandwidth_efficiency",
            "item_compute_efficiency",
        ),
        ("item_wait_ms",),
        needs=("tokens_per_item",),
    ),
    Measure(
        "wait_for_an_item_that_is_left",
        lambda takes_items, allowed, wait: sizing.choose_where(
            sizing.any_of(takes_items), room.margin(allowed, wait), np.nan
        ),
        (TAKES_ITEMS, "latency_allowed_ms", "item_wait_ms"),
        ("item_margin_ms",),
        needs=("latency_allowed_ms", "item_wait_ms"),
    ),
    Measure(
        "power_that_the_site_leaves",
        lambda has, devices, watts: room.margin(has, devices * watts),
        ("edge_power_w", "devices_needed", "device_power_w"),
        ("edge_power_margin_w",),
        needs=("edge_power_w",),
    ),
    margin("slots_that_the_site_leaves", "edge_card_slots", "devices_needed", "edge_slots_margin"),
    Measure(
        "servers",
        lambda trains, count, each, per_server, devices: of_a_copy(
            trains,
            copies.servers_of_copies(count, each, per_server),
            power.servers_needed(devices, per_server),
        ),
        (TRAINS, "copies", "devices_per_copy", "devices_per_server", "devices_needed"),
        ("servers_needed",),
    ),
    Measure(
        "rated_power",
        rated_power_by_link,
        (
            "devices_needed",
            "devices_per_server",
            "server_power_kw",
            "device_power_w",
            FABRIC,
            *OVERHEADS,
        ),
        ("power_kw",),
        needs=("devices_needed",),
    ),
    Measure(
        "power_at_work",
        power.typical_power_kw,
        ("power_kw", "load_fraction"),
        ("typical_power_kw",),
        needs=("power_kw",),
    ),
    Measure(
        "power_on_average",
        lambda rated, typical, idle, utilization: power.average_power_kw(
            typical, power.typical_power_kw(rated, idle), utilization
        ),
        ("power_kw", "typical_power_kw", "idle_load_fraction", "utilization"),
        ("average_power_kw",),
    ),
    Measure("tier_gap", sizing.rank_gap, (Code("device_tier"), Code("needed_tier")), ("tier_gap",)),
    Measure(
        "precision_support",
        sizing.supports_one,
        (Code("supported_precisions"), Code("precision")),
        ("precision_supported",),
    ),
    Measure(
        "framework_support",
        sizing.supports_all,
        (Code("supported_frameworks"), Code("frameworks")),
        ("frameworks_supported",),
        needs=("frameworks",),
    ),
    Measure(
        "purchase_price",
        money.converted,
        (
            "list_price",
            Is("list_price_currency", ("USD",)),
            Is("currency", ("USD",)),
            "twd_per_usd",
        ),
        ("purchase_price",),
    ),
    Measure(
        "cloud_price",
        money.converted,
        (
            "cloud_list_price",
            Is("cloud_list_currency", ("USD",)),
            Is("currency", ("USD",)),
            "twd_per_usd",
        ),
        ("cloud_hourly_price",),
    ),
    *(
        Measure(
            f"{end}_of_the_cloud_prices",
            money.converted,
            (
                f"cloud_{end}_list_price",
                Is("cloud_list_currency", ("USD",)),
                Is("currency", ("USD",)),
                "twd_per_usd",
            ),
            (f"cloud_{end}_hourly_price",),
        )
        for end in ("low", "high")
    ),
    Measure(
        "purchase",
        lambda price, devices, factor, with_server: money.purchase_cost(
            price, devices, sizing.choose_where(sizing.any_of(with_server), 1.0, factor)
        ),
        ("purchase_price", "devices_needed", "server_cost_factor", "list_price_with_server"),
        ("purchase_cost",),
        needs=("devices_needed",),
    ),
    Measure(
        "energy_in_a_month",
        lambda average, *figures: money.energy_cost(average, 1.0, *figures),
        ("average_power_kw", "pue", "electricity_price", "hours_per_month"),
        ("monthly_energy_cost",),
    ),
    Measure(
        "rent_of_a_month",
        lambda hourly, devices, hours: money.rent_cost(hourly, devices, hours, 1.0),
        ("cloud_hourly_price", "devices_needed", "hours_per_month"),
        ("rent_month",),
        needs=("devices_needed",),
    ),
    Measure(
        "comparable_monthly_cost",
        _comparable,
        ("purchase_cost", "horizon_months", "monthly_energy_cost", "rent_month"),
        ("monthly_cost", "monthly_cost_is_rent"),
    ),
    Measure(
        "class_match",
        lambda has, needs: sizing.rank_gap(has, needs) == 0,
        (Code("device_kind"), Code("compute_class")),
        ("class_matches",),
    ),
    Measure(
        "comparable",
        lambda matches, elsewhere, precision, frameworks, devices: sizing.all_of(
            matches,
            1.0 - sizing.any_of(elsewhere),
            sizing.first_known(precision, 1.0),
            sizing.first_known(frameworks, 1.0),
            sizing.exceeds(devices, np.float64(0.0)),
        ),
        (
            "class_matches",
            _ONE_MARKET,
            "precision_supported",
            "frameworks_supported",
            "devices_needed",
        ),
        ("comparable",),
    ),
    Measure(
        "leanest_inference_devices",
        lambda devices, comparable, inference, group: grouping.least_of_group(
            devices, sizing.all_of(comparable, inference), group
        ),
        ("devices_needed", "comparable", _INFERENCE_TIER, Group(Entity.WORKLOAD)),
        ("leanest_devices",),
    ),
    Measure(
        "leanest_low_power_devices",
        lambda devices, comparable, watts, most, group: grouping.least_of_group(
            devices, sizing.all_of(comparable, 1.0 - sizing.exceeds(watts, most)), group
        ),
        (
            "devices_needed",
            "comparable",
            "device_power_w",
            "edge_card_max_w",
            Group(Entity.WORKLOAD),
        ),
        ("low_power_devices",),
    ),
    Measure(
        "power_against_the_leanest",
        lambda kw, comparable, group: sizing.ratio(
            kw, grouping.least_of_group(kw, comparable, group)
        ),
        ("power_kw", "comparable", Group(Entity.WORKLOAD)),
        ("power_ratio",),
    ),
    Measure(
        "cost_against_the_cheapest",
        lambda cost, comparable, group: sizing.ratio(
            cost, grouping.least_of_group(cost, comparable, group)
        ),
        ("monthly_cost", "comparable", Group(Entity.WORKLOAD)),
        ("cost_ratio",),
    ),
)


def measure_options(frame: Frame, rulebook: Rulebook) -> None:
    """Fill the columns of the option scope; the frame's `device` column is set already."""
    look_up(frame, rulebook, "devices", "device", columns_of(rulebook, "devices", "option"))
    put_prices(frame, rulebook)
    measure(frame, MEASURES, rulebook)
