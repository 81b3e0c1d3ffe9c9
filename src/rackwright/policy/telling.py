"""What a failing step says: what was found instead, by which rule, and what would change it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rackwright.errors import UsageError
from rackwright.policy.scene import Scene
from rackwright.reasoning.considered import RuleStanding
from rackwright.reasoning.why import Explanation, why
from rackwright.reasoning.why_not import WhyNot, why_not
from rackwright.records import Value
from rackwright.reports.explain import explanation, test_words
from rackwright.reports.outline import Outline
from rackwright.reports.refusal import refusal
from rackwright.reports.speaker import Speaker
from rackwright.reports.text import to_text
from rackwright.rulebook.model import Attribute, Text
from rackwright.wording import show

_WIDTH = 100
_HEAD = 2
"""The blocks of a refusal that repeat the question and the value found."""
_CHANGES = slice(-2, None)
"""The blocks after those that say what the nearest other rule lacks."""
_NEAREST = 1
_FOUND = Text("{what}: expected {expected}, found {found}", "{what}：預期{expected}，實際為{found}")
_BY = Text("concluded by {rules}", "依據規則 {rules}")
_NOT_HOLDING = Text(
    "the rule {rule} does not hold for {subject}", "規則 {rule} 對 {subject} 不成立"
)
_OVERRULED = Text("the rule {rule} stands behind {by}", "規則 {rule} 排在 {by} 之後")


def told(
    scene: Scene, subject: str, attribute: Attribute, expected: str, wanted: Value | None
) -> str:
    """What a subject has in place of what was expected, and why."""
    ranked = scene.assessment.conclusion(subject, attribute.name)
    found = ranked.value if ranked else scene.assessment.value(subject, attribute.name)
    head = filled(
        scene,
        _FOUND,
        what=f"{subject} · {attribute.label.in_language(scene.language)}",
        expected=expected,
        found=show(scene.assessment, attribute.name, found, scene.language),
    )
    refused = _refused(scene, subject, attribute, wanted)
    rest = _why(scene, subject, attribute) if refused is None else _changes(scene, refused)
    return "\n".join([head, *rest])


def lacking(scene: Scene, subject: str, standing: RuleStanding) -> str:
    """Why a rule does not conclude: an earlier one does, or these tests do not hold."""
    if standing.overruled_by:
        return filled(scene, _OVERRULED, rule=standing.rule, by=standing.overruled_by)
    speaker = Speaker(scene.assessment, scene.language)
    tests = [f"  - {test_words(speaker, test)}" for test in standing.nearest.missing]
    return "\n".join([filled(scene, _NOT_HOLDING, rule=standing.rule, subject=subject), *tests])


def _refused(
    scene: Scene, subject: str, attribute: Attribute, wanted: Value | None
) -> WhyNot | None:
    if wanted is None:
        return None
    try:
        return why_not(scene.assessment, subject, attribute.name, wanted)
    except UsageError:
        return None


def _changes(scene: Scene, refused: WhyNot) -> Iterator[str]:
    if refused.decided_by:
        yield "  " + filled(scene, _BY, rules=", ".join(refused.decided_by))
    yield _text(refusal(scene.assessment, refused, scene.language, _NEAREST)[_HEAD:][_CHANGES])


def _why(scene: Scene, subject: str, attribute: Attribute) -> Iterator[str]:
    found = why(scene.assessment, subject, attribute.name)
    children = tuple(_alone(child) for child in found.children)
    shown = replace(found, children=children, overruled=(), considered=())
    yield _text(explanation(scene.assessment, shown, scene.language))


def _alone(told: Explanation) -> Explanation:
    return replace(told, children=(), overruled=(), considered=())


def filled(scene: Scene, text: Text, **slots: str) -> str:
    """Words in the language of a scenario, with their slots filled."""
    words = text.in_language(scene.language)
    for name, value in slots.items():
        words = words.replace(f"{{{name}}}", value)
    return words


def _text(outline: Outline) -> str:
    return to_text(outline, _WIDTH).rstrip()
