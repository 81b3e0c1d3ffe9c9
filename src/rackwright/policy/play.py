"""Scripts carried out without pytest, by the same steps."""

from __future__ import annotations

from inspect import signature
from typing import Any

from rackwright.knowledge import engine_for
from rackwright.policy import steps as _steps
from rackwright.policy.lookup import phrase_for
from rackwright.policy.phrases import Phrase
from rackwright.policy.scene import EngineOf, Scene
from rackwright.policy.scripts import Script, Step
from rackwright.policy.tables import not_taken
from rackwright.rulebook.model import Rulebook

assert _steps  # it fills the table of phrases


def play(script: Script, rulebook: Rulebook, engine_of: EngineOf = engine_for) -> Scene:
    """Carry out every step of a script.

    Raises
    ------
    ClaimError
        When a `Then` step is not so.
    UsageError
        When no phrase fits a step, or a name in it is unknown.
    """
    scene = Scene(rulebook, engine_of, script.language)
    perform(scene, script)
    return scene


def perform(scene: Scene, script: Script) -> None:
    """Carry out every step of a script in a scene; raises what `play` does."""
    for step in script.steps:
        scene.spot = script.spot_of(step)
        found, words = phrase_of(step)
        found.action(scene=scene, **words, **_attached(found, step))


def phrase_of(step: Step) -> tuple[Phrase, dict[str, str]]:
    """The phrase that fits a step, with the words that fill it.

    Raises
    ------
    MistakeError
        When no phrase does.
    """
    return phrase_for(step.words, step.keyword)


def _attached(phrase: Phrase, step: Step) -> dict[str, Any]:
    attached = {"docstring": step.docstring, "datatable": step.datatable}
    given = {name: what for name, what in attached.items() if what is not None}
    mistake = not_taken(given.keys() - signature(phrase.action).parameters.keys())
    if mistake is not None:
        raise mistake
    return given
