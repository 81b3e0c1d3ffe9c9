"""The commands that list what rules are made of: vocabulary, parameters, sources."""

from __future__ import annotations

from typing import Annotated

import typer

from rackwright.cli.knowing import rulebook_of
from rackwright.cli.naming import called
from rackwright.cli.options import Json, Lang, Rules
from rackwright.cli.output import emit_json, emit_outline

Name = Annotated[str | None, typer.Argument(help="Only this one, by name or label.")]


def vocabulary(lang: Lang, name: Name = None, as_json: Json = False, packs: Rules = None) -> int:
    """List what can be known: every attribute with its kind, unit, values and question."""
    from rackwright.reports.definitions import vocabulary_data, vocabulary_outline

    rulebook = rulebook_of(packs)
    known = {one.name: one.label for one in rulebook.vocabulary.values()}
    wanted = called(name, known, "attribute")
    if as_json:
        emit_json(vocabulary_data(rulebook, wanted))
    else:
        emit_outline(vocabulary_outline(rulebook, wanted, lang))
    return 0


def parameters(lang: Lang, name: Name = None, as_json: Json = False, packs: Rules = None) -> int:
    """List the numbers of the policy, with unit, range seen elsewhere, date and source."""
    from rackwright.reports.definitions import parameters_data, parameters_outline

    rulebook = rulebook_of(packs)
    known = {one.name: one.label for one in rulebook.parameters.values()}
    wanted = called(name, known, "parameter")
    if as_json:
        emit_json(parameters_data(rulebook, wanted))
    else:
        emit_outline(parameters_outline(rulebook, wanted, lang))
    return 0


def sources(lang: Lang, name: Name = None, as_json: Json = False, packs: Rules = None) -> int:
    """List what rules and numbers rest on; one alone with the rules that cite it."""
    from rackwright.reports.definitions import sources_data, sources_outline

    rulebook = rulebook_of(packs)
    known = {one.id: one.title for one in rulebook.sources.values()}
    wanted = called(name, known, "source")
    if as_json:
        emit_json(sources_data(rulebook, wanted))
    else:
        emit_outline(sources_outline(rulebook, wanted, lang))
    return 0
