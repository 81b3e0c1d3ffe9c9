"""Tests the commands that list what rules are made of."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from rackwright.cli import app
from rackwright.knowledge import default_rules


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "120")


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


def test_every_attribute_is_listed_with_its_kind_and_question() -> None:
    code, out, _ = run("vocabulary")
    assert code == 0
    assert all(f"- {name}  " in out for name in default_rules().vocabulary)
    assert "stage  stage · one value · data_preparation (data preparation)" in out
    assert "number [gib]" in out


def test_one_attribute_is_told_with_all_its_values_and_where_a_plan_states_it() -> None:
    out = run("vocabulary", "階段", "--lang", "zh-TW")[1]
    assert "這項工作屬於哪個階段？" in out
    assert "`workloads[].stage`" in out
    assert "inference" in out
    assert "推論" in out
    assert "The rules of `placement/deployment.toml`" in run("vocabulary", "deployment")[1]
    assert "The table `devices`" in run("vocabulary", "device_memory_gib")[1]


def test_attributes_as_data_say_what_a_plan_may_state() -> None:
    listed = {one["name"]: one for one in json.loads(run("vocabulary", "--json")[1])}
    assert listed.keys() == default_rules().vocabulary.keys()
    assert listed["stage"]["stated_at"] == "workloads[].stage"
    assert listed["deployment"]["stated_at"] is None
    assert listed["deployment"]["decided"] is True
    assert listed["stage"]["values"]["inference"] == {"en": "inference", "zh-TW": "推論"}


def test_a_parameter_is_told_with_its_unit_range_and_sources() -> None:
    out = run("parameters", "own_min_utilization")[1]
    assert "60%" in out
    assert "40% – 75%" in out
    assert "C15" in out
    (told,) = json.loads(run("parameters", "own_min_utilization", "--json")[1])
    assert (told["value"], told["unit"], told["seen"]) == (0.6, "fraction", [0.4, 0.75])
    assert len(json.loads(run("parameters", "--json")[1])) == len(default_rules().parameters)


def test_an_amount_in_the_currency_of_the_plan_says_so() -> None:
    found = default_rules().parameters.values()
    name = next(one.name for one in found if one.unit == "currency")
    assert "(plan's currency)" in " ".join(run("parameters", name)[1].split())


def test_a_source_is_told_with_the_rules_that_rest_on_it() -> None:
    assert "  - steady-work" in run("sources", "A8")[1]
    (told,) = json.loads(run("sources", "A8", "--json")[1])
    assert "steady-work" in told["rules"]
    assert len(json.loads(run("sources", "--json")[1])) == len(default_rules().sources)


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["vocabulary", "utilzation"], "did you mean `utilization`?"),
        (["parameters", "own_min_utilisation"], "did you mean `own_min_utilization`?"),
        (["sources", "buy-or-rent-study"], "did you mean `buy-or-rent-studies`?"),
        (["rules", "--decision", "deploymnt"], "did you mean `deployment`?"),
    ],
)
def test_a_misspelt_name_is_met_with_the_nearest(args: list[str], hint: str) -> None:
    code, _, err = run(*args)
    assert code == 3
    assert hint in err


def test_a_decision_is_found_by_its_label_in_either_language() -> None:
    by_name = run("rules", "--decision", "deployment")
    assert by_name[0] == 0
    assert run("rules", "--decision", "部署方式") == by_name
    assert run("rules", "--decision", "Deployment") == by_name


def test_prices_are_listed_with_their_amounts() -> None:
    row = next(iter(default_rules().catalog.tables["prices"].values()))
    out = run("catalog", "prices")[1]
    line = next(line for line in out.splitlines() if row.id in line)
    assert f"{float(row.cells['amount']):,.0f}/{row.cells['unit']}" in line
    assert row.cells["currency"][:2] in line


def test_the_schema_is_json_whether_or_not_that_is_asked() -> None:
    assert json.loads(run("schema")[1])["type"] == "object"
    assert run("schema", "--json") == run("schema")
    assert "a schema is JSON anyway" in " ".join(run("schema", "--help")[1].split())
