"""What the chosen option means once placed: cheapest offers, and what the user means to buy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rackwright.frames import Frame, OriginAt
from rackwright.measure.environment import measure_environment
from rackwright.measure.kinds import NOT_CUDA, PROCESSOR, USD
from rackwright.measure.machinery import Group, Is, Measure, measure
from rackwright.measure.margins import margin
from rackwright.measure.rating import OVERHEADS, rated_power_by_link
from rackwright.measure.spending import STAFF, measure_spending
from rackwright.measure.use import measure_use
from rackwright.quantities import grouping, money, power, sizing
from rackwright.quantities.arrays import Array, known_or_zero, quotient
from rackwright.records import Calculated, Entity, Origin, fact_id, unknown_id
from rackwright.rulebook.model import Rulebook

INTENDED = {
    "intended_verdict": "verdict",
    "intended_devices_needed": "devices_needed",
    "intended_least_fill": "memory_fill",
    "intended_least_power_kw": "power_kw",
    "intended_least_power_ratio": "power_ratio",
    "intended_least_month": "monthly_cost",
    "intended_least_cost_ratio": "cost_ratio",
    "intended_least_purchase": "purchase_cost",
    "intended_least_energy": "monthly_energy_cost",
}
"""Attributes of the option that the user intends to buy, by the option's name for them.

They are of as many devices as the work needs; what is intended may be more.
"""

CHEAPEST = {
    "cheapest_device": "device",
    "cheapest_month": "monthly_cost",
    "cheapest_devices": "devices_needed",
    "cheapest_purchase": "purchase_cost",
}
"""Attributes of the allowed option with the least comparable cost, by the option's name."""

CHEAPEST_RENT = {
    "cheapest_rent_month": "rent_month",
    "cheapest_rent_devices": "devices_needed",
    "cheapest_rent_purchase": "purchase_cost",
}
"""Attributes of the allowed option with the least rent, by the option's name."""

PLANNED = {
    "planned_device": "device",
    "planned_devices_per_server": "devices_per_server",
    "planned_server_rating_kw": "server_power_kw",
    "planned_device_power_w": "device_power_w",
    "planned_link": "link",
    "planned_server_units": "server_units",
    "planned_cold_plate": "cold_plate",
    "planned_devices_needed": "devices_needed",
}
"""Attributes of what would stand in the room: the intended option, else the chosen one."""


def _of_the_plan(amounts: Array, plan: Array) -> Array:
    """What the workloads of its plan come to, for each workload."""
    return grouping.sum_of(known_or_zero(amounts), plan)[plan.astype(np.intp)]


def _cost_of_more(
    least: Array,
    devices: Array,
    purchase: Array,
    horizon: Array,
    energy: Array,
    least_power: Array,
    power: Array,
    month: Array,
    ratio: Array,
) -> Array:
    more = sizing.ratio(devices, least)
    owned = money.amortized_monthly(
        purchase * more, horizon, energy * sizing.ratio(power, least_power)
    )
    return sizing.ratio(sizing.first_known(owned, month * more), sizing.ratio(month, ratio))


MEASURES = (
    Measure(
        "quote_against_estimate",
        lambda own, hosted: np.where(np.isnan(own), np.nan, np.isnan(hosted)),
        ("own_quoted_compute", "hosted_quoted_compute"),
        ("only_own_is_quoted",),
        needs=("own_quoted_compute",),
    ),
    margin(
        "utilization_margin", "utilization", "break_even_utilization", "utilization_over_break_even"
    ),
    *(
        margin(
            f"utilization_margin_at_{end}_price",
            "utilization",
            f"break_even_at_{end}_price",
            f"utilization_over_{end}_price",
        )
        for end in ("low", "high")
    ),
    margin("months_margin", "duration_months", "break_even_months", "months_over_break_even"),
    Measure(
        "chosen_against_the_cheapest",
        sizing.ratio,
        ("monthly_cost", "cheapest_month"),
        ("chosen_to_cheapest_ratio",),
    ),
    Measure(
        "own_against_hosted",
        lambda own, horizon, hosted, in_use: sizing.ratio(
            money.monthly_times(own, horizon), money.monthly_times(hosted, in_use)
        ),
        ("own_monthly_cost", "horizon_months", "hosted_monthly_cost", "months_in_use"),
        ("own_to_hosted_ratio",),
    ),
    Measure(
        "planned_devices",
        sizing.first_known,
        ("intended_count", "planned_devices_needed"),
        ("planned_devices",),
    ),
    margin(
        "intended_surplus", "intended_count", "intended_devices_needed", "intended_count_over_need"
    ),
    Measure(
        "intended_against_need",
        sizing.ratio,
        ("intended_count", "intended_devices_needed"),
        ("intended_count_ratio",),
        needs=("intended_count", "intended_devices_needed"),
    ),
    Measure(
        "planned_servers",
        power.servers_needed,
        ("planned_devices", "planned_devices_per_server"),
        ("planned_servers",),
        needs=("planned_devices",),
    ),
    Measure(
        "planned_power",
        rated_power_by_link,
        (
            "planned_devices",
            "planned_devices_per_server",
            "planned_server_rating_kw",
            "planned_device_power_w",
            Is("planned_link", ("fabric",)),
            *OVERHEADS,
        ),
        ("planned_power_kw",),
        needs=("planned_devices",),
    ),
    Measure(
        "intended_power",
        lambda kw, intended: np.where(intended == 1, kw, np.nan),
        ("planned_power_kw", "purchase_intended"),
        ("intended_power_kw",),
        needs=("planned_power_kw",),
    ),
    Measure(
        "planned_server_power",
        quotient,
        ("planned_power_kw", "planned_servers"),
        ("planned_server_kw",),
        needs=("planned_power_kw", "planned_servers"),
    ),
)

INTENDED_MEASURES = (
    Measure(
        "devices_intended",
        lambda count, least: np.fmax(sizing.first_known(count, least), least),
        ("intended_count", "intended_devices_needed"),
        ("intended_devices",),
    ),
    Measure(
        "memory_fill_of_what_is_intended",
        lambda fill, least, devices: fill * sizing.ratio(least, devices),
        ("intended_least_fill", "intended_devices_needed", "intended_devices"),
        ("intended_memory_fill",),
        needs=("intended_least_fill", "intended_devices"),
    ),
    Measure(
        "power_of_what_is_intended",
        lambda kw, planned, devices, least, ratio: sizing.ratio(
            kw * sizing.ratio(devices, planned), sizing.ratio(least, ratio)
        ),
        (
            "planned_power_kw",
            "planned_devices",
            "intended_devices",
            "intended_least_power_kw",
            "intended_least_power_ratio",
        ),
        ("intended_power_ratio",),
        needs=("planned_power_kw", "intended_devices"),
    ),
    Measure(
        "cost_of_what_is_intended",
        _cost_of_more,
        (
            "intended_devices_needed",
            "intended_devices",
            "intended_least_purchase",
            "horizon_months",
            "intended_least_energy",
            "intended_least_power_ratio",
            "intended_power_ratio",
            "intended_least_month",
            "intended_least_cost_ratio",
        ),
        ("intended_cost_ratio",),
        needs=("intended_devices_needed", "intended_devices"),
    ),
)
"""What is intended against the leanest and the cheapest option, in the number intended."""

OFFER_INPUTS = (
    Measure("months_in_use", np.fmin, ("horizon_months", "duration_months"), ("months_in_use",)),
    Measure(
        "sites_to_be_equipped",
        lambda edge, sites: sizing.choose_where(
            sizing.any_of(edge), sizing.first_known(sites, 1.0), 1.0
        ),
        (Is("serving", ("edge",)), "edge_sites"),
        ("sites_equipped",),
    ),
    Measure(
        "share_of_the_staff",
        lambda devices, sites, plan: sizing.ratio(devices, _of_the_plan(devices * sites, plan)),
        ("devices_needed", "sites_equipped", Group(Entity.PLAN)),
        ("staff_share",),
    ),
    Measure(
        "staff_by_size",
        lambda devices, per_server, sites, plan, *parameters: money.staff_scale(
            _of_the_plan(devices * sites, plan),
            _of_the_plan(sizing.ratio(devices * sites, per_server), plan),
            *parameters,
        ),
        ("devices_needed", "devices_per_server", "sites_equipped", Group(Entity.PLAN), *STAFF),
        ("staff_scale",),
    ),
    *(
        Measure(
            name,
            lambda amount, scale, to_usd, rate: money.converted(amount * scale, 0.0, to_usd, rate),
            (parameter, "staff_scale", USD, "twd_per_usd"),
            (name,),
        )
        for name, parameter in (
            ("staff_month_own", "own_staff_per_month"),
            ("staff_month_cloud", "cloud_staff_per_month"),
        )
    ),
    *(
        Measure(
            f"{name}_in_currency",
            lambda amount, to_usd, rate: money.converted(amount, 0.0, to_usd, rate),
            (parameter, USD, "twd_per_usd"),
            (name,),
        )
        for name, parameter in (
            ("licence_month_reference", "own_licence_per_device_month"),
            ("licence_month_enterprise", "enterprise_licence_per_device_month"),
        )
    ),
    Measure(
        "licences_as_wanted",
        lambda cpu, other, wanted, full, usual: sizing.choose_where(
            sizing.any_of(cpu, other), 0.0, sizing.choose_where(sizing.any_of(wanted), full, usual)
        ),
        (
            PROCESSOR,
            NOT_CUDA,
            "enterprise_software",
            "licence_month_enterprise",
            "licence_month_reference",
        ),
        ("licence_month_own",),
    ),
)

ON_SITE = (
    Measure(
        "stands_on_site",
        sizing.any_of,
        (Is("dedicated_form", ("own_premises",)), "purchase_intended"),
        ("on_site",),
    ),
)


def measure_placements(
    workloads: Frame, options: Frame, offers: Frame, allowed: NDArray[np.bool_], rulebook: Rulebook
) -> None:
    """Fill the columns of the placement scope that rules of that scope read.

    `allowed` tells which options (workloads, devices) the objective ranks.
    """
    intended = _intended_rows(workloads, options)
    chosen = workloads.parents[Entity.OPTION][1]
    gather(workloads, options, intended, INTENDED, "intended_option")
    gather(workloads, options, np.where(intended >= 0, intended, chosen), PLANNED, "planned_option")
    cheapest = _cheapest_options(options, allowed, "monthly_cost")
    gather(workloads, options, cheapest, CHEAPEST, "cheapest_option")
    rented = _cheapest_options(options, allowed, "rent_month")
    gather(workloads, options, rented, CHEAPEST_RENT, "cheapest_rented_option")
    for kind in ("own", "cloud", "hosted"):
        _cheapest(workloads, offers, kind)
    _put_intention(workloads)
    measure(workloads, (*MEASURES, *INTENDED_MEASURES), rulebook)
    measure_environment(workloads, rulebook)
    measure_use(workloads, rulebook)


def measure_offer_inputs(workloads: Frame, rulebook: Rulebook) -> None:
    """Fill what offers need besides the chosen option: the staff share and money parameters."""
    measure(workloads, OFFER_INPUTS, rulebook)


def measure_presence(workloads: Frame, rulebook: Rulebook) -> None:
    """Fill what only the rules of the placement scope could tell: what stands in the room."""
    measure(workloads, ON_SITE, rulebook)
    measure_spending(workloads, rulebook)


def _put_intention(workloads: Frame) -> None:
    known = workloads.get("intended_device") >= 0

    def origin(row: int) -> Origin:
        name = fact_id if known[row] else unknown_id
        return Calculated("purchase_intended", (name(workloads.subjects[row], "intended_device"),))

    workloads.put("purchase_intended", known.astype(np.int8), origin)


def gather(
    workloads: Frame,
    options: Frame,
    rows: NDArray[np.intp],
    names: dict[str, str],
    kernel: str,
) -> None:
    """Copy values of one option row for each workload into attributes of the workload."""
    if not (rows >= 0).any():
        return
    for name, of_option in names.items():
        values = options.at(of_option, rows)
        workloads.put(name, values, _gathered(options, rows, of_option, kernel))


def _gathered(options: Frame, rows: NDArray[np.intp], name: str, kernel: str) -> OriginAt:
    return lambda row: Calculated(kernel, (fact_id(options.subjects[int(rows[row])], name),))


def _intended_rows(workloads: Frame, options: Frame) -> NDArray[np.intp]:
    n_devices = len(options) // max(1, len(workloads))
    codes = workloads.get("intended_device").astype(np.intp)
    return np.where(codes < 0, -1, np.arange(len(workloads)) * n_devices + codes)


def _cheapest_options(options: Frame, allowed: NDArray[np.bool_], cost: str) -> NDArray[np.intp]:
    """The allowed option with the least of some cost for each workload, -1 for none."""
    costs = options.get(cost).reshape(allowed.shape)
    costs = np.where(allowed & ~np.isnan(costs), costs, np.inf)
    best = costs.argmin(axis=1) + np.arange(len(allowed)) * allowed.shape[1]
    return np.where(np.isinf(costs.min(axis=1)), -1, best)


def _cheapest(workloads: Frame, offers: Frame, kind: str) -> None:
    best = _cheapest_rows(workloads, offers, kind)
    names = {f"{kind}_total_cost": "total_cost", f"{kind}_monthly_cost": "monthly_cost_of_offer"}
    if kind != "cloud":
        names |= {f"{kind}_quoted_compute": "quoted_compute_cost"}
    if kind == "own":
        names |= {"own_compute_cost": "compute_cost"}
    if kind == "cloud":
        names |= {
            "cloud_full_use_month": "full_use_compute_cost",
            "break_even_utilization": "break_even_utilization_of_offer",
            "break_even_months": "break_even_months_of_offer",
            "break_even_at_low_price": "break_even_at_low_of_offer",
            "break_even_at_high_price": "break_even_at_high_of_offer",
        }
    gather(workloads, offers, best, names, f"cheapest_{kind}_offer")


def _cheapest_rows(workloads: Frame, offers: Frame, kind: str) -> NDArray[np.intp]:
    """The cheapest offer of a kind for each workload, -1 where none has a known cost."""
    code = offers.vocabulary["deployment_kind"].codes[kind]
    monthly = offers.get("monthly_cost_of_offer")
    rows = np.flatnonzero((offers.get("deployment_kind") == code) & ~np.isnan(monthly))
    dearest_first = rows[np.lexsort((-rows, -monthly[rows]))]
    best = np.full(len(workloads), -1, dtype=np.intp)
    best[offers.parents[Entity.WORKLOAD][1][dearest_first]] = dearest_first
    return best
