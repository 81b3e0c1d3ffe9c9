"""What `rackwright batch` makes of files: the same as `advise_many`, or nothing at all."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from pyarrow import csv as arrow_csv
from typer.testing import CliRunner

from rackwright.cli import app
from rackwright.facts.plan import MAX_WORKLOADS
from rackwright.many import advise_many
from rackwright.many.batch import advise_batch, batch_schema
from rackwright.many.files.seen_plans import SeenPlans

Table = dict[str, list[Any]]

WORKLOADS: Table = {
    "plan": ["bank", "bank", "shop", "lab", "lab", "lab"],
    "id": ["assistant", "scoring", "cameras", "a", "b", "c"],
    "stage": ["inference", "training", None, "fine_tuning", "inference", "inference"],
    "model": ["Llama-3.1-8B", None, None, "Llama-3.1-70B", "Llama-3.1-8B", None],
    "concurrency": [40.0, None, 8.0, None, 3.5e1, None],
    "parameters_b": [None, 7.0, None, None, None, None],
    "latency_sensitive": [True, None, False, None, True, None],
    "frameworks": ["pytorch;onnx", None, None, "jax", None, None],
    "site": ["office", "office", None, None, None, "data_center"],
    "circuit_amps": [20.0, None, None, None, None, 32.0],
}
SUFFIXES = [".parquet", ".csv", ".jsonl"]


def without(table: Table, *names: str) -> Table:
    return {name: cells for name, cells in table.items() if name not in names}


def repeated(table: Table, times: int) -> Table:
    found = {name: cells * times for name, cells in table.items()}
    rows = len(next(iter(table.values())))
    if "plan" in found:
        found["plan"] = [f"{name}-{at // rows}" for at, name in enumerate(found["plan"])]
    return found


def write(path: Path, table: Table) -> Path:
    arrow = pa.table(table)
    if path.suffix == ".parquet":
        pq.write_table(arrow, path)
    elif path.suffix == ".csv":
        arrow_csv.write_csv(arrow, path)
    else:
        rows = [{n: v for n, v in row.items() if v is not None} for row in arrow.to_pylist()]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        return list(pq.read_table(path).to_pylist())
    if path.suffix == ".csv":
        kinds = {field.name: field.type for field in batch_schema()}
        options = arrow_csv.ConvertOptions(
            column_types=kinds, strings_can_be_null=True, null_values=[""]
        )
        return list(arrow_csv.read_csv(path, convert_options=options).to_pylist())
    return [json.loads(line) for line in path.read_text().splitlines()]


def run(*args: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["batch", *map(str, args)])
    return result.exit_code, result.stderr


def rejects(out: Path) -> list[tuple[int, str, str]]:
    lines = read(out.with_name(f"{out.stem}.rejected.jsonl"))
    return [(line["row"], line["column"], line["code"]) for line in lines]


def expected(table: Table) -> list[dict[str, Any]]:
    return list(advise_many(table, on_error="reject").to_arrow().to_pylist())


@pytest.mark.parametrize("source", SUFFIXES)
@pytest.mark.parametrize("target", SUFFIXES)
def test_every_format_gives_what_advise_many_gives(
    source: str, target: str, tmp_path: Path
) -> None:
    table = repeated(WORKLOADS, 3)
    out = tmp_path / f"out{target}"
    assert run(write(tmp_path / f"in{source}", table), "-o", out, "--chunk-rows", 4)[0] == 0
    assert read(out) == expected(table)
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"in{source}", f"out{target}"]
