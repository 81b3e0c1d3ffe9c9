from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from io import StringIO
from itertools import pairwise

import pytest
import small_world as world
from rich.cells import cell_len
from rich.console import Console

from rackwright.advice import Advice
from rackwright.advisor import advise
from rackwright.bundled import examples_folder
from rackwright.changes import changed_plan
from rackwright.facts.load import load_plan, plan_from_dict
from rackwright.facts.plan import Plan
from rackwright.knowledge import default_rules
from rackwright.languages import LANGUAGES
from rackwright.reasoning.graph import build_graph
from rackwright.reasoning.why import why
from rackwright.reasoning.why_not import why_not
from rackwright.reasoning.why_not_device import why_not_device
from rackwright.reports.data import report_data
from rackwright.reports.explain import explanation, explanation_data
from rackwright.reports.html import to_html
from rackwright.reports.knowledge import catalog_outline, rules_data, rules_outline
from rackwright.reports.markdown import escape, to_markdown
from rackwright.reports.mermaid import to_mermaid
from rackwright.reports.outline import (
    Branch,
    Cell,
    Column,
    Heading,
    Item,
    Listing,
    Paragraph,
    Table,
    Tone,
    Tree,
)
from rackwright.reports.refusal import device_refusal, refusal
from rackwright.reports.text import printed, to_text
from rackwright.reports.wrapping import break_offsets

EXAMPLES = sorted(path.stem for path in examples_folder().glob("*.yaml"))

BLOCKS = (
    Heading("A report", 1),
    Paragraph("Some words.", Tone.GOOD),
    Listing((Item("head", "text", ("C1", "C2")), Item("other", "")), ranked=True),
    Table((Column("name"), Column("kW", number=True)), ((Cell("a"), Cell("1.5", Tone.BAD)),)),
    Tree((Branch(Item("root", "because"), (Branch(Item("leaf", "stated")),)),)),
)


def example(name: str) -> Advice:
    return advise(load_plan(examples_folder() / f"{name}.yaml"))


@pytest.fixture(scope="module")
def assistant() -> Advice:
    return example("internal-assistant")


def lines_of(text: str, width: int) -> list[str]:
    offsets = [0, *break_offsets(text, width), len(text)]
    return [text[a:b].rstrip() for a, b in pairwise(offsets)]


def test_text_shows_every_kind_of_block() -> None:
    assert to_text(BLOCKS).splitlines() == [
        "A report",
        "",
        "  Some words.",
        "  1. head  text  [C1, C2]",
        "  2. other",
        "  name   kW",
        "  ─────────",
        "  a     1.5",
        "  root  because",
        "  └─ leaf  stated",
    ]


def test_markdown_shows_every_kind_of_block() -> None:
    assert to_markdown(BLOCKS) == (
        "# A report\n\n**Some words.**\n\n1. **head** text \\[C1, C2\\]\n2. **other**\n\n"
        "| name | kW |\n| --- | ---: |\n| a | 1.5 |\n\n- **root** because\n  - **leaf** stated\n"
    )


def test_html_shows_every_kind_of_block() -> None:
    page = to_html(BLOCKS, "en")
    assert "<h1" in page
    assert '<p class="good">Some words.</p>' in page
    assert "<ol>" in page
    assert '<td class="number bad">1.5</td>' in page
    assert page.count("<li>") == page.count("</li>") == 4


@pytest.mark.parametrize("hostile", ["a|b", "`x`", "*x*", "<b>", "[a](b)", "- a", "1. a", "# a"])
def test_markdown_takes_no_markup_from_texts(hostile: str) -> None:
    assert re.sub(r"\\(.)", r"\1", escape(hostile)) == hostile
    assert re.search(r"(?<!\\)[|`*<\[#]", escape(hostile)) is None
    assert not escape(hostile).startswith(("- ", "1. "))


def test_markdown_keeps_a_text_on_its_line() -> None:
    assert escape("a\n\n# b") == "a \\# b"


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)
        self.attributes |= {name for name, _ in attrs}


def test_html_takes_no_markup_from_texts_and_nothing_from_elsewhere() -> None:
    hostile = '"><script src="https://x.example/a.js">'
    item = Item(hostile, hostile, (hostile,))
    cells = Table((Column(hostile),), ((Cell(hostile),),))
    page = to_html((Heading(hostile, 1), Paragraph(hostile), Listing((item,)), cells), "en")
    tags = Tags()
    tags.feed(page)
    assert not {"script", "link", "img", "iframe"} & set(tags.found)
    assert not {"src", "href", "onclick"} & tags.attributes


def test_a_terminal_takes_no_markup_from_texts() -> None:
    assert "[red]x[/red] :boom:" in to_text((Paragraph("[red]x[/red] :boom:"),))


@pytest.mark.parametrize("width", [10, 17, 30, 79])
@pytest.mark.parametrize(
    "text",
    [
        "工作穩定且重複，適合專屬伺服器（L4／L40S）：效能平穩，成本也可預期。使用率 71.3%。",
        "A few plain words, some-of-them-joined-by-dashes, and averyverylongonewithoutanyblank.",
        "",
    ],
)
def test_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    lines = lines_of(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("width", range(12, 40))
def test_no_line_of_chinese_begins_with_a_closing_or_ends_with_an_opening_mark(width: int) -> None:
    text = "政策（C15）列舉「L4」等級，足以應付多數推論；放不下時、再往上一級，並「先」確認供電。"
    lines = lines_of(text, width)
    assert not any(line[0] in "，。、；：）」" for line in lines)
    assert not any(line[-1] in "（「" for line in lines)


def test_words_are_not_broken_when_a_line_could_end_before_them() -> None:
    assert lines_of("使用 vLLM 推論引擎", 8) == ["使用", "vLLM 推", "論引擎"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_is_told_within_80_columns_without_colour(name: str, language: str) -> None:
    text = example(name).to_text(language)
    assert max(cell_len(line) for line in text.splitlines()) <= 80
    assert "\x1b" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_no_slot_stays_open_in_a_report(name: str, language: str) -> None:
    assert not re.search(r"\{[a-z_]+\}", example(name).to_markdown(language))


def test_colour_adds_nothing_but_colour(assistant: Advice) -> None:
    def shown(**how: object) -> str:
        console = Console(
            file=StringIO(), width=80, markup=False, emoji=False, highlight=False, **how
        )
        return printed(assistant.outline(), console)

    coloured = shown(force_terminal=True, color_system="standard")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert plain != coloured
    assert [line.rstrip() for line in plain.splitlines()] == shown(color_system=None).splitlines()


def test_a_report_begins_with_the_outcome_and_the_recommendation(assistant: Advice) -> None:
    lines = [line for line in assistant.to_text().splitlines() if line]
    assert lines[0] == "Recommended: internal assistant"
    assert lines[1].startswith("assistant: inference")
    assert re.match(r"  GPU · \d+ × NVIDIA L4", lines[2])


def test_a_report_shows_over_provisioned_devices_with_their_figures(assistant: Advice) -> None:
    assert re.search(r"H100 SXM +[\d.]+% .*kW.*NT\$.*over-provisioned", assistant.to_text())


def test_the_best_of_each_verdict_stand_for_the_rest_unless_all_are_wanted(
    assistant: Advice,
) -> None:
    def rows(**how: bool) -> int:
        tables = (b for b in assistant.outline(**how) if isinstance(b, Table))
        return len(next(tables).rows)

    allowed = [option for option in assistant.workloads["assistant"].options if option.rank]
    assert rows(every_option=True) == len(allowed)
    assert 5 < rows() < len(allowed)
    assert "more)" in assistant.to_text()


def test_every_device_of_the_catalogue_is_named_in_the_report(assistant: Advice) -> None:
    text = " ".join(assistant.to_text(width=120).split())
    names = assistant.assessment.rulebook.catalog.tables["devices"].values()
    assert [row.name for row in names if row.name not in text] == []


def test_margins_of_the_room_are_told_in_kilowatts() -> None:
    text = example("dgx-in-the-office").to_text()
    assert re.search(r"Circuit +10\.2 kW +3\.52 kW +-6\.68 kW", text)


def test_cooling_answers_are_ranked() -> None:
    text = example("dgx-in-the-office").to_text()
    assert re.findall(r"^  (\d)\. ", text, re.MULTILINE)[:3] == ["1", "2", "3"]


def test_quoted_costs_are_marked_and_summed_as_quoted() -> None:
    text = example("reference-4xa100").to_text()
    assert "NT$3,200,000*" in text
    assert "included*" in text
    for total in ("NT$6,420,000", "NT$8,280,000", "NT$7,620,000", "NT$178,333", "71.3%", "79.8%"):
        assert total in text


def test_a_report_reads_in_chinese() -> None:
    text = example("reference-4xa100").to_text("zh-TW")
    assert text.startswith("建議採用：")
    assert "注意事項" in text
    assert "未提供而採用的假設" in text


def test_data_is_the_same_each_time(assistant: Advice) -> None:
    assert assistant.to_json() == example("internal-assistant").to_json()
    assert json.loads(assistant.to_json()) == assistant.to_dict()


def test_data_names_what_it_was_made_from(assistant: Advice) -> None:
    data = assistant.to_dict()
    assert data["schema_version"] == "1"
    assert re.fullmatch(r"sha256:[0-9a-f]{64}", data["input_digest"])
    assert data["rules_revision"] == default_rules().revision != ""
    assert data["outcome"] == "recommended"


def test_the_input_digest_changes_with_the_plan_alone(assistant: Advice) -> None:
    plan = assistant.assessment.plan
    same = advise(Plan.model_validate(plan.model_dump(mode="json")))
    other = advise(changed_plan(plan, {"assistant.concurrency": 41}))
    digests = [one.to_dict()["input_digest"] for one in (assistant, same, other)]
    assert digests[0] == digests[1] != digests[2]


def test_the_input_digest_does_not_depend_on_the_order_of_writing() -> None:
    numbers = {"own_min_utilization": 0.5, "own_min_months": 12}
    digests = {
        advise(
            Plan.model_validate({"workloads": [{"id": "a"}], "parameters": dict(order)})
        ).to_dict()["input_digest"]
        for order in (numbers.items(), reversed(numbers.items()))
    }
    assert len(digests) == 1


def test_every_option_has_a_status_and_its_reasons_with_operands(assistant: Advice) -> None:
    options = assistant.to_dict()["workloads"]["assistant"]["options"]
    assert len(options) == len(assistant.assessment.rulebook.vocabulary["device"].values)
    for option in options:
        assert option["status"] in (
            "preferred",
            "acceptable",
            "over_provisioned",
            "rejected",
            "not_judged",
        )
        for reason in option["reasons"]:
            assert reason["code"]
            assert reason["sources"]
            assert set(reason["because"]) == {"en", "zh-TW"}
            assert reason["operands"]
    ranks = [option["rank"] for option in options if option["rank"] is not None]
    assert ranks == list(range(1, len(ranks) + 1))


def test_every_conclusion_in_the_data_has_its_rule_and_both_languages(assistant: Advice) -> None:
    for part in (assistant.to_dict()["plan"], assistant.to_dict()["workloads"]["assistant"]):
        for conclusion in part["conclusions"]:
            for rule in conclusion["rules"]:
                assert rule["because"]["en"]
                assert rule["because"]["zh-TW"]
                assert rule["firing"] in assistant.assessment.firing_by_id


def test_data_tells_what_was_assumed_and_what_rests_on_it() -> None:
    found = example("hybrid-platform").to_dict()
    workload = found["workloads"]["assistant"]
    assumed = {one["attribute"] for one in workload["assumptions"]}
    assert "kv_precision" in assumed
    plan = {one["attribute"] for one in found["plan"]["assumptions"]}
    resting = {fact for one in workload["conclusions"] for fact in one["assumptions"]}
    known = {f"assistant.{name}" for name in assumed} | {f"plan.{name}" for name in plan}
    assert resting
    assert resting <= known


def test_cost_items_in_the_data_say_their_basis() -> None:
    costs = example("reference-4xa100").to_dict()["workloads"]["tuning"]["costs"]
    bases = {
        (offer["name"], item["item"]): (item["basis"], item["included"])
        for offer in costs
        for item in offer["items"]
    }
    assert bases["Azure", "compute_cost"] == ("given", False)
    assert bases["Azure", "power_cost"] == ("given", True)
    assert bases["hosted", "compute_cost"] == ("estimate", False)
    totals = {offer["name"]: offer["total_cost"] for offer in costs}
    assert totals["Azure"] == 8_280_000


def test_numbers_in_the_data_are_plain(assistant: Advice) -> None:
    assert "NaN" not in assistant.to_json()
    assert "Infinity" not in assistant.to_json()


def test_why_goes_down_to_what_was_stated() -> None:
    found = world.assessment()
    told = to_text(explanation(found, why(found, world.A, "verdict"), "en"))
    assert told.splitlines()[0].strip().startswith("l4 · verdict: preferred  because right-tier")
    assert "stated at workloads[0].stage" in told
    assert "catalogue devices/l4, 2025" in told


def test_why_can_end_early_and_says_so() -> None:
    found = world.assessment()
    told = to_text(explanation(found, why(found, world.A, "verdict"), "en", depth=1))
    assert "stated at" not in told
    assert "… and what that rests on" in told


def test_why_marks_assumptions_and_parameters() -> None:
    found = world.assessment()
    assert "assumed; because serve-in-int8" in to_text(
        explanation(found, why(found, "assistant", "precision"), "en")
    )
    told = to_text(explanation(found, why(found, "assistant", "warnings"), "en"))
    assert "least use: 60%  policy, 2025  [C15]" in told


def test_why_as_data_has_its_reasons_filled(assistant: Advice) -> None:
    told = assistant.why("compute_class")
    text = json.dumps(explanation_data(assistant.assessment, told.to_dict()), ensure_ascii=False)
    assert not re.search(r"\{[a-z_]+\}", text)


def test_why_not_names_the_condition_and_the_margin() -> None:
    found = world.assessment()
    told = to_text(refusal(found, why_not(found, "assistant", "deployment", "dedicated"), "en"))
    assert "Instead: deployment: hybrid" in told
    assert "utilization: 45%; needed: more than 60% (away by 15%)" in " ".join(told.split())


def test_why_not_says_so_when_it_is_so() -> None:
    found = world.assessment()
    told = to_text(refusal(found, why_not(found, "assistant", "deployment", "hybrid"), "en"))
    assert "It is: deployment: hybrid" in told
    assert "What would have to change" not in told


def test_why_not_a_device_tells_its_rank_and_verdict() -> None:
    found = world.assessment()
    told = to_text(device_refusal(found, why_not_device(found, "assistant", "h100"), "en"))
    assert "h100 ranks 2 of 2; l4 is chosen" in told
    assert "verdict: over provisioned  because too-strong" in told


def mermaid(assessment: world.Assessment, n: int) -> list[str]:
    roots = ["assistant.deployment", f"{world.A}.verdict"]
    graph = build_graph(assessment, roots)
    return to_mermaid(assessment, graph, roots, "en", n).splitlines()


def test_a_chart_has_each_node_once_and_no_loose_edge() -> None:
    lines = mermaid(world.assessment(), 100)
    assert lines[0] == "flowchart BT"
    nodes = [re.match(r"  (n\d+)[\[({]", line) for line in lines[1:]]
    names = [match[1] for match in nodes if match]
    edges = [re.fullmatch(r"  (n\d+) --> (n\d+)", line) for line in lines]
    assert len(names) == len(set(names)) > 5
    assert {name for match in edges if match for name in match.groups()} <= set(names)


def test_a_chart_stays_small_and_says_what_it_leaves_out() -> None:
    lines = mermaid(world.assessment(), 3)
    assert sum(bool(re.match(r"  n\d+[\[({]", line)) for line in lines) == 3
    assert re.fullmatch(r'  more\["\d+ more"\]', lines[-1])


def test_a_chart_takes_no_markup_from_texts() -> None:
    plan = load_plan(examples_folder() / "internal-assistant.yaml")
    chart = advise(changed_plan(plan, {"assistant.data_residency": '"]<b>`x`'})).to_mermaid()
    for line in chart.splitlines()[1:]:
        assert line.count('"') in (0, 2)
        assert "<" not in line


def test_user_texts_are_escaped_in_every_form(assistant: Advice) -> None:
    named = changed_plan(assistant.assessment.plan, {"name": "<b>|*x*[red]"})
    advice = advise(named)
    assert "&lt;b&gt;|*x*[red]" in advice.to_html()
    assert "\\<b\\>\\|\\*x\\*\\[red\\]" in advice.to_markdown()
    assert "<b>|*x*[red]" in advice.to_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_listed_with_condition_reason_and_sources(language: str) -> None:
    rulebook = default_rules()
    names = [decision.attribute for decision in rulebook.decisions]
    told = " ".join(to_text(rules_outline(rulebook, names, language), 100).split())
    for decision in rulebook.decisions:
        for rule in decision.rules:
            assert rule.id in told
    assert [one["decision"] for one in rules_data(rulebook, names)] == names


def test_the_catalogue_is_shown_by_table_and_by_row() -> None:
    tables = default_rules().catalog.tables
    assert re.search(r"devices +\d+", to_text(catalog_outline(tables, "en")))
    assert "NVIDIA L4" in to_text(catalog_outline({"devices": tables["devices"]}, "en"))
    one = {"devices": {"l4": tables["devices"]["l4"]}}
    assert re.search(r"device_memory_gib +\d", to_text(catalog_outline(one, "en")))


def test_an_infeasible_plan_says_so_first() -> None:
    plan = {"workloads": [{"id": "huge", "stage": "inference", "parameters_b": 90000}]}
    data = report_data(advise(Plan.model_validate(plan)).assessment)
    assert data["outcome"] in ("infeasible", "undetermined")
    assert data["workloads"]["huge"]["chosen"] is None


def test_json_names_the_fact_for_want_of_which_an_option_cannot_be_judged() -> None:
    plan = plan_from_dict({"workloads": [{"id": "chat", "stage": "inference", "parameters_b": 8}]})
    options = advise(plan).to_dict()["workloads"]["chat"]["options"]
    of_l40s = next(option for option in options if option["device"] == "l40s")
    assert of_l40s["status"] == "not_judged"
    assert of_l40s["missing_facts"] == ["model_family"]
    judged = [option for option in options if option["status"] == "rejected"]
    assert judged
    assert all("missing_facts" not in option for option in judged)


def test_text_tells_options_that_cannot_be_judged_from_rejected_ones() -> None:
    plan = plan_from_dict({"workloads": [{"id": "chat", "model": "Llama-3.1-8B"}]})
    text = advise(plan).to_text(language="zh-TW")
    assert "尚未選定裝置" in text
    assert "尚無法判定（" in text
    assert "請填入階段" in text
