"""Processor time of advice when plans with parameters of their own come in turn.

python benchmarks/parameter_sets.py --sets 9
"""

from __future__ import annotations

import argparse
import resource
import time
from statistics import median

import rackwright

WORKLOAD = {
    "id": "assistant",
    "stage": "inference",
    "model": "Llama-3.1-8B",
    "concurrency": 40,
    "context_tokens": 4096,
    "utilization": 0.7,
    "duration_months": 36,
}


def plans(parameter: str, values: list[float]) -> list[rackwright.Plan]:
    """One plan for each value of a parameter."""
    base = {"facility": {"site": "office"}, "workloads": [WORKLOAD]}
    return [rackwright.plan_from_dict({**base, "parameters": {parameter: v}}) for v in values]


def median_ms(asked: list[rackwright.Plan], rounds: int) -> float:
    """The median processor time of one advice, once every plan has been advised on."""
    for plan in asked:
        rackwright.advise(plan)
    took = []
    for plan in asked * rounds:
        started = time.process_time()
        rackwright.advise(plan)
        took.append(time.process_time() - started)
    return 1000 * median(took)


def main() -> None:
    """Print a line for each parameter."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=9)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    own = rackwright.plan_from_dict({"facility": {"site": "office"}, "workloads": [WORKLOAD]})
    print(f"no parameters: {median_ms([own], 10):.1f} ms")
    varied = {
        "own_min_utilization": [0.4 + 0.01 * at for at in range(options.sets)],
        "electricity_price_twd": [4.0 + 0.1 * at for at in range(options.sets)],
    }
    for parameter, values in varied.items():
        took = median_ms(plans(parameter, values), options.rounds)
        print(f"{options.sets} values of {parameter}: {took:.1f} ms an advice")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak of memory: {peak} MB")


if __name__ == "__main__":
    main()
