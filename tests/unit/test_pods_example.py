"""The example that turns the pods of a cluster trace into workloads."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner

from rackwright.bundled import examples_folder
from rackwright.cli import app

SCRIPT = examples_folder() / "pods_to_workloads.py"
PODS = """\
name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
serves,12000,16384,1,460,,LS,Running,0,2629800,5
trains,88000,327680,8,1000,A|B,Burstable,Succeeded,100,5259700,100
tries,4000,8192,1,250,,BE,Running,100,,200
prepares,16000,65536,0,0,,BE,Running,0,262980,9
never-ran,1000,2048,1,500,,BE,Failed,700,700,
"""


def made(folder: Path, *more: str) -> list[dict[str, str]]:
    (folder / "pods.csv").write_text(PODS)
    command = [sys.executable, str(SCRIPT), "pods.csv", "workloads.csv", *more]
    subprocess.run(command, cwd=folder, check=True)
    with (folder / "workloads.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_a_pod_says_how_it_is_used_and_how_long(tmp_path: Path) -> None:
    serves, trains, tries, prepares, _ = made(tmp_path)
    assert (serves["stage"], serves["latency_sensitive"]) == ("inference", "true")
    assert (serves["utilization"], serves["duration_months"]) == ("0.46", "1")
    assert (trains["stage"], trains["duration_months"]) == ("training", "2")
    assert (tries["stage"], tries["usage"]) == ("experimentation", "sporadic")
    assert tries["duration_months"] == ""
    assert (prepares["stage"], prepares["utilization"]) == ("data_preparation", "")


def test_a_list_is_repeated_under_other_names(tmp_path: Path) -> None:
    rows = made(tmp_path, "--times", "2", "--model", "Llama-3.1-8B")
    assert len({row["id"] for row in rows}) == 10
    assert [row["model"] for row in rows[:5]] == [*["Llama-3.1-8B"] * 3, "", "Llama-3.1-8B"]


def test_pods_go_through_the_batch(tmp_path: Path) -> None:
    made(tmp_path, "--model", "Llama-3.1-8B")
    command = ["batch", str(tmp_path / "workloads.csv"), "-o", str(tmp_path / "advice.jsonl")]
    assert CliRunner().invoke(app, command).exit_code == 3
    rows = [json.loads(line) for line in (tmp_path / "advice.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == ["serves", "trains", "tries", "prepares"]
    assert all(row["outcome"] == "recommended" for row in rows)
    (lost,) = (tmp_path / "advice.rejected.jsonl").read_text().splitlines()
    assert json.loads(lost)["row"] == 4
