"""Which regions of providers a workload may use, and how far they are from its users."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rackwright.catalog import CatalogRow
from rackwright.errors import UsageError
from rackwright.frames import Frame, OriginAt, encode, known, unknown_column
from rackwright.measure.kept import kept_by_catalogue
from rackwright.quantities.network import great_circle_km, round_trip_ms
from rackwright.records import Calculated, fact_id
from rackwright.rulebook.model import Attribute, Kind, Rulebook

KINDS = ("cloud", "hosted")
"""What a region of the catalogue offers."""

_TOLD = ("data_residency", "user_regions")
"""What users call the places of their data and of their users."""
_SAID = ("residency_place", "user_places")
"""The places of the catalogue that they mean."""

Matrix = NDArray[np.float64]
Mask = NDArray[np.bool_]
Places = NDArray[np.int64]
"""Positions or sets of places of the catalogue, or positions of regions; -1 where unknown."""


@dataclass(frozen=True, eq=False, slots=True)
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
    if not any(map(workloads.holds, _TOLD)):
        return
    _put_places(workloads, rulebook)
    home, users, which = _situations(workloads)
    bound = _bound_to_an_unknown_place(workloads)
    for kind in KINDS:
        regions = _regions(rulebook, kind)
        nearest, delay = _nearest(home, users, regions)
        _put(workloads, kind, regions, nearest[which], delay[which], bound)


def _put_places(workloads: Frame, rulebook: Rulebook) -> None:
    """The places of the catalogue that the user's words for regions mean, where it has them."""
    for name, said in zip(_SAID, _TOLD, strict=True):
        attribute = workloads.vocabulary[name]
        words = workloads.get(said).tolist()
        codes = {one: _code(attribute, _places(one, rulebook)) for one in dict.fromkeys(words)}
        column = unknown_column(attribute, len(words))
        column[:] = [codes[one] for one in words]
        workloads.put(name, column, _by_name(workloads, said))


def _code(attribute: Attribute, places: tuple[str, ...] | None) -> int:
    is_set = attribute.kind is Kind.SET
    return int(encode(attribute, places if is_set or places is None else places[0]))


def _by_name(workloads: Frame, said: str) -> OriginAt:
    return lambda row: Calculated("place_by_name", (fact_id(workloads.subjects[row], said),))


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


@kept_by_catalogue
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


def _situations(workloads: Frame) -> tuple[Places, Places, NDArray[np.intp]]:
    """Each different pair of a home of data and places of users, and the pair of each workload."""
    home, users = (workloads.get(name).astype(np.int64) for name in _SAID)
    n_homes = len(workloads.vocabulary[_SAID[0]].values) + 1
    pairs, which = np.unique((users + 1) * n_homes + home + 1, return_inverse=True)
    return pairs % n_homes - 1, pairs // n_homes - 1, which


def _nearest(home: Places, users: Places, regions: _Regions) -> tuple[Places, Matrix]:
    """For each pair the nearest region where its data may lie, -1 for none, and the delay to it."""
    if not len(regions.rows):
        return np.full(len(home), -1), np.full(len(home), np.nan)
    allowed = _allowed(home, regions)
    delay = _delay(users, regions)
    nearest = np.where(allowed, delay, np.inf).argmin(axis=1)
    waits = np.where(users < 0, np.nan, delay[np.arange(len(home)), nearest])
    return np.where(allowed.any(axis=1), nearest, -1), waits


def _allowed(home: Places, regions: _Regions) -> Mask:
    """(pairs, regions): all where no place binds the data."""
    return np.where((home < 0)[:, None], True, regions.inside[np.maximum(home, 0)])


def _delay(users: Places, regions: _Regions) -> Matrix:
    """(pairs, regions): to the users farthest away; 0 where it is not said where they are."""
    worst = np.zeros((len(users), len(regions.rows)))
    named = np.maximum(users, 0)
    for place in _members(int(np.bitwise_or.reduce(named))):
        here = (named >> place) & 1
        np.maximum(worst, regions.delay_ms[place] * here[:, None], out=worst)
    return worst


def _members(mask: int) -> Iterator[int]:
    """The positions of the members of a set."""
    return (place for place in range(mask.bit_length()) if mask >> place & 1)


def _put(
    workloads: Frame, kind: str, regions: _Regions, nearest: Places, delay: Matrix, bound: Mask
) -> None:
    home, users = (workloads.get(name) for name in _SAID)
    told = ((home >= 0) | (users >= 0)) & ~bound
    found = told & (nearest >= 0)
    region = np.full(len(found), -1, dtype=np.int32)
    region[found] = regions.rows[nearest[found]]
    origin = _origin(workloads, kind)
    workloads.put(f"{kind}_region_available", np.where(told, found, -1).astype(np.int8), origin)
    workloads.put(f"{kind}_region", region, origin)
    workloads.put(f"{kind}_round_trip_ms", np.where(found, delay, np.nan), origin)


def _bound_to_an_unknown_place(workloads: Frame) -> Mask:
    residency = workloads.get("data_residency")
    bound = known(Kind.TEXT, residency) | (workloads.get("residency_required") == 1)
    return np.asarray(bound & (workloads.get("residency_place") < 0), dtype=bool)


def _origin(workloads: Frame, kind: str) -> OriginAt:
    def origin(row: int) -> Calculated:
        known = (n for n in _SAID if workloads.value(row, n) is not None)
        inputs = tuple(fact_id(workloads.subjects[row], name) for name in known)
        return Calculated(f"nearest_{kind}_region", inputs)

    return origin
