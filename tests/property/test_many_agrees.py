"""A table of advice says of every row what the advice on its plan says, by the shipped rules."""

from __future__ import annotations

from pathlib import Path

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

RULES = default_rules()
COLUMNAR = ColumnarEngine(RULES)
PLANS = st.lists(random_plans(RULES), min_size=1, max_size=4)
EXAMPLES = sorted(examples_folder().glob("*.yaml"))


@settings(deadline=None, max_examples=60)
@given(PLANS)
def test_the_advice_on_many_plans_is_that_on_each_of_them(plans: list[Plan]) -> None:
    columns = plain(advise_many(plans))

    each = [advise(plan, engine=COLUMNAR) for plan in plans]
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
        for firing in advise(plan, engine=COLUMNAR).trace:
            key = firing.decision, firing.rule
            fired[key] = fired.get(key, 0) + 1

    hits = {key: count for key, count in advise_many(plans).hits.items() if count}
    assert hits == fired
