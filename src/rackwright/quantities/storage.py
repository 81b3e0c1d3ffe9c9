"""Kernels for storage: how fast data must move."""

from __future__ import annotations

from rackwright.quantities.arrays import Array, Numbers, as_arrays, quotient
from rackwright.units import GB, GIB, SECONDS_PER_DAY


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


def gb_per_second_of_a_run(volume_gb: Numbers, days: Numbers, times: Numbers) -> Array:
    """Throughput that reads a data set many times over while a run lasts.

    Parameters
    ----------
    volume_gb : (n,), GB
        Size of the data set.
    days : (n,), days
        How long the run lasts.
    times : (n,), ratio
        How often the set could be read in that time.

    Returns
    -------
    throughput : (n,), GB/s
        NaN where one of them is unknown or the run takes no time.

    Notes
    -----
    ``volume_gb * times / (days * 86_400)``

    References
    ----------
    Arithmetic.

    Examples
    --------
    500 GB once in three days, in megabytes a second.

    >>> (gb_per_second_of_a_run(500.0, 3.0, 1.0) * 1000).round(2).item()
    1.93
    """
    volume_gb, days, times = as_arrays(volume_gb, days, times)
    return quotient(volume_gb * times, days * SECONDS_PER_DAY)
