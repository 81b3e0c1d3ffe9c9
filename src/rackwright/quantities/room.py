"""Kernels for the room: what circuits, UPS and racks carry, and what is left."""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import (
    Array,
    Numbers,
    as_arrays,
    quotient,
    rounded_down,
    rounded_up,
)
from rackwright.units import WATTS_PER_KW


def circuit_full_kw(amps: Numbers, volts: Numbers, phases: Numbers) -> Array:
    """Power of one circuit at its breaker's rating.

    Parameters
    ----------
    amps : (n,), A
        Rating of the breaker, a phase.
    volts : (n,), V
        Between line and neutral for one phase, between lines for three.
    phases : (n,), phases
        1 or 3.

    Returns
    -------
    power : (n,), kW
        At a power factor of 1; NaN where anything is unknown or there are neither 1 nor 3 phases.

    Notes
    -----
    ``amps * volts * sqrt(3) ** (phases == 3) / 1000``

    References
    ----------
    nec-continuous-load, C8

    Examples
    --------
    An office circuit of 20 A at 220 V.

    >>> circuit_full_kw(20.0, 220.0, 1.0).item()
    4.4
    """
    amps, volts, phases = as_arrays(amps, volts, phases)
    factor = np.where(phases == 1, 1.0, np.where(phases == 3, np.sqrt(3.0), np.nan))
    return amps * volts * factor / WATTS_PER_KW


def circuit_capacity_kw(
    amps: Numbers,
    volts: Numbers,
    phases: Numbers,
    feeds: Numbers,
    redundant: Numbers,
    continuous_fraction: Numbers,
) -> Array:
    """Power that the circuits of a room may carry for hours.

    Parameters
    ----------
    amps : (n,), A
        Rating of one breaker, a phase.
    volts : (n,), V
        Between line and neutral for one phase, between lines for three.
    phases : (n,), phases
        1 or 3.
    feeds : (n,), circuits
        Circuits that carry the load together; NaN counts as one.
    redundant : (n,), 1 or 0
        Whether one circuit must carry everything when another fails; NaN counts as no.
    continuous_fraction : (n,), fraction
        Share of the rating that a lasting load may take.

    Returns
    -------
    capacity : (n,), kW
        NaN where amps, volts, phases or the fraction are unknown.

    Notes
    -----
    ``circuit_full_kw * continuous_fraction * (1 if redundant else feeds)``

    References
    ----------
    nec-continuous-load

    Examples
    --------
    30 A at 208 V, three phases: 8.65 kVA at 80 %, twice that over two feeds.

    >>> circuit_capacity_kw(30.0, 208.0, 3.0, np.array([1.0, 2.0]), 0.0, 0.8).round(2)
    array([ 8.65, 17.29])
    """
    feeds, redundant, continuous_fraction = as_arrays(feeds, redundant, continuous_fraction)
    counted = np.where((redundant == 1) | np.isnan(feeds), 1, feeds)
    return circuit_full_kw(amps, volts, phases) * continuous_fraction * counted


def margin(capacity: Numbers, load: Numbers) -> Array:
    """What is left of a capacity.

    Parameters
    ----------
    capacity : (n,), any unit
        What is there.
    load : (n,), unit of `capacity`
        What is taken.

    Returns
    -------
    margin : (n,), unit of `capacity`
        Negative where the load exceeds the capacity; NaN where either is unknown.

    Notes
    -----
    ``capacity - load``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> margin(4.4, 10.2).round(1).item()
    -5.8
    """
    capacity, load = as_arrays(capacity, load)
    return capacity - load


def ups_kva_needed(
    power_kw: Numbers, growth: Numbers, power_factor: Numbers, loading: Numbers
) -> Array:
    """Rating of a UPS that carries a load with room to grow.

    Parameters
    ----------
    power_kw : (n,), kW
        Load of today.
    growth : (n,), ratio
        Load to come against load of today.
    power_factor : (n,), ratio
        Real against apparent power of the load.
    loading : (n,), fraction
        Share of its rating at which the UPS should run.

    Returns
    -------
    rating : (n,), kVA
        NaN where anything is unknown.

    Notes
    -----
    ``power_kw * growth / (power_factor * loading)``

    References
    ----------
    ups-sizing-guides

    Examples
    --------
    >>> ups_kva_needed(10.2, 1.2, 0.95, 0.8).round(2).item()
    16.11
    """
    power_kw, growth, power_factor, loading = as_arrays(power_kw, growth, power_factor, loading)
    return quotient(power_kw * growth, power_factor * loading)


def ups_server_equivalents(power_kw: Numbers, ordinary_server_kw: Numbers) -> Array:
    """How many ordinary servers a load counts as.

    Parameters
    ----------
    power_kw : (n,), kW
        The load.
    ordinary_server_kw : (n,), kW
        One ordinary server.

    Returns
    -------
    equivalents : (n,), servers
        NaN where either is unknown.

    Notes
    -----
    ``power_kw / ordinary_server_kw``

    References
    ----------
    C9

    Examples
    --------
    A DGX H100 counts as five to six.

    >>> ups_server_equivalents(10.2, 1.85).round(1).item()
    5.5
    """
    power_kw, ordinary_server_kw = as_arrays(power_kw, ordinary_server_kw)
    return quotient(power_kw, ordinary_server_kw)


def servers_per_rack(
    server_power_kw: Numbers,
    server_units: Numbers,
    rack_power_kw: Numbers,
    rack_units: Numbers,
    breaker_kw: Numbers = np.nan,
    rack_cooling_kw: Numbers = np.nan,
) -> Array:
    """Servers that one rack can hold, feed and cool.

    Parameters
    ----------
    server_power_kw : (n,), kW
        Rated power of one server.
    server_units : (n,), rack units
        Height of one server.
    rack_power_kw : (n,), kW
        Power that one rack may draw; NaN where no limit is known.
    rack_units : (n,), rack units
        Height of one rack.
    breaker_kw : (n,), kW
        What the circuits carry for hours; NaN where no limit is known.
    rack_cooling_kw : (n,), kW
        Heat that the room takes away from one rack; NaN where no limit is known.

    Returns
    -------
    servers : (n,), servers
        0 where not even one fits; NaN where a server is unknown, or neither power nor cooling of
        a rack is known: nobody fills a rack by its height alone.

    Notes
    -----
    ``floor(min(rack_units / server_units, known limits / server_power))``

    References
    ----------
    eia-310, C11

    Examples
    --------
    DGX H100 in racks of 6, 15 and 60 kW; 42 units hold five. Cooling of 20 kW leaves one.

    >>> servers_per_rack(10.2, 8.0, np.array([6.0, 15.0, 60.0]), 42.0)
    array([0., 1., 5.])
    >>> servers_per_rack(10.2, 8.0, 60.0, 42.0, 40.0, 20.0).item()
    1.0
    """
    fits = _servers_by_limit(
        server_power_kw, server_units, rack_units, rack_power_kw, breaker_kw, rack_cooling_kw
    )
    return rounded_down(np.where(_closes(fits), np.fmin.reduce(fits), np.nan))


def rack_limit(
    server_power_kw: Numbers,
    server_units: Numbers,
    rack_power_kw: Numbers,
    rack_units: Numbers,
    breaker_kw: Numbers,
    rack_cooling_kw: Numbers,
) -> Array:
    """Which limit closes a rack first.

    Parameters
    ----------
    server_power_kw : (n,), kW
        Rated power of one server.
    server_units : (n,), rack units
        Height of one server.
    rack_power_kw : (n,), kW
        Power that one rack may draw; NaN where no limit is known.
    rack_units : (n,), rack units
        Height of one rack.
    breaker_kw : (n,), kW
        What the circuits carry for hours; NaN where no limit is known.
    rack_cooling_kw : (n,), kW
        Heat that the room takes away from one rack; NaN where no limit is known.

    Returns
    -------
    limit : (n,), position
        0 height, 1 power, 2 breaker, 3 heat; the first of equals. NaN where `servers_per_rack` is.

    Notes
    -----
    ``argmin(rack_units / server_units, known limits / server_power)``

    References
    ----------
    eia-310, C11

    Examples
    --------
    Low L4 servers fill the height, DGX H100 the power, then the breaker, then the heat.

    >>> power = np.array([60.0, 15.0, 60.0, 60.0])
    >>> breaker = np.array([60.0, 20.0, 20.0, 30.0])
    >>> height = np.array([2.0, 8.0, 8.0, 8.0])
    >>> rack_limit(np.array([0.3, 10.2, 10.2, 10.2]), height, power, 42.0, breaker, 20.5).tolist()
    [0.0, 1.0, 2.0, 3.0]
    """
    fits = _servers_by_limit(
        server_power_kw, server_units, rack_units, rack_power_kw, breaker_kw, rack_cooling_kw
    )
    tightest = np.argmin(np.where(np.isnan(fits), np.inf, fits), axis=0)
    return np.where(_closes(fits), tightest.astype(np.float64), np.nan)


def racks_needed(servers: Numbers, servers_per_rack: Numbers) -> Array:
    """Racks that take a number of servers.

    Parameters
    ----------
    servers : (n,), servers
        Servers to place.
    servers_per_rack : (n,), servers
        Servers of one rack.

    Returns
    -------
    racks : (n,), racks
        NaN where either is unknown or no rack takes a server.

    Notes
    -----
    ``ceil(servers / servers_per_rack)``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> racks_needed(np.array([3.0, 3.0]), np.array([2.0, 0.0]))
    array([ 2., nan])
    """
    servers, servers_per_rack = as_arrays(servers, servers_per_rack)
    return rounded_up(quotient(servers, servers_per_rack))


def _servers_by_limit(
    server_power_kw: Numbers,
    server_units: Numbers,
    rack_units: Numbers,
    *limits_kw: Numbers,
) -> Array:
    server_power, units, height, *limits = as_arrays(
        server_power_kw, server_units, rack_units, *limits_kw
    )
    fits = [quotient(height, units), *(quotient(limit, server_power) for limit in limits)]
    return np.stack(np.broadcast_arrays(*fits))


def _closes(fits: Array) -> Array:
    height, power, _, heat = ~np.isnan(fits)
    return np.asarray(height & (power | heat))
