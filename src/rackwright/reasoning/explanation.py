"""The shape of an explanation: a tree of values, each with its basis and what it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rackwright.reasoning.basis import Basis
from rackwright.reasoning.considered import RuleStanding
from rackwright.reasoning.plain import plain
from rackwright.reasoning.standing import Standing
from rackwright.records import Ranged, Value
from rackwright.rulebook.model import Text


@dataclass(frozen=True, slots=True)
class Argument:
    """A rule that matched, with the tests that it matched on."""

    decision: str
    rule: str
    subject: str
    """The subject through which the slots of `because` are read."""
    value: Value
    because: Text
    when: str
    """The condition as written."""
    tests: tuple[Standing, ...]
    """The tests of the branch that held."""
    sources: tuple[str, ...]
    overruled_by: str = ""
    """The earlier rule that had concluded; empty for the rule that did."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One value and what it rests on. Which fields are filled follows from the basis."""

    id: str
    basis: Basis
    label: Text
    subject: str = ""
    attribute: str = ""
    """The attribute's name; for the basis `policy` the parameter's, for a row its table."""
    value: Value | None = None
    words: tuple[Text, ...] = ()
    """The labels of the symbols in the value."""
    unit: str = ""
    where: str = ""
    """Basis `given`: the place in the plan; basis `policy`: the place of a range in it."""
    ranged: Ranged | None = None
    """What stands at that place in place of one number, when the value is the middle of it."""
    row: str = ""
    """Basis `catalogue`: the id of the row."""
    kernel: str = ""
    """Basis `calculated`: the name of the calculation; basis `unknown`: of the one that failed."""
    sources: tuple[str, ...] = ()
    """Basis `policy`: ids of the sources; basis `catalogue`: where the row was read."""
    date: str = ""
    note: str = ""
    question: Text | None = None
    """Basis `unstated`: how to ask the user for it."""
    argument: Argument | None = None
    """Basis `decided` or `assumed`: the rule that concluded it."""
    overruled: tuple[Argument, ...] = ()
    """Rules that matched too, but came after the one that concluded."""
    considered: tuple[RuleStanding, ...] = ()
    """Why no rule matched; for a rule that asks nothing, why no earlier one did."""
    children: tuple[Explanation, ...] = ()
    """What the value rests on; the members, for a set that rules collected; the inputs that are
    missing, for a value that could not be calculated."""
    compared: tuple[Explanation, ...] = ()
    """The options that were not chosen, where the value came from comparing them, in brief."""
    repeated: bool = False
    """It is explained further up under the same id, so that the rest is left out here."""
    brief: bool = False
    """What it rests on is left out; ask for it by itself."""

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Explanation]]:
        """This and every explanation below, each with its depth, in reading order."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)

    def to_dict(self) -> dict[str, Any]:
        """The tree as plain data for JSON; empty fields are left out."""
        found: dict[str, Any] = plain(self)
        return found
