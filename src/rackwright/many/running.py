"""Stated rows to results: lot by lot through the stages, on several processes if many."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rackwright.engines.columnar import ColumnarEngine
from rackwright.frames import Column
from rackwright.judge import ColumnJudge
from rackwright.many.figures import Told, told_columns, told_of
from rackwright.many.stated_rows import Lot
from rackwright.many.workers import in_order
from rackwright.records import Entity
from rackwright.rulebook.model import Kind, Rulebook
from rackwright.stages import run_stages

LOT_WORKLOADS = 4096
"""Workloads at a time: their options take some 100 MB, however many there are in all."""
LEAST_LOTS = 10
"""Lots for which it is worth while to begin other processes: to begin takes as long as four."""

Hits = Counter[tuple[str, str]]
"""Rows on which each rule, by decision and id, fired, overruled or not."""

_DTYPES = {Kind.NUMBER: np.float64, Kind.BOOLEAN: np.int8, Kind.SET: np.int64, Kind.TEXT: object}


@dataclass(frozen=True, eq=False, slots=True)
class Results:
    """The columns of the result, one value a workload, and how often each rule fired."""

    columns: dict[str, Column]
    hits: Hits


def run(stated: Lot, rulebook: Rulebook, workers: int = 1) -> Results:
    """Everything that is told of stated rows, in their order.

    Raises
    ------
    InferenceError
        When a worker process ends before its work does.
    """
    few = stated.starts[-1] < LEAST_LOTS * LOT_WORKLOADS
    lots = stated.lots(LOT_WORKLOADS)
    parts = list(in_order(_run_lot, lots, rulebook, 1 if few else workers))
    columns = {told.name: _joined(told, parts) for told in told_of(rulebook)}
    return Results(columns, sum((part.hits for part in parts), Hits()))


def _run_lot(lot: Lot, rulebook: Rulebook) -> Results:
    plans, workloads = lot.frames(rulebook.vocabulary)
    judge = ColumnJudge(rulebook, _engine(rulebook))
    frames = run_stages(plans, workloads, lot.quotes, rulebook, judge).frames
    columns = told_columns(workloads, rulebook, judge)
    for entity in Entity:
        frames.of(entity).forget()
    return Results(columns, judge.hits)


@lru_cache(maxsize=8)
def _engine(rulebook: Rulebook) -> ColumnarEngine:
    return ColumnarEngine(rulebook)


def _joined(told: Told, parts: list[Results]) -> Column:
    """One column of all parts, which lose theirs, so that memory holds it only once."""
    nothing = np.empty(0, dtype=_DTYPES.get(told.kind, np.int8))
    return np.concatenate([part.columns.pop(told.name) for part in parts] or [nothing])
