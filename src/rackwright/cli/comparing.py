"""The command about what other rules would change: compare."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rackwright.cli.advising import read_plan
from rackwright.cli.batching import need_pyarrow
from rackwright.cli.knowing import rulebook_of
from rackwright.cli.options import Json, Lang
from rackwright.cli.output import emit, emit_json, emit_outline, report_problems
from rackwright.errors import InputError, Problem, UsageError

if TYPE_CHECKING:
    from rackwright.facts.plan import Plan
    from rackwright.impact import Impact
    from rackwright.rulebook.model import Rulebook

CHANGED = 2
UNUSABLE = 3
MAX_PLANS = 1_000
_PLANS = (".yaml", ".yml", ".json")
_TABLES = (".parquet", ".pq", ".csv", ".jsonl", ".ndjson")


def compare(
    plans: Annotated[
        list[str],
        typer.Argument(
            metavar="PLANS...",
            help="Plans in YAML or JSON, folders of them, or tables of workloads.",
        ),
    ],
    lang: Lang,
    before: Annotated[
        list[Path] | None,
        typer.Option(
            "--rules-before",
            metavar="DIR",
            help="Rule pack to compare with; can be repeated; none but the bundled when left out.",
        ),
    ] = None,
    after: Annotated[
        list[Path] | None,
        typer.Option(
            "--rules-after", metavar="DIR", help="Rule pack whose effect is asked; can be repeated."
        ),
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    fail_on_change: Annotated[
        bool,
        typer.Option("--fail-on-change", help="Exit with 2 when the advice on a plan changes."),
    ] = False,
    as_json: Json = False,
) -> int:
    """Say what changes in the advice on some plans when the rules change."""
    if not before and not after:
        hint = "give `--rules-after DIR`, and `--rules-before DIR` unless it is the bundled rules"
        raise UsageError(Problem("nothing-to-compare", "no rule pack is named", "", hint))
    sides = rulebook_of(before), rulebook_of(after)
    impacts, problems = _impacts(plans, *sides)
    _show(impacts, lang, as_json=as_json, markdown=markdown)
    report_problems(problems)
    if problems:
        return UNUSABLE
    return CHANGED if fail_on_change and any(not one.empty for one in impacts) else 0


def _show(impacts: list[Impact], language: str, *, as_json: bool, markdown: bool) -> None:
    from rackwright.impact import impact_outline
    from rackwright.reports.markdown import to_markdown

    if as_json:
        emit_json({"plans": [one.to_dict() for one in impacts]})
    elif markdown:
        emit(to_markdown(impact_outline(impacts, language)))
    else:
        emit_outline(impact_outline(impacts, language))


def _impacts(
    paths: list[str], before: Rulebook, after: Rulebook
) -> tuple[list[Impact], list[Problem]]:
    """What changes for each plan, and what is wrong with the plans that cannot be used."""
    from rackwright.impact import impact_of

    impacts: list[Impact] = []
    problems: list[Problem] = []
    for one in _limited(paths, after):
        try:
            if isinstance(one, InputError):
                raise one
            impacts.append(impact_of(*one, before, after))
        except InputError as error:
            problems += error.problems
    return impacts, problems


def _limited(paths: list[str], rulebook: Rulebook) -> list[tuple[str, Plan] | InputError]:
    every = (found for path in paths for found in _found(path, rulebook))
    plans = list(islice(every, MAX_PLANS + 1))
    if len(plans) > MAX_PLANS:
        message = f"these are more than {MAX_PLANS:,} plans"
        raise UsageError(Problem("too-many-plans", message, "", "compare a part of them"))
    if not plans:
        raise UsageError(Problem("no-plan", f"there is no plan in {', '.join(paths)}"))
    return plans


def _found(path: str, rulebook: Rulebook) -> Iterator[tuple[str, Plan] | InputError]:
    if Path(path).is_dir():
        for file in sorted(Path(path).rglob("*")):
            if file.suffix.lower() in (*_PLANS, *_TABLES) and file.is_file():
                yield from _found(str(file), rulebook)
    elif Path(path).suffix.lower() in _TABLES:
        yield from _in_table(Path(path), rulebook)
    else:
        yield from _in_file(path)


def _in_file(path: str) -> Iterator[tuple[str, Plan] | InputError]:
    try:
        yield path, read_plan(path)
    except InputError as error:
        yield error


def _in_table(path: Path, rulebook: Rulebook) -> Iterator[tuple[str, Plan] | InputError]:
    need_pyarrow("compare")
    from rackwright.many.files.plans import plans_in

    try:
        for found in plans_in(path, rulebook):
            yield found if isinstance(found, InputError) else (f"{path}: {found[0]}", found[1])
    except InputError as error:
        yield error
