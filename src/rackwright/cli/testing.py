"""The command that holds rules to scenarios: test."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rackwright.cli.options import Json, Lang, Rules
from rackwright.cli.output import emit, emit_json
from rackwright.errors import Problem, UsageError

if TYPE_CHECKING:
    from rackwright.policy.scripts import Script

REFUTED = 2
_NEEDED = ("gherkin", "pytest", "pytest_bdd")


def hold(
    lang: Lang,
    features: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FEATURES]...", help="Feature files, or folders of them."),
    ] = None,
    rules: Rules = None,
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help="List in which scenarios each rule of the packs shows."),
    ] = False,
    fail_uncovered: Annotated[
        bool,
        typer.Option("--fail-uncovered", help="Exit with 2 when a rule of the packs is untold."),
    ] = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="List the steps that scenarios are made of, and end.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Hold rules to the scenarios of feature files; a scenario that fails makes the exit code 2.

    Failures speak the language of their feature.
    """
    _need_packages()
    from rackwright.policy.showing import step_lines

    if steps:
        emit("\n".join(step_lines(lang)))
        return 0
    if not features:
        raise UsageError(Problem("usage", "no feature file or folder is named"))
    return _tested(features, rules or [], coverage or fail_uncovered, fail_uncovered, lang, as_json)


def _tested(
    features: list[Path],
    packs: list[Path],
    wants_coverage: bool,
    fail_uncovered: bool,
    language: str,
    as_json: bool,
) -> int:
    from rackwright.knowledge import load_packs
    from rackwright.policy.coverage import Coverage, own_rules
    from rackwright.policy.showing import coverage_lines, data_of, lines_of
    from rackwright.policy.verdicts import verdicts

    rulebook = load_packs(packs)
    scripts = _scripts(features)
    coverage = Coverage() if wants_coverage else None
    found = list(verdicts(scripts, rulebook, coverage))
    own = own_rules(rulebook)
    if as_json:
        emit_json(data_of(found, rulebook, coverage, own))
    else:
        shown = list(lines_of(found, language))
        if coverage is not None:
            shown += coverage_lines(coverage, rulebook, own, language)
        emit("\n".join(shown))
    untold = coverage.uncovered(rulebook, own) if coverage and fail_uncovered else []
    return REFUTED if untold or any(one.failure for one in found) else 0


def _scripts(features: list[Path]) -> tuple[Script, ...]:
    from rackwright.policy.scripts import read_scripts

    scripts = read_scripts(*features)
    if not scripts:
        names = ", ".join(f"`{path}`" for path in features)
        message = f"there is no scenario in {names}"
        raise UsageError(Problem("no-scenario", message, "", "scenarios stand in `.feature` files"))
    return scripts


def _need_packages() -> None:
    if any(find_spec(name) is None for name in _NEEDED):
        message = "`rackwright test` needs pytest-bdd, which is not installed"
        raise UsageError(Problem("needs-pytest-bdd", message, "", "install `rackwright[policy]`"))
