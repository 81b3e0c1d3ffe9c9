"""The symbols a plan may use, in the order of the vocabulary."""

from __future__ import annotations

from typing import Literal, get_args

# What the room and the organisation are like.
Site = Literal["office", "server_room", "data_center", "colocation"]
OrganizationSize = Literal["small", "medium", "large"]
AiSkills = Literal["none", "basic", "experienced"]
AdoptionStage = Literal[
    "exploring", "proof_of_concept", "small_deployment", "production", "optimization"
]
DataQuality = Literal["poor", "fair", "good"]
Growth = Literal["steady", "growing", "expanding"]
Currency = Literal["TWD", "USD"]

# What a workload does.
Stage = Literal[
    "data_preparation", "experimentation", "training", "fine_tuning", "evaluation", "inference"
]
Serving = Literal["real_time", "batch", "edge"]
ModelFamily = Literal[
    "language",
    "multimodal",
    "vision",
    "diffusion",
    "speech",
    "embedding",
    "recommendation",
    "classical",
]
Architecture = Literal["dense", "mixture_of_experts"]
Attention = Literal["mha", "mqa", "gqa", "mla", "none"]
Precision = Literal["fp32", "bf16", "fp16", "fp8", "int8", "int4", "mxfp4"]
KvPrecision = Literal["bf16", "fp16", "fp8", "int8"]
Framework = Literal["pytorch", "tensorflow", "jax", "onnx", "scikit_learn", "xgboost"]
FineTuningMethod = Literal["full", "lora", "qlora"]

# How a workload is used and what matters to it.
Usage = Literal["sporadic", "growing", "continuous"]
ModelStability = Literal["changing", "stable"]
TaskScope = Literal["general", "specific"]
EcosystemSupport = Literal["unsupported", "partial", "settled"]
Priority = Literal["flexibility", "portability", "efficiency", "energy", "simplicity", "latency"]
DominantWork = Literal["preprocessing", "model_arithmetic"]
Intensity = Literal["light", "moderate", "heavy"]

# How an offer provides compute.
OfferKind = Literal["own", "cloud", "hosted"]

FRAMEWORKS: tuple[str, ...] = get_args(Framework)
