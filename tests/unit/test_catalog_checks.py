"""Packs over the bundled one: mistakes in their tables are found before anybody rests on them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import rackwright as rw
from rackwright.bundled import rules_folder
from rackwright.errors import Problem, RuleError
from rackwright.knowledge import load_packs
from rackwright.measure.prices import reference_prices
from rackwright.reasoning.introduce import introduce_row
from rackwright.reasoning.nodes import NodeKind, Reference
from rackwright.rulebook.load import load_rules

PRICE = "id,name,item,device,provider_kind,amount,currency,unit,term,region,use,source,date"
GOOD_PRICE = {
    "id": "ours",
    "name": "Ours",
    "item": "purchase",
    "device": "l4",
    "provider_kind": "contract",
    "amount": "2500",
    "currency": "USD",
    "unit": "device",
    "term": "contract",
    "region": "taiwan",
    "use": "other",
    "source": "contract 12",
    "date": "2026-03",
}
MACHINE = "id,name,device_kind,device_memory_gib,device_power_w,devices_per_server,source"

Pack = Callable[..., Path]
Load = Callable[[Path], rw.Rulebook]
Problems = Callable[[Path], tuple[Problem, ...]]


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    """Makes a pack of some files."""

    def make(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / "ours" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path / "ours"

    return make


@pytest.fixture(scope="module")
def facts_alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled pack without its decisions, which take long to read."""
    base = tmp_path_factory.mktemp("rules")
    for path in rules_folder().glob("*.toml"):
        shutil.copy(path, base)
    shutil.copytree(rules_folder() / "catalog", base / "catalog")
    return base


@pytest.fixture
def load(facts_alone: Path) -> Load:
    """Loads a pack over the bundled facts."""
    return lambda folder: load_rules([facts_alone, folder])


@pytest.fixture
def problems_of(load: Load) -> Problems:
    """What is wrong with a pack."""

    def problems_of(folder: Path) -> tuple[Problem, ...]:
        with pytest.raises(RuleError) as caught:
            load(folder)
        return caught.value.problems

    return problems_of


def priced(**cells: str) -> dict[str, str]:
    row = {**GOOD_PRICE, **cells}
    line = ",".join(f'"{row[name]}"' for name in PRICE.split(","))
    return {"catalog/prices.csv": f"{PRICE}\n{line}\n"}


def machine(*cells: str, header: str = MACHINE) -> dict[str, str]:
    return {"catalog/devices.csv": f"{header}\nx1,X1,{','.join(cells)},data sheet\n"}


def test_a_sound_price_is_taken(load: Load, pack: Pack) -> None:
    row = load(pack(priced())).catalog.tables["prices"]["ours"]
    assert row.number("amount") == 2500


@pytest.mark.parametrize(
    ("cells", "code", "column", "hint"),
    [
        ({"currency": "NTD"}, "unknown-value", "currency", "did you mean `TWD`?"),
        ({"currency": "HKD"}, "unknown-value", "currency", "write `TWD` or `USD`"),
        ({"amount": "-5000"}, "out-of-range", "amount", ""),
        ({"amount": "NT$160,000"}, "bad-cell", "amount", "digits alone"),
        ({"device": "l44"}, "unknown-value", "device", "`l4`"),
        ({"device": "NVIDIA L4"}, "unknown-value", "device", "write the id `l4`"),
        ({"item": "purchas"}, "unknown-value", "item", "did you mean `purchase`?"),
        ({"unit": "card"}, "unknown-value", "unit", "`device`"),
        ({"unit": "device_hour"}, "unknown-value", "unit", "write `device` or `server_share`"),
        ({"region": "mars"}, "unknown-value", "region", ""),
        ({"region": "Taiwan"}, "unknown-value", "region", "write the id `taiwan`"),
        ({"use": "refrence"}, "unknown-value", "use", "did you mean `reference`?"),
        ({"date": "March 2026"}, "bad-date", "date", "2025-06"),
    ],
)
def test_a_broken_price_is_named_with_its_cell(
    problems_of: Problems, pack: Pack, cells: dict[str, str], code: str, column: str, hint: str
) -> None:
    (problem,) = problems_of(pack(priced(**cells)))
    assert (problem.code, problem.where) == (
        code,
        f"ours/catalog/prices.csv:2, column `{column}`",
    )
    assert hint in problem.hint


@pytest.mark.parametrize("column", ["item", "device", "amount", "currency", "unit", "use"])
def test_a_price_cannot_do_without(problems_of: Problems, pack: Pack, column: str) -> None:
    (problem,) = problems_of(pack(priced(**{column: ""})))
    assert (problem.code, problem.where) == ("missing-cell", "ours/catalog/prices.csv:2")
    assert f"`{column}`" in problem.message


def test_electricity_has_no_device_and_may_be_in_another_currency(load: Load, pack: Pack) -> None:
    cells = {"item": "electricity", "device": "", "unit": "kwh", "currency": "HKD"}
    assert load(pack(priced(**cells))).catalog.find("prices", "ours")


@pytest.mark.parametrize(
    ("cells", "code", "column"),
    [
        (("gpu", "48", "-250", "8"), "out-of-range", "device_power_w"),
        (("gpu", "0", "250", "8"), "out-of-range", "device_memory_gib"),
        (("gpu", "48", "250", "7.5"), "out-of-range", "devices_per_server"),
        (("gpu", "48", "0.25kW", "8"), "bad-cell", "device_power_w"),
        (("gpuu", "48", "250", "8"), "unknown-value", "device_kind"),
    ],
)
def test_a_broken_device_is_named_with_its_cell(
    problems_of: Problems, pack: Pack, cells: tuple[str, ...], code: str, column: str
) -> None:
    (problem,) = problems_of(pack(machine(*cells)))
    assert (problem.code, problem.where) == (
        code,
        f"ours/catalog/devices.csv:2, column `{column}`",
    )


def test_a_misspelt_column_is_found_once(problems_of: Problems, pack: Pack) -> None:
    header = MACHINE.replace("device_power_w", "power_w")
    files = machine("gpu", "48", "250", "8", header=header)
    files["catalog/devices.csv"] += "x2,X2,gpu,48,250,8,data sheet\n"
    (problem,) = problems_of(pack(files))
    assert (problem.code, problem.hint) == ("unknown-column", "did you mean `device_power_w`?")
    assert problem.where == "ours/catalog/devices.csv:2, column `power_w`"


def test_a_table_that_nobody_reads_is_found(problems_of: Problems, pack: Pack) -> None:
    (problem,) = problems_of(pack({"catalog/price.csv": "id,name,source\n"}))
    assert (problem.code, problem.hint) == ("unknown-table", "did you mean `prices`?")
    assert problem.where == "ours/catalog/price.csv"


def test_a_table_and_a_column_of_one_s_own_are_described_in_tables_toml(
    problems_of: Problems, pack: Pack
) -> None:
    described = '[devices.owner]\ntype = "text"\n[racks.rack_units]\ntype = "number"\nmost = 60\n'
    files = {
        "tables.toml": described,
        "catalog/devices.csv": "id,owner,source\nl4,team A,inventory\n",
        "catalog/racks.csv": "id,name,rack_units,source\na,A,42,inventory\nb,B,420,inventory\n",
    }
    (problem,) = problems_of(pack(files))
    assert (problem.code, problem.where) == (
        "out-of-range",
        "ours/catalog/racks.csv:3, column `rack_units`",
    )


def test_what_a_column_holds_cannot_be_said_twice(problems_of: Problems, pack: Pack) -> None:
    files = {"tables.toml": '[devices.vendor]\ntype = "number"\n'}
    assert [p.code for p in problems_of(pack(files))] == ["redefined"]


def test_a_column_depends_on_columns_that_exist(problems_of: Problems, pack: Pack) -> None:
    text = '[prices.owner]\ntype = "text"\nrequired_for = { itm = ["purchase"] }\n'
    (problem,) = problems_of(pack({"tables.toml": text}))
    assert (problem.code, problem.hint) == ("unknown-column", "did you mean `item`?")
    assert problem.where == "ours/tables.toml:1, `prices`, `owner`"


def test_a_table_and_a_rule_file_are_reported_together(problems_of: Problems, pack: Pack) -> None:
    files = {"catalog/devices.csv": 'id,name\n"x', "parameters.toml": "[x", **priced(unit="card")}
    assert {p.code for p in problems_of(pack(files))} == {"broken-csv", "toml-syntax"}
    del files["parameters.toml"]
    (pack({}) / "parameters.toml").unlink()
    assert {p.code for p in problems_of(pack(files))} == {"broken-csv", "unknown-value"}


def test_rules_are_not_blamed_for_a_table_that_cannot_be_read(
    problems_of: Problems, pack: Pack
) -> None:
    rule = """decision = "placement_warnings"
hit = "collect"
[[rule]]
id = "our-machine"
when = "device == x1"
then = "payback_unsettled"
because = { en = "It is ours.", zh-TW = "自有設備。" }
sources = ["A1"]
"""
    files = {"catalog/devices.csv": 'id,name\n"x', "placement/placement_warnings.toml": rule}
    codes = {p.code for p in problems_of(pack(files))}
    assert "broken-csv" in codes
    assert "unknown-value" not in codes


def test_a_table_that_leads_out_of_the_pack_is_not_read(
    problems_of: Problems, pack: Pack, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("root:x:0:0\n", encoding="utf-8")
    folder = pack({"sources.toml": ""})
    (folder / "catalog").mkdir()
    (folder / "catalog" / "devices.csv").symlink_to(secret)
    problems = problems_of(folder)
    assert [p.code for p in problems] == ["outside-pack"]
    assert "root" not in str(problems)


def test_a_link_does_not_hide_the_other_problems(
    problems_of: Problems, pack: Pack, tmp_path: Path
) -> None:
    (tmp_path / "secret.csv").touch()
    folder = pack({"catalog/price.csv": "id,name,source\n"})
    (folder / "catalog" / "devices.csv").symlink_to(tmp_path / "secret.csv")
    assert [p.code for p in problems_of(folder)] == ["outside-pack", "unknown-table"]


# A row of which a pack changes some cells


@pytest.fixture
def measured(pack: Pack) -> rw.Rulebook:
    """The bundled rules with the power of one device as measured."""
    text = "id,device_power_w,source,date\nl4,80,our measurement,2026-03\n"
    return load_packs([pack({"catalog/devices.csv": text})])


PLAN = {
    "workloads": [
        {
            "id": "hr",
            "stage": "inference",
            "model": "Llama-3.1-8B",
            "concurrency": 4,
            "intended": {"device": "l4", "count": 1},
        }
    ]
}


def test_the_other_cells_of_a_changed_row_stay(measured: rw.Rulebook) -> None:
    bundled = load_packs().catalog.tables["devices"]["l4"]
    row = measured.catalog.tables["devices"]["l4"]
    assert row.number("device_power_w") == 80 != bundled.number("device_power_w")
    assert row.number("device_memory_gib") == bundled.number("device_memory_gib")


def test_an_explanation_names_the_source_of_the_cell(measured: rw.Rulebook) -> None:
    advice = rw.advise(rw.plan_from_dict(PLAN), rules=measured)
    power, memory = (advice.why(name, "hr@l4") for name in ("device_power_w", "device_memory_gib"))
    assert (power.sources, power.date) == (("our measurement",), "2026-03")
    assert "our measurement" not in memory.sources


def test_the_row_of_an_explanation_names_all_its_sources(measured: rw.Rulebook) -> None:
    advice = rw.advise(rw.plan_from_dict(PLAN), rules=measured)
    told = introduce_row(advice.assessment, Reference(NodeKind.ROW, "devices", "l4"))
    assert told.sources[-1] == "our measurement"
    assert len(told.sources) == 2


def test_a_changed_price_is_cited_with_its_amount(pack: Pack) -> None:
    row = reference_prices(load_packs(), "purchase")["l4"].id
    text = f"id,amount,source,date\n{row},70000,our contract,2026-03\n"
    rules = load_packs([pack({"catalog/prices.csv": text})])
    advice = rw.advise(rw.plan_from_dict(PLAN), rules=rules)
    told = advice.why("list_price", "hr@l4")
    assert (told.value, told.sources, told.date) == (70000, ("our contract",), "2026-03")
    assert "our contract" not in advice.why("list_price_currency", "hr@l4").sources


def test_the_bundled_catalogue_passes_its_own_checks() -> None:
    assert load_packs([]).catalog.tables.keys() == {
        path.stem for path in (rules_folder() / "catalog").glob("*.csv")
    }
