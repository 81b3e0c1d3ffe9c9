"""The frame of options gives what a plain frame of the same rows would give."""

from __future__ import annotations

import numpy as np
import pytest

from rackwright.frames import Column, Frame
from rackwright.grid import Grid
from rackwright.knowledge import default_rules
from rackwright.records import Catalogued, Entity

VOCABULARY = default_rules().vocabulary
N_WORKLOADS, N_DEVICES = 3, 4
PARENT = np.repeat(np.arange(N_WORKLOADS), N_DEVICES)
POWER = np.arange(12.0).reshape(N_WORKLOADS, N_DEVICES)
SUBJECTS = [f"w{n}@d{m}" for n in range(N_WORKLOADS) for m in range(N_DEVICES)]


def frames(of_option: dict[str, Column]) -> tuple[Grid, Frame]:
    plans = Frame(Entity.PLAN, ("a", "b"), VOCABULARY)
    plans.put("pue", np.array([1.5, np.nan]), origin)
    plans.varied["parameters/x"] = np.array([7.0, 8.0])
    belongs = np.array([0, 0, 1])
    workloads = Frame(
        Entity.WORKLOAD, ("w0", "w1", "w2"), VOCABULARY, {Entity.PLAN: (plans, belongs)}
    )
    workloads.put("weights_gib", np.array([1.0, np.nan, 3.0]), origin)
    parents = {Entity.PLAN: (plans, belongs[PARENT]), Entity.WORKLOAD: (workloads, PARENT)}
    grid = Grid(Entity.OPTION, SUBJECTS, VOCABULARY, dict(parents), n_devices=N_DEVICES)
    plain = Frame(Entity.OPTION, SUBJECTS, VOCABULARY, dict(parents))
    for name, values in of_option.items():
        grid.put(name, values, origin)
        whole = np.broadcast_to(values, POWER.shape) if values.ndim == 2 else values
        plain.put(name, whole.reshape(-1), origin)
    return grid, plain


def origin(row: int) -> Catalogued:
    return Catalogued(f"devices/{row}")


SHAPES = {
    "by device": POWER[:1],
    "by workload": POWER[:, :1],
    "by row": POWER,
    "flat": POWER.reshape(-1),
    "one": POWER[:1, :1],
}


@pytest.mark.parametrize("name", ["power_kw", "memory_fill", "weights_gib", "pue"])
@pytest.mark.parametrize("values", SHAPES.values(), ids=SHAPES)
def test_a_grid_gives_the_columns_of_a_plain_frame(name: str, values: Column) -> None:
    grid, plain = frames({"power_kw": values})

    assert np.array_equal(grid.get(name), plain.get(name), equal_nan=True)
    assert np.array_equal(grid.flat(grid.spread(name)), plain.get(name), equal_nan=True)


@pytest.mark.parametrize("values", SHAPES.values(), ids=SHAPES)
def test_a_grid_gives_the_cells_and_facts_of_a_plain_frame(values: Column) -> None:
    grid, plain = frames({"power_kw": values})
    rows = range(len(grid))

    assert [grid.fact(row, "power_kw") for row in rows] == [
        plain.fact(row, "power_kw") for row in rows
    ]


@pytest.mark.parametrize("name", ["power_kw", "memory_fill", "weights_gib", "pue"])
@pytest.mark.parametrize("values", SHAPES.values(), ids=SHAPES)
def test_some_rows_see_what_they_see_in_a_plain_frame(name: str, values: Column) -> None:
    grid, plain = frames({"power_kw": values})
    rows = np.array([11, -1, 0, 5, 5])

    assert np.array_equal(grid.at(name, rows), plain.at(name, rows), equal_nan=True)


def test_numbers_that_differ_by_plan_reach_the_rows_of_their_plan() -> None:
    grid, plain = frames({})
    varied, expected = grid.varying("parameters/x"), plain.varying("parameters/x")

    assert varied is not None
    assert np.array_equal(grid.flat(varied), expected)
    assert grid.varying("parameters/y") is None


def test_rows_of_an_empty_frame_see_nothing() -> None:
    empty = Frame(Entity.OFFER, (), VOCABULARY)

    assert np.isnan(empty.at("total_cost", np.array([-1, -1]))).tolist() == [True, True]
