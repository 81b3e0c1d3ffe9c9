"""The shape of advice as JSON, one model an object, from which its schema is made."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Scalar = bool | float | str
AnyValue = bool | float | str | list[str]
"""A truth value, a number in the unit of its attribute, a symbol or text, or members of a set."""
Digest = Annotated[str, Field(pattern="^(sha256:)?[0-9a-f]{64}$")]
Fraction = Annotated[float, Field(ge=0, le=1)]


class Shape(BaseModel):
    """Base of all objects; more fields may come, so a reader ignores those it does not know."""

    model_config = ConfigDict(frozen=True, protected_namespaces=())


class Words(Shape):
    """The same words in each language."""

    en: str
    zh_tw: str = Field(alias="zh-TW")


class ReasonShape(Shape):
    """One rule that spoke about a subject."""

    code: str = Field(description="Id of the rule.")
    value: AnyValue = Field(description="What the rule concludes.")
    because: Words = Field(description="Its reason, filled with the figures of the plan.")
    operands: dict[str, AnyValue | None] = Field(
        description="The facts that it matched, by attribute; null for one that was not stated."
    )
    sources: list[str] = Field(description="Ids of what it rests on, see `sources` of the advice.")
    firing: str = Field(description="Id of the rule's firing, a node of the reasoning graph.")


class WarningShape(ReasonShape):
    """One thing to beware of."""

    warning: str = Field(description="Symbol of the warning.")
    label: Words


class ConclusionShape(Shape):
    """What the rules concluded or assumed about one attribute."""

    attribute: str
    label: Words
    value: AnyValue = Field(description="The value; members of a set in order of rank.")
    unit: str | None = Field(None, description="Unit of a number; left out when it has none.")
    value_label: Words | list[Words] | None = Field(description="Null for a number or truth value.")
    rules: list[ReasonShape] = Field(description="The rules that concluded it.")
    assumptions: list[str] = Field(description="Ids of the assumed facts that it rests on.")


class SubjectShape(Shape):
    """What was found out about the plan or a workload."""

    conclusions: list[ConclusionShape] = Field(description="In order of reasoning.")
    warnings: list[WarningShape] = Field(description="In order of rank.")
    assumptions: list[ConclusionShape] = Field(description="What was assumed as nobody stated it.")


class ChosenShape(Shape):
    """The option that is recommended."""

    device: str = Field(description="Id of the device in the catalogue.")
    devices_needed: float | None
    devices_per_copy: float | None
    copies: float | None
    option: str = Field(description="Subject of the option, to ask why about.")


class OptionShape(Shape):
    """One device that was considered."""

    device: str = Field(description="Id of the device in the catalogue.")
    status: str = Field(description="The verdict, or `undetermined`.")
    rank: int | None = Field(description="From 1; null when it is not allowed.")
    missing_facts: list[str] | None = Field(
        None, description="For want of what it cannot be judged; left out when it can."
    )
    reasons: list[ReasonShape]
    figures: dict[str, Scalar] = Field(
        description="What was computed, by attribute; what is unknown is left out."
    )


class ItemShape(Shape):
    """One item of an offer over the horizon of the plan."""

    item: str
    amount: float = Field(description="In the currency of the advice.")
    basis: Literal["given", "estimate"]
    included: bool = Field(description="Whether another item covers it.")
    catalogue_rows: list[str] = Field(description="Ids of the rows that it rests on.")
    parameters: list[str] = Field(description="Names of the parameters that it rests on.")
    oldest_price_date: str | None


class OfferShape(Shape):
    """One way to pay for a workload."""

    name: str
    deployment_kind: str
    quoted: bool = Field(description="Whether the user brought it; else it is an estimate.")
    chosen: bool = Field(description="Whether it is what the deployment recommends.")
    items: list[ItemShape]
    left_out: list[str] = Field(description="Items of unknown cost, which no total holds.")
    total_cost: float | None = Field(description="Over the horizon, in the currency.")
    monthly_cost: float | None
    figures: dict[str, AnyValue]


class PriceShape(Shape):
    """One row of the price list that a cost was counted with."""

    row: str = Field(description="Id of the row of the catalogue.")
    item: str
    device: str
    provider: str | None
    instance: str | None
    region: str | None
    use: str = Field(description="What the row is for: a reference, or one offer among others.")
    term: str | None
    currency: str
    unit: str
    amount: float = Field(description="In the currency of the row.")
    date: str = Field(description="Year, month or day.")


class WorkloadShape(SubjectShape):
    """What was found out about one workload."""

    chosen: ChosenShape | None = Field(description="Null when no device is allowed.")
    options: list[OptionShape] | None = Field(
        None, description="The allowed ones by rank, then the others; left out on request."
    )
    costs: list[OfferShape]
    prices: list[PriceShape] = Field(description="What the costs were counted with.")
    listed_rents: list[PriceShape] = Field(
        description="One offer a provider for an hour of the device, the cheapest first."
    )


class SourceShape(Shape):
    """What rules rest on."""

    title: Words
    date: str | None


class InputSpreadShape(Shape):
    """One uncertain number as it was drawn."""

    input: str
    unit: str
    percentile_5: float
    percentile_50: float
    percentile_95: float


class BoundaryShape(Shape):
    """On which side of which value of an input a conclusion is mostly drawn."""

    input: str
    side: Literal["below", "above"]
    at: float
    unit: str
    covered_fraction: Fraction
    share_on_this_side_fraction: Fraction
    share_on_other_side_fraction: Fraction


class ShareShape(Shape):
    """How often one value came out."""

    value: AnyValue
    share_fraction: Fraction
    standard_error_fraction: float
    mostly: BoundaryShape | None


class ExplainedShape(Shape):
    """How much of the variation of a decision an input explains."""

    input: str
    explained_fraction: float


class DecisionSpreadShape(Shape):
    """What came out for one decided attribute."""

    subject: str
    attribute: str
    values: list[ShareShape]
    undecided_fraction: Fraction
    explained_by: list[ExplainedShape]


class GoesWithShape(Shape):
    """How a figure goes with an input."""

    input: str
    rank_correlation: float = Field(ge=-1, le=1)


class FigureSpreadShape(Shape):
    """The spread of one figure."""

    subject: str
    attribute: str
    unit: str
    percentile_5: float
    percentile_50: float
    percentile_95: float
    known_fraction: Fraction
    goes_with: list[GoesWithShape]


class CouldBeUncertainShape(Shape):
    """A number that a plan could state as uncertain."""

    input: str
    value: float


class DoubtShape(Shape):
    """A headline that few draws come to."""

    subject: str
    attribute: str
    value: AnyValue
    share_fraction: Fraction
    likeliest: AnyValue
    likeliest_share_fraction: Fraction


class TakenShape(Shape):
    """A number that the plan states as a range, and the one that is counted with."""

    input: str
    unit: str
    form: str
    numbers: list[float]
    value: float
    value_from: Literal["rules", "range"]


class HowSureShape(Shape):
    """What many draws of the uncertain numbers came to."""

    samples: int = Field(ge=0, description="0 when nothing in the plan is uncertain.")
    seed: int
    inputs: list[InputSpreadShape]
    decisions: list[DecisionSpreadShape]
    figures: list[FigureSpreadShape]
    headline_in_few_draws: list[DoubtShape] | None = Field(
        None, description="Only when something is stated as uncertain."
    )
    could_be_uncertain: list[CouldBeUncertainShape] | None = Field(
        None, description="Only when nothing is stated as uncertain."
    )


class AdviceShape(Shape):
    """Advice on a plan."""

    schema_version: Literal["1"] = Field(description="What readers may rely on.")
    rackwright_version: str = Field(description="Release of the library.")
    input_digest: Digest = Field(description="Of what the user stated.")
    rules_revision: str = Field(description="Digest of all files of the rule packs.")
    catalogue_revision: Digest = Field(description="Digest of the rows of the catalogue.")
    outcome: Literal["recommended", "infeasible", "undetermined"]
    currency: str = Field(description="Of all amounts.")
    horizon_months: float | None = Field(description="Over which costs are compared.")
    oldest_price_date: str | None = Field(description="Year, month or day.")
    plan: SubjectShape
    workloads: dict[str, WorkloadShape] = Field(description="By id, in the order of the plan.")
    stated_as_ranges: list[TakenShape] | None = Field(
        None, description="Left out when the plan states no range."
    )
    how_sure: HowSureShape | None = Field(None, description="Only when draws were asked for.")
    sources: dict[str, SourceShape] = Field(description="By id, all that reasons cite.")


def shape_schema() -> dict[str, Any]:
    """The JSON Schema of the shape, as JSON is written."""
    return AdviceShape.model_json_schema(by_alias=True, mode="validation")
