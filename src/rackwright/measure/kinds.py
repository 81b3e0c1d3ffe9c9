"""Kinds of workloads and devices that several kernels tell apart."""

from __future__ import annotations

from rackwright.measure.machinery import Is

TRAINS = Is("stage", ("training", "fine_tuning"))
"""Work that changes weights."""
TAKES_ITEMS = Is(
    "model_family", ("vision", "diffusion", "speech", "embedding", "recommendation", "classical")
)
"""Models that take an item and give an answer, and keep no cache of a conversation."""
MEDIA = Is("model_family", ("vision", "multimodal", "diffusion", "speech"))
"""Models whose data must be decoded on its way: images, sound, film."""
TABLES = Is("model_family", ("classical",))
"""Models that work on tables as a whole."""
LEARNS = Is("stage", ("training", "fine_tuning", "experimentation"))
"""Work that makes models or tries them."""
SERVES = Is("stage", ("inference",))
"""Work that only gives answers."""
BATCH = Is("serving", ("batch",))
"""Answers that nobody waits for."""
PROCESSOR = Is("device_kind", ("cpu",))
"""Servers without accelerators."""
NOT_CUDA = Is("software_ecosystem", ("rocm", "gaudi", "tpu", "neuron", "cann", "x86"))
"""Devices that the software of NVIDIA does not run on."""
USD = Is("currency", ("USD",))
"""Plans that count in US dollars."""
NO_MODEL = Is("stage", ("data_preparation",))
"""Work that has data and no model."""
