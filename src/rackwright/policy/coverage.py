"""Which rules scenarios make speak, keep silent and confirm."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from rackwright.assessment import Assessment
from rackwright.errors import RackwrightError
from rackwright.knowledge import engine_for
from rackwright.policy.phrases import ClaimError
from rackwright.policy.play import perform
from rackwright.policy.scene import EngineOf, Scene
from rackwright.policy.scripts import Script
from rackwright.reasoning.placed import is_placed
from rackwright.rulebook.model import All, Decision, Hit, Rule, Rulebook


@dataclass
class Coverage:
    """The rules that some scenario shows in each of three lights."""

    concluded: set[str] = field(default_factory=set)
    """It concluded about something."""
    silent: set[str] = field(default_factory=set)
    """Its decision was evaluated and it did not hold for anything; one without a condition always
    holds, and counts when it concluded nothing."""
    confirmed: set[str] = field(default_factory=set)
    """A `Then` step found its conclusion to be as expected."""

    def add(self, scene: Scene) -> None:
        """Count what one scenario shows."""
        self.confirmed |= scene.confirmed
        found = scene.assessment
        held = {f.rule for f in found.trace if not f.overruled}
        spoken = {f.rule for f in found.trace}
        self.concluded |= held
        for decision in found.rulebook.decisions:
            if _evaluated(found, decision):
                quiet = (r.id for r in decision.rules if r.id not in (_heard(r, held, spoken)))
                self.silent.update(quiet)


def cover(
    scripts: Iterable[Script], rulebook: Rulebook, engine_of: EngineOf = engine_for
) -> Coverage:
    """Carry out scripts and count what they show, each up to the first step that fails."""
    coverage = Coverage()
    for script in scripts:
        scene = Scene(rulebook, engine_of, script.language)
        with suppress(ClaimError, RackwrightError):
            perform(scene, script)
        if scene.advised:
            coverage.add(scene)
    return coverage


def rule_ids(rulebook: Rulebook) -> list[str]:
    """Every rule, in order of evaluation."""
    return [rule.id for decision in rulebook.decisions for rule in decision.rules]


def silenceable_ids(rulebook: Rulebook) -> list[str]:
    """Every rule but those that add to their set whatever the facts are."""
    return [
        rule.id
        for decision in rulebook.decisions
        for rule in decision.rules
        if decision.hit is Hit.FIRST or rule.condition != All(())
    ]


def _heard(rule: Rule, held: set[str], spoken: set[str]) -> set[str]:
    return held if rule.condition == All(()) else spoken


def _evaluated(assessment: Assessment, decision: Decision) -> bool:
    attribute = assessment.rulebook.vocabulary[decision.attribute]
    subjects = assessment.frames.of(decision.of).subjects
    return any(is_placed(assessment, subject, attribute) for subject in subjects)
