"""What pytest needs around the steps: the rules under test, and failures that say where.

The rules are the bundled ones and the packs of `--policy-rules`, or of `policy_rules` in the
configuration of pytest; a fixture `policy_rules` of your own goes before either.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rackwright.errors import RackwrightError
from rackwright.knowledge import engine_for, load_packs
from rackwright.policy.lookup import unknown_step
from rackwright.policy.mistakes import MistakeError
from rackwright.policy.phrases import PHRASES, Keyword, fail, reason_of
from rackwright.policy.scene import EngineOf, Scene
from rackwright.policy.spots import Spot
from rackwright.policy.syntax import keyless, keyless_steps
from rackwright.policy.tables import not_taken
from rackwright.policy.vacuous import expecting_nothing
from rackwright.rulebook.model import Rulebook

_OPTION = "policy_rules"
_rules = pytest.StashKey[Rulebook]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let packs be named on the command line or in the configuration."""
    told = "folder with a rule pack that the policy scenarios are to test; can be repeated"
    parser.addoption(
        "--policy-rules", dest=_OPTION, metavar="DIR", action="append", type=Path, help=told
    )
    parser.addini(_OPTION, told, type="paths", default=[])


def pytest_report_header(config: pytest.Config) -> str:
    """Say which rules are under test."""
    packs = _packs(config)
    return f"policy rules: {', '.join(['bundled', *(str(pack) for pack in packs)])}"


def pytest_configure(config: pytest.Config) -> None:
    """Refuse packs that cannot be used, once and not at every scenario."""
    packs = _packs(config)
    try:
        config.stash[_rules] = load_packs(packs)
    except RackwrightError as error:
        raise pytest.UsageError(str(error)) from None


@pytest.fixture
def policy_rules(request: pytest.FixtureRequest) -> Rulebook:
    """The rules under test: the bundled ones, extended by the packs that were named."""
    return request.config.stash[_rules]


@pytest.fixture
def policy_engine() -> EngineOf:
    """Makes the engine under test; override this fixture to run scenarios on another one."""
    return engine_for


@pytest.fixture
def scene(policy_rules: Rulebook, policy_engine: EngineOf) -> Scene:
    """What the steps of one scenario share."""
    return Scene(policy_rules, policy_engine)


def pytest_bdd_before_scenario(feature: Any, scenario: Any) -> None:
    """Refuse a scenario of ours that expects nothing, or has a step without a keyword."""
    mistake = _mistake(scenario)
    if mistake is not None:
        spot = _spot(feature, scenario.line_number, f"{scenario.keyword}: {scenario.name}")
        fail(spot, reason_of(mistake, feature.language))


def _mistake(scenario: Any) -> MistakeError | None:
    for step in keyless_steps(scenario.description or ""):
        return keyless(step)
    keywords = [step.type for step in scenario.steps]
    if Keyword.THEN not in keywords and any(_is_ours(step.name) for step in scenario.steps):
        return expecting_nothing(keywords)
    return None


def pytest_bdd_step_func_lookup_error(feature: Any, step: Any) -> None:
    """Name the nearest phrase in place of a step that does not exist."""
    mistake = unknown_step(step.name, Keyword(step.type))
    fail(_spot_of(feature, step), reason_of(mistake, feature.language))


def pytest_bdd_before_step_call(feature: Any, step: Any, step_func_args: dict[str, Any]) -> None:
    """Let the scene know which step is under way, and in which language failures are to speak."""
    found = step_func_args.get("scene")
    if not isinstance(found, Scene):
        return
    found.spot = _spot_of(feature, step)
    found.language = feature.language
    attached = {"datatable": step.datatable, "docstring": step.docstring}
    given = {name for name, what in attached.items() if what is not None}
    mistake = not_taken(given - step_func_args.keys())
    if mistake is not None:
        fail(found.spot, reason_of(mistake, feature.language))


def _packs(config: pytest.Config) -> list[Path]:
    named: list[Path] = config.getoption(_OPTION) or config.getini(_OPTION)
    return named


def _is_ours(words: str) -> bool:
    return any(phrase.pattern.fullmatch(words) for phrase in PHRASES)


def _spot_of(feature: Any, step: Any) -> Spot:
    return _spot(feature, step.line_number, f"{step.keyword.strip()} {step.name}")


def _spot(feature: Any, line: int, words: str) -> Spot:
    file, home = Path(feature.filename), Path.cwd()
    return Spot(str(file.relative_to(home) if file.is_relative_to(home) else file), line, words)
