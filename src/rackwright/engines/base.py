"""What an engine does: rows in, firings out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from rackwright.records import Entity, Firing, Row, Scope
from rackwright.rulebook.model import Rulebook


class Engine(Protocol):
    """Evaluates the rules of one scope for each row on its own.

    For each row the firings come in the order of decisions and, inside a decision, of rules.
    A rule fires at most once a row, on the first of its branches that holds. In a `first`
    decision the first firing concludes and later ones are overruled; in a `collect` decision a
    firing is overruled when its member was added before. Conclusions are visible to the later
    decisions of the same scope.
    """

    rulebook: Rulebook

    def run(self, scope: Scope, of: Entity, rows: Sequence[Row]) -> list[tuple[Firing, ...]]:
        """The firings of every row.

        Raises
        ------
        InferenceError
            When the engine fails; nothing is returned then.
        """
        ...


EngineFactory = Callable[[Rulebook], Engine]
"""What makes an engine of a rulebook: a class such as `DurableEngine`, or any function."""
