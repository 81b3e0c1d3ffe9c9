"""The catalogue loader: every mistake by its code, names in any spelling, packs over packs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rackwright.catalog import Catalog, CatalogRow
from rackwright.csv_table import MAX_FILE_BYTES
from rackwright.errors import CatalogError, Problem, RuleError, UsageError
from rackwright.knowledge import default_rules
from rackwright.rulebook.load import load_catalog

HEADER = "id,name,aliases,memory_gib,cold_plate,precisions,source,date"
L4 = "l4,NVIDIA L4,L4;nvidia-l4,22.49,no,fp16;fp8,data sheet,2023"
H100 = "h100_sxm,NVIDIA H100 SXM,H100;H100 80GB,79.65,yes,fp16;bf16;fp8,data sheet,2022"

Pack = Callable[..., Path]


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    """Makes a pack with one table from lines of text."""

    def make(*lines: str, folder: str = "pack", table: str = "devices") -> Path:
        catalog = tmp_path / folder / "catalog"
        catalog.mkdir(parents=True, exist_ok=True)
        text = "".join(f"{line}\n" for line in lines)
        (catalog / f"{table}.csv").write_text(text, encoding="utf-8")
        return tmp_path / folder

    return make


def problems_of(*folders: Path) -> tuple[Problem, ...]:
    with pytest.raises(RuleError) as caught:
        load_catalog(folders)
    return caught.value.problems


def only_problem(folder: Path) -> Problem:
    (problem,) = problems_of(folder)
    return problem


def row(**cells: str) -> CatalogRow:
    return CatalogRow("devices", "l4", "NVIDIA L4", cells, "data sheet", "2023", "devices.csv:2")


# Loading


def test_rows_keep_the_order_of_the_file(pack: Pack) -> None:
    catalog = load_catalog([pack(HEADER, H100, L4)])
    assert list(catalog.tables["devices"]) == ["h100_sxm", "l4"]


def test_a_row_knows_its_source_date_reference_and_line(pack: Pack) -> None:
    folder = pack(HEADER, H100, "", L4)
    loaded = load_catalog([folder]).tables["devices"]["l4"]
    assert (loaded.source, loaded.date, loaded.ref) == ("data sheet", "2023", "devices/l4")
    assert loaded.where == "pack/catalog/devices.csv:4"


def test_the_line_of_a_row_after_a_cell_of_two_lines_is_right(pack: Pack) -> None:
    folder = pack("id,name,source", 'a,A,"one\ntwo"', "b,B,one")
    assert load_catalog([folder]).tables["devices"]["b"].where.endswith(":4")


def test_an_empty_cell_is_left_out(pack: Pack) -> None:
    catalog = load_catalog([pack(HEADER, "l4,NVIDIA L4,,,,,data sheet,")])
    assert set(catalog.tables["devices"]["l4"].cells) == {"id", "name", "source"}


def test_a_byte_order_mark_is_no_part_of_the_first_column(pack: Pack) -> None:
    catalog = load_catalog([pack("\ufeffid,name,source", "a,A,s")])
    assert list(catalog.tables["devices"]) == ["a"]


def test_each_file_is_a_table(pack: Pack) -> None:
    pack(HEADER, L4)
    folder = pack("id,name,source", "fp8,FP8,a paper", table="precisions")
    assert sorted(load_catalog([folder]).tables) == ["devices", "precisions"]


def test_a_pack_without_a_catalogue_adds_nothing(tmp_path: Path) -> None:
    (tmp_path / "sources.toml").touch()
    assert load_catalog([tmp_path]).tables == {}


# Layering


def test_a_later_pack_changes_cells_in_place_and_adds_rows(pack: Pack) -> None:
    first = pack(HEADER, L4, H100)
    second = pack("id,name,memory_gib,source", "l4,Our L4,20,us", "x1,X1,1,us", folder="second")
    devices = load_catalog([first, second]).tables["devices"]
    assert list(devices) == ["l4", "h100_sxm", "x1"]
    assert (devices["l4"].name, devices["l4"].number("memory_gib")) == ("Our L4", 20)
    assert devices["l4"].members("precisions") == ("fp16", "fp8")


def test_a_changed_cell_has_a_source_of_its_own(pack: Pack) -> None:
    second = pack("id,memory_gib,source,date", "l4,20,our measurement,2026-03", folder="second")
    l4 = load_catalog([pack(HEADER, L4), second]).tables["devices"]["l4"]
    changed = l4.cited("memory_gib")
    assert (changed.source, changed.date) == ("our measurement", "2026-03")
    assert changed.where == "second/catalog/devices.csv:2"
    assert l4.cited("cold_plate").source == "data sheet"
    assert l4.sources == ("data sheet", "our measurement")


def test_an_empty_or_equal_cell_changes_nothing(pack: Pack) -> None:
    second = pack("id,name,memory_gib,cold_plate,source", "l4,,,no,us", folder="second")
    l4 = load_catalog([pack(HEADER, L4), second]).tables["devices"]["l4"]
    assert (l4.name, l4.number("memory_gib")) == ("NVIDIA L4", 22.49)
    assert l4.sources == ("data sheet",)


def test_a_row_that_states_every_cell_takes_the_whole_place(pack: Pack) -> None:
    second = pack(HEADER, L4.replace("22.49", "20").replace("data sheet", "us"), folder="second")
    l4 = load_catalog([pack(HEADER, L4), second]).tables["devices"]["l4"]
    assert (l4.source, l4.sources, l4.changed) == ("us", ("us",), {})


def test_three_packs_change_different_cells_of_one_row(pack: Pack) -> None:
    second = pack("id,memory_gib,source", "l4,20,us", folder="second")
    third = pack("id,cold_plate,source", "l4,yes,them", folder="third")
    l4 = load_catalog([pack(HEADER, L4), second, third]).tables["devices"]["l4"]
    assert (l4.number("memory_gib"), l4.flag("cold_plate")) == (20, True)
    assert (l4.cited("memory_gib").source, l4.cited("cold_plate").source) == ("us", "them")


def test_a_new_row_of_a_later_pack_needs_a_name(pack: Pack) -> None:
    second = pack("id,memory_gib,source", "x1,20,us", folder="second")
    assert [p.code for p in problems_of(pack(HEADER, L4), second)] == ["missing-cell"]


def test_a_later_pack_adds_tables(pack: Pack) -> None:
    first = pack(HEADER, L4)
    second = pack("id,name,source", "a,A,us", folder="second", table="racks")
    assert sorted(load_catalog([first, second]).tables) == ["devices", "racks"]


def test_a_later_pack_cannot_take_the_name_of_another_row(pack: Pack) -> None:
    first = pack(HEADER, L4)
    second = pack("id,name,source", "other,nvidia L4,us", folder="second")
    (problem,) = problems_of(first, second)
    assert (problem.code, problem.where) == (
        "duplicate-alias",
        "second/catalog/devices.csv:2",
    )


# Mistakes


@pytest.mark.parametrize("column", ["id", "name", "source"])
def test_a_required_column_may_not_be_missing(pack: Pack, column: str) -> None:
    columns = [name for name in ("id", "name", "source") if name != column]
    problem = only_problem(pack(",".join(columns), "a,b"))
    assert problem.code == "missing-column"
    assert f"`{column}`" in problem.message


def test_an_empty_file_misses_all_columns(pack: Pack) -> None:
    assert [p.code for p in problems_of(pack())] == ["missing-column"] * 3


@pytest.mark.parametrize("column", ["Memory", "memory gib", "", "name"])
def test_a_column_name_is_an_identifier_and_unique(pack: Pack, column: str) -> None:
    assert only_problem(pack(f"id,name,source,{column}", "a,A,s,1")).code == "bad-column"


def test_an_id_may_not_be_taken_twice(pack: Pack) -> None:
    problem = only_problem(pack(HEADER, L4, L4.replace("NVIDIA L4,L4;nvidia-l4", "Other,")))
    assert problem.code == "duplicate-id"
    assert problem.where.endswith(":3")


@pytest.mark.parametrize("identifier", ["L4", "4l", "l-4", "l 4", "é"])
def test_an_id_is_an_identifier(pack: Pack, identifier: str) -> None:
    assert only_problem(pack("id,name,source", f"{identifier},A,s")).code == "bad-id"


@pytest.mark.parametrize("alias", ["NVIDIA L4", "nvidia_l4", "l4", "ＮＶＩＤＩＡ　Ｌ４"])
def test_two_rows_may_not_answer_to_one_name(pack: Pack, alias: str) -> None:
    problem = only_problem(pack(HEADER, L4, f"other,Other,{alias},,,,s,"))
    assert problem.code == "duplicate-alias"
    assert "`l4`" in problem.message
    assert "`other`" in problem.message


def test_a_row_may_repeat_its_own_name_as_an_alias(pack: Pack) -> None:
    folder = pack("id,name,aliases,source", "l4,L4,l-4;L 4,s")
    assert load_catalog([folder]).find("devices", "l4").id == "l4"


def test_a_name_needs_a_letter_or_digit(pack: Pack) -> None:
    assert only_problem(pack("id,name,source", "a,--,s")).code == "bad-alias"


@pytest.mark.parametrize("line", ["a,A", "a,A,s,more"])
def test_a_row_has_as_many_cells_as_the_header(pack: Pack, line: str) -> None:
    problem = only_problem(pack("id,name,source", line))
    assert problem.code == "ragged-row"
    assert problem.where.endswith(":2")


@pytest.mark.parametrize("line", ["a,,s", "a,A,", ",A,s"])
def test_a_required_cell_may_not_be_empty(pack: Pack, line: str) -> None:
    assert only_problem(pack("id,name,source", line)).code == "missing-cell"


def test_broken_utf_8_is_named_with_its_line(pack: Pack) -> None:
    folder = pack("id,name,source")
    (folder / "catalog" / "devices.csv").write_bytes(b"id,name,source\na,\xff,s\n")
    problem = only_problem(folder)
    assert problem.code == "broken-encoding"
    assert problem.where.endswith("devices.csv:2")


@pytest.mark.parametrize("text", ['a,"A,s', 'a,"A"x,s', f"a,{'A' * 200_000},s"])
def test_broken_csv_is_one_clear_problem(pack: Pack, text: str) -> None:
    problem = only_problem(pack("id,name,source", text))
    assert problem.code == "broken-csv"
    assert "\n" not in str(problem)


def test_a_file_may_not_be_too_large(pack: Pack) -> None:
    folder = pack("id,name,source")
    with (folder / "catalog" / "devices.csv").open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    assert only_problem(folder).code == "file-too-large"


def test_a_table_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "catalog" / "devices.csv").mkdir(parents=True)
    assert only_problem(tmp_path).code == "not-a-file"


def test_a_table_name_is_an_identifier(pack: Pack) -> None:
    folder = pack("id,name,source", table="My devices")
    assert only_problem(folder).code == "bad-table-name"


def test_a_pack_is_a_folder(tmp_path: Path) -> None:
    assert only_problem(tmp_path / "nowhere").code == "missing-folder"


def test_the_catalogue_of_a_pack_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "catalog").write_text("", encoding="utf-8")
    assert only_problem(tmp_path).code == "not-a-folder"


def test_problems_of_all_files_are_reported_together(pack: Pack) -> None:
    pack("id,name,source", "A,a,s", "b,B", table="first")
    folder = pack("id,name", table="second")
    codes = [problem.code for problem in problems_of(folder)]
    assert codes == ["bad-id", "ragged-row", "missing-column"]


def test_twenty_problems_are_enough(pack: Pack) -> None:
    problems = problems_of(pack("id,name,source", *["a,A"] * 25))
    assert len(problems) == 21
    assert problems[-1].message == "5 more problems are not shown"


def test_a_cell_is_never_run(pack: Pack) -> None:
    text = "__import__('os').abort()"
    loaded = load_catalog([pack("id,name,source", f"a,A,{text}")])
    assert loaded.tables["devices"]["a"].source == text


# Finding


@pytest.mark.parametrize(
    "name",
    ["h100_sxm", "H100", "h-100", "nvidia h100 sxm", "NVIDIA-H100-SXM", "H100 80gb", "Ｈ100"],
)
def test_a_row_is_found_in_any_spelling(pack: Pack, name: str) -> None:
    assert load_catalog([pack(HEADER, L4, H100)]).find("devices", name).id == "h100_sxm"


def test_an_unknown_name_is_answered_with_the_nearest(pack: Pack) -> None:
    catalog = load_catalog([pack(HEADER, L4, H100)])
    with pytest.raises(UsageError) as caught:
        catalog.find("devices", "NVIDIA H10 SXM")
    (problem,) = caught.value.problems
    assert problem.code == "unknown-name"
    assert problem.message == "devices has no `NVIDIA H10 SXM`"
    assert problem.hint == "did you mean `NVIDIA H100 SXM`?"


def test_a_name_like_no_other_gets_no_suggestion(pack: Pack) -> None:
    catalog = load_catalog([pack(HEADER, L4)])
    with pytest.raises(UsageError) as caught:
        catalog.find("devices", "?")
    assert caught.value.problems[0].hint == ""


def test_an_unknown_name_stays_on_one_short_line(pack: Pack) -> None:
    catalog = load_catalog([pack(HEADER, L4)])
    with pytest.raises(UsageError) as caught:
        catalog.find("devices", "x\n" * 500)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 140


def test_an_unknown_table_is_answered_with_the_nearest(pack: Pack) -> None:
    catalog = load_catalog([pack(HEADER, L4)])
    with pytest.raises(UsageError) as caught:
        catalog.find("device", "l4")
    assert "`devices`" in caught.value.problems[0].hint


def test_an_empty_catalogue_has_no_table() -> None:
    with pytest.raises(UsageError):
        Catalog().find("devices", "l4")


# Typed cells


@pytest.mark.parametrize(
    ("cell", "value"), [("22.49", 22.49), ("0", 0), ("-3", -3), ("+4.5", 4.5), ("1.5e3", 1500)]
)
def test_a_number_is_read(cell: str, value: float) -> None:
    assert row(memory_gib=cell).number("memory_gib") == value


@pytest.mark.parametrize(
    "cell", ["nan", "inf", "-inf", "1e999", "1,100,000", "1_000", "24 GB", "0x10", ".5", "٣", "yes"]
)
def test_what_is_no_finite_number_is_refused_with_its_place(cell: str) -> None:
    with pytest.raises(CatalogError) as caught:
        row(memory_gib=cell).number("memory_gib")
    (problem,) = caught.value.problems
    assert problem.code == "bad-cell"
    assert problem.where == "devices.csv:2, column `memory_gib`"
    assert problem.message == f"`{cell}` is not a number"


def test_a_flag_is_yes_or_no() -> None:
    assert row(cold_plate="yes").flag("cold_plate") is True
    assert row(cold_plate="no").flag("cold_plate") is False


@pytest.mark.parametrize("cell", ["Yes", "true", "1", "y"])
def test_no_other_word_is_a_flag(cell: str) -> None:
    with pytest.raises(CatalogError):
        row(cold_plate=cell).flag("cold_plate")


def test_members_keep_their_order() -> None:
    assert row(precisions="fp8; bf16").members("precisions") == ("fp8", "bf16")


@pytest.mark.parametrize("cell", ["fp8;", ";fp8", "fp8;;bf16", "fp8;fp8"])
def test_members_are_neither_empty_nor_repeated(cell: str) -> None:
    with pytest.raises(CatalogError):
        row(precisions=cell).members("precisions")


def test_a_cell_that_is_not_there_is_unknown_in_every_type() -> None:
    bare = row()
    assert bare.text("memory_gib") is None
    assert bare.number("memory_gib") is None
    assert bare.flag("cold_plate") is None
    assert bare.members("precisions") is None


def test_a_row_may_have_a_chinese_name_and_answers_to_it() -> None:
    rulebook = default_rules()
    row = rulebook.catalog.find("devices", "雙路 CPU 伺服器")
    label = rulebook.vocabulary["device"].values[row.id]
    assert (row.id, label.en, label.zh_tw) == (
        "cpu_server",
        "Two-socket CPU server",
        "雙路 CPU 伺服器",
    )
    card = rulebook.catalog.find("devices", "L4")
    assert card.name_zh_tw == card.name
