"""What other rules would change: the same plans advised on by two rulebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rackwright.advisor import advise
from rackwright.assessment import Assessment
from rackwright.comparison import Comparison, FiredOtherwise, compare, fired_otherwise
from rackwright.facts.plan import Plan
from rackwright.reports import phrases
from rackwright.reports.differences import impact, impact_data
from rackwright.reports.outline import Block, Heading, Outline, Paragraph, Tone
from rackwright.rulebook.model import Rulebook, Text
from rackwright.wording import in_list, printable


@dataclass(frozen=True, slots=True)
class Impact:
    """One plan before and after the rules changed."""

    name: str
    """What the plan is called, such as its file."""
    before: Assessment
    after: Assessment
    found: Comparison
    fired: tuple[FiredOtherwise, ...]
    """Which rules speak otherwise."""

    @property
    def empty(self) -> bool:
        """Whether neither the advice nor any rule's part in it differs."""
        return self.found.empty and not self.fired

    def to_dict(self) -> dict[str, Any]:
        """The differences as plain data."""
        return {"plan": self.name, **impact_data(self.found, self.fired)}


def impact_of(name: str, plan: Plan, before: Rulebook, after: Rulebook) -> Impact:
    """What the second rules find otherwise than the first about one plan.

    Raises
    ------
    PlanError
        When the plan cannot be used with either.
    """
    first, second = (advise(plan, rules=rules).assessment for rules in (before, after))
    return Impact(name, first, second, compare(first, second), fired_otherwise(first, second))


def impact_outline(impacts: Sequence[Impact], language: str) -> Outline:
    """How many plans are concerned, then what changes for each."""
    return tuple(_blocks(impacts, language))


def _blocks(impacts: Sequence[Impact], language: str) -> Iterator[Block]:
    changed = [one for one in impacts if not one.empty]
    same = [printable(one.name) for one in impacts if one.empty]
    counts = {"all": len(impacts), "changed": len(changed), "same": len(same)}
    yield Heading(_filled(phrases.COMPARED, language, **counts), 1)
    for one in changed:
        yield Heading(printable(one.name), 2)
        yield from impact(one.before, one.after, one.found, one.fired, language)
    if same:
        listed = in_list(same, language)
        yield Paragraph(_filled(phrases.STAYS, language, plans=listed), Tone.MUTED)


def _filled(text: Text, language: str, **slots: object) -> str:
    return text.in_language(language).format(**slots)
