"""What the user said, as frames: plan facts, workload facts, the shape of a named model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rackwright.catalog import CatalogRow
from rackwright.errors import PlanError, Problem, UsageError
from rackwright.facts.answers import Said, answered, asked
from rackwright.facts.places import questions_of
from rackwright.facts.plan import Plan
from rackwright.facts.points import Point, points_of
from rackwright.facts.uncertain import Of
from rackwright.frames import Frame
from rackwright.measure.catalogued import columns_of, table_column
from rackwright.measure.prices import PRICES, reference_prices
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
from rackwright.rulebook.overrides import with_parameters

Stated = Mapping[tuple[str, str], tuple[Value, Given]]
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

    A number that is stated only as a range is there as its middle.

    Raises
    ------
    PlanError
        When a model or a device is named that the catalogue does not have, or a question is
        answered that the rules do not ask, or not like that.
    """
    vocabulary = rulebook.vocabulary
    said = _resolved({**_said(plan), **_answers(plan, rulebook)}, rulebook)
    whole = Frame(Entity.PLAN, (PLAN_SUBJECT,), vocabulary)
    ids = tuple(workload.id for workload in plan.workloads)
    above = (whole, np.zeros(len(ids), dtype=np.intp))
    workloads = Frame(Entity.WORKLOAD, ids, vocabulary, {Entity.PLAN: above})
    for row, point in price_points(plan, rulebook).items():
        whole.vary(row, np.array([point.value]), point.origin)
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
    found: dict[tuple[str, str], tuple[Value, Given]] = {}
    problems: list[Problem] = []
    for subject, name, said, where in plan.answered():
        try:
            found[subject, name] = answer(rulebook, subject, name, said, where), Given(where)
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


def _said(plan: Plan) -> Stated:
    stated: dict[tuple[str, str], tuple[Value, Given]] = {
        (subject, name): (value, Given(where)) for subject, name, value, where in plan.facts()
    }
    points = fact_points(plan)
    return stated | {(p.target.subject, p.target.name): (p.value, p.origin) for p in points}


def fact_points(plan: Plan) -> tuple[Point, ...]:
    """What stands for the facts of which a plan states only a range."""
    return tuple(point for point in points_of(plan) if point.target.of is Of.FACT)


def price_points(plan: Plan, rulebook: Rulebook) -> Mapping[str, Point]:
    """What stands for prices of which a plan states a range without the listed price, by row.

    Names that the catalogue does not have are left out.
    """
    found = {}
    for point in points_of(plan):
        row = _priced(point, rulebook) if point.target.of is Of.PRICE else None
        amount = None if row is None else row.number("amount")
        if row is not None and amount is not None and not point.holds(amount):
            found[row.ref] = point
    return found


def listed_price(ref: str, rulebook: Rulebook) -> float | None:
    """The price in a row of the price list."""
    return rulebook.catalog.tables["prices"][ref.partition("/")[2]].number("amount")


def _priced(point: Point, rulebook: Rulebook) -> CatalogRow | None:
    if point.target.name not in PRICES:
        return None
    try:
        device = rulebook.catalog.find("devices", point.target.subject).id
    except UsageError:
        return None
    return reference_prices(rulebook, point.target.name).get(device)


def parameter_points(plan: Plan, rulebook: Rulebook) -> Mapping[str, Point]:
    """What stands for parameters of which a plan states a range without the rules' value, by name.

    Names that the rules do not have are left out.
    """
    found = {}
    for point in points_of(plan):
        is_parameter = point.target.of is Of.PARAMETER
        parameter = rulebook.parameters.get(point.target.name) if is_parameter else None
        if parameter is not None and not point.holds(parameter.value):
            counts = parameter.unit == "count"
            found[parameter.name] = point.counted(parameter.limits) if counts else point
    return found


def rules_for(plan: Plan, rulebook: Rulebook) -> Rulebook:
    """The rules with what a plan says of their parameters, as a number or as a range.

    Raises
    ------
    PlanError
        When a name is not a parameter, or a number is not what the parameter may be.
    """
    points = parameter_points(plan, rulebook)
    values = {**plan.parameters, **{name: point.value for name, point in points.items()}}
    return with_parameters(rulebook, values, {n: point.origin for n, point in points.items()})


def _resolved(said: Stated, rulebook: Rulebook) -> Stated:
    problems = []
    resolved = dict(said)
    for (subject, attribute), (value, given) in said.items():
        table = CATALOGUED.get(attribute)
        if table is None:
            continue
        try:
            row = rulebook.catalog.find(table, str(value))
        except UsageError as error:
            problems += [replace(p, where=given.where) for p in error.problems]
        else:
            resolved[subject, attribute] = (row.id, given)
    if problems:
        raise PlanError(*problems)
    return resolved


def _stated_names(said: Stated, subjects: Sequence[str]) -> list[str]:
    own = set(subjects)
    return list(dict.fromkeys(name for subject, name in said if subject in own))


def _put_stated(frame: Frame, name: str, said: Stated) -> None:
    found = [said.get((subject, name)) for subject in frame.subjects]
    values = [pair[0] if pair else None for pair in found]
    origins = [pair[1] if pair else None for pair in found]
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
