"""What the durable_rules engine is relied on for, one behaviour a test."""

from __future__ import annotations

import gc
import itertools
import json
import operator
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rackwright.advisor import advise
from rackwright.bundled import examples_folder
from rackwright.engines.durable import DurableEngine
from rackwright.engines.durable.extension import Ruleset, load
from rackwright.errors import EngineLimitError, FiringLimitError, InferenceError
from rackwright.facts.load import load_plan
from rackwright.knowledge import default_rules
from rackwright.records import Entity, Firing, Row, Scope, Value
from rackwright.rulebook.model import (
    All,
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
from rackwright.units import engine_number

Branches = Sequence[Sequence[Test]]
LIMIT = 10_000
HARD_NUMBERS = (0.0, -0.0, 1e-9, -1e-9, 0.3, 0.1 + 0.2, -0.3, 123456789.123, 123456789.124, 1e15,
                1e15 + 1, -1e15, 1e300, 5e-324, 80.0, 79.9999999999, 2**53 + 1.0)  # fmt: skip


def text(name: str) -> Text:
    return Text(name, name)


def attribute(
    name: str, kind: Kind, scope: Scope = Scope.GIVEN, of: Entity = Entity.WORKLOAD
) -> Attribute:
    return Attribute(name, scope, of, kind, text(name))


def decision(
    own: Attribute, rules: Iterable[tuple[Value, Branches]], hit: Hit = Hit.FIRST
) -> Decision:
    written = tuple(
        Rule(f"rule-{n}", All(()), "", then, text(""), (), tuple(map(tuple, branches)))
        for n, (then, branches) in enumerate(rules)
    )
    return Decision(own.name, own.scope, own.of, hit, written)


def rulebook(attributes: Iterable[Attribute], *decisions: Decision) -> Rulebook:
    return Rulebook({a.name: a for a in attributes}, {}, {}, decisions)


def row(**values: Value) -> Row:
    return Row("chat", {Entity.PLAN: "plan", Entity.WORKLOAD: "chat"}, values)


def fire(engine: DurableEngine, **values: Value) -> tuple[Firing, ...]:
    return engine.run(Scope.WORKLOAD, Entity.WORKLOAD, [row(**values)])[0]


def rules_of(firings: Iterable[Firing]) -> list[str]:
    return [firing.rule for firing in firings]


SIZE = attribute("size", Kind.NUMBER)
STAGE = attribute("stage", Kind.SYMBOL)
FRAMEWORKS = attribute("frameworks", Kind.SET)
TIER = attribute("tier", Kind.SYMBOL, Scope.WORKLOAD)
NOTES = attribute("notes", Kind.SET, Scope.WORKLOAD)
FAST = attribute("fast", Kind.BOOLEAN, Scope.WORKLOAD)
ALL = (SIZE, STAGE, FRAMEWORKS, TIER, NOTES, FAST)


def engine(*decisions: Decision, attributes: Iterable[Attribute] = ALL) -> DurableEngine:
    return DurableEngine(rulebook(attributes, *decisions))


def script(source: str, **environment: str) -> str:
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", source],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


ONE_RULE = textwrap.dedent("""
    from rackwright.engines.durable.extension import Ruleset
    from rackwright.engines.durable.patterns import encode
    from rackwright.rulebook.model import Kind
    threshold = {"$gt": {"number": encode(Kind.NUMBER, 3.2)}}
    def matches(number):
        fired = []
        fact = '{"id":"1","attribute":"size","number":%s}' % encode(Kind.NUMBER, number)
        rules.evaluate([fact], lambda rule: fired.append(rule) or (), 10)
        return fired == [0]
    rules = Ruleset("sizes", [[{"$and": [{"attribute": "size"}, threshold]}]])
""")


# loading


def test_loading_starts_no_thread_and_keeps_the_import_flags() -> None:
    printed = script(
        "import sys, threading\nflags = sys.getdlopenflags()"
        + ONE_RULE
        + "assert matches(4) and not matches(2)\n"
        + "print(threading.active_count(), sys.getdlopenflags() == flags)"
    )
    assert printed == "1 True"


def test_a_missing_engine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "durable_rules_engine", None)
    flags = sys.getdlopenflags()
    with pytest.raises(InferenceError, match="durable-rules") as raised:
        load()
    assert raised.value.problems[0].code == "engine-missing"
    assert sys.getdlopenflags() == flags


# order of firing


def test_rules_fire_in_the_order_of_the_rulebook_whatever_the_order_of_facts() -> None:
    numbers = [attribute(f"number_{n}", Kind.NUMBER) for n in range(12)]
    rules = [(f"note_{n}", [[Test(f"number_{n}", Op.GT, 0.0)]]) for n in range(12)]
    book = engine(decision(NOTES, rules, Hit.COLLECT), attributes=[*numbers, NOTES])
    forwards = fire(book, **{f"number_{n}": 1.0 for n in range(12)})
    backwards = fire(book, **{f"number_{n}": 1.0 for n in reversed(range(12))})
    assert rules_of(forwards) == [f"rule-{n}" for n in range(12)]
    assert forwards == backwards


def test_what_a_conclusion_enables_fires_at_its_own_place() -> None:
    tier = decision(TIER, [("big", [[Test("size", Op.GT, 1.0)]])])
    notes = decision(
        NOTES,
        [("first", [[Test("tier", Op.EQ, "big")]]), ("second", [[Test("size", Op.GT, 1.0)]])],
        Hit.COLLECT,
    )
    fired = fire(engine(tier, notes), size=2.0)
    assert [firing.value for firing in fired] == ["big", "first", "second"]
    assert fired[1].premises == ("chat.tier",)


def test_a_rule_fires_once_on_its_first_branch_that_holds() -> None:
    branches = [[Test("size", Op.GT, 9.0)], [Test("stage", Op.EQ, "training")], []]
    fired = fire(engine(decision(TIER, [("big", branches)])), size=5.0, stage="training")
    assert fired == (Firing("chat", "tier", "rule-0", "big", ("chat.stage",)),)


def test_later_matches_of_a_first_decision_are_overruled() -> None:
    rules = [("small", [[Test("size", Op.LT, 9.0)]]), ("big", [[Test("size", Op.GT, 1.0)]])]
    fired = fire(engine(decision(TIER, rules)), size=5.0)
    assert [(firing.value, firing.overruled) for firing in fired] == [
        ("small", False),
        ("big", True),
    ]


def test_a_member_added_twice_is_overruled_the_second_time() -> None:
    rules = [(member, [[Test("size", Op.GT, 1.0)]]) for member in ("one", "two", "one")]
    fired = fire(engine(decision(NOTES, rules, Hit.COLLECT)), size=5.0)
    assert [(firing.value, firing.overruled) for firing in fired] == [
        ("one", False),
        ("two", False),
        ("one", True),
    ]


def test_an_overruled_conclusion_is_not_seen_by_later_decisions() -> None:
    tier = decision(TIER, [("small", [[]]), ("big", [[]])])
    notes = decision(NOTES, [("seen", [[Test("tier", Op.EQ, "big")]])], Hit.COLLECT)
    assert [firing.decision for firing in fire(engine(tier, notes))] == ["tier", "tier"]


def test_concluded_booleans_and_numbers_chain() -> None:
    speed = attribute("speed", Kind.NUMBER, Scope.WORKLOAD)
    fast = decision(FAST, [(True, [[Test("size", Op.LT, 1.0)]])])
    speeds = decision(speed, [(0.1 + 0.2, [[Test("fast", Op.EQ, True)]])])
    notes = decision(NOTES, [("quick", [[Test("speed", Op.GE, 0.3)]])], Hit.COLLECT)
    fired = fire(engine(fast, speeds, notes, attributes=[*ALL, speed]), size=0.5)
    assert [firing.value for firing in fired] == [True, 0.1 + 0.2, "quick"]


# facts and patterns


def test_all_tests_of_one_attribute_are_met_by_one_fact() -> None:
    between = [Test("size", Op.GT, 1.0), Test("size", Op.LE, 2.0), Test("size", Op.KNOWN)]
    book = engine(decision(TIER, [("middle", [between])]))
    assert fire(book, size=2.0)[0].premises == ("chat.size",)
    assert not fire(book, size=2.5)
    assert not fire(book, size=1.0)


def test_the_premises_of_a_set_name_members_and_for_a_lack_the_set() -> None:
    branch = [
        Test("frameworks", Op.CONTAINS, "jax"),
        Test("frameworks", Op.LACKS, "onnx"),
        Test("frameworks", Op.KNOWN),
    ]
    book = engine(decision(TIER, [("odd", [branch])]))
    assert fire(book, frameworks=("jax",))[0].premises == ("chat.frameworks", "chat.frameworks=jax")
    assert not fire(book, frameworks=("jax", "onnx"))
    assert not fire(book)


def test_an_unknown_set_lacks_nothing_and_an_empty_one_lacks_all() -> None:
    book = engine(decision(TIER, [("bare", [[Test("frameworks", Op.LACKS, "jax")]])]))
    assert not fire(book)
    assert fire(book, frameworks=())


def test_the_premise_of_unknown_is_the_observation_that_it_is_unknown() -> None:
    book = engine(decision(TIER, [("any", [[Test("size", Op.UNKNOWN)]])]))
    assert fire(book)[0].premises == ("chat.size?",)
    assert not fire(book, size=0.0)


def test_premises_belong_to_the_owner_of_their_attribute() -> None:
    site = attribute("site", Kind.SYMBOL, of=Entity.PLAN)
    memory = attribute("memory", Kind.NUMBER, Scope.OPTION, Entity.OPTION)
    branch = [Test("site", Op.EQ, "office"), Test("memory", Op.UNKNOWN)]
    book = engine(decision(TIER, [("small", [branch])]), attributes=[site, memory, TIER])
    assert fire(book, site="office")[0].premises == ("chat.memory?", "plan.site")


EXAMPLES = ("hybrid-platform", "shop-cameras-at-the-edge", "over-budget")


class Told:
    """Stands in for the compiled engine and keeps what it says of every match."""

    def __init__(self, engine: ModuleType, told: list[tuple[int, str]]) -> None:
        self._engine = engine
        self._told = told

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def complete_and_start_action(self, handle: int, state: int) -> str | None:
        """What fires next, as the engine says it."""
        found: str | None = self._engine.complete_and_start_action(handle, state)
        if found is not None:
            self._told.append((handle, found))
        return found


def ending(fact: dict[str, Any]) -> str:
    """The end of the id of what an engine fact stands for."""
    if "member" in fact:
        return f".{fact['attribute']}={fact['member']}"
    return f".{fact['attribute']}{'?' if 'unknown' in fact else ''}"


def test_premises_are_the_facts_that_the_engine_says_it_matched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plans = [load_plan(examples_folder() / f"{name}.yaml") for name in EXAMPLES]
    shipped = DurableEngine(default_rules())
    for plan in plans:
        advise(plan, engine=lambda _rules: shipped)
    told: list[tuple[int, str]] = []
    branches = {}
    for stage in shipped._stages.values():
        monkeypatch.setattr(stage._rules, "_engine", Told(load(), told))
        branches[stage._rules._handle] = stage._branches
    for plan in plans:
        advise(plan, engine=lambda _rules: shipped)
    for handle, match in told:
        [(rule, facts)] = json.loads(match).items()
        premises = branches[handle][int(rule) - 1].premises
        matched = {ending(fact) for fact in facts.values() if "attribute" in fact}
        assert {end for _, end in premises} == matched
    assert len(told) > 500


def test_in_and_not_in_speak_of_known_symbols_only() -> None:
    rules = [
        ("in", [[Test("stage", Op.IN, ("training", "inference"))]]),
        ("out", [[Test("stage", Op.NOT_IN, ("training", "evaluation"))]]),
    ]
    book = engine(decision(NOTES, rules, Hit.COLLECT))
    values = [
        [firing.value for firing in fire(book, stage=stage)]
        for stage in ("training", "inference", "evaluation", "experimentation")
    ]
    assert values == [["in"], ["in", "out"], [], ["out"]]
    assert not fire(book)


def test_a_rule_without_a_condition_always_fires_and_has_no_premise() -> None:
    fired = fire(engine(decision(TIER, [("any", [[]])])))
    assert fired == (Firing("chat", "tier", "rule-0", "any", ()),)


def test_a_stage_without_rules_fires_nothing() -> None:
    book = engine(decision(TIER, [("any", [[]])]))
    assert book.run(Scope.PLAN, Entity.PLAN, [row(), row()]) == [(), ()]
    assert book.run(Scope.WORKLOAD, Entity.WORKLOAD, []) == []


def test_an_assumption_leaves_alone_what_the_user_said() -> None:
    assume = decision(STAGE, [("training", [[]])])
    tier = attribute("given_tier", Kind.SYMBOL)
    use = decision(tier, [("big", [[Test("stage", Op.EQ, "training")]])])
    book = engine(assume, use, attributes=[STAGE, tier])
    known = book.run(Scope.GIVEN, Entity.WORKLOAD, [row(stage="inference"), row()])
    assert [rules_of(firings) for firings in known] == [["rule-0"], ["rule-0", "rule-0"]]


def test_known_and_unknown_speak_of_what_the_user_said() -> None:
    assume = decision(STAGE, [("training", [[Test("stage", Op.UNKNOWN)]])])
    tier = attribute("given_tier", Kind.SYMBOL)
    use = decision(
        tier, [("said", [[Test("stage", Op.KNOWN)]]), ("silent", [[Test("stage", Op.UNKNOWN)]])]
    )
    book = engine(assume, use, attributes=[STAGE, tier])
    (fired,) = book.run(Scope.GIVEN, Entity.WORKLOAD, [row()])
    assert [firing.value for firing in fired] == ["training", "silent"]


def test_equal_values_of_different_attributes_are_different_facts() -> None:
    kinds = (Kind.NUMBER, Kind.NUMBER, Kind.BOOLEAN, Kind.BOOLEAN, Kind.SYMBOL)
    own = [attribute(f"{kind}_{n}", kind) for n, kind in enumerate(kinds)]
    operands: dict[Kind, Value] = {Kind.NUMBER: 1.0, Kind.BOOLEAN: True, Kind.SYMBOL: "true"}
    branch = [Test(a.name, Op.EQ, operands[a.kind]) for a in own]
    book = engine(decision(TIER, [("all", [branch])]), attributes=[*own, TIER])
    fired = fire(book, **{a.name: operands[a.kind] for a in own})
    assert fired[0].premises == tuple(sorted(f"chat.{a.name}" for a in own))


def test_the_pattern_of_one_kind_does_not_see_the_value_of_another() -> None:
    fact = '{"id":"1","attribute":"x","symbol":"5"}'
    fired: list[int] = []
    patterns = [[{"$and": [{"attribute": "x"}, {operator: {"number": 1}}]}]
                for operator in ("$gt", "$lt", "$neq")]  # fmt: skip
    Ruleset("kinds", patterns).evaluate([fact], lambda rule: fired.append(rule) or (), LIMIT)
    assert fired == []


@pytest.mark.parametrize(
    "value", ['}, {"id": "9"', "a, b", "\\", '"', "\n\x00", "運算", "'", "x" * 70_000]
)
def test_text_of_any_characters_passes(value: str) -> None:
    model = attribute("model", Kind.TEXT)
    branch = [Test("model", Op.KNOWN), Test("size", Op.GT, 1.0)]
    book = engine(decision(TIER, [("ok", [branch])]), attributes=[model, SIZE, TIER])
    assert fire(book, model=value, size=2.0)[0].premises == ("chat.model", "chat.size")


def test_facts_that_no_rule_looks_at_are_accepted() -> None:
    fired: list[int] = []
    seen = '{"id":"1","attribute":"size","number":5}'
    unseen = [f'{{"id":"{n}","attribute":"other","number":5}}' for n in range(2, 5)]

    def act(rule: int) -> Sequence[str]:
        fired.append(rule)
        return ['{"id":"9","attribute":"further","symbol":"x"}']

    Ruleset("sizes", [[{"attribute": "size"}]]).evaluate([*unseen, seen], act, LIMIT)
    assert fired == [0]


# numbers


OPERATORS: dict[Op, Callable[[float, float], bool]] = {
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
}


@pytest.mark.parametrize("threshold", HARD_NUMBERS)
def test_numbers_compare_as_in_python(threshold: float) -> None:
    rules = [(str(op), [[Test("size", op, threshold)]]) for op in OPERATORS]
    book = engine(decision(NOTES, rules, Hit.COLLECT))
    for value in HARD_NUMBERS:
        pair = (engine_number(value), engine_number(threshold))
        expected = [str(op) for op, compare in OPERATORS.items() if compare(*pair)]
        assert [firing.value for firing in fire(book, size=value)] == expected


def test_engine_numbers_keep_twelve_digits() -> None:
    assert engine_number(0.1 + 0.2) == engine_number(0.3) == 0.3
    assert engine_number(123456789.123) == 123456789.123
    assert engine_number(1e15) == engine_number(1e15 + 1)
    assert engine_number(123456789.1234) == 123456789.123
    assert str(engine_number(-0.0)) == "0.0"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_is_not_finite_is_refused(value: float) -> None:
    book = engine(decision(TIER, [("big", [[Test("size", Op.GT, 1.0)]])]))
    with pytest.raises(InferenceError, match=r"finite, from -1\.79e308 to 1\.79e308"):
        fire(book, size=value)
    assert fire(book, size=2.0)


def test_a_decimal_comma_in_the_locale_changes_nothing(tmp_path: Path) -> None:
    compiler = shutil.which("localedef")
    made = tmp_path / "de_DE.UTF-8"
    arguments = [str(compiler), "-i", "de_DE", "-f", "UTF-8", str(made)]
    if compiler is None or subprocess.run(arguments, capture_output=True, check=False).returncode:
        pytest.skip("no locale with a decimal comma can be made here")
    printed = script(
        "import locale\nlocale.setlocale(locale.LC_ALL, 'de_DE.UTF-8')"
        + ONE_RULE
        + "print(locale.localeconv()['decimal_point'], matches(3.7), matches(3.1))",
        LOCPATH=str(tmp_path),
    )
    assert printed == ", True False"


# failures


@pytest.mark.parametrize("number", ["1e5", "1e-05", "Infinity", "x"])
def test_a_fact_that_the_engine_cannot_read_is_not_lost_silently(number: str) -> None:
    rules = Ruleset("sizes", [[{"attribute": "size"}]])
    fact = f'{{"id":"1","attribute":"size","number":{number}}}'
    with pytest.raises(InferenceError, match=r"failed on `sizes`: .*error code: 20"):
        rules.evaluate([fact], lambda _: (), LIMIT)


def test_a_concluded_fact_that_the_engine_cannot_read_is_not_lost_silently() -> None:
    rules = Ruleset("sizes", [[{"attribute": "size"}]])
    fact = '{"id":"1","attribute":"size","number":1}'
    with pytest.raises(InferenceError, match=r"failed on `sizes`: .*error code: 20"):
        rules.evaluate([fact], lambda _: ['{"id":"2","attribute":"size","number":1e5}'], LIMIT)


def test_two_facts_of_one_id_are_an_error() -> None:
    rules = Ruleset("sizes", [[{"attribute": "size"}]])
    facts = [f'{{"id":"1","attribute":"size","number":{n}}}' for n in (1, 2)]
    with pytest.raises(InferenceError, match=r"knows the id of .* already"):
        rules.evaluate(facts, lambda _: (), LIMIT)


def test_rules_that_the_engine_refuses_are_an_error() -> None:
    with pytest.raises(InferenceError, match=r"failed on `sizes`: .*error code"):
        Ruleset("sizes", [[{"$and": [{"attribute": ["size"]}]}]])


def test_exceptions_of_an_action_pass_and_leave_nothing_behind() -> None:
    rules = Ruleset("sizes", [[{"attribute": "size"}], [{"attribute": "size"}]])
    fact = '{"id":"1","attribute":"size","number":5}'
    fired: list[int] = []

    def act(rule: int) -> Sequence[str]:
        raise (KeyboardInterrupt if rule else KeyError)("stop")

    for _ in range(1_100):  # more than the states that the engine can hold
        with pytest.raises(KeyError):
            rules.evaluate([fact], act, LIMIT)
    rules.evaluate([fact], lambda rule: fired.append(rule) or (), LIMIT)
    assert fired == [0, 1]


def test_rules_that_never_stop_are_stopped() -> None:
    rules = Ruleset("sizes", [[{"attribute": "size"}]])
    serial = itertools.count(1)

    def act(_: int) -> Sequence[str]:
        return [f'{{"id":"{next(serial)}","attribute":"size","number":5}}']

    for _ in range(3):
        with pytest.raises(FiringLimitError, match="`sizes` fired more than 500 times"):
            rules.evaluate(act(0), act, 500)
    assert next(serial) == 3 * (1 + 500) + 1


def test_the_firing_budget_of_an_engine_is_for_each_row() -> None:
    rules = [(f"note_{n}", [[Test("size", Op.GT, float(n))]]) for n in range(3)]
    book = rulebook(ALL, decision(NOTES, rules, Hit.COLLECT))
    tight = DurableEngine(book, firing_limit=2)
    found = tight.run(Scope.WORKLOAD, Entity.WORKLOAD, [row(size=1.5), row(size=2.0)])
    assert list(map(len, found)) == [2, 2]
    with pytest.raises(FiringLimitError, match="more than 2 times"):
        fire(tight, size=2.5)


def test_nothing_of_an_evaluation_is_left_in_the_engine() -> None:
    rules = Ruleset("sizes", [[{"attribute": "size"}]])
    for n in range(1_100):  # more than the states that the engine can hold
        rules.evaluate([f'{{"id":"1","attribute":"size","number":{n}}}'], lambda _: (), LIMIT)
    with pytest.raises(load().error, match="309"):
        load().get_facts(rules._handle, "0")


def test_a_dropped_ruleset_is_freed() -> None:
    rules = Ruleset("sizes", [[{"attribute": "size"}]])
    handle = rules._handle
    del rules
    gc.collect()
    with pytest.raises(load().error, match="111"):
        load().get_facts(handle, "0")


def test_evaluations_without_firings_are_safe_in_used_memory() -> None:
    """The engine frees what it never set when a state that never fired is deleted."""
    printed = script(ONE_RULE + "print([matches(n) for n in (1, 2, 4, 3)])", MALLOC_PERTURB_="165")
    assert printed == "[False, False, True, False]"


def test_short_ids_never_collide() -> None:
    """The engine knows facts by a 32-bit hash of their id."""

    def fnv(name: str) -> int:
        found = 2166136261
        for byte in name.encode():
            found = (found ^ byte) * 16777619 % 2**32
        return found

    ids = ["sid-0", *map(str, range(20_000))]
    assert len({fnv(id_) for id_ in ids}) == len(ids)


# many evaluations


@pytest.fixture
def quick_switches() -> Iterator[None]:
    """Threads that interrupt each other every few steps."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_memory_stays_flat_over_many_evaluations() -> None:
    statm = Path("/proc/self/statm")
    if not statm.exists():
        pytest.skip("resident memory is read from /proc")

    def resident_mib() -> float:
        pages = int(statm.read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    rules = [(f"note_{n}", [[Test("size", Op.GT, float(n))]]) for n in range(10)]
    book = engine(decision(NOTES, rules, Hit.COLLECT))
    numbers = [float(n % 12) + n / 10_000 for n in range(5_500)]
    for number in numbers[:500]:
        fire(book, size=number)
    before = resident_mib()
    for number in numbers[500:]:
        fire(book, size=number)
    assert resident_mib() - before < 16


def test_many_threads_get_what_one_gets(quick_switches: None) -> None:
    tier = decision(TIER, [(f"tier_{n}", [[Test("size", Op.GT, n / 7)]]) for n in range(7)])
    notes = decision(
        NOTES, [(f"tier_{n}", [[Test("tier", Op.EQ, f"tier_{n}")]]) for n in range(7)], Hit.COLLECT
    )
    rows = [row(size=n / 400) for n in range(400)]
    book = rulebook(ALL, tier, notes)
    alone = DurableEngine(book).run(Scope.WORKLOAD, Entity.WORKLOAD, rows)
    shared = DurableEngine(book)
    with ThreadPoolExecutor(8) as threads:
        together = threads.map(
            lambda one: shared.run(Scope.WORKLOAD, Entity.WORKLOAD, [one])[0], rows
        )
        assert list(together) == alone


# limits: at each the engine still answers rightly, and one more is refused


def thresholds(n: int) -> DurableEngine:
    """Rules whose tests one value passes all at once."""
    rules = [(f"note_{i}", [[Test("size", Op.GT, float(i))]]) for i in range(n)]
    return engine(decision(NOTES, rules, Hit.COLLECT))


def choices(n: int) -> DurableEngine:
    """Rules with different tests for several symbols, of which one value passes all."""
    rules = [(f"note_{i}", [[Test("stage", Op.IN, ("x", f"y_{i}"))]]) for i in range(n)]
    return engine(decision(NOTES, rules, Hit.COLLECT))


def equal_choices(n: int) -> DurableEngine:
    """Rules with the very same test for several symbols."""
    several = [("x", "y"), ("y", "x")]
    rules = [(f"note_{i}", [[Test("stage", Op.IN, several[i % 2])]]) for i in range(n)]
    return engine(decision(NOTES, rules, Hit.COLLECT))


def symbols(n: int) -> DurableEngine:
    """Different tests of one attribute of which a value passes one."""
    rules = [(f"note_{i}", [[Test("stage", Op.EQ, f"x_{i}")]]) for i in range(n)]
    return engine(decision(NOTES, rules, Hit.COLLECT))


def many_attributes(n: int) -> DurableEngine:
    """Rules about one attribute each."""
    own = [attribute(f"number_{i}", Kind.NUMBER) for i in range(n)]
    rules = [(a.name, [[Test(a.name, Op.GT, 1.0)]]) for a in own]
    return engine(decision(NOTES, rules, Hit.COLLECT), attributes=[*own, NOTES])


def equal_tests(n: int) -> DurableEngine:
    """Rules with the very same test."""
    rules = [(f"note_{i}", [[Test("size", Op.GT, 1.0)]]) for i in range(n)]
    return engine(decision(NOTES, rules, Hit.COLLECT))


def unconditional(n: int) -> DurableEngine:
    """Rules without a condition."""
    return engine(decision(NOTES, [(f"note_{i}", [[]]) for i in range(n)], Hit.COLLECT))


def wide(n: int) -> DurableEngine:
    """One rule that tests many attributes."""
    own = [attribute(f"number_{i}", Kind.NUMBER) for i in range(n)]
    branch = [Test(a.name, Op.GT, 1.0) for a in own]
    return engine(decision(NOTES, [("all", [branch])], Hit.COLLECT), attributes=[*own, NOTES])


def branching(n: int) -> DurableEngine:
    """Rules with many alternatives."""
    own = [attribute(f"symbol_{i}", Kind.SYMBOL) for i in range(45)]
    branches = [[Test(own[i % 45].name, Op.EQ, f"x_{i // 45}")] for i in range(n)]
    return engine(decision(NOTES, [("any", branches)], Hit.COLLECT), attributes=[*own, NOTES])


def numbers_up_to(n: int) -> dict[str, Value]:
    return {f"number_{i}": 2.0 for i in range(n)}


@pytest.mark.parametrize(
    ("build", "most", "values", "firings"),
    [
        (thresholds, 60, {"size": 1e6}, 60),
        (choices, 60, {"stage": "x"}, 60),
        (equal_choices, 250, {"stage": "y"}, 250),
        (symbols, 500, {"stage": "x_499"}, 1),
        (many_attributes, 500, numbers_up_to(500), 500),
        (equal_tests, 250, {"size": 2.0}, 250),
        (unconditional, 250, {}, 250),
        (wide, 16, numbers_up_to(16), 1),
        (branching, 4_095, {"symbol_44": "x_90"}, 1),
    ],
)
def test_limits_of_the_engine_are_refused_before_compiling(
    build: Callable[[int], DurableEngine], most: int, values: dict[str, Value], firings: int
) -> None:
    assert len(fire(build(most), **values)) == firings
    with pytest.raises(EngineLimitError, match=f"{most + 1}, more than {most}") as raised:
        fire(build(most + 1), **values)
    assert raised.value.problems[0].code == "engine-limit"
    assert raised.value.problems[0].where == "workload/workload"


def test_a_rulebook_is_left_as_it_is() -> None:
    book = rulebook(ALL, decision(TIER, [("big", [[Test("stage", Op.IN, ("x", "y"))]])]))
    before = repr(book)
    assert fire(DurableEngine(book), stage="x")
    assert repr(book) == before
