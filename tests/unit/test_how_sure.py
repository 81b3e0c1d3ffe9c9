"""The section `How sure` of the reports, and the options of the command that ask for it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rackwright import Advice, Plan, advise, load_plan, plan_from_dict
from rackwright.bundled import examples_folder
from rackwright.cli import app
from rackwright.facts.load import parse_plan

EXAMPLES = examples_folder()
GROWTH = str(EXAMPLES / "uncertain-growth.yaml")
ASSISTANT = str(EXAMPLES / "internal-assistant.yaml")
REFERENCE = EXAMPLES / "reference-4xa100.yaml"
SHARE = r"\d+(\.\d)?%"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "RACKWRIGHT_DEBUG"):
        monkeypatch.delenv(name, raising=False)


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


def flat(text: str) -> str:
    return " ".join(text.split())


def reference(low: float, high: float) -> Plan:
    data = load_plan(REFERENCE).model_dump(mode="json", exclude_none=True)
    uncertain = {"tuning.utilization": {"low": low, "high": high}}
    (workload,) = data["workloads"]
    del workload["utilization"]
    return plan_from_dict(data | {"uncertain": uncertain})


@pytest.fixture(scope="module")
def growth() -> Advice:
    return advise(load_plan(GROWTH), samples=2_000, seed=1)


@pytest.mark.parametrize("form", [[], ["--markdown"], ["--html"], ["--json"]])
def test_the_section_stands_only_where_samples_were_asked_for(form: list[str]) -> None:
    title = "how_sure" if form == ["--json"] else "How sure"

    assert title not in run("advise", GROWTH, *form)[1]
    assert title in run("advise", GROWTH, "--samples", "200", *form)[1]


def test_it_tells_the_draws_and_what_they_are_good_for() -> None:
    told = flat(run("advise", GROWTH, "--samples", "10000", "--seed", "7")[1])

    assert "Uncertain numbers: 7. They were drawn 10,000 times (seed 7)" in told
    assert "may be off by about 0.98 percentage points" in told


def test_it_tells_how_often_each_conclusion_holds_and_where_it_turns() -> None:
    advice = advise(reference(0.6, 1.0), samples=10_000)

    told = flat(advice.to_text())

    pattern = (
        rf"cost check on buying buying pays in {SHARE} of 10,000 draws, mostly with utilisation "
        rf"above 79.8%; buying does not pay in {SHARE}, mostly with utilisation below 79.8%; "
        rf"{SHARE} of the difference explained by utilisation alone"
    )
    assert re.search(pattern, told)


def test_it_tells_the_same_in_traditional_chinese(growth: Advice) -> None:
    told = "".join(growth.to_text("zh-TW").split())

    assert "把握程度" in told
    assert re.search(rf"部署方式2,000次抽樣中，雲端{SHARE}；混合{SHARE}；專屬{SHARE}", told)
    assert "How sure" not in told


def test_the_markdown_has_tables_of_inputs_and_results(growth: Advice) -> None:
    told = growth.to_markdown()

    assert "| Uncertain | 5% | Median | 95% |" in told
    assert re.search(r"\| price of NVIDIA L4 \| NT\$7\d,\d{3} \| NT\$\d+,\d{3} \|", told)
    assert "| Result | 5% | Median | 95% | Goes most with |" in told
    assert re.search(r"\| cost of the plan over the horizon \|.*\| how long it runs on \|", told)


def test_conclusions_that_never_vary_are_summed_up(growth: Advice) -> None:
    told = flat(growth.to_text())

    assert "Everything else that was concluded is the same in every draw." in told
    section = told.partition("How sure")[2].partition("Assumed, since")[0]
    assert "class of compute" not in section


def test_what_hardly_ever_happens_is_not_rounded_to_never() -> None:
    """Below 0.6001 in one of 4,000 draws or so."""
    plan = reference(0.79795, 0.9)

    told = flat(advise(plan, samples=20_000).to_text())

    assert re.search(r"buying pays in more than 99.9% of 20,000 draws", told)
    assert re.search(r"buying does not pay in less than 0.1%", told)


def test_several_workloads_are_told_apart() -> None:
    data = load_plan(EXAMPLES / "hybrid-platform.yaml").model_dump(mode="json", exclude_none=True)
    uncertain = {"training.duration_months": {"low": 1, "high": 60}, "pue": {"samples": [1.3, 2]}}

    told = flat(advise(plan_from_dict(data | {"uncertain": uncertain}), samples=200).to_text())

    assert "training · how long it runs on" in told
    assert re.search(r"assistant · deployment \w+ in 100% of 200 draws", told)
    assert re.search(r"- deployment of the whole plan \w+ in", told)


# ---------------------------------------------------------------- data


def test_the_data_names_units_and_is_the_same_every_time(growth: Advice) -> None:
    again = advise(load_plan(GROWTH), samples=2_000, seed=1)

    found = growth.to_dict()["how_sure"]

    assert again.to_json() == growth.to_json()
    assert (found["samples"], found["seed"]) == (2_000, 1)
    units = {one["input"]: one["unit"] for one in found["inputs"]}
    assert units == {
        "assistant.utilization": "fraction",
        "assistant.concurrency": "count",
        "assistant.duration_months": "months",
        "electricity_price": "currency_per_kwh",
        "parameters.own_min_utilization": "fraction",
        "prices.l4.purchase": "twd",
        "prices.l40s.purchase": "twd",
    }
    figures = {one["attribute"]: one["unit"] for one in found["figures"]}
    assert figures["plan_cost"] == "currency"
    assert figures["break_even_utilization"] == "fraction"


def test_the_data_of_a_decision_holds_shares_errors_and_boundaries(growth: Advice) -> None:
    found = growth.to_dict()["how_sure"]["decisions"]
    check = next(one for one in found if one["attribute"] == "payback_check")

    assert set(check) == {"subject", "attribute", "values", "undecided_fraction", "explained_by"}
    assert sum(one["share_fraction"] for one in check["values"]) == pytest.approx(1.0)
    pays = next(one for one in check["values"] if one["value"] == "own_pays")
    assert 0.0 < pays["standard_error_fraction"] < 0.02
    assert (pays["mostly"]["input"], pays["mostly"]["side"]) == ("assistant.utilization", "above")
    assert (pays["mostly"]["unit"], check["explained_by"][0]["input"]) == (
        "fraction",
        "assistant.utilization",
    )


def test_every_value_of_the_data_can_be_read_back(growth: Advice) -> None:
    def refuse(constant: str) -> Any:
        raise AssertionError(constant)

    assert json.loads(growth.to_json(), parse_constant=refuse)["how_sure"]["samples"] == 2_000


# ---------------------------------------------------------------- nothing uncertain


def test_a_plan_that_is_sure_is_told_what_could_be_given() -> None:
    code, told, _ = run("advise", ASSISTANT, "--samples", "1000")

    assert code == 0
    section = flat(told).partition("How sure")[2]
    assert section.startswith(" Nothing in this plan is stated to be uncertain")
    assert "assistant.concurrency: {low: 32, high: 48} requests at the same time" in section
    assert re.search(r"prices\.\w+\.purchase: \{low: \d+, high: \d+\} price of NVIDIA", section)


@pytest.mark.parametrize("file", [ASSISTANT, str(REFERENCE)])
def test_what_could_be_given_is_given_as_a_plan_takes_it(file: str) -> None:
    told = advise(load_plan(file), samples=1_000).to_text(width=200)
    lines = re.findall(r"- ([\w.]+: \{low: [\d.]+, high: [\d.]+\})", told)
    text = Path(file).read_text(encoding="utf-8") + "\nuncertain:\n"

    plan = parse_plan(text + "".join(f"  {line}\n" for line in lines))

    assert len(lines) >= 5
    found = advise(plan, samples=50).spread
    assert found is not None
    assert len(found.inputs) == len(lines)


def test_a_threshold_is_suggested_with_the_figures_found_elsewhere() -> None:
    found = advise(load_plan(REFERENCE), samples=100).to_text(width=200)

    assert "parameters.own_min_utilization: {low: 0.4, high: 0.75}" in found


def test_the_data_of_a_plan_that_is_sure_names_what_could_be_given() -> None:
    code, told, _ = run("advise", ASSISTANT, "--samples", "1000", "--json")

    found = json.loads(told)["how_sure"]
    assert (code, found["samples"], found["decisions"]) == (0, 0, [])
    assert {"input": "assistant.concurrency", "value": 40} in found["could_be_uncertain"]


def test_a_plan_that_is_not_sure_is_told_to_ask_for_samples() -> None:
    assert "--samples 10000" in run("advise", GROWTH)[2]
    assert "--samples" not in run("advise", GROWTH, "--samples", "50")[2]
    assert "--samples" not in run("advise", ASSISTANT)[2]


# ---------------------------------------------------------------- what cannot be used


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--samples", "1"], "the number of samples must be from 2 to 1000000, not `1`"),
        (["--samples", "many"], "integer"),
        (["--samples", "9000000"], "the number of samples must be from 2 to 1000000"),
        (["--samples", "10", "--seed", "-1"], "the seed must be a whole number from 0"),
        (["--seed", "7"], "`--seed` is of use only for draws"),
    ],
)
def test_options_that_cannot_be_used_are_refused(args: list[str], message: str) -> None:
    code, told, problems = run("advise", GROWTH, *args)

    assert (code, told) == (3, "")
    assert message in flat(problems)


@pytest.mark.parametrize("command", ["advise", "check"])
def test_an_unknown_parameter_is_found_without_a_draw(command: str, tmp_path: Path) -> None:
    file = tmp_path / "plan.yaml"
    file.write_text(
        "workloads: [{id: a}]\nuncertain: {parameters.own_min_month: {low: 1, high: 2}}\n"
    )

    code, _, problems = run(command, str(file))

    assert code == 3
    assert "did you mean `own_min_months`?" in flat(problems)
