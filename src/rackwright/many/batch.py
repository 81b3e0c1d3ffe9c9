"""One Arrow record batch of workloads to one of advice: the step that clusters spread."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from rackwright.knowledge import rules_or_default
from rackwright.many.advising import advise_many
from rackwright.many.arrow import plain
from rackwright.many.faults import Rejected
from rackwright.many.fields import ID, PLAN, as_name
from rackwright.many.figures import told_of
from rackwright.many.no_rows import check_columns
from rackwright.many.tables import holds_texts
from rackwright.rulebook.model import Kind, Rulebook

REJECTED = "rejected"
ROW = "row"

_TYPES = {Kind.NUMBER: pa.float64(), Kind.BOOLEAN: pa.bool_()}


def advise_batch(batch: pa.RecordBatch, rules: Rulebook | None = None) -> pa.RecordBatch:
    """Recommend infrastructure for a batch of workloads: one row out for each row in, in order.

    A pure function: its result depends on the batch and the rules alone, so that a cluster may
    spread batches over its workers and do one again that was lost. Rows of one `plan` must be in
    one batch. A row that cannot be used has its reasons in `rejected` and no advice.

    Parameters
    ----------
    batch
        Columns as for `advise_many`. It may have no rows; its columns are checked all the same.
    rules
        The rules to judge by; the bundled ones when left out.

    Returns
    -------
    pyarrow.RecordBatch
        With the columns of `batch_schema(rules)`, whatever the rows. `plan` and `id` are null for
        a batch that does not say them.

    Raises
    ------
    PlanError
        When a column as a whole cannot be used, such as one that is misspelt, or, without rows, of
        a type that cannot say what the column is for.
    """
    schema = batch_schema(rules)
    if not batch.num_rows:
        check_columns(batch, rules_or_default(rules))
        return pa.RecordBatch.from_pylist([], schema=schema)
    advice = advise_many(batch, rules=rules, on_error="reject")
    told = advice.to_arrow().take(_places(advice.rows, batch.num_rows))
    columns = {name: plain(told.column(name).combine_chunks()) for name in told.column_names}
    columns |= {name: _stated(name, batch) for name in (PLAN, ID)}
    columns[REJECTED] = _reasons(advice.rejected, batch.num_rows)
    arrays = [columns[field.name].cast(field.type) for field in schema]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def batch_schema(rules: Rulebook | None = None) -> pa.Schema:
    """The columns that `advise_batch` gives, in their order; none but the rules change them."""
    fields = [(PLAN, pa.string()), (ID, pa.string()), *advice_fields(rules_or_default(rules))]
    return pa.schema([*fields, (REJECTED, pa.string())])


@lru_cache(maxsize=8)
def advice_fields(rulebook: Rulebook) -> tuple[tuple[str, pa.DataType], ...]:
    """What is told of each workload: names and types without dictionaries."""
    return tuple((told.name, _TYPES.get(told.kind, pa.string())) for told in told_of(rulebook))


def _places(rows: Any, n_rows: int) -> pa.Array:
    """For each row of the input its place among the rows that were advised on; null for none."""
    places = np.full(n_rows, -1, dtype=np.int64)
    places[rows] = np.arange(len(rows))
    return pa.array(places, mask=places < 0)


def _stated(name: str, batch: pa.RecordBatch) -> pa.Array:
    if name not in batch.schema.names:
        return pa.nulls(batch.num_rows, pa.string())
    column = plain(batch.column(name))
    if holds_texts(column.type) or pa.types.is_integer(column.type):
        return column.cast(pa.string())
    return pa.array([_name(cell) for cell in column.to_pylist()], pa.string())


def _name(cell: Any) -> str | None:
    return None if cell is None else str(as_name(cell))


def _reasons(rejected: tuple[Rejected, ...], n_rows: int) -> pa.Array:
    reasons: dict[int, list[str]] = defaultdict(list)
    for one in rejected:
        hint = f" ({one.hint})" if one.hint else ""
        reasons[one.row].append(f"{one.column}: {one.reason} [{one.code}]{hint}")
    return pa.array([_one_text(reasons.get(row)) for row in range(n_rows)], pa.string())


def _one_text(reasons: list[str] | None) -> str | None:
    return "; ".join(reasons) if reasons else None
