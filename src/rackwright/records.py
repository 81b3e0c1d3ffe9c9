"""The records that every stage passes on: scopes, values, facts, firings, and their ids.

An id is built from content, so the same id names an engine fact, a node of the reasoning graph
and an anchor in a report.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

Value = bool | float | str | tuple[str, ...]
"""A boolean, a number in its attribute's unit, a symbol or text, or an ordered set of symbols."""


class Scope(StrEnum):
    """The stages of advice, in the order in which they run."""

    GIVEN = "given"
    WORKLOAD = "workload"
    OPTION = "option"
    PLACEMENT = "placement"
    PLAN = "plan"


class Entity(StrEnum):
    """What a fact is about."""

    PLAN = "plan"
    WORKLOAD = "workload"
    OPTION = "option"
    OFFER = "offer"


PLAN_SUBJECT = "plan"


def option_subject(workload: str, device: str) -> str:
    """The subject of one device considered for one workload."""
    return f"{workload}@{device}"


def offer_subject(workload: str, offer: str) -> str:
    """The subject of one way to pay for one workload."""
    return f"{workload}:{offer}"


def fact_id(subject: str, attribute: str) -> str:
    """The id of a fact: `assistant.memory_need_gib`."""
    return f"{subject}.{attribute}"


def member_id(subject: str, attribute: str, member: str) -> str:
    """The id of one member of a set: `assistant.frameworks=pytorch`."""
    return f"{subject}.{attribute}={member}"


def unknown_id(subject: str, attribute: str) -> str:
    """The id of the observation that a fact was not stated: `assistant.precision?`."""
    return f"{subject}.{attribute}?"


def parameter_id(name: str) -> str:
    """The id of a parameter of the policy: `parameters/own_min_months`."""
    return f"parameters/{name}"


def firing_id(subject: str, decision: str, rule: str) -> str:
    """The id of a rule's firing: `assistant/deployment#steady-runs-pay-off-owned`."""
    return f"{subject}/{decision}#{rule}"


class Form(StrEnum):
    """How a user says what a number may turn out to be."""

    RANGE = "range"
    """Anything between a lowest and a highest value."""
    TRIANGLE = "triangle"
    """The same with a most likely value: the lowest, the most likely, the highest."""
    NORMAL = "normal"
    """A mean and a standard deviation."""
    SAMPLES = "samples"
    """Values, each as likely as the others."""


@dataclass(frozen=True, slots=True)
class Ranged:
    """What a user said a number may turn out to be, in place of one number."""

    form: Form
    numbers: tuple[float, ...]
    """In the order of the form."""


@dataclass(frozen=True, slots=True)
class Given:
    """The user said so, at this place in the plan."""

    where: str
    ranged: Ranged | None = None
    """What was said there in place of one number, when the value is the middle of it."""


@dataclass(frozen=True, slots=True)
class Catalogued:
    """A catalogue row says so."""

    row: str
    """Id of the row: `devices/l4`."""
    column: str = ""
    """The column, where it is not named as the attribute."""


@dataclass(frozen=True, slots=True)
class Calculated:
    """A kernel computed it from other facts and parameters."""

    kernel: str
    """Name of the calculation: `serving_memory`."""
    inputs: tuple[str, ...]
    """Ids of the facts and parameters it read."""


@dataclass(frozen=True, slots=True)
class Concluded:
    """A rule concluded it."""

    firings: tuple[str, ...]
    """Ids of the firings: one for a single value, one a member for a set."""


Origin = Given | Catalogued | Calculated | Concluded


@dataclass(frozen=True, slots=True)
class Fact:
    """One value of one attribute of one subject, with where it comes from."""

    subject: str
    attribute: str
    value: Value
    origin: Origin

    @property
    def id(self) -> str:
        """The fact's id."""
        return fact_id(self.subject, self.attribute)


@dataclass(frozen=True, slots=True)
class Row:
    """What the rules of one scope may see of one subject: known values only."""

    subject: str
    owners: Mapping[Entity, str]
    """The subject that owns the attributes of each entity visible here."""
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Firing:
    """One rule that matched one subject."""

    subject: str
    decision: str
    rule: str
    value: Value
    """What the rule concludes; for a `collect` decision, the one member it adds."""
    premises: tuple[str, ...]
    """Ids of the facts that matched, sorted; parameters that the rule names are left out."""
    overruled: bool = False
    """An earlier rule of the decision has already concluded (or added this member)."""

    @property
    def id(self) -> str:
        """The firing's id."""
        return firing_id(self.subject, self.decision, self.rule)
