"""How many rows of each stage the columnar engine judges per second, and how that grows.

Run: python benchmarks/columnar_rows.py [--stage option] [--most 1000000]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from rackwright.engines.columnar import ColumnarEngine, Stage
from rackwright.engines.durable import DurableEngine
from rackwright.frames import Column, Frame
from rackwright.knowledge import default_rules
from rackwright.records import Entity, Scope
from rackwright.rulebook.model import Attribute, Kind, Rulebook

UNKNOWN_SHARE = 0.1
REPEATS = 5
DURABLE_ROWS = 300
STAGES = {
    "given": (Scope.GIVEN, Entity.WORKLOAD),
    "workload": (Scope.WORKLOAD, Entity.WORKLOAD),
    "option": (Scope.OPTION, Entity.OPTION),
    "placement": (Scope.PLACEMENT, Entity.WORKLOAD),
    "plan": (Scope.PLAN, Entity.PLAN),
}


def random_column(
    attribute: Attribute, n_rows: int, thresholds: Column, random: np.random.Generator
) -> Column:
    """Values drawn without any order, which is the worst case for a processor that predicts."""
    unknown = random.random(n_rows) < UNKNOWN_SHARE
    if attribute.kind is Kind.NUMBER:
        numbers = random.choice(thresholds, n_rows) * random.choice([0.5, 1.0, 2.0], n_rows)
        return np.where(unknown, np.nan, numbers)
    if attribute.kind is Kind.TEXT:
        return np.where(unknown, None, "text")
    n_codes = {Kind.BOOLEAN: 2, Kind.SET: 1 << len(attribute.values)}.get(attribute.kind)
    codes = random.integers(0, n_codes or len(attribute.values), n_rows)
    dtype = {Kind.BOOLEAN: np.int8, Kind.SYMBOL: np.int32}.get(attribute.kind, np.int64)
    return np.where(unknown, -1, codes).astype(dtype)


def random_columns(stage: Stage, rulebook: Rulebook, n_rows: int) -> dict[str, Column]:
    """Columns for everything that a stage reads; what it decides itself is unknown."""
    random = np.random.default_rng(1)
    thresholds = np.array([parameter.value for parameter in rulebook.parameters.values()])
    decided = {decision for decision, _ in stage.rules}
    return {
        name: random_column(attribute, n_rows, thresholds, random)
        for name, attribute in stage.reads.items()
        if name not in decided
    }


def seconds(action: Callable[[], object], repeats: int = REPEATS) -> float:
    """The least processor time of some runs, which is what others on the machine disturb least."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return min(times)


def durable_rows_per_second(
    rulebook: Rulebook, scope: Scope, of: Entity, columns: dict[str, Column]
) -> float:
    """The same rows, as many as take a moment, through durable_rules."""
    frame = Frame(of, tuple(f"row-{n}" for n in range(DURABLE_ROWS)), rulebook.vocabulary)
    for entity in Entity:
        frame.parents[entity] = frame, np.arange(DURABLE_ROWS, dtype=np.intp)
    frame.columns.update({name: column[:DURABLE_ROWS] for name, column in columns.items()})
    rows = frame.rows(np.arange(DURABLE_ROWS), columns)
    engine = DurableEngine(rulebook)
    engine.run(scope, of, rows[:1])
    return DURABLE_ROWS / seconds(lambda: engine.run(scope, of, rows), 2)


def print_row(stage: Stage, columns: dict[str, Column], n_rows: int) -> float:
    """Time one number of rows with and without firing bits; rows per second without."""
    plain = seconds(lambda: stage.evaluate(columns, n_rows))
    kept = seconds(lambda: stage.evaluate(columns, n_rows, keep_firings=True))
    print(f"{n_rows:12,} {plain * 1e3:10.2f} {n_rows / plain:16,.0f} {n_rows / kept:18,.0f}")
    return n_rows / plain


def main() -> None:
    """Print rows per second for 1, 10, 100, … rows, and durable_rules on the same rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stage", choices=sorted(STAGES), default="option")
    parser.add_argument("--most", type=int, default=1_000_000)
    options = parser.parse_args()
    rulebook, (scope, of) = default_rules(), STAGES[options.stage]
    stage = ColumnarEngine(rulebook).stage(scope, of)
    print(f"stage {options.stage}: {len(stage.rules)} rules, {len(stage.reads)} columns")
    print(f"{'rows':>12} {'ms':>10} {'rows a second':>16} {'with firing bits':>18}")
    columns = random_columns(stage, rulebook, options.most)
    n_rows, fast = 1, 0.0
    while n_rows <= options.most:
        part = {name: values[:n_rows] for name, values in columns.items()}
        fast = print_row(stage, part, n_rows)
        n_rows *= 10
    slow = durable_rows_per_second(rulebook, scope, of, columns)
    print(f"durable_rules on {DURABLE_ROWS} of these rows: {slow:,.0f} rows a second")
    print(f"ratio: {fast / slow:,.0f}")


if __name__ == "__main__":
    main()
