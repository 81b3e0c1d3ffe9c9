"""A plan: everything the user says, and the same as facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from rackwright.facts.answers import ANSWERS, Answers, Said
from rackwright.facts.facility import Facility
from rackwright.facts.fixed import AS_DICT, FIXED
from rackwright.facts.organization import Organization
from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES, Place, stated_value
from rackwright.facts.stating import number_stated
from rackwright.facts.symbols import Currency
from rackwright.facts.uncertain import MAX_ENTRIES, Uncertain, faults
from rackwright.facts.values import Amount, Months, Prose, Stated, Word, left_out_as, quoted, refuse
from rackwright.facts.workload import Workload, repeated
from rackwright.records import PLAN_SUBJECT, Value

MAX_WORKLOADS = 10_000
PARAMETER_NAME = r"[a-z][a-z0-9_]{0,62}"


def _check_parameters(parameters: Mapping[str, float]) -> Mapping[str, float]:
    for name in parameters:
        if not re.fullmatch(PARAMETER_NAME, name):
            hint = "parameters are named as in the rules: a to z, 0 to 9 and `_`"
            refuse("invalid-name", f"cannot hold {quoted(name)}", hint)
    return parameters


class Plan(Stated):
    """Workloads, the room and the organisation they are planned for; nearly all may be unknown.

    ::

        name: an assistant for the help desk
        currency: TWD
        horizon_months: 36
        facility: {site: office, circuit_amps: 20, circuit_volts: 220}
        organization: {organization_size: medium}
        workloads:
          - {id: assistant, stage: inference, model: Llama-3.1-8B, concurrency: 40}
        parameters: {own_min_utilization: 0.5}
    """

    name: Word | None = Field(default=None, description="What to call the plan.")
    description: Prose | None = Field(default=None, description="What it is about, for readers.")
    currency: Currency | None = Field(
        default=None, description="Currency of every amount of the plan."
    )
    horizon_months: Months | None = Field(
        default=None, description="Months over which costs are compared."
    )
    facility: Facility | None = Field(
        default=None, description="The room that would hold the machines."
    )
    organization: Organization | None = Field(default=None, description="The people and the money.")
    workloads: Annotated[tuple[Workload, ...], Field(min_length=1, max_length=MAX_WORKLOADS)] = (
        Field(description="What is to be computed, one entry a stage of a model.")
    )
    parameters: Annotated[
        Mapping[str, Amount],
        AfterValidator(_check_parameters),
        FIXED,
        AS_DICT,
        left_out_as({}),
    ] = Field(
        default={},
        validate_default=True,
        description="Numbers of the policy that hold differently for this plan, by name.",
    )

    uncertain: (
        Annotated[Mapping[Word, Uncertain], Field(max_length=MAX_ENTRIES), FIXED, AS_DICT] | None
    ) = Field(
        default=None,
        description="Numbers that are not sure, each with what it may turn out to be and, where "
        "no number is stated, with the middle of it to reckon with, by the name "
        "of the attribute, `parameters.name`, `prices.device.purchase` or "
        "`workload.quotes.name.compute`.",
    )

    answers: Answers | None = Field(
        default=None, description="Answers about the plan to questions that rule packs ask."
    )

    @field_validator("workloads")
    @classmethod
    def _check_ids(cls, workloads: tuple[Workload, ...]) -> tuple[Workload, ...]:
        for at, first in repeated([workload.id for workload in workloads]).items():
            refuse("repeated-id", f"gives one id to entries {first} and {at}")
        return workloads

    @field_validator("uncertain")
    @classmethod
    def _check_uncertain(
        cls, uncertain: Mapping[str, Uncertain] | None, info: ValidationInfo
    ) -> Mapping[str, Uncertain] | None:
        by_id = {workload.id: workload for workload in info.data.get("workloads", ())}

        workloads = {name: [quote.name for quote in w.quotes] for name, w in by_id.items()}
        for finding in faults(uncertain or {}, workloads, partial(number_stated, info.data)):
            refuse("uncertain", f"cannot be used: {finding.message}")
        return uncertain or None

    def facts(self) -> Iterator[tuple[str, str, Value, str]]:
        """Everything stated, as subject, attribute, value and place in the plan.

        The subject is `plan` or a workload's id. Models and devices keep the name that the user
        wrote.
        """
        yield from _stated(PLAN_SUBJECT, self, PLAN_PLACES, "")
        for at, workload in enumerate(self.workloads):
            yield from _stated(workload.id, workload, WORKLOAD_PLACES, f"workloads[{at}].")

    def answered(self) -> Iterator[tuple[str, str, Said, str]]:
        """What is answered to questions of rule packs, in the same order; not yet checked."""
        yield from _answered(PLAN_SUBJECT, self.answers, "")
        for at, workload in enumerate(self.workloads):
            yield from _answered(workload.id, workload.answers, f"workloads[{at}].")


def _answered(
    subject: str, answers: Mapping[str, Said] | None, prefix: str
) -> Iterator[tuple[str, str, Said, str]]:
    for name, said in (answers or {}).items():
        yield subject, name, said, f"{prefix}{ANSWERS}.{name}"


def _stated(
    subject: str, model: Stated, places: Mapping[str, Place], prefix: str
) -> Iterator[tuple[str, str, Value, str]]:
    for attribute, place in places.items():
        value = stated_value(model, place)
        if value is not None:
            yield subject, attribute, value, prefix + ".".join(place)
