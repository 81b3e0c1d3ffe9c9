"""What all placements together ask of the room and of the budget."""

from __future__ import annotations

import numpy as np

from rackwright.frames import Frame
from rackwright.measure.machinery import Aggregate, Code, Is, Measure, aggregate, measure
from rackwright.measure.margins import margin
from rackwright.measure.spending import measure_budget
from rackwright.quantities import grouping, power, room, sizing
from rackwright.rulebook.model import Rulebook

AGGREGATES = (
    Aggregate(
        "placements",
        lambda codes, group: grouping.union_of(
            np.where(codes < 0, -1, 1 << np.maximum(codes, 0).astype(np.int64)), group
        ),
        (Code("deployment"),),
        "deployments",
    ),
    Aggregate(
        "power_on_site", grouping.sum_where, ("planned_power_kw", "on_site"), "on_site_power_kw"
    ),
    Aggregate(
        "servers_on_site", grouping.sum_where, ("planned_servers", "on_site"), "on_site_servers"
    ),
    Aggregate(
        "largest_server",
        grouping.largest_where,
        ("planned_server_kw", "on_site"),
        "largest_server_kw",
    ),
    Aggregate(
        "largest_server_height",
        grouping.largest_where,
        ("planned_server_units", "on_site"),
        "largest_server_units",
    ),
    Aggregate(
        "devices_that_take_cold_plates",
        lambda cold, here, group: 1.0 - grouping.largest_where(1.0 - cold, here, group),
        ("planned_cold_plate", "on_site"),
        "cold_plate_ready",
    ),
    *(
        Aggregate(
            name,
            lambda cost, sites, group: grouping.sum_of(cost * sites, group),
            (cost, "sites_equipped"),
            total,
        )
        for name, cost, total in (
            ("cost_if_owned", "own_total_cost", "plan_own_cost"),
            ("cost_in_the_cloud", "cloud_total_cost", "plan_cloud_cost"),
        )
    ),
    Aggregate(
        "workloads_that_nothing_serves",
        grouping.count_where,
        (Is("choice", ("nothing_fits",)),),
        "workloads_without_option",
    ),
    Aggregate(
        "workloads_not_judged",
        grouping.count_where,
        (Is("choice", ("not_judged",)),),
        "workloads_undetermined",
    ),
)

_ADVISED = Is("dedicated_form", ("own_premises",))

ADVISED_AGGREGATES = (
    Aggregate("advised_power", grouping.sum_where, ("power_kw", _ADVISED), "advised_power_kw"),
    Aggregate(
        "advised_server",
        lambda kw, servers, here, plan: grouping.largest_where(
            sizing.ratio(kw, servers), here, plan
        ),
        ("power_kw", "servers_needed", _ADVISED),
        "advised_server_kw",
    ),
    Aggregate(
        "advised_server_height",
        grouping.largest_where,
        ("server_units", _ADVISED),
        "advised_server_units",
    ),
)
"""What is recommended to stand in the room, whatever else is intended."""

_OF_A_RACK = (
    "largest_server_kw",
    "largest_server_units",
    "rack_power_kw",
    "rack_units",
    "circuit_capacity_kw",
    "rack_cooling_kw",
)

MEASURES = (
    Measure(
        "heat",
        lambda kw: kw,
        ("on_site_power_kw",),
        ("on_site_heat_kw",),
        needs=("on_site_power_kw",),
    ),
    Measure(
        "power_on_site_at_work",
        power.typical_power_kw,
        ("on_site_power_kw", "load_fraction"),
        ("on_site_typical_kw",),
    ),
    Measure(
        "circuit_at_full_rating",
        room.circuit_full_kw,
        ("circuit_amps", "circuit_volts", "circuit_phases"),
        ("circuit_full_kw",),
        needs=("circuit_amps", "circuit_volts"),
    ),
    Measure(
        "circuit_for_continuous_load",
        room.circuit_capacity_kw,
        (
            "circuit_amps",
            "circuit_volts",
            "circuit_phases",
            "circuit_feeds",
            "redundant_feeds",
            "continuous_load_fraction",
        ),
        ("circuit_capacity_kw",),
        needs=("circuit_amps", "circuit_volts"),
    ),
    margin("circuit_margin", "circuit_capacity_kw", "on_site_power_kw", "circuit_margin_kw"),
    Measure(
        "servers_in_a_rack",
        room.servers_per_rack,
        _OF_A_RACK,
        ("servers_per_rack",),
        needs=("largest_server_kw",),
    ),
    Measure(
        "what_closes_a_rack",
        room.rack_limit,
        _OF_A_RACK,
        ("rack_limit",),
        needs=("largest_server_kw",),
    ),
    Measure(
        "racks",
        room.racks_needed,
        ("on_site_servers", "servers_per_rack"),
        ("racks_needed",),
        needs=("servers_per_rack",),
    ),
    Measure(
        "heat_of_a_rack",
        lambda server, per_rack, total: np.fmin(np.fmax(per_rack, 1.0) * server, total),
        ("largest_server_kw", "servers_per_rack", "on_site_heat_kw"),
        ("rack_heat_kw",),
    ),
    margin("rack_power_margin", "rack_power_kw", "rack_heat_kw", "rack_power_margin_kw"),
    margin("rack_cooling_margin", "rack_cooling_kw", "rack_heat_kw", "rack_cooling_margin_kw"),
    Measure(
        "ups_in_ordinary_servers",
        lambda kw, ordinary: np.round(room.ups_server_equivalents(kw, ordinary), 1),
        ("on_site_power_kw", "ordinary_server_kw"),
        ("ups_server_equivalents",),
    ),
    Measure(
        "ups_size",
        room.ups_kva_needed,
        ("on_site_power_kw", "ups_growth", "power_factor", "ups_loading"),
        ("ups_kva_needed",),
    ),
    margin("ups_margin", "ups_kva", "ups_kva_needed", "ups_margin_kva"),
)


ADVISED = (
    Measure(
        "advised_servers_in_a_rack",
        room.servers_per_rack,
        ("advised_server_kw", "advised_server_units", *_OF_A_RACK[2:]),
        ("advised_servers_per_rack",),
        needs=("advised_server_kw",),
    ),
    Measure(
        "advised_heat_of_a_rack",
        lambda server, per_rack, total: np.fmin(np.fmax(per_rack, 1.0) * server, total),
        ("advised_server_kw", "advised_servers_per_rack", "advised_power_kw"),
        ("advised_rack_heat_kw",),
    ),
    *(
        margin(f"advised_{left}", has, f"advised_{needs}", f"advised_{left}_kw")
        for left, has, needs in (
            ("circuit_margin", "circuit_capacity_kw", "power_kw"),
            ("rack_power_margin", "rack_power_kw", "rack_heat_kw"),
            ("rack_cooling_margin", "rack_cooling_kw", "rack_heat_kw"),
        )
    ),
    Measure(
        "advised_in_the_room",
        lambda *left: 1.0 - sizing.any_of(*(np.where(one < 0, 1.0, 0.0) for one in left)),
        (
            "advised_circuit_margin_kw",
            "advised_rack_power_margin_kw",
            "advised_rack_cooling_margin_kw",
        ),
        ("advised_fits_room",),
    ),
)
"""Whether the room would carry what is recommended."""


def measure_plan(plan: Frame, workloads: Frame, rulebook: Rulebook) -> None:
    """Fill the columns of the plan scope."""
    aggregate(plan, workloads, (*AGGREGATES, *ADVISED_AGGREGATES), rulebook)
    measure(plan, (*MEASURES, *ADVISED), rulebook)
    measure_budget(plan, workloads, rulebook)
