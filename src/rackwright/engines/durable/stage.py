"""One stage compiled: its rules as a ruleset, its rows as facts, its firings as records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from rackwright.engines.durable.extension import ALWAYS, ALWAYS_ID, Ruleset
from rackwright.engines.durable.facts import AttributeFacts, premise
from rackwright.engines.durable.limits import check
from rackwright.engines.durable.patterns import Comparison, Slot, SlotPattern, patterns
from rackwright.records import Firing, Row
from rackwright.rulebook.model import Attribute, Decision, Hit, Rule


@dataclass(frozen=True, slots=True)
class Branch:
    """One alternative of one rule, and what follows when it holds."""

    decision: str
    rule: Rule
    claim: tuple[object, ...]
    """What only the first firing may conclude."""
    patterns: tuple[SlotPattern, ...]
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
        self._facts = _writers(ids, _choices(found for _, _, found in conditions), vocabulary)
        self._premises = {
            id_: premise(slot, vocabulary[slot.attribute]) for slot, id_ in ids.items()
        }
        self._branches = [self._branch(*condition) for condition in conditions]
        self._rules = Ruleset(name, [_as_json(branch.patterns) for branch in self._branches])

    def evaluate(self, rows: Sequence[Row], limit: int) -> list[tuple[Firing, ...]]:
        """The firings of each row, in order."""
        facts = [self._written(row) for row in rows]
        return [self._fired(row, own, limit) for row, own in zip(rows, facts, strict=True)]

    def _written(self, row: Row) -> list[str]:
        return [
            fact
            for name, writer in self._facts.items()
            for fact in writer.of_row(row.values.get(name))
        ]

    def _fired(self, row: Row, facts: Iterable[str], limit: int) -> tuple[Firing, ...]:
        found = _Evaluation(row)
        self._rules.evaluate(facts, lambda rule, ids: self._fire(found, rule, ids), limit)
        return tuple(found.firings)

    def _branch(self, decision: Decision, rule: Rule, demanded: tuple[SlotPattern, ...]) -> Branch:
        name = decision.attribute
        claim = (name,) if decision.hit is Hit.FIRST else (name, rule.then)
        writer = self._facts.get(name)
        conclusion = tuple(writer.of_conclusion(rule.then)) if writer else ()
        return Branch(name, rule, claim, demanded, conclusion)

    def _fire(self, found: _Evaluation, index: int, ids: Sequence[str]) -> Iterable[str]:
        branch = self._branches[index]
        if not found.first_of(branch):
            return ()
        overruled = branch.claim in found.claimed
        found.claimed.add(branch.claim)
        found.firings.append(
            Firing(
                found.row.subject,
                branch.decision,
                branch.rule.id,
                branch.rule.then,
                self._rested_on(ids, found.row),
                overruled,
            )
        )
        return () if overruled or branch.decision in found.row.values else branch.conclusion

    def _rested_on(self, ids: Sequence[str], row: Row) -> tuple[str, ...]:
        return tuple(sorted({self._premises[id_](row) for id_ in ids if id_ != ALWAYS_ID}))


@dataclass(slots=True)
class _Evaluation:
    """What has fired for one row so far."""

    row: Row
    firings: list[Firing] = field(default_factory=list)
    claimed: set[tuple[object, ...]] = field(default_factory=set)
    _fired: set[tuple[str, str]] = field(default_factory=set)

    def first_of(self, branch: Branch) -> bool:
        """Whether no branch of the same rule has fired; this one counts from now on."""
        rule = (branch.decision, branch.rule.id)
        if rule in self._fired:
            return False
        self._fired.add(rule)
        return True


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
