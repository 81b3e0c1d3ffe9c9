"""What no device decides: weights, demand, memory, arithmetic."""

from __future__ import annotations

import numpy as np

from rackwright.frames import Frame
from rackwright.measure.catalogued import columns_of, look_up
from rackwright.measure.data_in_memory import DATA
from rackwright.measure.demand import DEMAND
from rackwright.measure.kinds import NO_MODEL, SERVES, TABLES, TAKES_ITEMS, TRAINS
from rackwright.measure.machinery import Measure, measure
from rackwright.measure.regions import measure_regions
from rackwright.measure.serving_memory import COPY, SERVING
from rackwright.measure.training_memory import TRAINING
from rackwright.quantities import architecture, items, memory, serving_speed, sizing, training_time
from rackwright.quantities.arrays import Array, known_or_zero
from rackwright.rulebook.model import Rulebook


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
    held = known_or_zero(weights) + sizing.choose_where(asks_tables, known_or_zero(data), data)
    modelled = sizing.choose_where(trains, state, weights + cache + experts)
    return sizing.choose_where(no_model, 0.0, sizing.choose_where(on_data, held, modelled))


_MODEL = (
    Measure(
        "embeddings_and_head",
        architecture.embedding_parameters_b,
        ("vocabulary_size", "hidden_size", "tied_embeddings"),
        ("embedding_parameters_b",),
        needs=("vocabulary_size", "hidden_size"),
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
        needs=("parameters_b", "weight_bytes"),
    ),
    Measure(
        "active_weights",
        memory.weights_gib,
        ("active_parameters_b", "weight_bytes", "kept_parameters_b"),
        ("active_weights_gib",),
        needs=("active_parameters_b", "weight_bytes"),
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
        needs=("weights_gib", "concurrency"),
    ),
)
"""Weights, all and those at work."""

_MEMORY = (
    Measure(
        "memory_to_share_out",
        _shared_out,
        (
            NO_MODEL,
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
            NO_MODEL,
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
)
"""What devices share out and what each keeps."""

_ARITHMETIC = (
    Measure(
        "training_arithmetic",
        training_time.training_exaflop,
        ("active_parameters_b", "training_tokens_b"),
        ("training_exaflop",),
        needs=("active_parameters_b", "training_tokens_b"),
    ),
    Measure(
        "arithmetic_of_an_item",
        lambda takes_items, parameters, positions: sizing.choose_where(
            takes_items, items.item_gflop(parameters, positions), float("nan")
        ),
        (TAKES_ITEMS, "active_parameters_b", "tokens_per_item"),
        ("item_gflop",),
        needs=("active_parameters_b", "tokens_per_item"),
    ),
    Measure(
        "checkpoint",
        memory.weights_gib,
        ("parameters_b", "checkpoint_bytes"),
        ("checkpoint_gib",),
        needs=("parameters_b", "checkpoint_bytes"),
    ),
    Measure(
        "gradients_of_a_step",
        memory.weights_gib,
        ("parameters_b", "exchange_bytes"),
        ("gradient_gib",),
        needs=("parameters_b", "exchange_bytes"),
    ),
)
"""Arithmetic and exchange of the work."""

MEASURES = (*_MODEL, *DEMAND, *SERVING, *TRAINING, *DATA, *_MEMORY, *COPY, *_ARITHMETIC)


def measure_workloads(frame: Frame, rulebook: Rulebook) -> None:
    """Fill the columns of the workload scope."""
    look_up(frame, rulebook, "precisions", "precision", ("weight_bytes",))
    look_up(frame, rulebook, "precisions", "kv_precision", ("kv_bytes",))
    methods = columns_of(rulebook, "training_methods", "workload")
    look_up(frame, rulebook, "training_methods", "fine_tuning_method", methods)
    measure(frame, MEASURES, rulebook)
    measure_regions(frame, rulebook)
