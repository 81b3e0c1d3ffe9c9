"""What is spent once it is decided where everything runs, and how that meets budget and benefit."""

from __future__ import annotations

import numpy as np

from rackwright.frames import Frame
from rackwright.measure.kinds import USD
from rackwright.measure.machinery import Aggregate, Code, Is, Measure, aggregate, measure
from rackwright.measure.margins import margin
from rackwright.measure.nearest import put_nearest
from rackwright.quantities import grouping, money, sizing
from rackwright.rulebook.model import Rulebook

_OWNED = Is("dedicated_form", ("own_premises",))
_HOSTED = Is("dedicated_form", ("hosted", "reserved_cloud"))
_RESERVED = Is("dedicated_form", ("reserved_cloud",))

STAFF = (
    "staff_reference_devices",
    "staff_least_share",
    "staff_share_per_server",
)
"""The parameters by which staff follows the size of a plan."""

MEASURES = (
    Measure(
        "month_as_decided",
        lambda own, hosted, reserved, at_home, at_host, always_on, as_used, sites: (
            sites
            * sizing.choose_where(
                sizing.any_of(own),
                at_home,
                sizing.choose_where(
                    sizing.any_of(hosted),
                    sizing.choose_where(
                        sizing.any_of(reserved), np.fmin(at_host, always_on), at_host
                    ),
                    as_used,
                ),
            )
        ),
        (
            _OWNED,
            _HOSTED,
            _RESERVED,
            "own_monthly_cost",
            "hosted_monthly_cost",
            "cloud_monthly_cost",
            "cloud_month_as_used",
            "sites_equipped",
        ),
        ("decided_month",),
    ),
    Measure(
        "spend_as_decided",
        lambda own, month, horizon, in_use: money.monthly_times(
            month, sizing.choose_where(sizing.any_of(own), horizon, in_use)
        ),
        (_OWNED, "decided_month", "horizon_months", "months_in_use"),
        ("decided_spend",),
    ),
    *(
        Measure(
            f"staff_of_the_cheapest_{way}",
            lambda staff, scale, devices, *parameters: (
                staff
                * np.minimum(1.0, sizing.ratio(money.staff_scale(devices, 1.0, *parameters), scale))
            ),
            (f"staff_month_{of}", "staff_scale", devices, *STAFF),
            (f"least_staff_{of}",),
            needs=(devices,),
        )
        for way, of, devices in (
            ("bought", "own", "cheapest_devices"),
            ("rented", "cloud", "cheapest_rent_devices"),
        )
    ),
    Measure(
        "month_of_the_cheapest_bought",
        lambda month, bought, share, horizon, staff, of_staff, licence, devices: (
            month
            + money.per_month(money.share_cost(bought, share), horizon)
            + staff * of_staff
            + licence * devices
        ),
        (
            "cheapest_month",
            "cheapest_purchase",
            "own_network_storage_fraction",
            "horizon_months",
            "least_staff_own",
            "staff_share",
            "licence_month_own",
            "cheapest_devices",
        ),
        ("least_own_month",),
    ),
    Measure(
        "month_of_the_cheapest_rented",
        lambda rent, bought, at_home, factor, rented, horizon, use, discount, staff, of_staff: (
            rent * np.fmin(sizing.first_known(use, 1.0), 1.0 - discount)
            + sizing.first_known(
                money.per_month(money.share_cost(bought, at_home * factor), horizon),
                money.share_cost(rent, rented),
            )
            + staff * of_staff
        ),
        (
            "cheapest_rent_month",
            "cheapest_rent_purchase",
            "own_network_storage_fraction",
            "cloud_network_storage_factor",
            "cloud_network_storage_fraction",
            "horizon_months",
            "utilization",
            "hosted_discount",
            "least_staff_cloud",
            "staff_share",
        ),
        ("least_rented_month",),
    ),
    Measure(
        "least_spend",
        lambda own, least_own, hosted, cloud, least_rented, horizon, in_use, sites: (
            sites
            * np.fmin(
                money.monthly_times(np.fmin(own, least_own), horizon),
                money.monthly_times(np.fmin(np.fmin(hosted, cloud), least_rented), in_use),
            )
        ),
        (
            "own_monthly_cost",
            "least_own_month",
            "hosted_monthly_cost",
            "cloud_month_as_used",
            "least_rented_month",
            "horizon_months",
            "months_in_use",
            "sites_equipped",
        ),
        ("least_spend",),
    ),
)
"""What only the rules of the placement scope could tell."""

AGGREGATES = (
    *(
        Aggregate(
            name,
            lambda codes, group: grouping.union_of(
                np.where(codes < 0, -1, 1 << np.maximum(codes, 0).astype(np.int64)), group
            ),
            (Code(one),),
            name,
        )
        for name, one in (
            ("activities", "activity"),
            ("availabilities", "availability"),
            ("compute_classes", "compute_class"),
            ("software_ecosystems", "software_ecosystem"),
            ("device_tiers", "device_tier"),
        )
    ),
    Aggregate(
        "most_host_memory",
        lambda need, group: grouping.largest_where(
            need, (~np.isnan(need)).astype(np.float64), group
        ),
        ("host_memory_need_gib",),
        "largest_host_memory_gib",
    ),
    Aggregate(
        "staff_by_size_in_all",
        lambda scale, group: grouping.largest_where(
            scale, (~np.isnan(scale)).astype(np.float64), group
        ),
        ("staff_scale",),
        "plan_staff_scale",
    ),
    Aggregate("spend_as_decided_in_all", grouping.sum_of, ("decided_spend",), "plan_cost"),
    Aggregate("least_spend_in_all", grouping.sum_of, ("least_spend",), "plan_least_cost"),
    Aggregate("month_as_decided_in_all", grouping.sum_of, ("decided_month",), "plan_month"),
    Aggregate("cloud_month_in_all", grouping.sum_of, ("cloud_month_as_used",), "plan_cloud_month"),
)

PLAN_MEASURES = (
    margin("racks_margin", "racks", "racks_needed", "racks_margin"),
    margin("budget_margin", "budget", "plan_cost", "budget_margin"),
    margin("budget_against_the_least", "budget", "plan_least_cost", "least_budget_margin"),
    margin("benefit_over_cost", "monthly_benefit", "plan_month", "benefit_margin"),
    *(
        Measure(
            f"{name}_in_currency",
            lambda amount, to_usd, rate: money.converted(amount, 0.0, to_usd, rate),
            (parameter, USD, "twd_per_usd"),
            (name,),
        )
        for name, parameter in (
            ("poc_month_low", "poc_low_per_month"),
            ("poc_month_high", "poc_high_per_month"),
            ("enterprise_licence_month", "enterprise_licence_per_device_month"),
        )
    ),
    margin("cloud_month_within_a_poc", "poc_month_high", "plan_cloud_month", "poc_month_margin"),
    margin(
        "cloud_month_beyond_a_modest_poc", "plan_cloud_month", "poc_month_low", "poc_month_over_low"
    ),
)


def measure_spending(workloads: Frame, rulebook: Rulebook) -> None:
    """Fill what each workload costs where it was decided to run."""
    measure(workloads, MEASURES, rulebook)


def measure_budget(plan: Frame, workloads: Frame, rulebook: Rulebook) -> None:
    """Fill what the rules about budget, benefit and adoption read, and what nearly works."""
    aggregate(plan, workloads, AGGREGATES, rulebook)
    measure(plan, PLAN_MEASURES, rulebook)
    put_nearest(plan, workloads, rulebook)
