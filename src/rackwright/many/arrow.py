"""Results as pyarrow holds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from rackwright.frames import Column
from rackwright.many.cells import Cells, Rows
from rackwright.many.decoding import as_cells
from rackwright.many.figures import Told
from rackwright.rulebook.model import Kind


def arrow_table(
    rows: Rows, cells: Mapping[str, Cells], told: Mapping[str, tuple[Told, Column]]
) -> pa.Table:
    """The columns of a result as a table; texts are dictionary-encoded."""
    columns = {"row": pa.array(rows, pa.int64())}
    columns |= {name: _texts(one) for name, one in cells.items()}
    columns |= {name: arrow_column(*pair) for name, pair in told.items()}
    return pa.table(columns)


def arrow_column(told: Told, column: Column) -> pa.Array:
    """One column of a result; null where unknown."""
    if told.kind is Kind.NUMBER:
        return pa.array(column, pa.float64(), from_pandas=True)
    if told.kind is Kind.BOOLEAN:
        return pa.array(column == 1, pa.bool_(), mask=column < 0)
    return _texts(as_cells(told, column))


def plain(array: Any) -> pa.Array:
    """Texts as such instead of dictionary-encoded ones."""
    return array.dictionary_decode() if isinstance(array, pa.DictionaryArray) else array


def _texts(cells: Cells) -> pa.DictionaryArray:
    codes = pa.array(cells.codes.astype(np.int32), mask=cells.codes < 0)
    return pa.DictionaryArray.from_arrays(codes, pa.array(list(cells.values), pa.string()))
