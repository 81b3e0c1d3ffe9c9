"""How time and memory grow with rows and with rules.

Run: python benchmarks/growth.py [--rows-of option] [--rules-of plan]

Rows are facts of plans that resemble the examples, repeated as often as needed. Times are
processor time, medians of a few rounds; peak memory is that of a process of its own for each
number of rows.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping

import numpy as np
from columnar_rows import STAGES
from contender import Contender, Task
from grown_rules import grown
from in_clips import InClips
from in_python import InPython
from in_rows import InRows
from stage_facts import StageFacts, stage_facts

from rackwright.engines.columnar import ColumnarEngine
from rackwright.engines.durable import DurableEngine
from rackwright.errors import EngineLimitError
from rackwright.frames import Column
from rackwright.knowledge import default_rules
from rackwright.records import Scope
from rackwright.rulebook.model import Rulebook

ROUNDS = 3
NUMBERS_OF_ROWS = (100, 1_000, 10_000, 100_000, 1_000_000)
NUMBERS_OF_RULES = (50, 100, 200, 500, 1_000)
PLANS = 1_000
ROWS = 100
"""Rows for engines that take one after the other."""
MANY_ROWS = 50_000
MIB = 1024
"""KiB, in which Linux gives the peak memory of a process."""


def micros(action: Callable[[], object], n_rows: int) -> float:
    """Microseconds a row, after a warm-up."""
    action()
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return statistics.median(times) / n_rows * 1e6


def repeated(facts: StageFacts, n_rows: int) -> Mapping[str, Column]:
    """So many rows."""
    return {name: np.resize(values, n_rows) for name, values in facts.columns.items()}


def with_rows(rulebook: Rulebook, facts: StageFacts) -> None:
    """Print the time of a row, and how that compares with CLIPS, for more and more rows."""
    task = Task(rulebook, facts.scope, facts.of)
    stage = ColumnarEngine(rulebook).stage(facts.scope, facts.of)
    clips = judging(InClips(task), facts)
    print(f"\n{facts.scope}/{facts.of}, {len(task.rules)} rules; CLIPS: {clips:.1f} us a row")
    print(f"{'rows':>12} {'ms':>10} {'us a row':>10} {'times CLIPS':>12} {'peak MiB':>10}")
    for n_rows in NUMBERS_OF_ROWS:
        columns = repeated(facts, n_rows)
        each = micros(lambda c=columns, n=n_rows: stage.evaluate(c, n), n_rows)  # type: ignore[misc]
        peak = peak_mib(facts.scope, n_rows)
        total = each * n_rows / 1e3
        print(f"{n_rows:12,} {total:10.2f} {each:10.3f} {clips / each:12.1f} {peak:10,.0f}")


def judging(engine: Contender, facts: StageFacts) -> float:
    """Microseconds a row of an engine that takes rows."""
    engine.take(facts.rows)
    return micros(engine.judge, len(facts.rows))


def peak_mib(scope: Scope, n_rows: int) -> float:
    """Peak memory of a process that judges so many rows once."""
    command = [sys.executable, __file__, "--rows-of", scope, "--peak-of", str(n_rows)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def print_peak(rulebook: Rulebook, facts: StageFacts, n_rows: int) -> None:
    """Judge so many rows, and say what memory that took at most."""
    stage = ColumnarEngine(rulebook).stage(facts.scope, facts.of)
    stage.evaluate(repeated(facts, n_rows), n_rows)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MIB)


def with_rules(rulebook: Rulebook, facts: StageFacts) -> None:
    """Print the time of a row in each engine for more and more rules."""
    print(f"\n{facts.scope}/{facts.of}, us a row by number of rules")
    print(
        f"{'rules':>8} {'columnar':>10} {'Python':>10} {'CLIPS':>10} {'durable':>10} {'ratio':>8}"
    )
    columns = repeated(facts, MANY_ROWS)
    for n_rules in NUMBERS_OF_RULES:
        more = grown(rulebook, facts.scope, facts.of, n_rules)
        task = Task(more, facts.scope, facts.of)
        stage = ColumnarEngine(more).stage(facts.scope, facts.of)
        fast = micros(lambda s=stage: s.evaluate(columns, MANY_ROWS), MANY_ROWS)  # type: ignore[misc]
        python, clips = judging(InPython(task), facts), judging(InClips(task), facts)
        print(f"{n_rules:8,} {fast:10.3f} {python:10.1f} {clips:10.1f}", end="")
        print(f" {durable(task, facts):>10} {clips / fast:8.0f}")


def durable(task: Task, facts: StageFacts) -> str:
    """The time of durable_rules, if it can hold the rules."""
    try:
        return f"{judging(InRows(task, DurableEngine(task.rulebook)), facts):.1f}"
    except EngineLimitError as error:
        return error.problems[0].code


def main() -> None:
    """Print growth with rows and peak memory, then growth with rules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows-of", choices=sorted(STAGES), default="option")
    parser.add_argument("--rules-of", choices=sorted(STAGES), default="plan")
    parser.add_argument("--peak-of", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    rulebook = default_rules()
    facts = stage_facts(rulebook, PLANS, ROWS)
    if options.peak_of is not None:
        print_peak(rulebook, facts[STAGES[options.rows_of]], options.peak_of)
        return
    with_rows(rulebook, facts[STAGES[options.rows_of]])
    with_rules(rulebook, facts[STAGES[options.rules_of]])


if __name__ == "__main__":
    main()
