"""One stage over columns: a mask a test, a mask a rule, a code column a decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rackwright.engines.columnar.block import Block
from rackwright.engines.columnar.compiled import CompiledDecision, CompiledRule, Compiler
from rackwright.engines.columnar.conclude import combination
from rackwright.engines.columnar.inputs import checked, shaped
from rackwright.engines.columnar.judged import NOT_FIRED, FiringBits, Judged
from rackwright.engines.columnar.masks import Mask
from rackwright.frames import Column, unknown_column
from rackwright.rulebook.model import Attribute, Decision

BLOCK_ROWS = 65_536
"""Rows at a time: masks stay in the processor's cache, and memory for them does not grow."""


class Stage:
    """The decisions about one kind of thing in one scope, compiled to masks over columns."""

    def __init__(self, decisions: Sequence[Decision], vocabulary: Mapping[str, Attribute]) -> None:
        compiler = Compiler(vocabulary)
        self._decisions = compiler.decisions(decisions)
        self._tests = tuple(compiler.tests)
        self.rules = tuple((d.attribute, rule.id) for d in decisions for rule in d.rules)
        """The decision and the id of every rule, in the order of everything that is by rule."""
        concluded = {decision.attribute for decision in decisions}
        names = sorted({test.attribute for test in self._tests} | concluded)
        self.reads = {name: vocabulary[name] for name in names}
        """The attributes that it reads: those that rules test, and those that they conclude."""
        concluding = (rule.parameter for d in self._decisions for rule in d.rules)
        named = {name for test in self._tests for name in test.parameters}
        self.parameters = tuple(sorted(named | {name for name in concluding if name is not None}))
        """The parameters that its rules compare with or conclude."""

    def evaluate(
        self,
        columns: Mapping[str, Column],
        n_rows: int,
        *,
        keep_firings: bool = False,
        parameters: Mapping[str, Column] | None = None,
    ) -> Judged:
        """The conclusions of every row.

        Columns are encoded as frames hold them. One that is missing is unknown on every row, and
        one that has a single value holds it on every row. A parameter in `parameters` has there a
        value for every row; every other one has that of the rules.

        Raises
        ------
        UsageError
            When a column has another length or type, or a code that stands for no value.
        InferenceError
            When a number is infinite.
        """
        given = {name: shaped(a, columns.get(name), n_rows) for name, a in self.reads.items()}
        judged = self._nothing_yet(n_rows, keep_firings)
        for start in range(0, n_rows, BLOCK_ROWS):
            rows = slice(start, min(start + BLOCK_ROWS, n_rows))
            varied = {name: values[rows] for name, values in (parameters or {}).items()}
            self._judge(self._block(given, rows, varied), rows, judged)
        return judged

    def _nothing_yet(self, n_rows: int, keep_firings: bool) -> Judged:
        columns = {d.attribute.name: unknown_column(d.attribute, n_rows) for d in self._decisions}
        hits, overruled = np.zeros((2, len(self.rules)), dtype=np.int64)
        shape = len(self.rules), n_rows
        firings = (
            FiringBits(np.full(shape, NOT_FIRED, dtype=np.int16), np.zeros(shape, dtype=np.bool_))
            if keep_firings
            else None
        )
        return Judged(columns, self.rules, hits, overruled, firings)

    def _block(
        self, given: Mapping[str, Column], rows: slice, parameters: Mapping[str, Column]
    ) -> Block:
        columns = {
            name: checked(self.reads[name], whole[rows] if len(whole) > 1 else whole)
            for name, whole in given.items()
        }
        return Block(rows.stop - rows.start, self._tests, columns, parameters)

    def _judge(self, block: Block, rows: slice, judged: Judged) -> None:
        for decision in self._decisions:
            concluded = _decide(decision, block, rows, judged)
            name = decision.attribute.name
            judged.columns[name][rows] = block.conclude(decision.attribute, concluded)


def _decide(decision: CompiledDecision, block: Block, rows: slice, judged: Judged) -> Column:
    combined = combination(decision, block.n_rows, block.parameters)
    bits = judged.firings
    for rule in decision.rules:
        fired = _fired(rule, block, bits.branch[rule.at, rows] if bits else None)
        overruled = combined.add(fired)
        judged.hits[rule.at] += np.count_nonzero(fired)
        judged.overruled[rule.at] += np.count_nonzero(overruled)
        if bits:
            bits.overruled[rule.at, rows] = overruled
    return combined.column()


def _fired(rule: CompiledRule, block: Block, branch: NDArray[np.int16] | None) -> Mask:
    """Where the rule fires; `branch`, if any, is raised to the first that holds."""
    fired: Mask = np.zeros(block.n_rows, dtype=np.bool_)
    for position, tests in enumerate(rule.branches):
        held = block.holds(tests)
        if branch is not None:
            branch += (held & ~fired) * np.int16(position - NOT_FIRED)
        fired |= held
    return fired
