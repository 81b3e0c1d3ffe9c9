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
    """The allowed options of every workload, best first; a workload's options stand together."""

    allowed: NDArray[np.bool_]
    """(workloads, devices): which options are allowed."""
    keys: tuple[NDArray[np.float64], ...]
    """(workloads, devices) each: what options are ordered by, the most important first."""

    def of(self, workload: int) -> Rows:
        """The rows of the allowed options of one workload, best first."""
        devices = np.flatnonzero(self.allowed[workload])
        order = np.lexsort([key[workload, devices] for key in reversed(self.keys)])
        return np.asarray(devices[order] + workload * self.allowed.shape[1])

    @property
    def best(self) -> Rows:
        """The best row of every workload, -1 where no option is allowed."""
        left = self.allowed
        for key in self.keys:
            found = np.where(left, key, np.inf)
            left = left & (found == found.min(axis=1, keepdims=True))
        n_workloads, n_devices = left.shape
        first = left.argmax(axis=1) + np.arange(n_workloads) * n_devices
        return np.where(self.allowed.any(axis=1), first, -1)


def rank_options(options: Frame, rulebook: Rulebook) -> Ranking:
    """The allowed options of every workload, in the order of the objective.

    An option is allowed when every symbol that the objective ranks is one it names. Unknown
    numbers come last. Ties keep the order of the catalogue.
    """
    shape = len(options.parents[Entity.WORKLOAD][0]), -1
    keys = [_key(options, key).reshape(shape) for key in rulebook.objective]
    allowed = np.ones(len(options), dtype=np.bool_).reshape(shape)
    for key, one in zip(keys, rulebook.objective, strict=True):
        if isinstance(one.order, tuple):
            allowed &= ~np.isnan(key)
    return Ranking(
        allowed,
        tuple(np.nan_to_num(key, nan=np.inf, posinf=np.inf, neginf=-np.inf) for key in keys),
    )


def _key(options: Frame, key: ObjectiveKey) -> NDArray[np.float64]:
    values = options.get(key.attribute)
    if isinstance(key.order, tuple):
        codes = options.vocabulary[key.attribute].codes
        rank = np.full(len(codes) + 1, np.nan)
        for position, symbol in enumerate(key.order):
            rank[codes[symbol]] = position
        return np.asarray(rank[values], dtype=np.float64)
    return values if key.order == "ascending" else -values
