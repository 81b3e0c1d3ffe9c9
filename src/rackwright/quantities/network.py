"""Kernels for networks: gradients between devices, distance and delay between places."""

from __future__ import annotations

import numpy as np

from rackwright.quantities.arrays import Array, Numbers, as_arrays, quotient
from rackwright.units import GIB

BITS_PER_BYTE = 8
GIGA = 10**9
EARTH_RADIUS_KM = 6_371.0
FIBRE_KM_PER_MS = 200.0
"""How far light travels in glass in a millisecond: two thirds of its speed in a vacuum."""


def exchange_seconds(payload_gib: Numbers, peers: Numbers, link_gbit_s: Numbers) -> Array:
    """Time in which machines bring their gradients to one sum.

    Parameters
    ----------
    payload_gib : (n,), GiB
        Gradients of the whole model.
    peers : (n,), machines
        Machines that take part.
    link_gbit_s : (n,), Gbit/s
        What one machine sends and receives.

    Returns
    -------
    time : (n,), s
        0 for a single machine; NaN where anything is unknown.

    Notes
    -----
    ``2 * (peers - 1) / peers * payload_gib * 2**30 * 8 / (link_gbit_s * 1e9)``: a ring at full
    speed, nothing hidden behind arithmetic. Real links reach less, and good software hides part.

    References
    ----------
    C13, nccl-bandwidth-advice

    Examples
    --------
    14 GiB of gradients between two machines on 100 Gbit/s: each sends them once.

    >>> exchange_seconds(14.0, 2.0, 100.0).round(2).item()
    1.2
    """
    payload_gib, peers, link_gbit_s = as_arrays(payload_gib, peers, link_gbit_s)
    rounds = 2 * quotient(peers - 1, peers)
    return quotient(rounds * payload_gib * (GIB * BITS_PER_BYTE / GIGA), link_gbit_s)


def great_circle_km(
    latitude: Numbers, longitude: Numbers, other_latitude: Numbers, other_longitude: Numbers
) -> Array:
    """Distance between two places along the globe.

    Parameters
    ----------
    latitude : (n,), degrees
        Of one place, north positive.
    longitude : (n,), degrees
        Likewise, east positive.
    other_latitude : (n,), degrees
        Of the other place.
    other_longitude : (n,), degrees
        Likewise.

    Returns
    -------
    distance : (n,), km
        NaN where anything is unknown.

    Notes
    -----
    The haversine formula on a sphere of 6,371 km; within 0.5 % of the ellipsoid.

    References
    ----------
    Arithmetic.

    Examples
    --------
    Taipei to Tokyo.

    >>> great_circle_km(25.03, 121.57, 35.68, 139.69).round(-1).item()
    2100.0
    """
    phi, lam, phi2, lam2 = (
        np.radians(v) for v in as_arrays(latitude, longitude, other_latitude, other_longitude)
    )
    half = np.sin((phi2 - phi) / 2) ** 2
    half = half + np.cos(phi) * np.cos(phi2) * np.sin((lam2 - lam) / 2) ** 2
    return np.asarray(2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(half)), dtype=np.float64)


def round_trip_ms(distance_km: Numbers) -> Array:
    """The least time that a question and its answer are under way.

    Parameters
    ----------
    distance_km : (n,), km
        Distance between user and server along the globe.

    Returns
    -------
    delay : (n,), ms
        NaN where unknown.

    Notes
    -----
    ``2 * distance_km / 200``: light in fibre on the shortest way. Real routes take one and a half
    to three times as long.

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> round_trip_ms(2_100.0).item()
    21.0
    """
    (distance_km,) = as_arrays(distance_km)
    return 2 * distance_km / FIBRE_KM_PER_MS
