"""The choice among the options that the rules allow, by the objective of the rule pack."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rackwright.frames import Frame
from rackwright.records import Entity
from rackwright.rulebook.model import ObjectiveKey, Rulebook

Keys = NDArray[np.float64]


def rank_options(options: Frame, rulebook: Rulebook) -> dict[int, list[int]]:
    """For each workload's row the rows of its allowed options, best first.

    An option is allowed when every symbol that the objective ranks is one it names. Unknown
    numbers come last. Ties keep the order of the catalogue.
    """
    keys = [_key(options, key) for key in rulebook.objective]
    allowed = np.all(
        [
            ~np.isnan(k)
            for k, o in zip(keys, rulebook.objective, strict=True)
            if isinstance(o.order, tuple)
        ],
        axis=0,
    )
    order = np.lexsort([np.nan_to_num(k, nan=np.inf) for k in reversed(keys)])
    workload = options.parents[Entity.WORKLOAD][1]
    ranked: dict[int, list[int]] = {int(w): [] for w in np.unique(workload)}
    for row in order:
        if allowed[row]:
            ranked[int(workload[row])].append(int(row))
    return ranked


def _key(options: Frame, key: ObjectiveKey) -> Keys:
    values = options.get(key.attribute)
    if isinstance(key.order, tuple):
        rank = np.full(len(options.vocabulary[key.attribute].values) + 1, np.nan)
        for position, symbol in enumerate(key.order):
            rank[options.vocabulary[key.attribute].codes[symbol]] = position
        return rank[values]
    return values if key.order == "ascending" else -values
