"""Kernels for money: cost items over a horizon, their sums, and where owning meets renting.

Every cost is a whole number of cents, so that sums are exact.
"""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import Array, Numbers, as_arrays, quotient
from rackwright.units import MINOR_UNITS

MILLION = 10**6
MONTHS_OF_RESIDUAL = 36
"""The age for which the share of the price that is left is stated."""
SECONDS_PER_HOUR = 3_600


def round_money(amount: Numbers) -> Array:
    """An amount to the cent.

    Parameters
    ----------
    amount : (n,), currency
        Any amount up to 90 trillion.

    Returns
    -------
    amount : (n,), currency
        NaN where unknown.

    Notes
    -----
    ``rint(amount * 100) / 100``; a half goes to the even cent.

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> round_money(6_420_000 / 36).item()
    178333.33
    """
    (amount,) = as_arrays(amount)
    return _cents(amount) / MINOR_UNITS


def converted(amount: Numbers, from_usd: Numbers, to_usd: Numbers, twd_per_usd: Numbers) -> Array:
    """An amount in the currency of the plan.

    Parameters
    ----------
    amount : (n,), TWD or USD
        An amount in the currency of its price list.
    from_usd : (n,), 1 or 0
        Whether that is USD; TWD otherwise.
    to_usd : (n,), 1 or 0
        Whether the plan counts in USD; TWD otherwise.
    twd_per_usd : (n,), TWD/USD
        Rate of exchange.

    Returns
    -------
    converted : (n,), currency of the plan
        NaN where the amount or either currency is unknown, or a rate is needed and unknown.

    Notes
    -----
    ``amount * rate`` from USD to TWD, ``amount / rate`` the other way; not rounded, since it may
    be the price of an hour.

    References
    ----------
    exchange-rate-2025

    Examples
    --------
    >>> converted(16.0, np.array([1.0, 0.0, 1.0]), np.array([0.0, 1.0, 1.0]), 32.0).tolist()
    [512.0, 0.5, 16.0]
    """
    amount, from_usd, to_usd, twd_per_usd = as_arrays(amount, from_usd, to_usd, twd_per_usd)
    rate = np.where(from_usd == 1, twd_per_usd, quotient(np.ones_like(twd_per_usd), twd_per_usd))
    rate = np.where(from_usd == to_usd, 1.0, rate)
    return amount * np.where(np.isnan(from_usd + to_usd), np.nan, rate)


def purchase_cost(device_price: Numbers, devices: Numbers, server_factor: Numbers) -> Array:
    """Price of the servers around a number of devices.

    Parameters
    ----------
    device_price : (n,), currency
        Price of one device.
    devices : (n,), devices
        Devices bought.
    server_factor : (n,), ratio
        Price of a complete server against its devices.

    Returns
    -------
    cost : (n,), currency
        NaN where anything is unknown.

    Notes
    -----
    ``device_price * devices * server_factor``, to the cent.

    References
    ----------
    C1, C18

    Examples
    --------
    Four A100 of NT$450,000 in their server.

    >>> purchase_cost(450_000.0, 4.0, 16 / 9).item()
    3200000.0
    """
    device_price, devices, server_factor = as_arrays(device_price, devices, server_factor)
    return round_money(device_price * devices * server_factor)


def energy_cost(
    power_kw: Numbers,
    load_fraction: Numbers,
    pue: Numbers,
    electricity_price: Numbers,
    hours: Numbers,
) -> Array:
    """Electricity with cooling.

    Parameters
    ----------
    power_kw : (n,), kW
        Rated power.
    load_fraction : (n,), fraction
        Average against rated power.
    pue : (n,), ratio
        Power of the site against that of its computers.
    electricity_price : (n,), currency/kWh
        Price of electricity.
    hours : (n,), h
        Hours switched on.

    Returns
    -------
    cost : (n,), currency
        NaN where anything is unknown.

    Notes
    -----
    ``power_kw * load_fraction * pue * electricity_price * hours``, to the cent.

    References
    ----------
    gpu-hour-energy, uptime-survey-2025

    Examples
    --------
    10.2 kW at PUE 1.2 and 50 dollars a MWh: 0.0765 dollars for each of eight devices an hour.

    >>> energy_cost(10.2, 1.0, 1.2, 0.05, 1000.0).item() / 8 / 1000
    0.0765
    """
    power_kw, load_fraction, pue, electricity_price, hours = as_arrays(
        power_kw, load_fraction, pue, electricity_price, hours
    )
    return round_money(power_kw * load_fraction * pue * electricity_price * hours)


def share_cost(base: Numbers, fraction: Numbers) -> Array:
    """A cost that is a share of another.

    Parameters
    ----------
    base : (n,), currency
        The other cost.
    fraction : (n,), fraction
        The share.

    Returns
    -------
    cost : (n,), currency
        NaN where either is unknown.

    Notes
    -----
    ``base * fraction``, to the cent.

    References
    ----------
    C18

    Examples
    --------
    >>> share_cost(3_200_000.0, 0.125).item()
    400000.0
    """
    base, fraction = as_arrays(base, fraction)
    return round_money(base * fraction)


def monthly_times(amount_per_month: Numbers, months: Numbers) -> Array:
    """A monthly cost over several months.

    Parameters
    ----------
    amount_per_month : (n,), currency/month
        The cost of one month.
    months : (n,), months
        The months.

    Returns
    -------
    cost : (n,), currency
        NaN where either is unknown.

    Notes
    -----
    ``amount_per_month * months``, to the cent.

    References
    ----------
    C18

    Examples
    --------
    >>> monthly_times(50_000.0, 36.0).item()
    1800000.0
    """
    amount_per_month, months = as_arrays(amount_per_month, months)
    return round_money(amount_per_month * months)


def rent_cost(
    hourly_price: Numbers, devices: Numbers, hours: Numbers, utilization: Numbers
) -> Array:
    """Rent of devices that are paid only while used.

    Parameters
    ----------
    hourly_price : (n,), currency/h
        Price of one device.
    devices : (n,), devices
        Devices rented.
    hours : (n,), h
        Hours of the horizon.
    utilization : (n,), fraction
        Share of them in use; 1 for a device that is kept.

    Returns
    -------
    cost : (n,), currency
        NaN where anything is unknown.

    Notes
    -----
    ``hourly_price * devices * hours * utilization``, to the cent.

    References
    ----------
    A11, B13

    Examples
    --------
    Eight H100 at 6.88 dollars for a month, half of it in use.

    >>> rent_cost(6.88, 8.0, 730.0, 0.5).item()
    20089.6
    """
    hourly_price, devices, hours, utilization = as_arrays(hourly_price, devices, hours, utilization)
    return round_money(hourly_price * devices * hours * utilization)


def total_cost(*items: Numbers) -> Array:
    """The sum of cost items, exact to the cent.

    Parameters
    ----------
    *items : (n,), currency
        Amounts to the cent.

    Returns
    -------
    total : (n,), currency
        NaN where any item is unknown; 0 for no items.

    Notes
    -----
    ``sum(items)``, in whole cents.

    References
    ----------
    A11, B13, C18

    Examples
    --------
    The own installation of the reference case, then three dimes that binary floats miss.

    >>> total_cost(3_200_000.0, 720_000.0, 400_000.0, 1_800_000.0, 300_000.0).item()
    6420000.0
    >>> total_cost(0.1, 0.1, 0.1).item()
    0.3
    """
    cents = np.zeros(())
    for item in as_arrays(*items):
        cents = cents + _cents(item)
    return cents / MINOR_UNITS


def per_month(total: Numbers, months: Numbers) -> Array:
    """What a total comes to in a month.

    Parameters
    ----------
    total : (n,), currency
        A cost over the horizon.
    months : (n,), months
        The horizon.

    Returns
    -------
    cost : (n,), currency/month
        NaN where either is unknown or the horizon is 0.

    Notes
    -----
    ``total / months``, to the cent.

    References
    ----------
    C18

    Examples
    --------
    >>> per_month(8_280_000.0, 36.0).item()
    230000.0
    """
    total, months = as_arrays(total, months)
    return round_money(quotient(total, months))


def break_even_utilization(
    own_total: Numbers, rented_total: Numbers, rented_full_use_compute: Numbers
) -> Array:
    """The utilization at which renting by the hour costs as much as owning.

    Parameters
    ----------
    own_total : (n,), currency
        Own cost over the horizon, whatever the use.
    rented_total : (n,), currency
        Rented cost over the horizon at full use.
    rented_full_use_compute : (n,), currency
        The part of it that is paid only while used.

    Returns
    -------
    break_even : (n,), fraction
        Owning is cheaper above it, renting below. Above 1: renting is cheaper at any use. Below 0:
        owning is cheaper even unused. NaN where anything is unknown or no part follows the use.

    Notes
    -----
    ``(own_total - (rented_total - full_use)) / full_use``

    References
    ----------
    C15, C18

    Examples
    --------
    The reference case against Azure.

    >>> break_even_utilization(6_420_000.0, 8_280_000.0, 6_480_000.0).round(3).item()
    0.713
    """
    own_total, rented_total, full_use = as_arrays(own_total, rented_total, rented_full_use_compute)
    return quotient(own_total - (rented_total - full_use), full_use)


def break_even_months(own_upfront: Numbers, own_monthly: Numbers, rented_monthly: Numbers) -> Array:
    """The months after which what is saved has paid for what was bought.

    Parameters
    ----------
    own_upfront : (n,), currency
        Paid once.
    own_monthly : (n,), currency/month
        Running cost of owning.
    rented_monthly : (n,), currency/month
        Running cost of renting.

    Returns
    -------
    break_even : (n,), months
        NaN where anything is unknown or owning saves nothing, so that it never pays.

    Notes
    -----
    ``own_upfront / (rented_monthly - own_monthly)``

    References
    ----------
    C15

    Examples
    --------
    The reference case against Azure: 3.6 million once, and 78,333 against 230,000 a month.

    >>> break_even_months(3_600_000.0, 78_333.33, 230_000.0).round(1).item()
    23.7
    """
    own_upfront, own_monthly, rented_monthly = as_arrays(own_upfront, own_monthly, rented_monthly)
    saved = rented_monthly - own_monthly
    return quotient(own_upfront, np.where(saved > 0, saved, np.nan))


def amortized_monthly(upfront: Numbers, months: Numbers, monthly_running: Numbers) -> Array:
    """Monthly cost of something bought and run.

    Parameters
    ----------
    upfront : (n,), currency
        Paid once.
    months : (n,), months
        Months over which it is spread evenly.
    monthly_running : (n,), currency/month
        Running cost.

    Returns
    -------
    cost : (n,), currency/month
        NaN where anything is unknown or there are no months.

    Notes
    -----
    ``upfront / months + monthly_running``, to the cent; no interest, no value left at the end.

    References
    ----------
    A12, C18

    Examples
    --------
    >>> amortized_monthly(3_600_000.0, 36.0, 78_333.33).item()
    178333.33
    """
    upfront, months, monthly_running = as_arrays(upfront, months, monthly_running)
    return round_money(quotient(upfront, months) + monthly_running)


def staff_scale(
    devices: Numbers,
    servers: Numbers,
    reference_devices: Numbers,
    least: Numbers,
    per_server: Numbers,
) -> Array:
    """How much staff an installation takes, against that of a reference case.

    Parameters
    ----------
    devices : (n,), devices
        Devices of the installation.
    servers : (n,), servers
        Full servers that hold them, a part of one as its part.
    reference_devices : (n,), devices
        Devices of the reference case, which are those of one server.
    least : (n,), ratio
        The least of any installation.
    per_server : (n,), ratio
        For each server beyond the first.

    Returns
    -------
    scale : (n,), ratio
        NaN where anything is unknown.

    Notes
    -----
    ``clip(devices / reference_devices, least, 1) + per_server * max(servers - 1, 0)``: less than
    the reference takes its part, and every further server a little more.

    References
    ----------
    C18, gpu-staffing

    Examples
    --------
    One card of eight, the reference case, a full server, six such servers, and a hall of 128.

    >>> staff_scale(
    ...     np.array([1.0, 4.0, 8.0, 48.0, 1024.0]),
    ...     np.array([0.125, 0.5, 1.0, 6.0, 128.0]),
    ...     4.0, 0.25, 0.1,
    ... ).round(2).tolist()
    [0.25, 1.0, 1.0, 1.5, 13.7]
    """
    devices, servers, reference_devices, least, per_server = as_arrays(
        devices, servers, reference_devices, least, per_server
    )
    share = np.minimum(np.maximum(quotient(devices, reference_devices), least), 1.0)
    return share + per_server * np.maximum(servers - 1.0, 0.0)


def resale_value(price: Numbers, residual: Numbers, months: Numbers) -> Array:
    """What hardware still fetches after some time.

    Parameters
    ----------
    price : (n,), currency
        Paid when it was new.
    residual : (n,), fraction
        Share of the price that is left after 36 months.
    months : (n,), months
        Its age when it is sold.

    Returns
    -------
    value : (n,), currency
        NaN where anything is unknown.

    Notes
    -----
    ``price * residual ** (months / 36)``, to the cent. With 0.3, published values of an H100 after
    12 and 24 months (0.65 and 0.45 of the price) are met within 3 %.

    References
    ----------
    gpu-resale-values, C30

    Examples
    --------
    >>> resale_value(100.0, 0.3, np.array([12.0, 24.0, 36.0])).tolist()
    [66.94, 44.81, 30.0]
    """
    price, residual, months = as_arrays(price, residual, months)
    return round_money(price * residual ** (months / MONTHS_OF_RESIDUAL))


def cost_of_a_million(
    monthly_cost: Numbers, results_per_second: Numbers, utilization: Numbers, hours: Numbers
) -> Array:
    """What a million results of the real workload cost.

    Parameters
    ----------
    monthly_cost : (n,), currency/month
        Everything that a month costs at that use.
    results_per_second : (n,), results/s
        Tokens or items while at work.
    utilization : (n,), fraction
        Share of the time at work.
    hours : (n,), h
        Hours of a month.

    Returns
    -------
    cost : (n,), currency
        NaN where anything is unknown or nothing is produced.

    Notes
    -----
    ``monthly_cost / (results_per_second * 3600 * hours * utilization / 1e6)``, to the cent.

    References
    ----------
    A12

    Examples
    --------
    1,000 tokens a second, half of the time, for 65,700 a month: 1,314 million tokens.

    >>> cost_of_a_million(65_700.0, 1_000.0, 0.5, 730.0).item()
    50.0
    """
    monthly_cost, results_per_second, utilization, hours = as_arrays(
        monthly_cost, results_per_second, utilization, hours
    )
    produced = results_per_second * SECONDS_PER_HOUR * hours * utilization / MILLION
    return round_money(quotient(monthly_cost, produced))


def _cents(amount: Array) -> Array:
    return np.rint(amount * MINOR_UNITS)
