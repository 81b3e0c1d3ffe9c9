"""What the chosen option costs for what it delivers: as used, idle, and for each result."""

from __future__ import annotations

from rackwright.frames import Frame
from rackwright.measure.kinds import NOT_CUDA, PROCESSOR, TAKES_ITEMS, USD
from rackwright.measure.machinery import Measure, measure
from rackwright.measure.margins import margin
from rackwright.quantities import money, sizing
from rackwright.rulebook.model import Rulebook

MEASURES = (
    Measure(
        "enterprise_licences",
        lambda month, devices, cpu, other: sizing.choose_where(
            sizing.any_of(cpu, other), 0.0, money.monthly_times(month * devices, 12.0)
        ),
        ("licence_month_enterprise", "devices_needed", PROCESSOR, NOT_CUDA),
        ("enterprise_licence_year",),
    ),
    Measure(
        "idle_part_of_what_is_owned",
        lambda compute, utilization: money.share_cost(compute, 1.0 - utilization),
        ("own_compute_cost", "utilization"),
        ("own_idle_cost",),
        needs=("own_compute_cost", "utilization"),
    ),
    Measure(
        "value_left_at_the_end",
        money.resale_value,
        ("own_compute_cost", "residual_after_three_years", "horizon_months"),
        ("own_resale_value",),
        needs=("own_compute_cost",),
    ),
    Measure(
        "cloud_as_used",
        lambda month, full_use, utilization: money.round_money(
            month - full_use * (1.0 - sizing.first_known(utilization, 1.0))
        ),
        ("cloud_monthly_cost", "cloud_full_use_month", "utilization"),
        ("cloud_month_as_used",),
    ),
    Measure(
        "results_of_a_second",
        lambda wanted, tokens, items_wanted, items_, takes_items: sizing.choose_where(
            sizing.any_of(takes_items),
            sizing.first_known(items_wanted, items_),
            sizing.first_known(wanted, tokens),
        ),
        (
            "output_tokens_per_second",
            "tokens_per_second_bound",
            "items_per_second_needed",
            "items_per_second_bound",
            TAKES_ITEMS,
        ),
        ("results_per_second",),
    ),
    Measure(
        "own_month_while_used",
        lambda month, horizon, in_use: money.per_month(money.monthly_times(month, horizon), in_use),
        ("own_monthly_cost", "horizon_months", "months_in_use"),
        ("own_month_in_use",),
    ),
    *(
        Measure(
            f"million_results_{kind}",
            money.cost_of_a_million,
            (month, "results_per_second", "utilization", "hours_per_month"),
            (f"million_results_{kind}",),
            needs=(month, "results_per_second", "utilization"),
        )
        for kind, month in (("own", "own_month_in_use"), ("cloud", "cloud_month_as_used"))
    ),
    margin(
        "saving_on_results",
        "million_results_cloud",
        "million_results_own",
        "own_saving_on_a_million",
    ),
    Measure(
        "taking_the_data_out",
        lambda size, price, to_usd, rate: money.round_money(
            money.converted(size * price, 1.0, to_usd, rate)
        ),
        ("dataset_gb", "egress_usd_per_gb", USD, "twd_per_usd"),
        ("transfer_cost",),
        needs=("dataset_gb",),
    ),
)


def measure_use(workloads: Frame, rulebook: Rulebook) -> None:
    """Fill what the rules about results, idle time and leftovers read."""
    measure(workloads, MEASURES, rulebook)
