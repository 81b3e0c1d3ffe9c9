"""The choice among the options that the rules allow, by the objective of the rule pack."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rackwright.frames import Frame
from rackwright.records import Entity
from rackwright.rulebook.model import ObjectiveKey, Rulebook

Rows = NDArray[np.intp]


@dataclass(frozen=True, eq=False, slots=True)
class Ranking:
    """The allowed options of every workload, best first."""

    rows: Rows
    """Rows of options, workload by workload."""
    starts: Rows
    """Where the options of each workload begin among the rows, and where the last ones end."""

    def of(self, workload: int) -> Rows:
        """The rows of the allowed options of one workload, best first."""
        return self.rows[self.starts[workload] : self.starts[workload + 1]]

    @property
    def best(self) -> Rows:
        """The best row of every workload, -1 where no option is allowed."""
        has_any = self.starts[:-1] < self.starts[1:]
        best = np.full(len(has_any), -1, dtype=np.intp)
        best[has_any] = self.rows[self.starts[:-1][has_any]]
        return best


def rank_options(options: Frame, rulebook: Rulebook) -> Ranking:
    """The allowed options of every workload, in the order of the objective.

    An option is allowed when every symbol that the objective ranks is one it names. Unknown
    numbers come last. Ties keep the order of the catalogue.
    """
    workloads, parent = options.parents[Entity.WORKLOAD]
    keys = [_key(options, key) for key in rulebook.objective]
    allowed = np.ones(len(options), dtype=np.bool_)
    for key, one in zip(keys, rulebook.objective, strict=True):
        if isinstance(one.order, tuple):
            allowed &= ~np.isnan(key)
    rows = np.flatnonzero(allowed)
    sorted_by = [np.nan_to_num(key[rows], nan=np.inf) for key in reversed(keys)]
    rows = rows[np.lexsort([*sorted_by, parent[rows]])]
    return Ranking(rows, np.searchsorted(parent[rows], np.arange(len(workloads) + 1)))


def _key(options: Frame, key: ObjectiveKey) -> NDArray[np.float64]:
    values = options.get(key.attribute)
    if isinstance(key.order, tuple):
        codes = options.vocabulary[key.attribute].codes
        rank = np.full(len(codes) + 1, np.nan)
        for position, symbol in enumerate(key.order):
            rank[codes[symbol]] = position
        return np.asarray(rank[values], dtype=np.float64)
    return values if key.order == "ascending" else -values
