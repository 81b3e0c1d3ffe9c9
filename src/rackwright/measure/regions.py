"""Which regions of providers a workload may use, and how far they are from its users."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rackwright.catalog import CatalogRow
from rackwright.errors import UsageError
from rackwright.frames import Frame, OriginAt
from rackwright.quantities.network import great_circle_km, round_trip_ms
from rackwright.records import Calculated, Origin, fact_id
from rackwright.rulebook.model import Kind, Rulebook

KINDS = ("cloud", "hosted")
"""What a region of the catalogue offers."""

_SAID = ("residency_place", "user_places")

Matrix = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class _Regions:
    """The regions of one kind: which rows they are, where they may serve, how far they are."""

    rows: NDArray[np.intp]
    """Positions among all regions of the catalogue."""
    inside: Mask
    """(places, regions): whether data of a place may lie in a region."""
    delay_ms: Matrix
    """(places, regions): round trip to the users of a place."""


def measure_regions(workloads: Frame, rulebook: Rulebook) -> None:
    """For each kind: whether data may lie in a region of it, the nearest one, and its delay.

    Nothing is filled in for a workload that names neither a place of its data nor of its users.
    """
    _put_places(workloads, rulebook)
    for kind in KINDS:
        regions = _regions(rulebook, kind)
        allowed = _allowed(workloads, regions)
        delay = _delay(workloads, regions)
        _put(workloads, kind, regions, allowed, delay)


def _put_places(workloads: Frame, rulebook: Rulebook) -> None:
    """The places of the catalogue that the user's words for regions mean, where it has them."""
    for name, said in zip(_SAID, ("data_residency", "user_regions"), strict=True):
        found = [_places(words, rulebook) for words in workloads.get(said)]
        is_set = workloads.vocabulary[name].kind is Kind.SET
        values = [places if is_set or places is None else places[0] for places in found]
        origins: list[Origin | None] = [
            Calculated("place_by_name", (fact_id(subject, said),)) if value else None
            for subject, value in zip(workloads.subjects, values, strict=True)
        ]
        workloads.put_values(name, values, origins)


def _places(words: str | None, rulebook: Rulebook) -> tuple[str, ...] | None:
    """The known places among names in a list; None when none is known."""
    names = [] if words is None else [words, *words.split(", ")]
    found = dict.fromkeys(place for name in names if (place := _place(name, rulebook)))
    return tuple(found) or None


def _place(name: str, rulebook: Rulebook) -> str | None:
    try:
        return rulebook.catalog.find("places", name).id
    except UsageError:
        return None


def _regions(rulebook: Rulebook, kind: str) -> _Regions:
    tables = rulebook.catalog.tables
    places, everywhere = tuple(tables["places"].values()), tuple(tables["regions"].values())
    rows = [at for at, region in enumerate(everywhere) if region.text("region_kind") == kind]
    regions = [everywhere[at] for at in rows]
    inside = np.array([[_is_inside(r, p, tables["places"]) for r in regions] for p in places])
    latitude, longitude = _position(places)
    other_latitude, other_longitude = _position(regions)
    distance = great_circle_km(
        latitude[:, None], longitude[:, None], other_latitude, other_longitude
    )
    return _Regions(
        np.array(rows, dtype=np.intp),
        inside.reshape(len(places), len(rows)).astype(bool),
        round_trip_ms(distance),
    )


def _is_inside(region: CatalogRow, place: CatalogRow, places: Mapping[str, CatalogRow]) -> bool:
    home = region.text("place") or ""
    return place.id in (home, places[home].text("within"))


def _position(rows: tuple[CatalogRow, ...] | list[CatalogRow]) -> tuple[Matrix, Matrix]:
    latitude, longitude = (
        np.array([row.number(name) or 0.0 for row in rows], dtype=np.float64)
        for name in ("latitude", "longitude")
    )
    return latitude, longitude


def _allowed(workloads: Frame, regions: _Regions) -> Mask:
    """(workloads, regions): all where no place binds the data."""
    home = workloads.get("residency_place")
    return np.where((home < 0)[:, None], True, regions.inside[np.maximum(home, 0)])


def _delay(workloads: Frame, regions: _Regions) -> Matrix:
    """(workloads, regions): to the users farthest away; 0 where it is not said where they are."""
    bits = workloads.get("user_places")
    n_places = len(regions.delay_ms)
    here = (np.maximum(bits, 0)[:, None] >> np.arange(n_places)) & 1
    worst = [
        np.where(chosen[:, None] == 1, regions.delay_ms, 0.0).max(axis=0, initial=0.0)
        for chosen in here
    ]
    return np.array(worst, dtype=np.float64).reshape(len(workloads), len(regions.rows))


def _put(workloads: Frame, kind: str, regions: _Regions, allowed: Mask, delay: Matrix) -> None:
    home, users = (workloads.get(name) for name in _SAID)
    told = ((home >= 0) | (users >= 0)) & ~_bound_to_an_unknown_place(workloads)
    found = told & allowed.any(axis=1)
    best = np.where(allowed, delay, np.inf).argmin(axis=1) if len(regions.rows) else home * 0
    nearest = np.where(found, best, 0)
    region = np.where(found, regions.rows[nearest] if len(regions.rows) else -1, -1)
    waits = np.where(found & (users >= 0), delay[np.arange(len(found)), nearest], np.nan)
    origin = _origin(workloads, kind)
    workloads.put(f"{kind}_region_available", np.where(told, found, -1).astype(np.int8), origin)
    workloads.put(f"{kind}_region", region.astype(np.int32), origin)
    workloads.put(f"{kind}_round_trip_ms", waits, origin)


def _bound_to_an_unknown_place(workloads: Frame) -> Mask:
    named = np.array([name is not None for name in workloads.get("data_residency")], dtype=bool)
    bound = named | (workloads.get("residency_required") == 1)
    return np.asarray(bound & (workloads.get("residency_place") < 0), dtype=bool)


def _origin(workloads: Frame, kind: str) -> OriginAt:
    def origin(row: int) -> Calculated:
        known = (n for n in _SAID if workloads.value(row, n) is not None)
        inputs = tuple(fact_id(workloads.subjects[row], name) for name in known)
        return Calculated(f"nearest_{kind}_region", inputs)

    return origin
