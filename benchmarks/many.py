"""How many plans of two workloads a second are advised on, and how time and memory grow.

Run: python benchmarks/many.py [--most 1000000] [--workers 2]
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from itertools import pairwise
from pathlib import Path
from threading import Thread

import numpy as np

from rackwright.frames import Column
from rackwright.knowledge import default_rules
from rackwright.many import advise_many

UNKNOWN_SHARE = 0.1
LEAST = 1_000
FACTOR = 10
WORKLOADS = 2


def random_plans(n_plans: int, seed: int = 1) -> dict[str, Column]:
    """A table of plans of two workloads that state what most plans do, one cell in ten unknown."""
    random = np.random.default_rng(seed)
    models = list(default_rules().catalog.tables["models"])
    stages = ["inference", "fine_tuning", "training", "experimentation"]
    rows = n_plans * WORKLOADS

    def words(*among: str, n: int = rows) -> Column:
        return random.choice(np.array([*among, None], dtype=object), n)

    def numbers(low: float, high: float, n: int = rows) -> Column:
        drawn = np.exp(random.uniform(np.log(low), np.log(high), n))
        return np.where(random.random(n) < UNKNOWN_SHARE, np.nan, drawn)

    def of_plan(column: Column) -> Column:
        return np.repeat(column, WORKLOADS)

    return {
        "plan": of_plan(np.arange(n_plans)),
        "id": np.tile(np.array(["first", "second"], dtype=object), n_plans),
        "stage": words(*stages),
        "serving": words("real_time", "batch", "edge"),
        "model": words(*models),
        "precision": words("bf16", "fp8", "int4"),
        "concurrency": numbers(1, 1_000),
        "context_tokens": np.floor(numbers(512, 131_072)),
        "training_tokens_b": numbers(0.01, 1_000),
        "usage": words("sporadic", "growing", "continuous"),
        "utilization": numbers(0.05, 1),
        "duration_months": numbers(1, 60),
        "site": of_plan(words("office", "server_room", "data_center", n=n_plans)),
        "circuit_amps": of_plan(numbers(16, 630, n_plans)),
        "circuit_volts": of_plan(numbers(110, 480, n_plans)),
        "rack_power_kw": of_plan(numbers(2, 60, n_plans)),
        "organization_size": of_plan(words("small", "medium", "large", n=n_plans)),
        "budget": of_plan(numbers(1e5, 1e9, n_plans)),
    }


class Watch:
    """The most memory that this process and its largest worker have had, looked up now and then."""

    def __init__(self) -> None:
        self.own = self.worker = 0.0
        Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        while True:
            self.own = max(self.own, peak_mib(os.getpid()))
            self.worker = max([self.worker, *map(peak_mib, children())])
            time.sleep(0.1)


def children() -> list[int]:
    """The processes that this one has begun."""
    tasks = Path("/proc/self/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def peak_mib(process: int) -> float:
    """The most memory that a process has had so far; 0 when it is gone."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    found = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    return int(found[0]) / 1024 if found else 0.0


def processor_seconds() -> float:
    """What this process and its workers have used of processors so far."""
    used = [resource.getrusage(of) for of in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def print_row(n_plans: int, workers: int, watch: Watch) -> float:
    """Time one number of plans; the seconds it took."""
    table = random_plans(n_plans)
    wall, processor = time.perf_counter(), processor_seconds()
    advised = advise_many(table, workers=workers)
    wall, processor = time.perf_counter() - wall, processor_seconds() - processor
    assert advised.n_rows == n_plans * WORKLOADS
    print(
        f"{n_plans:12,} {wall:10.2f} {n_plans / wall:16,.0f} {n_plans / processor:24,.0f} "
        f"{watch.own:10,.0f} {watch.worker:10,.0f}",
        flush=True,
    )
    return wall


def main() -> None:
    """Print plans a second for 1,000, 10,000, … plans, all in one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    n_devices = len(default_rules().catalog.tables["devices"])
    advise_many(random_plans(100))
    print(f"plans of {WORKLOADS} workloads, {n_devices} devices, {options.workers} processes")
    heads = ("plans", "s", "plans a second", "plans a processor second", "peak MiB", "a worker")
    print("{:>12} {:>10} {:>16} {:>24} {:>10} {:>10}".format(*heads))
    seconds, watch = [], Watch()
    n_plans = LEAST
    while n_plans <= options.most:
        seconds.append(print_row(n_plans, options.workers, watch))
        n_plans *= FACTOR
    ratios = (later / earlier for earlier, later in pairwise(seconds))
    print(f"time for {FACTOR} times as many plans:", ", ".join(f"{r:.1f}" for r in ratios))


if __name__ == "__main__":
    main()
