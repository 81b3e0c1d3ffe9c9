"""A table of advice says of every row what the advice on its plan says, by the shipped rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plan_strategies import random_plans
from replayed import as_table, differences, plain

from rackwright import Plan, advise, load_plan
from rackwright.bundled import examples_folder
from rackwright.engines.columnar import ColumnarEngine
from rackwright.knowledge import default_rules
from rackwright.many import advise_many
from rackwright.many.figures import told_of
from rackwright.rulebook.model import Kind

RULES = default_rules()
PLANS = st.lists(random_plans(RULES), min_size=1, max_size=4)
EXAMPLES = sorted(examples_folder().glob("*.yaml"))


@settings(deadline=None, max_examples=60)
@given(PLANS)
def test_the_advice_on_many_plans_is_that_on_each_of_them(plans: list[Plan]) -> None:
    columns = plain(advise_many(plans))

    each = [advise(plan, engine=ColumnarEngine) for plan in plans]
    found = [
        difference
        for at, number in enumerate(columns["plan"])
        for difference in differences(columns, at, each[int(number)])
    ]
    assert found == []


@settings(deadline=None, max_examples=25)
@given(PLANS)
def test_any_row_of_a_table_is_replayed_to_the_same_conclusions(plans: list[Plan]) -> None:
    table = advise_many(as_table(plans))
    columns = plain(table)

    for at, row in enumerate(columns["row"]):
        advice = table.replay(row)
        assert list(differences(columns, at, advice)) == []
        assert advice.trace


@settings(deadline=None, max_examples=30)
@given(PLANS, st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing(plans: list[Plan], random: object) -> None:
    table = as_table(plans)
    rows = list(range(len(table["id"])))
    random.shuffle(rows)  # type: ignore[attr-defined]
    straight, shuffled = (plain(advise_many(t)) for t in (table, taken(table, rows)))
    for column in set(straight) - {"row"}:
        assert [str(cell) for cell in shuffled[column]] == [
            str(straight[column][row]) for row in rows
        ]


def test_a_row_for_each_conclusion_that_usual_plans_come_to_is_replayed_to_the_same() -> None:
    table = advise_many(usual_workloads(1_500))
    columns = plain(table)
    symbols = {one.name for one in told_of(RULES) if one.kind is Kind.SYMBOL}
    rows = {columns[name].index(value) for name in symbols for value in {*columns[name]} - {None}}

    assert "reserved_cloud" in columns["dedicated_form"]
    assert "not_judged" in columns["choice"]
    assert "not_judged" in columns["intended_verdict"]
    assert np.nanmax(columns["copies"]) > 1
    for row in sorted(rows):
        assert list(differences(columns, row, table.replay(row))) == []


def usual_workloads(n: int) -> dict[str, np.ndarray[Any, Any]]:
    """Workloads, each a plan of its own, that state what most plans do, one cell in ten unknown."""
    random = np.random.default_rng(4)

    def one_of(*values: Any) -> np.ndarray[Any, Any]:
        cells = random.choice(np.array([*values, None], dtype=object)[:-1], n)
        return np.where(random.random(n) < 0.1, None, cells)

    return {
        "stage": one_of("inference", "fine_tuning", "training"),
        "serving": one_of("real_time", "batch", "edge"),
        "model": one_of("Llama-3.1-8B", "Llama-3.1-70B", "Mixtral-8x7B"),
        "concurrency": one_of(1.0, 40.0, 900.0),
        "training_tokens_b": one_of(0.1, 50.0),
        "batch_requests": one_of(1e4, 1e7),
        "batch_hours": one_of(1.0, 24.0),
        "edge_power_w": one_of(50.0, 500.0),
        "edge_card_slots": one_of(1.0, 4.0),
        "usage": one_of("sporadic", "growing", "continuous"),
        "utilization": one_of(0.1, 0.5, 0.9),
        "duration_months": one_of(3.0, 36.0, 60.0),
        "site": one_of("office", "data_center", "colocation"),
        "ai_skills": one_of(*RULES.vocabulary["ai_skills"].values),
        "organization_size": one_of(*RULES.vocabulary["organization_size"].values),
        "residency_required": one_of(True, False),
        "data_residency": one_of("Taiwan", "Japan", "Germany"),
        "intended_device": one_of("L4", "H100"),
    }


def taken(table: dict, rows: list[int]) -> dict:  # type: ignore[type-arg]
    return {name: column[rows] for name, column in table.items()}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_keeps_its_conclusions_among_many(path: Path) -> None:
    plan = load_plan(path)
    other = load_plan(examples_folder() / "internal-assistant.yaml")
    table = advise_many([other, plan, other])
    columns = plain(table)

    rows = [row for row, number in enumerate(columns["plan"]) if number == "1"]
    assert len(rows) == len(plan.workloads)
    for row in rows:
        assert list(differences(columns, row, table.replay(row))) == []


def test_small_lots_and_two_workers_say_what_one_lot_says(monkeypatch: pytest.MonkeyPatch) -> None:
    plans = [load_plan(path) for path in EXAMPLES] * 3
    whole = advise_many(plans)
    monkeypatch.setattr("rackwright.many.running.LOT_WORKLOADS", 8)

    for workers in (1, 2):
        in_lots = advise_many(plans, workers=workers)
        assert str(plain(whole)) == str(plain(in_lots))
        assert whole.hits == in_lots.hits


def test_hits_count_what_fires_in_each_plan() -> None:
    plans = [load_plan(path) for path in EXAMPLES]
    fired: dict[tuple[str, str], int] = {}
    for plan in plans:
        for firing in advise(plan, engine=ColumnarEngine).trace:
            key = firing.decision, firing.rule
            fired[key] = fired.get(key, 0) + 1

    hits = {key: count for key, count in advise_many(plans).hits.items() if count}
    assert hits == fired
