"""What `Then` steps say of an assessment, checked; what is not so is refuted with its reasons."""

from __future__ import annotations

from collections.abc import Collection

from rackwright.assessment import Assessment
from rackwright.policy.catalogue import UNKNOWN
from rackwright.policy.names import attribute_called, number, rule_called, truth, value_called
from rackwright.policy.phrases import ClaimError
from rackwright.policy.scene import Scene
from rackwright.policy.telling import filled, lacking, told
from rackwright.policy.vacuous import check_asked
from rackwright.reasoning.considered import rule_standing
from rackwright.reasoning.naming import owner_of
from rackwright.records import Firing, Value, option_subject
from rackwright.rulebook.model import Attribute, Kind, Text
from rackwright.wording import because

_STATED = Text(
    "{subject}: `{name}` is stated, not assumed", "{subject}：「{label}」是使用者提供的，不是假設"
)
_ORDER = Text(
    "the options of `{workload}`, best first, are: {order}",
    "「{workload}」的選項由優至劣為：{order}",
)


def check_value(scene: Scene, subject: str, name: str, text: str) -> None:
    """A subject has a value; a number has it to the digits that are written."""
    attribute = _attribute(scene, subject, name)
    wanted = _wanted(scene, attribute, text)
    value = scene.assessment.value(subject, attribute.name)
    if not _same(value, wanted, text):
        raise _refuted(scene, subject, attribute, text, wanted)
    _confirm(scene, subject, attribute)


def check_other_value(scene: Scene, subject: str, name: str, text: str) -> None:
    """A subject has a value, and it is another one."""
    attribute = _attribute(scene, subject, name)
    value = scene.assessment.value(subject, attribute.name)
    if value is None or _same(value, _wanted(scene, attribute, text), text):
        raise _refuted(scene, subject, attribute, f"≠ {text}")


def check_choice(scene: Scene, subject: str, name: str, texts: Collection[str]) -> None:
    """A subject has one of some values."""
    attribute = _attribute(scene, subject, name)
    wanted = [value_called(scene.assessment.rulebook, attribute, text) for text in texts]
    if scene.assessment.value(subject, attribute.name) not in wanted:
        raise _refuted(scene, subject, attribute, " / ".join(texts), wanted[0])
    _confirm(scene, subject, attribute)


def check_bounds(scene: Scene, subject: str, name: str, low: float, high: float) -> None:
    """A number of a subject lies between two numbers, both of them included."""
    attribute = _attribute(scene, subject, name)
    value = scene.assessment.value(subject, attribute.name)
    if not isinstance(value, float | int) or not low <= value <= high:
        raise _refuted(scene, subject, attribute, f"{low:g} … {high:g}")


def check_member(scene: Scene, subject: str, name: str, text: str) -> None:
    """A set of a subject has a member."""
    attribute = _attribute(scene, subject, name)
    member = value_called(scene.assessment.rulebook, attribute, text)
    if member not in _members(scene.assessment, subject, attribute):
        raise _refuted(scene, subject, attribute, text, member)
    _confirm(scene, subject, attribute, member)


def check_no_member(scene: Scene, subject: str, name: str, text: str) -> None:
    """A set of a subject lacks a member."""
    attribute = _attribute(scene, subject, name)
    check_asked(scene, owner_of(scene.assessment, subject, attribute.name), attribute)
    member = value_called(scene.assessment.rulebook, attribute, text)
    if member in _members(scene.assessment, subject, attribute):
        raise _refuted(scene, subject, attribute, f"≠ {text}")


def check_ranking(scene: Scene, subject: str, name: str, texts: Collection[str]) -> None:
    """A set of a subject has exactly some members, in order of rank."""
    attribute = _attribute(scene, subject, name)
    wanted = tuple(value_called(scene.assessment.rulebook, attribute, text) for text in texts)
    found = _members(scene.assessment, subject, attribute)
    if found != wanted:
        missing = next((member for member in wanted if member not in found), None)
        raise _refuted(scene, subject, attribute, ", ".join(texts), missing)
    _confirm(scene, subject, attribute)


def check_assumed(scene: Scene, subject: str, name: str, text: str) -> None:
    """A subject has a value because a rule assumes it."""
    check_value(scene, subject, name, text)
    attribute = _attribute(scene, subject, name)
    fact = scene.assessment.fact(subject, attribute.name)
    if fact is None or not scene.assessment.assumed(fact):
        label = attribute.label.in_language(scene.language)
        raise ClaimError(filled(scene, _STATED, subject=subject, name=attribute.name, label=label))


def check_holds(scene: Scene, subject: str, rule: str) -> None:
    """A rule concludes for a subject."""
    if not any(not firing.overruled for firing in _firings(scene, subject, rule)):
        raise ClaimError(_lacking(scene, subject, rule))
    scene.confirmed.add(rule)


def check_overruled(scene: Scene, subject: str, rule: str) -> None:
    """A rule would hold for a subject, and one before it decides."""
    if not any(firing.overruled for firing in _firings(scene, subject, rule)):
        raise ClaimError(_lacking(scene, subject, rule))


def check_silent(scene: Scene, subject: str, rule: str) -> None:
    """A rule was asked about a subject and does not hold."""
    decision = rule_called(scene.assessment.rulebook, rule)
    owner = owner_of(scene.assessment, subject, decision)
    check_asked(scene, owner, scene.assessment.rulebook.vocabulary[decision])
    for firing in _firings(scene, subject, rule):
        raise ClaimError(_reason(scene, firing))


def check_reason(scene: Scene, subject: str, rule: str, text: str) -> None:
    """The reason that a rule gives holds some words, in the language of the scenario."""
    check_holds(scene, subject, rule)
    firing = _firings(scene, subject, rule)[0]
    if text not in because(scene.assessment, firing, scene.language):
        raise ClaimError(_reason(scene, firing))


def check_preference(scene: Scene, workload: str, better: str, worse: str) -> None:
    """One allowed device ranks before another, allowed or not, for a workload."""
    ranked = scene.assessment.ranking[workload]
    first, second = (option_subject(workload, device) for device in (better, worse))
    rest = ranked[: ranked.index(second)] if second in ranked else ranked
    if first not in rest:
        order = ", ".join(option.rpartition("@")[2] for option in ranked)
        raise ClaimError(filled(scene, _ORDER, workload=workload, order=order or "–"))


def _attribute(scene: Scene, subject: str, name: str) -> Attribute:
    return attribute_called(scene.assessment.rulebook, name, scene.entity(subject))


def _wanted(scene: Scene, attribute: Attribute, text: str) -> Value | None:
    if text in UNKNOWN:
        return None
    if attribute.kind is Kind.NUMBER:
        return number(text)
    if attribute.kind is Kind.BOOLEAN:
        return truth(text)
    return value_called(scene.assessment.rulebook, attribute, text)


def _same(value: Value | None, wanted: Value | None, text: str) -> bool:
    if isinstance(wanted, bool) or not isinstance(wanted, float | int):
        return value == wanted
    return isinstance(value, float | int) and abs(value - wanted) <= _half_a_digit(text)


def _half_a_digit(text: str) -> float:
    decimals = len(text.removesuffix("%").partition(".")[2]) + 2 * text.endswith("%")
    return 0.5 * 10.0**-decimals * (1 + 1e-9)


def _members(assessment: Assessment, subject: str, attribute: Attribute) -> tuple[str, ...]:
    conclusion = assessment.conclusion(subject, attribute.name)
    value = conclusion.value if conclusion else assessment.value(subject, attribute.name)
    return value if isinstance(value, tuple) else ()


def _confirm(scene: Scene, subject: str, attribute: Attribute, member: str | None = None) -> None:
    if scene.assessment.value(subject, attribute.name) is None:
        return
    owner = owner_of(scene.assessment, subject, attribute.name)
    conclusion = scene.assessment.conclusion(owner, attribute.name)
    for firing in conclusion.firings if conclusion else ():
        if member in (None, firing.value):
            scene.confirmed.add(firing.rule)


def _firings(scene: Scene, subject: str, rule: str) -> list[Firing]:
    decision = rule_called(scene.assessment.rulebook, rule)
    owner = owner_of(scene.assessment, subject, decision)
    return [f for f in scene.assessment.firings(owner, decision) if f.rule == rule]


def _reason(scene: Scene, firing: Firing) -> str:
    return f"{firing.rule}: {because(scene.assessment, firing, scene.language)}"


def _lacking(scene: Scene, subject: str, rule: str) -> str:
    found = scene.assessment
    name = rule_called(found.rulebook, rule)
    decision = found.rulebook.decision(name)
    assert decision is not None
    owner = owner_of(found, subject, name)
    return lacking(
        scene, owner, rule_standing(found, owner, decision, found.rulebook.rule(name, rule))
    )


def _refuted(
    scene: Scene, subject: str, attribute: Attribute, expected: str, wanted: Value | None = None
) -> ClaimError:
    return ClaimError(told(scene, subject, attribute, expected, wanted))
