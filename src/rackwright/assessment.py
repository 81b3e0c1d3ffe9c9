"""What was found out about a plan: the frames of facts and the trace of rules, with look-ups.

Explanations and reports read an assessment; only the advisor makes one.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rackwright.facts.plan import Plan
from rackwright.frames import Frame
from rackwright.records import PLAN_SUBJECT, Entity, Fact, Firing, Value
from rackwright.rulebook.model import Decision, Rule, Rulebook

Trace = tuple[Firing, ...]
"""Every firing, in order, the overruled ones too."""


@dataclass(frozen=True)
class Frames:
    """The four frames of a plan."""

    plan: Frame
    workload: Frame
    option: Frame
    offer: Frame

    def of(self, entity: Entity) -> Frame:
        """The frame of one kind of thing."""
        frame: Frame = getattr(self, entity.value)
        return frame


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What the rules decided about one attribute of one subject."""

    subject: str
    attribute: str
    value: Value
    """For a `collect` decision the members, in order of rank."""
    firings: tuple[Firing, ...]
    """The firings that concluded it: one, or one a member."""


@dataclass(frozen=True)
class Assessment:
    """A plan, the knowledge it was judged by, and everything that followed."""

    plan: Plan
    rulebook: Rulebook
    frames: Frames
    trace: Trace
    ranking: Mapping[str, tuple[str, ...]]
    """For each workload the subjects of the allowed options, best first; empty when none is."""
    again: Callable[[], Assessment] | None = field(default=None, repr=False, compare=False)
    """Comes to the same once more, in another process too."""

    def __reduce__(self) -> tuple[Any, ...]:
        """The way to come to the same, which is taken when something is first asked.

        WHY: it is smaller and sooner done than what was found; see `docs/decisions`.
        """
        if self.again is None:
            raise pickle.PicklingError("only an assessment that `advise` made can be sent")
        return _assessed_later, (self.again,)

    if not TYPE_CHECKING:  # a type checker would believe in every name

        def __getattr__(self, name: str) -> Any:
            """What is asked for the first time after it was sent here."""
            if name not in _FIELDS:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            found = self.again()
            self.__dict__.update({one: getattr(found, one) for one in _FIELDS})
            return self.__dict__[name]

    @property
    def workloads(self) -> tuple[str, ...]:
        """The workloads, in the order of the plan."""
        return tuple(self.frames.workload.subjects)

    def chosen(self, workload: str) -> str | None:
        """The subject of the option chosen for a workload."""
        ranked = self.ranking[workload]
        return ranked[0] if ranked else None

    def options(self, workload: str) -> tuple[str, ...]:
        """The subjects of every option of a workload: the allowed ones ranked, then the others."""
        ranked = self.ranking[workload]
        prefix = f"{workload}@"
        allowed = set(ranked)
        rest = (s for s in self.frames.option.subjects if s.startswith(prefix))
        return ranked + tuple(s for s in rest if s not in allowed)

    def offers(self, workload: str) -> tuple[str, ...]:
        """The subjects of every way to pay for a workload."""
        return tuple(s for s in self.frames.offer.subjects if s.startswith(f"{workload}:"))

    def locate(self, subject: str) -> tuple[Frame, int]:
        """The frame and row of a subject.

        Raises
        ------
        KeyError
            When there is no such subject.
        """
        return self._rows[subject]

    def value(self, subject: str, attribute: str) -> Value | None:
        """A value as a subject sees it; None when unknown."""
        frame, row = self.locate(subject)
        return frame.value(row, attribute)

    def fact(self, subject: str, attribute: str) -> Fact | None:
        """A fact as a subject sees it, with its origin; None when unknown."""
        frame, row = self.locate(subject)
        return frame.fact(row, attribute)

    def facts(self, subject: str) -> Iterator[Fact]:
        """The known facts that a subject owns."""
        frame, row = self.locate(subject)
        for name in frame.columns:
            fact = frame.fact(row, name)
            if fact is not None:
                yield fact

    def rule(self, firing: Firing) -> Rule:
        """The rule that fired."""
        return self.rulebook.rule(firing.decision, firing.rule)

    def firings(self, subject: str, decision: str) -> tuple[Firing, ...]:
        """The firings of one decision about one subject, in order of precedence."""
        return self._firings.get((subject, decision), ())

    def conclusion(self, subject: str, attribute: str) -> Conclusion | None:
        """What the rules decided; None when no rule matched."""
        decision = self.rulebook.decision(attribute)
        held = tuple(f for f in self.firings(subject, attribute) if not f.overruled)
        if decision is None or not held:
            return None
        return Conclusion(subject, attribute, _combined(decision, held), held)

    def conclusions(self, subject: str) -> tuple[Conclusion, ...]:
        """Everything the rules decided about one subject, in order of evaluation."""
        found = (self.conclusion(subject, d.attribute) for d in self.rulebook.decisions)
        return tuple(c for c in found if c is not None)

    def assumed(self, fact: Fact) -> bool:
        """Whether a rule supplied what the user left out."""
        return bool(self.firings(fact.subject, fact.attribute)) and (
            self.rulebook.vocabulary[fact.attribute].scope.value == "given"
        )

    @property
    def outcome(self) -> str:
        """`recommended`, `infeasible` or `undetermined`."""
        return str(self.value(PLAN_SUBJECT, "outcome") or "undetermined")

    @cached_property
    def firing_by_id(self) -> Mapping[str, Firing]:
        """Every firing by its id."""
        return {firing.id: firing for firing in self.trace}

    @cached_property
    def _rows(self) -> Mapping[str, tuple[Frame, int]]:
        frames = (self.frames.offer, self.frames.option, self.frames.workload, self.frames.plan)
        return {s: (frame, row) for frame in frames for row, s in enumerate(frame.subjects)}

    @cached_property
    def _firings(self) -> Mapping[tuple[str, str], tuple[Firing, ...]]:
        grouped: dict[tuple[str, str], tuple[Firing, ...]] = {}
        for firing in self.trace:
            key = firing.subject, firing.decision
            grouped[key] = (*grouped.get(key, ()), firing)
        return grouped


_FIELDS = frozenset(one.name for one in fields(Assessment)) - {"again"}


def _assessed_later(again: Callable[[], Assessment]) -> Assessment:
    assessment = object.__new__(Assessment)
    assessment.__dict__["again"] = again
    return assessment


def _combined(decision: Decision, held: tuple[Firing, ...]) -> Value:
    if decision.hit.value == "first":
        return held[0].value
    return tuple(str(firing.value) for firing in held)
