"""The columnar engine: what it concludes from columns, and what it refuses."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from rackwright.engines.columnar import ColumnarEngine, Judged, Stage
from rackwright.engines.columnar.stage import BLOCK_ROWS
from rackwright.errors import InferenceError, RackwrightError, UsageError
from rackwright.frames import Column, column, decode
from rackwright.records import Entity, Row, Scope, Value
from rackwright.rulebook.model import (
    Any,
    Attribute,
    Decision,
    Hit,
    Kind,
    Op,
    Rule,
    Rulebook,
    Test,
    Text,
)

WORDS = Text("", "")
STAGES = ("training", "inference", "evaluation")
FRAMEWORKS = tuple(f"framework_{n}" for n in range(62))
STATED = {
    "size": Kind.NUMBER,
    "critical": Kind.BOOLEAN,
    "stage": Kind.SYMBOL,
    "frameworks": Kind.SET,
    "region": Kind.TEXT,
}
DECIDED = {"tier": Kind.SYMBOL, "warnings": Kind.SET, "price": Kind.NUMBER, "urgent": Kind.BOOLEAN}
VALUES = {
    "stage": STAGES,
    "frameworks": FRAMEWORKS,
    "tier": ("small", "middle", "large"),
    "warnings": ("hot", "loud", "dear"),
}


def attribute(name: str, kind: Kind, scope: Scope) -> Attribute:
    values = dict.fromkeys(VALUES.get(name, ()), WORDS)
    return Attribute(name, scope, Entity.WORKLOAD, kind, WORDS, values=values)


SITE = Attribute("site", Scope.GIVEN, Entity.PLAN, Kind.SYMBOL, WORDS, values={"office": WORDS})
VOCABULARY = {
    "site": SITE,
    **{name: attribute(name, kind, Scope.GIVEN) for name, kind in STATED.items()},
    **{name: attribute(name, kind, Scope.WORKLOAD) for name, kind in DECIDED.items()},
}


def rule(name: str, then: Value, *branches: tuple[Test, ...]) -> Rule:
    return Rule(name, Any(()), "", then, WORDS, (), branches)


def decision(name: str, *rules: Rule) -> Decision:
    hit = Hit.COLLECT if VOCABULARY[name].kind is Kind.SET else Hit.FIRST
    return Decision(name, Scope.WORKLOAD, Entity.WORKLOAD, hit, rules)


ALWAYS: tuple[Test, ...] = ()
BIG = (Test("size", Op.GE, 70.0),)
MIDDLE = (Test("size", Op.GE, 8.0),)
TRAINING = (Test("stage", Op.EQ, "training"),)

TIER = decision(
    "tier",
    rule("big", "large", BIG),
    rule("middle", "middle", MIDDLE, TRAINING),
    rule("rest", "small", ALWAYS),
)
WARNINGS = decision(
    "warnings",
    rule("large-is-hot", "hot", (Test("tier", Op.EQ, "large"),)),
    rule("training-is-loud", "loud", TRAINING),
    rule("training-is-hot", "hot", TRAINING),
)


def columns(**values: list[Value | None]) -> dict[str, Column]:
    return {name: column(VOCABULARY[name], given) for name, given in values.items()}


def judged(*decisions: Decision, **values: list[Value | None]) -> Judged:
    n_rows = len(next(iter(values.values())))
    return Stage(decisions, VOCABULARY).evaluate(columns(**values), n_rows, keep_firings=True)


def concluded(found: Judged, name: str) -> list[Value | None]:
    return [decode(VOCABULARY[name], code) for code in found.columns[name]]


def holds(test: Test, *values: Value | None) -> list[bool]:
    found = judged(decision("urgent", rule("it", True, (test,))), **{test.attribute: list(values)})
    return [value is True for value in concluded(found, "urgent")]


def test_the_first_rule_that_fires_decides() -> None:
    found = judged(TIER, size=[100.0, 10.0, 1.0, None])

    assert concluded(found, "tier") == ["large", "middle", "small", "small"]


def test_later_rules_fire_overruled() -> None:
    found = judged(TIER, size=[100.0, 10.0, 1.0, None])

    assert found.firings is not None
    assert found.firings.fired.tolist() == [
        [True, False, False, False],
        [True, True, False, False],
        [True, True, True, True],
    ]
    assert found.firings.overruled.tolist() == [
        [False, False, False, False],
        [True, False, False, False],
        [True, True, False, False],
    ]


def test_hits_are_counted_for_each_rule() -> None:
    found = judged(TIER, size=[100.0, 10.0, 1.0, None])

    assert found.rules == (("tier", "big"), ("tier", "middle"), ("tier", "rest"))
    assert found.hits.tolist() == [1, 2, 4]
    assert found.overruled.tolist() == [0, 1, 2]


def test_a_rule_fires_on_the_first_of_its_branches_that_holds() -> None:
    size: list[Value | None] = [10.0, 10.0, 1.0, 1.0]
    stage: list[Value | None] = ["training", "inference", "training", "inference"]
    found = judged(TIER, size=size, stage=stage)

    assert found.firings is not None
    assert found.firings.branch[1].tolist() == [0, 0, 1, -1]


def test_rules_of_a_set_add_their_members_and_repeat_none() -> None:
    found = judged(
        TIER,
        WARNINGS,
        size=[100.0, 100.0, 1.0, 1.0],
        stage=["training", "inference", "training", None],
    )

    assert concluded(found, "warnings") == [("hot", "loud"), ("hot",), ("hot", "loud"), None]
    assert found.hits[3:].tolist() == [2, 2, 2]
    assert found.overruled[3:].tolist() == [0, 0, 1]


def test_a_stated_value_stays_and_its_rules_fire_all_the_same() -> None:
    found = judged(TIER, WARNINGS, size=[100.0, 100.0], tier=["small", None])

    assert concluded(found, "tier") == ["small", "large"]
    assert concluded(found, "warnings") == [None, ("hot",)]
    assert found.hits.tolist()[:3] == [2, 2, 2]


def test_known_speaks_of_what_was_known_when_the_stage_began() -> None:
    observing = decision(
        "urgent",
        rule("was-stated", True, (Test("tier", Op.KNOWN),)),
        rule("was-left-out", False, (Test("tier", Op.UNKNOWN),)),
    )
    found = judged(TIER, observing, size=[1.0, 1.0], tier=["large", None])

    assert concluded(found, "tier") == ["large", "small"]
    assert concluded(found, "urgent") == [True, False]


def test_what_a_set_lacks_is_what_it_lacked_when_the_stage_began() -> None:
    lacking = decision("urgent", rule("not-dear", True, (Test("warnings", Op.LACKS, "dear"),)))
    found = judged(WARNINGS, lacking, stage=["training"] * 3, warnings=[("hot",), ("dear",), None])

    assert concluded(found, "warnings") == [("hot",), ("dear",), ("hot", "loud")]
    assert concluded(found, "urgent") == [True, None, None]


def test_numbers_and_truths_are_concluded_as_themselves() -> None:
    price = decision("price", rule("dear", 0.1, BIG), rule("cheap", 0.0, MIDDLE))
    urgent = decision("urgent", rule("no", False, (Test("price", Op.EQ, 0.0),)))
    found = judged(price, urgent, size=[80.0, 8.0, None])

    assert concluded(found, "price") == [0.1, 0.0, None]
    assert concluded(found, "urgent") == [None, False, None]


@pytest.mark.parametrize(
    ("test", "value"),
    [
        (Test("size", Op.NE, 5.0), 6.0),
        (Test("size", Op.LT, 5.0), 4.0),
        (Test("size", Op.GT, 5.0), 6.0),
        (Test("size", Op.EQ, 5.0), 5.0),
        (Test("critical", Op.EQ, True), True),
        (Test("critical", Op.NE, True), False),
        (Test("critical", Op.EQ, False), False),
        (Test("critical", Op.NE, False), True),
        (Test("stage", Op.EQ, "training"), "training"),
        (Test("stage", Op.NE, "training"), "inference"),
        (Test("stage", Op.IN, ("training", "evaluation")), "evaluation"),
        (Test("stage", Op.NOT_IN, ("training", "evaluation")), "inference"),
        (Test("frameworks", Op.CONTAINS, FRAMEWORKS[-1]), FRAMEWORKS[-2:]),
        (Test("frameworks", Op.LACKS, FRAMEWORKS[0]), ()),
        (Test("size", Op.KNOWN), 0.0),
        (Test("critical", Op.KNOWN), False),
        (Test("stage", Op.KNOWN), STAGES[0]),
        (Test("frameworks", Op.KNOWN), ()),
        (Test("region", Op.KNOWN), ""),
    ],
)
def test_every_test_but_unknown_is_false_of_what_is_unknown(test: Test, value: Value) -> None:
    assert holds(test, value, None) == [True, False]
    assert holds(Test(test.attribute, Op.UNKNOWN), value, None) == [False, True]


@pytest.mark.parametrize(
    ("test", "value"),
    [
        (Test("size", Op.NE, 5.0), 5.0),
        (Test("critical", Op.EQ, True), False),
        (Test("critical", Op.NE, False), False),
        (Test("stage", Op.NE, "training"), "training"),
        (Test("stage", Op.IN, ("training", "evaluation")), "inference"),
        (Test("stage", Op.NOT_IN, ("training", "evaluation")), "evaluation"),
        (Test("frameworks", Op.CONTAINS, FRAMEWORKS[-1]), FRAMEWORKS[:-1]),
        (Test("frameworks", Op.LACKS, FRAMEWORKS[0]), FRAMEWORKS),
    ],
)
def test_a_test_is_false_of_another_value(test: Test, value: Value) -> None:
    assert holds(test, value) == [False]


def test_what_differs_only_past_twelve_digits_is_equal() -> None:
    assert holds(Test("size", Op.GE, 0.3), 0.1 + 0.2, 0.3, 0.3 - 1e-16, 0.3 - 1e-11) == [
        True,
        True,
        True,
        False,
    ]
    assert holds(Test("size", Op.GT, 0.3), 0.1 + 0.2, 0.3 + 1e-11) == [False, True]
    assert holds(Test("size", Op.LE, 0.3), 0.1 + 0.2, 0.3 + 1e-11) == [True, False]
    assert holds(Test("size", Op.LT, 0.3), 0.3 - 1e-16, 0.3 - 1e-11) == [False, True]
    assert holds(Test("size", Op.EQ, -0.3), -0.1 - 0.2, 0.3) == [True, False]
    assert holds(Test("size", Op.NE, -0.3), -0.1 - 0.2, 0.3) == [False, True]


def test_a_missing_column_is_unknown_on_every_row() -> None:
    found = Stage([TIER], VOCABULARY).evaluate({}, 3)

    assert concluded(found, "tier") == ["small"] * 3


def test_one_value_holds_for_every_row() -> None:
    given = columns(size=[100.0, 1.0, None], stage=["training"])
    found = Stage([TIER, WARNINGS], VOCABULARY).evaluate(given, 3)

    assert concluded(found, "tier") == ["large", "middle", "middle"]
    assert concluded(found, "warnings") == [("hot", "loud")] * 3
    assert found.hits.tolist() == [1, 3, 3, 1, 3, 3]


def test_rows_are_judged_alike_wherever_they_stand() -> None:
    few = columns(size=[100.0, 10.0, None], stage=["training", None, "inference"])
    times = BLOCK_ROWS
    many = {name: np.tile(values, times) for name, values in few.items()}
    stage = Stage([TIER, WARNINGS], VOCABULARY)
    once = stage.evaluate(few, 3, keep_firings=True)
    tiled = stage.evaluate(many, 3 * times, keep_firings=True)

    assert tiled.hits.tolist() == (once.hits * times).tolist()
    assert tiled.overruled.tolist() == (once.overruled * times).tolist()
    for name in ("tier", "warnings"):
        assert np.array_equal(tiled.columns[name], np.tile(once.columns[name], times))
    assert once.firings is not None
    assert tiled.firings is not None
    assert np.array_equal(tiled.firings.branch, np.tile(once.firings.branch, times))
    assert np.array_equal(tiled.firings.overruled, np.tile(once.firings.overruled, times))


def test_firings_are_kept_only_when_asked_for() -> None:
    stage, given = Stage([TIER], VOCABULARY), columns(size=[100.0, 10.0])
    kept, left = (stage.evaluate(given, 2, keep_firings=keep) for keep in (True, False))

    assert left.firings is None
    assert left.hits.tolist() == kept.hits.tolist()
    assert left.columns["tier"].tolist() == kept.columns["tier"].tolist()


def test_no_rows_are_no_conclusions() -> None:
    found = Stage([TIER], VOCABULARY).evaluate({}, 0, keep_firings=True)

    assert found.columns["tier"].shape == (0,)
    assert found.hits.tolist() == [0, 0, 0]


def test_the_columns_that_came_in_stay_as_they_are() -> None:
    given = columns(size=[100.0, 1.0], tier=["small", None])
    before = {name: values.copy() for name, values in given.items()}
    Stage([TIER], VOCABULARY).evaluate(given, 2)

    assert all(np.array_equal(given[name], before[name]) for name in given)


@pytest.mark.parametrize(
    ("name", "values", "code"),
    [
        ("size", np.array([1.0, 2.0, 3.0]), "column-length"),
        ("size", np.ones((2, 2)), "column-length"),
        ("size", np.array(["1", "2"]), "column-type"),
        ("stage", np.array([0.0, np.nan]), "column-type"),
        ("stage", np.array(["training", "inference"]), "column-type"),
        ("stage", np.array([0, 3]), "column-code"),
        ("stage", np.array([0, -2]), "column-code"),
        ("stage", np.array([0, 2**32]), "column-code"),
        ("tier", np.array([0, 3]), "column-code"),
        ("size", np.array([1.0, np.inf]), "number-out-of-range"),
        ("size", np.array([1.0, -np.inf]), "number-out-of-range"),
    ],
)
def test_a_column_that_cannot_be_judged_is_refused(name: str, values: Column, code: str) -> None:
    with pytest.raises((UsageError, InferenceError)) as caught:
        Stage([TIER], VOCABULARY).evaluate({name: values}, 2)

    assert [problem.code for problem in caught.value.problems] == [code]


OWNERS = {Entity.WORKLOAD: "assistant", Entity.PLAN: "plan"}
ENGINE = ColumnarEngine(Rulebook(VOCABULARY, {}, {}, (TIER, WARNINGS)))


def fired(*rows: Row) -> list[list[str]]:
    found = ENGINE.run(Scope.WORKLOAD, Entity.WORKLOAD, rows)
    return [[firing.id for firing in firings] for firings in found]


def test_the_engine_writes_the_firings_of_each_row_in_order() -> None:
    big, small = ({"size": size, "stage": "training"} for size in (100.0, 1.0))

    assert fired(Row("assistant", OWNERS, big), Row("other", OWNERS, small)) == [
        [
            "assistant/tier#big",
            "assistant/tier#middle",
            "assistant/tier#rest",
            "assistant/warnings#large-is-hot",
            "assistant/warnings#training-is-loud",
            "assistant/warnings#training-is-hot",
        ],
        [
            "other/tier#middle",
            "other/tier#rest",
            "other/warnings#training-is-loud",
            "other/warnings#training-is-hot",
        ],
    ]


def test_premises_are_those_of_the_branch_that_fired() -> None:
    rows = [
        Row("assistant", OWNERS, {"size": 10.0, "stage": "training"}),
        Row("assistant", OWNERS, {"stage": "training"}),
    ]
    found = ENGINE.run(Scope.WORKLOAD, Entity.WORKLOAD, rows)

    assert [firings[0].premises for firings in found] == [("assistant.size",), ("assistant.stage",)]


def test_premises_say_whose_they_are_and_what_was_seen_of_them() -> None:
    every_form = (
        Test("stage", Op.UNKNOWN),
        Test("size", Op.GE, 8.0),
        Test("size", Op.LT, 70.0),
        Test("frameworks", Op.CONTAINS, "framework_3"),
        Test("frameworks", Op.LACKS, "framework_4"),
        Test("site", Op.EQ, "office"),
    )
    engine = ColumnarEngine(
        Rulebook(VOCABULARY, {}, {}, (decision("urgent", rule("it", True, every_form)),))
    )
    values: dict[str, Value] = {"size": 9.0, "frameworks": ("framework_3",), "site": "office"}
    [found] = engine.run(Scope.WORKLOAD, Entity.WORKLOAD, [Row("assistant", OWNERS, values)])

    assert found[0].premises == (
        "assistant.frameworks",
        "assistant.frameworks=framework_3",
        "assistant.size",
        "assistant.stage?",
        "plan.site",
    )


def test_every_test_of_a_branch_must_hold() -> None:
    both = decision("urgent", rule("it", True, (*BIG, *TRAINING)))
    found = judged(both, size=[100.0, 100.0, 1.0], stage=["training", "inference", "training"])

    assert concluded(found, "urgent") == [True, None, None]


def test_a_stage_without_decisions_fires_nothing() -> None:
    rows = [Row("plan", {}, {})] * 2

    assert ENGINE.run(Scope.PLAN, Entity.PLAN, rows) == [(), ()]
    assert ENGINE.run(Scope.WORKLOAD, Entity.WORKLOAD, []) == []


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"size": float("nan")}, "number-out-of-range"),
        ({"size": float("inf")}, "number-out-of-range"),
        ({"stage": "sleeping"}, "unknown-value"),
        ({"warnings": ("hot", "cold")}, "unknown-value"),
    ],
)
def test_a_row_that_cannot_be_judged_is_refused(values: dict[str, Value], code: str) -> None:
    with pytest.raises(RackwrightError) as caught:
        fired(Row("assistant", OWNERS, values))

    assert [problem.code for problem in caught.value.problems] == [code]


def test_threads_may_share_an_engine() -> None:
    rows = [[Row(f"row-{n}", OWNERS, {"size": float(n)})] for n in range(100)]
    engine = ColumnarEngine(ENGINE.rulebook)
    with ThreadPoolExecutor(8) as pool:
        found = pool.map(lambda row: engine.run(Scope.WORKLOAD, Entity.WORKLOAD, row), rows)
        assert list(found) == [ENGINE.run(Scope.WORKLOAD, Entity.WORKLOAD, row) for row in rows]
