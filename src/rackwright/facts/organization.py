"""What the user says about the people and the money behind the plan."""

from __future__ import annotations

from pydantic import Field

from rackwright.facts.symbols import AdoptionStage, AiSkills, DataQuality, Growth, OrganizationSize
from rackwright.facts.values import Amount, Flag, Stated


class Organization(Stated):
    """The organisation: its size, skills, readiness and budget.

    ::

        organization:
          organization_size: medium
          ai_skills: basic
          clear_use_case: true
    """

    organization_size: OrganizationSize | None = Field(
        default=None, description="Size of the organisation."
    )
    ai_skills: AiSkills | None = Field(
        default=None, description="How well its people know how to run AI systems."
    )
    adoption_stage: AdoptionStage | None = Field(
        default=None, description="How far it has come with AI, from exploring to optimisation."
    )
    clear_use_case: Flag | None = Field(
        default=None,
        description="Whether it is clear what the compute is for and what it should return.",
    )
    exit_plan: Flag | None = Field(
        default=None, description="Whether replacement and end of life of the hardware are planned."
    )
    data_quality: DataQuality | None = Field(
        default=None, description="State of the data to be used."
    )
    mlops_platform: Flag | None = Field(
        default=None, description="Whether a platform for running models is in place."
    )
    growth: Growth | None = Field(
        default=None, description="How its need for AI compute is developing."
    )
    monthly_benefit: Amount | None = Field(
        default=None,
        description="What the work should earn or save in a month, in the plan's currency.",
    )
    enterprise_software: Flag | None = Field(
        default=None, description="Whether the vendor's enterprise software with support is wanted."
    )
    budget: Amount | None = Field(
        default=None, description="Total over the plan's horizon, in the plan's currency."
    )
