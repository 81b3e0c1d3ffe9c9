"""Kernels for storage: how fast data must move, and how long it takes."""

from __future__ import annotations

from rackwright.quantities.arrays import Array, Numbers, as_arrays, quotient
from rackwright.units import GB, GIB

SECONDS_PER_HOUR = 3_600


def gb_per_second(volume_gib: Numbers, seconds: Numbers) -> Array:
    """Throughput that moves a volume in a given time.

    Parameters
    ----------
    volume_gib : (n,), GiB
        What is written or read.
    seconds : (n,), s
        Time allowed.

    Returns
    -------
    throughput : (n,), GB/s
        NaN where either is unknown or no time is allowed.

    Notes
    -----
    ``volume_gib * 2**30 / 1e9 / seconds``

    References
    ----------
    ml-engineering, checkpoint-reports

    Examples
    --------
    A checkpoint of 2.3 TB in 40 seconds, as measured on a parallel file system of flash drives.

    >>> gb_per_second(2.3e12 / 2**30, 40.0).round(1).item()
    57.5
    """
    volume_gib, seconds = as_arrays(volume_gib, seconds)
    return quotient(volume_gib * (GIB / GB), seconds)


def hours_to_read(volume_gb: Numbers, throughput_gb_s: Numbers) -> Array:
    """Time to read a data set once.

    Parameters
    ----------
    volume_gb : (n,), GB
        The data set.
    throughput_gb_s : (n,), GB/s
        What the storage delivers.

    Returns
    -------
    time : (n,), h
        NaN where either is unknown or nothing is delivered.

    Notes
    -----
    ``volume_gb / throughput_gb_s / 3600``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> hours_to_read(8_000.0, 4.0).round(2).item()
    0.56
    """
    volume_gb, throughput_gb_s = as_arrays(volume_gb, throughput_gb_s)
    return quotient(volume_gb, throughput_gb_s) / SECONDS_PER_HOUR
