"""What follows from the shape of a model that the user describes instead of naming one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rackwright.frames import Frame, OriginAt
from rackwright.quantities import architecture
from rackwright.quantities.arrays import Array
from rackwright.records import Calculated, fact_id

_SHAPE = (
    "layers",
    "hidden_size",
    "attention_heads",
    "kv_heads",
    "head_dim",
    "vocabulary_size",
    "ffn_size",
    "gated_mlp",
    "tied_embeddings",
    "experts",
    "experts_per_token",
)
"""Fields of a model's configuration from which its parameters can be counted."""


def measure_shape(workloads: Frame) -> None:
    """Fill heads, parameters and active parameters where the stated shape tells them.

    What is stated, or comes from a named model, stays as it is.
    """
    _fill(workloads, "kv_heads", "heads_that_share_nothing", ("attention_heads",), _heads)
    _fill(workloads, "head_dim", "width_of_a_head", ("hidden_size", "attention_heads"), _width)
    _fill(workloads, "parameters_b", "parameters_of_the_shape", _SHAPE, _every)


def measure_active_parameters(workloads: Frame) -> None:
    """Fill the parameters at work on a token: fewer than all only where experts are stated."""
    name = "active_parameters_b"
    _fill(workloads, name, "parameters_at_work_of_the_shape", _SHAPE, _at_work)
    _fill(workloads, name, "every_parameter_at_work", ("parameters_b",), lambda every: every)


def _heads(attention_heads: Array) -> Array:
    return attention_heads


def _width(hidden: Array, heads: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return hidden / heads


def _every(*shape: Array) -> Array:
    return _count(shape, shape[-2])


def _at_work(*shape: Array) -> Array:
    *_, experts, used = shape
    return np.where(np.isnan(experts), np.nan, _count(shape, used))


def _count(shape: tuple[Array, ...], counted: Array) -> Array:
    layers, hidden, heads, kv_heads, width, vocabulary, ffn, gated, tied, experts, _ = shape
    gated = np.where(gated == 0, 0.0, 1.0)
    network = architecture.feed_forward_parameters(hidden, ffn, gated)
    mixture = architecture.mixture_parameters(hidden, network, experts, counted)
    return architecture.parameter_count_b(
        layers,
        architecture.attention_parameters(hidden, heads, kv_heads, width),
        np.where(np.isnan(experts), network, mixture),
        0.0,
        0.0,
        architecture.embedding_parameters_b(vocabulary, hidden, tied),
    )


def _fill(
    workloads: Frame,
    name: str,
    kernel: str,
    inputs: tuple[str, ...],
    values: Callable[..., Array],
) -> None:
    if workloads.whole(name):
        return
    columns = [_number(workloads, one) for one in inputs]
    workloads.fill(name, values(*columns), _calculated(workloads, kernel, inputs))


def _number(workloads: Frame, name: str) -> Array:
    column = workloads.get(name)
    if column.dtype == np.float64:
        return column
    return np.where(column < 0, np.nan, column.astype(np.float64))


def _calculated(workloads: Frame, kernel: str, inputs: tuple[str, ...]) -> OriginAt:
    def origin(row: int) -> Calculated:
        known = (one for one in inputs if workloads.value(row, one) is not None)
        return Calculated(kernel, tuple(fact_id(workloads.subjects[row], one) for one in known))

    return origin
