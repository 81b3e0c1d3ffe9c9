"""Bad tables: whatever way they come in, an error or a rejected row, never a silent answer."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import csv as arrow_csv

from rackwright import PlanError
from rackwright.knowledge import default_rules
from rackwright.many import advise_many
from rackwright.many.batch import advise_batch, batch_schema
from rackwright.many.fields import Refusal, fields_of, stated
from rackwright.many.files import run_batch
from rackwright.many.holding import Holds, may_hold

Told = set[tuple[str, str]]
"""Columns (or what else is at fault) and the codes of what is wrong with them."""
Way = Callable[[pa.Table, Path], Told]

FIELDS = fields_of(default_rules())
INFINITY = float("inf")


def by_mapping(table: pa.Table, _folder: Path) -> Told:
    return advised({name: _array(table.column(name)) for name in table.column_names})


def by_arrow(table: pa.Table, _folder: Path) -> Told:
    return advised(table)


def by_pandas(table: pa.Table, _folder: Path) -> Told:
    return advised(table.to_pandas())


def by_polars(table: pa.Table, _folder: Path) -> Told:
    return advised(pl.from_arrow(table))


def by_batch(table: pa.Table, _folder: Path) -> Told:
    batches = table.combine_chunks().to_batches()
    batch = batches[0] if batches else pa.RecordBatch.from_pylist([], schema=table.schema)
    try:
        found = advise_batch(batch)
    except PlanError as error:
        return told(error)
    assert found.num_rows == table.num_rows
    reasons = "; ".join(one or "" for one in found.column("rejected").to_pylist())
    return set(re.findall(r"(\w+): [^;]*\[([\w-]+)\]", reasons))


def by_parquet(table: pa.Table, folder: Path) -> Told:
    pq.write_table(table, folder / "in.parquet")
    return by_file(folder / "in.parquet")


def by_csv(table: pa.Table, folder: Path) -> Told:
    arrow_csv.write_csv(table, folder / "in.csv")
    return by_file(folder / "in.csv")


def by_json_lines(table: pa.Table, folder: Path) -> Told:
    lines = [json.dumps(row) + "\n" for row in table.to_pylist()]
    (folder / "in.jsonl").write_text("".join(lines))
    return by_file(folder / "in.jsonl")


TYPED: dict[str, Way] = {
    "arrow": by_arrow,
    "polars": by_polars,
    "batch": by_batch,
    "parquet": by_parquet,
}
"""Ways in which every column has a type."""
WITH_NAN = {"arrays": by_mapping, "pandas": by_pandas} | TYPED
WITH_NAMES = WITH_NAN | {"csv": by_csv}
"""Ways in which columns have names, whatever the rows."""
WAYS = WITH_NAMES | {"json lines": by_json_lines}


def _array(column: pa.ChunkedArray) -> np.ndarray[Any, Any]:
    return np.asarray(column.to_numpy(zero_copy_only=False))


def told(error: PlanError) -> Told:
    return {(_column(one.where), one.code) for one in error.problems}


def _column(where: str) -> str:
    return where.split("`")[1] if "`" in where else where


def advised(table: Any) -> Told:
    try:
        advise_many(table)
    except PlanError as error:
        return told(error)
    return set()


def by_file(source: Path) -> Told:
    out = source.with_name("out.jsonl")
    try:
        run_batch(source, out)
    except PlanError as error:
        assert not out.exists()
        return told(error)
    rejects = source.with_name("out.rejected.jsonl")
    lines = rejects.read_text().splitlines() if rejects.exists() else []
    found = map(json.loads, lines)
    return {(line["column"], line["code"]) for line in found}


def table(**columns: Any) -> pa.Table:
    return pa.table(columns)


def each_of(ways: dict[str, Way]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("way", ways.values(), ids=ways)


every_way = each_of(WAYS)


# cells


@every_way
def test_a_good_table_has_nothing_to_tell(way: Way, tmp_path: Path) -> None:
    good = table(
        stage=["inference", None], concurrency=[40.0, None], latency_sensitive=[True, None]
    )
    assert way(good, tmp_path) == set()


@each_of(WITH_NAN)
def test_nan_says_nothing(way: Way, tmp_path: Path) -> None:
    assert way(table(stage=["inference"], concurrency=[float("nan")]), tmp_path) == set()


@pytest.mark.parametrize("way", [by_csv, by_json_lines])
def test_nan_in_a_file_of_texts_is_refused(way: Way, tmp_path: Path) -> None:
    found = way(table(stage=["inference"], concurrency=[float("nan")]), tmp_path)
    assert {code for _, code in found} <= {"not-a-number", "not-json"}
    assert found


@every_way
def test_infinity_is_refused(way: Way, tmp_path: Path) -> None:
    found = way(table(stage=["inference", None], concurrency=[1.0, INFINITY]), tmp_path)
    assert {code for _, code in found} <= {"not-finite", "not-a-number", "not-json"}
    assert found


@every_way
def test_an_unknown_category_is_refused(way: Way, tmp_path: Path) -> None:
    found = way(table(stage=["inferring", "inference"]), tmp_path)
    assert found == {("stage", "unknown-value")}


@every_way
def test_texts_are_refused_where_numbers_belong(way: Way, tmp_path: Path) -> None:
    found = way(table(stage=["inference"], concurrency=["many"]), tmp_path)
    assert found == {("concurrency", "not-a-number")}


@every_way
def test_truths_are_refused_where_numbers_belong(way: Way, tmp_path: Path) -> None:
    found = way(table(stage=["inference"], concurrency=[True]), tmp_path)
    assert found == {("concurrency", "not-a-number")}


@every_way
def test_numbers_are_refused_where_choices_belong(way: Way, tmp_path: Path) -> None:
    assert way(table(stage=[3]), tmp_path) == {("stage", "unknown-value")}


# columns


@each_of(WITH_NAMES)
@pytest.mark.parametrize("n_rows", [0, 2])
def test_an_unknown_column_is_told_with_rows_and_without(
    n_rows: int, way: Way, tmp_path: Path
) -> None:
    bad = table(stage=["inference"] * 2, stagee=["inference"] * 2).slice(0, n_rows)
    assert ("stagee", "unknown-column") in way(bad, tmp_path)


@each_of(WITH_NAMES)
@pytest.mark.parametrize("n_rows", [0, 2])
def test_a_missing_column_is_told_with_rows_and_without(
    n_rows: int, way: Way, tmp_path: Path
) -> None:
    bad = table(stage=["inference"] * 2, intended_count=[2.0] * 2).slice(0, n_rows)
    assert ("intended_count", "missing-column") in way(bad, tmp_path)


def test_an_unknown_key_of_json_is_told(tmp_path: Path) -> None:
    assert by_json_lines(table(stagee=["inference"]), tmp_path) >= {("stagee", "unknown-column")}


@each_of(TYPED)
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("concurrency", pa.string()),
        ("concurrency", pa.bool_()),
        ("concurrency", pa.date32()),
        ("latency_sensitive", pa.int64()),
        ("stage", pa.float64()),
        ("stage", pa.bool_()),
    ],
)
def test_a_column_of_the_wrong_type_is_told_without_rows(
    name: str, kind: pa.DataType, way: Way, tmp_path: Path
) -> None:
    fields = [("model", pa.string()), (name, kind)]
    nothing = pa.Table.from_pylist([], schema=pa.schema(fields))
    assert (name, "wrong-type") in way(nothing, tmp_path)


@pytest.mark.parametrize(
    ("name", "kind"), [("concurrency", "string"), ("concurrency", bool), ("stage", "Int64")]
)
def test_pandas_tells_the_type_of_no_rows_too(name: str, kind: Any) -> None:
    nothing = pd.DataFrame({name: pd.Series([], dtype=kind)})
    assert advised(nothing) >= {(name, "wrong-type"), ("table", "empty-table")}


def test_arrays_of_nothing_tell_their_type_too() -> None:
    nothing = {"concurrency": np.array([], dtype=bool), "stage": np.array([])}
    assert advised(nothing) == {("concurrency", "wrong-type"), ("table", "empty-table")}


@every_way
def test_a_good_table_without_rows_is_empty(way: Way, tmp_path: Path) -> None:
    schema = pa.schema([("stage", pa.string()), ("concurrency", pa.float64())])
    found = way(pa.Table.from_pylist([], schema=schema), tmp_path)
    codes = {code for _, code in found}
    assert codes == (set() if way is by_batch else {"empty-table"})


def test_a_batch_without_rows_has_the_columns_of_any_other() -> None:
    schema = pa.schema([("frameworks", pa.list_(pa.string())), ("model", pa.null())])
    assert advise_batch(pa.RecordBatch.from_pylist([], schema=schema)).schema == batch_schema()


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_columns_are_checked_though_no_row_can_be_read(suffix: str, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("stage,stagee\ninference\n")
    (tmp_path / "in.jsonl").write_text('{"stage": NaN}\n')
    found = by_file(tmp_path / f"in{suffix}")
    assert found == {("stagee", "unknown-column") if suffix == ".csv" else ("", "not-json")}


# what types may hold

SAMPLES: dict[Holds, list[Any]] = {
    Holds.NUMBERS: [1, 0.5, 3.0, 100],
    Holds.TRUTHS: [True, False],
    Holds.TEXTS: ["x", "5", "yes", "Llama-3.1-8B", "l4"],
    Holds.LISTS: [["x"], ["Taipei"]],
    Holds.OTHERS: [datetime.date(2025, 1, 1), b"x", {"a": 1}],
}


@pytest.mark.parametrize("held", Holds)
def test_a_type_is_wrong_only_where_none_of_its_cells_could_be_said(held: Holds) -> None:
    for name, field in FIELDS.items():
        cells = SAMPLES[held]
        if held in (Holds.TEXTS, Holds.LISTS):
            symbols = list(field.attribute.values)
            cells = cells + (symbols if held is Holds.TEXTS else [[one] for one in symbols])
        could = [
            cell for cell in cells if not isinstance(stated(field, cell, default_rules()), Refusal)
        ]
        assert bool(could) is (held in may_hold(name, FIELDS)), (name, could)
