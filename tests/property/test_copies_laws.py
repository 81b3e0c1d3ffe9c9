"""Laws of copies that serve side by side: against a search that tries everything, one by one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rackwright.quantities import memory
from rackwright.quantities.fewest_copies import fewest_copies

NAN = float("nan")
Load = dict[str, float]

LOADS = st.fixed_dictionaries(
    {
        "sequences": st.integers(1, 3_000).map(float),
        "copy_gib": st.sampled_from((0.0, 1.0, 15.0, 70.0, 131.0, 640.0, 1_500.0)),
        "sequence_gib": st.sampled_from((0.0, 0.125, 0.5, 2.5, 20.0)),
        "step_gib": st.sampled_from((0.5, 1.0, 4.0)),
        "sampling_gib": st.sampled_from((0.0, 0.005, 0.02)),
        "free_gib": st.sampled_from((0.25, 13.0, 19.0, 38.0, 71.0, 125.0)),
        "group_gib": st.sampled_from((0.0, 1.1)),
        "devices_per_server": st.sampled_from((1.0, 4.0, 8.0, 12.0, 16.0, 72.0)),
        "weights_ms": st.floats(0.1, 400.0),
        "sequence_ms": st.floats(0.01, 20.0),
        "computing_ms": st.floats(0.01, 5.0),
        "exchange_start_ms": st.sampled_from((NAN, 0.0, 0.6, 2.5)),
        "exchange_near_ms": st.sampled_from((NAN, 0.0, 0.01, 0.08)),
        "exchange_far_ms": st.sampled_from((NAN, 0.0, 0.08, 0.5)),
        "linked_devices": st.sampled_from((2.0, 8.0, 72.0)),
        "routed": st.sampled_from((NAN, 0.75, 3.0)),
        "interval_ms": st.sampled_from((NAN, 50.0, 200.0)),
        "tokens_per_second": st.sampled_from((NAN, 10.0, 1_000.0, 50_000.0)),
        "least_group": st.sampled_from((NAN, 1.0, 3.0, 8.0)),
        "devices_of_work": st.sampled_from((NAN, 1.0, 7.0, 200.0)),
        "headroom": st.sampled_from((1.0, 1.5)),
    }
)
JOINED = st.booleans()
MANY = settings(max_examples=150, deadline=None)


def placed(load: Load, joined: bool) -> Load:
    """The load on devices that a fabric joins, or in slots of which four work well together."""
    most = load["devices_per_server"]
    return load | {"joined": float(joined), "widest_group": most if joined else min(most, 4.0)}


def fewest(load: Load) -> tuple[float, float, float]:
    devices, count, most = (found.item() for found in fewest_copies(**load))
    return devices, count, most


def sizes(load: Load) -> list[float]:
    """All groups inside a server, then whole servers, up to more than any load here needs."""
    most = load["devices_per_server"]
    inside = [2.0**k for k in range(7) if 2.0**k < most] + [most]
    return inside + [most * n for n in range(2, 60)]


def most_of_a_copy(load: Load, devices: float) -> float:
    """The most requests that one copy takes, by asking memory and pace about every number."""
    low, high = 0, int(load["sequences"])
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(load, devices, middle) else (low, middle - 1)
    return low


def holds(load: Load, devices: float, requests: float) -> bool:
    shared = load["copy_gib"] + requests * load["sequence_gib"]
    working = max(load["step_gib"], requests * load["sampling_gib"])
    buffers = load["group_gib"] if devices > 1 else 0.0
    fits = shared / devices + working + buffers <= load["free_gib"] * (1 + 1e-12)
    return fits and keeps_pace(load, devices, requests)


def keeps_pace(load: Load, devices: float, requests: float) -> bool:
    widest = load["widest_group"]
    if math.isnan(load["interval_ms"]) or not in_time(load, widest, 1.0, widest):
        return True
    turns = max(devices / widest, 1.0)
    return in_time(load, min(devices, widest), requests / turns, devices)


def in_time(load: Load, devices: float, requests: float, group: float) -> bool:
    """Whether devices read in time what their turn of a group leaves to them."""
    reading = (load["weights_ms"] + requests * load["sequence_ms"]) / devices
    time = reading + exchange(load, group, requests * max(group / devices, 1.0))
    return time <= load["interval_ms"] * (1 + 1e-12)


def exchange(load: Load, devices: float, requests: float) -> float:
    """What the devices of a group exchange in a step; nothing where that is not known."""
    if devices == 1:
        return 0.0
    start, near, far = (
        0.0 if math.isnan(load[name]) else load[name]
        for name in ("exchange_start_ms", "exchange_near_ms", "exchange_far_ms")
    )
    token = max(near, far) if devices > load["linked_devices"] else near
    routed = 1.0 if math.isnan(load["routed"]) else min(load["routed"] / devices, 1.0)
    return start + requests * token * (devices - 1) / devices * routed


def number_of_copies(load: Load, devices: float) -> float | None:
    """Copies that a load takes if each is shared by so many devices; None where that is no use."""
    most = most_of_a_copy(load, devices)
    if most < 1 or devices < least_group(load):
        return None
    ms = max(load["weights_ms"] / most + load["sequence_ms"], load["computing_ms"])
    ms += devices * exchange(load, devices, most) / most
    work = [load["tokens_per_second"] * ms / 1000, load["devices_of_work"]]
    shares = [load["sequences"] / most, *(w / devices for w in work if not math.isnan(w))]
    return math.ceil(max(shares) * (1 - 1e-12))


def least_group(load: Load) -> float:
    """The group that a wait asks for: no larger than the largest that works well together."""
    least, most, widest = (
        load[name] for name in ("least_group", "devices_per_server", "widest_group")
    )
    largest = most if widest >= most else 2.0 ** math.floor(math.log2(widest))
    return 1.0 if math.isnan(least) else min(least, largest)


def lacking(load: Load, devices: float, all_devices: float) -> float:
    """The share of the room wanted that copies do not have."""
    wanted = load["headroom"] * load["sequences"]
    most = most_of_a_copy(load | {"sequences": math.ceil(wanted)}, devices)
    return round(max(1 - all_devices / devices * most / wanted, 0.0), 9)


def everything_tried(load: Load) -> dict[float, float]:
    """Devices in all for every size of group inside a server that is of use."""
    tried = {n: number_of_copies(load, n) for n in sizes(load) if n <= load["devices_per_server"]}
    return {n: n * count for n, count in tried.items() if count is not None}


class TestAgainstTryingEverything:
    @given(load=LOADS, joined=JOINED)
    @MANY
    def test_no_group_inside_a_server_takes_fewer_devices(self, load: Load, joined: bool) -> None:
        load = placed(load, joined)
        devices, count, _ = fewest(load)
        tried = everything_tried(load)
        linked = {n: all_ for n, all_ in tried.items() if joined or n <= load["widest_group"]}
        best = min(
            (linked or tried).items(),
            key=lambda one: (one[1], lacking(load, *one), one[0]),
            default=None,
        )
        if best is None:
            assert devices == 0 or devices > load["devices_per_server"]
        else:
            assert (devices, devices * count) == best

    @given(load=LOADS, joined=JOINED)
    @MANY
    def test_what_is_taken_serves_the_load(self, load: Load, joined: bool) -> None:
        load = placed(load, joined)
        devices, count, most = fewest(load)
        if devices == 0:
            assert not any(holds(load, n, 1) for n in sizes(load)[:60])
            return
        assert memory.whole_groups(devices, load["devices_per_server"]).item() == devices
        assert most == pytest.approx(most_of_a_copy(load, devices))
        assert count == number_of_copies(load, devices)

    @given(load=LOADS, joined=JOINED)
    @MANY
    def test_a_copy_spans_servers_only_where_none_holds_it(self, load: Load, joined: bool) -> None:
        load = placed(load, joined)
        if fewest(load)[0] > load["devices_per_server"]:
            assert not any(
                holds(load, n, 1) for n in sizes(load) if n <= load["devices_per_server"]
            )

    @given(load=LOADS, joined=JOINED)
    @MANY
    def test_what_devices_exchange_never_makes_a_load_take_fewer_of_them(
        self, load: Load, joined: bool
    ) -> None:
        load = placed(load, joined)
        unheard = dict.fromkeys(("exchange_start_ms", "exchange_near_ms", "exchange_far_ms"), 0.0)
        if 0 < fewest(load | unheard)[0] <= load["devices_per_server"]:
            assert total(load) >= total(load | unheard)


class TestOrder:
    @given(load=LOADS, joined=JOINED, more=st.sampled_from((1.5, 2.0, 7.0)))
    @MANY
    def test_more_load_never_takes_fewer_devices(
        self, load: Load, joined: bool, more: float
    ) -> None:
        load = placed(load, joined)
        for name in ("tokens_per_second", "devices_of_work", "least_group"):
            assert total(load | {name: load[name] * more}) >= total(load), name

    @given(load=LOADS, joined=JOINED, more=st.integers(1, 3_000))
    @MANY
    def test_more_users_never_take_fewer_devices(
        self, load: Load, joined: bool, more: float
    ) -> None:
        load = placed(load, joined) | {"tokens_per_second": NAN}
        after = load | {"sequences": load["sequences"] + more}
        if fewest(load)[0] > load["devices_per_server"]:
            load, after = load | {"devices_of_work": NAN}, after | {"devices_of_work": NAN}
        assert total(after) >= total(load)

    @given(load=LOADS, joined=JOINED)
    @MANY
    def test_larger_devices_never_make_more_of_them_necessary(
        self, load: Load, joined: bool
    ) -> None:
        load = placed(load, joined)
        devices, count, _ = fewest(load)
        if 0 < devices <= load["widest_group"]:
            assert total(load | {"free_gib": load["free_gib"] * 2}) <= devices * count


class TestAgainstOneCopy:
    @given(load=LOADS, joined=JOINED)
    @MANY
    def test_copies_never_take_more_devices_than_one_copy_in_a_server_would(
        self, load: Load, joined: bool
    ) -> None:
        load = placed(load, joined)
        in_one = [n for n in sizes(load) if number_of_copies(load, n) == 1]
        linked = [n for n in in_one if n <= load["widest_group"]]
        must_span = joined and not everything_tried(load)
        allowed = [*linked, *([whole_servers(load)] if must_span else [])]
        for devices in allowed:
            if devices in in_one:
                assert total(load) <= devices

    @given(load=LOADS, joined=JOINED)
    @MANY
    def test_one_user_takes_the_smallest_group_that_holds_a_copy(
        self, load: Load, joined: bool
    ) -> None:
        load = placed(load, joined) | {
            "sequences": 1.0,
            "tokens_per_second": NAN,
            "devices_of_work": NAN,
            "interval_ms": NAN,
            "least_group": NAN,
        }
        devices, count, _ = fewest(load)
        assert devices == whole_servers(load)
        assert count == (1 if devices else 0)


def whole_servers(load: Load) -> float:
    """Devices that hold the whole load in one copy, as they are counted without copies."""
    requests = load["sequences"]
    return memory.devices_needed(
        load["copy_gib"] + requests * load["sequence_gib"],
        max(load["step_gib"], requests * load["sampling_gib"]),
        load["free_gib"],
        load["devices_per_server"],
        load["group_gib"],
    ).item()


def total(load: Load) -> float:
    devices, count, _ = fewest(load)
    return devices * count


@given(loads=st.lists(LOADS, min_size=2, max_size=6), joined=JOINED)
@settings(max_examples=60, deadline=None)
def test_rows_do_not_see_each_other(loads: list[Load], joined: bool) -> None:
    rows = [placed(load, joined) for load in loads]
    columns: dict[str, Any] = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    together = np.stack(fewest_copies(**columns), axis=-1)
    np.testing.assert_array_equal(together, [fewest(row) for row in rows])


@given(load=LOADS, joined=JOINED, name=st.sampled_from(("copy_gib", "sequence_gib", "free_gib")))
@settings(max_examples=60, deadline=None)
def test_unknown_memory_leaves_the_count_unknown(load: Load, joined: bool, name: str) -> None:
    assert all(map(math.isnan, fewest(placed(load, joined) | {name: NAN})))
