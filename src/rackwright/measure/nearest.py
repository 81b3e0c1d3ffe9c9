"""What comes closest where nothing serves a workload: by memory, number, wait, or at the edge."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from rackwright.frames import Frame
from rackwright.quantities import sizing
from rackwright.records import Calculated, Entity, Origin, fact_id
from rackwright.rulebook.model import Rulebook

_MARGIN = "device_memory_margin_gib"

Rows = NDArray[np.intp]
Found = NDArray[np.bool_]
Figures = NDArray[np.float64]


def put_nearest(plan: Frame, workloads: Frame, rulebook: Rulebook) -> None:
    """Name for each plan the devices that lack least of what rules a workload out everywhere."""
    options = workloads.parents[Entity.OPTION][0]
    unserved = _unserved(workloads, options)
    if not unserved.any():
        return
    holds = unserved & (options.get("comparable") == 1)
    _put_by_memory(plan, options, unserved)
    _put_by_number(plan, options, holds, rulebook.parameters["largest_run_devices"].value)
    _put_by_wait(plan, options, holds)
    _put_at_the_edge(plan, options, holds)


def _unserved(workloads: Frame, options: Frame) -> Found:
    nothing = workloads.get("choice") == workloads.vocabulary["choice"].codes["nothing_fits"]
    return np.asarray(nothing[options.parents[Entity.WORKLOAD][1]])


def _put_by_memory(plan: Frame, options: Frame, unserved: Found) -> None:
    margin = options.get(_MARGIN)
    runs = (
        (options.get("class_matches") == 1)
        & (options.get("precision_supported") != 0)
        & (options.get("frameworks_supported") != 0)
    )
    rows = _least(options, unserved & runs & (margin < 0), -margin, len(plan))
    _put(plan, options, rows, "nearest_device", {"nearest_shortfall_gib": -margin})


def _put_by_number(plan: Frame, options: Frame, holds: Found, most: float) -> None:
    devices = options.get("devices_needed")
    rows = _least(options, holds & (devices > most), devices, len(plan))
    _put(plan, options, rows, "fewest_device", {"fewest_devices": devices})


def _put_by_wait(plan: Frame, options: Frame, holds: Found) -> None:
    late = (options.get("first_token_margin_ms") < 0) | (options.get("item_margin_ms") < 0)
    wait = sizing.first_known(options.get("widest_first_token_ms"), options.get("item_wait_ms"))
    rows = _least(options, holds & late, wait, len(plan))
    _put(plan, options, rows, "fastest_device", {"fastest_wait_ms": wait})


def _put_at_the_edge(plan: Frame, options: Frame, holds: Found) -> None:
    devices = options.get("devices_needed")
    watts = devices * options.get("device_power_w")
    beyond = (options.get("edge_power_margin_w") < 0) | (options.get("edge_slots_margin") < 0)
    rows = _least(options, holds & beyond, watts, len(plan))
    figures = {"leanest_edge_devices": devices, "leanest_edge_w": watts}
    _put(plan, options, rows, "leanest_edge_device", figures)


def _least(options: Frame, candidates: Found, figure: Figures, n_plans: int) -> Rows:
    """For each plan the candidate with the least figure, the first of several, -1 for none."""
    rows = np.flatnonzero(candidates & ~np.isnan(figure))
    most_first = rows[np.lexsort((-rows, -figure[rows]))]
    least = np.full(n_plans, -1, dtype=np.intp)
    least[options.parents[Entity.PLAN][1][most_first]] = most_first
    return least


def _put(
    plan: Frame, options: Frame, rows: Rows, name: str, figures: Mapping[str, Figures]
) -> None:
    found = rows >= 0

    def origin(at: int) -> Origin:
        subject = options.subjects[int(rows[at])]
        basis = _MARGIN if name == "nearest_device" else "devices_needed"
        return Calculated(name, (fact_id(subject, basis),))

    devices = np.where(found, options.get("device")[rows], -1).astype(np.int32)
    plan.put(name, devices, origin)
    for figure, values in figures.items():
        plan.put(figure, np.where(found, values[rows], np.nan), origin)
