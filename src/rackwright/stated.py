"""What the user said, as frames: plan facts, workload facts, the shape of a named model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rackwright.catalog import CatalogRow
from rackwright.errors import PlanError, Problem, UsageError
from rackwright.facts.answers import Said, answered, asked
from rackwright.facts.places import questions_of
from rackwright.facts.plan import Plan
from rackwright.frames import Frame
from rackwright.measure.catalogued import columns_of, table_column
from rackwright.records import (
    PLAN_SUBJECT,
    Calculated,
    Catalogued,
    Entity,
    Given,
    Origin,
    Value,
    fact_id,
)
from rackwright.rulebook.model import Rulebook

Stated = Mapping[tuple[str, str], tuple[Value, str]]
"""Value and place in the plan, by subject and attribute."""

Rows = NDArray[np.intp]
"""For each workload a row of the table of models, -1 for none."""
Sizes = NDArray[np.float64]

CATALOGUED: Mapping[str, str] = {"model": "models", "intended_device": "devices"}
"""Attributes whose value names a row of the catalogue, and its table."""

SHAPED_FAMILIES = ("language", "multimodal")
"""Families for which a catalogue model of similar size can stand in when the shape is unknown."""


def stated_frames(plan: Plan, rulebook: Rulebook) -> tuple[Frame, Frame]:
    """The plan frame and the workload frame, holding what the user said and nothing else.

    Raises
    ------
    PlanError
        When a model or a device is named that the catalogue does not have, or a question is
        answered that the rules do not ask, or not like that.
    """
    vocabulary = rulebook.vocabulary
    facts = {(s, a): (v, where) for s, a, v, where in plan.facts()}
    said = _resolved({**facts, **_answers(plan, rulebook)}, rulebook)
    whole = Frame(Entity.PLAN, (PLAN_SUBJECT,), vocabulary)
    ids = tuple(workload.id for workload in plan.workloads)
    above = (whole, np.zeros(len(ids), dtype=np.intp))
    workloads = Frame(Entity.WORKLOAD, ids, vocabulary, {Entity.PLAN: above})
    for frame in (whole, workloads):
        for name in _stated_names(said, frame.subjects):
            _put_stated(frame, name, said)
    return whole, workloads


def put_model_shapes(workloads: Frame, rulebook: Rulebook) -> None:
    """Fill what the user left out about a named model from its catalogue row."""
    at = {name: row for row, name in enumerate(rulebook.catalog.tables["models"])}
    names = workloads.get("model").tolist()
    rows = np.array([-1 if name is None else at[name] for name in names], dtype=np.intp)
    _complete_all(workloads, rows, rulebook)


def put_stand_ins(workloads: Frame, rulebook: Rulebook) -> None:
    """Fill the shape of models of which only the size is known from the nearest in size."""
    rows = _stand_ins(workloads, rulebook)
    if (rows >= 0).any():
        _put_stand_in_names(workloads, rows, rulebook)
        _complete_all(workloads, rows, rulebook)


def _answers(plan: Plan, rulebook: Rulebook) -> Stated:
    found: dict[tuple[str, str], tuple[Value, str]] = {}
    problems: list[Problem] = []
    for subject, name, said, where in plan.answered():
        try:
            found[subject, name] = answer(rulebook, subject, name, said, where), where
        except PlanError as error:
            problems += error.problems
    if problems:
        raise PlanError(*problems)
    return found


def answer(rulebook: Rulebook, subject: str, name: str, said: Said, where: str = "") -> Value:
    """What an answer says of an attribute that rules ask about.

    Raises
    ------
    PlanError
        When the rules do not ask that of the subject, or it is no answer.
    """
    of = Entity.PLAN if subject == PLAN_SUBJECT else Entity.WORKLOAD
    return answered(asked(name, questions_of(rulebook.vocabulary, of), where), said, where)


def _resolved(said: Stated, rulebook: Rulebook) -> Stated:
    problems = []
    resolved = dict(said)
    for (subject, attribute), (value, where) in said.items():
        table = CATALOGUED.get(attribute)
        if table is None:
            continue
        try:
            row = rulebook.catalog.find(table, str(value))
        except UsageError as error:
            problems += [type(p)(p.code, p.message, where, p.hint) for p in error.problems]
        else:
            resolved[subject, attribute] = (row.id, where)
    if problems:
        raise PlanError(*problems)
    return resolved


def _stated_names(said: Stated, subjects: Sequence[str]) -> list[str]:
    own = set(subjects)
    return list(dict.fromkeys(name for subject, name in said if subject in own))


def _put_stated(frame: Frame, name: str, said: Stated) -> None:
    found = [said.get((subject, name)) for subject in frame.subjects]
    values = [pair[0] if pair else None for pair in found]
    origins = [Given(pair[1]) if pair else None for pair in found]
    frame.put_values(name, values, origins)


def _stand_ins(workloads: Frame, rulebook: Rulebook) -> Rows:
    """For each workload of which only the size is known the model nearest in size, else -1."""
    sizes = workloads.get("parameters_b")
    families = workloads.vocabulary["model_family"].codes
    shaped = np.isin(workloads.get("model_family"), [families[name] for name in SHAPED_FAMILIES])
    lacking = ~np.isnan(sizes) & np.isnan(workloads.get("layers")) & shaped
    rows = np.full(len(workloads), -1, dtype=np.intp)
    if lacking.any():
        rows[lacking] = _nearest_in_size(sizes[lacking], rulebook)
    return rows


def _nearest_in_size(sizes: Sizes, rulebook: Rulebook) -> Rows:
    models = tuple(rulebook.catalog.tables["models"].values())
    candidates = [at for at, model in enumerate(models) if _could_stand_in(model)]
    parameters = table_column(rulebook, "models", "parameters_b")[candidates]
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = np.abs(np.log(parameters / sizes[:, None]))
    return np.asarray(np.array(candidates, dtype=np.intp)[apart.argmin(axis=1)])


def _could_stand_in(model: CatalogRow) -> bool:
    dense = model.text("attention") == "gqa" and model.text("architecture") == "dense"
    return dense and model.number("sliding_window_tokens") is None


def _put_stand_in_names(workloads: Frame, rows: Rows, rulebook: Rulebook) -> None:
    codes = workloads.vocabulary["stand_in_model"].codes
    models = [codes[name] for name in rulebook.catalog.tables["models"]]
    names = np.array([*models, -1], dtype=np.int32)[rows]

    def origin(row: int) -> Origin:
        return Calculated(
            "nearest_model_by_size", (fact_id(workloads.subjects[row], "parameters_b"),)
        )

    workloads.put("stand_in_model", names, origin)


def _complete_all(workloads: Frame, rows: Rows, rulebook: Rulebook) -> None:
    """Fill every column that the table of models has from the rows that workloads rest on."""
    models = tuple(rulebook.catalog.tables["models"].values())

    def origin(row: int) -> Origin:
        return Catalogued(models[rows[row]].ref)

    for name in columns_of(rulebook, "models"):
        workloads.fill(name, table_column(rulebook, "models", name)[rows], origin)
