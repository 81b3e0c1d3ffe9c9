from __future__ import annotations

import pytest
import small_world as world

from rackwright.records import Entity, Scope
from rackwright.rulebook.model import Attribute, Kind, Parameter, Text
from rackwright.wording import (
    because,
    fill,
    format_number,
    format_parameter,
    format_value,
    in_list,
    printable,
)


def number(unit: str, scope: Scope = Scope.OPTION, catalog: str = "") -> Attribute:
    label = Text("a number", "數字")
    return Attribute("x", scope, Entity.OPTION, Kind.NUMBER, label, unit, catalog=catalog)


STAGE = Attribute(
    "stage",
    Scope.GIVEN,
    Entity.WORKLOAD,
    Kind.SYMBOL,
    Text("stage", "階段"),
    values={"training": Text("training", "訓練"), "inference": Text("inference", "推論")},
)
STAGES = Attribute(
    "stages", Scope.GIVEN, Entity.WORKLOAD, Kind.SET, STAGE.label, values=STAGE.values
)
REGION = Attribute("region", Scope.GIVEN, Entity.WORKLOAD, Kind.TEXT, Text("region", "區域"))
LONG = Attribute("long", Scope.GIVEN, Entity.WORKLOAD, Kind.BOOLEAN, Text("long", "長"))


@pytest.mark.parametrize(
    ("unit", "value", "en", "zh_tw"),
    [
        ("fraction", 0.7132, "71.3%", "71.3%"),
        ("fraction", 0.6, "60%", "60%"),
        ("gib", 74.506, "74.5 GiB", "74.5 GiB"),
        ("gb", 1234.5, "1,234 GB", "1,234 GB"),
        ("kw", 3.52, "3.52 kW", "3.52 kW"),
        ("kw", -6.68, "-6.68 kW", "-6.68 kW"),
        ("kva", 12.75, "12.8 kVA", "12.8 kVA"),
        ("w", 72.0, "72 W", "72 W"),
        ("tokens", 32768.0, "32,768 tokens", "32,768 個 token"),
        ("months", 1.0, "1 month", "1 個月"),
        ("months", 36.0, "36 months", "36 個月"),
        ("days", 90.0, "90 days", "90 天"),
        ("hours", 730.0, "730 hours", "730 小時"),
        ("ms", 250.0, "250 ms", "250 毫秒"),
        ("billion", 8.03, "8.03 billion", "80.3 億"),
        ("bytes", 131072.0, "131,072 bytes", "131,072 位元組"),
        ("count", 8.0, "8", "8"),
        ("ratio", 14.04, "14", "14"),
        ("tokens_per_second", 1234.0, "1,234 tokens/s", "1,234 token/秒"),
        ("currency", 6420000.0, "NT$6,420,000", "NT$6,420,000"),
        ("currency", 178333.33, "NT$178,333", "NT$178,333"),
        ("currency", 3.5, "NT$3.50", "NT$3.50"),
        ("currency", -500.0, "-NT$500", "-NT$500"),
        ("currency_per_kwh", 4.2, "NT$4.20/kWh", "NT$4.20/kWh"),
        ("twd_per_month", 50000.0, "NT$50,000/month", "NT$50,000/月"),
        ("usd_per_hour", 6.88, "US$6.88/h", "US$6.88/小時"),
        ("count", 0.0, "0", "0"),
        ("kw", -0.0001, "-0.1 W", "-0.1 W"),
        ("kw", 0.0375, "37.5 W", "37.5 W"),
        ("kw", 0.1, "0.1 kW", "0.1 kW"),
        ("gb_s", 0.000426, "0.426 MB/s", "0.426 MB/s"),
        ("gb_s", 4.0, "4 GB/s", "4 GB/s"),
        ("fraction", -0.0001, "0%", "0%"),
        ("furlongs", 3.0, "3 furlongs", "3 furlongs"),
    ],
)
def test_each_unit_is_written_as_people_write_it(
    unit: str, value: float, en: str, zh_tw: str
) -> None:
    assert format_value(number(unit), value, "en", "TWD") == en
    assert format_value(number(unit), value, "zh-TW", "TWD") == zh_tw


def test_money_names_its_currency() -> None:
    assert format_value(number("currency"), 1500.0, "en", "USD") == "US$1,500"
    assert format_value(number("currency"), 1500.0, "zh-TW", "JPY") == "JPY 1,500"


def test_a_number_of_the_user_or_the_catalogue_keeps_its_digits() -> None:
    assert format_value(number("kw"), 12.125, "en", "TWD") == "12.1 kW"
    assert format_value(number("kw", Scope.GIVEN), 12.125, "en", "TWD") == "12.125 kW"
    assert format_value(number("kw", catalog="devices"), 12.125, "en", "TWD") == "12.125 kW"


def test_symbols_and_sets_are_named_by_their_labels() -> None:
    assert format_value(STAGE, "training", "zh-TW", "TWD") == "訓練"
    assert format_value(STAGES, ("training", "inference"), "en", "TWD") == "training, inference"
    assert format_value(STAGES, ("training", "inference"), "zh-TW", "TWD") == "訓練、推論"
    assert format_value(STAGES, (), "en", "TWD") == "none"


def test_truth_values_are_yes_and_no() -> None:
    assert format_value(LONG, True, "en", "TWD") == "yes"
    assert format_value(LONG, False, "zh-TW", "TWD") == "否"


def test_a_missing_value_says_that_nobody_stated_or_knows_it() -> None:
    assert format_value(LONG, None, "en", "TWD") == "not stated"
    assert format_value(LONG, None, "zh-TW", "TWD") == "未提供"
    assert format_value(number("kw"), None, "en", "TWD") == "unknown"
    assert format_value(number("kw"), None, "zh-TW", "TWD") == "未知"


def test_a_free_text_cannot_steer_a_terminal_or_reorder_what_is_read() -> None:
    shown = format_value(REGION, "a\x1b[31mb\n\u202ec", "en", "TWD")
    assert shown == "a�[31mb��c"
    assert printable("推論 ok") == "推論 ok"


def test_a_text_is_not_taken_for_a_symbol() -> None:
    assert format_value(REGION, "training", "zh-TW", "TWD") == "training"


def test_a_parameter_is_shown_exactly() -> None:
    price = Parameter("p", 31.9375, "twd_per_usd", Text("rate", "匯率"), (), "2025")
    assert format_parameter(price, "en", "TWD") == "NT$31.94/US$"
    share = Parameter("s", 0.8, "fraction", Text("share", "比例"), (), "2025")
    assert format_parameter(share, "zh-TW", "TWD") == "80%"


def test_words_are_listed_as_the_language_does() -> None:
    assert in_list(["a", "b"], "en") == "a, b"
    assert in_list(["a", "b"], "zh-TW") == "a、b"


def test_slots_take_values_and_parameters_of_the_subject() -> None:
    text = Text("{utilization} of {own_min_utilization}", "{utilization}／{own_min_utilization}")
    assert fill(text, world.assessment(), "assistant", "en") == "45% of 60%"
    assert fill(text, world.assessment(), "assistant", "zh-TW") == "45%／60%"


def test_slots_see_what_the_subject_sees_of_others() -> None:
    text = Text("{utilization} in {site}", "")
    assert fill(text, world.assessment(), world.A, "en") == "45% in office"


def test_a_slot_without_a_value_says_so() -> None:
    text = Text("critical: {critical}", "關鍵：{critical}")
    assert fill(text, world.assessment(), "assistant", "en") == "critical: not stated"
    assert fill(text, world.assessment(), "assistant", "zh-TW") == "關鍵：未提供"


@pytest.mark.parametrize("words", ["{0}", "{a.b}", "{site!r}", "{}", "{unheard_of}", "{{site"])
def test_braces_that_are_no_slot_stay_as_written(words: str) -> None:
    assert fill(Text(words, ""), world.assessment(), "assistant", "en") == words


def test_a_value_that_looks_like_a_slot_is_not_filled_again() -> None:
    stated = {**world.STATED, "stage": "inference"}
    text = Text("{stage} {site}", "")
    assert fill(text, world.assessment(stated=stated), "assistant", "en") == "inference office"


def test_the_reason_of_a_firing_is_that_of_its_rule() -> None:
    assert because(world.assessment(), world.HYBRID_FIRED, "en") == "because else-both"


def test_a_number_too_small_for_its_digits_is_plain_zero() -> None:
    assert format_number(1e-12, "kw", "en", "TWD") == "0 W"
    assert format_number(-0.0, "kw", "en", "TWD") == "0 kW"


@pytest.mark.parametrize("number", [1e30, 1.7e308, 123_456_789_012_345_678_901_234_567.25])
def test_a_number_of_any_size_can_be_shown(number: float) -> None:
    shown = format_number(number, "currency", "en", "TWD")
    assert float(shown.removeprefix("NT$").replace(",", "")) == pytest.approx(number)
