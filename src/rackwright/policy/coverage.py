"""Which rules scenarios make speak, keep silent and confirm."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from rackwright.assessment import Assessment
from rackwright.errors import RackwrightError
from rackwright.knowledge import default_rules, engine_for
from rackwright.policy.phrases import ClaimError
from rackwright.policy.play import perform
from rackwright.policy.scene import EngineOf, Scene
from rackwright.policy.scripts import Script
from rackwright.reasoning.placed import is_placed
from rackwright.rulebook.model import All, Decision, Hit, Rule, Rulebook

Told = dict[str, list[Script]]
"""Scenarios by the rule that they show."""


@dataclass
class Coverage:
    """For each rule the scenarios that show it in each of three lights."""

    concluded: Told = field(default_factory=dict)
    """It concluded about something."""
    silent: Told = field(default_factory=dict)
    """Its decision was evaluated and it did not hold for anything; one without a condition always
    holds, and counts when it concluded nothing."""
    confirmed: Told = field(default_factory=dict)
    """A `Then` step found its conclusion to be as expected."""

    def add(self, scene: Scene, script: Script | None = None) -> None:
        """Count what one scenario shows."""
        found = scene.assessment
        held = {f.rule for f in found.trace if not f.overruled}
        spoken = {f.rule for f in found.trace}
        quiet = {
            rule.id
            for decision in found.rulebook.decisions
            if _evaluated(found, decision)
            for rule in decision.rules
            if rule.id not in _heard(rule, held, spoken)
        }
        lights = ((self.concluded, held), (self.silent, quiet), (self.confirmed, scene.confirmed))
        for light, rules in lights:
            for rule in rules:
                light.setdefault(rule, []).extend([script] if script else [])

    def uncovered(self, rulebook: Rulebook, rules: Collection[str]) -> list[str]:
        """The rules that some light does not show, in order of evaluation."""
        silenceable = set(silenceable_ids(rulebook))
        return [
            rule
            for rule in rule_ids(rulebook)
            if rule in rules
            and not (
                rule in self.concluded
                and rule in self.confirmed
                and (rule in self.silent or rule not in silenceable)
            )
        ]


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
            coverage.add(scene, script)
    return coverage


def own_rules(rulebook: Rulebook) -> list[str]:
    """The rules that packs add to the bundled ones or change; every rule where none does."""
    bundled = {rule.id: rule for decision in default_rules().decisions for rule in decision.rules}
    every = [rule for decision in rulebook.decisions for rule in decision.rules]
    return [r.id for r in every if not _same(r, bundled.get(r.id))] or [r.id for r in every]


def _same(rule: Rule, other: Rule | None) -> bool:
    return other is not None and _written(rule) == _written(other)


def _written(rule: Rule) -> tuple[object, ...]:
    return rule.when, rule.then, rule.parameter, rule.because, rule.sources


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
