"""What `rackwright batch` makes of files: the same as `advise_many`, or nothing at all."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from pyarrow import csv as arrow_csv
from typer.testing import CliRunner

from rackwright.cli import app
from rackwright.facts.plan import MAX_WORKLOADS
from rackwright.many import advise_many
from rackwright.many.batch import advise_batch, batch_schema
from rackwright.many.files.outputs import Outputs
from rackwright.many.files.seen_plans import SeenPlans

Table = dict[str, list[Any]]

WORKLOADS: Table = {
    "plan": ["bank", "bank", "shop", "lab", "lab", "lab"],
    "id": ["assistant", "scoring", "cameras", "a", "b", "c"],
    "stage": ["inference", "training", None, "fine_tuning", "inference", "inference"],
    "model": ["Llama-3.1-8B", None, None, "Llama-3.1-70B", "Llama-3.1-8B", None],
    "concurrency": [40.0, None, 8.0, None, 3.5e1, None],
    "parameters_b": [None, 7.0, None, None, None, None],
    "latency_sensitive": [True, None, False, None, True, None],
    "frameworks": ["pytorch;onnx", None, None, "jax", None, None],
    "site": ["office", "office", None, None, None, "data_center"],
    "circuit_amps": [20.0, None, None, None, None, 32.0],
}
SUFFIXES = [".parquet", ".csv", ".jsonl"]


def without(table: Table, *names: str) -> Table:
    return {name: cells for name, cells in table.items() if name not in names}


def repeated(table: Table, times: int) -> Table:
    found = {name: cells * times for name, cells in table.items()}
    rows = len(next(iter(table.values())))
    if "plan" in found:
        found["plan"] = [f"{name}-{at // rows}" for at, name in enumerate(found["plan"])]
    return found


def write(path: Path, table: Table) -> Path:
    arrow = pa.table(table)
    if path.suffix == ".parquet":
        pq.write_table(arrow, path)
    elif path.suffix == ".csv":
        arrow_csv.write_csv(arrow, path)
    else:
        rows = [{n: v for n, v in row.items() if v is not None} for row in arrow.to_pylist()]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        return list(pq.read_table(path).to_pylist())
    if path.suffix == ".csv":
        kinds = {field.name: field.type for field in batch_schema()}
        options = arrow_csv.ConvertOptions(
            column_types=kinds, strings_can_be_null=True, null_values=[""]
        )
        return list(arrow_csv.read_csv(path, convert_options=options).to_pylist())
    return [json.loads(line) for line in path.read_text().splitlines()]


def run(*args: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["batch", *map(str, args)])
    return result.exit_code, result.stderr


def rejects(out: Path) -> list[tuple[int, str, str]]:
    lines = read(out.with_name(f"{out.stem}.rejected.jsonl"))
    return [(line["row"], line["column"], line["code"]) for line in lines]


def expected(table: Table) -> list[dict[str, Any]]:
    return list(advise_many(table, on_error="reject").to_arrow().to_pylist())


@pytest.mark.parametrize("source", SUFFIXES)
@pytest.mark.parametrize("target", SUFFIXES)
def test_every_format_gives_what_advise_many_gives(
    source: str, target: str, tmp_path: Path
) -> None:
    table = repeated(WORKLOADS, 3)
    out = tmp_path / f"out{target}"
    assert run(write(tmp_path / f"in{source}", table), "-o", out, "--chunk-rows", 4)[0] == 0
    assert read(out) == expected(table)
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"in{source}", f"out{target}"]


def test_results_do_not_depend_on_how_the_rows_are_cut(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", repeated(WORKLOADS, 5))
    outs = []
    for rows, workers in ((1, 1), (7, 2), (10_000, 1)):
        out = tmp_path / f"out-{rows}.parquet"
        run(source, "-o", out, "--chunk-rows", rows, "--workers", workers)
        outs.append(read(out))
    assert outs[0] == outs[1] == outs[2] == expected(repeated(WORKLOADS, 5))


def test_without_plans_each_row_is_one_named_by_its_number(tmp_path: Path) -> None:
    table = repeated(without(WORKLOADS, "plan", "id"), 2)
    out = tmp_path / "out.jsonl"
    assert run(write(tmp_path / "in.csv", table), "-o", out, "--chunk-rows", 5)[0] == 0
    assert read(out) == expected(table)
    assert [row["plan"] for row in read(out)] == [str(at) for at in range(12)]


# rows that cannot be used

BAD: Table = {
    "stage": ["inference", "nonsense", "training", "inference", "inference"],
    "model": ["Llama-3.1-8B"] * 5,
    "concurrency": [4.0, 5.0, -1.0, float("inf"), 3.0],
}


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_rejected_rows_are_told_beside_the_result(suffix: str, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    code, said = run(write(tmp_path / f"in{suffix}", BAD), "-o", out, "--chunk-rows", 2)
    assert code == 3
    assert "3 rows rejected" in said
    assert [row["row"] for row in read(out)] == [0, 4]
    assert read(out) == expected(BAD)
    found = rejects(out)
    assert [(row, column) for row, column, _ in found] == [
        (1, "stage"),
        (2, "concurrency"),
        (3, "concurrency"),
    ]
    assert all(line["reason"] for line in read(tmp_path / "out.rejected.jsonl"))


def test_all_rows_rejected_is_a_result_of_no_rows(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    table = {"stage": ["x", "y"]}
    assert run(write(tmp_path / "in.jsonl", table), "-o", out)[0] == 3
    assert pq.read_table(out).num_rows == 0
    assert len(rejects(out)) == 2


def test_a_plan_with_a_bad_row_is_rejected_as_a_whole(tmp_path: Path) -> None:
    table = {"plan": ["a", "a", "b"], "stage": ["inference", "x", "inference"]}
    out = tmp_path / "out.csv"
    assert run(write(tmp_path / "in.csv", table), "-o", out, "--chunk-rows", 1)[0] == 3
    assert [row["plan"] for row in read(out)] == ["b"]
    assert rejects(out) == [(0, "plan", "plan-rejected"), (1, "stage", "unknown-value")]


def test_cells_of_csv_that_are_no_numbers_or_truths_are_rejected_in_words(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(
        "stage,concurrency,latency_sensitive\n"
        "inference,1_000,true\ninference,nan,False\ninference, +4e1 ,maybe\n"
        "inference,.5e1,TRUE\ninference,1,no\n"
    )
    assert run(source, "-o", out)[0] == 3
    assert rejects(out) == [
        (0, "concurrency", "not-a-number"),
        (1, "concurrency", "not-a-number"),
        (2, "latency_sensitive", "not-true-or-false"),
    ]
    assert [row["row"] for row in read(out)] == [3, 4]


def test_rows_of_csv_with_too_few_or_too_many_cells_are_rejected(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.jsonl"
    source.write_text(
        'stage,model\ninference\ninference,"Llama-3.1-8B"\n\ntraining,,7\n"inference",\n,,\n'
    )
    assert run(source, "-o", out, "--chunk-rows", 2)[0] == 3
    assert rejects(out) == [(at, "", "cell-count") for at in (0, 2, 4)]
    assert [row["row"] for row in read(out)] == [1, 3]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", "not-json"),
        (b"[1]", "not-a-mapping"),
        (b'{"stage": "inference", "concurrency": NaN}', "not-json"),
        (b'{"stage": "inference", "stage": "training"}', "repeated-key"),
        (b'{"stage": "\xff"}', "not-utf8"),
        (b'{"model": "' + b"x" * 2_000_000 + b'"}', "too-long"),
        (b"[" * 100_000, "not-json"),
        (b'{"\\ud800": 1}', "bad-character"),
    ],
)
def test_lines_that_cannot_be_read_are_rejected(line: bytes, code: str, tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b'\xef\xbb\xbf{"stage": "inference"}\n\n' + line + b'\n{"model": "gpt-4"}\n')
    assert run(source, "-o", out)[0] == 3
    assert (1, "", code) in rejects(out)
    assert read(out)[0] == expected({"stage": ["inference"]})[0]


def test_cells_of_json_of_the_wrong_kind_are_rejected(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    rows = [
        {"stage": "inference", "concurrency": "12", "frameworks": ["pytorch", "jax"]},
        {"stage": 3, "concurrency": 10**400},
        {"stage": ["inference"], "latency_sensitive": 1, "model": "\ud800"},
        {"stage": "inference", "concurrency": 12, "frameworks": ["pytorch", "onnx"]},
        {"intended_count": 2},
    ]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(source, "-o", out)[0] == 3
    assert {row for row, _, _ in rejects(out)} == {0, 1, 2, 4}
    assert [row["row"] for row in read(out)] == [3]


def test_the_plans_around_a_row_that_cannot_be_read_are_rejected(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("plan,stage\nx,inference\na,inference\na\nb,inference\nb,inference\nc,\n")
    for rows in (1, 2, 3, 100):
        assert run(source, "-o", out, "--chunk-rows", rows)[0] == 3
        assert rejects(out) == [
            (1, "plan", "plan-rejected"),
            (2, "", "cell-count"),
            (3, "plan", "plan-rejected"),
            (4, "plan", "plan-rejected"),
        ]
        assert [row["plan"] for row in read(out)] == ["x", "c"]


# files that cannot be used


def refused(source: Path, code: str, *more: object, out: str = "out.csv") -> str:
    before = sorted(source.parent.iterdir())
    exit_code, said = run(source, "-o", source.parent / out, *more)
    assert exit_code == 3
    assert f"[{code}]" in said
    assert "Traceback" not in said
    assert sorted(source.parent.iterdir()) == before
    return said


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_misspelt_column_is_told_with_the_file(suffix: str, tmp_path: Path) -> None:
    source = write(tmp_path / f"in{suffix}", {"stagee": ["inference"]})
    assert f"in{suffix}, column `stagee`" in refused(source, "unknown-column")


def test_a_column_that_needs_another_is_told(tmp_path: Path) -> None:
    refused(write(tmp_path / "in.csv", {"intended_count": [3.0]}), "missing-column")
    refused(write(tmp_path / "in.csv", {"id": ["a"]}), "missing-column")


def test_a_column_that_comes_twice_is_told(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("stage,stage\ninference,training\n")
    refused(source, "repeated-column")


@pytest.mark.parametrize("text", ["", "stage\n", "stage,model\n"])
def test_a_csv_file_of_no_rows_is_told(text: str, tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text(text)
    refused(source, "empty-table")


def test_empty_lines_before_the_header_of_csv_do_not_count(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("\n\nstage,model\ntraining\ninference,Llama-3.1-8B\n")
    assert run(source, "-o", out)[0] == 3
    assert rejects(out) == [(0, "", "cell-count")]
    assert [row["row"] for row in read(out)] == [1]


@pytest.mark.parametrize("end", ["", '"\n'])
def test_a_row_of_csv_without_end_is_told_in_words(end: str, tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("stage,model\n" + 'inference,"' + "Llama-3.1-8B\n" * 200_000 + end)
    assert "quotation mark" in refused(source, "too-long")


def test_other_files_of_no_rows_are_told(tmp_path: Path) -> None:
    refused(write(tmp_path / "in.parquet", {"stage": []}), "empty-table")
    (tmp_path / "in.jsonl").write_text("\n")
    refused(tmp_path / "in.jsonl", "empty-table")


def test_files_that_are_not_what_their_name_says_are_told(tmp_path: Path) -> None:
    for name, content, code in (
        ("in.parquet", b"stage\ninference\n", "not-parquet"),
        ("in.csv", b"stage\ninference\xff\n", "not-utf8"),
        ("in.csv", b"stage\xff\ninference\n", "not-utf8"),
    ):
        (tmp_path / name).write_bytes(content)
        refused(tmp_path / name, code)


def test_a_damaged_parquet_file_is_told(tmp_path: Path) -> None:
    source = write(tmp_path / "in.parquet", repeated(WORKLOADS, 400))
    content = bytearray(source.read_bytes())
    content[4:400] = bytes(396)
    source.write_bytes(content)
    refused(source, "not-parquet")


def test_names_that_do_not_fit_are_told(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", {"stage": ["inference"]})
    refused(source, "unknown-suffix", out="out.xlsx")
    refused(source, "same-file", out="in.csv")
    refused(source, "no-folder", out="nowhere/out.csv")
    refused(tmp_path / "missing.csv", "not-read")
    (tmp_path / "folder.csv").mkdir()
    refused(tmp_path / "folder.csv", "not-read")
    refused(source, "not-written", out="folder.csv")
    refused(tmp_path / "in.xlsx", "unknown-suffix")


def test_the_rejects_of_one_run_cannot_be_written_over_while_they_are_read(tmp_path: Path) -> None:
    source = write(tmp_path / "out.rejected.jsonl", {"stage": ["inference"]})
    refused(source, "same-file", out="out.csv")


@pytest.mark.parametrize("rows", [1, 2, 3, 100])
def test_a_plan_that_comes_again_is_told_however_the_rows_are_cut(
    rows: int, tmp_path: Path
) -> None:
    table = {"plan": ["a", "a", "b", "c", "a"], "stage": ["inference"] * 5}
    source = write(tmp_path / "in.jsonl", table)
    said = refused(source, "plan-apart", "--chunk-rows", rows)
    assert "plan `a` comes again in row 4" in said


def test_plans_are_remembered_beyond_what_memory_holds() -> None:
    seen = SeenPlans(in_memory=100)
    for at in range(0, 1000, 50):
        assert seen.first_repeated([f"plan {n}" for n in range(at, at + 50)]) is None
    assert seen.first_repeated(["new", "plan 3"]) == 1
    assert seen.first_repeated(["other", "new"]) == 1
    assert seen.first_repeated(["x", "y", "x"]) == 2


def test_a_plan_without_end_does_not_fill_the_memory(tmp_path: Path) -> None:
    n = MAX_WORKLOADS + 50
    source = write(tmp_path / "in.parquet", {"plan": ["a"] * n, "stage": ["inference"] * n})
    refused(source, "too-long", "--chunk-rows", 10)


def test_a_result_that_cannot_get_its_name_leaves_no_rejects(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", BAD)
    (tmp_path / "folder.csv").mkdir()
    refused(source, "not-written", out="folder.csv")
    (tmp_path / "other.rejected.jsonl").mkdir()
    refused(source, "not-written", out="other.csv")


def test_an_earlier_result_outlives_a_run_that_fails(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    out.write_text("as it was")
    run(write(tmp_path / "in.csv", {"stagee": ["inference"]}), "-o", out)
    assert out.read_text() == "as it was"


def test_rejects_of_an_earlier_run_go_with_it(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    run(write(tmp_path / "in.csv", BAD), "-o", out)
    assert (tmp_path / "out.rejected.jsonl").exists()
    run(write(tmp_path / "in.csv", without(WORKLOADS)), "-o", out)
    assert not (tmp_path / "out.rejected.jsonl").exists()


# exit codes, rules, streams


def test_infeasible_plans_count_only_when_asked_for(tmp_path: Path) -> None:
    table = {"stage": ["training"], "parameters_b": [70.0], "budget": [1.0], "currency": ["USD"]}
    source, out = write(tmp_path / "in.csv", table), tmp_path / "out.csv"
    assert expected(table)[0]["outcome"] == "infeasible"
    assert run(source, "-o", out)[0] == 0
    code, said = run(source, "-o", out, "--fail-on-infeasible")
    assert code == 2
    assert "1 of them belong to infeasible plans" in said


def test_quiet_leaves_only_what_was_rejected(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert run(write(tmp_path / "in.csv", without(WORKLOADS)), "-o", out, "--quiet") == (0, "")
    assert "3 rows rejected" in run(write(tmp_path / "in.csv", BAD), "-o", out, "-q")[1]


def test_rules_of_ones_own_take_part(tmp_path: Path) -> None:
    (tmp_path / "own" / "plan").mkdir(parents=True)
    (tmp_path / "own" / "plan" / "plan_warnings.toml").write_text(
        """
        decision = "plan_warnings"
        hit = "collect"
        [[rule]]
        id = "look-at-the-room-first"
        when = "always"
        then = "room_not_assessed"
        because = { en = "Look at the room.", zh-TW = "請先看機房。" }
        sources = ["C27"]
        """,
        "utf-8",
    )
    source, out = write(tmp_path / "in.csv", {"stage": ["inference"]}), tmp_path / "out.csv"
    told = []
    for more in ([], ["--rules", tmp_path / "own"]):
        assert run(source, "-o", out, *more)[0] == 0
        told.append(str(read(out)[0]["plan_warnings"]))
    assert "room_not_assessed" not in told[0]
    assert "room_not_assessed" in told[1]
    assert run(source, "-o", out, "--rules", tmp_path / "nowhere")[0] == 3


def test_without_pyarrow_the_extra_is_named(tmp_path: Path) -> None:
    hidden = (
        "import sys; sys.modules['pyarrow'] = None; from rackwright.cli import main; "
        "main(['batch', 'in.csv', '-o', 'out.csv'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", hidden], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1
    assert "rackwright[batch]" in done.stderr


# runs that are interrupted


def waited(until: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_full_disk_leaves_nothing_and_is_told(suffix: str, tmp_path: Path) -> None:
    write(tmp_path / "in.parquet", repeated(WORKLOADS, 300))
    limited = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)); "
        "from rackwright.cli import main; "
        f"main(['batch', 'in.parquet', '-o', 'out{suffix}', '--chunk-rows', '100'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "[not-written]" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


@pytest.mark.parametrize(
    ("number", "code", "workers", "target"),
    [
        (signal.SIGINT, 130, "1", ".parquet"),
        (signal.SIGTERM, 143, "1", ".csv"),
        (signal.SIGINT, 130, "2", ".jsonl"),
        (signal.SIGTERM, 143, "2", ".parquet"),
    ],
)
def test_an_interrupted_run_leaves_nothing(
    number: int, code: int, workers: str, target: str, tmp_path: Path
) -> None:
    many = repeated({name: cells[:2] for name, cells in BAD.items()}, 20_000)
    source = write(tmp_path / "in.parquet", many)
    command = [sys.executable, "-m", "rackwright", "batch", str(source), "-o", f"out{target}"]
    more = ["--chunk-rows", "50", "--workers", workers]
    with subprocess.Popen(
        [*command, *more], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as process:
        waited(lambda: len(list(tmp_path.glob(".out.*.part"))) == 2)
        os.kill(process.pid, number)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (code, "")
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


class Dropping:
    """Python drops what a handler raises while this is destroyed."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __del__(self) -> None:
        signal.raise_signal(self._number)


@pytest.mark.parametrize(
    ("number", "error"), [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit)]
)
@pytest.mark.parametrize("ends", ["write", "finish"])
def test_a_signal_that_python_drops_ends_the_run_all_the_same(
    number: int,
    error: type[BaseException],
    ends: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "unraisablehook", lambda _dropped: None)
    batch = pa.RecordBatch.from_pydict({"a": [1.0]})
    with Outputs(tmp_path / "out.parquet", batch.schema) as outputs:
        Dropping(number)
        with pytest.raises(error):
            {"write": lambda: outputs.write(batch), "finish": outputs.finish}[ends]()
    assert list(tmp_path.iterdir()) == []


def test_an_error_that_a_signal_became_on_its_way_is_the_signal_again(tmp_path: Path) -> None:
    def write_interrupted() -> None:
        with Outputs(tmp_path / "out.csv", pa.schema([("a", pa.float64())])):
            try:
                signal.raise_signal(signal.SIGTERM)
            except SystemExit:
                raise OSError("stream failed") from None

    with pytest.raises(SystemExit):
        write_interrupted()
    assert list(tmp_path.iterdir()) == []


# one batch


def test_a_batch_has_one_row_out_for_each_row_in() -> None:
    batch = pa.RecordBatch.from_pydict({"plan": ["a", "b", "c", "c", "d"], **BAD})
    told = advise_batch(batch)
    rows = told.to_pylist()
    assert [row["plan"] for row in rows] == ["a", "b", "c", "c", "d"]
    assert [row["outcome"] is None for row in rows] == [False, True, True, True, False]
    assert [row["rejected"] is None for row in rows] == [True, False, False, False, True]
    advised = {row["row"]: row for row in expected({"plan": list("abccd"), **BAD})}
    for at, row in advised.items():
        assert rows[at] | {"row": at, "id": row["id"]} == row | {"rejected": None}


def test_the_columns_of_a_batch_do_not_depend_on_its_rows() -> None:
    tables = [BAD, {"model": ["Llama-3.1-8B"]}, {"stage": ["x"]}, {"stage": pa.array([], "str")}]
    schemas = {str(advise_batch(pa.RecordBatch.from_pydict(table)).schema) for table in tables}
    assert schemas == {str(batch_schema())}


def test_a_batch_is_judged_the_same_alone_and_with_others() -> None:
    batch = pa.RecordBatch.from_pydict(without(WORKLOADS, "plan", "id"))
    parts = [advise_batch(batch.slice(at, 1)) for at in range(batch.num_rows)]
    assert pa.Table.from_batches(parts).to_pylist() == advise_batch(batch).to_pylist()


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (pa.array([1.0, 1.0, 2.5]), ["1", "1", "2.5"]),
        (pa.array([Decimal("1.00"), Decimal("1.00"), None]), ["1", "1", None]),
        (pa.array([["a"], ["a"], None]), ["['a']", "['a']", None]),
        (pa.array([b"a", b"\xff", None]), ["b'a'", "b'\\xff'", None]),
    ],
)
def test_a_batch_names_plans_as_a_table_does(names: pa.Array, told: list[str | None]) -> None:
    rows = advise_batch(pa.RecordBatch.from_pydict({"plan": names, "stage": ["inference"] * 3}))
    table = {"plan": names.to_pylist(), "stage": ["inference"] * 3, "id": ["a", "b", "c"]}
    kept = {row["plan"] for row in rows.to_pylist() if row["rejected"] is None}

    assert rows.column("plan").to_pylist() == told
    if kept:
        assert kept == set(advise_many(table, on_error="reject")["plan"].tolist())


def test_a_batch_may_hold_dictionaries() -> None:
    batch = pa.RecordBatch.from_pydict(BAD)
    encoded = batch.set_column(0, "stage", pc.dictionary_encode(batch.column(0)))
    assert advise_batch(encoded).equals(advise_batch(batch))


def test_progress_is_shown_on_a_terminal(tmp_path: Path) -> None:
    import pty

    source = write(tmp_path / "in.csv", without(WORKLOADS))
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "rackwright", "batch", str(source), "-o", "out.csv"]
    with subprocess.Popen(
        command, cwd=tmp_path, stderr=follower, env=os.environ | {"TERM": "xterm"}
    ) as process:
        os.close(follower)
        said = io.BytesIO()
        while chunk := _read(leader):
            said.write(chunk)
    os.close(leader)
    assert process.returncode == 0
    assert b"in.csv" in said.getvalue()
    assert b"6 of 6 rows judged" in said.getvalue()


def _read(leader: int) -> bytes:
    try:
        return os.read(leader, 4096)
    except OSError:  # the other side has gone
        return b""
