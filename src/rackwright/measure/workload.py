"""What no device decides: weights, KV cache, training state, arithmetic."""

from __future__ import annotations

from rackwright.frames import Frame
from rackwright.measure.catalogued import look_up
from rackwright.measure.machinery import Is, Measure, measure
from rackwright.quantities import compute, memory, sizing
from rackwright.rulebook.model import Rulebook

_TRAINS = Is("stage", ("training", "fine_tuning"))
_NO_MODEL = Is("stage", ("data_preparation",))
_NO_KV_CACHE = Is(
    "model_family", ("vision", "diffusion", "speech", "embedding", "recommendation", "classical")
)

MEASURES = (
    Measure(
        "model_weights", memory.weights_gib, ("parameters_b", "weight_bytes"), ("weights_gib",)
    ),
    Measure(
        "active_weights",
        memory.weights_gib,
        ("active_parameters_b", "weight_bytes"),
        ("active_weights_gib",),
    ),
    Measure(
        "kv_cache_of_a_token",
        memory.kv_bytes_per_token,
        ("layers", "kv_heads", "head_dim", "kv_latent_dim", "kv_bytes"),
        ("kv_bytes_per_token",),
    ),
    Measure(
        "kv_cache",
        memory.kv_cache_gib,
        (
            "kv_bytes_per_token",
            "layers",
            "context_tokens",
            "concurrency",
            "sliding_window_tokens",
            "sliding_window_layers",
        ),
        ("attention_cache_gib",),
    ),
    Measure(
        "kv_cache_if_any",
        lambda none, cache: sizing.choose_where(sizing.any_of(none), 0.0, cache),
        (_NO_KV_CACHE, "attention_cache_gib"),
        ("kv_cache_gib",),
    ),
    Measure(
        "serving_activations",
        memory.serving_activations_gib,
        (
            "hidden_size",
            "vocabulary_size",
            "concurrency",
            "serving_batched_tokens",
            "fallback_activations_gib",
        ),
        ("serving_activations_gib",),
    ),
    Measure(
        "training_state",
        memory.training_state_gib,
        ("parameters_b", "state_bytes"),
        ("training_state_gib",),
    ),
    Measure(
        "training_activations",
        memory.training_activations_gib,
        (
            "layers",
            "hidden_size",
            "vocabulary_size",
            "batch_size",
            "sequence_tokens",
            "gradient_checkpointing",
            "fallback_activations_gib",
        ),
        ("training_activations_gib",),
    ),
    Measure(
        "memory_to_share_out",
        lambda no_model, trains, state, weights, cache: sizing.choose_where(
            no_model, 0.0, sizing.choose_where(trains, state, weights + cache)
        ),
        (_NO_MODEL, _TRAINS, "training_state_gib", "weights_gib", "kv_cache_gib"),
        ("sharded_memory_gib",),
    ),
    Measure(
        "memory_on_each_device",
        lambda no_model, trains, training, serving, reserve: (
            reserve
            + sizing.choose_where(no_model, 0.0, sizing.choose_where(trains, training, serving))
        ),
        (
            _NO_MODEL,
            _TRAINS,
            "training_activations_gib",
            "serving_activations_gib",
            "runtime_reserve_gib",
        ),
        ("device_memory_floor_gib",),
    ),
    Measure(
        "memory_in_one_place",
        lambda shared, floor: shared + floor,
        ("sharded_memory_gib", "device_memory_floor_gib"),
        ("memory_need_gib",),
    ),
    Measure(
        "training_arithmetic",
        compute.training_exaflop,
        ("active_parameters_b", "training_tokens_b"),
        ("training_exaflop",),
    ),
)


def measure_workloads(frame: Frame, rulebook: Rulebook) -> None:
    """Fill the columns of the workload scope."""
    look_up(frame, rulebook, "precisions", "precision", ("weight_bytes",))
    look_up(frame, rulebook, "precisions", "kv_precision", ("kv_bytes",))
    look_up(frame, rulebook, "training_methods", "fine_tuning_method", ("state_bytes",))
    measure(frame, MEASURES, rulebook)
