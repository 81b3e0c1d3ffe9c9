"""Copies of a model that serve side by side: kernels by hand, and from plan to advice."""

from __future__ import annotations

import numpy as np
import pytest

import rackwright
from rackwright.advice import Advice
from rackwright.quantities import copies, memory, serving_speed
from rackwright.quantities.fewest_copies import fewest_copies

NAN = float("nan")

EIGHT_B = {
    "copy_gib": 15.0,
    "sequence_gib": 0.5,
    "step_gib": 1.0,
    "sampling_gib": 0.005,
    "free_gib": 38.0,
}
"""An 8 B model in 16 bits at 4 Ki tokens on a card of 48 GB."""
CARD = {"group_gib": 0.0, "devices_per_server": 8.0, "widest_group": 4.0, "joined": 0.0}
FABRIC = CARD | {"widest_group": 8.0, "joined": 1.0}
TIMES = {"weights_ms": 20.0, "sequence_ms": 0.7, "computing_ms": 0.1}
NO_EXCHANGE = {
    "exchange_start_ms": 0.0,
    "exchange_near_ms": 0.0,
    "exchange_far_ms": 0.0,
    "linked_devices": 8.0,
    "routed": NAN,
}
NO_DEMAND = NO_EXCHANGE | {
    "interval_ms": NAN,
    "tokens_per_second": NAN,
    "least_group": NAN,
    "devices_of_work": NAN,
    "headroom": 1.5,
}


def fewest(sequences: float, **changes: float) -> list[float]:
    load = EIGHT_B | CARD | TIMES | NO_DEMAND | changes
    return [found.item() for found in fewest_copies(sequences, **load)]


def row_of(sequences: float, per_server: float) -> list[float]:
    server = {"devices_per_server": per_server, "widest_group": per_server}
    return fewest(sequences, **FABRIC | server, tokens_per_second=9_000.0)


class TestFewestCopies:
    def test_what_fits_one_card_takes_one(self) -> None:
        assert fewest(44.0) == [1, 1, 44]

    def test_one_request_more_takes_a_second_card_with_a_copy_of_its_own(self) -> None:
        # Two copies hold 88, room enough for 45 and half as many again.
        assert fewest(45.0) == [1, 2, 44]

    def test_as_many_cards_share_one_copy_where_copies_would_have_little_room(self) -> None:
        # 88 are less than 1.5 * 60; as a group the two cards hold 118.
        assert fewest(60.0) == [2, 1, 60]
        assert fewest(60.0, headroom=1.0) == [1, 2, 44]

    def test_a_larger_group_is_taken_only_where_it_saves_devices(self) -> None:
        # 1 x ceil(100 / 44) = 3 cards against 2 x ceil(100 / 118) = 2.
        assert fewest(100.0) == [2, 1, 100]

    def test_groups_in_slots_stop_at_the_widest(self) -> None:
        # ceil(2000 / 263) = 8 copies of 4; 8 cards would hold 569 and take 4 copies: 32 as well.
        assert fewest(2000.0) == [4, 8, 263]

    def test_a_copy_too_large_for_the_widest_group_takes_the_next_one(self) -> None:
        assert fewest(1.0, copy_gib=200.0) == [8, 1, 1]

    def test_a_fabric_carries_groups_of_a_whole_server(self) -> None:
        # Eight hold (8 * 38 - 15) / (0.5 + 8 * 0.005) = 535; three groups of 4 take 12 devices.
        assert fewest(530.0, **FABRIC) == [8, 1, 530]

    @pytest.mark.parametrize(
        ("headroom", "taken"),
        [(1.25, [2, 4, 118]), (1.4, [4, 2, 263]), (1.5, [8, 1, 360])],
    )
    def test_of_groups_that_take_as_many_devices_the_smallest_with_room_is_taken(
        self, headroom: float, taken: list[float]
    ) -> None:
        # Eight devices hold 4 * 118 = 472, 2 * 263 = 526 or 535: room for 450, 504 and nearly 540.
        assert fewest(360.0, **FABRIC, headroom=headroom) == taken

    def test_a_copy_stays_in_one_server_though_two_would_save_devices(self) -> None:
        # Copies of 8 leave (8 * 37 - 270) / 0.5 = 52 requests, so 500 take 10 of them. Two servers
        # would hold (16 * 37 - 270) / 0.5 = 644 beside one copy.
        assert fewest(500.0, **FABRIC, copy_gib=270.0) == [8, 10, 52]

    def test_exchange_asks_for_more_copies_of_a_group(self) -> None:
        # (250 / 50 + 0.7) / 8 = 0.7125 ms a token: 1,403 a second. A ms a step and 7 / 8 of 0.1 ms
        # a token on top are 0.82 ms, and 1,220 a second.
        large = FABRIC | {"copy_gib": 270.0, "weights_ms": 250.0, "tokens_per_second": 1_400.0}
        assert fewest(50.0, **large) == [8, 1, 50]
        talking = {"exchange_start_ms": 1.0, "exchange_near_ms": 0.1}
        assert fewest(50.0, **large | talking) == [8, 2, 50]

    def test_exchange_takes_from_the_pace(self) -> None:
        # Two cards, one ms and 0.05 ms a request: (80 - 2 - 20) / (0.7 + 2 * 0.025) = 77.
        talking = {"exchange_start_ms": 1.0, "exchange_near_ms": 0.05}
        assert fewest(77.0, interval_ms=40.0, **talking) == [2, 1, 77]
        assert fewest(78.0, interval_ms=40.0, **talking) != [2, 1, 78]

    def test_beyond_the_link_the_network_carries_the_exchange(self) -> None:
        # Three servers of 8 hold a copy; a token takes 20.7 / 24 ms, 0.1 more or 2 more.
        spans = FABRIC | {"copy_gib": 600.0, "tokens_per_second": 1_000.0}
        near = fewest(1.0, **spans | {"exchange_near_ms": 0.1})
        far = fewest(1.0, **spans | {"exchange_near_ms": 0.1, "exchange_far_ms": 2.0})
        assert far[0] * far[1] > near[0] * near[1]

    def test_a_copy_beyond_one_server_takes_whole_ones(self) -> None:
        # (600 + 0.5) / 37 = 16.2 devices, so three servers of 8.
        assert fewest(1.0, **FABRIC, copy_gib=600.0) == [24, 1, 1]

    def test_buffers_of_a_group_count_only_in_groups(self) -> None:
        assert fewest(44.0, group_gib=5.0) == [1, 1, 44]
        # Two cards of 38 - 5: (2 * 32 - 15) / 0.5 = 98, (66 - 15) / 0.51 = 100.
        assert fewest(98.0, group_gib=5.0) == [2, 1, 98]

    def test_nothing_is_taken_where_no_group_leaves_room(self) -> None:
        assert fewest(1.0, free_gib=0.9) == [0, 0, 0]

    def test_a_pace_limits_what_one_copy_takes(self) -> None:
        # (1 * 40 - 20) / 0.7 = 28 within 40 ms; two cards (80 - 20) / 0.7 = 85.
        assert fewest(37.0, interval_ms=40.0) == [1, 2, 28]
        assert fewest(85.0, interval_ms=40.0) == [2, 1, 85]

    def test_a_pace_that_no_group_keeps_is_passed_over(self) -> None:
        assert fewest(44.0, interval_ms=5.0) == [1, 1, 44]

    def test_tokens_a_second_are_shared_out(self) -> None:
        # 20 / 40 + 0.7 = 1.2 ms a token and card: 10,000 a second keep 12 cards at work.
        assert fewest(40.0, tokens_per_second=10_000.0) == [1, 12, 40]

    def test_arithmetic_bounds_tokens_too(self) -> None:
        assert fewest(40.0, tokens_per_second=10_000.0, computing_ms=2.0) == [1, 20, 40]

    def test_work_is_shared_out(self) -> None:
        assert fewest(40.0, devices_of_work=7.0) == [1, 7, 40]
        assert fewest(100.0, devices_of_work=7.0) == [1, 7, 44]

    def test_a_wait_asks_for_a_group_and_load_for_copies_of_it(self) -> None:
        assert fewest(40.0, least_group=3.0) == [4, 1, 40]
        assert fewest(40.0, least_group=3.0, devices_of_work=9.0) == [4, 3, 40]

    def test_a_wait_never_asks_for_more_than_the_widest_group(self) -> None:
        assert fewest(40.0, least_group=3.0, widest_group=3.0) == [2, 1, 40]

    def test_models_that_keep_no_cache_are_copied_for_work_alone(self) -> None:
        items = {"sequence_gib": 0.0, "sampling_gib": 0.0}
        assert fewest(500.0, **items, devices_of_work=9.0) == [1, 9, 500]

    def test_servers_of_many_devices_have_groups_of_all_their_sizes(self) -> None:
        rack = FABRIC | {"devices_per_server": 72.0, "widest_group": 72.0}
        # 64 devices: (64 * 37 - 2300) / 0.5 = 136; 72 for 400.
        assert fewest(100.0, **rack, copy_gib=2300.0) == [64, 1, 100]
        assert fewest(400.0, **rack, copy_gib=2300.0)[0] == 72

    def test_columns_of_any_shape_give_what_single_rows_give(self) -> None:
        sequences = np.array([[1.0], [300.0], [5_000.0]])
        servers = np.array([[4.0, 8.0, 16.0, 72.0]])
        load = EIGHT_B | FABRIC | TIMES | NO_DEMAND | {"tokens_per_second": 9_000.0}
        load |= {"devices_per_server": servers, "widest_group": servers}
        found = fewest_copies(sequences, **load)
        alone = [
            [
                fewest(
                    s,
                    **FABRIC
                    | {"devices_per_server": n, "widest_group": n}
                    | {"tokens_per_second": 9_000.0},
                )
                for n in servers[0]
            ]
            for s in sequences[:, 0]
        ]
        np.testing.assert_array_equal(np.stack(found, axis=-1), alone)


class TestShares:
    def test_engine_and_kernel_agree_on_what_a_card_holds(self) -> None:
        # Llama 3.1 8B in bf16 on an A100 of 80 GB at 90 %, by hand: 71.3 - 1 - 1 - 14.96 GiB.
        held = copies.sequences_held(1.0, 14.96, 0.5, 1.0, 0.0046, 70.3, 1_000.0)
        assert held.item() == 108

    def test_devices_held_are_those_that_fit_without_copies(self) -> None:
        held = copies.sequences_held(4.0, **EIGHT_B, sequences=10_000.0).item()
        floor = max(1.0, 0.005 * held)
        assert memory.memory_fill(15.0 + 0.5 * held, floor, 38.0, 4.0).item() <= 1
        floor = max(1.0, 0.005 * (held + 1))
        assert memory.memory_fill(15.5 + 0.5 * held, floor, 38.0, 4.0).item() > 1

    def test_sequences_in_pace_are_those_of_the_interval(self) -> None:
        paced = copies.sequences_in_pace(2.0, 8.0, 20.0, 0.7, 40.0, 1_000.0, 0.0, 0.0).item()
        times = [serving_speed.devices_for_time(20.0 + 0.7 * s, 40.0) for s in (paced, paced + 1)]
        assert [n.item() for n in times] == [2, 3]

    def test_groups_beyond_the_widest_take_turns(self) -> None:
        # Two groups of 8, each (8 * 40 - 20) / 0.7 = 428.6: 857 in all.
        paced = copies.sequences_in_pace(16.0, 8.0, 20.0, 0.7, 40.0, 5_000.0, 0.0, 0.0)
        assert paced.item() == 857

    @pytest.mark.parametrize(
        ("count", "each", "per_server", "servers"),
        [(9, 1, 8, 2), (3, 4, 8, 2), (2, 8, 8, 2), (3, 16, 8, 6), (3, 32, 72, 2), (0, 0, 8, 0)],
    )
    def test_no_group_is_spread_over_two_servers(
        self, count: float, each: float, per_server: float, servers: float
    ) -> None:
        assert copies.servers_of_copies(count, each, per_server).item() == servers


ARCHIVE = {
    "id": "work",
    "stage": "inference",
    "serving": "batch",
    "model": "Llama-3.1-8B",
    "precision": "fp8",
    "context_tokens": 1024,
    "output_tokens_per_second": 50_000,
}


def advised(**changes: object) -> Advice:
    return rackwright.advise(rackwright.Plan.model_validate({"workloads": [ARCHIVE | changes]}))


def on(advice: Advice, device: str, attribute: str) -> object:
    return advice.assessment.value(f"work@{device}", attribute)


class TestAdvice:
    def test_devices_are_copies_times_the_devices_of_each(self) -> None:
        names = ("devices_needed", "copies", "devices_per_copy")
        for option in advised().workloads["work"].options:
            devices, count, each = (option.figures[name] for name in names)
            assert isinstance(count, float)
            assert isinstance(each, float)
            assert devices == count * each, option.device

    def test_the_rate_that_was_asked_for_is_within_the_bound(self) -> None:
        advice = advised()
        assert on(advice, "l4", "copies") == 58
        bound = on(advice, "l4", "tokens_per_second_bound")
        assert bound == pytest.approx(50_416, abs=1)

    def test_memory_of_a_copy_is_what_its_share_of_the_requests_takes(self) -> None:
        readers = {"serving": "real_time", "context_tokens": 2048, "concurrency": 3000}
        advice = advised(**readers, output_tokens_per_second=None)
        # (8.459 + 250 * 0.25) / 4 + 1 + 0.9063 = 19.65 of 20.241 GiB; the step of 8,192 tokens,
        # 8192 * 4096 * (8 + 6 * 3.5) bytes, takes more than sampling for 250 requests, 0.46 GiB.
        assert on(advice, "l4", "requests_per_copy") == 250
        assert on(advice, "l4", "memory_fill") == pytest.approx(0.97058, abs=1e-4)

    def test_the_fullest_server_holds_whole_copies(self) -> None:
        readers = {"context_tokens": 4096, "concurrency": 2000, "precision": "bf16"}
        advice = advised(**readers, serving="real_time", output_tokens_per_second=None)
        names = ("copies", "devices_per_copy", "servers_needed", "devices_in_a_server")
        assert [advice.assessment.value("work", name) for name in names] == [7, 4, 4, 8]

    def test_why_goes_down_to_what_was_stated(self) -> None:
        advice = advised()
        told = advice.tell(advice.why("devices_needed", "work"))
        assert "copies of the model: 58" in told
        assert "output_tokens_per_second" in told
        assert "catalogue devices/l4" in told

    def test_reports_name_the_copies(self) -> None:
        advice = advised()
        for text in (advice.to_markdown(), advice.to_html(), advice.to_text()):
            assert "58 × NVIDIA L4 in 58 copies" in text
        chosen = advice.to_dict()["workloads"]["work"]["chosen"]
        assert (chosen["devices_needed"], chosen["devices_per_copy"], chosen["copies"]) == (
            58,
            1,
            58,
        )

    def test_training_has_no_copies_that_serve(self) -> None:
        advice = advised(stage="fine_tuning", training_tokens_b=100, target_days=10)
        assert on(advice, "a100_80gb", "copies") is None
        assert on(advice, "a100_80gb", "devices_per_copy") == on(
            advice, "a100_80gb", "devices_for_memory"
        )
