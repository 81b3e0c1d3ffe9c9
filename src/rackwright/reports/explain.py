"""Why a subject has a value, as an outline: a tree down to what the user said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rackwright.assessment import Assessment
from rackwright.languages import LANGUAGES
from rackwright.reasoning.basis import Basis
from rackwright.reasoning.considered import RuleStanding
from rackwright.reasoning.standing import Standing
from rackwright.reasoning.why import Argument, Explanation
from rackwright.reports import phrases
from rackwright.reports.outline import Branch, Item, Outline, Tone, Tree
from rackwright.reports.ranges import range_number, range_words
from rackwright.reports.speaker import Speaker
from rackwright.rulebook.model import Text
from rackwright.wording import fill, format_parameter, printable

_TONES = {Basis.ASSUMED: Tone.FAIR, Basis.UNSTATED: Tone.FAIR, Basis.UNDECIDED: Tone.FAIR}


def explanation(
    assessment: Assessment, told: Explanation, language: str, depth: int | None = None
) -> Outline:
    """An explanation, from the value down to what was stated, or as deep as wanted."""
    return (Tree((_branch(Speaker(assessment, language), told, depth),)),)


def explanation_data(assessment: Assessment, told: Any) -> Any:
    """Plain data of an answer with each reason filled for the subject that it is about."""
    if isinstance(told, list):
        return [explanation_data(assessment, part) for part in told]
    if not isinstance(told, dict):
        return told
    filled = {name: explanation_data(assessment, part) for name, part in told.items()}
    if "because" in told and "subject" in told:
        text = Text(told["because"]["en"], told["because"]["zh-TW"])
        reasons = {tag: fill(text, assessment, told["subject"], tag) for tag in LANGUAGES}
        filled["because"] = reasons
    return filled


def _branch(speaker: Speaker, told: Explanation, depth: int | None) -> Branch:
    item = Item(_head(speaker, told), _text(speaker, told), _sources(told), _tone(told))
    if told.repeated:
        return Branch(item)
    below = (*told.children, *told.overruled, *told.considered)
    if depth == 0 and below:
        return Branch(item, (Branch(Item("", speaker.say(phrases.BELOW), tone=Tone.MUTED)),))
    deeper = None if depth is None else depth - 1
    reasons = (_branch(speaker, child, deeper) for child in told.children)
    return Branch(item, (*reasons, *_others(speaker, told)))


def _tone(told: Explanation) -> Tone:
    return _TONES.get(told.basis, Tone.PLAIN)


def _head(speaker: Speaker, told: Explanation) -> str:
    label = printable(told.label.in_language(speaker.language))
    if told.basis is Basis.POLICY:
        parameter = speaker.assessment.rulebook.parameters[told.attribute]
        value = format_parameter(parameter, speaker.language, speaker.currency)
    elif told.attribute not in speaker.assessment.rulebook.vocabulary:
        return label
    else:
        value = speaker.show(told.attribute, told.value)
    about = speaker.about(told.subject)
    return f"{about} · {speaker.pair(label, value)}" if about else speaker.pair(label, value)


def _text(speaker: Speaker, told: Explanation) -> str:
    if told.repeated:
        return speaker.say(phrases.SEE_ABOVE)
    if told.argument is not None:
        assumed = speaker.say(phrases.ASSUMED) if told.basis is Basis.ASSUMED else ""
        return speaker.sentences(assumed, because(speaker, told.argument))
    if told.question is not None and told.basis is Basis.UNSTATED:
        return speaker.sentences(told.question.in_language(speaker.language))
    return _origin(speaker, told)


def _origin(speaker: Speaker, told: Explanation) -> str:
    if told.ranged is not None:
        said = range_words(speaker, told.ranged, told.unit)
        value = range_number(speaker, told.value, told.unit)
        where = printable(told.where)
        return speaker.say(phrases.GIVEN_AS, where=where, range=said, value=value)
    phrase, slots = _ORIGINS.get(told.basis, (None, ()))
    if phrase is None:
        return ""
    return speaker.say(phrase, **{slot: printable(str(getattr(told, slot))) for slot in slots})


_ORIGINS: dict[Basis, tuple[Text, tuple[str, ...]]] = {
    Basis.GIVEN: (phrases.GIVEN, ("where",)),
    Basis.POLICY: (phrases.POLICY, ("date",)),
    Basis.CATALOGUE: (phrases.CATALOGUED, ("row", "date")),
    Basis.CALCULATED: (phrases.CALCULATED, ("kernel",)),
    Basis.UNSTATED: (phrases.UNSTATED, ()),
    Basis.UNDECIDED: (phrases.UNDECIDED, ()),
    Basis.UNKNOWN: (phrases.NOT_KNOWN, ()),
}


def because(speaker: Speaker, argument: Argument) -> str:
    """The reason that a rule gives, filled for its subject."""
    return fill(argument.because, speaker.assessment, argument.subject, speaker.language)


def _sources(told: Explanation) -> tuple[str, ...]:
    if told.basis is Basis.CATALOGUE:
        return ()
    return told.argument.sources if told.argument is not None else told.sources


def _others(speaker: Speaker, told: Explanation) -> Iterator[Branch]:
    for argument in told.overruled:
        value = speaker.show(told.attribute, argument.value)
        text = speaker.say(phrases.OVERRULED, value=value, rule=argument.overruled_by)
        yield Branch(Item(argument.rule, text, argument.sources, Tone.MUTED))
    for rule in told.considered:
        yield Branch(rule_item(speaker, rule))


def rule_item(speaker: Speaker, rule: RuleStanding) -> Item:
    """A rule that did not match, with the first test that stopped it."""
    stops_at = rule.nearest.stops_at
    reason = test_words(speaker, stops_at) if stops_at else speaker.say(phrases.PASSED_OVER)
    return Item(rule.rule, reason, rule.sources, Tone.MUTED)


def test_words(speaker: Speaker, test: Standing) -> str:
    """A test with the actual value, what was needed and how far apart they are."""
    words = speaker.say(
        phrases.TEST,
        label=printable(test.label.in_language(speaker.language)),
        actual=speaker.show(test.attribute, test.actual),
        needed=speaker.say(phrases.NEEDS[test.op], operand=_operand(speaker, test)),
    )
    if not test.margin:
        return words
    return words + speaker.say(phrases.AWAY, margin=speaker.show(test.attribute, abs(test.margin)))


def _operand(speaker: Speaker, test: Standing) -> str:
    return "" if test.operand is None else speaker.show(test.attribute, test.operand)
