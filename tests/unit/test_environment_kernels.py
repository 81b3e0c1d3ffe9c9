"""Kernels for storage, network, host and items against published figures and worked examples."""

from __future__ import annotations

import numpy as np
import pytest

from rackwright.quantities import host, items, network, storage

UNKNOWN = float("nan")
TB_IN_GIB = 1e12 / 2**30


class TestStorage:
    def test_a_parallel_file_system_wrote_57_gb_a_second(self) -> None:
        """stas00 storage: 2.3 TB from 384 processes in 40 seconds."""
        assert storage.gb_per_second(2.3 * TB_IN_GIB, 40.0) == pytest.approx(57.5)

    def test_six_minutes_for_a_checkpoint_are_a_quarter_gigabyte_a_second(self) -> None:
        """pytorch/torchtitan#1301: about 96 GB for Llama 3 8B."""
        assert storage.gb_per_second(96e9 / 2**30, 360.0) == pytest.approx(0.27, abs=0.005)

    def test_no_time_is_no_throughput(self) -> None:
        assert np.isnan(storage.gb_per_second(1.0, 0.0))
        assert np.isnan(storage.gb_per_second(UNKNOWN, 60.0))


class TestNetwork:
    def test_one_machine_exchanges_nothing(self) -> None:
        assert network.exchange_seconds(100.0, 1.0, 100.0) == 0

    def test_two_machines_send_the_gradients_once(self) -> None:
        assert network.exchange_seconds(1.0, 2.0, 8.0 * 2**30 / 1e9) == pytest.approx(1.0)

    def test_many_machines_send_them_nearly_twice(self) -> None:
        two, many = network.exchange_seconds(1.0, np.array([2.0, 1000.0]), 100.0)
        assert many / two == pytest.approx(2.0, rel=0.01)

    def test_a_faster_link_takes_less_time(self) -> None:
        slow, fast = network.exchange_seconds(131.0, 13.0, np.array([100.0, 400.0]))
        assert slow == pytest.approx(4 * fast)

    @pytest.mark.parametrize(
        ("here", "there", "km"),
        [
            ((25.03, 121.57), (35.68, 139.69), 2_100),  # Taipei to Tokyo
            ((25.03, 121.57), (22.32, 114.17), 810),  # Taipei to Hong Kong
            ((51.51, -0.13), (40.71, -74.01), 5_570),  # London to New York
            ((0.0, 0.0), (0.0, 180.0), 20_015),  # half around the globe
        ],
    )
    def test_distances_are_those_of_the_globe(
        self, here: tuple[float, float], there: tuple[float, float], km: float
    ) -> None:
        assert network.great_circle_km(*here, *there) == pytest.approx(km, rel=0.01)
        assert network.great_circle_km(*there, *here) == network.great_circle_km(*here, *there)

    def test_light_needs_ten_milliseconds_for_a_thousand_kilometres_and_back(self) -> None:
        assert network.round_trip_ms(1_000.0) == 10


class TestHost:
    def test_a_vector_costs_its_elements_and_two_layers_of_neighbours(self) -> None:
        """Faiss: d * 4 + M * 2 * 4 bytes; M = 16 and d = 8 make the 160 bytes of its users."""
        assert host.vector_index_gib(2**30 / 1e6, 8.0, 16.0) == 160

    def test_an_index_grows_evenly_with_its_vectors(self) -> None:
        one, ten = host.vector_index_gib(np.array([1.0, 10.0]), 768.0, 32.0)
        assert ten == pytest.approx(10 * one)
        assert one == pytest.approx(3.1, rel=0.02)  # a million of 768: 3.1 GiB, Milvus says 3 GB

    def test_tables_of_ten_gigabytes_want_five_times_as_much(self) -> None:
        assert host.tables_gib(10.0, 5.0) == pytest.approx(50e9 / 2**30)

    def test_a_host_has_as_much_memory_as_its_devices_and_what_it_keeps(self) -> None:
        assert host.host_memory_gib(80.0, 8.0, 1.0, UNKNOWN) == 640
        assert host.host_memory_gib(80.0, 8.0, 1.0, 100.0) == 740
        assert np.isnan(host.host_memory_gib(UNKNOWN, 8.0, 1.0, 100.0))

    @pytest.mark.parametrize(("loaders", "cores"), [(2, 28), (4, 44)])
    def test_cores_of_an_eight_way_server(self, loaders: float, cores: float) -> None:
        """stas00 compute/cpu: 28 cores for text, 44 for images."""
        assert host.processor_cores(8.0, loaders, 4.0) == cores


class TestItems:
    @pytest.mark.parametrize(
        ("parameters_b", "published_gmac", "off"),
        [(0.304, 61.555, 0.03), (0.0866, 17.564, 0.03), (0.0256, 4.089, 0.24)],
        ids=["ViT-L/16", "ViT-B/16", "ResNet-50"],
    )
    def test_arithmetic_of_an_image_is_near_the_published_one(
        self, parameters_b: float, published_gmac: float, off: float
    ) -> None:
        """torchvision prints multiply-adds; each is two operations."""
        found = items.item_gflop(parameters_b, 197.0)
        assert found == pytest.approx(2 * published_gmac, rel=off)

    def test_a_picture_took_as_long_as_measured(self) -> None:
        """Stable Diffusion in TensorRT: 50 steps of 1.68 TFLOP in 0.815 s on an A100."""
        rate = items.items_per_second(items.item_gflop(0.86, 50_000.0), 1.0, 312.0, 0.30)
        assert 1 / rate == pytest.approx(0.815, rel=0.15)

    def test_devices_keep_up_with_twice_what_half_of_them_handle(self) -> None:
        few, many = items.devices_for_items(np.array([1_000.0, 2_000.0]), 120.0, 121.0, 0.3)
        assert (few, many) == (4, 7)

    def test_a_demand_of_nothing_still_takes_a_device(self) -> None:
        assert items.devices_for_items(0.0, 120.0, 121.0, 0.3) == 1

    def test_an_unknown_item_has_no_rate(self) -> None:
        assert np.isnan(items.items_per_second(UNKNOWN, 1.0, 121.0, 0.3))
