"""What whole plans are told about region, environment, families, growth and budget."""

from __future__ import annotations

from typing import Any

import pytest

from rackwright import Advice, advise, plan_from_dict
from rackwright.reasoning.missing import missing_inputs
from rackwright.wording import because

TRAINING = {
    "stage": "training",
    "model": "Llama-2-13B",
    "training_tokens_b": 400,
    "target_days": 30,
}
SERVING = {"stage": "inference", "model": "Llama-3.1-8B", "precision": "bf16"}


def advised(workload: dict[str, Any], **plan: Any) -> Advice:
    return advise(plan_from_dict({"workloads": [{"id": "w", **workload}], **plan}))


def value(advice: Advice, attribute: str, subject: str = "w") -> Any:
    return advice.assessment.value(subject, attribute)


def told(advice: Advice, attribute: str, subject: str = "w") -> tuple[str, ...]:
    found = advice.assessment.conclusion(subject, attribute)
    return () if found is None else tuple(firing.rule for firing in found.firings)


class TestRegions:
    @pytest.mark.parametrize("name", ["Taiwan", "臺灣", "TW", "Taipei", "台北"])
    def test_a_place_is_known_by_many_names(self, name: str) -> None:
        advice = advised({**SERVING, "data_residency": name})
        assert value(advice, "residency_place") == "taiwan"
        assert value(advice, "residency_required") is True

    def test_data_bound_to_a_place_is_offered_a_cloud_region_there_only(self) -> None:
        advice = advised(
            {**SERVING, "data_residency": "Taiwan", "user_regions": ["Japan"], "usage": "sporadic"}
        )
        region = advice.assessment.rulebook.catalog.tables["regions"][value(advice, "cloud_region")]
        assert region.text("place") == "taiwan"
        assert value(advice, "hosted_region_available") is False

    def test_a_member_of_a_group_is_inside_the_group(self) -> None:
        advice = advised({**SERVING, "data_residency": "EU"})
        region = advice.assessment.rulebook.catalog.tables["regions"][value(advice, "cloud_region")]
        assert region.text("place") in {"germany", "ireland", "netherlands", "france"}

    def test_a_group_is_not_inside_its_member(self) -> None:
        advice = advised({**SERVING, "data_residency": "Germany"})
        region = advice.assessment.rulebook.catalog.tables["regions"][value(advice, "cloud_region")]
        assert region.text("place") == "germany"

    def test_users_get_the_nearest_region(self) -> None:
        advice = advised({**SERVING, "user_regions": ["Hong Kong"]})
        assert value(advice, "hosted_region") == "dataplugs_hong_kong"
        assert value(advice, "hosted_round_trip_ms") < 1

    def test_users_in_two_places_count_by_the_farther_one(self) -> None:
        advice = advised({**SERVING, "user_regions": ["Japan", "Taiwan"]})
        assert value(advice, "cloud_region") == "aws_seoul"
        assert value(advice, "cloud_round_trip_ms") == pytest.approx(14.9, abs=0.1)

    def test_nothing_is_said_about_regions_when_no_place_is_named(self) -> None:
        advice = advised(SERVING)
        assert value(advice, "cloud_region") is None
        assert value(advice, "cloud_region_available") is None
        assert told(advice, "region_choice") == ("nothing-binds-the-place",)

    def test_an_unknown_place_is_not_taken_for_any_place(self) -> None:
        advice = advised({**SERVING, "data_residency": "Atlantis", "user_regions": ["Japan"]})
        assert value(advice, "cloud_region") is None
        assert told(advice, "region_choice") == ("place-of-the-data-is-not-listed",)

    def test_residency_goes_before_bursts_where_no_cloud_is_listed(self) -> None:
        advice = advised({**SERVING, "data_residency": "Vietnam", "usage": "sporadic"})
        assert value(advice, "deployment") == "dedicated"
        assert "residency_against_cloud" in value(advice, "tensions")

    def test_bursts_are_rented_where_a_cloud_is_listed(self) -> None:
        advice = advised({**SERVING, "data_residency": "Taiwan", "usage": "sporadic"})
        assert value(advice, "deployment") == "cloud"
        assert told(advice, "deployment") == ("bursts-within-the-region",)


class TestEnvironment:
    def test_machines_that_train_together_want_infiniband(self) -> None:
        advice = advised(TRAINING)
        assert value(advice, "servers_needed") > 1
        assert value(advice, "interconnect_inside") == "nvlink"
        assert value(advice, "interconnect_between") == "infiniband"
        assert value(advice, "storage_tiers")[0] == "parallel_file_system"

    def test_copies_of_a_small_model_need_no_special_network(self) -> None:
        advice = advised({**SERVING, "output_tokens_per_second": 100_000})
        assert value(advice, "servers_needed") > 1
        assert value(advice, "interconnect_between") == "none_needed"

    def test_what_is_stated_too_small_is_named(self) -> None:
        room = {
            "storage_read_gb_s": 2,
            "storage_write_gb_s": 0.3,
            "network_gbit_s": 25,
            "host_memory_gib": 256,
            "processor_cores": 16,
        }
        advice = advised(TRAINING, facility=room)
        assert set(value(advice, "bottlenecks")) == {
            "host_memory",
            "host_processors",
            "storage_reading",
            "storage_writing",
            "machine_network",
        }
        assert "environment_slows_it_down" in value(advice, "placement_warnings")

    def test_what_is_stated_large_enough_is_not(self) -> None:
        room = {
            "storage_read_gb_s": 200,
            "storage_write_gb_s": 100,
            "network_gbit_s": 400,
            "host_memory_gib": 4_096,
            "processor_cores": 128,
        }
        advice = advised(TRAINING, facility=room)
        assert value(advice, "bottlenecks") is None

    def test_what_a_margin_lacks_is_named(self) -> None:
        found = advised(TRAINING).assessment
        kernel, missing = missing_inputs(found, "w", "host_memory_margin_gib")
        assert kernel == "memory_margin"
        assert missing == ("plan.host_memory_gib",)

    def test_what_is_not_stated_is_no_bottleneck(self) -> None:
        assert value(advised(TRAINING), "bottlenecks") is None


class TestFamilies:
    def test_gradient_boosting_runs_on_processors_with_memory_for_its_tables(self) -> None:
        advice = advised({"stage": "training", "model_family": "classical", "dataset_gb": 60})
        assert value(advice, "device") == "cpu_server"
        assert value(advice, "tables_in_memory_gib") == pytest.approx(279, abs=1)
        assert value(advice, "devices_needed") == 1

    def test_tables_beyond_one_server_take_more_of_them(self) -> None:
        advice = advised({"stage": "training", "model_family": "classical", "dataset_gb": 600})
        assert value(advice, "devices_needed") > 1

    def test_heavy_boosting_moves_to_a_gpu(self) -> None:
        workload = {"stage": "training", "model_family": "classical", "intensity": "heavy"}
        advice = advised({**workload, "dataset_gb": 5})
        assert value(advice, "compute_class") == "gpu"

    def test_vector_search_is_sized_by_its_index(self) -> None:
        advice = advised({"stage": "inference", "vectors_m": 1_000, "vector_dimensions": 768})
        assert value(advice, "compute_class") == "cpu"
        assert value(advice, "index_gib") == pytest.approx(3_099, rel=0.01)
        assert value(advice, "devices_needed") == 5

    def test_processor_work_of_unknown_size_says_which_fact_is_missing(self) -> None:
        advice = advised({"stage": "training", "model_family": "classical"})
        reasons = advice.workloads["w"].chosen.reasons
        assert [reason.rule for reason in reasons] == ["processor-work-of-unknown-size"]
        assert "size of the data set" in reasons[0].because

    def test_images_have_no_cache_and_are_counted_by_items(self) -> None:
        workload = {"stage": "inference", "model": "ViT-L/16", "precision": "fp16"}
        few = advised({**workload, "items_per_second": 10})
        many = advised({**workload, "items_per_second": 10_000})
        assert value(few, "kv_cache_gib") == 0
        assert value(few, "tokens_per_second_bound") is None
        assert value(few, "devices_needed") == 1
        assert value(many, "devices_needed") > 10
        assert value(many, "items_per_second_bound") >= 10_000

    def test_a_small_vision_model_does_not_need_the_class_of_the_h100(self) -> None:
        advice = advised({"stage": "training", "model": "ViT-L/16"})
        assert value(advice, "needed_tier") == "fine_tuning"
        assert value(advice, "device") in {"l40s", "a100_80gb"}

    def test_an_edge_site_gets_a_card_of_low_power(self) -> None:
        workload = {"stage": "inference", "serving": "edge", "model": "ViT-L/16"}
        advice = advised({**workload, "precision": "fp16"})
        assert value(advice, "device") == "l4"
        assert value(advice, "deployment") == "dedicated"
        assert value(advice, "dedicated_form") == "own_premises"
        larger = advice.assessment.value("w@l40s", "verdict")
        assert larger == "over_provisioned"

    def test_a_model_too_large_for_low_power_cards_may_draw_more_at_the_edge(self) -> None:
        workload = {"stage": "inference", "serving": "edge", "model": "Qwen2.5-72B"}
        advice = advised({**workload, "precision": "bf16"})
        assert value(advice, "device") is not None
        assert value(advice, "device_power_w") > 75

    def test_batches_are_counted_larger_than_conversations(self) -> None:
        batch = advised({**SERVING, "serving": "batch"})
        assert value(batch, "concurrency") == 64
        assert "answer_delay" not in value(batch, "priorities")


class TestMoney:
    def test_a_budget_below_the_least_cost_is_infeasible_and_says_what_would_do(self) -> None:
        advice = advised(
            {**SERVING, "usage": "continuous", "utilization": 0.9}, organization={"budget": 1000}
        )
        assert advice.outcome == "infeasible"
        assert told(advice, "outcome", "plan") == ("budget-does-not-reach",)
        (firing,) = advice.assessment.conclusion("plan", "outcome").firings
        reason = because(advice.assessment, firing, "en")
        least = value(advice, "plan_least_cost", "plan")
        assert f"{least:,.0f}" in reason

    def test_a_budget_between_the_least_and_the_plan_is_a_warning(self) -> None:
        workload = {**SERVING, "usage": "continuous", "business_critical": True}
        free = advised(workload)
        least, planned = (value(free, name, "plan") for name in ("plan_least_cost", "plan_cost"))
        assert least < planned
        advice = advised(workload, organization={"budget": (least + planned) / 2})
        assert advice.outcome == "recommended"
        assert value(advice, "budget_check", "plan") == "over"
        assert "over_budget" in value(advice, "plan_warnings", "plan")

    def test_a_sufficient_budget_is_within(self) -> None:
        advice = advised(SERVING, organization={"budget": 10**9})
        assert value(advice, "budget_check", "plan") == "within"

    def test_a_budget_without_a_price_to_meet_is_unclear(self) -> None:
        advice = advised(
            {"stage": "training", "model_family": "classical"}, organization={"budget": 10**6}
        )
        assert value(advice, "plan_cost", "plan") is None
        assert value(advice, "budget_check", "plan") == "unclear"

    def test_work_used_for_three_months_is_not_paid_for_three_years(self) -> None:
        workload = {**SERVING, "usage": "sporadic", "utilization": 0.2, "duration_months": 3}
        short = advised(workload, horizon_months=36)
        long = advised({**workload, "duration_months": 36}, horizon_months=36)
        assert value(short, "plan_cost", "plan") == pytest.approx(
            value(long, "plan_cost", "plan") / 12, rel=0.001
        )

    def test_enterprise_software_is_paid_when_it_is_wanted(self) -> None:
        """Statement C19: about NT$140,000 a GPU and year."""
        without = advised(SERVING)
        wanted = advised(SERVING, organization={"enterprise_software": True})
        count = value(wanted, "devices_needed")
        assert value(wanted, "enterprise_licence_year") == 140_000 * count
        licences = wanted.assessment.value("w:own", "licence_cost")
        assert licences == pytest.approx(140_000 * count * 3)
        assert without.assessment.value("w:own", "licence_cost") == 75_000 * count

    def test_processors_pay_no_licence_for_gpus(self) -> None:
        advice = advised({"stage": "data_preparation"})
        assert advice.assessment.value("w:own", "licence_cost") == 0

    def test_an_own_cpu_server_breaks_even_at_a_use_that_can_be_believed(self) -> None:
        """It was 1.8 % while storage in the cloud was a share of a large instance at all hours."""
        advice = advised({"stage": "data_preparation"})
        assert 0.1 < value(advice, "break_even_utilization") < 0.4

    def test_a_plan_that_costs_more_than_it_brings_is_warned_of(self) -> None:
        advice = advised(SERVING, organization={"monthly_benefit": 1})
        assert "costs_exceed_value" in value(advice, "plan_warnings", "plan")


class TestAdoption:
    @pytest.mark.parametrize(
        ("stage", "step", "action"),
        [
            ("exploring", "proof_of_concept", "rent_cloud_gpus"),
            ("proof_of_concept", "proof_of_concept", "build_data_pipeline"),
            ("small_deployment", "small_deployment", "buy_inference_cards"),
            ("production", "production", "version_models"),
            ("optimization", "optimization", "quantize"),
        ],
    )
    def test_each_stage_has_its_next_step(self, stage: str, step: str, action: str) -> None:
        advice = advised(SERVING, organization={"adoption_stage": stage})
        assert value(advice, "adoption_next_step", "plan") == step
        assert action in value(advice, "adoption_actions", "plan")

    def test_a_proof_of_concept_is_measured_against_its_budget(self) -> None:
        organization = {"adoption_stage": "exploring"}
        small = advised({**SERVING, "utilization": 0.2}, organization=organization)
        large = advised({"stage": "training", "model": "Llama-3.1-70B"}, organization=organization)
        assert value(small, "adoption_spend", "plan") == "modest"
        assert value(large, "adoption_spend", "plan") == "above_guidance"

    def test_what_to_watch_follows_the_kinds_of_work(self) -> None:
        serving, training = advised(SERVING), advised({"stage": "training", "model": "Qwen3-8B"})
        assert "inference_latency" in value(serving, "metrics_to_watch", "plan")
        assert "training_speed" not in value(serving, "metrics_to_watch", "plan")
        assert "training_speed" in value(training, "metrics_to_watch", "plan")


def test_what_nothing_holds_names_the_device_that_comes_closest() -> None:
    advice = advised({"stage": "training", "model": "Llama-3.1-8B", "batch_size": 4096})
    assert advice.outcome == "infeasible"
    assert told(advice, "outcome", "plan") == ("memory-falls-short-everywhere",)
    nearest = value(advice, "nearest_device", "plan")
    lacking = {
        device: -advice.assessment.value(f"w@{device}", "device_memory_margin_gib")
        for device in ("h100_sxm", "h200_sxm", "b200", nearest)
    }
    assert lacking[nearest] == min(lacking.values())
    assert value(advice, "nearest_shortfall_gib", "plan") == pytest.approx(lacking[nearest])


def test_what_holds_the_work_has_no_nearest_device() -> None:
    assert value(advised(SERVING), "nearest_device", "plan") is None
