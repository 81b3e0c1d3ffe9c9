"""Kernels for machines: servers, the power they draw and the heat they give off."""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import (
    Array,
    Numbers,
    as_arrays,
    quotient,
    rounded_up,
)
from rackwright.units import KW_TO_BTU_PER_HOUR, WATTS_PER_KW


def servers_needed(devices: Numbers, devices_per_server: Numbers) -> Array:
    """Servers that take a number of devices.

    Parameters
    ----------
    devices : (n,), devices
        Devices taken.
    devices_per_server : (n,), devices
        Devices of a full server.

    Returns
    -------
    servers : (n,), servers
        NaN where either is unknown.

    Notes
    -----
    ``ceil(devices / devices_per_server)``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> servers_needed(np.array([0.0, 4.0, 8.0, 9.0]), 8.0)
    array([0., 1., 1., 2.])
    """
    devices, devices_per_server = as_arrays(devices, devices_per_server)
    return rounded_up(quotient(devices, devices_per_server))


def rated_power_kw(
    devices: Numbers,
    devices_per_server: Numbers,
    server_power_kw: Numbers,
    device_power_w: Numbers,
    host_power_kw: Numbers,
    board_overhead: Numbers,
) -> Array:
    """What all servers of a number of devices may draw, as a circuit has to provide it.

    Parameters
    ----------
    devices : (n,), devices
        Devices taken.
    devices_per_server : (n,), devices
        Devices of a full server.
    server_power_kw : (n,), kW
        The vendor's rating of a full server; NaN where there is none.
    device_power_w : (n,), W
        Board power of one device.
    host_power_kw : (n,), kW
        A server without its devices.
    board_overhead : (n,), ratio
        Devices with their fans, links and power supplies, against the boards alone.

    Returns
    -------
    power : (n,), kW
        NaN where devices, or both rating and board power, are unknown.

    Notes
    -----
    Full servers draw the vendor's rating, else ``boards * overhead + host``; a partly filled one
    draws that estimate, at most the rating. With 1.62 and 1.3 kW the estimate is within 4 % of
    six servers whose devices are joined by a fabric, but 48 % above a DGX-1; with 1.15 and 1.0 kW
    12 % below a server with four A30. It is a rating: four desktop cards rated 3.1 kW were
    measured at 2.2 kW under full load.

    References
    ----------
    nvidia-dgx-datasheets, server-power-measurements, C8, C10

    Examples
    --------
    One DGX H100, then four of its devices (4 * 0.7 * 1.5 + 0.8).

    >>> rated_power_kw(np.array([8.0, 4.0]), 8.0, 10.2, 700.0, 0.8, 1.5)
    array([10.2,  5. ])
    """
    devices, devices_per_server, server_power_kw, device_power_w, host_power_kw, board_overhead = (
        as_arrays(
            devices,
            devices_per_server,
            server_power_kw,
            device_power_w,
            host_power_kw,
            board_overhead,
        )
    )
    full = np.floor(quotient(devices, devices_per_server))
    rest = devices - full * devices_per_server
    of_a_device = device_power_w / WATTS_PER_KW * board_overhead
    of_a_full = devices_per_server * of_a_device + host_power_kw
    of_a_full = np.where(np.isnan(server_power_kw), of_a_full, server_power_kw)
    of_the_rest = np.fmin(rest * of_a_device + host_power_kw, server_power_kw)
    return np.where(full == 0, 0, full * of_a_full) + np.where(rest == 0, 0, of_the_rest)


def typical_power_kw(power_kw: Numbers, load_fraction: Numbers) -> Array:
    """What servers draw at work, against the rating that circuits are planned for.

    Parameters
    ----------
    power_kw : (n,), kW
        Rated power.
    load_fraction : (n,), fraction
        Draw of a busy server against its rating.

    Returns
    -------
    power : (n,), kW
        NaN where either is unknown.

    Notes
    -----
    ``power_kw * load_fraction``. With 0.7 within 9 % of three published pairs of typical and
    rated power; a rack of GB200 at full load draws 0.91 of its rating.

    References
    ----------
    server-power-measurements

    Examples
    --------
    A DGX H100 is rated 10.2 kW; about 7 kW are assumed by two cost sheets.

    >>> typical_power_kw(10.2, 0.7).round(2).item()
    7.14
    """
    power_kw, load_fraction = as_arrays(power_kw, load_fraction)
    return power_kw * load_fraction


def average_power_kw(typical_kw: Numbers, idle_kw: Numbers, utilization: Numbers) -> Array:
    """What servers that stay switched on draw on average.

    Parameters
    ----------
    typical_kw : (n,), kW
        Draw at work.
    idle_kw : (n,), kW
        Draw without work.
    utilization : (n,), fraction
        Share of the time at work; NaN counts as all of it.

    Returns
    -------
    power : (n,), kW
        NaN where either draw is unknown.

    Notes
    -----
    ``idle + (typical - idle) * utilization``

    References
    ----------
    server-power-measurements

    Examples
    --------
    7 kW at work and 2.5 kW idle; half the time at work, then unknown.

    >>> average_power_kw(7.0, 2.5, np.array([0.5, np.nan])).tolist()
    [4.75, 7.0]
    """
    typical_kw, idle_kw, utilization = as_arrays(typical_kw, idle_kw, utilization)
    busy = np.where(np.isnan(utilization), 1, utilization)
    return idle_kw + (typical_kw - idle_kw) * busy


def heat_btu_per_hour(power_kw: Numbers) -> Array:
    """Heat that a room must remove.

    Parameters
    ----------
    power_kw : (n,), kW
        Power drawn; all of it turns into heat.

    Returns
    -------
    heat : (n,), BTU/h
        NaN where unknown.

    Notes
    -----
    ``power_kw * 3412``

    References
    ----------
    heat-conversion

    Examples
    --------
    >>> heat_btu_per_hour(6.8).round(1).item()
    23201.6
    """
    (power_kw,) = as_arrays(power_kw)
    return power_kw * KW_TO_BTU_PER_HOUR
