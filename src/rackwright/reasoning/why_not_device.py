"""Why a device was not chosen for a workload: not allowed by a rule, or ranked behind another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rackwright.assessment import Assessment
from rackwright.errors import UsageError
from rackwright.reasoning.naming import attribute_named, decision_on, unknown_name
from rackwright.reasoning.plain import plain
from rackwright.reasoning.why_not import WhyNot, why_none_of
from rackwright.records import Value, option_subject
from rackwright.rulebook.model import ObjectiveKey, Text
from rackwright.units import engine_number


@dataclass(frozen=True, slots=True)
class Outranked:
    """The first key of the objective by which the chosen option is better."""

    attribute: str
    """Empty when every key ties, so that the order of the catalogue decided."""
    label: Text | None = None
    unit: str = ""
    mine: Value | None = None
    """The value of the option asked about; None when it is unknown, which ranks last."""
    best: Value | None = None
    """The value of the chosen option."""
    difference: float | None = None
    """By how much the number is worse than the chosen option's; never negative."""


@dataclass(frozen=True, slots=True)
class WhyNotDevice:
    """Where one device stands for one workload."""

    workload: str
    device: str
    option: str
    """The subject that stands for the device."""
    is_chosen: bool
    is_allowed: bool
    chosen: str | None
    """The subject of the chosen option; None when no option is allowed."""
    rank: int | None
    """Its place among the allowed options, from 1."""
    n_allowed: int
    barred: tuple[WhyNot, ...] = ()
    """For each key of the objective that shuts the option out: why it has no admitted value."""
    outranked: Outranked | None = None
    """What the chosen option is better at, when this one is allowed but not chosen."""

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data for JSON; empty fields are left out."""
        found: dict[str, Any] = plain(self)
        return found


def why_not_device(assessment: Assessment, workload: str, device: str) -> WhyNotDevice:
    """Why a device of the catalogue, by id, name or alias, was not chosen for a workload.

    Raises
    ------
    UsageError
        When there is no such workload or device.
    """
    option = _option(assessment, workload, device)
    ranked = assessment.ranking[workload]
    rank = ranked.index(option) + 1 if option in ranked else None
    return WhyNotDevice(
        workload=workload,
        device=option.removeprefix(option_subject(workload, "")),
        option=option,
        is_chosen=rank == 1,
        is_allowed=rank is not None,
        chosen=assessment.chosen(workload),
        rank=rank,
        n_allowed=len(ranked),
        barred=() if rank else _barred(assessment, option),
        outranked=_outranked(assessment, option, ranked[0]) if rank and rank > 1 else None,
    )


def _option(assessment: Assessment, workload: str, device: str) -> str:
    if not isinstance(workload, str) or workload not in assessment.ranking:
        raise unknown_name("workload", workload, assessment.workloads)
    options = assessment.options(workload)
    option = option_subject(workload, _device_id(assessment, device))
    if option not in options:
        known = [one.removeprefix(option_subject(workload, "")) for one in options]
        raise unknown_name("device", device, known)
    return option


def _device_id(assessment: Assessment, device: str) -> str:
    try:
        return assessment.rulebook.catalog.find("devices", device).id
    except UsageError:
        return device


def _barred(assessment: Assessment, option: str) -> tuple[WhyNot, ...]:
    keys = (key for key in assessment.rulebook.objective if isinstance(key.order, tuple))
    return tuple(
        why_none_of(assessment, option, decision_on(assessment, key.attribute), tuple(key.order))
        for key in keys
        if assessment.value(option, key.attribute) not in key.order
        and assessment.rulebook.decision(key.attribute) is not None
    )


def _outranked(assessment: Assessment, option: str, chosen: str) -> Outranked:
    for key in assessment.rulebook.objective:
        mine = assessment.value(option, key.attribute)
        best = assessment.value(chosen, key.attribute)
        if _position(key, mine) != _position(key, best):
            attribute = attribute_named(assessment, key.attribute)
            difference = _difference(key, mine, best)
            return Outranked(key.attribute, attribute.label, attribute.unit, mine, best, difference)
    return Outranked("")


def _position(key: ObjectiveKey, value: Value | None) -> float:
    if value is None:
        return float("inf")
    if isinstance(key.order, tuple):
        return float(key.order.index(str(value)))
    assert isinstance(value, float | int)
    return float(value) if key.order == "ascending" else -float(value)


def _difference(key: ObjectiveKey, mine: Value | None, best: Value | None) -> float | None:
    if mine is None or best is None or isinstance(key.order, tuple):
        return None
    return engine_number(_position(key, mine) - _position(key, best))
