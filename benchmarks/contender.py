"""What the engines that are compared have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rackwright.records import Entity, Row, Scope, Value
from rackwright.rulebook.model import Attribute, Decision, Hit, Op, Rule, Rulebook, Test
from rackwright.units import engine_number


class Fired(NamedTuple):
    """One rule that fired for a row."""

    decision: str
    rule: str
    overruled: bool


Conclusions = Mapping[str, object]
"""What is concluded about a row, by decision; sets as frozen sets, since engines order them so
or so."""


@dataclass(frozen=True, eq=False)
class Task:
    """The rules of one stage."""

    rulebook: Rulebook
    scope: Scope
    of: Entity

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions, in order of evaluation."""
        return self.rulebook.stage(self.scope, self.of)

    @property
    def rules(self) -> list[tuple[Decision, Rule]]:
        """Every rule with its decision, in order of evaluation."""
        return [(decision, rule) for decision in self.decisions for rule in decision.rules]

    @property
    def vocabulary(self) -> Mapping[str, Attribute]:
        """Every attribute by its name."""
        return self.rulebook.vocabulary

    def chained(self, test: Test) -> bool:
        """Whether a test looks at what the stage itself concludes.

        `known`, `unknown` and `lacks` speak of what was known when the stage began.
        """
        began = (Op.KNOWN, Op.UNKNOWN, Op.LACKS)
        return test.op not in began and any(d.attribute == test.attribute for d in self.decisions)


class Contender(Protocol):
    """An engine with the rules of a task compiled."""

    def take(self, rows: Sequence[Row]) -> None:
        """Bring facts into the form that suits the engine best; this is not timed."""

    def judge(self) -> None:
        """Judge all of them, so that conclusions are in Python; this is timed."""

    def concluded(self) -> list[Conclusions]:
        """What was concluded about each row."""
        ...

    def fired(self) -> list[list[Fired]] | None:
        """What fired for each row, in order; None when the engine does not tell."""
        ...


def conclusions(decisions: Iterable[Decision], fired: Iterable[Fired]) -> Conclusions:
    """What follows from the firings of one row."""
    found: dict[str, object] = {}
    by_name = {d.attribute: d for d in decisions}
    for decision, rule, overruled in fired:
        if not overruled:
            then = next(r.then for r in by_name[decision].rules if r.id == rule)
            found[decision] = _joined(by_name[decision], found.get(decision), then)
    return found


def comparable(value: Value) -> Value:
    """A value with its number, if it is one, rounded as every engine of ours rounds it."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return engine_number(value) if is_number else value  # type: ignore[arg-type]


def _joined(decision: Decision, before: object, then: Value) -> object:
    if decision.hit is Hit.FIRST:
        return then
    return frozenset({then}) | (before if isinstance(before, frozenset) else frozenset())
