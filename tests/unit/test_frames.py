"""Columns of facts: encoding, parents, origins."""

from __future__ import annotations

import numpy as np
import pytest

from rackwright.frames import Frame, column, decode, decoded, encode, unknown_column
from rackwright.records import Entity, Given, Scope
from rackwright.rulebook.model import Attribute, Kind, Text

LABEL = Text("x", "x")
VALUES = {"a": LABEL, "b": LABEL, "c": LABEL}


def attribute(name: str, kind: Kind, of: Entity = Entity.WORKLOAD) -> Attribute:
    symbolic = kind in (Kind.SYMBOL, Kind.SET)
    return Attribute(name, Scope.GIVEN, of, kind, LABEL, values=VALUES if symbolic else {})


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Kind.NUMBER, 2.5),
        (Kind.BOOLEAN, True),
        (Kind.BOOLEAN, False),
        (Kind.SYMBOL, "c"),
        (Kind.SET, ("a", "c")),
        (Kind.SET, ()),
        (Kind.TEXT, "any words"),
        *((kind, None) for kind in Kind),
    ],
)
def test_a_value_comes_back_as_it_went_in(kind: Kind, value: object) -> None:
    one = attribute("one", kind)
    column = unknown_column(one, 1)
    column[0] = encode(one, value)  # type: ignore[arg-type]
    assert decode(one, column[0]) == value


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (Kind.NUMBER, [2.5, None, 0.0]),
        (Kind.BOOLEAN, [False, None, True]),
        (Kind.SYMBOL, ["c", None, "a"]),
        (Kind.SET, [("a", "c"), None, ()]),
        (Kind.TEXT, ["any words", None, ""]),
    ],
)
def test_a_whole_column_comes_back_as_it_went_in(kind: Kind, values: list[object]) -> None:
    one = attribute("one", kind)
    found = decoded(one, column(one, values))  # type: ignore[arg-type]
    assert found == values
    assert [type(value) for value in found] == [type(value) for value in values]


def test_a_false_boolean_and_a_zero_are_not_unknown() -> None:
    assert decode(attribute("one", Kind.BOOLEAN), np.int8(0)) is False
    assert decode(attribute("one", Kind.NUMBER), 0.0) == 0.0


@pytest.fixture
def frames() -> tuple[Frame, Frame]:
    vocabulary = {
        "room": attribute("room", Kind.NUMBER, Entity.PLAN),
        "load": attribute("load", Kind.NUMBER),
        "kind": attribute("kind", Kind.SYMBOL),
    }
    plan = Frame(Entity.PLAN, ("plan",), vocabulary)
    plan.put_values("room", [7.0], [Given("facility.room")])
    above = {Entity.PLAN: (plan, np.array([0, -1]))}
    workloads = Frame(Entity.WORKLOAD, ("w1", "w2"), vocabulary, above)
    workloads.put_values("load", [1.0, None], [Given("workloads[0].load"), None])
    return plan, workloads


def test_a_row_sees_its_own_values_and_those_of_the_thing_above(
    frames: tuple[Frame, Frame],
) -> None:
    _, workloads = frames
    row, _ = workloads.rows(np.array([0, 1]), ("room", "load", "kind"))
    assert row.values == {"room": 7.0, "load": 1.0}
    assert row.owners == {Entity.WORKLOAD: "w1", Entity.PLAN: "plan"}


def test_a_row_without_a_thing_above_sees_nothing_of_it(frames: tuple[Frame, Frame]) -> None:
    _, workloads = frames
    assert np.isnan(workloads.get("room")[1])
    (row,) = workloads.rows(np.array([1]), ("room", "load"))
    assert (row.values, row.owners) == ({}, {Entity.WORKLOAD: "w2"})
    assert workloads.id_of(1, "room") is None


def test_a_fact_belongs_to_its_owner_and_says_where_it_comes_from(
    frames: tuple[Frame, Frame],
) -> None:
    _, workloads = frames
    fact = workloads.fact(0, "room")
    assert fact is not None
    assert (fact.id, fact.origin) == ("plan.room", Given("facility.room"))
    assert workloads.fact(1, "load") is None


def test_a_row_sees_no_column_that_nobody_has_filled(frames: tuple[Frame, Frame]) -> None:
    plan, _ = frames
    del plan.columns["room"]
    (row,) = plan.rows(np.array([0]), ("room",))
    assert row.values == {}


def test_a_column_of_which_nothing_is_known_cannot_be_written(
    frames: tuple[Frame, Frame],
) -> None:
    _, workloads = frames
    with pytest.raises(ValueError, match="read-only"):
        workloads.get("kind")[0] = 1
    assert workloads.get("kind").tolist() == [-1, -1]


def test_filling_in_what_nobody_knows_keeps_no_column(frames: tuple[Frame, Frame]) -> None:
    _, workloads = frames
    workloads.fill("kind", np.array([-1, -1]), lambda _row: Given("nowhere"))
    assert not workloads.holds("kind")
    workloads.fill("load", np.array([5.0, np.nan]), lambda _row: Given("nowhere"))
    assert workloads.get("load")[0] == 1.0
    assert (workloads.whole("load"), workloads.holds("load")) == (False, True)
