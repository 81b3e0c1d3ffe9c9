"""The examples load, are advised, and span what the advisor is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from rackwright import Advice, advise, load_plan
from rackwright.bundled import examples_folder

FILES = sorted(examples_folder().glob("*.yaml"))
OUTCOMES = {"dgx-in-the-office": "infeasible", "over-budget": "infeasible"}
"""What an example is to come to, where that is not `recommended`."""


@pytest.fixture(scope="module")
def advices() -> dict[str, Advice]:
    return {path.stem: advise(load_plan(path)) for path in FILES}


def values(advices: dict[str, Advice], attribute: str) -> set[object]:
    found = (
        advice.assessment.value(workload, attribute)
        for advice in advices.values()
        for workload in advice.assessment.workloads
    )
    return {value for value in found if value is not None}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_comes_to_what_it_is_meant_to_show(
    path: Path, advices: dict[str, Advice]
) -> None:
    assert advices[path.stem].outcome == OUTCOMES.get(path.stem, "recommended")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_says_at_its_head_what_it_is_about(path: Path) -> None:
    head = path.read_text(encoding="utf-8").partition("name:")[0]
    assert head.count("\n") >= 2
    assert all(line.startswith("# ") for line in head.splitlines())


def test_there_are_a_dozen_examples() -> None:
    assert len(FILES) >= 12


def test_examples_span_stages_families_and_ways_of_serving(advices: dict[str, Advice]) -> None:
    assert len(values(advices, "activity")) == 8
    families = {"language", "vision", "speech", "diffusion", "embedding"}
    assert families | {"recommendation", "classical"} <= values(advices, "model_family")
    assert values(advices, "serving") == {"real_time", "batch", "edge"}


def test_examples_span_sizes_rooms_and_numbers_of_workloads(advices: dict[str, Advice]) -> None:
    sizes = [size for size in values(advices, "parameters_b") if isinstance(size, float)]
    assert min(sizes) < 1
    assert max(sizes) >= 671
    rooms = {advice.assessment.value("plan", "site") for advice in advices.values()}
    assert {"office", "server_room", "data_center"} <= rooms
    counts = {len(advice.assessment.workloads) for advice in advices.values()}
    assert {1, 10} <= counts


def test_examples_come_to_every_way_of_running(advices: dict[str, Advice]) -> None:
    ways = {advice.assessment.value("plan", "overall_deployment") for advice in advices.values()}
    assert ways == {"cloud", "dedicated", "hybrid"}
    forms = {"own_premises", "hosted", "reserved_cloud"}
    assert values(advices, "dedicated_form") == forms
