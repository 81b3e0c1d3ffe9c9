"""Scenarios carried out one by one: which hold, and what is wrong with the others, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rackwright.errors import RackwrightError
from rackwright.knowledge import engine_for
from rackwright.policy.coverage import Coverage
from rackwright.policy.phrases import ClaimError, Keyword, reason_of
from rackwright.policy.play import perform
from rackwright.policy.scene import EngineOf, Scene
from rackwright.policy.scripts import Script
from rackwright.policy.spots import Spot
from rackwright.policy.vacuous import expecting_nothing
from rackwright.rulebook.model import Rulebook


@dataclass(frozen=True, slots=True)
class Failure:
    """What is wrong with a scenario, and at which step."""

    spot: Spot
    reason: str

    def __str__(self) -> str:
        return self.spot.with_reason(self.reason)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One scenario, and why it does not hold; None when it does."""

    script: Script
    failure: Failure | None


def verdicts(
    scripts: Iterable[Script],
    rulebook: Rulebook,
    coverage: Coverage | None = None,
    engine_of: EngineOf = engine_for,
) -> Iterator[Verdict]:
    """Carry out scripts in order; on request count which rules they show."""
    for script in scripts:
        scene = Scene(rulebook, engine_of, script.language)
        yield Verdict(script, _failure(scene, script))
        if coverage is not None and scene.advised:
            coverage.add(scene, script)


def _failure(scene: Scene, script: Script) -> Failure | None:
    keywords = [step.keyword for step in script.steps]
    if Keyword.THEN not in keywords:
        mistake = expecting_nothing(keywords)
        return Failure(script.spot, reason_of(mistake, script.language))
    try:
        perform(scene, script)
    except (ClaimError, RackwrightError) as error:
        return Failure(scene.spot or script.spot, reason_of(error, script.language))
    return None
