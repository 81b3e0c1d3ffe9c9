"""Conclusions and warnings as entries of a list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rackwright.reading import Reason, Ruling
from rackwright.reports.outline import Block, Heading, Item, Listing, Tone
from rackwright.reports.speaker import Speaker


def items_of(speaker: Speaker, ruling: Ruling) -> tuple[Item, ...]:
    """A conclusion as entries of a list: one, or one a member of a set."""
    label = speaker.label(ruling.attribute)
    return tuple(
        Item(
            speaker.pair(label, speaker.show(ruling.attribute, reason.value)),
            reason.because_in(speaker.language),
            reason.sources,
        )
        for reason in ruling.reasons
    )


def members_of(speaker: Speaker, ruling: Ruling) -> tuple[Item, ...]:
    """The members of a concluded set, each by its name alone."""
    return tuple(_member(speaker, reason) for reason in ruling.reasons)


def warning_item(speaker: Speaker, warning: Reason) -> Item:
    """A warning as an entry of a list."""
    return replace(_member(speaker, warning), tone=Tone.FAIR)


def _member(speaker: Speaker, reason: Reason) -> Item:
    return Item(
        speaker.show(reason.firing.decision, reason.value),
        reason.because_in(speaker.language),
        reason.sources,
    )


def section(title: str, items: Iterable[Item], level: int = 3) -> Iterable[Block]:
    """A heading with its list; nothing when the list is empty."""
    found = tuple(items)
    if found:
        yield Heading(title, level)
        yield Listing(found)
