"""What changing weights takes: state, activations, layers gathered for a moment."""

from __future__ import annotations

import numpy as np

from rackwright.measure.kinds import TRAINS
from rackwright.measure.machinery import Is, Measure
from rackwright.quantities import sizing, training_memory

_QLORA = Is("fine_tuning_method", ("qlora",))
_ADAPTERS = Is("fine_tuning_method", ("lora", "qlora"))

TRAINING = (
    Measure(
        "training_state",
        lambda parameters, state, qlora, embeddings: training_memory.training_state_gib(
            parameters, state, sizing.choose_where(sizing.any_of(qlora), embeddings, 0.0)
        ),
        ("parameters_b", "state_bytes", _QLORA, "embedding_parameters_b"),
        ("training_state_gib",),
        needs=("parameters_b", "state_bytes"),
    ),
    Measure(
        "bytes_kept_by_a_layer",
        lambda gated, qlora, ratio, adapters, adapter_bytes: training_memory.layer_bytes_kept(
            gated, qlora, ratio, sizing.choose_where(sizing.any_of(adapters), adapter_bytes, 0.0)
        ),
        ("gated_mlp", _QLORA, "feed_forward_ratio", _ADAPTERS, "adapter_kept_bytes"),
        ("layer_bytes_kept",),
    ),
    Measure(
        "layers_gathered_in_training",
        lambda trains, active, layers: sizing.choose_where(
            sizing.any_of(trains), training_memory.gathered_layers_gib(active, layers), 0.0
        ),
        (TRAINS, "active_parameters_b", "layers"),
        ("gathered_layers_gib",),
    ),
    Measure(
        "training_activations",
        lambda layers, hidden, vocabulary, batch, sequence, *figures: (
            training_memory.training_activations_gib(
                np.where(np.isnan(sequence), np.nan, layers),
                hidden,
                vocabulary,
                batch,
                sequence,
                *figures,
            )
        ),
        (
            "layers",
            "hidden_size",
            "vocabulary_size",
            "batch_size",
            "sequence_tokens",
            "gradient_checkpointing",
            "fallback_training_activations_gib",
            "layer_bytes_kept",
        ),
        ("training_activations_gib",),
    ),
)
"""State that devices share out, and working memory of each."""
