"""Assesses random plans with both engines by the shipped rules and says whether they agree.

Run: python benchmarks/engines_agree.py [--plans 10000] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from rackwright.advisor import assess
from rackwright.assessment import Assessment
from rackwright.engines.columnar import ColumnarEngine
from rackwright.engines.durable import DurableEngine
from rackwright.facts.plan import Plan
from rackwright.knowledge import default_rules

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "property"))

from agreement import differences
from plan_strategies import random_plans


@dataclass
class Tally:
    """What was compared, and where the engines differed."""

    plans: int = 0
    workloads: int = 0
    facts: int = 0
    firings: int = 0
    overruled: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    rules: Counter[tuple[str, str]] = field(default_factory=Counter)
    different: list[tuple[Plan, list[str]]] = field(default_factory=list)

    def add(self, one: Assessment, other: Assessment) -> None:
        """Take in one plan, assessed twice."""
        self.plans += 1
        self.workloads += len(one.workloads)
        self.facts += sum(1 for _ in one.plan.facts())
        self.firings += len(one.trace)
        self.overruled += sum(firing.overruled for firing in one.trace)
        self.outcomes[one.outcome] += 1
        self.rules.update((firing.decision, firing.rule) for firing in one.trace)
        if found := differences(one, other):
            self.different.append((one.plan, found))


def compare(n_plans: int, first_seed: int) -> Tally:
    """Assess so many random plans, all different, with both engines."""
    rules = default_rules()
    durable, columnar = DurableEngine(rules), ColumnarEngine(rules)
    tally = Tally()

    @seed(first_seed)
    @settings(
        max_examples=n_plans,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(random_plans(rules))
    def assess_twice(plan: Plan) -> None:
        tally.add(assess(plan, rules, durable), assess(plan, rules, columnar))

    assess_twice()
    return tally


def report(tally: Tally) -> None:
    """Print the figures, and the first plan on which the engines differ."""
    known = {(d.attribute, rule.id) for d in default_rules().decisions for rule in d.rules}
    print(f"plans:            {tally.plans:10,}, {tally.workloads:,} workloads")
    print(f"stated facts:     {tally.facts / tally.plans:10.1f} a plan")
    print(f"firings:          {tally.firings:10,}, of which overruled {tally.overruled:,}")
    print(f"rules that fired: {len(tally.rules):10,} of {len(known)}")
    print(f"outcomes:         {dict(tally.outcomes.most_common())}")
    print(f"plans that agree: {tally.plans - len(tally.different):10,} of {tally.plans:,}")
    for rule in sorted(known - set(tally.rules)):
        print("never fired:", *rule)
    for plan, found in tally.different[:1]:
        print("differ in", ", ".join(found))
        print(json.dumps(plan.model_dump(mode="json", exclude_none=True)))


def main() -> int:
    """Compare and report; 1 when the engines differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plans", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tally = compare(options.plans, options.seed)
    report(tally)
    return 1 if tally.different else 0


if __name__ == "__main__":
    sys.exit(main())
