"""The page about scale: its code runs, and a cluster trace goes through `batch` as it says."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
FENCES = re.findall(r"```python ?(\w*)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
BLOCKS = {name or "table": code for name, code in FENCES}
PODS = """\
name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
pod-a,8000,16384,1,1000,,LS,Running,0,5256000,0
pod-b,8000,16384,1,460,,BE,Succeeded,100,90000,200
pod-c,4000,8192,0,0,,Burstable,Failed,100,100,
pod-d,96000,737280,8,1000,,Guaranteed,Running,100,7000000,
pod-e,8000,16384,1,1700,,LS,Running,0,5256000,0
"""


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    (tmp_path / "pods.csv").write_text(PODS, "utf-8")
    (tmp_path / "trace.py").write_text(BLOCKS["trace"], "utf-8")
    command = [sys.executable, "trace.py", "pods.csv", "workloads.csv"]
    subprocess.run(command, cwd=tmp_path, check=True)
    return tmp_path / "workloads.csv"


def test_the_page_has_the_blocks_that_are_tested() -> None:
    assert list(BLOCKS) == ["table", "trace", "batch", "dask", "spark", "ray"]


@pytest.mark.parametrize("name", ["table", "batch"])
def test_a_block_runs(name: str) -> None:
    exec(compile(BLOCKS[name], name, "exec"), {"__name__": name})


@pytest.mark.parametrize("name", ["dask", "spark", "ray"])
def test_a_block_for_a_cluster_is_python(name: str) -> None:
    compile(BLOCKS[name], name, "exec")


def test_pods_become_workloads(trace: Path) -> None:
    with trace.open(newline="") as file:
        workloads = list(csv.DictReader(file))

    assert [one["stage"] for one in workloads] == [
        "inference",
        "training",
        "data_preparation",
        "training",
        "inference",
    ]
    assert workloads[0]["duration_months"] == "2.0"
    assert workloads[2] | {"id": ""} == {
        "id": "",
        "stage": "data_preparation",
        "serving": "",
        "latency_sensitive": "no",
        "usage": "sporadic",
        "utilization": "",
        "duration_months": "",
    }


def test_a_trace_goes_through_batch(trace: Path) -> None:
    out = trace.with_name("advice.csv")
    command = [sys.executable, "-m", "rackwright", "batch", str(trace), "-o", str(out)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)

    assert done.returncode == 3, done.stderr
    with out.open(newline="") as file:
        advice = {row["id"]: row for row in csv.DictReader(file)}
    assert list(advice) == ["pod-a", "pod-b", "pod-c", "pod-d"]
    assert advice["pod-c"]["device"] == "cpu_server"
    assert advice["pod-a"]["outcome"] == "undetermined"
    rejected = out.with_name("advice.rejected.jsonl").read_text("utf-8")
    assert "`utilization` must be at most 1, not `1.7`" in rejected


@pytest.mark.parametrize("name", ["spark", "ray"])
@pytest.mark.parametrize("n_rows", [0, 3])
def test_the_step_for_a_cluster_gives_a_row_for_each_row(name: str, n_rows: int) -> None:
    import pyarrow as pa

    from rackwright.many.batch import advise_batch, batch_schema

    step = re.search(r"def advised\(.*?\n\n\n", BLOCKS[name], re.DOTALL)
    assert step is not None
    known = {"pa": pa, "advise_batch": advise_batch, "batch_schema": batch_schema}
    exec(step[0], known)
    rows = {"plan": pa.array(["p"] * n_rows, pa.string()), "stage": ["training"] * n_rows}
    table = pa.table(rows)
    given = iter(table.to_batches(max_chunksize=2)) if name == "spark" else table
    found = known["advised"](given)  # type: ignore[operator]
    advised = pa.Table.from_batches(found, batch_schema()) if name == "spark" else found
    assert (advised.num_rows, advised.schema) == (n_rows, batch_schema())
