"""Conclusions under the heading of what they are about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rackwright.reading import Ruling
from rackwright.reports import phrases
from rackwright.reports.items import items_of, members_of, section
from rackwright.reports.outline import Block
from rackwright.reports.speaker import Speaker
from rackwright.rulebook.model import Text


@dataclass(frozen=True, slots=True)
class Theme:
    """A heading, and the decisions that are told under it, in their order."""

    title: Text
    decisions: tuple[str, ...]


WORKLOAD_THEMES = (
    Theme(phrases.MATTERS_MOST, ("priorities",)),
    Theme(phrases.PULL_APART, ("tensions",)),
    Theme(
        phrases.AROUND_IT,
        (
            "bottlenecks",
            "interconnect_inside",
            "interconnect_between",
            "storage_tiers",
            "storage_network",
            "balance",
            "room_to_grow",
            "availability",
            "region_choice",
        ),
    ),
    Theme(phrases.SOFTWARE, ("software_fit", "software_stack")),
)
PLAN_THEMES = (
    Theme(phrases.NEXT_STEP, ("adoption_next_step", "adoption_spend", "adoption_actions")),
    Theme(phrases.BUDGET, ("budget_check",)),
    Theme(phrases.NOT_IN_TOTALS, ("cost_scope",)),
    Theme(phrases.TO_WATCH, ("metrics_to_watch",)),
)


def themed(speaker: Speaker, themes: Iterable[Theme], rulings: Sequence[Ruling]) -> Iterable[Block]:
    """A section a theme, as far as something was concluded about it."""
    by_attribute = {ruling.attribute: ruling for ruling in rulings}
    for theme in themes:
        found = [by_attribute[name] for name in theme.decisions if name in by_attribute]
        # WHY: under a heading that says what it is, a label before each member says it again.
        items = members_of if len(theme.decisions) == 1 else items_of
        told = (item for ruling in found for item in items(speaker, ruling))
        yield from section(speaker.say(theme.title), told)


def names_of(themes: Iterable[Theme]) -> frozenset[str]:
    """Every decision that some theme tells."""
    return frozenset(name for theme in themes for name in theme.decisions)
