"""One scope judged: columns to the rules, conclusions back into the columns."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rackwright.engines.base import Engine
from rackwright.engines.columnar import ColumnarEngine, Judged, Stage
from rackwright.frames import Column, Frame, encode, unknown_column
from rackwright.records import (
    Calculated,
    Concluded,
    Firing,
    Origin,
    Scope,
    Value,
    parameter_id,
)
from rackwright.rulebook.model import Decision, Hit, Rulebook, tests

Rows = NDArray[np.intp]
Trace = tuple[Firing, ...]
Held = dict[int, list[Firing]]
"""By row the firings that a conclusion rests on."""


class Judge(Protocol):
    """Runs the rules of a scope over rows of a frame and keeps what they conclude in it."""

    def judge(self, frame: Frame, scope: Scope, rows: Rows) -> Trace:
        """The firings, where the judge records them."""
        ...


class RowJudge:
    """Judges row by row with an engine, and records every firing."""

    def __init__(self, rulebook: Rulebook, engine: Engine) -> None:
        self._rulebook = rulebook
        self._engine = engine

    def judge(self, frame: Frame, scope: Scope, rows: Rows) -> Trace:
        """Every firing, in order of rows."""
        decisions = self._rulebook.stage(scope, frame.of)
        if not decisions or not len(rows):
            return ()
        names = tested(decisions)
        judged = self._engine.run(scope, frame.of, frame.rows(rows, names))
        held = _held(rows, judged)
        for decision in decisions:
            if decision.attribute in held:
                _keep(frame, decision, held[decision.attribute])
        return tuple(firing for firings in judged for firing in firings)


class ColumnJudge:
    """Judges all rows at once over columns; counts how often each rule fired instead of recording.

    A fact that a rule concluded says so, without naming the firing; what was stated keeps its
    origin. Replay the row with a `RowJudge` for the trace.
    """

    def __init__(self, rulebook: Rulebook, engine: ColumnarEngine) -> None:
        self._rulebook = rulebook
        self._engine = engine
        self.hits: Counter[tuple[str, str]] = Counter()
        """Rows on which each rule, by decision and id, fired, overruled or not."""

    def judge(self, frame: Frame, scope: Scope, rows: Rows) -> Trace:
        """Nothing: only the columns and the counts are kept."""
        if not self._rulebook.stage(scope, frame.of) or not len(rows):
            return ()
        judged = self._evaluated(frame, scope, rows)
        for name, concluded in judged.columns.items():
            whole = concluded
            if len(rows) < len(frame):
                whole = frame.get(name).copy()
                whole[rows] = concluded
            frame.fill(name, whole, lambda _row: Calculated("rules", ()))
        self.hits.update(dict(zip(judged.rules, judged.hits.tolist(), strict=True)))
        return ()

    def again(self, frame: Frame, scope: Scope, rows: Rows) -> Judged:
        """What fired on some rows that have been judged, rule by rule."""
        return self._evaluated(frame, scope, rows, keep_firings=True)

    def _evaluated(
        self, frame: Frame, scope: Scope, rows: Rows, *, keep_firings: bool = False
    ) -> Judged:
        stage = self._engine.stage(scope, frame.of)
        every = len(rows) == len(frame)
        columns = {n: frame.get(n) if every else frame.at(n, rows) for n in stage.reads}
        parameters = _varied(frame, stage, rows)
        return stage.evaluate(columns, len(rows), keep_firings=keep_firings, parameters=parameters)


def _varied(frame: Frame, stage: Stage, rows: Rows) -> dict[str, Column]:
    """The parameters of a stage that differ from plan to plan."""
    found = {name: frame.varying(parameter_id(name)) for name in stage.parameters}
    return {name: frame.flat(v)[rows] for name, v in found.items() if v is not None}


@lru_cache(maxsize=64)
def tested(decisions: tuple[Decision, ...]) -> tuple[str, ...]:
    """The attributes that the rules of some decisions test or conclude, sorted."""
    names = {t.attribute for d in decisions for rule in d.rules for t in tests(rule.condition)}
    return tuple(sorted(names | {d.attribute for d in decisions}))


def _held(rows: Rows, judged: Iterable[Trace]) -> dict[str, Held]:
    """By decision the firings that were not overruled."""
    held: dict[str, Held] = defaultdict(lambda: defaultdict(list))
    for row, firings in zip(rows.tolist(), judged, strict=True):
        for firing in firings:
            if not firing.overruled:
                held[firing.decision][row].append(firing)
    return held


def _keep(frame: Frame, decision: Decision, held: Held) -> None:
    """Put what firings conclude where nothing was known before."""
    name = decision.attribute
    attribute = frame.vocabulary[name]
    values = unknown_column(attribute, len(frame))
    for row, firings in held.items():
        values[row] = encode(attribute, _combined(decision, firings))

    def origin(row: int) -> Origin:
        return Concluded(tuple(firing.id for firing in held[row]))

    frame.fill(name, values, origin)


def _combined(decision: Decision, held: list[Firing]) -> Value:
    if decision.hit is Hit.FIRST:
        return held[0].value
    return tuple(str(firing.value) for firing in held)
