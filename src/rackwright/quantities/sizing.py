"""Kernels that put a workload on a device: what must be held, whether it may, how many it takes."""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy.typing import NDArray

from rackwright.quantities.arrays import Array, Numbers

Codes = NDArray[np.int32]
Masks = NDArray[np.int64]


def choose_where(condition: Numbers, yes: Numbers, no: Numbers) -> Array:
    """One value where a condition holds, another where it does not.

    Parameters
    ----------
    condition : (n,), 1 or 0
        NaN where unknown.
    yes : (n,), any unit
        Taken where `condition` is 1.
    no : (n,), unit of `yes`
        Taken where `condition` is 0.

    Returns
    -------
    chosen : (n,), unit of `yes`
        NaN where the condition is unknown.

    Notes
    -----
    ``chosen = yes if condition else no``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> choose_where(np.array([1.0, 0.0]), np.array([5.0, 5.0]), np.array([7.0, 7.0]))
    array([5., 7.])
    """
    chosen = np.where(condition == 1, yes, no)
    unknown = np.isnan(condition)
    return np.where(unknown, np.nan, chosen) if np.count_nonzero(unknown) else chosen


def first_known(*values: Numbers) -> Array:
    """The first of several values that is known.

    Parameters
    ----------
    *values : (n,), one unit for all
        In order of preference; NaN where unknown.

    Returns
    -------
    known : (n,), unit of `values`
        NaN where none is known.

    Notes
    -----
    ``known = values[0] if known else values[1] if known else ...``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> first_known(np.array([np.nan, 2.0]), np.array([1.0, 1.0]))
    array([1., 2.])
    """
    *preferred, known = values
    for candidate in reversed(preferred):
        known = np.where(np.isnan(candidate), known, candidate)
    return np.asarray(known, dtype=np.float64)


def largest_known(*values: Numbers) -> Array:
    """The largest of several values, unknown ones passed over, but the first must be known.

    Parameters
    ----------
    *values : (n,), one unit for all
        The first is a requirement that always applies; the others apply where they are known.

    Returns
    -------
    largest : (n,), unit of `values`
        NaN where the first is unknown, 0 where it is 0 (nothing satisfies it).

    Notes
    -----
    ``largest = max(known values)``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> largest_known(np.array([2.0, 0.0, np.nan]), np.array([np.nan, 4.0, 4.0]))
    array([ 2.,  0., nan])
    """
    first = values[0]
    largest = reduce(np.fmax, values)
    return np.where((first == 0) | np.isnan(first), first, largest)


def position_of_largest(*values: Numbers) -> Array:
    """Which of several values is the largest known one.

    Parameters
    ----------
    *values : (n,), one unit for all
        NaN where unknown.

    Returns
    -------
    position : (n,), position
        Counted from 0, the first of equals; NaN where none is known.

    Notes
    -----
    ``argmax(known values)``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> position_of_largest(np.array([2.0, 4.0, np.nan]), np.array([np.nan, 4.0, np.nan]))
    array([ 0.,  0., nan])
    """
    largest = values[0]
    position = np.where(np.isnan(largest), np.nan, 0.0)
    for at, value in enumerate(values[1:], 1):
        larger = (value > largest) | (np.isnan(largest) & ~np.isnan(value))
        largest = np.where(larger, value, largest)
        position = np.where(larger, float(at), position)
    return position


def rank_gap(has: Codes, needs: Codes) -> Array:
    """How many ranks what a device has lies above what is needed.

    Parameters
    ----------
    has : (n,), rank
        Position in an ordered list of symbols; -1 where unknown.
    needs : (n,), rank
        Likewise.

    Returns
    -------
    gap : (n,), ranks
        Negative where it falls short; NaN where either is unknown.

    Notes
    -----
    ``gap = has - needs``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> rank_gap(np.array([3, 1, -1]), np.array([1, 1, 1]))
    array([ 2.,  0., nan])
    """
    return np.where((has < 0) | (needs < 0), np.nan, has.astype(np.float64) - needs)


def supports_one(supported: Masks, wanted: Codes) -> Array:
    """Whether one wanted symbol is among those supported.

    Parameters
    ----------
    supported : (n,), bit mask
        -1 where unknown.
    wanted : (n,), position
        -1 where unknown.

    Returns
    -------
    supports : (n,), 1 or 0
        NaN where either is unknown.

    Notes
    -----
    ``supports = bit 'wanted' of 'supported'``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> supports_one(np.array([6, 6, -1]), np.array([1, 0, 1]))
    array([ 1.,  0., nan])
    """
    bit = supported >> np.maximum(wanted, 0) & 1
    return np.where((supported < 0) | (wanted < 0), np.nan, bit.astype(np.float64))


def supports_all(supported: Masks, wanted: Masks) -> Array:
    """Whether every wanted symbol is among those supported.

    Parameters
    ----------
    supported : (n,), bit mask
        -1 where unknown.
    wanted : (n,), bit mask
        -1 where unknown.

    Returns
    -------
    supports : (n,), 1 or 0
        NaN where either is unknown.

    Notes
    -----
    ``supports = (wanted & ~supported) == 0``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> supports_all(np.array([6, 6, -1]), np.array([2, 3, 2]))
    array([ 1.,  0., nan])
    """
    met = (wanted & ~supported) == 0
    return np.where((supported < 0) | (wanted < 0), np.nan, met.astype(np.float64))


def ratio(value: Numbers, base: Numbers) -> Array:
    """How many times a base a value is.

    Parameters
    ----------
    value : (n,), any unit
        What is compared.
    base : (n,), unit of `value`
        What it is compared with.

    Returns
    -------
    ratio : (n,), ratio
        NaN where either is unknown or the base is 0.

    Notes
    -----
    ``ratio = value / base``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> ratio(np.array([6.0, 1.0]), np.array([4.0, 0.0]))
    array([1.5, nan])
    """
    safe = np.where(base == 0, np.nan, base)
    return np.asarray(value / safe, dtype=np.float64)


def all_of(*flags: Numbers) -> Array:
    """Whether every flag is set.

    Parameters
    ----------
    *flags : (n,), 1 or 0
        NaN where unknown.

    Returns
    -------
    all : (n,), 1 or 0
        0 where any is 0, else NaN where any is unknown.

    Notes
    -----
    Three-valued conjunction.

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> all_of(np.array([1.0, 1.0, np.nan]), np.array([1.0, 0.0, 0.0]))
    array([1., 0., 0.])
    """
    refuted = reduce(np.logical_or, [flag == 0 for flag in flags])
    unknown = reduce(np.logical_or, [np.isnan(flag) for flag in flags])
    return np.where(refuted, 0.0, np.where(unknown, np.nan, 1.0))


def any_of(*flags: Numbers) -> Array:
    """Whether some flag is set; an unknown flag counts as not set.

    Parameters
    ----------
    *flags : (n,), 1 or 0
        NaN where unknown.

    Returns
    -------
    any : (n,), 1 or 0

    Notes
    -----
    Disjunction.

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> any_of(np.array([0.0, np.nan]), np.array([1.0, 0.0]))
    array([1., 0.])
    """
    found = reduce(np.logical_or, [flag == 1 for flag in flags])
    return np.asarray(found, dtype=np.float64)


def exceeds(value: Numbers, limit: Numbers) -> Array:
    """Whether a value lies above a limit.

    Parameters
    ----------
    value : (n,), any unit
        What is compared.
    limit : (n,), unit of `value`
        What it is compared with.

    Returns
    -------
    exceeds : (n,), 1 or 0
        NaN where either is unknown.

    Notes
    -----
    ``exceeds = value > limit``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> exceeds(np.array([2.0, np.nan]), np.array([1.0, 1.0]))
    array([ 1., nan])
    """
    above = np.asarray(value > limit, dtype=np.float64)
    return np.where(np.isnan(value) | np.isnan(limit), np.nan, above)
