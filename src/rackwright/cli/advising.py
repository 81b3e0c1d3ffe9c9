"""The commands about one plan: advise, why, why-not, what-if."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rackwright.cli.options import Attribute, Json, Lang, PlanFile, Rules, Workload
from rackwright.cli.output import emit, emit_json, emit_outline, note
from rackwright.errors import Problem, UsageError

if TYPE_CHECKING:
    from rackwright.advice import Advice
    from rackwright.facts.plan import Plan

OUTCOME_CODES = {"recommended": 0, "infeasible": 2, "undetermined": 4}
EXAMPLE = "internal-assistant.yaml"
DEPTH = 3


def advise(
    lang: Lang,
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]",
            help="Plan, in YAML or JSON; `-` for standard input; an example when left out.",
        ),
    ] = None,
    as_json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    html: Annotated[bool, typer.Option("--html", help="Print a web page.")] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Show the figures of every device that could do it.")
    ] = False,
    mermaid: Annotated[
        bool, typer.Option("--mermaid", help="Print the reasoning as a Mermaid chart.")
    ] = False,
    samples: Annotated[
        int | None,
        typer.Option(
            help="Draw the uncertain numbers of the plan so often, and say how sure it is."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="What the draws begin with; 0 when left out.")
    ] = None,
    rules: Rules = None,
) -> int:
    """Recommend infrastructure for a plan."""
    _refuse_several(
        {"--json": as_json, "--markdown": markdown, "--html": html, "--mermaid": mermaid}
    )
    _refuse_seed_alone(seed, samples)
    plan = _plan_or_example(file)
    if plan.uncertain and samples is None:
        note("the plan states what is uncertain: add `--samples 10000` to see how sure this is")
    advice = _advice(plan, rules, samples, seed or 0)
    if as_json:
        emit(advice.to_json())
    elif markdown:
        emit(advice.to_markdown(lang))
    elif html:
        emit(advice.to_html(lang))
    elif mermaid:
        emit(advice.to_mermaid(lang))
    else:
        emit_outline(advice.outline(lang, every_option=every))
    return OUTCOME_CODES[advice.outcome]


def why(
    file: PlanFile,
    attribute: Attribute,
    lang: Lang,
    workload: Workload = None,
    depth: Annotated[
        int, typer.Option(min=0, help="How deep the reasons are told; 0 is down to the last.")
    ] = DEPTH,
    as_json: Json = False,
    rules: Rules = None,
) -> int:
    """Say why a plan or a workload has a value."""
    advice = _advice(read_plan(file), rules)
    _answer(advice, advice.why(attribute, workload), as_json, lang, depth or None)
    return 0


def why_not_(
    file: PlanFile,
    attribute: Attribute,
    value: Annotated[str, typer.Argument(help="The value it does not have.")],
    lang: Lang,
    workload: Workload = None,
    as_json: Json = False,
    rules: Rules = None,
) -> int:
    """Say why it does not have another value; `device` asks about a device of the catalogue."""
    advice = _advice(read_plan(file), rules)
    _answer(advice, advice.why_not(attribute, value, workload), as_json, lang)
    return 0


def what_if(
    file: PlanFile,
    lang: Lang,
    changes: Annotated[
        list[str],
        typer.Option("--set", metavar="PATH=VALUE", help="What to change; can be repeated."),
    ],
    as_json: Json = False,
    rules: Rules = None,
) -> int:
    """Say what changes in the advice when the plan changes."""
    asked = dict(_change(text) for text in changes)
    found = _advice(read_plan(file), rules).what_if(asked)
    if as_json:
        emit(found.to_json())
    else:
        emit_outline(found.outline(lang))
    return OUTCOME_CODES[found.after.outcome]


def _answer(
    advice: Advice, answer: Any, as_json: bool, language: str, depth: int | None = None
) -> None:
    if as_json:
        emit_json(advice.data_of(answer))
    else:
        emit_outline(advice.outline_of(answer, language, depth=depth))


def _advice(
    plan: Plan, packs: Sequence[Path] | None, samples: int | None = None, seed: int = 0
) -> Advice:
    from rackwright.advisor import advise as advise_on
    from rackwright.knowledge import load_packs

    knowledge = load_packs(packs) if packs else None
    return advise_on(plan, rules=knowledge, samples=samples, seed=seed)


def read_plan(file: str) -> Plan:
    """The plan in a file, or on standard input for `-`."""
    from rackwright.facts.load import load_plan

    return load_plan(sys.stdin.buffer if file == "-" else file)


def _plan_or_example(file: str | None) -> Plan:
    if file is not None:
        return read_plan(file)
    from rackwright.bundled import examples_folder

    note(f"no plan given: advising on the example `{EXAMPLE}`")
    return read_plan(str(examples_folder() / EXAMPLE))


def _change(text: str) -> tuple[str, Any]:
    path, equals, value = text.partition("=")
    if not equals or not path.strip():
        message = f"`{text}` is no change"
        raise UsageError(Problem("bad-change", message, "", "write `path=value`"))
    return path.strip(), _value(value.strip())


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _refuse_seed_alone(seed: int | None, samples: int | None) -> None:
    if seed is not None and samples is None:
        message = "`--seed` is of use only for draws"
        raise UsageError(Problem("seed-without-samples", message, "", "add `--samples 10000`"))


def _refuse_several(asked: dict[str, bool]) -> None:
    chosen = [name for name, wanted in asked.items() if wanted]
    if len(chosen) > 1:
        names = " and ".join(f"`{name}`" for name in chosen)
        raise UsageError(Problem("several-formats", f"{names} exclude each other", "", "give one"))
