"""Kernels over groups of rows: n rows in, one value a row or one for each of g groups out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rackwright.quantities.arrays import Array


def least_of_group(values: Array, eligible: Array, group: Array) -> Array:
    """The least eligible value of each row's group.

    Parameters
    ----------
    values : (n,), any unit
        NaN where unknown; such rows are passed over.
    eligible : (n,), 1 or 0
        Rows that count; NaN does not.
    group : (n,), row of the parent
        Rows with the same number belong together. With two axes, (n_groups, 1), each row of the
        other arrays is a group of its own.

    Returns
    -------
    least : (n,), unit of `values`
        The same number for all rows of a group; NaN where no row of it is eligible. With two axes
        (n_groups, 1), one number a group.

    Notes
    -----
    ``least[i] = min(values[j] for j where group[j] == group[i] and eligible[j] == 1)``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> least_of_group(np.array([3.0, 2.0, 9.0]), np.array([1.0, 0.0, 1.0]), np.array([0, 0, 1]))
    array([3., 3., 9.])
    """
    counted = (eligible == 1) & ~np.isnan(values)
    if group.ndim == 2:
        each = np.where(counted, values, np.inf).min(axis=1, keepdims=True)
        return np.where(np.isinf(each), np.nan, each)
    index = group.astype(np.intp)
    least = np.full(_n_groups(index), np.inf)
    np.minimum.at(least, index[counted], values[counted])
    return np.where(np.isinf(least[index]), np.nan, least[index])


def sum_of(values: Array, group: Array) -> Array:
    """The sum of each group.

    Parameters
    ----------
    values : (n,), any unit
        What is added up.
    group : (n,), row of the parent
        Rows with the same number belong together; every number up to the largest occurs.

    Returns
    -------
    total : (g,), unit of `values`
        NaN where a value of the group is unknown.

    Notes
    -----
    ``total[g] = sum(values[i] where group[i] == g)``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> sum_of(np.array([1.5, 2.0, 4.0]), np.array([0, 0, 1]))
    array([3.5, 4. ])
    """
    return np.bincount(group.astype(np.intp), weights=values).astype(np.float64)


def sum_where(values: Array, counted: Array, group: Array) -> Array:
    """The sum of the counted values of each group.

    Parameters
    ----------
    values : (n,), any unit
        What is added up.
    counted : (n,), 1 or 0
        Rows that count; NaN does not.
    group : (n,), row of the parent
        Rows with the same number belong together; every number up to the largest occurs.

    Returns
    -------
    total : (g,), unit of `values`
        NaN where a counted value is unknown; 0 where no row counts.

    Notes
    -----
    ``total[g] = sum(values[i] where counted[i] == 1 and group[i] == g)``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> sum_where(np.array([1.5, 2.0, 4.0]), np.array([1.0, 0.0, 1.0]), np.array([0, 0, 0]))
    array([5.5])
    """
    return sum_of(np.where(counted == 1, values, 0.0), group)


def largest_where(values: Array, counted: Array, group: Array) -> Array:
    """The largest counted value of each group.

    Parameters
    ----------
    values : (n,), any unit
        What is compared.
    counted : (n,), 1 or 0
        Rows that count; NaN does not.
    group : (n,), row of the parent
        Rows with the same number belong together; every number up to the largest occurs.

    Returns
    -------
    largest : (g,), unit of `values`
        NaN where no row counts or a counted value is unknown.

    Notes
    -----
    ``largest[g] = max(values[i] where counted[i] == 1 and group[i] == g)``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> largest_where(np.array([1.5, 2.0, 4.0]), np.array([1.0, 1.0, 0.0]), np.array([0, 0, 0]))
    array([2.])
    """
    index = group.astype(np.intp)
    largest = np.full(_n_groups(index), -np.inf)
    here = counted == 1
    np.maximum.at(largest, index[here], values[here])
    return np.where(np.isinf(largest), np.nan, largest)


def count_where(counted: Array, group: Array) -> Array:
    """How many rows of each group count.

    Parameters
    ----------
    counted : (n,), 1 or 0
        Rows that count; NaN does not.
    group : (n,), row of the parent
        Rows with the same number belong together; every number up to the largest occurs.

    Returns
    -------
    count : (g,), count

    Notes
    -----
    ``count[g] = number of i where counted[i] == 1 and group[i] == g``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> count_where(np.array([1.0, 0.0, np.nan]), np.array([0, 0, 1]))
    array([1., 0.])
    """
    return sum_of((counted == 1).astype(np.float64), group)


def union_of(masks: NDArray[np.int64], group: Array) -> NDArray[np.int64]:
    """The union of the known sets of each group.

    Parameters
    ----------
    masks : (n,), bit mask
        A set a row; -1 where unknown.
    group : (n,), row of the parent
        Rows with the same number belong together; every number up to the largest occurs.

    Returns
    -------
    union : (g,), bit mask
        -1 where no row of the group is known.

    Notes
    -----
    ``union[g] = masks[i] | masks[j] | ...`` over the known rows of the group.

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> union_of(np.array([1, -1, 4]), np.array([0, 0, 0]))
    array([5])
    """
    index = group.astype(np.intp)
    known = masks >= 0
    union = np.zeros(_n_groups(index), dtype=np.int64)
    np.bitwise_or.at(union, index[known], masks[known])
    return np.where(np.bincount(index[known], minlength=len(union)) > 0, union, -1)


def _n_groups(index: NDArray[np.intp]) -> int:
    return int(index.max(initial=-1)) + 1
