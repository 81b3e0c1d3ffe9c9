"""What a table of workloads may look like, and what is said of one that cannot be used."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from rackwright import PlanError, UsageError, plan_from_dict
from rackwright.errors import Problem
from rackwright.facts.plan import MAX_WORKLOADS
from rackwright.many import AdviceTable, advise_many

WORKLOADS: dict[str, list[Any]] = {
    "stage": ["inference", "training", None],
    "model": ["Llama-3.1-8B", None, "meta-llama/Llama-3.1-70B"],
    "concurrency": [40.0, None, 8.0],
    "layers": [None, 80, None],
    "utilization": [0.7, 0.2, None],
    "latency_sensitive": [True, None, False],
    "frameworks": ["pytorch;onnx", None, "jax"],
    "site": ["office", "data_center", ""],
}


def problems(table: Any, **options: Any) -> list[Problem]:
    with pytest.raises(PlanError) as caught:
        advise_many(table, **options)
    return list(caught.value.problems)


def problem(table: Any, **options: Any) -> Problem:
    (found,) = problems(table, **options)
    return found


def same(table: AdviceTable, other: AdviceTable) -> bool:
    return str({n: c.tolist() for n, c in table.items()}) == str(
        {n: c.tolist() for n, c in other.items()}
    )


# what may be given


def as_arrays(table: dict[str, list[Any]]) -> dict[str, Any]:
    numbers = ("concurrency", "layers", "utilization")
    return {
        name: np.array(cells, dtype=float if name in numbers else object)
        for name, cells in table.items()
    }


def nullable(table: dict[str, list[Any]]) -> pd.DataFrame:
    return pd.DataFrame(table).astype(
        {"layers": "Int64", "latency_sensitive": "boolean", "site": "category", "stage": "string"}
    )


FORMS: dict[str, Callable[[dict[str, list[Any]]], Any]] = {
    "arrays": as_arrays,
    "pandas": pd.DataFrame,
    "pandas with nullable types": nullable,
    "polars": pl.DataFrame,
    "polars with categories": lambda table: pl.DataFrame(table).with_columns(
        pl.col("stage", "model").cast(pl.Categorical),
        pl.col("site").cast(pl.Enum(["office", "data_center", ""])),
    ),
    "arrow table": pa.table,
    "arrow batch": lambda table: pa.RecordBatch.from_pydict(table),
    "arrow with dictionaries": lambda table: pa.table(
        {
            n: pa.array(cells).dictionary_encode() if n in ("stage", "model") else cells
            for n, cells in table.items()
        }
    ),
    "arrow in chunks": lambda table: pa.concat_tables(
        [pa.table(table).slice(0, 1), pa.table(table).slice(1)]
    ),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_kind_of_table_is_read_alike(form: Callable[..., Any]) -> None:
    assert same(advise_many(form(WORKLOADS)), advise_many(WORKLOADS))


def test_lists_of_members_are_read_like_texts_with_semicolons() -> None:
    lists = {"frameworks": [["pytorch", "onnx"], ["jax"]], "user_regions": [["Taiwan"], None]}
    texts = {"frameworks": ["pytorch; onnx", "jax"], "user_regions": ["Taiwan", ""]}
    in_arrow = pa.table(lists)

    assert same(advise_many(lists), advise_many(texts))
    assert same(advise_many(in_arrow), advise_many(texts))


@pytest.mark.parametrize("nothing", [None, float("nan"), "", "  ", pd.NA, pd.NaT])
def test_a_cell_without_a_value_is_unknown(nothing: Any) -> None:
    table = advise_many({"stage": ["inference", nothing], "model": ["Llama-3.1-8B"] * 2})

    assert table.replay(1).assessment.plan.workloads[0].stage is None


def test_nan_is_unknown_among_numbers() -> None:
    table = advise_many({"stage": ["inference"], "utilization": np.array([np.nan])})

    assert table.replay(0).assessment.plan.workloads[0].utilization is None


def test_whole_numbers_name_plans_and_texts_name_workloads() -> None:
    table = advise_many(
        {"plan": np.array([7, 7, 8]), "id": ["a", "b", "a"], "stage": ["inference"] * 3}
    )

    assert table["plan"].tolist() == ["7", "7", "8"]
    assert table["id"].tolist() == ["a", "b", "a"]
    assert list(table.replay(1).workloads) == ["a", "b"]


def test_numbers_and_truths_of_numpy_in_a_list_are_read_as_those_of_python() -> None:
    cells = {"concurrency": [40, 8.5], "latency_sensitive": [True, None], "stage": ["training"] * 2}
    scalars = {
        "concurrency": [np.int64(40), np.float32(8.5)],
        "latency_sensitive": [np.bool_(True), None],
        "stage": [np.str_("training"), "training"],
    }

    assert same(advise_many(scalars), advise_many(cells))


def test_a_range_is_a_column() -> None:
    table = advise_many({"plan": range(3), "concurrency": range(1, 4)})

    assert table["plan"].tolist() == ["0", "1", "2"]


def test_rows_without_a_plan_are_plans_of_their_own() -> None:
    table = advise_many({"stage": ["inference", "training"]})

    assert table["plan"].tolist() == ["0", "1"]
    assert table["id"].tolist() == ["workload-1", "workload-1"]
    assert list(table.replay(1).workloads) == ["workload-1"]


def test_rows_of_a_plan_need_not_stand_together() -> None:
    table = advise_many(
        {
            "plan": ["x", "y", "x"],
            "stage": ["inference", "training", "fine_tuning"],
            "horizon_months": [36, 48, 36],
        }
    )

    assert table["row"].tolist() == [0, 1, 2]
    assert table["plan"].tolist() == ["x", "y", "x"]
    assert table["id"].tolist() == ["workload-1", "workload-1", "workload-2"]
    plan = table.replay(2).assessment.plan
    assert [w.stage for w in plan.workloads] == ["inference", "fine_tuning"]


def test_one_row_may_speak_for_its_plan() -> None:
    table = advise_many({"plan": ["x", "x"], "stage": ["inference"] * 2, "pue": [1.4, None]})

    assert table.replay(1).assessment.plan.facility.pue == 1.4


# what is refused


@pytest.mark.parametrize(
    ("column", "cell", "code", "words"),
    [
        ("utilization", 1.7, "out-of-range", "at most 1"),
        ("utilization", float("inf"), "not-finite", "finite"),
        ("utilization", -0.1, "out-of-range", "at least 0"),
        ("layers", 0, "out-of-range", "more than 0"),
        ("layers", 2.5, "not-a-whole-number", "whole number"),
        ("layers", 10**30, "out-of-range", "at most"),
        ("circuit_phases", 2.0, "out-of-range", "1 or 3"),
        ("concurrency", "40", "not-a-number", "number"),
        ("concurrency", True, "not-a-number", "number"),
        ("concurrency", [1, 2], "not-a-number", "list"),
        ("concurrency", datetime.date(2025, 1, 1), "not-plain-data", "neither"),
        ("stage", "inferring", "unknown-value", "inferring"),
        ("stage", 3, "unknown-value", "3"),
        ("latency_sensitive", 1, "not-true-or-false", "true or false"),
        ("frameworks", "pytorch;torch", "unknown-value", "torch"),
        ("frameworks", "pytorch;;jax", "unknown-value", ""),
        ("model", "Llama-3.1-8Q", "unknown-name", "Llama-3.1-8Q"),
        ("model", 8, "not-a-text", "text"),
        ("intended_device", "h1000", "unknown-name", "h1000"),
        ("data_residency", "x" * 201, "too-long", "200"),
        ("data_residency", "a\x00b", "bad-character", "U+0000"),
        ("id", "Big One", "invalid-name", "Big One"),
        ("id", "plan", "reserved-name", "plan"),
        ("id", None, "missing-value", "empty"),
        ("plan", None, "missing-value", "empty"),
        ("plan", 1.5, "not-a-text", "text or a whole number"),
    ],
)
def test_a_cell_that_a_plan_could_not_state_is_refused(
    column: str, cell: Any, code: str, words: str
) -> None:
    good = {"id": "a", "plan": "p"}.get(column)
    table = {"stage": ["inference"] * 3, column: [good, cell, good]}

    found = problem(table)
    assert found.code == code
    assert words in found.message
    assert found.where == f"column `{column}`, row 1"


def test_a_problem_names_its_first_rows_and_counts_the_others() -> None:
    found = problem({"stage": ["inference"] * 9, "utilization": [2.0, 0.5, *[3.0] * 7]})

    assert found.where == "column `utilization`, rows 0, 2, 3 and 5 more"
    assert found.message == "`utilization` must be at most 1, not `2`"
    assert found.hint == "2 % is written `0.02`"


def test_an_unknown_column_is_told_with_the_nearest_name() -> None:
    found = problem({"stage": ["inference"], "utilisation": [0.5]})

    assert (found.code, found.where) == ("unknown-column", "column `utilisation`")
    assert "utilization" in found.hint


def test_a_column_in_another_unit_is_told_which_one_to_write() -> None:
    found = problem({"stage": ["inference"], "rack_power_w": [6000]})

    assert found.hint == "write `rack_power_kw`, in kilowatts"


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ({}, "missing-column"),
        ({"id": ["a"]}, "missing-column"),
        ({"intended_count": [2]}, "missing-column"),
        ({"stage": []}, "empty-table"),
        ([], "empty-table"),
        ({"stage": ["inference"], "model": []}, "column-length"),
        ({"stage": np.array([["inference"]])}, "not-a-column"),
        (pd.DataFrame([["inference", "training"]], columns=["stage", "stage"]), "repeated-column"),
    ],
)
def test_a_table_that_holds_no_workloads_is_refused(table: Any, code: str) -> None:
    assert code in [found.code for found in problems(table)]


@pytest.mark.parametrize(
    "thing", [3, "plans.csv", None, {1, 2}, pa.array(["inference"]), pl.Series(["inference"])]
)
def test_what_is_no_table_is_refused(thing: Any) -> None:
    with pytest.raises(UsageError) as caught:
        advise_many(thing)
    assert caught.value.problems[0].code == "not-a-table"


def test_an_entry_that_is_no_plan_is_refused() -> None:
    plan = plan_from_dict({"workloads": [{"id": "w"}]})
    with pytest.raises(UsageError) as caught:
        advise_many([plan, {"workloads": []}])
    assert caught.value.problems[0].where == "plans[1]"


@pytest.mark.parametrize("options", [{"on_error": "skip"}, {"workers": 0}, {"workers": True}])
def test_an_option_that_does_not_exist_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        advise_many({"stage": ["inference"]}, **options)


def test_a_part_larger_than_its_whole_is_refused() -> None:
    found = problem({"parameters_b": [8.0, 8.0], "active_parameters_b": [8.0, 9.0]})

    assert (found.code, found.where) == (
        "part-exceeds-whole",
        "column `active_parameters_b`, row 1",
    )


def test_a_count_without_a_device_is_refused() -> None:
    found = problem({"intended_device": ["h100_sxm", None], "intended_count": [1, 2]})

    assert (found.code, found.where) == ("missing-field", "column `intended_count`, row 1")


def test_an_id_twice_in_one_plan_is_refused_and_in_two_plans_is_not() -> None:
    table = {"plan": ["p", "p", "q"], "id": ["a", "a", "a"], "stage": ["inference"] * 3}

    found = problem(table)
    assert (found.code, found.where) == ("repeated-id", "column `id`, row 1")


def test_ids_that_become_one_when_read_are_the_same_id() -> None:
    found = problem({"plan": ["a", "a"], "id": [" x", "x"], "stage": ["inference"] * 2})

    assert found.code == "repeated-id"


def test_plans_of_one_name_are_one_plan_however_it_is_written() -> None:
    names = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2]), pa.array(["a", "a", "b"]))
    stages = ["inference"] * 3

    twice = advise_many(pa.table({"plan": names, "stage": stages}))
    assert twice["id"].tolist() == ["workload-1", "workload-2", "workload-1"]
    numbers = advise_many({"plan": [1, "1", Decimal("1.00")], "stage": stages})
    assert numbers["plan"].tolist() == ["1"] * 3
    assert len(set(numbers["id"].tolist())) == 3


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (1.5, "not-a-text"),
        (Decimal("0.5"), "not-a-text"),
        (True, "not-a-text"),
        ([1], "not-a-text"),
        (datetime.date(2026, 1, 1), "not-a-text"),
        ("\ud800", "bad-character"),
        ("a\0", "bad-character"),
    ],
)
def test_what_cannot_name_a_plan_is_left_out_of_the_result(name: Any, code: str) -> None:
    table = advise_many({"plan": [name, "a"], "stage": ["inference"] * 2}, on_error="reject")

    assert [(one.row, one.column, one.code) for one in table.rejected] == [(0, "plan", code)]
    assert table.to_arrow().column("plan").to_pylist() == ["a"]


def test_rows_of_one_plan_that_contradict_each_other_are_refused() -> None:
    found = problem(
        {"plan": ["p", "p"], "stage": ["inference"] * 2, "site": ["office", "colocation"]}
    )

    assert (found.code, found.where) == ("plan-disagrees", "column `site`, rows 0, 1")


def test_a_plan_of_too_many_workloads_is_refused() -> None:
    n = MAX_WORKLOADS + 1

    assert problem({"plan": ["p"] * n, "stage": ["inference"] * n}).code == "too-long"


def test_all_problems_are_told_at_once_up_to_twenty() -> None:
    columns = {f"column_{n}": [1] for n in range(30)}
    found = problems({"stage": ["inferring"], **columns})

    assert len(found) == 21
    assert found[-1].message == "11 more problems are not shown"


def test_a_plan_that_names_what_does_not_exist_is_refused() -> None:
    plans = [
        plan_from_dict({"workloads": [{"id": "w", "model": "Llama-3.1-8B"}]}),
        plan_from_dict({"workloads": [{"id": "w", "model": "gpt-17"}], "parameters": {"x": 1.0}}),
    ]

    assert [found.code for found in problems(plans)] == ["unknown-name", "unknown-parameter"]
    table = advise_many(plans, on_error="reject")
    assert table["plan"].tolist() == ["0"]
    assert [(one.row, one.column) for one in table.rejected] == [(1, "model"), (1, "parameters")]


# rows that are rejected


def test_bad_rows_are_left_out_and_told_with_their_reasons() -> None:
    table = advise_many(
        {"stage": ["inference", "x", "training"], "utilization": [0.5, 7, 0.5]}, on_error="reject"
    )

    assert table["row"].tolist() == [0, 2]
    assert [(one.row, one.column, one.code) for one in table.rejected] == [
        (1, "stage", "unknown-value"),
        (1, "utilization", "out-of-range"),
    ]
    assert table.replay(2).assessment.plan.workloads[0].stage == "training"
    with pytest.raises(UsageError):
        table.replay(1)


def test_a_bad_row_takes_its_plan_with_it() -> None:
    table = advise_many(
        {"plan": ["p", "q", "p"], "stage": ["inference", "training", "x"]}, on_error="reject"
    )

    assert table["plan"].tolist() == ["q"]
    assert [(one.row, one.code) for one in table.rejected] == [
        (0, "plan-rejected"),
        (2, "unknown-value"),
    ]


def test_the_rows_that_remain_are_advised_on_as_if_alone() -> None:
    good = {"plan": ["p", "p", "r"], "stage": ["inference", "training", "inference"]}
    mixed = {"plan": ["p", "q", "p", "r"], "stage": ["inference", "?", "training", "inference"]}
    alone, rest = advise_many(good), advise_many(mixed, on_error="reject")

    columns = set(alone) - {"row"}
    assert all(str(alone[name]) == str(rest[name]) for name in columns)


def test_a_table_of_nothing_but_bad_rows_gives_no_advice() -> None:
    table = advise_many({"stage": ["x", "y"]}, on_error="reject")

    assert table.n_rows == 0
    assert len(table.rejected) == 2
    assert table.to_arrow().num_rows == 0


def test_a_bad_column_is_an_error_even_when_rows_are_rejected() -> None:
    assert problem({"stage": ["inference"], "stge": ["x"]}, on_error="reject").code == (
        "unknown-column"
    )


# what comes back


def test_the_table_comes_out_as_arrow_pandas_and_polars() -> None:
    table = advise_many(WORKLOADS)

    arrow, pandas, polars = table.to_arrow(), table.to_pandas(), pl.DataFrame(table)
    assert arrow.column_names == list(pandas.columns) == polars.columns == list(table)
    assert arrow["device"].to_pylist() == table["device"].tolist() == polars["device"].to_list()
    assert arrow["power_kw"].to_pylist() == [
        None if np.isnan(number) else number for number in table["power_kw"]
    ]


def test_a_row_tells_whether_there_is_a_choice_and_how_the_model_is_spread() -> None:
    table = advise_many(
        {
            "stage": ["inference"] * 3,
            "model": ["Llama-3.1-70B", None, "Llama-3.1-8B"],
            "concurrency": [600, None, 10],
            "intended_device": ["l4", "h100", None],
        }
    )

    assert table["choice"].tolist() == ["chosen", "not_judged", "chosen"]
    assert table["intended_verdict"].tolist() == ["rejected", "not_judged", None]
    devices, copies, each = (table[n] for n in ("devices_needed", "copies", "devices_per_copy"))
    assert np.array_equal(devices, copies * each, equal_nan=True)
    assert np.isnan(copies).tolist() == [False, True, False]


def test_unknown_cells_are_nan_among_numbers_and_none_among_others() -> None:
    table = advise_many({"stage": ["inference"], "model": [None]})

    assert np.isnan(table["devices_needed"][0])
    assert table["device"][0] is None
    assert table["outcome"][0] == "undetermined"


def test_replay_keeps_the_plans_that_were_advised_on() -> None:
    small, large = (
        plan_from_dict({"workloads": [{"id": "w", "stage": "inference", "parameters_b": size}]})
        for size in (8.0, 70.0)
    )
    plans = [small, large]
    table = advise_many(plans)
    plans.reverse()
    assert table.replay(0).assessment.plan == small
    plans.clear()
    assert table.replay(1).assessment.plan == large


def test_a_table_of_which_every_row_is_rejected_has_no_rows() -> None:
    table = advise_many({"stage": ["bad", "worse"]}, on_error="reject")
    assert table.n_rows == 0
    assert [one.row for one in table.rejected] == [0, 1]


def test_a_column_that_cannot_be_used_is_an_error_whatever_is_done_with_rows() -> None:
    with pytest.raises(PlanError, match="stagee"):
        advise_many({"stagee": ["inference"]}, on_error="reject")
