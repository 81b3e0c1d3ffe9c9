"""What the user said, as frames: plan facts, workload facts, the shape of a named model, quotes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial

import numpy as np

from rackwright.catalog import CatalogRow
from rackwright.errors import PlanError, UsageError
from rackwright.facts.plan import Plan
from rackwright.facts.quote import Quote
from rackwright.frames import Frame
from rackwright.measure.catalogued import cell
from rackwright.measure.offer import ITEMS
from rackwright.records import (
    PLAN_SUBJECT,
    Calculated,
    Catalogued,
    Entity,
    Given,
    Origin,
    Value,
    fact_id,
    offer_subject,
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


def offer_frame(plan: Plan, workloads: Frame, rows: Iterable[int], rulebook: Rulebook) -> Frame:
    """One row a workload and way to pay: each quote, and an estimate where a kind is not quoted."""
    offers = [(row, quote, where) for row in rows for quote, where in _ways_to_pay(plan, row)]
    subjects = tuple(
        offer_subject(workloads.subjects[row], quote.name if isinstance(quote, Quote) else quote)
        for row, quote, _ in offers
    )
    parent = np.array([row for row, _, _ in offers], dtype=np.intp)
    above = {of: (f, index[parent]) for of, (f, index) in workloads.parents.items()}
    frame = Frame(
        Entity.OFFER, subjects, rulebook.vocabulary, above | {Entity.WORKLOAD: (workloads, parent)}
    )
    _put_offers(frame, [(quote, where) for _, quote, where in offers])
    return frame


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


def _stated_names(said: Stated, subjects: tuple[str, ...]) -> list[str]:
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


def _ways_to_pay(plan: Plan, row: int) -> list[tuple[Quote | str, str]]:
    quotes = plan.workloads[row].quotes or ()
    quoted = {quote.deployment for quote in quotes}
    named: list[tuple[Quote | str, str]] = [
        (quote, f"workloads[{row}].quotes[{at}]") for at, quote in enumerate(quotes)
    ]
    return [*named, *((kind, "") for kind in ("own", "cloud", "hosted") if kind not in quoted)]


def _put_offers(frame: Frame, offers: list[tuple[Quote | str, str]]) -> None:
    kinds: list[Value | None] = [q.deployment if isinstance(q, Quote) else q for q, _ in offers]
    origins: list[Origin | None] = [
        Given(f"{where}.deployment") if where else _estimated(frame, row)
        for row, (_, where) in enumerate(offers)
    ]
    frame.put_values("deployment_kind", kinds, origins)
    _put_quoted(frame, offers, "quote_currency", lambda quote: quote.currency, "currency")
    _put_quoted(frame, offers, "quoted_months", lambda quote: quote.months, "months")
    for item in ITEMS:
        key = "licences" if item == "licence" else item
        _put_quoted(frame, offers, f"quoted_{item}", partial(_amount, key=key), f"items.{key}")


def _estimated(frame: Frame, row: int) -> Origin:
    choice = frame.id_of(row, "choice")
    assert choice is not None
    return Calculated("estimated_offer", (choice,))


def _put_quoted(
    frame: Frame,
    offers: list[tuple[Quote | str, str]],
    name: str,
    read: Callable[[Quote], Value | None],
    path: str,
) -> None:
    values = [read(quote) if isinstance(quote, Quote) else None for quote, _ in offers]
    origins = [
        Given(f"{where}.{path}") if value is not None else None
        for value, (_, where) in zip(values, offers, strict=True)
    ]
    frame.put_values(name, values, origins)


def _amount(quote: Quote, key: str) -> float | None:
    item = quote.items.get(key)
    if item is None:
        return None
    return 0.0 if item == "included" else float(item)
