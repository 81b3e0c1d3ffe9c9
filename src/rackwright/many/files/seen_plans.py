"""The plans that a file has named so far, in bounded memory."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Marks = NDArray[np.int64]

IN_MEMORY = 1 << 20
"""So many plans are remembered in memory before they go to a temporary file without a name."""


class SeenPlans:
    """Remembers plans by marks of 64 bits, in which two of ten million differ all but surely."""

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self._in_memory = in_memory
        self._recent: Marks = np.empty(0, dtype=np.int64)
        self._stored: list[Marks] = []

    def first_repeated(self, names: Sequence[str]) -> int | None:
        """The position of the first name that came before; takes in all of them."""
        marks = np.fromiter(map(hash, names), np.int64, len(names))
        again = np.ones(len(marks), dtype=np.bool_)
        again[np.unique(marks, return_index=True)[1]] = False
        for known in (self._recent, *self._stored):
            again |= _among(marks, known)
        self._take_in(marks)
        found = np.flatnonzero(again)
        return int(found[0]) if len(found) else None

    def _take_in(self, marks: Marks) -> None:
        self._recent = np.union1d(self._recent, marks)
        if len(self._recent) > self._in_memory:
            self._stored.append(_stored(self._recent))
            self._recent = self._recent[:0]


def _among(marks: Marks, known: Marks) -> NDArray[np.bool_]:
    at = np.searchsorted(known, marks)
    inside = at < len(known)
    found = np.zeros(len(marks), dtype=np.bool_)
    found[inside] = known[at[inside]] == marks[inside]
    return found


def _stored(marks: Marks) -> Marks:
    with tempfile.TemporaryFile() as file:
        stored = np.memmap(file, dtype=np.int64, mode="w+", shape=marks.shape)
        stored[:] = marks
        return stored
