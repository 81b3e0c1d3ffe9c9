"""What a stage concludes for many rows at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rackwright.frames import Column

RuleKey = tuple[str, str]
"""A decision's attribute and the id of one of its rules."""

NOT_FIRED = -1


@dataclass(frozen=True, eq=False, slots=True)
class FiringBits:
    """Which rules fired on which rows."""

    branch: NDArray[np.int16]
    """One row a rule, one column a row: the first branch that held, or `NOT_FIRED`."""
    overruled: NDArray[np.bool_]
    """In the same shape: fired after the decision was made, or its member added."""

    @property
    def fired(self) -> NDArray[np.bool_]:
        """In the same shape: fired, overruled or not."""
        fired: NDArray[np.bool_] = self.branch != NOT_FIRED
        return fired


@dataclass(frozen=True, eq=False, slots=True)
class Judged:
    """The conclusions of a stage, one column a decision, and how often each rule fired."""

    columns: Mapping[str, Column]
    """What later stages see of each decision: what was known before, else what rules concluded."""
    rules: tuple[RuleKey, ...]
    """Every rule, in order of decisions and, inside a decision, of precedence."""
    hits: NDArray[np.int64]
    """For each rule the rows on which it fired, overruled or not."""
    overruled: NDArray[np.int64]
    """For each rule the rows on which it fired and was overruled."""
    firings: FiringBits | None = None
    """Kept when asked for."""
