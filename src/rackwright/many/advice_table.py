"""The advice on many workloads as a table, from which any row can be replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rackwright.errors import Problem, UsageError
from rackwright.frames import Column
from rackwright.many.cells import Cells, Rows
from rackwright.many.decoding import decoded, texts
from rackwright.many.faults import Rejected
from rackwright.many.fields import ID, PLAN
from rackwright.many.figures import Told

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from rackwright.advice import Advice

ROW = "row"


class AdviceTable(Mapping[str, NDArray[Any]]):
    """One row a workload: its row in the input, its plan and id, and what was found out.

    A mapping of columns as numpy arrays: numbers with NaN where unknown, else objects with None.
    Columns are kept in few bytes and made when asked for.
    """

    def __init__(
        self,
        rows: Rows,
        names: Cells,
        ids: Cells,
        told: Mapping[str, tuple[Told, Column]],
        hits: Mapping[tuple[str, str], int],
        rejected: tuple[Rejected, ...],
        replay: Callable[[int], Advice],
        stated: Rows,
    ) -> None:
        self.rows = rows
        """For each row of this table its row in the input, in ascending order."""
        self.hits = hits
        """Rows on which each rule, by decision and id, fired, overruled or not."""
        self.rejected = rejected
        """Rows of the input that could not be used, one entry a reason."""
        self._cells = {PLAN: names, ID: ids}
        self._told = told
        self._replay = replay
        self._stated = stated
        """For each row of this table the number by which `replay` knows it."""

    def __getitem__(self, name: str) -> NDArray[Any]:
        """One column."""
        if name == ROW:
            return self.rows
        if name in self._cells:
            return texts(self._cells[name])
        told, column = self._told[name]
        return decoded(told, column)

    def __iter__(self) -> Iterator[str]:
        return iter((ROW, *self._cells, *self._told))

    def __len__(self) -> int:
        return 1 + len(self._cells) + len(self._told)

    def __repr__(self) -> str:
        rejected = f", {len(self.rejected)} faults" if self.rejected else ""
        return f"<AdviceTable {self.n_rows} rows, {len(self)} columns{rejected}>"

    @property
    def n_rows(self) -> int:
        """How many workloads were advised on."""
        return len(self.rows)

    @property
    def columns(self) -> dict[str, NDArray[Any]]:
        """Every column by its name."""
        return dict(self)

    def replay(self, row: int) -> Advice:
        """The advice on the plan that a row of the input belongs to, reasoned anew with its trace.

        Raises
        ------
        UsageError
            When the row was rejected or there is no such row.
        """
        at = int(np.searchsorted(self.rows, row)) if isinstance(row, int | np.integer) else -1
        if not 0 <= at < len(self.rows) or self.rows[at] != row:
            message = f"row {row} of the input was not advised on"
            raise UsageError(Problem("no-such-row", message, "", "see `rejected`"))
        return self._replay(int(self._stated[at]))

    def to_arrow(self) -> pyarrow.Table:
        """The table for pyarrow; texts are dictionary-encoded."""
        from rackwright.many.arrow import arrow_table

        return arrow_table(self.rows, self._cells, self._told)

    def to_pandas(self) -> pandas.DataFrame:
        """The table for pandas; texts are categories."""
        return self.to_arrow().to_pandas()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)
