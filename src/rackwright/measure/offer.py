"""What each way to pay for a workload costs: estimates, overridden item by item by quotes."""

from __future__ import annotations

import numpy as np

from rackwright.frames import Frame
from rackwright.measure.machinery import Group, Is, Measure, measure
from rackwright.quantities import grouping, money, sizing
from rackwright.quantities.arrays import Array
from rackwright.records import Entity
from rackwright.rulebook.model import Rulebook

ITEMS = ("compute", "power", "network_and_storage", "staff", "licence")
"""The cost items, each the stem of `<item>_cost` and `quoted_<item>_cost`."""

_OWN = Is("deployment_kind", ("own",))
_USD = Is("currency", ("USD",))
_CLOUD = Is("deployment_kind", ("cloud",))


def _over_the_months(
    months: Array, total: Array, month: Array, offered: Array, used: Array
) -> Array:
    """What is paid in so many months; the total itself where it is just that, exact to the cent."""
    same = (months == offered) & (used == month)
    return sizing.choose_where(same.astype(np.float64), total, money.monthly_times(used, months))


MEASURES = (
    Measure(
        "months_compared",
        sizing.first_known,
        ("quoted_months", "horizon_months"),
        ("offer_months",),
    ),
    *(
        Measure(
            f"quoted_{item}_in_currency",
            lambda amount, from_usd, to_usd, rate: money.converted(
                amount, sizing.first_known(from_usd, to_usd), to_usd, rate
            ),
            (f"quoted_{item}", Is("quote_currency", ("USD",)), _USD, "twd_per_usd"),
            (f"quoted_{item}_cost",),
            needs=(f"quoted_{item}",),
        )
        for item in ITEMS
    ),
    Measure(
        "compute_as_bought",
        lambda own, bought: sizing.choose_where(own, bought, float("nan")),
        (_OWN, "purchase_cost"),
        ("bought_compute_cost",),
        needs=("purchase_cost",),
    ),
    Measure(
        "compute_as_rented",
        lambda own, cloud, hourly, devices, hours, months, discount: sizing.choose_where(
            own,
            float("nan"),
            money.rent_cost(
                hourly, devices, hours * months, sizing.choose_where(cloud, 1.0, 1.0 - discount)
            ),
        ),
        (
            _OWN,
            _CLOUD,
            "cloud_hourly_price",
            "devices_needed",
            "hours_per_month",
            "offer_months",
            "hosted_discount",
        ),
        ("rented_compute_cost",),
    ),
    Measure(
        "compute_cost",
        sizing.first_known,
        ("quoted_compute_cost", "bought_compute_cost", "rented_compute_cost"),
        ("compute_cost",),
    ),
    Measure(
        "power_cost",
        lambda quoted, own, monthly, months: sizing.first_known(
            quoted, sizing.choose_where(own, money.monthly_times(monthly, months), 0.0)
        ),
        ("quoted_power_cost", _OWN, "monthly_energy_cost", "offer_months"),
        ("power_cost",),
    ),
    Measure(
        "network_and_storage_cost",
        lambda quoted, own, compute, bought, at_home, factor, rented: sizing.first_known(
            quoted,
            sizing.choose_where(
                own,
                money.share_cost(compute, at_home),
                sizing.first_known(
                    money.share_cost(bought, at_home * factor), money.share_cost(compute, rented)
                ),
            ),
        ),
        (
            "quoted_network_and_storage_cost",
            _OWN,
            "compute_cost",
            "purchase_cost",
            "own_network_storage_fraction",
            "cloud_network_storage_factor",
            "cloud_network_storage_fraction",
        ),
        ("network_and_storage_cost",),
    ),
    Measure(
        "staff_cost",
        lambda quoted, own, share, at_home, rented, months: sizing.first_known(
            quoted,
            money.monthly_times(sizing.choose_where(own, at_home, rented) * share, months),
        ),
        (
            "quoted_staff_cost",
            _OWN,
            "staff_share",
            "staff_month_own",
            "staff_month_cloud",
            "offer_months",
        ),
        ("staff_cost",),
    ),
    Measure(
        "licence_cost",
        lambda quoted, own, per_month, devices, months: sizing.first_known(
            quoted,
            sizing.choose_where(own, money.monthly_times(per_month * devices, months), 0.0),
        ),
        (
            "quoted_licence_cost",
            _OWN,
            "licence_month_own",
            "devices_needed",
            "offer_months",
        ),
        ("licence_cost",),
    ),
    Measure(
        "total_cost",
        money.total_cost,
        tuple(f"{item}_cost" for item in ITEMS),
        ("total_cost",),
    ),
    Measure(
        "cost_a_month", money.per_month, ("total_cost", "offer_months"), ("monthly_cost_of_offer",)
    ),
    Measure(
        "compute_at_full_use",
        lambda own, compute, months: sizing.choose_where(
            own, float("nan"), money.per_month(compute, months)
        ),
        (_OWN, "compute_cost", "offer_months"),
        ("full_use_compute_cost",),
    ),
    Measure(
        "month_as_used",
        lambda cloud, month, full_use, utilization: sizing.choose_where(
            cloud,
            money.round_money(month - full_use * (1.0 - sizing.first_known(utilization, 1.0))),
            month,
        ),
        (_CLOUD, "monthly_cost_of_offer", "full_use_compute_cost", "utilization"),
        ("month_as_used",),
    ),
    Measure(
        "cost_as_used",
        lambda own, horizon, in_use, total, month, offered, used: _over_the_months(
            sizing.choose_where(own, horizon, in_use), total, month, offered, used
        ),
        (
            _OWN,
            "horizon_months",
            "months_in_use",
            "total_cost",
            "monthly_cost_of_offer",
            "offer_months",
            "month_as_used",
        ),
        ("cost_as_used",),
    ),
    Measure(
        "cheapest_own_total",
        lambda monthly, own, group: grouping.least_of_group(monthly, own, group),
        ("monthly_cost_of_offer", _OWN, Group(Entity.WORKLOAD)),
        ("own_monthly_reference",),
    ),
    Measure(
        "cheapest_own_upfront",
        lambda compute, monthly, own, least, group: grouping.least_of_group(
            compute, sizing.all_of(own, monthly == least), group
        ),
        (
            "compute_cost",
            "monthly_cost_of_offer",
            _OWN,
            "own_monthly_reference",
            Group(Entity.WORKLOAD),
        ),
        ("own_upfront_reference",),
    ),
    Measure(
        "break_even_utilization",
        lambda own, cloud, monthly, full_use: sizing.choose_where(
            cloud, money.break_even_utilization(own, monthly, full_use), float("nan")
        ),
        ("own_monthly_reference", _CLOUD, "monthly_cost_of_offer", "full_use_compute_cost"),
        ("break_even_utilization_of_offer",),
    ),
    *(
        Measure(
            f"break_even_at_the_{end}_price",
            lambda found, quoted, price, listed: np.where(
                np.isnan(quoted), found * sizing.ratio(price, listed), np.nan
            ),
            (
                "break_even_utilization_of_offer",
                "quoted_compute_cost",
                "cloud_hourly_price",
                f"cloud_{end}_hourly_price",
            ),
            (f"break_even_at_{end}_of_offer",),
            needs=("break_even_utilization_of_offer",),
        )
        for end in ("low", "high")
    ),
    Measure(
        "break_even_months",
        lambda upfront, own, months, cloud, monthly, full_use, utilization: sizing.choose_where(
            cloud,
            money.break_even_months(
                upfront,
                own - upfront / months,
                monthly - full_use * (1.0 - sizing.first_known(utilization, 1.0)),
            ),
            float("nan"),
        ),
        (
            "own_upfront_reference",
            "own_monthly_reference",
            "offer_months",
            _CLOUD,
            "monthly_cost_of_offer",
            "full_use_compute_cost",
            "utilization",
        ),
        ("break_even_months_of_offer",),
    ),
)


def measure_offers(frame: Frame, rulebook: Rulebook) -> None:
    """Fill the columns of every offer; kind and quoted items are set already."""
    measure(frame, MEASURES, rulebook)
