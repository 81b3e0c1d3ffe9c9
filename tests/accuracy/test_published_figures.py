"""What the kernels say, with what ships as their input, against what was published."""

from __future__ import annotations

import accuracy_figures as figures
import accuracy_fits as fits
import pytest
import report
from accuracy_data import catalog, rows


def named(found: list[figures.Figure], basis: str) -> list[figures.Figure]:
    """The figures of one basis; there must be some."""
    chosen = [one for one in found if one.basis == basis]
    assert chosen
    return chosen


def furthest(found: list[figures.Figure]) -> float:
    return abs(figures.worst(found).off)


class TestModels:
    def test_every_model_with_a_shape_counts_its_parameters_within_three_percent(self) -> None:
        found = figures.parameters()
        assert {m.name for m in catalog().tables["models"].values()} - {f.name for f in found} == {
            "ResNet-50",
            "Stable Diffusion XL base",
        }
        assert [f.name for f in found if abs(f.off) > 0.03] == []

    def test_checkpoints_weigh_what_was_published(self) -> None:
        assert furthest(named(figures.weights(), "checkpoint")) < 0.005

    def test_engines_hold_what_we_say_but_for_the_padding_of_gpt_oss(self) -> None:
        measured = named(figures.weights(), "measured")
        off = [f.name for f in measured if abs(f.off) > 0.03]
        assert off == ["GPT-OSS-20B mxfp4, measured", "GPT-OSS-120B mxfp4, measured"]
        assert furthest(measured) < 0.06

    def test_tables_of_parameters_times_bytes_are_met_but_for_scales_in_four_bits(self) -> None:
        off = [f.name for f in named(figures.weights(), "table") if abs(f.off) > 0.03]
        assert off == ["Llama-3.1-405B int4, table"]

    def test_cache_of_a_token_is_exact_for_every_model_that_keeps_one(self) -> None:
        assert {f.off for f in figures.caches()} == {0.0}
        shaped = [
            m.id
            for m in catalog().tables["models"].values()
            if m.text("attention") != "none" and m.text("model_family") != "speech"
        ]
        assert sorted(row["model"] for row in rows("kv")) == sorted(shaped)


class TestMemory:
    def test_fit_is_told_right_of_95_percent_of_the_reported_cases(self) -> None:
        reports = fits.reports("fits")
        assert len(reports) >= 50
        assert sum(one.right for one in reports) >= 0.95 * len(reports)

    def test_whole_entries_are_told_right_as_often_as_single_settings(self) -> None:
        whole, entries = fits.met_throughout(fits.reports("fits"))
        assert entries >= 26
        assert whole >= 0.95 * entries

    def test_entry_with_one_miss_is_not_met(self) -> None:
        missed = [one for one in fits.reports("fits") if not one.right]
        whole, entries = fits.met_throughout(fits.reports("fits"))
        assert whole == entries - len({one.entry for one in missed})

    def test_further_settings_are_told_right_in_six_of_seven(self) -> None:
        further = fits.reports("further_fits")
        assert len(further) >= 30
        assert sum(one.right for one in further) >= 6 / 7 * len(further)

    def test_every_miss_says_why(self) -> None:
        everything = fits.reports("fits") + fits.reports("further_fits")
        assert [one.name for one in everything if not one.right and not one.note] == []

    def test_both_answers_occur_among_the_reports(self) -> None:
        ran = [one.ran for one in fits.reports("fits")]
        assert 0.3 < sum(ran) / len(ran) < 0.7

    def test_training_memory_is_within_15_percent_in_the_median(self) -> None:
        found = figures.memory_of_training()
        assert len(found) >= 35
        assert figures.median_off(found) < 0.15
        assert figures.median_off(named(found, "measured")) < 0.15

    def test_serving_activations_of_older_engines_are_within_seven_percent(self) -> None:
        assert furthest(named(figures.serving_activations(), "vllm before 0.17")) < 0.07

    def test_serving_activations_of_newer_engines_are_within_seven_percent_but_for_gpt_oss(
        self,
    ) -> None:
        newer = named(figures.serving_activations(), "vllm from 0.17")
        assert len(newer) >= 14
        assert [f.name for f in newer if abs(f.off) > 0.07] == ["gpt-oss-20b on 2 x H100"]
        assert furthest(newer) < 0.13
        assert figures.median_off(newer) < 0.03

    def test_serving_activations_of_models_with_images_are_eleven_percent_low_at_most(self) -> None:
        found = named(figures.serving_activations(), "vllm with images, from 0.17")
        assert all(-0.11 < f.off < 0 for f in found)


class TestTime:
    def test_training_runs_are_within_a_factor_of_1_6_and_25_percent_in_the_median(self) -> None:
        found = figures.training_hours(figures.as_planned)
        assert all(1 / 1.6 <= f.found / f.published <= 1.6 for f in found)
        assert figures.median_off(found) < 0.25

    def test_every_published_run_lies_inside_the_interval(self) -> None:
        fastest = figures.training_hours(figures.fastest)
        slowest = figures.training_hours(figures.slowest)
        assert all(f.off <= 0 for f in fastest)
        assert all(f.off >= 0 for f in slowest)

    def test_generation_reaches_half_of_its_bound_and_exceeds_it_by_ten_percent_at_most(
        self,
    ) -> None:
        reached = [f.published / f.found for f in figures.generation()]
        assert min(reached) > 0.5
        assert max(reached) < 1.11

    def test_no_prompt_is_read_faster_than_the_bound(self) -> None:
        assert max(f.published / f.found for f in figures.prompts()) < 1.005


class TestPowerAndMoney:
    def test_rated_power_of_servers_is_within_15_percent(self) -> None:
        assert furthest(figures.rated_power()) < 0.15

    def test_estimate_without_a_rating_is_within_15_percent_but_for_two_servers(self) -> None:
        off = {f.name for f in figures.estimated_power() if abs(f.off) > 0.15}
        assert off == {"DGX-1 with V100", "Tower with 4 x RTX 4090"}

    def test_typical_power_is_within_15_percent(self) -> None:
        assert furthest(figures.typical_power()) < 0.15

    def test_circuits_carry_what_the_tables_print(self) -> None:
        assert furthest(figures.circuits()) < 0.002

    def test_reference_case_is_met_to_the_unit_printed(self) -> None:
        assert all(round(f.found) == f.published for f in figures.costs())

    def test_catalogue_agrees_with_every_report_on_number_formats(self) -> None:
        assert [row["device"] for row, agrees in figures.formats() if not agrees] == []


class TestData:
    @pytest.mark.parametrize(
        "table",
        [
            "weights",
            "kv",
            "serving_activations",
            "training_memory",
            "training_runs",
            "generation",
            "prompts",
            "servers",
            "blind_servers",
            "circuits",
            "costs",
            "formats",
            "fits",
            "further_fits",
            "left_out",
            "methods",
            "engines",
        ],
    )
    def test_every_row_names_its_source(self, table: str) -> None:
        assert rows(table)
        assert [row for row in rows(table) if not row["source"].strip()] == []


class TestDocument:
    def test_committed_document_is_what_the_command_writes(self) -> None:
        assert report.DOCUMENT.read_text(encoding="utf-8") == report.document()
