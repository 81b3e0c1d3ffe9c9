"""Changes that really lead to a value: each set is advised on before it is offered."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from rackwright.assessment import Assessment
from rackwright.reasoning.moves import Move, Moves, moves_towards
from rackwright.records import Value
from rackwright.rulebook.model import Decision

MAX_TRIES = 24
"""How many changed plans are advised on at most."""
MAX_CHANGES = 3
MAX_WAYS = 3

Attempt = Callable[[Mapping[str, Any]], Assessment | None]
"""What follows from a plan with some things said differently; None where it cannot be used."""


@dataclass(frozen=True, slots=True)
class Way:
    """Things that, said differently together, lead to the value; fewer of them do not."""

    changes: Moves
    rule: str
    """The rule that decides then."""


@dataclass(slots=True)
class _Search:
    subject: str
    decision: Decision
    values: tuple[Value, ...]
    attempt: Attempt
    tries: int
    known: dict[frozenset[tuple[str, str]], Assessment | None] = field(default_factory=dict)

    def after(self, moves: Moves) -> Assessment | None:
        """What follows, looked up or advised on."""
        key = _key(moves)
        if key not in self.known and self.tries > 0:
            self.tries -= 1
            self.known[key] = self.attempt({move.path: move.value for move in moves})
        return self.known.get(key)

    def leads(self, assessment: Assessment | None) -> bool:
        """Whether the subject has a wanted value there."""
        if assessment is None:
            return False
        fact = assessment.fact(self.subject, self.decision.attribute)
        held = None if fact is None else fact.value
        return any(one in self.values for one in (held if isinstance(held, tuple) else (held,)))

    def rule(self, assessment: Assessment) -> str:
        """The rule that decides there."""
        fired = assessment.firings(self.subject, self.decision.attribute)
        return next((f.rule for f in fired if not f.overruled and f.value in self.values), "")


def ways_to(
    assessment: Assessment,
    subject: str,
    decision: Decision,
    values: tuple[Value, ...],
    attempt: Attempt,
    tries: int = MAX_TRIES,
) -> tuple[tuple[Way, ...], int]:
    """Sets of changes that lead to a value, those that take the least first, and the tries made.

    What is easily changed comes before what the work is. A set that does not suffice is extended by
    what stands in the way then, up to `MAX_CHANGES`. Of sets that say the same things differently
    only the first is told.
    """
    search = _Search(subject, decision, values, attempt, tries)
    found: list[Way] = []
    for moves, after in _tried(search, assessment, found):
        least = _least(search, moves)
        decided = search.after(least) or after
        found.append(Way(least, search.rule(decided)))
        if len(found) == MAX_WAYS:
            break
    return tuple(found), tries - search.tries


def _tried(
    search: _Search, start: Assessment, found: list[Way]
) -> Iterator[tuple[Moves, Assessment]]:
    """Sets that lead there, in the order of their effort."""
    number = count()
    waiting = [(effort, next(number), moves) for effort, moves in _next(search, start, ())]
    heapq.heapify(waiting)
    while waiting and search.tries > 0:
        _, _, moves = heapq.heappop(waiting)
        if _key(moves) in search.known or any(_paths(w.changes) <= _paths(moves) for w in found):
            continue
        after = search.after(moves)
        if after is not None and search.leads(after):
            yield moves, after
        elif after is not None:
            for effort, more in _next(search, after, moves):
                heapq.heappush(waiting, (effort, next(number), more))


def _next(search: _Search, assessment: Assessment, so_far: Moves) -> Iterator[tuple[int, Moves]]:
    """Every set with some moves more, and its effort."""
    said = {move.path for move in so_far}
    for more in moves_towards(assessment, search.subject, search.decision, search.values):
        if said.isdisjoint(move.path for move in more):
            moves = (*so_far, *more)
            if len(moves) <= MAX_CHANGES:
                yield sum(move.effort for move in moves), moves


def _least(search: _Search, moves: Moves) -> Moves:
    """The moves without those that it takes not."""
    for move in moves:
        fewer = tuple(one for one in moves if one is not move)
        if fewer and search.leads(search.after(fewer)):
            return _least(search, fewer)
    return moves


def _paths(moves: Moves) -> frozenset[str]:
    return frozenset(move.path for move in moves)


def _key(moves: Moves) -> frozenset[tuple[str, str]]:
    return frozenset((move.path, repr(move.value)) for move in moves)


__all__ = ["MAX_TRIES", "Attempt", "Move", "Way", "ways_to"]
