"""That a plan is sized by more than memory, and that room and money follow: from plan to advice."""

from __future__ import annotations

from decimal import Decimal

import pytest

import rackwright
from rackwright.advice import Advice
from rackwright.bundled import examples_folder

CHAT = {
    "id": "chat",
    "stage": "inference",
    "serving": "real_time",
    "model": "Llama-3.1-70B",
    "precision": "bf16",
    "context_tokens": 8192,
    "concurrency": 40,
}
TRAIN = {
    "id": "train",
    "stage": "training",
    "model": "Llama-3.1-8B",
    "training_tokens_b": 100,
    "target_days": 30,
}


def advised(**facts: object) -> Advice:
    document = {"name": "a plan", "currency": "USD", "horizon_months": 36, **facts}
    return rackwright.advise(rackwright.Plan.model_validate(document))


def on(advice: Advice, workload: str, device: str, attribute: str) -> object:
    return advice.assessment.value(f"{workload}@{device}", attribute)


class TestCounts:
    @pytest.mark.parametrize(
        ("stated", "sized_by", "devices"),
        [
            ({}, "memory", 4),
            ({"latency_ms": 500}, "first_token", 8),
            ({"output_tokens_per_second": 8000}, "throughput", 24),
            ({"requests_per_second": 20}, "requests", 48),
        ],
    )
    def test_the_largest_demand_sets_the_count_and_is_named(
        self, stated: dict[str, float], sized_by: str, devices: float
    ) -> None:
        advice = advised(workloads=[CHAT | stated])
        assert on(advice, "chat", "h100_sxm", "sized_by") == sized_by
        assert on(advice, "chat", "h100_sxm", "devices_needed") == devices

    def test_many_readers_are_served_by_groups_that_each_keep_the_pace(self) -> None:
        advice = advised(workloads=[CHAT | {"concurrency": 4000, "kv_precision": "fp8"}])
        assert on(advice, "chat", "l40s", "devices_for_pace") > 4
        assert on(advice, "chat", "l40s", "token_interval_ms") <= 200

    def test_pace_is_asked_for_only_where_people_wait(self) -> None:
        advice = advised(workloads=[CHAT | {"serving": "batch"}])
        assert on(advice, "chat", "h100_sxm", "devices_for_pace") is None

    def test_eight_bits_compute_faster_where_the_device_has_units_for_them(self) -> None:
        advice = advised(workloads=[CHAT | {"precision": "fp8", "latency_ms": 5000}])
        assert on(advice, "chat", "h100_sxm", "serving_tflops") == 1979
        assert on(advice, "chat", "a100_80gb", "serving_tflops") == 312

    def test_experts_touched_by_a_batch_are_read(self) -> None:
        advice = advised(workloads=[CHAT | {"model": "Qwen3-235B-A22B", "concurrency": 64}])
        view = advice.workloads["chat"]
        assert view["active_weights_gib"] < 45
        assert view["weights_read_gib"] > 0.95 * view["weights_gib"]


class TestMemory:
    def test_quantised_checkpoints_keep_what_their_publisher_kept(self) -> None:
        advice = advised(workloads=[CHAT | {"model": "gpt-oss-120b", "precision": "mxfp4"}])
        assert advice.workloads["chat"]["weights_gib"] == pytest.approx(60.8, rel=0.005)

    def test_devices_on_a_fabric_keep_buffers_once_they_work_together(self) -> None:
        advice = advised(workloads=[CHAT])
        assert on(advice, "chat", "h100_sxm", "group_memory_gib") == 1.1
        assert on(advice, "chat", "l40s", "group_memory_gib") == 0

    def test_training_gathers_layers_and_may_use_more_of_the_device(self) -> None:
        advice = advised(workloads=[TRAIN])
        gathered = advice.workloads["train"]["gathered_layers_gib"]
        assert gathered == pytest.approx(4 * 8.03e9 / 32 / 2**30)
        assert on(advice, "train", "h100_sxm", "group_memory_gib") == pytest.approx(1.1 + gathered)
        assert on(advice, "train", "h100_sxm", "usable_memory_gib") == pytest.approx(79.65 * 0.92)


class TestTraining:
    def test_days_come_with_an_interval_from_the_utilization_seen(self) -> None:
        advice = advised(workloads=[TRAIN])
        days, low, high = (
            on(advice, "train", "h100_sxm", name)
            for name in ("training_days", "training_days_low", "training_days_high")
        )
        assert low == pytest.approx(days * 0.35 / 0.57)
        assert high == pytest.approx(days * 0.35 / 0.22)
        assert days <= 30 < high

    def test_own_utilization_leaves_no_interval(self) -> None:
        advice = advised(workloads=[TRAIN], parameters={"training_utilization": 0.5})
        found = {
            on(advice, "train", "h100_sxm", name)
            for name in ("training_days", "training_days_low", "training_days_high")
        }
        assert len(found) == 1


class TestPower:
    def test_circuits_are_planned_for_the_rating_and_energy_for_what_is_drawn(self) -> None:
        advice = advised(workloads=[CHAT | {"latency_ms": 500, "utilization": 0.5}])
        rated, typical, average = (
            on(advice, "chat", "h100_sxm", name)
            for name in ("power_kw", "typical_power_kw", "average_power_kw")
        )
        assert rated == 10.2
        assert typical == pytest.approx(0.7 * 10.2)
        assert average == pytest.approx((0.2 + 0.5 * 0.5) * 10.2)

    @pytest.mark.parametrize(
        ("facility", "servers", "limit"),
        [
            ({"rack_power_kw": 60}, 5, "units"),
            ({"rack_power_kw": 25}, 2, "power"),
            ({"rack_power_kw": 60, "rack_cooling_kw": 12}, 1, "heat"),
            (
                {
                    "rack_power_kw": 60,
                    "circuit_amps": 32,
                    "circuit_volts": 400,
                    "circuit_phases": 3,
                },
                1,
                "breaker",
            ),
        ],
    )
    def test_racks_close_on_whatever_comes_first_and_say_which(
        self, facility: dict[str, float], servers: float, limit: str
    ) -> None:
        own = {"intended": {"device": "H100", "count": 8}, "utilization": 0.9}
        workload = TRAIN | own | {"usage": "continuous", "duration_months": 36}
        advice = advised(workloads=[workload], facility={"site": "data_center", **facility})
        assert advice.plan["servers_per_rack"] == servers
        assert advice.plan["rack_limit"] == limit
        assert advice.plan["on_site_typical_kw"] == pytest.approx(7.14)


class TestMoney:
    @pytest.mark.parametrize("name", ["reference-4xa100", "hybrid-platform", "internal-assistant"])
    def test_items_add_up_to_every_total_to_the_last_cent(self, name: str) -> None:
        advice = rackwright.advise(rackwright.load_plan(examples_folder() / f"{name}.yaml"))
        offers = [offer for of in advice.costs.values() for offer in of if offer.total is not None]
        assert offers
        for offer in offers:
            amounts = [Decimal(repr(item.amount)) for item in offer.items]
            assert sum(amounts) == Decimal(repr(offer.total)), offer.name
            assert all(amount == round(amount, 2) for amount in amounts), offer.name

    def test_reference_case_gives_the_published_totals_and_months(self) -> None:
        advice = rackwright.advise(
            rackwright.load_plan(examples_folder() / "reference-4xa100.yaml")
        )
        found = {
            offer.name: (Decimal(repr(offer.total)), Decimal(repr(offer.monthly)))
            for offer in advice.costs["tuning"]
            if offer.quoted
        }
        assert found == {
            "Purchase": (Decimal(6_420_000), Decimal("178333.33")),
            "Azure": (Decimal(8_280_000), Decimal(230_000)),
            "AWS": (Decimal(7_620_000), Decimal("211666.67")),
        }


class TestShape:
    MIXTRAL = {  # noqa: RUF012
        "layers": 32,
        "hidden_size": 4096,
        "attention_heads": 32,
        "kv_heads": 8,
        "vocabulary_size": 32000,
        "ffn_size": 14336,
        "experts": 8,
        "experts_per_token": 2,
    }

    def shaped(self, **shape: object) -> Advice:
        stated = {"id": "chat", "stage": "inference", "model_family": "language", **shape}
        return advised(workloads=[stated])

    def test_fields_of_a_configuration_give_parameters_and_cache(self) -> None:
        view = self.shaped(**self.MIXTRAL).workloads["chat"]
        assert view["parameters_b"] == pytest.approx(46.7, rel=0.001)
        assert view["active_parameters_b"] == pytest.approx(12.9, rel=0.002)
        assert view["kv_bytes_per_token"] == 131_072
        assert view["architecture"] == "mixture_of_experts"

    def test_heads_that_are_not_grouped_keep_a_cache_each(self) -> None:
        shape = {k: v for k, v in self.MIXTRAL.items() if k != "kv_heads"}
        assert self.shaped(**shape).workloads["chat"]["kv_bytes_per_token"] == 4 * 131_072

    def test_stated_size_stands_against_a_counted_one(self) -> None:
        view = self.shaped(**self.MIXTRAL, parameters_b=50).workloads["chat"]
        assert view["parameters_b"] == 50

    def test_every_parameter_of_an_unnamed_model_works(self) -> None:
        view = self.shaped(parameters_b=20).workloads["chat"]
        assert view["active_parameters_b"] == 20

    def test_model_that_lends_its_shape_has_no_window(self) -> None:
        view = self.shaped(parameters_b=27).workloads["chat"]
        assert view["stand_in_model"] is not None
        assert view["sliding_window_tokens"] is None
