"""What a served model takes: caches and working memory, of all requests and of one copy."""

from __future__ import annotations

import numpy as np

from rackwright.measure.kinds import NO_MODEL, TAKES_ITEMS, TRAINS
from rackwright.measure.machinery import Measure
from rackwright.quantities import architecture, memory, sizing
from rackwright.quantities.arrays import Array


def _serving_activations(
    hidden: Array,
    vocabulary: Array,
    concurrency: Array,
    takes_items: Array,
    tokens: Array,
    fallback: Array,
    ratio: Array,
    of_a_logit: Array,
    experts: Array,
) -> Array:
    one_item = sizing.choose_where(sizing.any_of(takes_items), 1.0, np.nan)
    return memory.serving_activations_gib(
        hidden,
        vocabulary,
        sizing.first_known(concurrency, one_item),
        tokens,
        fallback,
        _dense_ratio(ratio, experts),
        of_a_logit,
    )


def _dense_ratio(ratio: Array, experts: Array) -> Array:
    """Width of the feed-forward network that works beside experts, which have their own room."""
    return np.where(experts > 0, 0.0, ratio)


SERVING = (
    Measure(
        "kv_cache_of_a_token",
        memory.kv_bytes_per_token,
        ("layers", "kv_heads", "head_dim", "kv_latent_dim", "kv_bytes"),
        ("kv_bytes_per_token",),
        needs=("layers", "kv_bytes"),
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
        needs=("kv_bytes_per_token", "context_tokens", "concurrency"),
    ),
    Measure(
        "kv_cache_if_any",
        lambda none, cache: sizing.choose_where(sizing.any_of(none), 0.0, cache),
        (TAKES_ITEMS, "attention_cache_gib"),
        ("kv_cache_gib",),
    ),
    Measure(
        "shape_of_feed_forward_network",
        architecture.feed_forward_ratio,
        ("ffn_size", "hidden_size", "experts"),
        ("feed_forward_ratio",),
        needs=("ffn_size", "hidden_size"),
    ),
    Measure(
        "room_of_experts_at_work",
        lambda tokens, hidden, at_work, *shape: memory.expert_workspace_gib(
            tokens, hidden, at_work, architecture.expert_width(*shape)
        ),
        (
            "serving_batched_tokens",
            "hidden_size",
            "experts_per_token",
            "parameters_b",
            "layers",
            "hidden_size",
            "experts",
        ),
        ("expert_workspace_gib",),
    ),
    Measure(
        "serving_activations",
        _serving_activations,
        (
            "hidden_size",
            "vocabulary_size",
            "concurrency",
            TAKES_ITEMS,
            "serving_batched_tokens",
            "fallback_activations_gib",
            "feed_forward_ratio",
            "sampling_bytes_per_logit",
            "expert_workspace_gib",
        ),
        ("serving_activations_gib",),
    ),
)
"""Caches and working memory for all requests."""

COPY = (
    Measure(
        "memory_of_a_copy",
        lambda no_model, on_data, shared, cache: (
            shared - sizing.choose_where(sizing.any_of(no_model, on_data), 0.0, cache)
        ),
        (NO_MODEL, "works_on_data", "sharded_memory_gib", "kv_cache_gib"),
        ("copy_memory_gib",),
        needs=("sharded_memory_gib",),
    ),
    Measure(
        "cache_of_a_request",
        lambda no_model, on_data, takes_items, cache, requests: sizing.choose_where(
            sizing.any_of(no_model, on_data, takes_items), 0.0, sizing.ratio(cache, requests)
        ),
        (NO_MODEL, "works_on_data", TAKES_ITEMS, "kv_cache_gib", "concurrency"),
        ("request_cache_gib",),
    ),
    Measure(
        "working_memory_of_a_step",
        lambda no_model, hidden, vocabulary, batched, fallback, ratio, experts: sizing.choose_where(
            sizing.any_of(no_model),
            0.0,
            memory.serving_activations_gib(
                hidden, vocabulary, 0.0, batched, fallback, _dense_ratio(ratio, experts)
            ),
        ),
        (
            NO_MODEL,
            "hidden_size",
            "vocabulary_size",
            "serving_batched_tokens",
            "fallback_activations_gib",
            "feed_forward_ratio",
            "expert_workspace_gib",
        ),
        ("step_memory_gib",),
    ),
    Measure(
        "working_memory_of_a_request",
        lambda no_model, vocabulary, batched, of_a_logit: sizing.choose_where(
            sizing.any_of(no_model),
            0.0,
            memory.serving_activations_gib(0.0, vocabulary, 1.0, batched, 0.0, 0.0, of_a_logit),
        ),
        (NO_MODEL, "vocabulary_size", "serving_batched_tokens", "sampling_bytes_per_logit"),
        ("request_sampling_gib",),
    ),
    Measure(
        "memory_kept_by_a_device",
        lambda trains, floor, reserve, step, sampling: sizing.choose_where(
            sizing.any_of(trains), floor, reserve + np.maximum(step, sampling)
        ),
        (
            TRAINS,
            "device_memory_floor_gib",
            "runtime_reserve_gib",
            "step_memory_gib",
            "request_sampling_gib",
        ),
        ("least_device_memory_gib",),
    ),
)
"""What one copy takes, and what each of its requests adds."""
