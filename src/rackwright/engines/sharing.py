"""Compiled stages that several rulebooks have in common, such as those with other parameters."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import RLock
from typing import Generic, TypeVar

from rackwright.records import Entity, Scope
from rackwright.rulebook.model import Attribute, Decision, Rulebook

Decisions = tuple[Decision, ...]
Vocabulary = Mapping[str, Attribute]
Compiled = TypeVar("Compiled")


class SharedStages(Generic[Compiled]):
    """Stages compiled from the same decisions in the same vocabulary once, the latest few kept.

    A decision is the same when it is the same object; `with_parameters` keeps those that it does
    not change. A stage that is no longer kept lives on in the engines that have it.
    """

    def __init__(
        self, compiled: Callable[[str, Decisions, Vocabulary], Compiled], most: int
    ) -> None:
        self._compiled = compiled
        self._most = most
        self._kept: OrderedDict[tuple[object, ...], tuple[Vocabulary, Compiled]] = OrderedDict()
        self._lock = RLock()

    def of(self, rulebook: Rulebook, scope: Scope, of: Entity) -> Compiled:
        """The stage of one scope and kind of thing of a rulebook."""
        name, decisions, vocabulary = (
            f"{scope}/{of}",
            rulebook.stage(scope, of),
            rulebook.vocabulary,
        )
        # WHY the vocabulary in the entry: as long as it lives no other has its id.
        key = (name, decisions, id(vocabulary))
        with self._lock:
            if key not in self._kept:
                self._kept[key] = vocabulary, self._compiled(name, decisions, vocabulary)
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return self._kept[key][1]
