"""How long one advice takes: in process for two workloads, and cold from the command line.

Run with `python benchmarks/advise.py`; it prints medians of this run on this machine.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import rackwright

PLAN = {
    "name": "two workloads",
    "facility": {
        "site": "server_room",
        "circuit_amps": 63,
        "circuit_volts": 400,
        "circuit_phases": 3,
    },
    "workloads": [
        {
            "id": "assistant",
            "stage": "inference",
            "model": "Llama-3.1-8B",
            "concurrency": 40,
            "context_tokens": 4096,
            "utilization": 0.7,
            "duration_months": 36,
        },
        {
            "id": "tuning",
            "stage": "fine_tuning",
            "model": "Llama-3.1-70B",
            "fine_tuning_method": "lora",
            "usage": "sporadic",
        },
    ],
}


def median_ms(action: Callable[[], object], repeats: int) -> float:
    """Median milliseconds of an action after one warm-up."""
    action()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def main() -> None:
    """Print both figures."""
    plan = rackwright.plan_from_dict(PLAN)
    command = [str(Path(sys.executable).with_name("rackwright")), "advise"]
    in_process = median_ms(lambda: rackwright.advise(plan), 20)
    cold = median_ms(lambda: subprocess.run(command, check=False, capture_output=True), 5)
    print(f"advise, two workloads, whole catalogue, in process: {in_process:8.1f} ms")
    print(f"rackwright advise, cold:                            {cold:8.1f} ms")


if __name__ == "__main__":
    main()
