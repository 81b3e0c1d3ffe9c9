"""The rules in CLIPS, through clipspy: a rule a branch, first hit by salience.

Of the ways to use CLIPS that were tried this is the fastest (docs/benchmarks.md): one fact with a
slot for everything that rules test, put in through the template and not as text; one row at a
time, so that globals can say what has been claimed; firings in one multifield.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import clips
from clips._clips import lib
from contender import Conclusions, Fired, Task, comparable, conclusions

from rackwright.records import Row, Value
from rackwright.rulebook.model import Decision, Hit, Kind, Op, Rule, Test

Slots = dict[str, object]
Facts = tuple[Slots, list[tuple[str, Slots]]]
"""The slots of the row, and a fact for each value that rules of the stage could also conclude."""

_HIGHEST = 10_000
_UNKNOWN = "nil"
_OPERATORS: Mapping[Op, str] = {
    Op.EQ: "=",
    Op.NE: "<>",
    Op.LT: "<",
    Op.LE: "<=",
    Op.GT: ">",
    Op.GE: ">=",
}


def _release(fact: clips.facts.Fact) -> None:
    """Give a fact back to CLIPS.

    WHY: the destructor of clipspy 1.0.6 calls this with one argument too many and swallows the
    error, so that CLIPS keeps every fact ever asserted and gets slower with each.
    """
    lib.ReleaseFact(fact._fact)


clips.facts.Fact.__del__ = _release


class InClips:
    """CLIPS with the rules of a task built."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._environment = clips.Environment()
        self._chained = _chained(task)
        self._slots = _slots(task)
        for construct in _constructs(task, self._slots, self._chained):
            self._environment.build(construct)
        self._row = self._environment.find_template("row")
        self._now = {name: self._environment.find_template(f"now-{name}") for name in self._chained}
        self._fired = self._environment.find_global("fired")
        self._facts: list[Facts] = []
        self._judged: list[tuple[int, ...]] = []

    def take(self, rows: Sequence[Row]) -> None:
        """The slots of each row in the types of CLIPS."""
        self._facts = [(self._of_row(row), list(self._of_stated(row))) for row in rows]

    def judge(self) -> None:
        """Row after row: reset, assert, run, read what fired."""
        judged = []
        for facts in self._facts:
            self._put_in(facts)
            self._environment.run()
            judged.append(self._fired.value)
        self._judged = judged

    def put_in(self) -> None:
        """Row after row, everything up to where the rules would run."""
        for facts in self._facts:
            self._put_in(facts)

    def _put_in(self, facts: Facts) -> None:
        slots, stated = facts
        self._environment.reset()
        self._row.assert_fact(**slots)
        for name, fact in stated:
            self._now[name].assert_fact(**fact)

    def concluded(self) -> list[Conclusions]:
        """What follows from the firings."""
        return [conclusions(self._task.decisions, fired) for fired in self.fired()]

    def fired(self) -> list[list[Fired]]:
        """The firings, read from their codes."""
        rules = self._task.rules
        return [
            [
                Fired(rules[abs(code) - 1][0].attribute, rules[abs(code) - 1][1].id, code < 0)
                for code in codes
            ]
            for codes in self._judged
        ]

    def _of_row(self, row: Row) -> Slots:
        known = {name: row.values.get(attribute) for name, (attribute, _) in self._slots.items()}
        return {
            name: _of_clips(_said(value, self._slots[name][1]))
            for name, value in known.items()
            if value is not None
        }

    def _of_stated(self, row: Row) -> Iterator[tuple[str, Slots]]:
        for name in self._chained:
            value = row.values.get(name, ())
            for one in value if isinstance(value, tuple) else (value,):
                yield name, {"is": _of_clips(one)}


def _said(value: Value, member: str | None) -> Value:
    if member is not None:
        assert isinstance(value, tuple)
        return member in value
    return "known" if isinstance(value, tuple) else value


def _of_clips(value: Value) -> object:
    value = comparable(value)
    return value if isinstance(value, float) else clips.Symbol(_symbol(value))


def _symbol(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return repr(value) if isinstance(value, float) else str(value)


def _chained(task: Task) -> list[str]:
    """The attributes that rules conclude and others test."""
    return sorted({test.attribute for test in _tests(task) if task.chained(test)})


def _tests(task: Task) -> Iterator[Test]:
    return (test for _, rule in task.rules for branch in rule.branches for test in branch)


def _slots(task: Task) -> dict[str, tuple[str, str | None]]:
    """The slots of a row, each with its attribute and, if it speaks of one, the member of a set."""
    return {_slot(test): (test.attribute, _member(test)) for test in _tests(task)}


def _member(test: Test) -> str | None:
    return str(test.operand) if test.op in (Op.CONTAINS, Op.LACKS) else None


def _slot(test: Test) -> str:
    member = _member(test)
    return test.attribute if member is None else f"{test.attribute}={member}"


def _constructs(task: Task, slots: Iterable[str], chained: Iterable[str]) -> Iterator[str]:
    """Everything to build, as CLIPS text."""
    yield f"(deftemplate row {' '.join(f'(slot {slot})' for slot in slots)})"
    yield from (f"(deftemplate now-{name} (slot is))" for name in chained)
    yield "(defglobal ?*fired* = (create$))"
    for claim in dict.fromkeys(_claim(decision, rule) for decision, rule in task.rules):
        yield f"(defglobal ?*{claim}* = FALSE)"
    salience = _HIGHEST
    for code, (decision, rule) in enumerate(task.rules, start=1):
        if len(rule.branches) > 1:
            yield f"(defglobal ?*fired-{code}* = FALSE)"
        for place, branch in enumerate(rule.branches):
            head = f"(defrule r{code}-{place} (declare (salience {salience}))"
            yield f"{head} {_condition(task, branch)} => {_action(task, decision, rule, code)})"
            salience -= 1


def _claim(decision: Decision, rule: Rule) -> str:
    """What only the first firing may do."""
    first = decision.hit is Hit.FIRST
    return f"claimed-{decision.attribute}" + ("" if first else f"={rule.then}")


def _action(task: Task, decision: Decision, rule: Rule, code: int) -> str:
    claim = f"?*{_claim(decision, rule)}*"
    conclude = (
        f"(assert (now-{decision.attribute} (is {_symbol(rule.then)})))"
        if decision.attribute in _chained(task)
        else ""
    )
    fire = f"(if {claim} then {_record(-code)} else (bind {claim} TRUE) {_record(code)} {conclude})"
    if len(rule.branches) == 1:
        return fire
    fired = f"?*fired-{code}*"
    return f"(if (not {fired}) then (bind {fired} TRUE) {fire})"


def _record(code: int) -> str:
    return f"(bind ?*fired* (create$ ?*fired* {code}))"


def _condition(task: Task, branch: Iterable[Test]) -> str:
    of_row: dict[str, list[Test]] = {}
    of_others: dict[str, list[Test]] = {}
    for test in branch:
        chained = task.chained(test)
        where = of_others if chained else of_row
        where.setdefault(_place(test) if chained else _slot(test), []).append(test)
    slots = " ".join(f"({slot} {_constraint(task, tests)})" for slot, tests in of_row.items())
    others = (
        f"(now-{tests[0].attribute} (is {_constraint(task, tests)}))"
        for tests in of_others.values()
    )
    return " ".join([f"(row {slots})", *others])


def _place(test: Test) -> str:
    """Tests that one fact must pass together: those of one value, or of one member of a set."""
    return _slot(test) if test.op is Op.CONTAINS else test.attribute


def _constraint(task: Task, tests: Sequence[Test]) -> str:
    return "&".join(_constraints(task, tests))


def _constraints(task: Task, tests: Sequence[Test]) -> Iterator[str]:
    numeric = [t for t in tests if t.op in _OPERATORS and _kind(task, t) is Kind.NUMBER]
    yield from (_symbolic(task, test) for test in tests if test not in numeric)
    if numeric:
        variable = f"?{numeric[0].attribute}"
        compared = (f"({_OPERATORS[t.op]} {variable} {_operand(t)})" for t in numeric)
        yield f"{variable}&:(and (floatp {variable}) {' '.join(compared)})"


def _kind(task: Task, test: Test) -> Kind:
    return task.vocabulary[test.attribute].kind


def _operand(test: Test) -> str:
    assert test.operand is not None
    return _symbol(comparable(test.operand))


def _symbolic(task: Task, test: Test) -> str:
    options = test.operand if isinstance(test.operand, tuple) else (test.operand,)
    match test.op:
        case Op.UNKNOWN:
            return _UNKNOWN
        case Op.KNOWN:
            return f"~{_UNKNOWN}"
        case Op.CONTAINS:
            return str(test.operand) if task.chained(test) else "yes"
        case Op.LACKS:
            return "no"
        case Op.EQ | Op.IN:
            return "|".join(map(_symbol, options))
        case _:
            return "&".join(f"~{symbol}" for symbol in (_UNKNOWN, *map(_symbol, options)))
