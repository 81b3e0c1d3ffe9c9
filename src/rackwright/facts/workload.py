"""What the user says about one workload."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from rackwright.facts.answers import Answers
from rackwright.facts.quote import Quote, name_key
from rackwright.facts.symbols import (
    FRAMEWORKS,
    Architecture,
    Attention,
    DominantWork,
    EcosystemSupport,
    FineTuningMethod,
    Framework,
    Intensity,
    KvPrecision,
    ModelFamily,
    ModelStability,
    Precision,
    Priority,
    Serving,
    Stage,
    TaskScope,
    Usage,
)
from rackwright.facts.values import (
    NUMBER,
    WHOLE,
    Flag,
    Fraction,
    Months,
    Stated,
    Tokens,
    Word,
    left_out_as,
    quoted,
    refuse,
)
from rackwright.records import PLAN_SUBJECT

WORKLOAD_ID = r"[a-z][a-z0-9_-]{0,62}"


def _check_id(text: str) -> str:
    if not re.fullmatch(WORKLOAD_ID, text):
        hint = "begin with a letter from a to z; up to 62 of a to z, 0 to 9, `_` and `-` follow"
        refuse("invalid-name", f"cannot be {quoted(text)}", hint)
    if text == PLAN_SUBJECT:
        refuse("reserved-name", f"cannot be {quoted(text)}", "that is the name of the whole plan")
    return text


def _in_order(frameworks: tuple[Framework, ...]) -> tuple[Framework, ...]:
    return tuple(sorted(set(frameworks), key=FRAMEWORKS.index))


def repeated(keys: list[str | None]) -> dict[int, int]:
    """The positions whose key has occurred before, each with where it occurred first."""
    first: dict[str, int] = {}
    return {
        at: first[key]
        for at, key in enumerate(keys)
        if key is not None and first.setdefault(key, at) != at
    }


_Billions = Annotated[float, Field(gt=0, le=100_000), NUMBER]
_Count = Annotated[int, Field(gt=0, le=1_000_000), WHOLE]
_Layers = Annotated[int, Field(gt=0, le=10_000), WHOLE]
_Rate = Annotated[float, Field(ge=0, le=10**12), NUMBER]

WHOLES = {
    "active_parameters_b": "parameters_b",
    "kv_heads": "attention_heads",
    "experts_per_token": "experts",
    "sliding_window_layers": "layers",
}
"""What cannot be larger than what."""


class Intended(Stated):
    """A device that the user means to buy."""

    device: Word = Field(description="Name of the device in the catalogue.")
    count: _Count | None = Field(default=None, description="How many of it.")


class Workload(Stated):
    """One workload: one stage of one model, how it is used and what matters to it.

    ::

        workloads:
          - id: assistant
            stage: inference
            serving: real_time
            model: Llama-3.1-8B
            precision: bf16
            concurrency: 40
            context_tokens: 4096
            intended: {device: h100_sxm, count: 1}
    """

    id: Annotated[Word, AfterValidator(_check_id)] = Field(
        description="Short name of the workload, unlike any other of the plan.",
        json_schema_extra={"pattern": f"^{WORKLOAD_ID}$"},
    )
    stage: Stage | None = Field(default=None, description="What is done with the model.")
    serving: Serving | None = Field(default=None, description="How answers are delivered.")

    model: Word | None = Field(
        default=None, description="Name of the model in the catalogue, which then gives its shape."
    )
    model_family: ModelFamily | None = Field(default=None, description="Kind of model.")
    architecture: Architecture | None = Field(
        default=None, description="Whether every parameter works on every token."
    )
    parameters_b: _Billions | None = Field(
        default=None, description="Parameters of the model, in billions."
    )
    active_parameters_b: _Billions | None = Field(
        default=None, description="Parameters that work on one token, in billions."
    )
    layers: _Layers | None = Field(default=None, description="Layers of the model.")
    hidden_size: _Count | None = Field(default=None, description="Width of the model.")
    attention_heads: _Count | None = Field(default=None, description="Attention heads of a layer.")
    kv_heads: _Count | None = Field(default=None, description="Key and value heads of a layer.")
    head_dim: _Count | None = Field(default=None, description="Width of one attention head.")
    vocabulary_size: Tokens | None = Field(
        default=None, description="Tokens that the model tells apart."
    )
    ffn_size: _Count | None = Field(
        default=None, description="Width of a feed-forward network, or of one expert."
    )
    experts: _Count | None = Field(default=None, description="Experts of a layer.")
    experts_per_token: _Count | None = Field(
        default=None, description="Experts of a layer that work on one token."
    )
    tied_embeddings: Flag | None = Field(
        default=None, description="Whether the language-model head reuses the embeddings."
    )
    max_context_tokens: Tokens | None = Field(
        default=None, description="Longest context that the model allows, in tokens."
    )
    attention: Attention | None = Field(
        default=None, description="How attention heads share their keys and values."
    )
    kv_latent_dim: _Count | None = Field(
        default=None, description="Elements that latent attention keeps per layer and token."
    )
    sliding_window_tokens: Tokens | None = Field(
        default=None, description="Window of the layers that see only the latest tokens, in tokens."
    )
    sliding_window_layers: Annotated[int, Field(ge=0, le=10_000), WHOLE] | None = Field(
        default=None, description="How many layers see only such a window."
    )

    precision: Precision | None = Field(default=None, description="Number format of the weights.")
    kv_precision: KvPrecision | None = Field(
        default=None, description="Number format of the cached keys and values."
    )
    context_tokens: Tokens | None = Field(
        default=None, description="Tokens of a request, prompt and answer together."
    )
    concurrency: Annotated[float, Field(gt=0, le=10**9), NUMBER] | None = Field(
        default=None, description="Requests in progress at one time."
    )
    requests_per_second: _Rate | None = Field(
        default=None, description="Requests that arrive, per second."
    )
    output_tokens_per_second: _Rate | None = Field(
        default=None, description="Tokens to be produced per second, over all requests."
    )
    latency_ms: Annotated[float, Field(gt=0, le=10**9), NUMBER] | None = Field(
        default=None, description="Longest acceptable wait for an answer, in milliseconds."
    )
    items_per_second: _Rate | None = Field(
        default=None, description="Images, clips, documents or rows to be handled, per second."
    )
    batch_requests: Annotated[float, Field(gt=0, le=10**12), NUMBER] | None = Field(
        default=None, description="Requests or items of one batch run."
    )
    batch_hours: Annotated[float, Field(gt=0, le=10_000), NUMBER] | None = Field(
        default=None, description="Hours within which a batch run should end."
    )
    tokens_per_item: Annotated[float, Field(gt=0, le=10**9), NUMBER] | None = Field(
        default=None,
        description="Patches, frames or tokens of one item, over all passes of the model.",
    )
    retrieval: Flag | None = Field(
        default=None, description="Whether it looks things up in documents before it answers."
    )
    vectors_m: Annotated[float, Field(gt=0, le=10**7), NUMBER] | None = Field(
        default=None, description="Vectors of its index, in millions."
    )
    vector_dimensions: _Count | None = Field(default=None, description="Elements of one vector.")
    edge_sites: _Count | None = Field(
        default=None, description="Sites at the edge, each with devices of its own."
    )
    edge_power_w: Annotated[float, Field(gt=0, le=10**6), NUMBER] | None = Field(
        default=None, description="Power that one site has for its cards, in watts."
    )
    edge_card_slots: _Count | None = Field(
        default=None, description="Cards that one site has room for."
    )
    batch_size: _Count | None = Field(
        default=None, description="Sequences that a device takes at a time."
    )
    sequence_tokens: Tokens | None = Field(
        default=None, description="Length of a training sequence, in tokens."
    )
    training_tokens_b: Annotated[float, Field(gt=0, le=10**7), NUMBER] | None = Field(
        default=None, description="Tokens to be trained on in all, in billions."
    )
    target_days: Annotated[float, Field(gt=0, le=10_000), NUMBER] | None = Field(
        default=None, description="Days within which a training run should end."
    )
    dataset_gb: Annotated[float, Field(ge=0, le=10**10), NUMBER] | None = Field(
        default=None, description="Size of the data set, in gigabytes (10^9 bytes)."
    )
    frameworks: (
        Annotated[tuple[Framework, ...], Field(min_length=1), AfterValidator(_in_order)] | None
    ) = Field(default=None, description="Frameworks that it needs.")
    fine_tuning_method: FineTuningMethod | None = Field(
        default=None, description="Which parameters fine-tuning changes."
    )
    gradient_checkpointing: Flag | None = Field(
        default=None, description="Whether training recomputes activations to save memory."
    )

    usage: Usage | None = Field(default=None, description="How its use goes over time.")
    utilization: Fraction | None = Field(
        default=None, description="Share of the time that the machines are at work, from 0 to 1."
    )
    duration_months: Months | None = Field(
        default=None, description="How long the workload runs on, in months."
    )
    model_stability: ModelStability | None = Field(
        default=None, description="Whether the model still changes often."
    )
    task_scope: TaskScope | None = Field(
        default=None, description="Whether it does one specific task or many."
    )
    ecosystem_support: EcosystemSupport | None = Field(
        default=None, description="How far a special accelerator's software supports it."
    )
    priority: Priority | None = Field(default=None, description="What matters most for it.")
    dominant_work: DominantWork | None = Field(
        default=None, description="Whether preparing data or the model's arithmetic takes the time."
    )
    intensity: Intensity | None = Field(default=None, description="How heavy the work is.")
    requirements_known: Flag | None = Field(
        default=None, description="Whether it is known what it will need."
    )
    business_critical: Flag | None = Field(
        default=None, description="Whether the business stops when it stops."
    )
    latency_sensitive: Flag | None = Field(
        default=None, description="Whether users notice when answers come late."
    )
    residency_required: Flag | None = Field(
        default=None, description="Whether its data must stay in a region."
    )
    data_residency: Word | None = Field(
        default=None, description="Region in which its data must stay."
    )
    user_regions: Annotated[tuple[Word, ...], Field(min_length=1, max_length=100)] | None = Field(
        default=None, description="Regions in which its users are."
    )
    intended: Intended | None = Field(
        default=None, description="A device that is meant to be bought."
    )
    quotes: Annotated[tuple[Quote, ...], Field(max_length=100), left_out_as(())] = Field(
        default=(), description="Offers that state what it would cost."
    )
    answers: Answers | None = Field(
        default=None, description="Answers about it to questions that rule packs ask."
    )

    @field_validator(*WHOLES)
    @classmethod
    def _check_part(cls, part: float | None, info: ValidationInfo) -> float | None:
        whole = info.data.get(WHOLES[str(info.field_name)])
        if part is not None and whole is not None and part > whole:
            words = f"`{WHOLES[str(info.field_name)]}`, which is `{whole:g}`"
            refuse("part-exceeds-whole", f"cannot be `{part:g}`: it is part of {words}")
        return part

    @field_validator("quotes")
    @classmethod
    def _check_names(cls, quotes: tuple[Quote, ...]) -> tuple[Quote, ...]:
        for at, first in repeated([name_key(quote.name) for quote in quotes]).items():
            refuse("repeated-name", f"gives one name to entries {first} and {at}")
        return quotes
