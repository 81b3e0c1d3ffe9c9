"""One stage compiled: its rules as a ruleset, its rows as facts, its firings as records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from rackwright.engines.durable.extension import ALWAYS, compiled
from rackwright.engines.durable.facts import AttributeFacts, premise
from rackwright.engines.durable.limits import check
from rackwright.engines.durable.patterns import Comparison, Slot, SlotPattern, patterns
from rackwright.records import Entity, Firing, Row
from rackwright.rulebook.model import Attribute, Decision, Hit, Rule


@dataclass(frozen=True, slots=True)
class Branch:
    """One alternative of one rule, and what follows when it holds."""

    decision: str
    rule: Rule
    claim: tuple[object, ...]
    """What only the first firing may conclude."""
    patterns: tuple[SlotPattern, ...]
    premises: tuple[tuple[Entity, str], ...]
    """Whose each fact is that a match rests on, and the end of the fact's id.

    WHY not from the match: a row has one fact for each pattern at most.
    """
    conclusion: tuple[str, ...] = ()
    """The engine facts of what it concludes, if rules of the stage look at them."""


class Stage:
    """The decisions about one kind of thing in one scope, ready to be evaluated."""

    def __init__(
        self, name: str, decisions: Sequence[Decision], vocabulary: Mapping[str, Attribute]
    ) -> None:
        kinds = {name: attribute.kind for name, attribute in vocabulary.items()}
        conditions = [
            (decision, rule, patterns(tests, kinds))
            for decision in decisions
            for rule in decision.rules
            for tests in rule.branches
        ]
        check(name, [found for _, _, found in conditions], kinds)
        ids = _ids(found for _, _, found in conditions)
        self._vocabulary = vocabulary
        self._facts = _writers(ids, _choices(found for _, _, found in conditions), vocabulary)
        self._writers = [(name, facts.of_row) for name, facts in self._facts.items()]
        self._branches = [self._branch(*condition) for condition in conditions]
        self._rules = compiled(name, [_as_json(branch.patterns) for branch in self._branches])

    def evaluate(self, rows: Sequence[Row], limit: int) -> list[tuple[Firing, ...]]:
        """The firings of each row, in order."""
        facts = [self._written(row) for row in rows]
        held = [self._held(row, own, limit) for row, own in zip(rows, facts, strict=True)]
        return [
            tuple([_firing(row, branch, overruled) for branch, overruled in own])
            for row, own in zip(rows, held, strict=True)
        ]

    def _written(self, row: Row) -> list[str]:
        return [fact for name, facts_of in self._writers for fact in facts_of(row.values.get(name))]

    def _held(self, row: Row, facts: Iterable[str], limit: int) -> list[tuple[Branch, bool]]:
        found, branches = _Evaluation(row), self._branches
        self._rules.evaluate(facts, lambda rule: found.follow(branches[rule]), limit)
        return found.held

    def _branch(self, decision: Decision, rule: Rule, demanded: tuple[SlotPattern, ...]) -> Branch:
        name = decision.attribute
        claim = (name,) if decision.hit is Hit.FIRST else (name, rule.then)
        writer = self._facts.get(name)
        conclusion = tuple(writer.of_conclusion(rule.then)) if writer else ()
        slots = [pattern.slot for pattern in demanded]
        premises = {(self._vocabulary[slot.attribute].of, premise(slot)) for slot in slots}
        return Branch(name, rule, claim, demanded, tuple(premises), conclusion)


@dataclass(slots=True)
class _Evaluation:
    """Which branches have held for one row so far, one of each rule."""

    row: Row
    held: list[tuple[Branch, bool]] = field(default_factory=list)
    """Each with whether it was overruled."""
    _claimed: set[tuple[object, ...]] = field(default_factory=set)
    _fired: set[tuple[str, str]] = field(default_factory=set)

    def follow(self, branch: Branch) -> Sequence[str]:
        """Note that a branch holds, unless another of its rule did; what follows from it."""
        rule = (branch.decision, branch.rule.id)
        if rule in self._fired:
            return ()
        self._fired.add(rule)
        overruled = branch.claim in self._claimed
        self._claimed.add(branch.claim)
        self.held.append((branch, overruled))
        return () if overruled or branch.decision in self.row.values else branch.conclusion


def _firing(row: Row, branch: Branch, overruled: bool) -> Firing:
    owners, subject, rule = row.owners, row.subject, branch.rule
    premises = sorted([owners.get(of, subject) + end for of, end in branch.premises])
    return Firing(subject, branch.decision, rule.id, rule.then, tuple(premises), overruled)


def _ids(branches: Iterable[tuple[SlotPattern, ...]]) -> dict[Slot, str]:
    """A short id for each engine fact that some branch looks at."""
    slots = dict.fromkeys(pattern.slot for branch in branches for pattern in branch)
    return {slot: str(number) for number, slot in enumerate(slots, start=1)}


Choices = Mapping[str, Mapping[Comparison, None]]
"""By attribute the comparisons with several values, each once."""


def _choices(branches: Iterable[tuple[SlotPattern, ...]]) -> Choices:
    found: dict[str, dict[Comparison, None]] = {}
    for pattern in chain.from_iterable(branches):
        several = (c for c in pattern.comparisons if c.operator == "$or")
        found.setdefault(pattern.slot.attribute, {}).update(dict.fromkeys(several))
    return found


def _writers(
    ids: Mapping[Slot, str], choices: Choices, vocabulary: Mapping[str, Attribute]
) -> dict[str, AttributeFacts]:
    return {name: AttributeFacts(vocabulary[name], ids, own) for name, own in choices.items()}


def _as_json(demanded: tuple[SlotPattern, ...]) -> list[Mapping[str, object]]:
    return [pattern.as_json() for pattern in demanded] or [ALWAYS]
