"""How the rules of one decision combine into its column, rule by rule in order of precedence.

WHY arithmetic on masks, not `where`: that branches on every value, which costs several times as
much when the values are mixed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from rackwright.engines.columnar.compiled import CompiledDecision
from rackwright.engines.columnar.masks import Mask
from rackwright.frames import Column, unknown_column
from rackwright.rulebook.model import Hit


class Combination(Protocol):
    """The conclusions of a decision so far."""

    def add(self, fired: Mask) -> Mask:
        """Take in the next rule; where it is overruled."""
        ...

    def column(self) -> Column:
        """What is concluded, encoded."""
        ...


def combination(
    decision: CompiledDecision, n_rows: int, parameters: Mapping[str, Column]
) -> Combination:
    """Nothing concluded yet, on so many rows; the parameters are those that differ by row."""
    collects = decision.decision.hit is Hit.COLLECT
    return _Collected(decision, n_rows) if collects else _First(decision, n_rows, parameters)


class _First:
    """The first rule that fires decides."""

    def __init__(
        self, decision: CompiledDecision, n_rows: int, parameters: Mapping[str, Column]
    ) -> None:
        unknown = unknown_column(decision.attribute, 1)
        thens = np.array([rule.then for rule in decision.rules], dtype=unknown.dtype)
        self._codes = np.concatenate([unknown, thens])
        self._deciding = np.zeros(n_rows, dtype=np.min_scalar_type(len(thens)))
        """The number of the rule that decides, from one; zero is none."""
        self._open = np.ones(n_rows, dtype=np.bool_)
        self._number = 0
        self._varied = {
            number: parameters[name]
            for number, rule in enumerate(decision.rules, 1)
            if (name := rule.parameter) is not None and name in parameters
        }

    def add(self, fired: Mask) -> Mask:
        self._number += 1
        decided = fired & self._open
        self._deciding += decided * self._deciding.dtype.type(self._number)
        self._open ^= decided
        return fired ^ decided

    def column(self) -> Column:
        codes: Column = self._codes[self._deciding]
        for number, values in self._varied.items():
            codes = np.where(self._deciding == number, values, codes)
        return codes


class _Collected:
    """Every rule that fires adds its member."""

    def __init__(self, decision: CompiledDecision, n_rows: int) -> None:
        self._bits: Any = iter([rule.then for rule in decision.rules])
        self._members = np.zeros(n_rows, dtype=np.int64)

    def add(self, fired: Mask) -> Mask:
        bit = next(self._bits)
        overruled: Mask = fired & ((self._members & bit) != 0)
        self._members |= fired * bit
        return overruled

    def column(self) -> Column:
        members: Column = self._members - (self._members == 0)  # WHY: -1 is unknown
        return members
