"""Loads rule packs: folders of files in, one checked rulebook out, or every problem at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rackwright.catalog import Catalog, Tables, read_tables
from rackwright.rulebook.build import Definitions, build_decisions
from rackwright.rulebook.cells import check_cells, check_tables
from rackwright.rulebook.check import check_decisions, in_order
from rackwright.rulebook.columns import read_columns
from rackwright.rulebook.drafts import read_decisions
from rackwright.rulebook.files import Pack, TomlFile, read_packs, revision
from rackwright.rulebook.model import ObjectiveKey, Rulebook
from rackwright.rulebook.objective import read_objective
from rackwright.rulebook.parameters import read_parameters, read_sources
from rackwright.rulebook.problems import Place, Report
from rackwright.rulebook.vocabulary import Vocabulary, read_vocabulary

_DEFINING = ("vocabulary.toml", "parameters.toml", "sources.toml", "tables.toml")


def load_rules(folders: Sequence[Path]) -> Rulebook:
    """The rulebook of a bundled pack and the packs that extend it, in this order.

    A later pack adds files, rules to existing decisions, attributes and values; it replaces
    parameters, cells of the catalogue and the objective.

    Raises
    ------
    RuleError
        With all problems of all files: the first twenty, and how many more there are.
    """
    report = Report()
    if not folders:
        Place(report, "").problem("missing-folder", "no rule folder is given")
    packs = read_packs([Path(folder) for folder in folders], report)
    _check_complete(packs, report)
    if not all(pack.listed for pack in packs):
        report.raise_any()
    tables = _tables(packs, report)
    drafts = read_decisions(packs)
    vocabulary = read_vocabulary(_files(packs, "vocabulary.toml"), tables)
    definitions = _definitions(packs, vocabulary)
    # WHY: every name would seem to be wrong when what defines it cannot be read.
    if any(name in pack.broken | pack.unread for pack in packs for name in _DEFINING):
        report.raise_any()
    catalog = _checked(packs, tables, vocabulary, report)
    objective = _objective(packs, definitions)
    decisions = build_decisions(drafts, definitions)
    check_decisions(decisions)
    ordered = in_order(decisions)
    report.raise_any()
    return Rulebook(
        definitions.vocabulary,
        definitions.parameters,
        definitions.sources.sources,
        tuple(built.decision for built in ordered),
        catalog,
        objective,
        revision(packs),
    )


def load_catalog(folders: Sequence[Path]) -> Catalog:
    """The catalogue of some packs alone, its cells unchecked.

    Raises
    ------
    RuleError
        With all problems of the files.
    """
    report = Report()
    tables = _tables(read_packs(folders, report), report)
    report.raise_any()
    return Catalog(tables.tables)


def _tables(packs: Sequence[Pack], report: Report) -> Tables:
    tables = read_tables(pack.tables for pack in packs)
    for problem in tables.problems:
        report.add(problem)
    unread = (Path(name) for pack in packs for name in pack.unread)
    tables.broken.update(path.stem for path in unread if path.suffix == ".csv")
    return tables


def _checked(
    packs: Sequence[Pack], tables: Tables, vocabulary: Vocabulary, report: Report
) -> Catalog:
    columns = read_columns(
        _files(packs, "tables.toml"), vocabulary.attributes, sorted(vocabulary.tables)
    )
    catalog = Catalog(tables.tables)
    check_tables((file for pack in packs for file in pack.tables), columns, tables.broken, report)
    check_cells(catalog, columns, tables.broken, report)
    return catalog


def _check_complete(packs: Sequence[Pack], report: Report) -> None:
    if not report.problems and not _files(packs, "vocabulary.toml"):
        hint = "the first folder is a complete pack, later ones extend it"
        Place(report, "vocabulary.toml").problem("missing-file", "no pack has it", hint)


def _files(packs: Sequence[Pack], name: str) -> list[TomlFile]:
    return [pack.files[name] for pack in packs if name in pack.files]


def _definitions(packs: Sequence[Pack], vocabulary: Vocabulary) -> Definitions:
    known = {*vocabulary.attributes, *vocabulary.broken}
    sources = read_sources(_files(packs, "sources.toml"))
    parameters = read_parameters(_files(packs, "parameters.toml"), known, sources)
    return Definitions(
        vocabulary.attributes,
        parameters.parameters,
        sources,
        frozenset(vocabulary.broken | parameters.broken),
    )


def _objective(packs: Sequence[Pack], definitions: Definitions) -> tuple[ObjectiveKey, ...]:
    objective: tuple[ObjectiveKey, ...] = ()
    for file in _files(packs, "objective.toml"):
        objective = read_objective(file, definitions.vocabulary, definitions.broken)
    return objective
