"""Any condition means the same before and after it is taken apart, also where facts are unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from rackwright.records import Entity, Scope, Value
from rackwright.rulebook import model
from rackwright.rulebook.conditions import branches, count_branches, negated, write
from rackwright.rulebook.expression import MAX_BRANCHES, Names, read_condition
from rackwright.rulebook.model import (
    All,
    Any,
    Attribute,
    Condition,
    Kind,
    Op,
    Parameter,
    Test,
    Text,
)
from rackwright.rulebook.problems import Place, Report

WORD = Text("word", "字")
SYMBOLS = ("alpha", "beta", "gamma")
BOUNDS = {"low": 1.0, "middle": 2.0, "high": 3.0}
KINDS = {
    "amount": Kind.NUMBER,
    "size": Kind.NUMBER,
    "colour": Kind.SYMBOL,
    "tags": Kind.SET,
    "flag": Kind.BOOLEAN,
    "title": Kind.TEXT,
}
VISIBLE = {
    name: Attribute(
        name,
        Scope.GIVEN,
        Entity.WORKLOAD,
        kind,
        WORD,
        values=dict.fromkeys(SYMBOLS, WORD) if kind in (Kind.SYMBOL, Kind.SET) else {},
    )
    for name, kind in KINDS.items()
}
PARAMETERS = {
    name: Parameter(name, value, "", WORD, ("C1",), "2025") for name, value in BOUNDS.items()
}
NAMES = Names("workload", VISIBLE, VISIBLE, PARAMETERS)

Facts = Mapping[str, Value]
Truth = Callable[[Facts], bool | None]


@dataclass(frozen=True)
class Written:
    """A text with what it must mean: true, false or, about something unknown, None."""

    text: str
    attributes: tuple[str, ...]
    truth: Truth


def about(text: str, attribute: str, meaning: Callable[..., bool]) -> Written:
    """A test, which nobody can answer while the attribute is unknown."""
    return Written(
        text, (attribute,), lambda facts: meaning(facts[attribute]) if attribute in facts else None
    )


COMPARISONS: Mapping[str, Callable[..., bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


@st.composite
def number_tests(draw: st.DrawFn) -> Written:
    name = draw(st.sampled_from(["amount", "size"]))
    sign = draw(st.sampled_from(sorted(COMPARISONS)))
    bound = draw(st.sampled_from(sorted(BOUNDS)))
    compare = COMPARISONS[sign]
    if draw(st.booleans()):
        return about(f"{name} {sign} {bound}", name, lambda v: compare(v, BOUNDS[bound]))
    return about(f"{bound} {sign} {name}", name, lambda v: compare(BOUNDS[bound], v))


@st.composite
def chained_tests(draw: st.DrawFn) -> Written:
    name, low, high = draw(st.sampled_from(["amount", "size"])), "low", "high"
    first, second = draw(st.sampled_from(["<", "<="])), draw(st.sampled_from(["<", "<="]))
    return about(
        f"{low} {first} {name} {second} {high}",
        name,
        lambda v: COMPARISONS[first](BOUNDS[low], v) and COMPARISONS[second](v, BOUNDS[high]),
    )


@st.composite
def symbol_tests(draw: st.DrawFn) -> Written:
    members = draw(st.lists(st.sampled_from(SYMBOLS), min_size=1, unique=True))
    listed = ", ".join(members)
    return draw(
        st.sampled_from(
            [
                about(f"colour == {members[0]}", "colour", lambda v: v == members[0]),
                about(f"{members[0]} != colour", "colour", lambda v: v != members[0]),
                about(f"colour in {{{listed}}}", "colour", lambda v: v in members),
                about(f"colour not in {{{listed}}}", "colour", lambda v: v not in members),
                about(f"{members[0]} in tags", "tags", lambda v: members[0] in v),
                about(f"{members[0]} not in tags", "tags", lambda v: members[0] not in v),
            ]
        )
    )


TRUTHS = st.sampled_from(
    [
        about("flag", "flag", lambda v: v),
        about("flag == false", "flag", lambda v: not v),
        about("true != flag", "flag", lambda v: not v),
    ]
)


@st.composite
def observations(draw: st.DrawFn) -> Written:
    name = draw(st.sampled_from(sorted(KINDS)))
    if draw(st.booleans()):
        return Written(f"known({name})", (name,), lambda facts: name in facts)
    return Written(f"unknown({name})", (name,), lambda facts: name not in facts)


def opposite(inner: Written) -> Written:
    def truth(facts: Facts) -> bool | None:
        found = inner.truth(facts)
        return None if found is None else not found

    return Written(f"not ({inner.text})", inner.attributes, truth)


def together(word: str, parts: list[Written]) -> Written:
    decisive = word == "or"

    def truth(facts: Facts) -> bool | None:
        found = [part.truth(facts) for part in parts]
        if decisive in found:
            return decisive
        return None if None in found else not decisive

    text = f" {word} ".join(f"({part.text})" for part in parts)
    return Written(text, sum((part.attributes for part in parts), ()), truth)


written = st.recursive(
    st.one_of(number_tests(), chained_tests(), symbol_tests(), TRUTHS, observations()),
    lambda inner: st.one_of(
        inner.map(opposite),
        st.builds(
            together, st.sampled_from(["and", "or"]), st.lists(inner, min_size=2, max_size=3)
        ),
    ),
    max_leaves=5,
)

facts = st.fixed_dictionaries(
    {},
    optional={
        "amount": st.sampled_from([0.0, 1.0, 1.5, 2.0, 3.0, 4.0]),
        "size": st.sampled_from([0.0, 1.0, 2.5, 3.0]),
        "colour": st.sampled_from(SYMBOLS),
        "tags": st.lists(st.sampled_from(SYMBOLS), unique=True).map(tuple),
        "flag": st.booleans(),
        "title": st.just("a title"),
    },
)


def holds(condition: Condition, known: Facts) -> bool:
    """What an engine must find: a test of something unknown is false."""
    if isinstance(condition, All):
        return all(holds(part, known) for part in condition.parts)
    if isinstance(condition, Any):
        return any(holds(part, known) for part in condition.parts)
    return satisfied(condition, known.get(condition.attribute))


def satisfied(test: Test, value: Value | None) -> bool:
    if test.op in (Op.KNOWN, Op.UNKNOWN):
        return (value is None) is (test.op is Op.UNKNOWN)
    if value is None:
        return False
    if test.op in (Op.IN, Op.NOT_IN):
        return (value in test.operand) is (test.op is Op.IN)  # type: ignore[operator]
    if test.op in (Op.CONTAINS, Op.LACKS):
        return (test.operand in value) is (test.op is Op.CONTAINS)  # type: ignore[operator]
    return bool(COMPARISONS[test.op.value](value, test.operand))


def read(text: str) -> Condition:
    report = Report()
    condition = read_condition(text, NAMES, Place(report, ""))
    assert condition is not None, report.problems
    return condition


@given(written, facts)
def test_condition_without_negations_is_true_where_its_text_is(
    condition: Written, known: Facts
) -> None:
    assert holds(read(condition.text), known) is (condition.truth(known) is True)


@given(written, facts)
def test_alternatives_are_true_where_the_condition_is(condition: Written, known: Facts) -> None:
    found = branches(read(condition.text))
    assert any(all(holds(test, known) for test in branch) for branch in found) is (
        condition.truth(known) is True
    )


@given(written, facts)
def test_negation_is_true_where_the_text_is_false(condition: Written, known: Facts) -> None:
    assert holds(negated(read(condition.text)), known) is (condition.truth(known) is False)


@given(written)
def test_negating_twice_gives_the_same_condition(condition: Written) -> None:
    assert negated(negated(read(condition.text))) == read(condition.text)


@given(written)
def test_written_condition_reads_back_as_itself(condition: Written) -> None:
    assert read(write(read(condition.text))) == read(condition.text)


@given(written)
def test_alternatives_are_as_few_as_counted_and_keep_the_order_of_writing(
    condition: Written,
) -> None:
    read_back = read(condition.text)
    found = branches(read_back)
    assert 1 <= len(found) <= count_branches(read_back) <= MAX_BRANCHES
    assert len(set(found)) == len(found)
    first = next(model.tests(read_back)).attribute
    assert found[0][0].attribute == first


@given(written)
def test_condition_tests_what_its_text_names(condition: Written) -> None:
    named = {test.attribute for test in model.tests(read(condition.text))}
    assert named == set(condition.attributes)


KEYWORDS = "and or not in is if else for lambda true false None known unknown otherwise always"
SIGNS = "( ) { } [ ] , . : = == != < <= > >= + - * / & | ~ ! \" ' # 0.5 1e5 \\ \uff08 ≤"
words = st.sampled_from([*VISIBLE, *PARAMETERS, *SYMBOLS, *KEYWORDS.split(" "), *SIGNS.split(" ")])


@given(st.lists(words, max_size=14).map(" ".join) | st.text(max_size=40))
def test_any_text_is_read_or_refused_with_a_problem(text: str) -> None:
    report = Report()
    condition = read_condition(text, NAMES, Place(report, "file"))
    assert (condition is None) is bool(report.problems)
    assert all("\n" not in str(problem) for problem in report.problems)
