from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from rackwright.errors import PlanError, Problem
from rackwright.facts.load import MAX_BYTES, load_plan, parse_plan, plan_from_dict
from rackwright.facts.plan import MAX_WORKLOADS
from rackwright.facts.tree import MAX_NODES

GOOD = "workloads: [{id: a, stage: inference}]\n"


def problems_of(text: str) -> tuple[Problem, ...]:
    with pytest.raises(PlanError) as caught:
        parse_plan(text, "plan.yaml")
    return caught.value.problems


def problem_of(text: str) -> Problem:
    (problem,) = problems_of(text)
    return problem


def problem_of_field(line: str) -> Problem:
    return problem_of(f"workloads:\n  - id: a\n    {line}\n")


def problem_of_room(line: str) -> Problem:
    return problem_of(f"{GOOD}facility:\n  {line}\n")


def problem_of_data(data: Any) -> Problem:
    with pytest.raises(PlanError) as caught:
        plan_from_dict(data)
    (problem,) = caught.value.problems
    return problem


def problem_of_file(source: Any) -> Problem:
    with pytest.raises(PlanError) as caught:
        load_plan(source)
    (problem,) = caught.value.problems
    return problem


# Unknown names.


def test_an_unknown_field_is_refused_with_the_nearest_name_and_its_line() -> None:
    assert problem_of_field("contxt_tokens: 4096") == Problem(
        "unknown-field",
        "entry 0 of `workloads` has no field `contxt_tokens`",
        "plan.yaml:3: workloads[0].contxt_tokens",
        "did you mean `context_tokens`?",
    )


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("dataset_gib: 5", "write `dataset_gb`, in gigabytes (10^9 bytes)"),
        ("latency_s: 2", "write `latency_ms`, in milliseconds"),
        ("duration_years: 3", "write `duration_months`, in months"),
        ("utilization_percent: 70", "write `utilization`, as a fraction from 0 to 1"),
        ("parameters: 70", "write `parameters_b`, in billions"),
        ("context: 4096", "write `context_tokens`, in tokens"),
    ],
)
def test_a_field_in_another_unit_is_refused_with_the_right_unit(line: str, hint: str) -> None:
    problem = problem_of_field(line)

    assert (problem.code, problem.hint) == ("unknown-field", hint)


def test_watts_for_kilowatts_are_refused_with_the_right_unit() -> None:
    assert problem_of_room("rack_power_w: 6000").hint == "write `rack_power_kw`, in kilowatts"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("site: office", "write it at the top of the plan, as `facility.site`"),
        ("currency: TWD", "write it at the top of the plan, as `currency`"),
        ("intended_device: H100", "write it in an entry of `workloads`, as `intended.device`"),
    ],
)
def test_a_field_at_the_wrong_place_is_refused_with_the_right_place(line: str, hint: str) -> None:
    assert problem_of_field(line).hint == hint


@pytest.mark.parametrize("name", ["Context-Tokens", "CONTEXT TOKENS", "context_tokens "])
def test_a_field_written_in_another_way_is_recognised(name: str) -> None:
    assert problem_of_field(f'"{name}": 1').hint == "did you mean `context_tokens`?"


def test_a_short_list_of_fields_is_shown_when_none_is_near() -> None:
    problem = problem_of_field("intended: {device: l4, zzz: 1}")

    assert problem.hint == "the fields are `device`, `count`"


def test_an_unknown_value_is_refused_with_the_nearest() -> None:
    problem = problem_of_field("serving: Real-Time")

    assert problem.code == "unknown-value"
    assert problem.message == "`serving` cannot be `Real-Time`"
    assert problem.hint == "did you mean `real_time`?"


def test_an_unknown_value_without_a_near_one_is_refused_with_all() -> None:
    assert problem_of_field("serving: 5").hint == "one of `real_time`, `batch`, `edge`"


# Wrong kinds and ranges.


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ('concurrency: "40"', '`"40"`', "write `40`, without quotes or separators"),
        ("layers: 1_000", '`"1_000"`', "write `1000`, without quotes or separators"),
        ("layers: 017", '`"017"`', "write `17`, without quotes or separators"),
        ("layers: 0x1f", '`"0x1f"`', "write the number alone"),
        ("latency_ms: 1:30", '`"1:30"`', "write the number alone, in milliseconds"),
        ("parameters_b: 70 B", '`"70 B"`', "write the number alone, in billions"),
        ("target_days: 2026-01-01", '`"2026-01-01"`', "write the number alone, in days"),
        ("utilization: 75%", '`"75%"`', "write `0.75`"),
        ("layers: true", "`true`", "write a number"),
        ("layers: [1]", "a list", "write a number"),
    ],
)
def test_what_is_not_a_number_is_refused(line: str, message: str, hint: str) -> None:
    problem = problem_of_field(line)
    field = line.partition(":")[0]

    assert problem.code == "not-a-number"
    assert problem.message == f"`{field}` must be a number, not {message}"
    assert problem.hint == hint


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("concurrency: -4", "`concurrency` must be more than 0, not `-4`"),
        ("requests_per_second: -1", "`requests_per_second` must be at least 0, not `-1`"),
        ("layers: 0", "`layers` must be more than 0, not `0`"),
        ("context_tokens: 1e12", "must be at most 1000000000, not `1000000000000`"),
        ("context_tokens: " + "9" * 400, "`context_tokens` must be a finite number, not `inf`"),
        ("dataset_gb: .inf", "`dataset_gb` must be a finite number, not `inf`"),
        ("dataset_gb: -.inf", "`dataset_gb` must be a finite number, not `-inf`"),
        ("dataset_gb: .nan", "`dataset_gb` must be a finite number, not `nan`"),
        ("dataset_gb: 1e999", "`dataset_gb` must be a finite number, not `inf`"),
        ("layers: 2.5", "`layers` must be a whole number, not `2.5`"),
    ],
)
def test_a_number_out_of_range_is_refused(line: str, message: str) -> None:
    assert message in problem_of_field(line).message


def test_a_percentage_for_a_fraction_is_refused_with_the_fraction() -> None:
    problem = problem_of_field("utilization: 75")

    assert problem.message == "`utilization` must be at most 1, not `75`"
    assert problem.hint == "75 % is written `0.75`"


def test_a_circuit_has_one_phase_or_three() -> None:
    assert (
        problem_of_room("circuit_phases: 2").message == "`circuit_phases` must be 1 or 3, not `2`"
    )
    assert parse_plan(f"{GOOD}facility: {{circuit_phases: 3}}").facility is not None


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("model: 70", "not-a-text"),
        ("model: true", "not-a-text"),
        ("model: ''", "empty-value"),
        (f"model: {'x' * 201}", "too-long"),
        ("frameworks: pytorch", "not-a-list"),
        ("frameworks: []", "empty-value"),
        ("frameworks: [pytorch, 5]", "unknown-value"),
        ("intended: H100", "not-a-mapping"),
        ("intended: {count: 4}", "missing-field"),
        ("business_critical: maybe", "not-true-or-false"),
        ("business_critical: 1", "not-true-or-false"),
        ('model: "a\\x07b"', "bad-character"),
        ("quotes: [null]", "missing-value"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(line: str, code: str) -> None:
    assert problem_of_field(line).code == code


def test_a_part_cannot_be_larger_than_its_whole() -> None:
    problem = problem_of_field("parameters_b: 70\n    active_parameters_b: 80")

    assert problem.code == "part-exceeds-whole"
    assert problem.message == (
        "`active_parameters_b` cannot be `80`: it is part of `parameters_b`, which is `70`"
    )


# Names and identity.


def test_two_workloads_with_one_id_are_refused_at_the_second() -> None:
    problem = problem_of("workloads:\n- id: a\n- id: b\n- id: a\n")

    assert problem == Problem(
        "repeated-id",
        "`id` `a` is already that of entry 0",
        "plan.yaml:4: workloads[2].id",
        "choose another",
    )


def test_a_repeated_id_is_reported_beside_other_problems() -> None:
    found = problems_of("workloads:\n- {id: a, layers: x}\n- id: a\n")

    assert [problem.code for problem in found] == ["not-a-number", "repeated-id"]


@pytest.mark.parametrize("text", ["A", "8b", "a b", "ä", "a!", "a" * 64])
def test_an_id_that_cannot_be_part_of_a_fact_is_refused(text: str) -> None:
    assert problem_of_data({"workloads": [{"id": text}]}).code == "invalid-name"


def test_a_workload_cannot_be_called_plan() -> None:
    assert problem_of("workloads: [{id: plan}]").code == "reserved-name"


def quoted_plan(*names: str) -> dict[str, Any]:
    quotes = [{"name": name, "deployment": "cloud", "items": {"compute": 1}} for name in names]
    return {"workloads": [{"id": "a", "quotes": quotes}]}


@pytest.mark.parametrize("name", ["own", "Cloud", "hosted", "1st", "a:b", "é"])
def test_a_quote_name_that_would_clash_is_refused(name: str) -> None:
    assert problem_of_data(quoted_plan(name)).code in ("reserved-name", "invalid-name")


def test_two_quotes_with_one_name_are_refused_whatever_their_case() -> None:
    problem = problem_of_data(quoted_plan("Azure", "AWS", "azure"))

    assert (problem.code, problem.where) == ("repeated-name", "plan: workloads[0].quotes[2].name")


@pytest.mark.parametrize(
    ("items", "code"),
    [
        ({}, "no-items"),
        ({"compute": -1}, "out-of-range"),
        ({"compute": "NT$5"}, "not-an-amount"),
        ({"compute": True}, "not-a-number"),
        ({"compute": float("nan")}, "not-finite"),
        ({"compute": 1e16}, "out-of-range"),
        ({"hardware": 5, "staff": 1}, "unknown-field"),
    ],
)
def test_quote_items_that_cannot_be_added_up_are_refused(items: Any, code: str) -> None:
    quote = {"name": "Azure", "deployment": "cloud", "items": items}

    assert problem_of_data({"workloads": [{"id": "a", "quotes": [quote]}]}).code == code


@pytest.mark.parametrize(("name", "value"), [("Own", 1), ("a-b", 1), ("x", -1), ("x", "5")])
def test_parameters_need_a_name_of_the_rules_and_a_number(name: str, value: object) -> None:
    problem = problem_of_data({"workloads": [{"id": "a"}], "parameters": {name: value}})

    assert problem.code in ("invalid-name", "out-of-range", "not-a-number")


# All at once.


def test_every_problem_is_reported_at_once_in_order_of_lines() -> None:
    found = problems_of(
        "naem: b\nworkloads:\n- id: a\n  stage: x\n- layers: 1\nfacility:\n  circuit_amp: 20\n"
    )

    assert [(problem.code, problem.where) for problem in found] == [
        ("unknown-field", "plan.yaml:1: naem"),
        ("unknown-value", "plan.yaml:4: workloads[0].stage"),
        ("missing-field", "plan.yaml:5: workloads[1].id"),
        ("unknown-field", "plan.yaml:7: facility.circuit_amp"),
    ]


def test_more_than_twenty_problems_are_counted() -> None:
    found = problems_of("workloads:\n" + "- x: 1\n" * 30)

    assert len(found) == 21
    assert found[-1].message == "40 more problems are not shown"


def test_problems_stay_on_one_line_whatever_the_user_wrote() -> None:
    name = "a`b\n" + "x" * 500
    found = problem_of_data({"workloads": [{"id": "a"}], name: 1})

    assert "\n" not in str(found)
    assert len(str(found)) < 400


def test_no_problem_speaks_of_python() -> None:
    data = {"name": 5, "facility": [], "workloads": [{"id": 5, "stage": {}, "quotes": 5}, 7]}
    with pytest.raises(PlanError) as caught:
        plan_from_dict(data)

    text = str(caught.value).lower()
    words = ("input should", "pydantic", "tuple", "dict", "str ", "float", "int ", "none", "<class")
    assert [word for word in words if word in text] == []


# Text that is no plan.


@pytest.mark.parametrize("text", ["", "  \n\t\n", "# a comment only\n", "---\n", "null", "\ufeff"])
def test_an_empty_plan_is_refused(text: str) -> None:
    assert problem_of(text).code == "empty-plan"


@pytest.mark.parametrize("text", ["[]", "5", "a text", "- a\n- b\n", '"x"', "true"])
def test_what_is_not_a_mapping_is_refused(text: str) -> None:
    assert problem_of(text).code == "not-a-mapping"


@pytest.mark.parametrize("text", ["{}", "workloads:\n", "name: a\n"])
def test_a_plan_without_workloads_is_refused(text: str) -> None:
    assert (problem_of(text).code, problem_of(text).message) == (
        "missing-field",
        "`workloads` is missing",
    )


def test_a_plan_with_no_workload_in_it_is_refused() -> None:
    assert problem_of("workloads: []").code == "empty-value"


def test_too_many_workloads_are_refused() -> None:
    data = {"workloads": [{"id": f"w{at}"} for at in range(MAX_WORKLOADS + 1)]}

    assert problem_of_data(data).code == "too-long"


def test_an_alias_bomb_is_refused_at_its_first_anchor() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{b}: &{b} [*{a}, *{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )

    assert problem_of(bomb).code == "alias"
    assert problem_of(bomb).where == "plan.yaml:1"


def test_merge_keys_and_aliases_are_refused() -> None:
    assert problem_of("workloads: [{<<: *base, id: a}]").code == "alias"


@pytest.mark.parametrize("tag", ["!!int '5'", "!!python/object/apply:os.getcwd []", "!x {}", "! x"])
def test_yaml_tags_are_refused(tag: str) -> None:
    assert problem_of(f"name: {tag}\n").code == "tag"


def test_several_documents_are_refused_at_the_second() -> None:
    problem = problem_of(f"{GOOD}---\n{GOOD}")

    assert (problem.code, problem.where) == ("several-documents", "plan.yaml:2")


def test_a_repeated_key_is_refused_at_the_second() -> None:
    problem = problem_of("name: a\nworkloads: [{id: a}]\nname: b\n")

    assert (problem.code, problem.where) == ("repeated-key", "plan.yaml:3: name")


def test_a_repeated_key_of_json_is_refused() -> None:
    assert problem_of('{"workloads": [{"id": "a", "id": "b"}]}').code == "repeated-key"


@pytest.mark.parametrize("text", ["? [a]\n: 1\n", "{[a]: 1}", "? {a: 1}\n: 2\n"])
def test_a_key_that_is_no_text_is_refused(text: str) -> None:
    assert problem_of(text).code == "key-not-a-text"


@pytest.mark.parametrize(
    "text", ["workloads: [", "\tname: a", "name: a: b", "- a: 1\n  b", "@x: 1", '"\\UFFFFFFFF": 1']
)
def test_broken_yaml_is_refused_with_its_line(text: str) -> None:
    problem = problem_of(text)

    assert problem.code == "syntax"
    assert problem.message.startswith("not valid YAML: ")
    assert problem.where.startswith("plan.yaml:")


def test_broken_json_is_refused_with_its_line_and_column() -> None:
    problem = problem_of('{\n"workloads": [}')

    assert problem.message == "not valid JSON: expecting value, column 15"
    assert problem.where == "plan.yaml:2"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 40,
        "[" * 5000,
        "{a: " * 5000,
        '{"a": ' * 100_000,
        "name:\n" + "".join(" " * depth + "-\n" for depth in range(1, 60)),
    ],
)
def test_deep_nesting_is_refused(text: str) -> None:
    assert problem_of(text).code == "too-deep"


def test_a_nul_character_is_refused() -> None:
    assert problem_of("name: a\0b").code == "not-text"


def test_text_longer_than_the_limit_is_refused() -> None:
    assert problem_of("#" * (MAX_BYTES + 1)).code == "too-large"
    assert problem_of("# " + "字" * (MAX_BYTES // 3)).code == "too-large"


def test_more_values_than_the_limit_are_refused() -> None:
    assert problem_of("name: [" + "1," * MAX_NODES + "]").code == "too-many-values"


# What YAML takes for something else.


def test_plain_words_of_yaml_stay_texts() -> None:
    workload = parse_plan("workloads: [{id: a, data_residency: NO, model: 1.2.3}]").workloads[0]

    assert (workload.data_residency, workload.model) == ("NO", "1.2.3")


def test_numbers_with_an_exponent_are_numbers() -> None:
    text = "workloads: [{id: a, context_tokens: 1e5, dataset_gb: 2.5E3, latency_ms: .5}]"
    workload = parse_plan(text).workloads[0]

    assert (workload.context_tokens, workload.dataset_gb, workload.latency_ms) == (
        100_000,
        2500,
        0.5,
    )


def test_dates_are_texts() -> None:
    assert parse_plan("name: 2026-01-01\n" + GOOD).name == "2026-01-01"


def test_a_quoted_number_is_a_text() -> None:
    assert parse_plan('name: "2026"\n' + GOOD).name == "2026"


def test_yaml_with_braces_is_read() -> None:
    assert parse_plan("{workloads: [{id: a, stage: training}]}").workloads[0].stage == "training"


def test_json_with_tabs_and_escapes_is_read() -> None:
    text = '{\t"name": "\\ud83d\\ude00 \\/",\n\t"workloads": [{"id": "a"}]}'

    assert parse_plan(text).name == "😀 /"


def test_a_byte_order_mark_is_passed_over() -> None:
    assert parse_plan("\ufeff" + GOOD) == parse_plan(GOOD)
    assert parse_plan('\ufeff{"workloads": [{"id": "a", "stage": "inference"}]}') == parse_plan(
        GOOD
    )


def test_json_cannot_smuggle_half_a_character_in() -> None:
    assert problem_of('{"name": "\\ud800", "workloads": [{"id": "a"}]}').code == "bad-character"


# Files and streams.


def test_a_file_is_read_by_name_and_by_path(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(GOOD, encoding="utf-8")

    assert load_plan(path) == load_plan(str(path)) == parse_plan(GOOD)


def test_json_and_yaml_files_give_the_same_plan(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps({"workloads": [{"id": "a", "stage": "inference"}]}))

    assert load_plan(path) == parse_plan(GOOD)


@pytest.mark.parametrize("stream", [io.StringIO(GOOD), io.BytesIO(GOOD.encode())])
def test_a_stream_is_read(stream: Any) -> None:
    assert load_plan(stream) == parse_plan(GOOD)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert problem_of_file(tmp_path / "plan.yaml").code == "no-such-file"


def test_a_directory_is_refused(tmp_path: Path) -> None:
    assert problem_of_file(tmp_path).code == "is-a-directory"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(GOOD)
    path.chmod(0)

    assert problem_of_file(path).code == "unreadable-file"


def test_an_impossible_file_name_is_refused() -> None:
    assert problem_of_file("a\0b").code == "unreadable-file"
    assert "\0" not in str(problem_of_file("a\0b"))


def test_a_file_of_ten_megabytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_bytes(b"#" * 10_000_000)

    assert problem_of_file(path).code == "too-large"


@pytest.mark.parametrize("content", [b"name: \xff\xfe", "名: 稱".encode("big5"), b"\xff\xfea\0"])
def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "plan.yaml"
    path.write_bytes(content)

    assert problem_of_file(path).code == "not-utf8"


def test_a_stream_that_is_not_utf8_is_refused() -> None:
    assert problem_of_file(io.TextIOWrapper(io.BytesIO(b"a: \xff"), "utf-8")).code == "not-utf8"


def test_text_with_half_a_character_is_refused() -> None:
    assert problem_of("name: \udcff\n").code == "not-utf8"


def test_a_closed_stream_is_refused() -> None:
    stream = io.StringIO(GOOD)
    stream.close()

    assert problem_of_file(stream).code == "unreadable-file"


# Data made by a program.


@pytest.mark.parametrize("data", [None, [], "x", 5, {1}])
def test_data_that_is_no_mapping_is_refused(data: Any) -> None:
    assert problem_of_data(data).code == "not-a-mapping"


@pytest.mark.parametrize("value", [object(), b"bytes", 1j, print])
def test_a_value_that_no_file_could_hold_is_refused(value: object) -> None:
    problem = problem_of_data({"name": value, "workloads": [{"id": "a"}]})

    assert problem.code == "not-plain-data"


def test_a_key_that_is_no_text_is_refused_in_data() -> None:
    assert problem_of_data({"workloads": [{"id": "a"}], 5: 1}).code == "key-not-a-text"


def test_data_that_holds_itself_is_refused() -> None:
    data: dict[str, Any] = {"workloads": [{"id": "a"}]}
    data["name"] = data

    assert problem_of_data(data).code == "too-deep"


def test_data_that_shares_its_parts_over_and_over_is_refused() -> None:
    shared: list[Any] = []
    for _ in range(30):
        shared = [shared, shared]

    assert problem_of_data({"name": shared}).code == "too-many-values"
