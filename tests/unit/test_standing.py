from __future__ import annotations

import pytest
from small_world import attribute

from rackwright.reasoning.standing import Standing, State, standing
from rackwright.records import Value
from rackwright.rulebook.model import Attribute, Op, Test

USE = attribute("use", "given", "workload", "number", "fraction")
STAGE = attribute("stage", "given", "workload", "symbol", values="training serving tuning")
TOOLS = attribute("tools", "given", "workload", "set", values="pytorch jax")
LOOP = attribute("loop", "given", "plan", "boolean")


def stand(of: Attribute, op: Op, operand: Value | None, value: Value | None) -> Standing:
    return standing(Test(of.name, op, operand), of, value, f"x.{of.name}")


@pytest.mark.parametrize(
    ("op", "operand", "value", "state"),
    [
        (Op.LT, 0.5, 0.4, "held"),
        (Op.LT, 0.5, 0.5, "failed"),
        (Op.LE, 0.5, 0.5, "held"),
        (Op.GT, 0.5, 0.5, "failed"),
        (Op.GE, 0.5, 0.4, "failed"),
        (Op.EQ, 0.3, 0.1 + 0.2, "held"),
        (Op.NE, 0.3, 0.1 + 0.2, "failed"),
        (Op.LT, 0.5, None, "unknown"),
    ],
)
def test_a_number_is_compared_as_the_engines_do(
    op: Op, operand: float, value: float | None, state: str
) -> None:
    assert stand(USE, op, operand, value).state == state


@pytest.mark.parametrize(
    ("of", "op", "operand", "value", "state"),
    [
        (STAGE, Op.EQ, "training", "training", "held"),
        (STAGE, Op.NE, "training", "training", "failed"),
        (STAGE, Op.NE, "training", None, "unknown"),
        (STAGE, Op.IN, ("training", "tuning"), "serving", "failed"),
        (STAGE, Op.NOT_IN, ("training", "tuning"), "serving", "held"),
        (TOOLS, Op.CONTAINS, "jax", ("pytorch",), "failed"),
        (TOOLS, Op.LACKS, "jax", ("pytorch",), "held"),
        (TOOLS, Op.LACKS, "jax", (), "held"),
        (TOOLS, Op.LACKS, "jax", None, "unknown"),
        (LOOP, Op.EQ, True, False, "failed"),
        (USE, Op.KNOWN, None, 0.0, "held"),
        (USE, Op.KNOWN, None, None, "unknown"),
        (USE, Op.UNKNOWN, None, None, "held"),
        (USE, Op.UNKNOWN, None, 0.0, "failed"),
    ],
)
def test_other_values_hold_fail_or_are_unknown(
    of: Attribute, op: Op, operand: Value | None, value: Value | None, state: str
) -> None:
    assert stand(of, op, operand, value).state == state


@pytest.mark.parametrize(
    ("op", "value", "margin", "past"),
    [
        (Op.GT, 0.45, 0.15, True),
        (Op.GE, 0.45, 0.15, False),
        (Op.LT, 0.7, -0.1, True),
        (Op.LE, 0.7, -0.1, False),
        (Op.EQ, 0.7, -0.1, False),
        (Op.NE, 0.6, 0.0, True),
        (Op.GT, 0.7, -0.1, False),
        (Op.GE, 0.7, -0.1, True),
        (Op.LT, 0.5, 0.1, False),
        (Op.LE, 0.5, 0.1, True),
    ],
)
def test_the_margin_leads_to_the_operand_and_says_whether_to_go_past_it(
    op: Op, value: float, margin: float, past: bool
) -> None:
    stood = stand(USE, op, 0.6, value)
    assert (stood.margin, stood.past) == (margin, past)


@pytest.mark.parametrize("op", [Op.LT, Op.LE, Op.GT, Op.GE, Op.EQ, Op.NE])
@pytest.mark.parametrize("operand", [0.0, 0.6, -3.0, 1e12])
@pytest.mark.parametrize("value", [0.0, 0.6, -3.0, 1e12, 7.5])
def test_a_numeric_test_turns_at_its_turning_point(op: Op, operand: float, value: float) -> None:
    stood = stand(USE, op, operand, value)
    assert stood.turning_point is not None
    assert stand(USE, op, operand, stood.turning_point).state != stood.state


@pytest.mark.parametrize(
    ("of", "op", "operand", "value", "needed"),
    [
        (STAGE, Op.EQ, "training", "serving", ("training",)),
        (STAGE, Op.NE, "training", "training", ("serving", "tuning")),
        (STAGE, Op.IN, ("training", "tuning"), "serving", ("training", "tuning")),
        (STAGE, Op.NOT_IN, ("training", "tuning"), "tuning", ("serving",)),
        (STAGE, Op.EQ, "training", None, ("training",)),
        (STAGE, Op.EQ, "training", "training", ()),
        (TOOLS, Op.CONTAINS, "jax", ("pytorch",), ("jax",)),
        (TOOLS, Op.LACKS, "jax", ("jax",), ("jax",)),
        (LOOP, Op.EQ, True, False, (True,)),
        (LOOP, Op.NE, True, True, (False,)),
        (USE, Op.UNKNOWN, None, 0.1, ()),
    ],
)
def test_a_test_that_does_not_hold_names_the_values_it_needs(
    of: Attribute, op: Op, operand: Value | None, value: Value | None, needed: tuple[Value, ...]
) -> None:
    assert stand(of, op, operand, value).needed == needed


def test_an_unknown_number_has_no_margin() -> None:
    stood = stand(USE, Op.GT, 0.6, None)
    assert (stood.state, stood.margin, stood.turning_point) == (State.UNKNOWN, None, None)
