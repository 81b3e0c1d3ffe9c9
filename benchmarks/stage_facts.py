"""Facts to judge: what each stage sees of plans that resemble the examples.

Every plan is one of the shipped examples with its numbers moved and some statements left out, so
that the kernels and all earlier stages give each stage facts as they occur.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rackwright.bundled import examples_folder
from rackwright.engines.columnar import ColumnarEngine
from rackwright.facts.load import load_plan
from rackwright.frames import Column, Frame, unknown_column
from rackwright.judge import ColumnJudge, Trace
from rackwright.records import Entity, Given, Row, Scope
from rackwright.rulebook.model import Attribute, Kind, Rulebook
from rackwright.stages import run_stages
from rackwright.stated import stated_frames

Rows = NDArray[np.intp]
Key = tuple[Scope, Entity]
"""A stage: its scope, and the kind of thing that it judges."""

LEFT_OUT = 0.1
"""The share of statements that a plan leaves out of its example."""
SPREAD = 0.4
"""The standard deviation of the logarithm of what numbers are multiplied with."""
KEPT = ("stage", "model")
"""What no plan leaves out or moves, as little could be measured without it."""


@dataclass(frozen=True, eq=False, slots=True)
class StageFacts:
    """What the rules of one stage see of some things."""

    scope: Scope
    of: Entity
    n_rows: int
    columns: Mapping[str, Column]
    rows: Sequence[Row]
    """The same for some of the things, drawn at random, as rows."""
    at: Rows
    """Which things these are."""


def stage_facts(
    rulebook: Rulebook, n_plans: int, n_rows: int, seed: int = 1
) -> dict[Key, StageFacts]:
    """The facts of every stage, in order, for so many plans; as rows for at most `n_rows`."""
    random = np.random.default_rng(seed)
    plans, workloads = _plans(rulebook, n_plans, random)
    recorder = _Recorder(rulebook, n_rows, random)
    run_stages(plans, workloads, (), rulebook, recorder)
    return recorder.facts


class _Recorder(ColumnJudge):
    """Judges in columns, and keeps what each stage saw before it was judged."""

    def __init__(self, rulebook: Rulebook, n_rows: int, random: np.random.Generator) -> None:
        self._stages = ColumnarEngine(rulebook)
        super().__init__(rulebook, self._stages)
        self.facts: dict[Key, StageFacts] = {}
        self._n_rows = n_rows
        self._random = random

    def judge(self, frame: Frame, scope: Scope, rows: Rows) -> Trace:
        reads = self._stages.stage(scope, frame.of).reads
        columns = {name: frame.get(name)[rows] for name in reads}
        at = self._random.permutation(len(rows))[: self._n_rows]
        as_rows = frame.rows(rows[at], reads)
        facts = StageFacts(scope, frame.of, len(rows), columns, as_rows, at)
        self.facts[scope, frame.of] = facts
        return super().judge(frame, scope, rows)


def _plans(rulebook: Rulebook, n_plans: int, random: np.random.Generator) -> tuple[Frame, Frame]:
    paths = sorted(examples_folder().glob("*.yaml"))
    examples = [stated_frames(load_plan(path), rulebook) for path in paths]
    sizes = np.array([len(workloads) for _, workloads in examples])
    example = random.integers(0, len(examples), n_plans)
    plan = np.repeat(np.arange(n_plans, dtype=np.intp), sizes[example])
    place = np.arange(len(plan)) - np.repeat(_starts(sizes[example]), sizes[example])
    plans = _drawn([whole for whole, _ in examples], example, {}, random)
    above = {Entity.PLAN: (plans, plan)}
    rows = _starts(sizes)[example][plan] + place
    return plans, _drawn([workloads for _, workloads in examples], rows, above, random)


def _starts(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.asarray(np.cumsum(sizes) - sizes)


def _drawn(
    examples: Sequence[Frame],
    rows: NDArray[np.int64],
    parents: dict[Entity, tuple[Frame, Rows]],
    random: np.random.Generator,
) -> Frame:
    """Rows of the examples, taken together, with what they state varied."""
    first = examples[0]
    subjects = [f"{first.of}-{number}" for number in range(len(rows))]
    drawn = Frame(first.of, subjects, first.vocabulary, parents)
    for name in dict.fromkeys(name for frame in examples for name in frame.columns):
        stated = np.concatenate([frame.get(name) for frame in examples])[rows]
        varied = stated if name in KEPT else _varied(first.vocabulary[name], stated, random)
        drawn.put(name, varied, lambda _row: Given("example"))
    return drawn


def _varied(attribute: Attribute, stated: Column, random: np.random.Generator) -> Column:
    left_out = random.random(len(stated)) < LEFT_OUT
    if attribute.kind is Kind.NUMBER:
        moved = stated * np.exp(random.normal(0, SPREAD, len(stated)))
        stated = np.where(stated == np.floor(stated), np.ceil(moved), moved)
    return np.where(left_out, unknown_column(attribute, len(stated)), stated)
