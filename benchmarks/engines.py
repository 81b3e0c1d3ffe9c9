"""The shipped rules on the same facts in several engines, in one run, with ratios to CLIPS.

Run: pip install -e '.[bench]' && python benchmarks/engines.py [--plans 5000] [--rows 500]

Before anything is timed, all engines must conclude the same about every row. Times are processor
time of this process, all threads together, the median of some rounds in which engines take turns.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version

from contender import Contender, Task
from in_clips import InClips
from in_columns import InColumns
from in_python import InPython
from in_rows import InRows
from in_zen import InZen
from stage_facts import StageFacts, stage_facts

from rackwright.engines.columnar import ColumnarEngine
from rackwright.engines.durable import DurableEngine
from rackwright.knowledge import default_rules

ROUNDS = 5
CLIPS = "CLIPS (clipspy)"
CLIPS_RUN = "CLIPS, facts already in"
COLUMNS = "columnar, columns in"
COLUMNS_ALL = "columnar, all rows at once"
COLUMNS_FIRED = "columnar, all, what fired too"

Micros = dict[str, float]
"""Microseconds a row, by what was timed."""


def contenders(task: Task) -> dict[str, Contender]:
    """Every engine with the rules of a stage."""
    return {
        CLIPS: InClips(task),
        "zen-engine (GoRules)": InZen(task),
        "durable_rules, rows in": InRows(task, DurableEngine(task.rulebook)),
        "plain Python loop": InPython(task),
        "columnar, rows in": InRows(task, ColumnarEngine(task.rulebook)),
        COLUMNS: InColumns(task),
    }


def check_agreement(engines: Mapping[str, Contender], task: Task) -> str:
    """Make sure that all engines say the same; which of them told what fired.

    Raises
    ------
    SystemExit
        When one of them differs.
    """
    expected = engines[COLUMNS]
    concluded, fired = expected.concluded(), expected.fired()
    told = 0
    for name, engine in engines.items():
        if engine.concluded() != concluded:
            sys.exit(f"{name} concludes differently in {task.scope}/{task.of}")
        found = engine.fired()
        if found is not None and found != fired:
            sys.exit(f"{name} fires differently in {task.scope}/{task.of}")
        told += found is not None
    return f"{len(engines)} ways conclude the same, {told} of them with the same firings"


def measured(actions: Mapping[str, tuple[Callable[[], object], int]]) -> Micros:
    """Microseconds a row of each action, given how many rows it judges."""
    times: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(ROUNDS):
        for name, (action, n_rows) in actions.items():
            start = time.process_time()
            action()
            times[name].append((time.process_time() - start) / n_rows * 1e6)
    return {name: statistics.median(found) for name, found in times.items()}


def compare(task: Task, facts: StageFacts) -> Micros:
    """Check and time one stage, and print what comes of it."""
    engines = contenders(task)
    for engine in engines.values():
        engine.take(facts.rows)
        engine.judge()
    agreement = check_agreement(engines, task)
    gc.collect()
    gc.freeze()  # so that no engine pays for what the others and the facts keep alive
    found = measured(_actions(engines, task, facts))
    gc.unfreeze()
    found[CLIPS_RUN] = max(0.0, found[CLIPS] - found.pop("put in"))
    n_rules, n_decisions = len(task.rules), len(task.decisions)
    print(f"\n{task.scope}/{task.of}: {n_decisions} decisions, {n_rules} rules")
    print(f"{len(facts.rows):,} rows ({facts.n_rows:,} at once): {agreement}")
    print_table(found, n_decisions)
    return found


def _actions(
    engines: Mapping[str, Contender], task: Task, facts: StageFacts
) -> dict[str, tuple[Callable[[], object], int]]:
    clips = engines[CLIPS]
    assert isinstance(clips, InClips)
    stage = ColumnarEngine(task.rulebook).stage(task.scope, task.of)
    n_rows, n_all = len(facts.rows), facts.n_rows
    return {
        **{name: (engine.judge, n_rows) for name, engine in engines.items()},
        "put in": (clips.put_in, n_rows),
        COLUMNS_ALL: (lambda: stage.evaluate(facts.columns, n_all), n_all),
        COLUMNS_FIRED: (lambda: stage.evaluate(facts.columns, n_all, keep_firings=True), n_all),
    }


def print_table(micros: Micros, n_decisions: float, unit: str = "row") -> None:
    """Print times, decisions per second and ratios to CLIPS, the slowest first."""
    print(f"  {'':30} {'us a ' + unit:>12} {'decisions a second':>20} {'times CLIPS':>12}")
    for name, each in sorted(micros.items(), key=lambda one: -one[1]):
        rate = n_decisions / each * 1e6
        print(f"  {name:30} {each:12.2f} {rate:20,.0f} {micros[CLIPS] / each:12.2f}")


def machine() -> str:
    """What this ran on and with."""
    packages = ("clipspy", "zen-engine", "durable_rules", "numpy")
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, {versions}"


def main() -> None:
    """Compare on every stage, then print what a whole plan costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plans", type=int, default=5_000)
    parser.add_argument("--rows", type=int, default=500)
    options = parser.parse_args()
    rulebook = default_rules()
    print(machine())
    totals: Micros = {}
    n_decisions = 0.0
    for (scope, of), facts in stage_facts(rulebook, options.plans, options.rows).items():
        task = Task(rulebook, scope, of)
        each_plan = facts.n_rows / options.plans
        n_decisions += each_plan * len(task.decisions)
        for name, micros in compare(task, facts).items():
            totals[name] = totals.get(name, 0.0) + micros * each_plan
    print(f"\nall stages of a plan: {n_decisions:.0f} decisions")
    print_table(totals, n_decisions, "plan")


if __name__ == "__main__":
    main()
