"""The frame of options: every workload has the same devices, so that columns can stay small.

What is known of a device is one value a device, what is known of a workload one a workload; numpy
broadcasts them where they meet, and a column of one value a row is made only where one is asked
for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rackwright.frames import ENCODING, Column, Frame, OriginAt
from rackwright.records import Entity

_UNKNOWN = {
    kind: np.broadcast_to(np.array(missing, dtype=dtype), (1, 1))
    for kind, (dtype, missing) in ENCODING.items()
}
"""A column in which nothing is known, not to be written."""


@dataclass
class Grid(Frame):
    """A frame whose rows are each workload's devices, in the same order for all workloads.

    Columns have two axes, workloads and devices; an axis along which nothing changes has length 1.
    """

    n_devices: int = 0

    @property
    def shape(self) -> tuple[int, int]:
        """Workloads and devices."""
        return len(self) // max(1, self.n_devices), self.n_devices

    def put(self, name: str, values: Column, origin: OriginAt) -> None:
        """Set a column of this frame, given by row or in any shape that broadcasts to the grid."""
        super().put(name, values.reshape(self.shape) if values.ndim == 1 else values, origin)

    def spread(self, name: str) -> Column:
        """The column in the least shape that broadcasts to the grid."""
        attribute = self.vocabulary[name]
        if attribute.of is not self.of:
            return self._workloads.get(name)[:, None]
        found = self.columns.get(name)
        return _UNKNOWN[attribute.kind] if found is None else found

    def group(self, of: Entity) -> NDArray[np.intp]:
        """The row above that the options of each workload belong to."""
        return np.asarray(self.parents[of][1][:: self.n_devices, None])

    def flat(self, values: Column) -> Column:
        """Values in a shape that broadcasts to the grid, as one a row."""
        if values.ndim < 2 or values.shape == self.shape:
            return values.reshape(-1)
        n_above, n_devices = self.shape
        if values.shape[1] == 1 and len(values) == n_above:
            return np.repeat(values.reshape(-1), n_devices)
        return np.broadcast_to(values, self.shape).reshape(-1)

    def varying(self, of: str) -> Column | None:
        """The number of a parameter or catalogue row for each workload; None if all share it."""
        found = self._workloads.varying(of)
        return None if found is None else found[:, None]

    def cell(self, name: str, row: int) -> Any:
        """One value of a column of this frame, as the column holds it."""
        column = self.columns[name]
        n_above, n_devices = column.shape
        above, device = divmod(row, self.n_devices)
        return column[above if n_above > 1 else 0, device if n_devices > 1 else 0]

    def _gathered(self, name: str, rows: NDArray[np.intp]) -> Column:
        column = self.spread(name)
        n_above, n_devices = column.shape
        if n_above == 1:
            places = rows % n_devices
        else:
            places = rows if n_devices == self.n_devices else rows // self.n_devices
        return np.asarray(column.reshape(-1)[places])

    @property
    def _workloads(self) -> Frame:
        return self.parents[Entity.WORKLOAD][0]
