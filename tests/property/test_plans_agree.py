"""Both engines make the same assessment of any plan by the rules that come with the library."""

from __future__ import annotations

from pathlib import Path

import pytest
from agreement import differences
from hypothesis import given, settings
from plan_strategies import random_plans

from rackwright.advisor import assess
from rackwright.bundled import examples_folder
from rackwright.engines.columnar import ColumnarEngine
from rackwright.engines.durable import DurableEngine
from rackwright.facts.load import load_plan
from rackwright.facts.plan import Plan
from rackwright.knowledge import default_rules

RULES = default_rules()
DURABLE, COLUMNAR = DurableEngine(RULES), ColumnarEngine(RULES)
EXAMPLES = sorted(examples_folder().glob("*.yaml"))


@settings(deadline=None, max_examples=300)
@given(random_plans(RULES))
def test_both_engines_make_the_same_assessment_of_a_random_plan(plan: Plan) -> None:
    assert differences(assess(plan, RULES, DURABLE), assess(plan, RULES, COLUMNAR)) == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_both_engines_make_the_same_assessment_of_an_example(path: Path) -> None:
    plan = load_plan(path)

    assert differences(assess(plan, RULES, DURABLE), assess(plan, RULES, COLUMNAR)) == []
