"""Power kernels against vendors' ratings, electrical tables and worked examples."""

from __future__ import annotations

import numpy as np
import pytest

from rackwright.quantities import power, room

NAN = float("nan")
HOST_KW = 1.0
OVERHEAD = 1.15
FABRIC_HOST_KW = 1.3
FABRIC_OVERHEAD = 1.62


class TestServers:
    @pytest.mark.parametrize(
        ("name", "devices", "rating_kw"),
        [
            ("DGX A100", 8, 6.5),
            ("DGX H100", 8, 10.2),
            ("DGX H200", 8, 10.2),
            ("DGX B200", 8, 14.3),
        ],
    )
    def test_full_server_draws_what_its_vendor_says(
        self, name: str, devices: float, rating_kw: float
    ) -> None:
        found = power.rated_power_kw(devices, 8.0, rating_kw, 700.0, HOST_KW, OVERHEAD)
        assert found.item() == rating_kw, name

    def test_two_full_servers_and_a_part_of_a_third_add_up(self) -> None:
        found = power.rated_power_kw(20.0, 8.0, 10.2, 700.0, HOST_KW, OVERHEAD)
        assert found.item() == pytest.approx(2 * 10.2 + 4 * 0.7 * OVERHEAD + HOST_KW)

    def test_part_of_a_server_never_draws_more_than_the_full_one(self) -> None:
        found = power.rated_power_kw(7.0, 8.0, 6.0, 700.0, HOST_KW, OVERHEAD)
        assert found.item() == 6.0

    def test_rating_stands_in_for_an_unknown_board_power(self) -> None:
        found = power.rated_power_kw(np.array([4.0, 8.0]), 8.0, 10.2, NAN, HOST_KW, OVERHEAD)
        assert found.tolist() == [10.2, 10.2]

    def test_nothing_known_of_the_power_is_unknown(self) -> None:
        assert np.isnan(power.rated_power_kw(4.0, 8.0, NAN, NAN, HOST_KW, OVERHEAD))

    @pytest.mark.parametrize(
        ("name", "devices", "board_w", "published_kw", "off"),
        [
            ("DGX A100", 8, 400, 6.5, 0.00),
            ("DGX-2, V100 at 350 W", 16, 350, 10.0, 0.04),
            ("DGX H100", 8, 700, 10.2, 0.02),
            ("DGX B200", 8, 1000, 14.3, 0.00),
            ("GB200 NVL72", 72, 1200, 132.0, 0.07),
            ("DGX-1, V100", 8, 300, 3.5, 0.48),
        ],
    )
    def test_estimate_misses_servers_with_a_fabric_by_as_much_as_documented(
        self, name: str, devices: float, board_w: float, published_kw: float, off: float
    ) -> None:
        found = power.rated_power_kw(
            devices, devices, NAN, board_w, FABRIC_HOST_KW, FABRIC_OVERHEAD
        ).item()
        assert found / published_kw - 1 == pytest.approx(off, abs=0.01), name

    @pytest.mark.parametrize(
        ("name", "devices", "board_w", "published_kw", "off"),
        [
            ("PowerEdge R760xa, 4 x A30", 4, 165, 2.0, -0.12),
            ("4 x RTX 4090, measured under load", 4, 450, 2.16, 0.42),
        ],
    )
    def test_estimate_misses_servers_with_slots_by_as_much_as_documented(
        self, name: str, devices: float, board_w: float, published_kw: float, off: float
    ) -> None:
        found = power.rated_power_kw(devices, devices, NAN, board_w, HOST_KW, OVERHEAD).item()
        assert found / published_kw - 1 == pytest.approx(off, abs=0.01), name

    @pytest.mark.parametrize(
        ("name", "rated_kw", "typical_kw", "off"),
        [
            ("DGX H100", 10.2, 7.0, 0.02),
            ("four DGX B300 in a rack", 76.0, 58.0, -0.08),
            ("PowerEdge R760xa, 4 x A30", 2.0, 1.5, -0.07),
        ],
    )
    def test_power_at_work_misses_published_pairs_by_as_much_as_documented(
        self, name: str, rated_kw: float, typical_kw: float, off: float
    ) -> None:
        found = power.typical_power_kw(rated_kw, 0.7).item()
        assert found / typical_kw - 1 == pytest.approx(off, abs=0.01), name

    def test_average_lies_between_idle_and_work_by_the_utilization(self) -> None:
        found = power.average_power_kw(7.0, 2.0, np.array([0.0, 0.5, 1.0, NAN]))
        assert found.tolist() == [2.0, 4.5, 7.0, 7.0]

    def test_one_device_too_many_takes_another_server(self) -> None:
        assert power.servers_needed(np.array([8.0, 9.0]), 8.0).tolist() == [1, 2]

    def test_no_devices_take_no_server_and_no_power(self) -> None:
        assert power.servers_needed(0.0, 8.0).item() == 0
        assert power.rated_power_kw(0.0, 8.0, NAN, 700.0, HOST_KW, OVERHEAD).item() == 0


class TestCircuits:
    @pytest.mark.parametrize(
        ("amps", "volts", "phases", "full", "lasting"),
        [
            # Full and 80 % of single- and three-phase circuits, kVA
            (20, 220, 1, 4.40, 3.52),
            (15, 120, 1, 1.80, 1.44),
            (30, 208, 1, 6.24, 4.99),
            (32, 230, 1, 7.36, 5.89),
            (20, 208, 3, 7.21, 5.76),
            (30, 208, 3, 10.81, 8.65),
            (60, 208, 3, 21.62, 17.29),
            (32, 400, 3, 22.17, 17.74),
            (63, 415, 3, 45.28, 36.23),
            (60, 480, 3, 49.88, 39.91),
        ],
    )
    def test_circuits_carry_what_the_tables_say_to_the_digits_printed(
        self, amps: float, volts: float, phases: float, full: float, lasting: float
    ) -> None:
        assert room.circuit_full_kw(amps, volts, phases).item() == pytest.approx(full, abs=0.006)
        found = room.circuit_capacity_kw(amps, volts, phases, 1.0, 0.0, 0.8)
        assert found.item() == pytest.approx(lasting, abs=0.006)

    def test_worked_example_of_a_three_phase_circuit_is_met(self) -> None:
        # datacentermd.com: 208 V, three phases, 30 A, 8.646 kVA at 80 %
        found = room.circuit_capacity_kw(30.0, 208.0, 3.0, 1.0, 0.0, 0.8)
        assert found.item() == pytest.approx(8.646, abs=0.0005)

    def test_redundant_feeds_count_as_one(self) -> None:
        # webhostingtalk 898260: two feeds of 30 A at 208 V; 27 A after a failure exceed 24 A
        capacity = room.circuit_capacity_kw(30.0, 208.0, 1.0, 2.0, np.array([0.0, 1.0]), 0.8)
        load = 27 * 208 / 1000
        assert (room.margin(capacity, load) >= 0).tolist() == [True, False]

    def test_unknown_feeds_count_as_one_and_unknown_redundancy_as_none(self) -> None:
        found = room.circuit_capacity_kw(20.0, 220.0, 1.0, np.array([NAN, 2.0]), NAN, 0.8)
        np.testing.assert_allclose(found, [3.52, 7.04])

    def test_two_phases_are_unknown(self) -> None:
        assert np.isnan(room.circuit_full_kw(20.0, 220.0, 2.0))

    def test_dgx_h200_takes_a_forty_ampere_three_phase_circuit(self) -> None:
        # kat-5.com: 10.2 kW at 208 V, 28.3 A a phase; 30 A is too small at 80 %, 40 A is enough
        found = room.circuit_capacity_kw(np.array([30.0, 40.0]), 208.0, 3.0, 1.0, 0.0, 0.8)
        assert (room.margin(found, 10.2) >= 0).tolist() == [False, True]

    def test_office_circuit_misses_a_dgx_h100_by_the_kilowatts_it_lacks(self) -> None:
        found = room.margin(room.circuit_full_kw(20.0, 220.0, 1.0), 10.2)
        assert found.item() == pytest.approx(-5.8)


class TestRoom:
    def test_heat_meets_the_worked_example(self) -> None:
        # pingdo.net rack calculator: 6.8 kW, 23,201.6 BTU/h
        assert power.heat_btu_per_hour(6.8).item() == pytest.approx(23_201.6)

    def test_ups_rating_meets_the_formula_by_hand(self) -> None:
        assert room.ups_kva_needed(8.0, 1.25, 1.0, 0.8).item() == pytest.approx(12.5)

    def test_dgx_h100_counts_as_five_to_six_ordinary_servers(self) -> None:
        assert 5 <= room.ups_server_equivalents(10.2, 1.85).item() <= 6

    def test_rack_of_48_units_and_76_kw_takes_three_dgx_b300(self) -> None:
        # the vendor puts four into such a rack behind a rear door: 19.7 kW is each one's peak
        assert room.servers_per_rack(19.7, 10.0, 76.0, 48.0).item() == 3
        assert room.servers_per_rack(19.0, 10.0, 76.0, 48.0).item() == 4

    def test_exact_multiples_lose_nothing_to_float_noise(self) -> None:
        assert room.servers_per_rack(0.1, 1.0, 0.3, 42.0).item() == 3
        assert room.racks_needed(np.array([9.0, 10.0]), 3.0).tolist() == [3, 4]

    def test_rack_closes_on_the_first_limit_and_says_which(self) -> None:
        # 42 units hold five DGX H100; 35 kW of power three, a breaker of 25 kW two, heat of 12 one
        limits = (35.0, 42.0, np.array([NAN, 25.0, 25.0]), np.array([NAN, NAN, 12.0]))
        assert room.servers_per_rack(10.2, 8.0, *limits).tolist() == [3, 2, 1]
        assert room.rack_limit(10.2, 8.0, *limits).tolist() == [1, 2, 3]

    def test_height_closes_a_rack_with_power_to_spare(self) -> None:
        assert room.servers_per_rack(10.2, 8.0, 60.0, 42.0, 60.0, 60.0).item() == 5
        assert room.rack_limit(10.2, 8.0, 60.0, 42.0, 60.0, 60.0).item() == 0

    def test_rack_of_which_neither_power_nor_cooling_is_known_is_not_filled(self) -> None:
        assert np.isnan(room.servers_per_rack(10.2, 8.0, NAN, 42.0, 60.0))
        assert np.isnan(room.rack_limit(10.2, 8.0, NAN, 42.0, 60.0, NAN))

    def test_cooling_alone_is_enough(self) -> None:
        assert room.servers_per_rack(10.2, 8.0, NAN, 42.0, NAN, 21.0).item() == 2
        assert room.rack_limit(10.2, 8.0, NAN, 42.0, NAN, 21.0).item() == 3

    def test_rack_too_weak_for_one_server_takes_none_and_no_number_of_them_helps(self) -> None:
        in_a_rack = room.servers_per_rack(10.2, 8.0, 6.0, 42.0)
        assert in_a_rack.item() == 0
        assert np.isnan(room.racks_needed(1.0, in_a_rack))
