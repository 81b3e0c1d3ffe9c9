"""Rule packs: how several folders become one book, and how each kind of mistake is reported."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import rackwright.rulebook
from rackwright.errors import Problem, RuleError
from rackwright.records import Entity, Scope
from rackwright.rulebook.load import load_rules
from rackwright.rulebook.model import All, Hit, Kind, ObjectiveKey, Op, Rulebook, Test, Text

DEVICES = """id,name,device_memory_gib,source
l4,NVIDIA L4,22.5,s
h100,NVIDIA H100,,s
"""

VOCABULARY = """
[site]
scope = "given"
of = "plan"
type = "symbol"
label = { en = "site", zh-TW = "地點" }
[site.values]
office = { en = "office", zh-TW = "辦公室" }
data_center = { en = "data centre", zh-TW = "資料中心" }

[stage]
scope = "given"
of = "workload"
type = "symbol"
label = { en = "stage", zh-TW = "階段" }
question = { en = "Which stage?", zh-TW = "哪個階段？" }
[stage.values]
training = { en = "training", zh-TW = "訓練" }
inference = { en = "inference", zh-TW = "推論" }

[precision]
scope = "given"
of = "workload"
type = "symbol"
label = { en = "precision", zh-TW = "精度" }
[precision.values]
bf16 = { en = "BF16", zh-TW = "BF16" }
int8 = { en = "INT8", zh-TW = "INT8" }

[frameworks]
scope = "given"
of = "workload"
type = "set"
label = { en = "frameworks", zh-TW = "框架" }
[frameworks.values]
pytorch = { en = "PyTorch", zh-TW = "PyTorch" }
jax = { en = "JAX", zh-TW = "JAX" }

[utilization]
scope = "given"
of = "workload"
type = "number"
unit = "fraction"
label = { en = "utilisation", zh-TW = "使用率" }

[business_critical]
scope = "given"
of = "workload"
type = "boolean"
label = { en = "business critical", zh-TW = "關鍵業務" }

[model]
scope = "given"
of = "workload"
type = "text"
label = { en = "model", zh-TW = "模型" }

[compute_class]
scope = "workload"
of = "workload"
type = "symbol"
label = { en = "compute class", zh-TW = "運算類別" }
[compute_class.values]
cpu = { en = "CPU", zh-TW = "CPU" }
gpu = { en = "GPU", zh-TW = "GPU" }

[needed_tier]
scope = "workload"
of = "workload"
type = "symbol"
label = { en = "needed tier", zh-TW = "所需等級" }
[needed_tier.values]
low = { en = "low", zh-TW = "低" }
high = { en = "high", zh-TW = "高" }

[workload_notes]
scope = "workload"
of = "workload"
type = "set"
label = { en = "notes", zh-TW = "備註" }
[workload_notes.values]
urgent = { en = "urgent", zh-TW = "緊急" }
idle = { en = "idle", zh-TW = "閒置" }

[device]
scope = "option"
of = "option"
type = "symbol"
values_from = "devices"
label = { en = "device", zh-TW = "裝置" }

[device_memory_gib]
scope = "option"
of = "option"
type = "number"
unit = "gib"
catalog = "devices"
label = { en = "device memory", zh-TW = "裝置記憶體" }

[monthly_cost]
scope = "option"
of = "option"
type = "number"
unit = "currency"
label = { en = "monthly cost", zh-TW = "每月費用" }

[verdict]
scope = "option"
of = "option"
type = "symbol"
label = { en = "verdict", zh-TW = "評定" }
[verdict.values]
preferred = { en = "preferred", zh-TW = "首選" }
rejected = { en = "rejected", zh-TW = "排除" }

[total_cost]
scope = "placement"
of = "offer"
type = "number"
unit = "currency"
label = { en = "total cost", zh-TW = "總費用" }
"""

SOURCES = """
[C15]
title = { en = "when to own", zh-TW = "何時自建" }
document = "policy"
date = "2025"
"""

PARAMETERS = """
[own_min_utilization]
value = 0.60
unit = "fraction"
label = { en = "least use for owning", zh-TW = "自建的最低使用率" }
sources = ["C15"]
date = "2025-06"
note = "rule of thumb"
seen = [0.4, 0.75]

[usual_utilization]
value = 0.5
unit = "fraction"
label = { en = "usual use", zh-TW = "一般使用率" }
sources = ["C15"]
date = 2025-06-30

[tight_memory]
value = 24
unit = "gib"
label = { en = "little memory", zh-TW = "記憶體偏少" }
sources = ["C15"]
date = "2025"
"""

OBJECTIVE = """
[[key]]
attribute = "verdict"
order = ["preferred", "rejected"]
[[key]]
attribute = "monthly_cost"
order = "ascending"
"""


def rule(rule_id: str, when: str, then: str, **others: str) -> str:
    """A rule whose texts do not matter."""
    fields = {
        "id": f'"{rule_id}"',
        "when": f'"{when}"',
        "then": then,
        "because": '{ en = "so it is", zh-TW = "如此" }',
        "sources": '["C15"]',
    }
    fields |= {key: value if value[:1] in "[{" else f'"{value}"' for key, value in others.items()}
    return "[[rule]]\n" + "".join(f"{key} = {value}\n" for key, value in fields.items())


def decision(attribute: str, *rules: str, hit: str = "first") -> str:
    """The file of a decision."""
    return f'decision = "{attribute}"\nhit = "{hit}"\n' + "".join(rules)


PRECISION = decision(
    "precision",
    rule("training-needs-range", "unknown(precision) and stage == training", '"bf16"'),
    rule("otherwise-bf16", "otherwise", '"bf16"'),
)
CLASS = decision(
    "compute_class",
    rule(
        "busy-training-takes-a-gpu",
        "stage == training and utilization > own_min_utilization",
        '"gpu"',
        because='{ en = "{utilization}", zh-TW = "{utilization}" }',
    ),
    rule("otherwise-cpu", "otherwise", '"cpu"'),
)

BASE: Mapping[str, str] = {
    "vocabulary.toml": VOCABULARY,
    "sources.toml": SOURCES,
    "parameters.toml": PARAMETERS,
    "objective.toml": OBJECTIVE,
    "given/precision.toml": PRECISION,
    "workload/compute_class.toml": CLASS,
    "catalog/devices.csv": DEVICES,
}

Files = Mapping[str, str | bytes]


def write(folder: Path, files: Files) -> Path:
    """A pack in a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., Rulebook]:
    """Loads the base pack with some files changed, and further packs over it."""

    def load(changes: Files | None = None, *packs: Files) -> Rulebook:
        folders = [write(tmp_path / "rules", {**BASE, **(changes or {})})]
        folders += [write(tmp_path / f"pack{n}", files) for n, files in enumerate(packs, 2)]
        return load_rules(folders)

    return load


@pytest.fixture
def problems(load: Callable[..., Rulebook]) -> Callable[..., list[Problem]]:
    """What is wrong with packs."""

    def problems(changes: Files | None = None, *packs: Files) -> list[Problem]:
        with pytest.raises(RuleError) as caught:
            load(changes, *packs)
        return list(caught.value.problems)

    return problems


Load = Callable[..., Rulebook]
Problems = Callable[..., list[Problem]]


def ids(book: Rulebook, attribute: str) -> list[str]:
    found = book.decision(attribute)
    assert found is not None
    return [rule.id for rule in found.rules]


# What a sound pack becomes


def test_attributes_carry_what_the_vocabulary_says(load: Load) -> None:
    stage = load().vocabulary["stage"]
    assert (stage.scope, stage.of, stage.kind) == (Scope.GIVEN, Entity.WORKLOAD, Kind.SYMBOL)
    assert stage.label == Text("stage", "階段")
    assert stage.question == Text("Which stage?", "哪個階段？")
    assert list(stage.values) == ["training", "inference"]


def test_values_from_a_table_are_its_rows_by_name(load: Load) -> None:
    assert load().vocabulary["device"].values == {
        "l4": Text("NVIDIA L4", "NVIDIA L4"),
        "h100": Text("NVIDIA H100", "NVIDIA H100"),
    }


def test_parameter_keeps_its_provenance(load: Load) -> None:
    parameter = load().parameters["own_min_utilization"]
    assert (parameter.value, parameter.unit, parameter.date) == (0.6, "fraction", "2025-06")
    assert (parameter.sources, parameter.seen) == (("C15",), (0.4, 0.75))
    assert load().parameters["usual_utilization"].date == "2025-06-30"


def test_source_says_what_it_is(load: Load) -> None:
    source = load().sources["C15"]
    assert (source.title.en, source.date, source.kind) == ("when to own", "2025", "policy")


def test_rule_knows_its_line(load: Load) -> None:
    book = load()
    assert book.rule("compute_class", "busy-training-takes-a-gpu").where == (
        "rules/workload/compute_class.toml:3"
    )
    assert book.rule("compute_class", "otherwise-cpu").where == (
        "rules/workload/compute_class.toml:9"
    )


def test_rule_holds_its_text_and_its_branches(load: Load) -> None:
    found = load().rule("compute_class", "busy-training-takes-a-gpu")
    assert found.when == "stage == training and utilization > own_min_utilization"
    assert found.branches == (
        (
            Test("stage", Op.EQ, "training"),
            Test("utilization", Op.GT, 0.6, "own_min_utilization"),
        ),
    )


def test_assumption_is_made_only_for_what_is_unknown(load: Load) -> None:
    rules = load().decision("precision")
    assert rules is not None
    left_out = Test("precision", Op.UNKNOWN)
    assert rules.rules[0].branches == ((left_out, Test("stage", Op.EQ, "training")),)
    assert rules.rules[1].condition == All((left_out,)) or rules.rules[1].condition == left_out
    assert rules.rules[1].branches == ((left_out,),)


def test_number_is_concluded_from_a_parameter(load: Load) -> None:
    text = decision("utilization", rule("usual", "otherwise", '"usual_utilization"'))
    found = load({"given/utilization.toml": text}).rule("utilization", "usual")
    assert (found.then, found.parameter) == (0.5, "usual_utilization")


def test_truth_is_concluded_from_a_truth(load: Load) -> None:
    text = decision("business_critical", rule("not-said", "otherwise", "false"))
    book = load({"given/business_critical.toml": text})
    assert book.rule("business_critical", "not-said").then is False


def test_objective_keeps_its_order(load: Load) -> None:
    assert load().objective == (
        ObjectiveKey("verdict", ("preferred", "rejected")),
        ObjectiveKey("monthly_cost", "ascending"),
    )


def test_set_is_collected_in_order_of_rules(load: Load) -> None:
    text = decision(
        "workload_notes",
        rule("first-idle", "always", '"idle"'),
        rule("then-urgent", "business_critical", '"urgent"'),
        hit="collect",
    )
    found = load({"workload/workload_notes.toml": text}).decision("workload_notes")
    assert found is not None
    assert (found.hit, [rule.then for rule in found.rules]) == (Hit.COLLECT, ["idle", "urgent"])


def test_decisions_stand_after_those_they_depend_on(load: Load) -> None:
    text = decision(
        "compute_class",
        rule("high-tier-takes-a-gpu", "needed_tier == high", '"gpu"'),
        rule("otherwise-cpu", "otherwise", '"cpu"'),
    )
    tier = decision("needed_tier", rule("training-is-high", "stage == training", '"high"'))
    notes = decision("workload_notes", rule("always-idle", "always", '"idle"'), hit="collect")
    book = load(
        {
            "workload/compute_class.toml": text,
            "workload/needed_tier.toml": tier,
            "workload/workload_notes.toml": notes,
            "option/verdict.toml": decision("verdict", rule("fine", "otherwise", '"preferred"')),
            "given/site.toml": decision("site", rule("usual-site", "otherwise", '"office"')),
        }
    )
    assert [d.attribute for d in book.decisions] == [
        "site",
        "precision",
        "needed_tier",
        "compute_class",
        "workload_notes",
        "verdict",
    ]


def test_what_the_user_said_does_not_order_assumptions(load: Load) -> None:
    stage = decision("stage", rule("no-precision", "unknown(precision)", '"inference"'))
    assert load({"given/stage.toml": stage}).decision("stage") is not None


def test_rule_with_one_alternative_of_its_own_is_reachable(load: Load) -> None:
    narrow = rule("narrow", "stage == training", '"gpu"')
    wide = rule("wide", "stage == training or business_critical", '"gpu"')
    assert ids(load(classed(narrow, wide, LAST)), "compute_class") == [
        "narrow",
        "wide",
        "otherwise-cpu",
    ]


# Several packs


EXTRA = rule("edge-of-memory", "stage == inference", '"cpu"')


def test_later_rules_stand_before_the_last_resort(load: Load) -> None:
    more = f'decision = "compute_class"\n{EXTRA}'
    book = load(None, {"workload/compute_class.toml": more})
    assert ids(book, "compute_class") == [
        "busy-training-takes-a-gpu",
        "edge-of-memory",
        "otherwise-cpu",
    ]


def test_later_rule_can_stand_before_another(load: Load) -> None:
    more = decision(
        "compute_class",
        rule("own-first", "business_critical", '"gpu"', before="busy-training-takes-a-gpu"),
        rule("own-second", "stage == inference", '"gpu"', before="busy-training-takes-a-gpu"),
    )
    book = load(None, {"workload/compute_class.toml": more})
    assert ids(book, "compute_class") == [
        "own-first",
        "own-second",
        "busy-training-takes-a-gpu",
        "otherwise-cpu",
    ]


def test_later_rule_can_take_the_place_of_another_and_its_id(load: Load) -> None:
    more = decision(
        "compute_class",
        rule("otherwise-gpu", "otherwise", '"gpu"', replaces="otherwise-cpu"),
        rule(
            "busy-training-takes-a-gpu",
            "stage == training",
            '"gpu"',
            replaces="busy-training-takes-a-gpu",
        ),
    )
    book = load(None, {"workload/compute_class.toml": more})
    assert ids(book, "compute_class") == ["busy-training-takes-a-gpu", "otherwise-gpu"]
    assert book.rule("compute_class", "busy-training-takes-a-gpu").where == (
        "pack2/workload/compute_class.toml:10"
    )


def test_later_pack_may_overrule_a_narrower_rule(load: Load) -> None:
    more = decision(
        "compute_class",
        rule("all-training", "stage == training", '"cpu"', before="busy-training-takes-a-gpu"),
    )
    assert ids(load(None, {"workload/compute_class.toml": more}), "compute_class")[0] == (
        "all-training"
    )


def test_later_pack_can_decide_something_new(load: Load) -> None:
    more = {
        "vocabulary.toml": """
[rack_colour]
scope = "plan"
of = "plan"
type = "symbol"
label = { en = "colour", zh-TW = "顏色" }
[rack_colour.values]
black = { en = "black", zh-TW = "黑" }
""",
        "plan/rack_colour.toml": decision("rack_colour", rule("all", "otherwise", '"black"')),
    }
    assert ids(load(None, more), "rack_colour") == ["all"]


def test_later_pack_can_add_values_at_the_end(load: Load) -> None:
    more = '[stage.values]\nevaluation = { en = "evaluation", zh-TW = "評估" }'
    values = load(None, {"vocabulary.toml": more}).vocabulary["stage"].values
    assert list(values) == ["training", "inference", "evaluation"]


def test_later_pack_can_replace_a_number(load: Load) -> None:
    more = '[own_min_utilization]\nvalue = 0.7\nsources = ["ours"]\ndate = "2026"'
    source = '[ours]\ntitle = { en = "our figures", zh-TW = "本公司數據" }'
    book = load(None, {"parameters.toml": more, "sources.toml": source})
    parameter = book.parameters["own_min_utilization"]
    assert (parameter.value, parameter.unit, parameter.sources) == (0.7, "fraction", ("ours",))
    assert parameter.label.zh_tw == "自建的最低使用率"
    test = book.rule("compute_class", "busy-training-takes-a-gpu").branches[0][1]
    assert test.operand == 0.7


def test_later_pack_keeps_the_bounds_of_a_number(problems: Problems) -> None:
    base = {"parameters.toml": PARAMETERS.replace("value = 24", "value = 24\nleast = 8")}
    more = '[tight_memory]\nvalue = 4\nsources = ["C15"]\ndate = "2026"'

    (problem,) = problems(base, {"parameters.toml": more})

    assert (problem.code, problem.message) == ("out-of-range", "must be at least 8, not `4`")


def test_later_pack_can_bound_a_number_otherwise(load: Load) -> None:
    base = {"parameters.toml": PARAMETERS.replace("value = 24", "value = 24\nleast = 8")}
    more = '[tight_memory]\nvalue = 4\nmost = 30\nsources = ["C15"]\ndate = "2026"'

    limits = load(base, {"parameters.toml": more}).parameters["tight_memory"].limits

    assert (limits.least, limits.most) == (0, 30)


def test_a_fraction_in_percent_is_told_how_to_write_it(problems: Problems) -> None:
    more = '[own_min_utilization]\nvalue = 70\nsources = ["C15"]\ndate = "2026"'

    (problem,) = problems(None, {"parameters.toml": more})

    assert (problem.code, problem.hint) == ("out-of-range", "70 % is written `0.7`")
    assert "parameters.toml:1" in problem.where


def test_later_objective_takes_the_place_of_the_first(load: Load) -> None:
    more = '[[key]]\nattribute = "monthly_cost"\norder = "descending"'
    book = load(None, {"objective.toml": more})
    assert book.objective == (ObjectiveKey("monthly_cost", "descending"),)


# Revision


def test_revision_does_not_depend_on_the_place_of_the_folder(tmp_path: Path) -> None:
    one = load_rules([write(tmp_path / "one", BASE)]).revision
    two = load_rules([write(tmp_path / "somewhere" / "two", BASE)]).revision
    assert one == two
    assert re.fullmatch("[0-9a-f]{64}", one)


@pytest.mark.parametrize(
    "change",
    [
        {"sources.toml": SOURCES + "\n"},
        {"catalog/devices.csv": DEVICES + "\n"},
        {"catalog/devices.csv": "id,name,source\nl4,L4,s\n"},
        {"workload/needed_tier.toml": decision("needed_tier", rule("a", "otherwise", '"low"'))},
    ],
)
def test_revision_changes_with_any_file(load: Load, change: Files, tmp_path: Path) -> None:
    before = load_rules([write(tmp_path / "before", BASE)]).revision
    assert load(change).revision != before


def test_revision_ignores_what_is_not_part_of_a_pack(load: Load, tmp_path: Path) -> None:
    before = load_rules([write(tmp_path / "before", BASE)]).revision
    extra = {
        "README.md": "words",
        ".hidden": "x",
        "given/README.md": "words",
        "notes~": "",
        ".git/x.toml": "[",
    }
    assert load(extra).revision == before


# Mistakes: every row is one kind, with the code that names it

G = "given/precision.toml"
C = "workload/compute_class.toml"
LAST = rule("otherwise-cpu", "otherwise", '"cpu"')


def classed(*rules: str) -> Files:
    return {C: decision("compute_class", *rules)}


def vocabulary(more: str) -> Files:
    return {"vocabulary.toml": VOCABULARY + more}


LABEL = 'label = { en = "x", zh-TW = "甲" }'
NUMBER = f'scope = "given"\nof = "workload"\ntype = "number"\nunit = "gib"\n{LABEL}\n'
SYMBOL = f'scope = "given"\nof = "workload"\ntype = "symbol"\n{LABEL}\n'


def because(en: str, zh_tw: str) -> Files:
    text = f'{{ en = "{en}", zh-TW = "{zh_tw}" }}'
    return classed(rule("spoken", "stage == training", '"gpu"', because=text))


MISTAKES: list[tuple[str, Files, str, str]] = [
    # files
    ("toml-syntax", {G: 'decision = "precision"\nhit = first'}, f"rules/{G}:2", "not TOML"),
    ("toml-syntax", {G: "hit = 1\nhit = 2"}, f"rules/{G}", "overwrite"),
    ("toml-syntax", {G: "hit = " + "9" * 5_000}, f"rules/{G}", "not TOML"),
    ("broken-encoding", {G: b'decision = "precision"\n# \xff\xfe'}, f"rules/{G}:2", "UTF-8"),
    ("file-too-large", {G: "# " + "x" * 1_000_000}, f"rules/{G}", "larger than 1,000,000 bytes"),
    ("too-deep", {G: "a = " + "[" * 5_000}, f"rules/{G}", "too deeply"),
    ("too-deep", {G: "a" + ".a" * 400_000 + " = 1"}, f"rules/{G}:1", "more than 64 dots"),
    ("unknown-file", {"parameter.toml": ""}, "rules/parameter.toml", "`parameter.toml`"),
    ("unknown-file", {"given/site.tml": ""}, "rules/given/site.tml", "`given/site.tml`"),
    ("unknown-folder", {"placements/x.toml": ""}, "rules/placements", "`placements`"),
    ("unknown-folder", {"catalogue/x.csv": ""}, "rules/catalogue", "`catalogue`"),
    ("unknown-folder", {"given/more/x.toml": ""}, "rules/given/more", "no folders"),
    ("not-a-folder", {"option": ""}, "rules/option", "`option`"),
    ("not-a-file", {"given/site.toml/x": ""}, "rules/given/site.toml", "not a regular file"),
    # tables
    ("wrong-type", {"sources.toml": "C15 = 1"}, "rules/sources.toml, `C15`", "a table"),
    ("wrong-type", {G: PRECISION.replace('"precision"', "1")}, f"rules/{G}", "a text"),
    ("wrong-type", {G: 'decision = "precision"\nhit = "first"\nrule = 1'}, f"rules/{G}", "list"),
    (
        "wrong-type",
        {G: 'decision = "precision"\nhit = "first"\n[rule]\nid = "a"'},
        f"rules/{G}",
        "list",
    ),
    ("unknown-key", {G: "hits = 1\n" + PRECISION}, f"rules/{G}", "`hits`"),
    ("missing-key", {G: PRECISION.replace('hit = "first"', "")}, f"rules/{G}", "`hit`"),
    ("missing-key", {G: 'decision = "precision"\nhit = "first"'}, f"rules/{G}", "`rule`"),
    (
        "missing-key",
        {G: 'decision = "precision"\nhit = "first"\nrule = []'},
        "`rule`",
        "at least one",
    ),
    ("unknown-choice", {G: PRECISION.replace('"first"', '"last"')}, f"rules/{G}", "`last`"),
    (
        "duplicate-value",
        classed(rule("a", "business_critical", '"cpu"', sources='["C15", "C15"]'), LAST),
        C,
        "twice",
    ),
    # texts
    (
        "missing-language",
        classed(rule("a", "otherwise", '"cpu"', because='{ en = "x" }')),
        C,
        "`zh-TW`",
    ),
    ("wrong-type", classed(rule("a", "otherwise", '"cpu"', because="x")), C, "each language"),
    ("empty-text", because(" ", "甲"), C, "empty"),
    ("text-too-long", because("x" * 2_001, "甲"), C, "2000"),
    ("control-character", because("\\u001b[2J", "甲"), C, "U+001B"),
    ("control-character", because("\\u202e", "甲"), C, "U+202E"),
    ("unknown-slot", because("{utilisation}", "{utilisation}"), C, "`utilisation`"),
    ("unknown-slot", because("{verdict}", "{verdict}"), C, "`verdict`"),
    ("bad-slot", because("{utilization:.1f}", "甲"), C, "`{utilization:.1f}`"),
    ("bad-slot", because("{{utilization}}", "{utilization}"), C, "`{`"),
    ("bad-slot", because("{}", "甲"), C, "`{}`"),
    ("slots-differ", because("{utilization}", "甲"), C, "`{utilization}`"),
    ("slots-differ", because("a", "{utilization}"), C, "`{utilization}`"),
    # vocabulary
    ("bad-name", vocabulary(f'["Site"]\n{NUMBER}'), "vocabulary.toml", "`Site`"),
    ("reserved-name", vocabulary(f"[always]\n{NUMBER}"), "vocabulary.toml", "`always`"),
    ("reserved-name", vocabulary(f"[lambda]\n{NUMBER}"), "vocabulary.toml", "`lambda`"),
    (
        "unknown-choice",
        vocabulary(f"[x]\n{NUMBER.replace('number', 'numbr')}"),
        "`type`",
        "`numbr`",
    ),
    (
        "wrong-entity",
        vocabulary(f"[x]\n{NUMBER.replace('workload', 'option')}"),
        "`of`",
        "`option`",
    ),
    (
        "unexpected-key",
        vocabulary(f"[x]\n{NUMBER}\nvalues_from = 'devices'"),
        "`x`",
        "`values_from`",
    ),
    (
        "unexpected-key",
        vocabulary(f"[x]\n{SYMBOL}\nunit = 'gib'\nvalues_from = 'devices'"),
        "`x`",
        "`unit`",
    ),
    (
        "unexpected-key",
        vocabulary(f"[x]\n{SYMBOL}\nvalues_from = 'devices'\n[x.values]"),
        "`x`",
        "both",
    ),
    ("unknown-table", vocabulary(f"[x]\n{SYMBOL}\nvalues_from = 'device'"), "`x`", "`device`"),
    ("unknown-table", vocabulary(f"[x]\n{NUMBER}\ncatalog = 'device'"), "`catalog`", "`device`"),
    ("missing-key", vocabulary(f"[x]\n{SYMBOL}"), "`x`", "`values`"),
    ("missing-key", vocabulary(f"[x]\n{SYMBOL}\n[x.values]"), "`values`", "at least one"),
    ("missing-key", vocabulary(f"[x]\n{NUMBER.replace(LABEL, '')}"), "`x`", "`label`"),
    (
        "bad-name",
        vocabulary(f"[x]\n{SYMBOL}\n[x.values]\na-b = {{en='a',zh-TW='a'}}"),
        "`a-b`",
        "`a-b`",
    ),
    (
        "too-many-values",
        vocabulary(
            f"[x]\n{SYMBOL.replace('symbol', 'set')}\n[x.values]\n"
            + "".join(f"v{n} = {{ en = 'v', zh-TW = 'v' }}\n" for n in range(63))
        ),
        "`x`",
        "at most 62",
    ),
    # parameters and sources
    (
        "ambiguous-name",
        {"parameters.toml": PARAMETERS.replace("tight_memory", "utilization")},
        "`utilization`",
        "an attribute and a parameter",
    ),
    ("not-finite", {"parameters.toml": PARAMETERS.replace("0.5", "inf")}, "`value`", "finite"),
    ("not-finite", {"parameters.toml": PARAMETERS.replace("0.5", "nan")}, "`value`", "finite"),
    ("not-finite", {"parameters.toml": PARAMETERS.replace("0.5", "9" * 400)}, "`value`", "finite"),
    ("wrong-type", {"parameters.toml": PARAMETERS.replace("0.5", "'half'")}, "`value`", "a number"),
    ("wrong-type", {"parameters.toml": PARAMETERS.replace("0.5", "true")}, "`value`", "a number"),
    (
        "bad-date",
        {"parameters.toml": PARAMETERS.replace('"2025"', '"last year"')},
        "`date`",
        "`last year`",
    ),
    ("bad-date", {"parameters.toml": PARAMETERS.replace('"2025"', "2025")}, "`date`", "`2025`"),
    (
        "bad-range",
        {"parameters.toml": PARAMETERS.replace("[0.4, 0.75]", "[0.9, 0.1]")},
        "`seen`",
        "lowest",
    ),
    (
        "bad-range",
        {"parameters.toml": PARAMETERS.replace("value = 24", "value = 24\nleast = 30\nmost = 20")},
        "`tight_memory`",
        "leave no number",
    ),
    (
        "bad-range",
        {"parameters.toml": PARAMETERS.replace("value = 24", "value = 24\nleast = 1\nabove = 2")},
        "`tight_memory`",
        "twice from below",
    ),
    (
        "out-of-range",
        {"parameters.toml": PARAMETERS.replace("0.60", "60")},
        "`value`",
        "must be at most 1, not `60`",
    ),
    (
        "out-of-range",
        {"parameters.toml": PARAMETERS.replace("[0.4, 0.75]", "[0.4, 7.5]")},
        "`seen`",
        "must be at most 1, not `7.5`",
    ),
    (
        "out-of-range",
        {"parameters.toml": PARAMETERS.replace("value = 24", "value = -24")},
        "`value`",
        "must be at least 0, not `-24`",
    ),
    (
        "out-of-range",
        {"parameters.toml": PARAMETERS.replace("value = 24", "value = 24\nmost = 20")},
        "`value`",
        "must be at most 20, not `24`",
    ),
    (
        "out-of-range",
        {"parameters.toml": PARAMETERS.replace("value = 24", "value = 0\nabove = 0")},
        "`value`",
        "must be more than 0, not `0`",
    ),
    (
        "no-source",
        {"parameters.toml": PARAMETERS.replace('["C15"]', "[]", 1)},
        "`sources`",
        "source",
    ),
    (
        "unknown-source",
        {"parameters.toml": PARAMETERS.replace('["C15"]', '["C51"]', 1)},
        "`sources`",
        "`C51`",
    ),
    (
        "bad-name",
        {"sources.toml": SOURCES + "['a b']\ntitle = { en = 'a', zh-TW = 'a' }"},
        "`a b`",
        "`a b`",
    ),
    # objective
    (
        "unknown-name",
        {"objective.toml": OBJECTIVE.replace("monthly", "yearly")},
        "key 2",
        "`yearly_cost`",
    ),
    (
        "unknown-value",
        {"objective.toml": OBJECTIVE.replace('"rejected"', '"rejcted"')},
        "key 1",
        "`rejcted`",
    ),
    (
        "bad-order",
        {"objective.toml": OBJECTIVE.replace('"ascending"', '"up"')},
        "key 2",
        "`monthly_cost`",
    ),
    (
        "bad-order",
        {"objective.toml": OBJECTIVE.replace('["preferred", "rejected"]', '"ascending"')},
        "key 1",
        "`verdict`",
    ),
    (
        "wrong-entity",
        {"objective.toml": OBJECTIVE.replace("monthly_cost", "utilization")},
        "key 2",
        "`utilization`",
    ),
    ("duplicate-value", {"objective.toml": OBJECTIVE + OBJECTIVE}, "`key`", "`verdict`"),
    ("wrong-type", {"objective.toml": "key = 1"}, "`key`", "list of tables"),
    # decisions
    (
        "wrong-file-name",
        {"workload/tier.toml": decision("needed_tier", rule("a", "otherwise", '"low"'))},
        "rules/workload/tier.toml",
        "`needed_tier`",
    ),
    (
        "unknown-name",
        {"workload/tier.toml": decision("tier", rule("a", "otherwise", '"low"'))},
        "`decision`",
        "`tier`",
    ),
    (
        "wrong-folder",
        {"plan/needed_tier.toml": decision("needed_tier", rule("a", "otherwise", '"low"'))},
        "rules/plan/needed_tier.toml",
        "`workload`",
    ),
    (
        "decided-twice",
        {"plan/compute_class.toml": decision("compute_class", rule("a", "otherwise", '"cpu"'))},
        "rules/plan/compute_class.toml",
        "two stages",
    ),
    (
        "wrong-entity",
        {
            "placement/total_cost.toml": decision(
                "total_cost", rule("a", "otherwise", '"tight_memory"')
            )
        },
        "`decision`",
        "`offer`",
    ),
    (
        "text-decided",
        {"given/model.toml": decision("model", rule("a", "otherwise", '"x"'))},
        "`decision`",
        "free text",
    ),
    ("wrong-hit", {C: decision("compute_class", LAST, hit="collect")}, "`hit`", "only a set"),
    (
        "wrong-hit",
        {
            "workload/workload_notes.toml": decision(
                "workload_notes", rule("a", "otherwise", '"idle"')
            )
        },
        "`hit`",
        "set",
    ),
    (
        "too-many-rules",
        {C: decision("compute_class", *("[[rule]]\n" for _ in range(1_001)))},
        "`rule`",
        "1000",
    ),
    (
        "cyclic-decisions",
        {
            C: decision("compute_class", rule("a", "needed_tier == low", '"cpu"')),
            "workload/needed_tier.toml": decision(
                "needed_tier", rule("b", "compute_class == cpu", '"low"')
            ),
        },
        C,
        "`compute_class` → `needed_tier` → `compute_class`",
    ),
    (
        "cyclic-decisions",
        classed(rule("a", "compute_class == cpu", '"cpu"')),
        C,
        "`compute_class` → `compute_class`",
    ),
    # rules
    (
        "missing-key",
        {C: 'decision = "compute_class"\nhit = "first"\n[[rule]]\nwhen = "otherwise"'},
        C,
        "`id`",
    ),
    ("bad-rule-id", classed(rule("Not_Kebab", "otherwise", '"cpu"')), C, "`Not_Kebab`"),
    (
        "duplicate-rule",
        classed(rule("a", "stage == training", '"cpu"'), rule("a", "otherwise", '"cpu"')),
        C,
        "`a`",
    ),
    ("no-source", classed(rule("a", "otherwise", '"cpu"', sources="[]")), C, "source"),
    ("unknown-source", classed(rule("a", "otherwise", '"cpu"', sources='["C51"]')), C, "`C51`"),
    ("unknown-rule", classed(rule("a", "stage == training", '"cpu"', before="b"), LAST), C, "`b`"),
    ("unknown-rule", classed(LAST.replace("[[rule]]", '[[rule]]\nreplaces = "b"')), C, "`b`"),
    (
        "before-and-replaces",
        classed(
            rule("a", "stage == training", '"cpu"'),
            rule("b", "stage == inference", '"cpu"', before="a", replaces="a"),
        ),
        C,
        "not both",
    ),
    ("wrong-then", classed(rule("a", "otherwise", '"cpux"')), "`then`", "`cpux`"),
    ("wrong-then", classed(rule("a", "otherwise", "true")), "`then`", "`true`"),
    (
        "wrong-then",
        {
            "given/business_critical.toml": decision(
                "business_critical", rule("a", "otherwise", '"true"')
            )
        },
        "`then`",
        "`true`",
    ),
    (
        "wrong-then",
        {"given/utilization.toml": decision("utilization", rule("a", "otherwise", '"usual"'))},
        "`then`",
        "`usual`",
    ),
    (
        "wrong-then",
        {"given/utilization.toml": decision("utilization", rule("a", "otherwise", "[]"))},
        "`then`",
        "a parameter",
    ),
    (
        "number-literal",
        {"given/utilization.toml": decision("utilization", rule("a", "otherwise", "0.5"))},
        "`then`",
        "parameter",
    ),
    (
        "unit-mismatch",
        {
            "given/utilization.toml": decision(
                "utilization", rule("a", "otherwise", '"tight_memory"')
            )
        },
        "`then`",
        "`gib`",
    ),
    ("number-literal", classed(rule("a", "utilization > 0.6", '"cpu"')), "`when`", "`0.6`"),
    (
        "ambiguous-name",
        {**vocabulary(f"[training]\n{NUMBER}"), **classed(rule("a", "stage == training", '"cpu"'))},
        "`when`",
        "`training`",
    ),
    (
        "otherwise-not-last",
        classed(LAST, rule("a", "stage == training", '"cpu"')),
        C,
        "never decide",
    ),
    ("wrong-always", classed(rule("a", "always", '"cpu"')), "`when`", "`always`"),
    (
        "wrong-always",
        {
            "workload/workload_notes.toml": decision(
                "workload_notes", rule("a", "otherwise", '"idle"'), hit="collect"
            )
        },
        "`when`",
        "`otherwise`",
    ),
    (
        "unreachable-rule",
        classed(
            rule("a", "stage == training", '"cpu"'),
            rule("b", "stage == training and business_critical", '"gpu"'),
            LAST,
        ),
        "rule `b`",
        "`a`",
    ),
    (
        "impossible-condition",
        classed(rule("a", "stage == training and stage == inference", '"cpu"')),
        "`when`",
        "never be true",
    ),
    (
        "impossible-condition",
        classed(rule("a", "stage == training and unknown(stage)", '"cpu"')),
        "`when`",
        "never be true",
    ),
    (
        "impossible-condition",
        {G: decision("precision", rule("a", "known(precision)", '"bf16"'))},
        "`when`",
        "never be true",
    ),
    (
        "unsettled-test",
        {
            C: decision("compute_class", rule("a", "known(needed_tier)", '"cpu"')),
            "workload/needed_tier.toml": decision("needed_tier", rule("b", "otherwise", '"low"')),
        },
        "rule `a`",
        "`needed_tier`",
    ),
    (
        "unsettled-test",
        {
            C: decision("compute_class", rule("a", "not (idle in workload_notes)", '"cpu"')),
            "workload/workload_notes.toml": decision(
                "workload_notes", rule("b", "always", '"idle"'), hit="collect"
            ),
        },
        "rule `a`",
        "`workload_notes`",
    ),
]


@pytest.mark.parametrize(
    ("code", "changes", "where", "message"),
    MISTAKES,
    ids=[f"{code}-{number}" for number, (code, *_) in enumerate(MISTAKES)],
)
def test_mistake_is_named_with_its_place(
    problems: Problems, code: str, changes: Files, where: str, message: str
) -> None:
    found = problems(changes)
    assert {problem.code for problem in found} == {code}
    assert where in found[0].where
    assert message in found[0].message
    assert "\n" not in str(found[0])


MORE_VALUES = '[stage.values]\n{} = {{ en = "x", zh-TW = "甲" }}'
CLASH: list[tuple[str, Files, str, str]] = [
    ("redefined", {"vocabulary.toml": f"[stage]\n{NUMBER}"}, "`stage`", "defined already"),
    ("redefined", {"vocabulary.toml": "[model.values]"}, "`model`", "defined already"),
    ("redefined", {"vocabulary.toml": MORE_VALUES.format("training")}, "`training`", "already"),
    ("reserved-name", {"vocabulary.toml": MORE_VALUES.format("always")}, "`always`", "word"),
    ("redefined", {"sources.toml": SOURCES}, "pack2/sources.toml:2", "`C15`"),
    (
        "unit-mismatch",
        {"parameters.toml": PARAMETERS.replace('"gib"', '"gb"')},
        "`tight_memory`, `unit`",
        "`gb`",
    ),
    (
        "hit-mismatch",
        {C: f'decision = "compute_class"\nhit = "collect"\n{EXTRA}'},
        "`hit`",
        "`first`",
    ),
    ("duplicate-rule", classed(LAST), f"pack2/{C}", "`otherwise-cpu`"),
    (
        "duplicate-rule",
        {
            "option/verdict.toml": decision(
                "verdict", rule("otherwise-cpu", "otherwise", '"preferred"')
            )
        },
        "pack2/option/verdict.toml",
        "`otherwise-cpu`",
    ),
    (
        "otherwise-not-last",
        classed(rule("mine", "otherwise", '"gpu"')),
        "rule `mine`",
        "never decide",
    ),
    (
        "unknown-rule",
        classed(rule("mine", "business_critical", '"gpu"', replaces="otherwise-cup")),
        "`replaces`",
        "`otherwise-cup`",
    ),
    ("empty-pack", {"README.md": "words"}, "pack2", "no file of a rule pack"),
    ("empty-pack", {"catalog/notes.txt": "words"}, "pack2", "no file of a rule pack"),
]


@pytest.mark.parametrize(
    ("code", "pack", "where", "message"),
    CLASH,
    ids=[f"{code}-{number}" for number, (code, *_) in enumerate(CLASH)],
)
def test_clash_of_two_packs_is_named_in_the_later_one(
    problems: Problems, code: str, pack: Files, where: str, message: str
) -> None:
    found = problems(None, pack)
    assert {problem.code for problem in found} == {code}
    assert where in found[0].where
    assert message in found[0].message


@pytest.mark.parametrize(
    ("changes", "hint"),
    [
        ({"parameter.toml": ""}, "did you mean `parameters.toml`?"),
        ({G: "hits = 1\n" + PRECISION}, "did you mean `hit`?"),
        (because("{utilisation}", "{utilisation}"), "did you mean `utilization`?"),
        (classed(rule("a", "otherwise", '"cpux"')), "did you mean `cpu`?"),
        (classed(rule("a", "otherwise", '"cpu"', sources='["C51"]')), "did you mean `C15`?"),
        (classed(rule("a", "stge == training", '"cpu"')), "did you mean `stage`?"),
    ],
)
def test_hint_names_the_nearest_name(problems: Problems, changes: Files, hint: str) -> None:
    assert problems(changes)[0].hint == hint


def test_problems_of_all_files_come_at_once(problems: Problems) -> None:
    found = problems(
        {
            "parameters.toml": PARAMETERS.replace("0.5", "inf"),
            "objective.toml": "key = 1",
            G: PRECISION.replace('"first"', '"last"'),
            C: decision("compute_class", rule("a", "stage = training", '"cpux"')),
        }
    )
    assert {problem.code for problem in found} == {
        "not-finite",
        "wrong-type",
        "unknown-choice",
        "condition-syntax",
        "wrong-then",
    }


def test_no_more_than_twenty_problems_are_shown_and_the_rest_counted(problems: Problems) -> None:
    rules = [rule(f"rule-{n}", "otherwis", '"cpu"') for n in range(37)]
    found = problems(classed(*rules))
    assert [problem.code for problem in found] == ["unknown-name"] * 20 + ["more-problems"]
    assert found[-1].message == "17 more problems are not shown"


def test_rules_are_not_blamed_for_a_vocabulary_that_cannot_be_read(problems: Problems) -> None:
    found = problems({"vocabulary.toml": "[stage"})
    assert [problem.code for problem in found] == ["toml-syntax"]


def test_rules_are_not_blamed_for_a_broken_definition(problems: Problems) -> None:
    found = problems(
        {
            "vocabulary.toml": VOCABULARY.replace('type = "symbol"', 'type = "symbl"'),
            "parameters.toml": PARAMETERS.replace("0.60", '"0.60"'),
        }
    )
    assert {problem.code for problem in found} == {"unknown-choice", "wrong-type"}


def test_cell_that_its_attribute_cannot_hold_is_found(problems: Problems) -> None:
    devices = "id,name,device_memory_gib,verdict,source\nl4,NVIDIA L4,much,rejcted,s\n"
    vocabulary = VOCABULARY.replace("[verdict]", '[verdict]\ncatalog = "devices"')
    files = {"vocabulary.toml": vocabulary, "catalog/devices.csv": devices}
    found = problems(files)
    assert [problem.code for problem in found] == ["bad-cell", "unknown-value"]
    assert found[1].where == "rules/catalog/devices.csv:2, column `verdict`"


# Hostile folders


def test_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(RuleError) as caught:
        load_rules([tmp_path / "nowhere"])
    assert [problem.code for problem in caught.value.problems] == ["missing-folder"]


def test_no_folder_at_all_is_refused() -> None:
    with pytest.raises(RuleError) as caught:
        load_rules([])
    assert [problem.code for problem in caught.value.problems] == ["missing-folder"]


def test_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text("")
    with pytest.raises(RuleError) as caught:
        load_rules([path])
    assert [problem.code for problem in caught.value.problems] == ["not-a-folder"]


def test_pack_without_vocabulary_is_incomplete(tmp_path: Path) -> None:
    folder = write(tmp_path / "rules", {"sources.toml": SOURCES})
    with pytest.raises(RuleError) as caught:
        load_rules([folder])
    assert [problem.code for problem in caught.value.problems] == ["missing-file"]


def hostile(tmp_path: Path, spoil: Callable[[Path], object]) -> list[str]:
    folder = write(tmp_path / "rules", BASE)
    spoil(folder)
    with pytest.raises(RuleError) as caught:
        load_rules([folder])
    return [problem.code for problem in caught.value.problems]


def test_link_that_leads_out_of_the_pack_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text(decision("needed_tier", rule("a", "otherwise", '"low"')))
    codes = hostile(
        tmp_path, lambda folder: (folder / "workload" / "needed_tier.toml").symlink_to(secret)
    )
    assert codes == ["outside-pack"]


def test_linked_folder_that_leads_out_of_the_pack_is_not_followed(tmp_path: Path) -> None:
    elsewhere = write(tmp_path / "elsewhere", {"verdict.toml": "x"})
    codes = hostile(tmp_path, lambda folder: (folder / "option").symlink_to(elsewhere))
    assert codes == ["outside-pack"]


def test_link_inside_the_pack_is_followed(tmp_path: Path) -> None:
    folder = write(tmp_path / "rules", {**BASE, "spare/o": OBJECTIVE})
    (folder / "objective.toml").unlink()
    (folder / "objective.toml").symlink_to("spare/o")
    assert len(load_rules([folder]).objective) == 2


def test_link_to_nothing_and_to_itself_are_refused(tmp_path: Path) -> None:
    def spoil(folder: Path) -> None:
        (folder / "given" / "site.toml").symlink_to("nothing")
        (folder / "given" / "stage.toml").symlink_to("stage.toml")

    assert hostile(tmp_path, spoil) == ["unreadable-file", "unreadable-file"]


def test_pipe_is_not_waited_for(tmp_path: Path) -> None:
    codes = hostile(tmp_path, lambda folder: os.mkfifo(folder / "given" / "site.toml"))
    assert codes == ["not-a-file"]


def test_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    def spoil(folder: Path) -> None:
        (folder / "sources.toml").unlink()
        (folder / "sources.toml").mkdir()

    assert "not-a-file" in hostile(tmp_path, spoil)


def test_number_of_files_is_bounded(tmp_path: Path) -> None:
    def spoil(folder: Path) -> None:
        (folder / "catalog").mkdir(exist_ok=True)
        for n in range(2_001):
            (folder / "catalog" / f"t{n}.csv").touch()

    assert hostile(tmp_path, spoil) == ["too-many-files"]


def test_size_of_a_pack_is_bounded(tmp_path: Path) -> None:
    def spoil(folder: Path) -> None:
        (folder / "catalog").mkdir(exist_ok=True)
        for n in range(8):
            with (folder / "catalog" / f"t{n}.csv").open("wb") as stream:
                stream.truncate(4_500_000)

    assert set(hostile(tmp_path, spoil)) == {"broken-csv", "file-too-large"}


def test_file_name_that_is_not_text_is_reported_as_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"si\xffte.tml")
    folder = write(tmp_path / "rules", BASE)
    (folder / "given" / name).touch()
    with pytest.raises(RuleError) as caught:
        load_rules([folder])
    assert [problem.code for problem in caught.value.problems] == ["unknown-file"]
    assert str(caught.value).encode()


def test_packs_with_one_name_are_told_apart(tmp_path: Path) -> None:
    folders = [
        write(tmp_path / "a" / "rules", BASE),
        write(tmp_path / "b" / "rules", {"objective.toml": "key = 1"}),
    ]
    with pytest.raises(RuleError) as caught:
        load_rules(folders)
    assert str(tmp_path / "b" / "rules" / "objective.toml") in caught.value.problems[0].where


# The document for policy owners


def codes_in_source() -> set[str]:
    """Every code that a module of the rule language reports."""
    folder = Path(rackwright.rulebook.__file__).parent
    tables = (folder.parent / name for name in ("catalog.py", "csv_table.py"))
    calls = [
        node
        for path in (*folder.glob("*.py"), *tables)
        if path.name != "overrides.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and node.args
    ]
    return {
        call.args[0].value
        for call in calls
        if ast.unparse(call.func).rpartition(".")[2] in {"problem", "_refuse", "Problem"}
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def test_document_explains_every_code_and_no_other() -> None:
    document = Path(__file__).parents[2] / "docs" / "rule-language.md"
    _, table = document.read_text("utf-8").split("## What the codes mean")
    rows = re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)
    assert sorted(rows) == sorted(codes_in_source())
