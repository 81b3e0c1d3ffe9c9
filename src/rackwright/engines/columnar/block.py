"""Some rows while they are judged: what is known of them by now, and the masks made so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rackwright.engines.columnar.compiled import Branch
from rackwright.engines.columnar.masks import ColumnTest, Mask, known
from rackwright.frames import Column
from rackwright.rulebook.model import Attribute

_ALWAYS: Mask = np.ones(1, dtype=np.bool_)


class Block:
    """The columns of some rows; a mask is made once, however many rules ask for it.

    WHY no mask gets out of date: a rulebook has its decisions in such an order that none tests
    what a later one concludes.
    """

    def __init__(
        self,
        n_rows: int,
        tests: Sequence[ColumnTest],
        columns: Mapping[str, Column],
        parameters: Mapping[str, Column],
    ) -> None:
        self.n_rows = n_rows
        self.parameters = parameters
        """Those with a value of its own on every row."""
        self._tests = tests
        self._initial = columns
        self._now = dict(columns)
        self._masks: dict[int, Mask] = {}

    def holds(self, branch: Branch) -> Mask:
        """Where every test of a branch holds: one value a row, or one for all."""
        mask = _ALWAYS
        for position, test in enumerate(branch):
            mask = mask & self._mask(test) if position else self._mask(test)
        return mask

    def conclude(self, attribute: Attribute, concluded: Column) -> Column:
        """Let later decisions see a conclusion wherever the value was not known before."""
        initial = self._initial[attribute.name]
        stated = known(attribute.kind, initial)
        merged = np.where(stated, initial, concluded) if stated.any() else concluded
        self._now[attribute.name] = merged
        return merged

    def _mask(self, at: int) -> Mask:
        if at not in self._masks:
            test = self._tests[at]
            columns = self._initial if test.initial else self._now
            self._masks[at] = self._made(test, columns[test.attribute])
        return self._masks[at]

    def _made(self, test: ColumnTest, column: Column) -> Mask:
        thresholds = test.thresholds(self.parameters)
        return test.mask(column) if thresholds is None else test.against(column, thresholds)
