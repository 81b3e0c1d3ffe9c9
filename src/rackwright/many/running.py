"""Stated rows to results: lot by lot through the stages, some of them at the same time."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import TypeVar

import numpy as np

from rackwright.engines.columnar import ColumnarEngine
from rackwright.frames import Column
from rackwright.judge import ColumnJudge
from rackwright.many.figures import Told, told_columns, told_of
from rackwright.many.stated_rows import StatedRows
from rackwright.rulebook.model import Kind, Rulebook
from rackwright.stages import run_stages

LOT_WORKLOADS = 4096
"""Workloads at a time: few enough that the columns of their options stay in the cache."""

Hits = Counter[tuple[str, str]]
"""Rows on which each rule, by decision and id, fired, overruled or not."""

T = TypeVar("T")
_DTYPES = {Kind.NUMBER: np.float64, Kind.BOOLEAN: np.int8, Kind.SET: np.int64, Kind.TEXT: object}


@dataclass(frozen=True, eq=False, slots=True)
class Results:
    """The columns of the result, one value a workload, and how often each rule fired."""

    columns: Mapping[str, Column]
    hits: Hits


def run(stated: StatedRows, rulebook: Rulebook, workers: int = 1) -> Results:
    """Everything that is told of stated rows, in their order."""
    lots = (partial(_run_lot, stated, *lot, rulebook) for lot in stated.lots(LOT_WORKLOADS))
    parts = list(in_order(lots, workers))
    columns = {told.name: _joined(told, parts) for told in told_of(rulebook)}
    return Results(columns, sum((part.hits for part in parts), Hits()))


def in_order(tasks: Iterable[Callable[[], T]], workers: int) -> Iterator[T]:
    """The results of tasks in their order, `workers` of them at work at a time.

    A task is drawn only when it can begin soon, so that few results wait.
    """
    if workers == 1:
        yield from (task() for task in tasks)
        return
    remaining = iter(tasks)
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[T]] = deque(map(pool.submit, islice(remaining, workers + 1)))
        try:
            while waiting:
                yield waiting.popleft().result()
                waiting.extend(map(pool.submit, islice(remaining, 1)))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _run_lot(stated: StatedRows, first: int, last: int, rulebook: Rulebook) -> Results:
    plans, workloads = stated.frames(first, last, rulebook.vocabulary)
    judge = ColumnJudge(rulebook, _engine(rulebook))
    run_stages(plans, workloads, stated.quotes_in(first, last), rulebook, judge)
    return Results(told_columns(workloads, rulebook, judge), judge.hits)


@lru_cache(maxsize=8)
def _engine(rulebook: Rulebook) -> ColumnarEngine:
    return ColumnarEngine(rulebook)


def _joined(told: Told, parts: list[Results]) -> Column:
    nothing = np.empty(0, dtype=_DTYPES.get(told.kind, np.int8))
    return np.concatenate([part.columns[told.name] for part in parts] or [nothing])
