"""What no device decides: weights, KV cache, training state, arithmetic."""

from __future__ import annotations

import numpy as np

from rackwright.frames import Frame
from rackwright.measure.catalogued import columns_of, look_up
from rackwright.measure.kinds import BATCH, LEARNS, SERVES, TABLES, TAKES_ITEMS, TRAINS
from rackwright.measure.machinery import Is, Measure, measure
from rackwright.measure.regions import measure_regions
from rackwright.quantities import (
    architecture,
    host,
    items,
    memory,
    serving_speed,
    sizing,
    training_memory,
    training_time,
)
from rackwright.quantities.arrays import Array
from rackwright.rulebook.model import Rulebook

_QLORA = Is("fine_tuning_method", ("qlora",))
_ADAPTERS = Is("fine_tuning_method", ("lora", "qlora"))
_NO_MODEL = Is("stage", ("data_preparation",))


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


def _shared_out(
    no_model: Array,
    on_data: Array,
    tables: Array,
    serves: Array,
    trains: Array,
    state: Array,
    weights: Array,
    cache: Array,
    experts: Array,
    data: Array,
) -> Array:
    asks_tables = sizing.all_of(sizing.any_of(tables), sizing.any_of(serves))
    held = np.nan_to_num(weights) + sizing.choose_where(asks_tables, np.nan_to_num(data), data)
    modelled = sizing.choose_where(trains, state, weights + cache + experts)
    return sizing.choose_where(no_model, 0.0, sizing.choose_where(on_data, held, modelled))


MEASURES = (
    Measure(
        "embeddings_and_head",
        architecture.embedding_parameters_b,
        ("vocabulary_size", "hidden_size", "tied_embeddings"),
        ("embedding_parameters_b",),
    ),
    Measure(
        "parameters_left_in_16_bits",
        memory.kept_parameters_b,
        ("weight_bytes", "unquantised_parameters_b", "embedding_parameters_b"),
        ("kept_parameters_b",),
    ),
    Measure(
        "model_weights",
        memory.weights_gib,
        ("parameters_b", "weight_bytes", "kept_parameters_b"),
        ("weights_gib",),
    ),
    Measure(
        "active_weights",
        memory.weights_gib,
        ("active_parameters_b", "weight_bytes", "kept_parameters_b"),
        ("active_weights_gib",),
    ),
    Measure(
        "weights_read_in_a_step",
        lambda items_, *figures: sizing.choose_where(
            sizing.any_of(items_), np.nan, serving_speed.weights_read_gib(*figures)
        ),
        (
            TAKES_ITEMS,
            "weights_gib",
            "active_weights_gib",
            "experts",
            "experts_per_token",
            "concurrency",
        ),
        ("weights_read_gib",),
    ),
    Measure(
        "requests_demanded",
        lambda requests, items_, run, hours: sizing.first_known(
            requests, items_, items.rate_of_a_run(run, hours)
        ),
        ("requests_per_second", "items_per_second", "batch_requests", "batch_hours"),
        ("requests_per_second_needed",),
    ),
    Measure(
        "items_demanded",
        lambda takes_items, items_, requests: sizing.choose_where(
            sizing.any_of(takes_items), sizing.first_known(items_, requests), np.nan
        ),
        (TAKES_ITEMS, "items_per_second", "requests_per_second_needed"),
        ("items_per_second_needed",),
    ),
    Measure(
        "tokens_demanded",
        lambda takes_items, tokens, requests, answer: sizing.choose_where(
            sizing.any_of(takes_items), np.nan, sizing.first_known(tokens, requests * answer)
        ),
        (TAKES_ITEMS, "output_tokens_per_second", "requests_per_second_needed", "answer_tokens"),
        ("tokens_per_second_needed",),
    ),
    Measure(
        "wait_that_counts",
        lambda batch, latency: sizing.choose_where(sizing.any_of(batch), np.nan, latency),
        (BATCH, "latency_ms"),
        ("latency_allowed_ms",),
    ),
    Measure(
        "prompt_of_a_request",
        lambda context, answer: np.maximum(context - answer, context / 2),
        ("context_tokens", "answer_tokens"),
        ("prompt_tokens",),
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
        (TAKES_ITEMS, "attention_cache_gib"),
        ("kv_cache_gib",),
    ),
    Measure(
        "shape_of_feed_forward_network",
        architecture.feed_forward_ratio,
        ("ffn_size", "hidden_size", "experts"),
        ("feed_forward_ratio",),
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
    Measure(
        "training_state",
        lambda parameters, state, qlora, embeddings: training_memory.training_state_gib(
            parameters, state, sizing.choose_where(sizing.any_of(qlora), embeddings, 0.0)
        ),
        ("parameters_b", "state_bytes", _QLORA, "embedding_parameters_b"),
        ("training_state_gib",),
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
    Measure(
        "vector_index",
        host.vector_index_gib,
        ("vectors_m", "vector_dimensions", "index_links"),
        ("index_gib",),
    ),
    Measure(
        "tables_in_memory",
        lambda tables, serves, prepares, size, growth: sizing.choose_where(
            sizing.any_of(prepares, sizing.any_of(tables) * (1.0 - sizing.any_of(serves))),
            host.tables_gib(size, growth),
            np.nan,
        ),
        (TABLES, SERVES, _NO_MODEL, "dataset_gb", "table_memory_growth"),
        ("tables_in_memory_gib",),
    ),
    Measure(
        "tables_on_accelerators",
        lambda tables, learns, size, share: sizing.choose_where(
            sizing.all_of(sizing.any_of(tables), sizing.any_of(learns)),
            host.tables_gib(size, share),
            np.nan,
        ),
        (TABLES, LEARNS, "dataset_gb", "boosting_device_share"),
        ("tables_on_cards_gib",),
    ),
    Measure(
        "data_in_host_memory",
        lambda prepares, index, tables: sizing.choose_where(
            sizing.any_of(prepares), np.nan, sizing.first_known(index + tables, index, tables)
        ),
        (_NO_MODEL, "index_gib", "tables_in_memory_gib"),
        ("host_data_gib",),
    ),
    Measure(
        "data_without_a_model",
        lambda tables, learns, vectors, parameters: sizing.any_of(
            sizing.any_of(tables, ~np.isnan(vectors)) * np.isnan(parameters),
            sizing.all_of(sizing.any_of(tables), sizing.any_of(learns)),
        ),
        (TABLES, LEARNS, "vectors_m", "parameters_b"),
        ("works_on_data",),
    ),
    Measure(
        "memory_to_share_out",
        _shared_out,
        (
            _NO_MODEL,
            "works_on_data",
            TABLES,
            SERVES,
            TRAINS,
            "training_state_gib",
            "weights_gib",
            "kv_cache_gib",
            "expert_workspace_gib",
            "host_data_gib",
        ),
        ("sharded_memory_gib",),
    ),
    Measure(
        "memory_on_each_device",
        lambda no_model, on_data, trains, training, serving, reserve: (
            reserve
            + sizing.choose_where(
                sizing.any_of(no_model, on_data),
                0.0,
                sizing.choose_where(trains, training, serving),
            )
        ),
        (
            _NO_MODEL,
            "works_on_data",
            TRAINS,
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
        "memory_of_a_copy",
        lambda no_model, on_data, shared, cache: (
            shared - sizing.choose_where(sizing.any_of(no_model, on_data), 0.0, cache)
        ),
        (_NO_MODEL, "works_on_data", "sharded_memory_gib", "kv_cache_gib"),
        ("copy_memory_gib",),
    ),
    Measure(
        "cache_of_a_request",
        lambda no_model, on_data, takes_items, cache, requests: sizing.choose_where(
            sizing.any_of(no_model, on_data, takes_items), 0.0, sizing.ratio(cache, requests)
        ),
        (_NO_MODEL, "works_on_data", TAKES_ITEMS, "kv_cache_gib", "concurrency"),
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
            _NO_MODEL,
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
        (_NO_MODEL, "vocabulary_size", "serving_batched_tokens", "sampling_bytes_per_logit"),
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
    Measure(
        "training_arithmetic",
        training_time.training_exaflop,
        ("active_parameters_b", "training_tokens_b"),
        ("training_exaflop",),
    ),
    Measure(
        "arithmetic_of_an_item",
        lambda takes_items, parameters, positions: sizing.choose_where(
            takes_items, items.item_gflop(parameters, positions), float("nan")
        ),
        (TAKES_ITEMS, "active_parameters_b", "tokens_per_item"),
        ("item_gflop",),
    ),
    Measure(
        "checkpoint", memory.weights_gib, ("parameters_b", "checkpoint_bytes"), ("checkpoint_gib",)
    ),
    Measure(
        "gradients_of_a_step",
        memory.weights_gib,
        ("parameters_b", "exchange_bytes"),
        ("gradient_gib",),
    ),
)


def measure_workloads(frame: Frame, rulebook: Rulebook) -> None:
    """Fill the columns of the workload scope."""
    look_up(frame, rulebook, "precisions", "precision", ("weight_bytes",))
    look_up(frame, rulebook, "precisions", "kv_precision", ("kv_bytes",))
    methods = columns_of(rulebook, "training_methods", "workload")
    look_up(frame, rulebook, "training_methods", "fine_tuning_method", methods)
    measure(frame, MEASURES, rulebook)
    measure_regions(frame, rulebook)
