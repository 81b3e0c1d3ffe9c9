"""What the user said, as frames: plan facts, workload facts, the shape of a named model."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from rackwright.catalog import CatalogRow
from rackwright.errors import PlanError, UsageError
from rackwright.facts.plan import Plan
from rackwright.frames import Frame
from rackwright.measure.catalogued import cell
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
from rackwright.rulebook.model import Attribute, Rulebook

Stated = Mapping[tuple[str, str], tuple[Value, str]]
"""Value and place in the plan, by subject and attribute."""

SHAPED_FAMILIES = ("language", "multimodal")
"""Families for which a catalogue model of similar size can stand in when the shape is unknown."""


def stated_frames(plan: Plan, rulebook: Rulebook) -> tuple[Frame, Frame]:
    """The plan frame and the workload frame, holding what the user said and nothing else.

    Raises
    ------
    PlanError
        When a model or a device is named that the catalogue does not have.
    """
    vocabulary = rulebook.vocabulary
    said = _resolved({(s, a): (v, where) for s, a, v, where in plan.facts()}, rulebook)
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
    models = [_model_of(workloads, row, rulebook) for row in range(len(workloads))]
    _complete_all(workloads, models, rulebook)


def put_stand_ins(workloads: Frame, rulebook: Rulebook) -> None:
    """Fill the shape of models of which only the size is known from the nearest in size."""
    models = [_stand_in(workloads, row, rulebook) for row in range(len(workloads))]
    if any(models):
        _put_stand_in_names(workloads, models)
        _complete_all(workloads, models, rulebook)


def _resolved(said: Stated, rulebook: Rulebook) -> Stated:
    problems = []
    resolved = dict(said)
    for (subject, attribute), (value, where) in said.items():
        table = {"model": "models", "intended_device": "devices"}.get(attribute)
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
    return list(dict.fromkeys(name for subject, name in said if subject in set(subjects)))


def _put_stated(frame: Frame, name: str, said: Stated) -> None:
    found = [said.get((subject, name)) for subject in frame.subjects]
    values = [pair[0] if pair else None for pair in found]
    origins = [Given(pair[1]) if pair else None for pair in found]
    frame.put_values(name, values, origins)


def _model_of(workloads: Frame, row: int, rulebook: Rulebook) -> CatalogRow | None:
    name = workloads.value(row, "model")
    return None if name is None else rulebook.catalog.tables["models"][str(name)]


def _stand_in(workloads: Frame, row: int, rulebook: Rulebook) -> CatalogRow | None:
    """The catalogue model nearest in size, for a model of which only the size is known."""
    size = workloads.value(row, "parameters_b")
    shaped = workloads.value(row, "layers") is not None
    if size is None or shaped or workloads.value(row, "model_family") not in SHAPED_FAMILIES:
        return None
    models = [m for m in rulebook.catalog.tables["models"].values() if _could_stand_in(m)]
    return min(models, key=lambda model: _distance(model, size))


def _distance(model: CatalogRow, size: Value) -> float:
    parameters = model.number("parameters_b")
    assert parameters is not None
    assert isinstance(size, float)
    return abs(math.log(parameters / size)) if size > 0 else parameters


def _could_stand_in(model: CatalogRow) -> bool:
    return model.text("attention") == "gqa" and model.text("architecture") == "dense"


def _put_stand_in_names(workloads: Frame, models: list[CatalogRow | None]) -> None:
    names: list[Value | None] = [model.id if model else None for model in models]
    origins: list[Origin | None] = [
        Calculated("nearest_model_by_size", (fact_id(subject, "parameters_b"),)) if model else None
        for subject, model in zip(workloads.subjects, models, strict=True)
    ]
    workloads.put_values("stand_in_model", names, origins)


def _complete_all(workloads: Frame, models: list[CatalogRow | None], rulebook: Rulebook) -> None:
    for attribute in rulebook.vocabulary.values():
        if attribute.catalog == "models":
            _complete(workloads, attribute, models)


def _complete(workloads: Frame, attribute: Attribute, models: list[CatalogRow | None]) -> None:
    values: list[Value | None] = []
    origins: list[Origin | None] = []
    for row, model in enumerate(models):
        said = workloads.fact(row, attribute.name)
        value = cell(model, attribute) if said is None and model is not None else None
        values.append(said.value if said else value)
        origins.append(said.origin if said else Catalogued(model.ref) if model else None)
    workloads.put_values(attribute.name, values, origins)
