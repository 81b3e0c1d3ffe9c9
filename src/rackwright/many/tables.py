"""Whatever holds a table, as columns by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from rackwright.errors import PlanError, Problem, UsageError
from rackwright.many.cells import Cells, RawColumn, cells_of, without_nothing
from rackwright.many.fields import ID, PLAN
from rackwright.many.holding import Holdings, Holds, of_dtype


class ArrowStream(Protocol):
    """Exports Arrow data in batches: a table of pyarrow, polars, duckdb or a recent pandas."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The batches, in a capsule."""
        ...


class ArrowArray(Protocol):
    """Exports Arrow data in one piece: a record batch."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> object:
        """The schema and the data, each in a capsule."""
        ...


class PandasTable(Protocol):
    """What is read of a table of pandas."""

    @property
    def iloc(self) -> Any:
        """Its columns by position."""
        ...

    @property
    def columns(self) -> Any:
        """The names of its columns."""
        ...


Table = Mapping[str, object] | PandasTable | ArrowStream | ArrowArray
"""A table of workloads; a mapping is one of columns, each an array or a sequence of cells."""


def raw_columns(table: Any) -> dict[str, RawColumn]:
    """The columns of a mapping of arrays, or of a table of pyarrow, pandas or polars.

    Raises
    ------
    UsageError
        When it is none of these, or pyarrow is missing for it.
    PlanError
        When columns differ in length, repeat a name or have more than one axis.
    """
    if isinstance(table, Mapping):
        return _of_one_length({str(name): _raw(str(name), table[name]) for name in table})
    if hasattr(table, "iloc") and hasattr(table, "columns"):
        names = _distinct([str(name) for name in table.columns])
        columns = (table.iloc[:, at].to_numpy() for at in range(len(names)))
        return {name: _raw(name, values) for name, values in zip(names, columns, strict=True)}
    if hasattr(table, "__arrow_c_stream__") or hasattr(table, "__arrow_c_array__"):
        return _arrow_columns(_arrow_table(table))
    raise UsageError(_no_table())


def _no_table() -> Problem:
    hint = "give plans, a mapping of arrays, or a table of pyarrow, pandas or polars"
    return Problem("not-a-table", "this is no table of workloads", "", hint)


def holdings(table: Any) -> Holdings:
    """What the columns of such a table hold, by their types."""
    if isinstance(table, Mapping):
        return {str(name): of_dtype(_array(table[name]).dtype) for name in table}
    if hasattr(table, "iloc") and hasattr(table, "dtypes"):
        return {str(n): of_dtype(d) for n, d in zip(table.columns, table.dtypes, strict=True)}
    schema = _arrow_table(table).schema
    return {field.name: _of_arrow_type(field.type) for field in schema}


def _distinct(names: list[str]) -> list[str]:
    for name in names:
        if names.count(name) > 1:
            message = f"there are several columns `{name}`"
            raise PlanError(Problem("repeated-column", message, f"column `{name}`"))
    return names


def _of_one_length(columns: dict[str, RawColumn]) -> dict[str, RawColumn]:
    lengths = {name: len(column) for name, column in columns.items()}
    first = next(iter(lengths.values()), 0)
    problems = [
        Problem("column-length", f"column `{name}` has {n} rows, others have {first}", "table")
        for name, n in lengths.items()
        if n != first
    ]
    if problems:
        raise PlanError(*problems)
    return columns


def _raw(name: str, values: Any) -> RawColumn:
    array = _array(values)
    if array.ndim != 1:
        message = f"column `{name}` has {array.ndim} axes instead of one"
        raise PlanError(Problem("not-a-column", message, f"column `{name}`"))
    if array.dtype.kind in "iuf" and name not in (PLAN, ID):
        return array.astype(np.float64)
    return cells_of(array.tolist())


def _array(values: Any) -> np.ndarray[Any, Any]:
    return values if isinstance(values, np.ndarray) else _as_array(values)


def _as_array(values: Any) -> np.ndarray[Any, Any]:
    """A list as an array of its own cells; numpy would turn numbers beside texts into texts."""
    if hasattr(values, "__array__"):
        return np.asarray(values)
    several = isinstance(values, Sequence) and not isinstance(values, str | bytes)
    cells = list(values) if several else [values]
    array = np.empty(len(cells), dtype=object)
    for at, cell in enumerate(cells):
        array[at] = cell
    return array


def _arrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        message = "this table needs pyarrow, which is not installed"
        hint = "install `rackwright[batch]`"
        raise UsageError(Problem("needs-pyarrow", message, "", hint)) from error
    return pyarrow


def _arrow_table(table: Any) -> Any:
    """What exports Arrow data as a table; a single column is none."""
    pa = _arrow()
    try:
        return pa.table(table)
    except pa.ArrowInvalid as error:
        raise UsageError(_no_table()) from error


def _arrow_columns(table: Any) -> dict[str, RawColumn]:
    names = _distinct([str(name) for name in table.schema.names])
    whole = table.unify_dictionaries().combine_chunks()
    return {name: _of_arrow(name, whole.column(at)) for at, name in enumerate(names)}


def _of_arrow(name: str, column: Any) -> RawColumn:
    pa = _arrow()
    kind = column.type
    if pa.types.is_null(kind):
        return Cells((), np.full(len(column), -1, dtype=np.intp))
    if pa.types.is_dictionary(kind) or holds_texts(kind):
        return _of_dictionary(pa, column)
    if _is_number(pa, kind) and name not in (PLAN, ID):
        numbers = column.cast(pa.float64(), safe=False)
        return np.array(numbers.to_numpy(), dtype=np.float64)
    return cells_of(column.to_pylist())


def _of_arrow_type(kind: Any) -> Holds | None:
    """What a column of a type of pyarrow holds; None for the type of nothing."""
    pa = _arrow()
    if pa.types.is_dictionary(kind):
        return _of_arrow_type(kind.value_type)
    if pa.types.is_null(kind):
        return None
    if _is_number(pa, kind):
        return Holds.NUMBERS
    if holds_texts(kind):
        return Holds.TEXTS
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return Holds.LISTS
    return Holds.TRUTHS if pa.types.is_boolean(kind) else Holds.OTHERS


def holds_texts(kind: Any) -> bool:
    """Whether a type of pyarrow is one of texts."""
    pa = _arrow()
    views = getattr(pa.types, "is_string_view", lambda _kind: False)
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or views(kind))


def _is_number(pa: Any, kind: Any) -> bool:
    found = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    return bool(found)


def _of_dictionary(pa: Any, column: Any) -> Cells:
    """A column of few different cells, which pyarrow knows already or finds faster."""
    if not pa.types.is_dictionary(column.type):
        column = column.cast(pa.large_string()).dictionary_encode()
    parts = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if isinstance(parts, pa.ChunkedArray):
        return cells_of(parts.to_pylist())
    codes = parts.indices.cast(pa.int64()).fill_null(-1).to_numpy(zero_copy_only=False)
    return without_nothing(parts.dictionary.to_pylist(), codes.astype(np.intp))
