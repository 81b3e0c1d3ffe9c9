"""What data takes in memory: an index of vectors, tables, what a host keeps beside."""

from __future__ import annotations

import numpy as np

from rackwright.measure.kinds import LEARNS, NO_MODEL, SERVES, TABLES
from rackwright.measure.machinery import Measure
from rackwright.quantities import host, sizing

DATA = (
    Measure(
        "vector_index",
        host.vector_index_gib,
        ("vectors_m", "vector_dimensions", "index_links"),
        ("index_gib",),
        needs=("vectors_m", "vector_dimensions"),
    ),
    Measure(
        "tables_in_memory",
        lambda tables, serves, prepares, size, growth: sizing.choose_where(
            sizing.any_of(prepares, sizing.any_of(tables) * (1.0 - sizing.any_of(serves))),
            host.tables_gib(size, growth),
            np.nan,
        ),
        (TABLES, SERVES, NO_MODEL, "dataset_gb", "table_memory_growth"),
        ("tables_in_memory_gib",),
        needs=("dataset_gb",),
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
        needs=("dataset_gb",),
    ),
    Measure(
        "data_in_host_memory",
        lambda prepares, index, tables: sizing.choose_where(
            sizing.any_of(prepares), np.nan, sizing.first_known(index + tables, index, tables)
        ),
        (NO_MODEL, "index_gib", "tables_in_memory_gib"),
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
)
"""Data that must lie in memory to be worked on."""
