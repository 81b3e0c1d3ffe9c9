"""Kernels for storage: how fast data must move."""

from __future__ import annotations

from rackwright.quantities.arrays import Array, Numbers, as_arrays, quotient
from rackwright.units import GB, GIB


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
