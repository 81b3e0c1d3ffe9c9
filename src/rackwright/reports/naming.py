"""What numbers that may be uncertain are called in a report."""

from __future__ import annotations

from rackwright.facts.quote import QuoteItems
from rackwright.facts.uncertain import Of, Target
from rackwright.reading import COST_ITEMS
from rackwright.records import PLAN_SUBJECT
from rackwright.reports import phrases
from rackwright.reports.speaker import Speaker
from rackwright.wording import printable

_ITEMS = dict(zip(QuoteItems.model_fields, COST_ITEMS, strict=True))
_PRICES = {"purchase": phrases.TO_BUY, "cloud_hour": phrases.BY_THE_HOUR}


def target_label(speaker: Speaker, target: Target) -> str:
    """What an uncertain number is called."""
    if target.of is Of.PRICE:
        device = speaker.value_label("device", target.subject)
        return speaker.say(_PRICES[target.name], device=device)
    if target.of is Of.QUOTE:
        return of_subject(speaker, target.subject, _quoted_label(speaker, target))
    if target.of is Of.PARAMETER:
        label = speaker.assessment.rulebook.parameters[target.name].label
        return label.in_language(speaker.language)
    return of_subject(speaker, target.subject, speaker.label(target.name))


def _quoted_label(speaker: Speaker, target: Target) -> str:
    if target.name == "months":
        label = speaker.say(phrases.MONTHS_COVERED)
    else:
        label = speaker.label(_ITEMS[target.name])
    return speaker.say(phrases.OF_SUBJECT, subject=printable(target.quote), label=label)


def of_subject(speaker: Speaker, subject: str, label: str) -> str:
    """A label, with the workload that it is of where there are several."""
    if subject == PLAN_SUBJECT or len(speaker.assessment.workloads) == 1:
        return label
    return speaker.say(phrases.OF_SUBJECT, subject=subject, label=label)
