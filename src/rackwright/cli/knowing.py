"""The commands about what advice rests on: check, rules, catalog; and schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rackwright.cli.naming import called
from rackwright.cli.options import Json, Lang, Rules
from rackwright.cli.output import emit, emit_json, emit_outline, report_problems
from rackwright.errors import Problem, RackwrightError, UsageError, nearest

if TYPE_CHECKING:
    from rackwright.catalog import Catalog
    from rackwright.rulebook.model import Rulebook

UNUSABLE = 3


def check(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PATH]...", help="Plans, or folders with rule packs."),
    ] = None,
    as_json: Json = False,
    rules: Rules = None,
) -> int:
    """Check plans and rule packs; the bundled rules when nothing is named."""
    problems = [problem for path in paths or [""] for problem in _problems(path, rules or ())]
    if as_json:
        emit_json({"ok": not problems, "problems": [_problem_data(p) for p in problems]})
    elif not problems:
        emit("ok")
    if not as_json:
        report_problems(problems)
    return UNUSABLE if problems else 0


def rules(
    lang: Lang,
    decision: Annotated[
        str | None, typer.Option("--decision", help="Only this decision, by name or label.")
    ] = None,
    as_json: Json = False,
    packs: Rules = None,
) -> int:
    """List the decisions and their rules."""
    from rackwright.reports.knowledge import rules_data, rules_outline

    rulebook = rulebook_of(packs)
    known = {one.attribute: rulebook.vocabulary[one.attribute].label for one in rulebook.decisions}
    wanted = called(decision, known, "decision")
    if as_json:
        emit_json(rules_data(rulebook, wanted))
    else:
        emit_outline(rules_outline(rulebook, wanted, lang))
    return 0


def catalog(
    lang: Lang,
    table: Annotated[str | None, typer.Argument(help="A table, such as `devices`.")] = None,
    row: Annotated[str | None, typer.Argument(help="A row, by id, name or alias.")] = None,
    as_json: Json = False,
    packs: Rules = None,
) -> int:
    """List the tables of the catalogue, the rows of one, or one row."""
    from rackwright.reports.knowledge import catalog_data, catalog_outline

    rulebook = rulebook_of(packs)
    shown = _selected(rulebook.catalog, table, row)
    if as_json:
        emit_json(catalog_data(shown))
    else:
        emit_outline(catalog_outline(shown, lang))
    return 0


def schema(
    of_advice: Annotated[
        bool, typer.Option("--advice", help="That of the result of `advise --json`.")
    ] = False,
    _as_json: Annotated[
        bool, typer.Option("--json", help="Accepted as by every command; a schema is JSON anyway.")
    ] = True,
    packs: Rules = None,
) -> int:
    """Print the JSON Schema of a plan, with the questions of further rule packs, or of advice."""
    from rackwright.facts.schema import plan_schema
    from rackwright.reports.schema import advice_schema

    knowledge = rulebook_of(packs) if packs else None
    emit_json(advice_schema() if of_advice else plan_schema(knowledge))
    return 0


def _problems(path: str, packs: Sequence[Path]) -> Iterator[Problem]:
    try:
        if path and not Path(path).is_dir():
            _check_plan(path, packs)
        else:
            _check_packs([*packs, *([Path(path)] if path else [])])
    except RackwrightError as error:
        if error.exit_code != UNUSABLE:
            raise
        yield from error.problems


def _check_plan(path: str, packs: Sequence[Path]) -> None:
    from rackwright.cli.advising import read_plan
    from rackwright.stated import rules_for, stated_frames
    from rackwright.uncertainty import inputs_of

    plan, rulebook = read_plan(path), rulebook_of(packs)
    inputs_of(plan, rulebook)
    stated_frames(plan, rules_for(plan, rulebook))


def _check_packs(packs: Sequence[Path]) -> None:
    from rackwright.bundled import rules_folder

    bundled = rules_folder().resolve()
    rulebook_of([pack for pack in packs if pack.resolve() != bundled])


def rulebook_of(packs: Sequence[Path] | None) -> Rulebook:
    """The bundled rules, extended by some packs."""
    from rackwright.knowledge import load_packs

    return load_packs(packs or ())


def _problem_data(problem: Problem) -> dict[str, str]:
    return {
        "code": problem.code,
        "message": problem.message,
        "where": problem.where,
        "hint": str(problem.hint),
    }


def _selected(catalog: Catalog, table: str | None, row: str | None) -> dict[str, Any]:
    if table is None:
        return dict(catalog.tables)
    if table not in catalog.tables:
        message = f"there is no table `{table}`"
        raise UsageError(Problem("unknown-table", message, "", nearest(table, catalog.tables)))
    if row is None:
        return {table: catalog.tables[table]}
    found = catalog.find(table, row)
    return {table: {found.id: found}}
