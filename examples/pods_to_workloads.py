"""Pods of a cluster trace as workloads for `rackwright batch`.

Reads a pod list in the format of Alibaba's GPU trace of 2023 (github.com/alibaba/clusterdata,
cluster-trace-gpu-v2023) and writes a CSV file with one workload a pod:

    python examples/pods_to_workloads.py openb_pod_list_default.csv workloads.csv
    rackwright batch workloads.csv -o advice.parquet

What a pod says, and what is made of it:

    qos LS or Guaranteed     inference in real time, sensitive to latency, used all the time
    qos Burstable            training, used all the time
    qos BE (best effort)     experimentation, used now and then
    num_gpu 0                preparation of data, whatever its qos
    gpu_milli                utilization: the share of each device that the pod asked for
    creation, deletion       duration in months, from seconds

A trace does not say what a pod computes. Without a model nothing can be sized, and the advice on
pods with devices is `undetermined`; `--model NAME` assumes one for them. Pods that lived for no
time at all come out as they are, for `rackwright batch` to reject.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path

COLUMNS = (
    "id",
    "stage",
    "model",
    "serving",
    "latency_sensitive",
    "usage",
    "utilization",
    "duration_months",
)
SECONDS_A_MONTH = 30.4375 * 86_400
STAGES = {
    "LS": "inference",
    "Guaranteed": "inference",
    "Burstable": "training",
    "BE": "experimentation",
}


def workload(pod: dict[str, str], model: str = "") -> dict[str, str]:
    """The workload that a pod is taken for."""
    gpus = int(pod["num_gpu"])
    stage = STAGES.get(pod["qos"], "") if gpus else "data_preparation"
    return {
        "id": pod["name"],
        "stage": stage,
        "model": model if gpus else "",
        "serving": "real_time" if stage == "inference" else "",
        "latency_sensitive": "true" if stage == "inference" else "",
        "usage": "sporadic" if pod["qos"] == "BE" else "continuous",
        "utilization": str(int(pod["gpu_milli"]) / 1000) if gpus else "",
        "duration_months": _months(pod["creation_time"], pod["deletion_time"]),
    }


def workloads(path: Path, times: int = 1, model: str = "") -> Iterator[dict[str, str]]:
    """The workloads of a pod list, the whole list several times if so asked for."""
    for time in range(times):
        with path.open(encoding="utf-8", newline="") as file:
            for pod in csv.DictReader(file):
                name = pod["name"] if times == 1 else f"{pod['name']}-{time + 1}"
                yield workload({**pod, "name": name}, model)


def _months(creation: str, deletion: str) -> str:
    if not creation or not deletion:
        return ""
    return f"{(float(deletion) - float(creation)) / SECONDS_A_MONTH:.6g}"


def main() -> None:
    """Turn one file into the other."""
    parser = argparse.ArgumentParser(description="Pods of a cluster trace as workloads.")
    parser.add_argument("pods", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--times", type=int, default=1, help="write the whole list so often")
    parser.add_argument("--model", default="", help="what pods with devices are taken to run")
    asked = parser.parse_args()
    with asked.out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(workloads(asked.pods, asked.times, asked.model))


if __name__ == "__main__":
    main()
