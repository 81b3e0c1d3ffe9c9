"""The numbers of a plan that are not sure, found among facts, parameters and prices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from rackwright.catalog import CatalogRow
from rackwright.errors import PlanError, Problem, UsageError, nearest
from rackwright.facts.answers import asked, bounds
from rackwright.facts.findings import path_text, plan_error
from rackwright.facts.hints import range_hint
from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES, questions_of
from rackwright.facts.plan import Plan
from rackwright.facts.uncertain import (
    SECTION,
    Of,
    Target,
    Uncertain,
    limits_of,
    out_of_bounds,
    target_of,
)
from rackwright.limits import Limits
from rackwright.measure.prices import PRICES, reference_prices
from rackwright.offers import quoted_attribute
from rackwright.records import PLAN_SUBJECT, Entity, fact_id, offer_subject, parameter_id
from rackwright.rulebook.model import Kind, Rulebook
from rackwright.rulebook.overrides import bounds_hint


@dataclass(frozen=True, slots=True)
class Input:
    """One number that is not sure."""

    name: str
    """As the plan calls it."""
    target: Target
    """What it is; the device of a price by its id."""
    id: str
    """Id of the fact, the parameter, the catalogue row or the item of an offer."""
    unit: str
    distribution: Uncertain
    limits: Limits


def inputs_of(plan: Plan, rulebook: Rulebook) -> tuple[Input, ...]:
    """The uncertain numbers of a plan, in its order.

    Raises
    ------
    PlanError
        When the rules know no such parameter, or the catalogue no such price.
    """
    found: list[Input] = []
    problems: list[Problem] = []
    for name, said in (plan.uncertain or {}).items():
        try:
            found.append(_input(name, said, plan, rulebook))
        except PlanError as error:
            problems += error.problems
        except UsageError as error:
            where = path_text((SECTION, name))
            problems += [replace(p, where=where) for p in error.problems]
    if problems:
        raise PlanError(*problems)
    return tuple(found)


def _input(name: str, said: Uncertain, plan: Plan, rulebook: Rulebook) -> Input:
    target = target_of(name, {w.id: [quote.name for quote in w.quotes] for w in plan.workloads})
    assert target is not None, "a plan is checked when it is made"
    limits = limits_of(target)
    assert limits is not None
    if target.of is Of.PARAMETER:
        return _parameter(name, target, said, limits, rulebook)
    if target.of is Of.PRICE:
        return _price(name, target, said, limits, rulebook)
    if target.of is Of.QUOTE:
        return _quoted(name, target, said, limits, plan)
    unit, limits = _of_fact(name, target, said, limits, rulebook)
    return Input(name, target, fact_id(target.subject, target.name), unit, said, limits)


def _of_fact(
    name: str, target: Target, said: Uncertain, limits: Limits, rulebook: Rulebook
) -> tuple[str, Limits]:
    """The unit and the bounds of a fact; those of an answer are told by the rules that ask."""
    of = Entity.PLAN if target.subject == PLAN_SUBJECT else Entity.WORKLOAD
    if target.name in (PLAN_PLACES if of is Entity.PLAN else WORKLOAD_PLACES):
        return rulebook.vocabulary[target.name].unit, limits
    questions = questions_of(rulebook.vocabulary, of)
    attribute = asked(target.name, questions, path_text((SECTION, name)))
    if attribute.kind is not Kind.NUMBER:
        message = f"`{target.name}` is not a number that could be uncertain"
        raise UsageError(Problem("not-numeric", message))
    limits = Limits(*bounds(attribute))
    found = list(out_of_bounds(name, said, limits, partial(range_hint, target.name)))
    if found:
        raise plan_error(found, "")
    return attribute.unit, limits


def _parameter(
    name: str, target: Target, said: Uncertain, limits: Limits, rulebook: Rulebook
) -> Input:
    parameter = rulebook.parameters.get(target.name)
    if parameter is None:
        message = f"`{target.name}` is not a parameter of the rules"
        hint = nearest(target.name, rulebook.parameters)
        raise UsageError(Problem("unknown-parameter", message, "", hint))
    within = limits.within(parameter.limits)
    found = list(out_of_bounds(name, said, within, partial(bounds_hint, parameter)))
    if found:
        raise plan_error(found, "")
    return Input(name, target, parameter_id(target.name), parameter.unit, said, within)


def _price(name: str, target: Target, said: Uncertain, limits: Limits, rulebook: Rulebook) -> Input:
    if target.name not in PRICES:
        message = f"the price list has no item `{target.name}`"
        known = " or ".join(f"`{item}`" for item in PRICES)
        raise UsageError(Problem("unknown-price", message, "", f"write {known}"))
    device = rulebook.catalog.find("devices", target.subject)
    row = reference_prices(rulebook, target.name).get(device.id)
    if row is None:
        message = f"the price list has no `{target.name}` for `{device.id}`"
        hint = " or ".join(f"`{item}`" for item in _items_for(device.id, rulebook))
        raise UsageError(Problem("unknown-price", message, "", f"it has {hint}" if hint else ""))
    found = Target(Of.PRICE, device.id, target.name)
    return Input(name, found, row.ref, price_unit(row), said, limits)


def _quoted(name: str, target: Target, said: Uncertain, limits: Limits, plan: Plan) -> Input:
    quotes = (q for w in plan.workloads if w.id == target.subject for q in w.quotes)
    quote = next(quote for quote in quotes if quote.name == target.quote)
    unit = "months" if target.name == "months" else (quote.currency or "currency").lower()
    of = offer_subject(target.subject, quote.name)
    return Input(name, target, fact_id(of, quoted_attribute(target.name)), unit, said, limits)


def _items_for(device: str, rulebook: Rulebook) -> Iterator[str]:
    return (item for item in PRICES if device in reference_prices(rulebook, item))


def price_unit(row: CatalogRow) -> str:
    """The unit of a price: its currency, and for what."""
    currency = (row.text("currency") or "").lower()
    return f"{currency}_per_hour" if row.text("item") == "cloud_hour" else currency
