"""Kernels over groups of rows: the least of each group, sums and tallies of a whole column."""

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
        Rows with the same number belong together.

    Returns
    -------
    least : (n,), unit of `values`
        The same number for all rows of a group; NaN where no row of it is eligible.

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
    index = group.astype(np.intp)
    least = np.full(int(index.max(initial=-1)) + 1, np.inf)
    np.minimum.at(least, index[counted], values[counted])
    return np.where(np.isinf(least[index]), np.nan, least[index])


def sum_where(values: Array, counted: Array) -> Array:
    """The sum of the counted values of a whole column.

    Parameters
    ----------
    values : (n,), any unit
        What is added up.
    counted : (n,), 1 or 0
        Rows that count; NaN does not.

    Returns
    -------
    total : (1,), unit of `values`
        NaN when a counted value is unknown; 0 when no row counts.

    Notes
    -----
    ``total = sum(values[i] where counted[i] == 1)``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> sum_where(np.array([1.5, 2.0, 4.0]), np.array([1.0, 0.0, 1.0]))
    array([5.5])
    """
    return np.array([values[counted == 1].sum()])


def largest_where(values: Array, counted: Array) -> Array:
    """The largest counted value of a whole column.

    Parameters
    ----------
    values : (n,), any unit
        What is compared.
    counted : (n,), 1 or 0
        Rows that count; NaN does not.

    Returns
    -------
    largest : (1,), unit of `values`
        NaN when no row counts or a counted value is unknown.

    Notes
    -----
    ``largest = max(values[i] where counted[i] == 1)``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> largest_where(np.array([1.5, 2.0, 4.0]), np.array([1.0, 1.0, 0.0]))
    array([2.])
    """
    chosen = values[counted == 1]
    return np.array([chosen.max() if len(chosen) else np.nan])


def count_where(counted: Array) -> Array:
    """How many rows of a whole column count.

    Parameters
    ----------
    counted : (n,), 1 or 0
        Rows that count; NaN does not.

    Returns
    -------
    count : (1,), count

    Notes
    -----
    ``count = number of i where counted[i] == 1``

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> count_where(np.array([1.0, 0.0, np.nan]))
    array([1.])
    """
    return np.array([float((counted == 1).sum())])


def union_of(masks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The union of the known sets of a whole column.

    Parameters
    ----------
    masks : (n,), bit mask
        A set a row; -1 where unknown.

    Returns
    -------
    union : (1,), bit mask
        -1 when no row is known.

    Notes
    -----
    ``union = masks[0] | masks[1] | ...`` over the known rows.

    References
    ----------
    Arithmetic.

    Examples
    --------
    >>> union_of(np.array([1, -1, 4]))
    array([5])
    """
    known = masks[masks >= 0]
    return np.array([np.bitwise_or.reduce(known) if len(known) else -1], dtype=np.int64)
