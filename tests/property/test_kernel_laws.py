"""Laws that kernels obey whatever the numbers: shapes, unknowns, order, scale, conservation."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rackwright.quantities import (
    architecture,
    copies,
    exchange,
    memory,
    money,
    power,
    room,
    serving_speed,
    training_memory,
    training_time,
)

Kernel = Callable[..., Any]


def decode_in_silence(
    memory_bandwidth_gb_s: Any,
    devices: Any,
    active_weights_gib: Any,
    kv_cache_gib: Any,
    concurrency: Any,
    tflops: Any,
    active_parameters_b: Any,
) -> Any:
    """Generation of devices that exchange nothing."""
    shape = (memory_bandwidth_gb_s, devices, active_weights_gib, kv_cache_gib, concurrency)
    return serving_speed.decode_tokens_per_second(
        *shape, tflops, active_parameters_b, 0.8, 0.25, 0.0
    )


KERNELS: tuple[Kernel, ...] = (
    architecture.attention_parameters,
    architecture.latent_attention_parameters,
    architecture.feed_forward_parameters,
    architecture.mixture_parameters,
    architecture.embedding_parameters_b,
    architecture.parameter_count_b,
    memory.kept_parameters_b,
    training_memory.gathered_layers_gib,
    memory.weights_gib,
    memory.kv_bytes_per_token,
    memory.kv_cache_gib,
    memory.serving_activations_gib,
    training_memory.training_state_gib,
    training_memory.training_activations_gib,
    memory.usable_memory_gib,
    memory.whole_groups,
    memory.devices_needed,
    memory.memory_fill,
    training_time.training_exaflop,
    training_time.training_days,
    training_time.devices_for_deadline,
    serving_speed.decode_tokens_per_second,
    serving_speed.devices_for_throughput,
    serving_speed.weights_read_gib,
    serving_speed.prefill_seconds,
    serving_speed.first_token_ms,
    serving_speed.reading_ms,
    serving_speed.token_interval_ms,
    serving_speed.devices_for_time,
    exchange.exchange_start_ms,
    exchange.exchange_token_ms,
    exchange.routed_like_sums,
    exchange.exchange_step_ms,
    copies.sequences_held,
    copies.sequences_in_pace,
    copies.devices_in_copies,
    copies.servers_of_copies,
    serving_speed.devices_for_requests,
    power.servers_needed,
    power.typical_power_kw,
    power.average_power_kw,
    room.rack_limit,
    power.rated_power_kw,
    power.heat_btu_per_hour,
    room.circuit_full_kw,
    room.circuit_capacity_kw,
    room.margin,
    room.ups_kva_needed,
    room.ups_server_equivalents,
    room.servers_per_rack,
    room.racks_needed,
    money.round_money,
    money.converted,
    money.purchase_cost,
    money.energy_cost,
    money.share_cost,
    money.monthly_times,
    money.rent_cost,
    money.per_month,
    money.break_even_utilization,
    money.break_even_months,
    money.amortized_monthly,
)

FLAGS = {"checkpointing", "redundant", "from_usd", "to_usd", "gated", "tied"}
COUNTS = {
    "layers": 128,
    "kv_heads": 128,
    "head_dim": 256,
    "kv_latent_dim": 1024,
    "sliding_window_layers": 64,
    "concurrency": 2048,
    "sequences": 2048,
    "experts": 256,
    "experts_per_token": 8,
    "linked_devices": 72,
    "widest_group": 72,
    "copies": 500,
    "devices_per_copy": 64,
    "sequences_per_copy": 2048,
    "batch_size": 64,
    "devices": 4096,
    "devices_per_server": 16,
    "feeds": 8,
    "servers": 1000,
    "servers_per_rack": 12,
}
RANGES = {
    "weight_bytes": (0.5, 4.0),
    "kv_bytes": (1.0, 2.0),
    "usable_fraction": (0.5, 1.0),
    "utilization": (0.1, 1.0),
    "bandwidth_efficiency": (0.3, 1.0),
    "compute_efficiency": (0.1, 1.0),
    "link_efficiency": (0.3, 0.5),
    "board_overhead": (1.0, 2.0),
    "continuous_fraction": (0.5, 1.0),
    "power_factor": (0.8, 1.0),
    "loading": (0.5, 1.0),
    "load_fraction": (0.1, 1.0),
    "fraction": (0.0, 1.0),
}

DOES_NOT_ASK_FOR = {
    # With a latent known, heads do not matter; without a window, every layer sees everything.
    ("kv_bytes_per_token", "kv_heads"),
    ("kv_bytes_per_token", "head_dim"),
    ("kv_bytes_per_token", "kv_latent_dim"),
    ("kv_cache_gib", "sliding_window_tokens"),
    # A vendor's rating and an estimate stand in for one another.
    ("rated_power_kw", "server_power_kw"),
    ("rated_power_kw", "device_power_w"),
    ("rated_power_kw", "host_power_kw"),
    ("rated_power_kw", "board_overhead"),
    ("circuit_capacity_kw", "feeds"),
    ("circuit_capacity_kw", "redundant"),
    ("converted", "twd_per_usd"),
    # Where nothing is published nothing is kept, and what is never said to idle does not.
    ("kept_parameters_b", "unquantised_parameters_b"),
    ("kept_parameters_b", "embedding_parameters_b"),
    ("embedding_parameters_b", "tied"),
    ("weights_read_gib", "experts"),
    ("weights_read_gib", "experts_per_token"),
    ("weights_read_gib", "active_weights_gib"),  # where every expert works all is read
    ("average_power_kw", "utilization"),
    # Where the shape of a model is not known, nothing is said of what its layers exchange.
    ("exchange_step_ms", "start_ms"),
    ("exchange_step_ms", "near_ms"),
    ("exchange_step_ms", "far_ms"),
    ("exchange_step_ms", "linked_devices"),
    ("exchange_step_ms", "routed"),
    # One known limit is enough to close a rack.
    ("rack_limit", "rack_power_kw"),
    ("rack_limit", "breaker_kw"),
    ("rack_limit", "rack_cooling_kw"),
}

GROWS_WITH = [
    (memory.weights_gib, "parameters_b"),
    (memory.weights_gib, "weight_bytes"),
    (memory.kv_cache_gib, "context_tokens"),
    (memory.kv_cache_gib, "concurrency"),
    (memory.kv_cache_gib, "sliding_window_tokens"),
    (memory.serving_activations_gib, "concurrency"),
    (memory.serving_activations_gib, "batched_tokens"),
    (training_memory.training_activations_gib, "batch_size"),
    (training_memory.training_activations_gib, "sequence_tokens"),
    (memory.memory_fill, "sharded_gib"),
    (memory.memory_fill, "floor_gib"),
    (memory.whole_groups, "devices"),
    (training_time.training_exaflop, "training_tokens_b"),
    (training_time.training_days, "exaflop"),
    (training_time.devices_for_deadline, "exaflop"),
    (serving_speed.devices_for_throughput, "output_tokens_per_second"),
    (serving_speed.decode_tokens_per_second, "devices"),
    (serving_speed.decode_tokens_per_second, "memory_bandwidth_gb_s"),
    (serving_speed.weights_read_gib, "sequences"),
    (serving_speed.first_token_ms, "prompt_tokens"),
    (serving_speed.token_interval_ms, "kv_cache_gib"),
    (serving_speed.token_interval_ms, "exchange_ms"),
    (serving_speed.devices_for_throughput, "exchange_ms"),
    (exchange.exchange_step_ms, "far_ms"),
    (exchange.exchange_step_ms, "sequences"),
    (copies.sequences_held, "free_gib"),
    (copies.sequences_held, "sequences"),
    (copies.sequences_in_pace, "interval_ms"),
    (copies.devices_in_copies, "sequences"),
    (copies.servers_of_copies, "copies"),
    (serving_speed.devices_for_requests, "requests_per_second"),
    (architecture.parameter_count_b, "layers"),
    (power.servers_needed, "devices"),
    (power.rated_power_kw, "devices"),
    (power.rated_power_kw, "device_power_w"),
    (room.circuit_capacity_kw, "amps"),
    (room.ups_kva_needed, "power_kw"),
    (room.servers_per_rack, "rack_power_kw"),
    (room.racks_needed, "servers"),
    (money.purchase_cost, "devices"),
    (money.energy_cost, "pue"),
    (money.rent_cost, "utilization"),
    (money.break_even_utilization, "own_total"),
    (money.break_even_months, "own_upfront"),
]

SHRINKS_WITH = [
    (memory.memory_fill, "usable_gib"),
    (memory.memory_fill, "devices"),
    (training_time.training_days, "devices"),
    (training_time.training_days, "utilization"),
    (training_time.devices_for_deadline, "target_days"),
    (serving_speed.first_token_ms, "devices"),
    (serving_speed.token_interval_ms, "memory_bandwidth_gb_s"),
    (copies.sequences_held, "copy_gib"),
    (copies.sequences_held, "sampling_gib"),
    (serving_speed.decode_tokens_per_second, "exchange_ms"),
    (copies.sequences_in_pace, "weights_ms"),
    (copies.sequences_in_pace, "exchange_ms"),
    (copies.sequences_in_pace, "exchange_of_each_ms"),
    (copies.devices_in_copies, "sequences_per_copy"),
    (room.servers_per_rack, "server_power_kw"),
    (room.margin, "load"),
    (money.per_month, "months"),
    (money.break_even_utilization, "rented_total"),
]

TWICE_AS_MUCH = [
    (memory.weights_gib, ("parameters_b",)),
    (memory.kv_bytes_per_token, ("kv_bytes",)),
    (memory.kv_cache_gib, ("concurrency",)),
    (memory.kv_cache_gib, ("kv_bytes_per_token",)),
    (memory.serving_activations_gib, ("concurrency", "batched_tokens")),
    (training_memory.training_state_gib, ("parameters_b",)),
    (training_memory.training_activations_gib, ("batch_size",)),
    (memory.usable_memory_gib, ("device_memory_gib",)),
    (training_time.training_exaflop, ("active_parameters_b",)),
    (training_time.training_days, ("exaflop",)),
    (decode_in_silence, ("devices",)),
    (decode_in_silence, ("memory_bandwidth_gb_s", "tflops")),
    (exchange.exchange_start_ms, ("layers",)),
    (exchange.exchange_token_ms, ("hidden_size",)),
    (exchange.exchange_step_ms, ("start_ms", "near_ms", "far_ms")),
    (power.heat_btu_per_hour, ("power_kw",)),
    (room.circuit_full_kw, ("amps",)),
    (room.margin, ("capacity", "load")),
    (room.ups_kva_needed, ("power_kw",)),
]

UNCHANGED = [
    (
        serving_speed.decode_tokens_per_second,
        ("active_weights_gib", "kv_cache_gib", "concurrency", "exchange_ms"),
    ),
    (exchange.exchange_token_ms, ("hidden_size", "link_gb_s")),
    (memory.memory_fill, ("sharded_gib", "floor_gib", "usable_gib")),
    (memory.memory_fill, ("sharded_gib", "devices")),
    (memory.devices_needed, ("sharded_gib", "floor_gib", "usable_gib")),
    (training_time.training_days, ("exaflop", "devices")),
    (training_time.devices_for_deadline, ("exaflop", "tflops")),
    (room.ups_server_equivalents, ("power_kw", "ordinary_server_kw")),
    (room.servers_per_rack, ("server_power_kw", "server_units", "rack_power_kw", "rack_units")),
    (money.break_even_utilization, ("own_total", "rented_total", "rented_full_use_compute")),
    (money.break_even_months, ("own_upfront", "own_monthly", "rented_monthly")),
]


def name_of(value: object) -> str:
    """How a parametrised case is called."""
    return getattr(value, "__name__", str(value))


def arguments(kernel: Kernel) -> list[str]:
    """The columns that a kernel must be given."""
    found = inspect.signature(kernel).parameters.values()
    return [one.name for one in found if one.default is inspect.Parameter.empty]


def values_of(argument: str) -> st.SearchStrategy[float]:
    """Plausible values of one argument, known and above zero where it matters."""
    if argument in FLAGS:
        return st.sampled_from((0.0, 1.0))
    if argument == "phases":
        return st.sampled_from((1.0, 3.0))
    if argument in COUNTS:
        return st.integers(1, COUNTS[argument]).map(float)
    low, high = RANGES.get(argument, (0.01, 100_000.0))
    return st.floats(low, high)


@st.composite
def rows(draw: st.DrawFn, kernel: Kernel, n_rows: int = 3) -> dict[str, np.ndarray]:
    """A few rows of plausible values for every argument of a kernel."""
    return {
        argument: np.array([draw(values_of(argument)) for _ in range(n_rows)])
        for argument in arguments(kernel)
    }


@pytest.mark.parametrize("kernel", KERNELS, ids=name_of)
class TestShapes:
    @settings(max_examples=10)
    @given(data=st.data())
    def test_result_has_the_shape_of_its_columns(self, kernel: Kernel, data: st.DataObject) -> None:
        columns = data.draw(rows(kernel))
        assert np.shape(kernel(**columns)) == (3,)

    def test_no_rows_give_no_rows(self, kernel: Kernel) -> None:
        columns = {argument: np.array([]) for argument in arguments(kernel)}
        assert np.shape(kernel(**columns)) == (0,)

    @settings(max_examples=10)
    @given(data=st.data())
    def test_each_row_stands_alone(self, kernel: Kernel, data: st.DataObject) -> None:
        columns = data.draw(rows(kernel))
        together = np.asarray(kernel(**columns))
        alone = [kernel(**{name: column[i] for name, column in columns.items()}) for i in range(3)]
        np.testing.assert_array_equal(together, alone)

    @settings(max_examples=10)
    @given(data=st.data())
    def test_one_number_stands_for_a_column_of_it(
        self, kernel: Kernel, data: st.DataObject
    ) -> None:
        columns = data.draw(rows(kernel))
        name = data.draw(st.sampled_from(arguments(kernel)))
        scalar = {**columns, name: float(columns[name][0])}
        column = {**columns, name: np.full(3, columns[name][0])}
        np.testing.assert_array_equal(np.broadcast_to(kernel(**scalar), (3,)), kernel(**column))

    @settings(max_examples=10)
    @given(data=st.data())
    def test_columns_are_left_as_they_were(self, kernel: Kernel, data: st.DataObject) -> None:
        columns = data.draw(rows(kernel))
        before = {name: column.copy() for name, column in columns.items()}
        kernel(**columns)
        for name, column in columns.items():
            np.testing.assert_array_equal(column, before[name])


@pytest.mark.parametrize("kernel", KERNELS, ids=name_of)
class TestUnknowns:
    @settings(max_examples=20)
    @given(data=st.data())
    def test_unknown_in_is_unknown_out_and_only_in_its_row(
        self, kernel: Kernel, data: st.DataObject
    ) -> None:
        columns = data.draw(rows(kernel))
        asked = [a for a in arguments(kernel) if (kernel.__name__, a) not in DOES_NOT_ASK_FOR]
        name = data.draw(st.sampled_from(asked))
        before = np.asarray(kernel(**columns))
        columns[name][1] = np.nan
        after = np.asarray(kernel(**columns))
        assert np.isnan(after[1])
        np.testing.assert_array_equal(after[[0, 2]], before[[0, 2]])

    @settings(max_examples=20)
    @given(data=st.data())
    def test_result_is_never_infinite(self, kernel: Kernel, data: st.DataObject) -> None:
        columns = data.draw(rows(kernel))
        name = data.draw(st.sampled_from(arguments(kernel)))
        columns[name][data.draw(st.integers(0, 2))] = 0.0
        assert not np.isinf(kernel(**columns)).any()


def changed(columns: dict[str, np.ndarray], names: tuple[str, ...], factor: float) -> Any:
    """The columns with some of them multiplied."""
    return {name: c * factor if name in names else c for name, c in columns.items()}


class TestOrder:
    @pytest.mark.parametrize(("kernel", "name"), GROWS_WITH, ids=name_of)
    @settings(max_examples=20)
    @given(data=st.data())
    def test_more_of_a_load_never_gives_less(
        self, kernel: Kernel, name: str, data: st.DataObject
    ) -> None:
        columns = data.draw(rows(kernel))
        factor = data.draw(st.sampled_from((2.0, 3.0, 10.0)))
        less, more = np.asarray(kernel(**columns)), kernel(**changed(columns, (name,), factor))
        assert (np.isnan(less) | (more >= less - 1e-9 * np.abs(less))).all()

    @pytest.mark.parametrize(("kernel", "name"), SHRINKS_WITH, ids=name_of)
    @settings(max_examples=20)
    @given(data=st.data())
    def test_more_of_a_capacity_never_gives_more(
        self, kernel: Kernel, name: str, data: st.DataObject
    ) -> None:
        columns = data.draw(rows(kernel))
        factor = data.draw(st.sampled_from((2.0, 3.0, 10.0)))
        more, less = np.asarray(kernel(**columns)), kernel(**changed(columns, (name,), factor))
        assert (np.isnan(more) | (less <= more + 1e-9 * np.abs(more))).all()


class TestScale:
    @pytest.mark.parametrize(("kernel", "names"), TWICE_AS_MUCH, ids=name_of)
    @settings(max_examples=20)
    @given(data=st.data())
    def test_twice_as_much_in_gives_twice_as_much(
        self, kernel: Kernel, names: tuple[str, ...], data: st.DataObject
    ) -> None:
        columns = data.draw(rows(kernel))
        np.testing.assert_allclose(
            kernel(**changed(columns, names, 2.0)), 2 * np.asarray(kernel(**columns)), rtol=1e-12
        )

    @pytest.mark.parametrize(("kernel", "names"), UNCHANGED, ids=name_of)
    @settings(max_examples=20)
    @given(data=st.data())
    def test_another_unit_changes_no_ratio_and_no_count(
        self, kernel: Kernel, names: tuple[str, ...], data: st.DataObject
    ) -> None:
        columns = data.draw(rows(kernel))
        factor = data.draw(st.sampled_from((0.25, 2.0, 32.0)))
        np.testing.assert_array_equal(kernel(**changed(columns, names, factor)), kernel(**columns))


class TestDevicesHold:
    @settings(max_examples=200)
    @given(
        sharded=st.floats(0.0, 50_000.0),
        floor=st.floats(0.0, 300.0),
        usable=st.floats(1.0, 300.0),
        per_server=st.integers(1, 16).map(float),
    )
    def test_devices_needed_hold_the_memory_and_the_group_below_does_not(
        self, sharded: float, floor: float, usable: float, per_server: float
    ) -> None:
        devices = memory.devices_needed(sharded, floor, usable, per_server).item()
        if devices == 0:
            assert floor > usable or (floor == usable and sharded > 0)
            return
        assert memory.memory_fill(sharded, floor, usable, devices).item() <= 1
        assert memory.whole_groups(devices, per_server).item() == devices
        fewer = _group_below(devices, per_server)
        if fewer:
            assert memory.memory_fill(sharded, floor, usable, fewer).item() > 1 - 1e-9

    @settings(max_examples=100)
    @given(devices=st.integers(1, 5_000).map(float), per_server=st.integers(1, 16).map(float))
    def test_whole_groups_are_enough_and_less_than_double(
        self, devices: float, per_server: float
    ) -> None:
        grouped = memory.whole_groups(devices, per_server).item()
        assert devices <= grouped < max(2 * devices, devices + per_server)


def _group_below(devices: float, per_server: float) -> float:
    if devices > per_server:
        return devices - per_server
    return max((2.0**k for k in range(5) if 2.0**k < devices), default=0.0)


class TestConservation:
    @settings(max_examples=100)
    @given(cents=st.lists(st.integers(0, 10**12), max_size=8))
    def test_items_sum_to_the_total_to_the_last_cent(self, cents: list[int]) -> None:
        total = money.total_cost(*(c / 100 for c in cents)).item()
        assert Decimal(repr(total)) == Decimal(sum(cents)) / 100

    @settings(max_examples=100)
    @given(cents=st.lists(st.integers(0, 10**12), min_size=1, max_size=8), data=st.data())
    def test_order_and_grouping_of_items_change_nothing(
        self, cents: list[int], data: st.DataObject
    ) -> None:
        items = [c / 100 for c in data.draw(st.permutations(cents))]
        cut = data.draw(st.integers(0, len(items)))
        parts = (money.total_cost(*items[:cut]), money.total_cost(*items[cut:]))
        assert money.total_cost(*parts).item() == money.total_cost(*(c / 100 for c in cents)).item()

    @settings(max_examples=100)
    @given(
        devices=st.integers(1, 500),
        per_server=st.integers(1, 16),
        rating=st.floats(1.0, 20.0),
    )
    def test_power_of_all_servers_is_that_of_each_added_up(
        self, devices: int, per_server: int, rating: float
    ) -> None:
        whole, rest = divmod(devices, per_server)
        each = [per_server] * whole + [rest] * (rest > 0)
        parts = power.rated_power_kw(np.array(each, float), per_server, rating, 300.0, 0.8, 1.5)
        together = power.rated_power_kw(float(devices), per_server, rating, 300.0, 0.8, 1.5)
        assert together.item() == pytest.approx(parts.sum())

    @settings(max_examples=100)
    @given(
        own=st.floats(1e4, 1e9),
        fixed=st.floats(0.0, 1e9),
        compute_cost=st.floats(1e4, 1e9),
    )
    def test_renting_at_break_even_costs_what_owning_does(
        self, own: float, fixed: float, compute_cost: float
    ) -> None:
        used = money.break_even_utilization(own, fixed + compute_cost, compute_cost)
        assert fixed + compute_cost * used.item() == pytest.approx(own, rel=1e-6, abs=1.0)

    @settings(max_examples=100)
    @given(upfront=st.floats(1e3, 1e9), own=st.floats(0.0, 1e6), more=st.floats(1.0, 1e6))
    def test_at_break_even_months_both_have_paid_the_same(
        self, upfront: float, own: float, more: float
    ) -> None:
        months = money.break_even_months(upfront, own, own + more).item()
        assert upfront + own * months == pytest.approx((own + more) * months, rel=1e-6)

    @settings(max_examples=100)
    @given(
        servers=st.integers(1, 500).map(float),
        server_kw=st.floats(0.5, 20.0),
        units=st.integers(1, 10).map(float),
        rack_kw=st.floats(20.0, 140.0),
    )
    def test_racks_taken_feed_and_hold_the_servers(
        self, servers: float, server_kw: float, units: float, rack_kw: float
    ) -> None:
        in_a_rack = room.servers_per_rack(server_kw, units, rack_kw, 42.0)
        racks = room.racks_needed(servers, in_a_rack)
        assert (in_a_rack * server_kw <= rack_kw * (1 + 1e-9)).item()
        assert (in_a_rack * units <= 42).item()
        assert ((racks - 1) * in_a_rack < servers).item()
        assert (racks * in_a_rack >= servers).item()
