"""The figures that ship: sourced, dated, consistent with each other and with the policy."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from rackwright.catalog import Catalog, CatalogRow
from rackwright.rulebook.load import load_catalog

RULES = Path(__file__).parents[2] / "rules"
GIB_IN_GB = 2**30 / 1e9
MONTH = re.compile(r"\d{4}(-\d\d){0,2}")

Prices = Sequence[CatalogRow]
Choice = Callable[[CatalogRow], bool]

# Statement C1: memory in GB, 16-bit TFLOPS, watts, NT$.
POLICY_GPUS = {
    "l4": (24, 120, 72, 85_000),
    "l40s": (48, 366, 350, 280_000),
    "a100_80gb": (80, 312, 300, 450_000),
    "h100_sxm": (80, 990, 700, 1_100_000),
    "h200_sxm": (141, 990, 700, 1_400_000),
    "b200": (192, 2250, 1000, 2_200_000),
}
SPECIAL = {
    "gaudi2",
    "gaudi3",
    "tpu_v4",
    "tpu_v5e",
    "tpu_v5p",
    "tpu_v6e",
    "tpu_7x",
    "trainium1",
    "trainium2",
    "trainium3",
    "inferentia2",
}
NUMBERS = {
    "devices": (
        "device_memory_gib memory_bandwidth_gb_s fp16_tflops fp8_tflops int8_tops device_power_w "
        "link_gb_s devices_per_server server_power_kw server_units launch_year"
    ),
    "models": (
        "parameters_b active_parameters_b layers hidden_size attention_heads kv_heads head_dim "
        "vocabulary_size max_context_tokens kv_latent_dim sliding_window_tokens "
        "sliding_window_layers"
    ),
    "precisions": "weight_bytes kv_bytes",
    "training_methods": "state_bytes",
    "prices": "amount",
}


OLDEST_RENT = "2024-07"
"""24 months before the newest price of the list."""


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog([RULES])


def value(row: CatalogRow, column: str) -> float:
    number = row.number(column)
    assert number is not None, f"{row.where}: {column} is empty"
    return number


def price(catalog: Catalog, device: str, item: str) -> CatalogRow:
    found = [
        row
        for row in catalog.tables["prices"].values()
        if row.text("device") == device
        and row.text("item") == item
        and row.text("use") == "reference"
    ]
    assert len(found) == 1
    return found[0]


def grouped(catalog: Catalog) -> dict[tuple[str, str], list[CatalogRow]]:
    groups: dict[tuple[str, str], list[CatalogRow]] = defaultdict(list)
    for row in catalog.tables["prices"].values():
        groups[row.cells["item"], row.cells.get("device", "")].append(row)
    return groups


def test_every_row_has_a_source_and_a_date(catalog: Catalog) -> None:
    rows = [row for table in catalog.tables.values() for row in table.values()]
    assert [row.where for row in rows if not row.source or not MONTH.fullmatch(row.date)] == []


def test_no_source_is_vague(catalog: Catalog) -> None:
    rows = [row for table in catalog.tables.values() for row in table.values()]
    vague = re.compile(r"public document|general knowledge|unknown")
    assert [row.where for row in rows if vague.search(row.source)] == []


@pytest.mark.parametrize("table", NUMBERS)
def test_every_number_reads_as_a_positive_number(catalog: Catalog, table: str) -> None:
    for row in catalog.tables[table].values():
        for column in NUMBERS[table].split():
            number = row.number(column)
            assert number is None or number > 0, f"{row.where}: {column}"


def test_flags_and_sets_of_devices_read(catalog: Catalog) -> None:
    for row in catalog.tables["devices"].values():
        row.flag("cold_plate")
        assert row.flag("rent_only") is not None
        assert row.members("supported_precisions")
        assert row.members("supported_frameworks")


@pytest.mark.parametrize("device", POLICY_GPUS)
def test_a_policy_gpu_costs_what_the_policy_says(catalog: Catalog, device: str) -> None:
    row = price(catalog, device, "purchase")
    assert (row.number("amount"), row.text("currency")) == (POLICY_GPUS[device][3], "TWD")
    assert (row.text("provider_kind"), row.source) == ("policy", "C1")


@pytest.mark.parametrize("device", POLICY_GPUS)
def test_a_policy_gpu_draws_what_the_policy_says(catalog: Catalog, device: str) -> None:
    assert value(catalog.tables["devices"][device], "device_power_w") == POLICY_GPUS[device][2]


@pytest.mark.parametrize("device", POLICY_GPUS)
def test_the_memory_of_a_policy_gpu_is_the_policy_s_in_gib_or_gb(
    catalog: Catalog, device: str
) -> None:
    """Vendors print either unit under one name: 80 means GiB, 24 and 141 mean GB and less."""
    gib = value(catalog.tables["devices"][device], "device_memory_gib")
    assert gib <= POLICY_GPUS[device][0] <= gib * GIB_IN_GB


@pytest.mark.parametrize("device", POLICY_GPUS)
def test_the_throughput_of_a_policy_gpu_is_within_1_2_percent(
    catalog: Catalog, device: str
) -> None:
    measured = value(catalog.tables["devices"][device], "fp16_tflops")
    assert measured == pytest.approx(POLICY_GPUS[device][1], rel=0.012)


def test_the_dgx_h100_draws_what_the_policy_says(catalog: Catalog) -> None:
    """Statement C8: eight H100 SXM in one server draw up to 10.2 kW."""
    row = catalog.tables["devices"]["h100_sxm"]
    assert (value(row, "devices_per_server"), value(row, "server_power_kw")) == (8, 10.2)


def test_only_parts_that_are_not_programmed_as_gpus_are_special(catalog: Catalog) -> None:
    devices = catalog.tables["devices"].values()
    special = {r.id for r in devices if r.text("device_kind") == "special_accelerator"}
    assert special == SPECIAL
    ecosystems = {r.text("software_ecosystem") for r in devices if r.text("device_kind") == "gpu"}
    assert ecosystems == {"cuda", "rocm"}


def test_every_device_has_memory_and_16_bit_throughput(catalog: Catalog) -> None:
    for row in catalog.tables["devices"].values():
        assert value(row, "device_memory_gib") > 0
        assert value(row, "fp16_tflops") > 0


def test_fp8_throughput_and_fp8_support_go_together(catalog: Catalog) -> None:
    for row in catalog.tables["devices"].values():
        if row.number("fp8_tflops") is not None:
            assert "fp8" in (row.members("supported_precisions") or ()), row.where


@pytest.mark.parametrize("device", ["t4", "v100_32gb_sxm", "a100_80gb", "a10g", "mi210", "a40"])
def test_generations_before_fp8_do_not_claim_it(catalog: Catalog, device: str) -> None:
    members = catalog.tables["devices"][device].members("supported_precisions") or ()
    assert "fp8" not in members
    assert ("bf16" in members) == (device not in {"t4", "v100_32gb_sxm"})


def test_every_device_says_how_many_share_a_server(catalog: Catalog) -> None:
    for row in catalog.tables["devices"].values():
        assert value(row, "devices_per_server") >= 1
        owned = not row.flag("rent_only")
        assert (row.number("server_units") is not None) == owned, row.where


def test_a_server_draws_more_than_its_devices(catalog: Catalog) -> None:
    for row in catalog.tables["devices"].values():
        power = row.number("server_power_kw")
        if power is not None:
            devices_kw = value(row, "devices_per_server") * value(row, "device_power_w") / 1000
            assert power > devices_kw, row.where


def test_8_bit_throughput_is_not_the_sparse_figure(catalog: Catalog) -> None:
    """Dense 8-bit runs at twice dense 16-bit; a factor of four is sparsity.

    Two exceptions: the RTX 4090 halves 16-bit when it accumulates in fp32, and Trainium3 raised
    8-bit alone.
    """
    for row in catalog.tables["devices"].values():
        if row.id in {"rtx_4090", "trainium3"}:
            continue
        for column in ("fp8_tflops", "int8_tops"):
            number = row.number(column)
            assert number is None or number <= 2.06 * value(row, "fp16_tflops"), row.where


def test_attention_shapes_are_consistent(catalog: Catalog) -> None:
    for row in catalog.tables["models"].values():
        heads, kv_heads = row.number("attention_heads"), row.number("kv_heads")
        match row.text("attention"):
            case "mha":
                assert kv_heads == heads, row.where
            case "mqa":
                assert kv_heads == 1, row.where
            case "gqa":
                assert heads is not None
                assert kv_heads is not None
                assert 1 < kv_heads < heads, row.where
            case "mla":
                assert kv_heads is None
                assert row.number("kv_latent_dim") == 576
            case other:
                assert other == "none", row.where


def test_a_window_has_layers_and_covers_no_more_than_all(catalog: Catalog) -> None:
    for row in catalog.tables["models"].values():
        tokens, layers = row.number("sliding_window_tokens"), row.number("sliding_window_layers")
        assert (tokens is None) == (layers is None), row.where
        assert layers is None or layers <= value(row, "layers"), row.where


def test_active_parameters_are_fewer_only_in_mixtures_of_experts(catalog: Catalog) -> None:
    for row in catalog.tables["models"].values():
        total, active = value(row, "parameters_b"), value(row, "active_parameters_b")
        mixture = row.text("architecture") == "mixture_of_experts"
        assert active < total if mixture else active == total, row.where


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("meta-llama/Llama-3.1-8B-Instruct", "llama_3_1_8b"),
        ("Llama 3.1 70B", "llama_3_1_70b"),
        ("deepseek-ai/DeepSeek-R1", "deepseek_v3"),
        ("qwen/qwen2.5-7b-instruct", "qwen2_5_7b"),
        ("gpt-oss-120b", "gpt_oss_120b"),
        ("Mixtral 8x7B", "mixtral_8x7b"),
    ],
)
def test_a_model_is_found_by_its_usual_spellings(catalog: Catalog, name: str, model: str) -> None:
    assert catalog.find("models", name).id == model


@pytest.mark.parametrize(
    ("name", "device"),
    [
        ("H100", "h100_sxm"),
        ("NVIDIA H100 80GB HBM3", "h100_sxm"),
        ("A100", "a100_80gb"),
        ("NVIDIA A100-SXM4-80GB", "a100_sxm_80gb"),
        ("NVIDIA A100 80GB PCIe", "a100_80gb"),
        ("NVIDIA L40S", "l40s"),
        ("Tesla T4", "t4"),
        ("MI300X", "mi300x"),
    ],
)
def test_a_device_is_found_by_what_its_driver_calls_it(
    catalog: Catalog, name: str, device: str
) -> None:
    assert catalog.find("devices", name).id == device


def test_the_formats_are_those_that_devices_support(catalog: Catalog) -> None:
    devices = catalog.tables["devices"].values()
    used = {p for row in devices for p in row.members("supported_precisions") or ()}
    assert used == set(catalog.tables["precisions"])


def test_native_precisions_are_formats(catalog: Catalog) -> None:
    native = {row.text("native_precision") for row in catalog.tables["models"].values()}
    assert native - {None} <= set(catalog.tables["precisions"])


def test_leaner_training_methods_hold_less_state(catalog: Catalog) -> None:
    methods = catalog.tables["training_methods"]
    full, lora, qlora = (value(methods[m], "state_bytes") for m in ("full", "lora", "qlora"))
    assert full == 18
    assert qlora < 1 < 2 < lora < 3


def test_every_priced_device_exists(catalog: Catalog) -> None:
    for row in catalog.tables["prices"].values():
        device = row.text("device")
        assert (device is None) == (row.text("item") == "electricity"), row.where
        assert device is None or device in catalog.tables["devices"], row.where


def test_units_follow_from_the_item(catalog: Catalog) -> None:
    units = {
        "purchase": {"device", "server_share"},
        "cloud_hour": {"device_hour"},
        "electricity": {"kwh"},
    }
    for row in catalog.tables["prices"].values():
        assert row.text("unit") in units[row.cells["item"]], row.where
        assert row.text("currency") in {"TWD", "USD", "HKD"}, row.where


def test_a_price_that_already_holds_a_share_of_the_server_says_so(catalog: Catalog) -> None:
    whole = [r for r in catalog.tables["prices"].values() if r.text("unit") == "server_share"]
    assert {row.text("device") for row in whole} == {"gb200", "cpu_server"}


def test_the_reference_price_is_the_one_that_the_written_rule_chooses(catalog: Catalog) -> None:
    """The rule stands in docs/decisions/0003-prices-are-dated-rows.md."""
    for (item, device), rows in grouped(catalog).items():
        marked = [row.id for row in rows if row.text("use") == "reference"]
        assert marked == chosen(catalog, item, device, rows), (item, device)


def test_the_rents_that_span_the_range_are_those_that_the_reference_is_the_median_of(
    catalog: Catalog,
) -> None:
    for (item, device), rows in grouped(catalog).items():
        marked = {row.id for row in rows if row.text("use") in {"listed", "reference"}}
        if item == "cloud_hour":
            assert marked == {row.id for row in rents_compared(rows)}, device


def test_no_rent_that_is_compared_is_older_than_two_years(catalog: Catalog) -> None:
    rents = [
        row for (item, _), rows in grouped(catalog).items() for row in rows if item == "cloud_hour"
    ]
    newest_month = max(row.date for row in rents)[:7]
    assert newest_month == f"{int(OLDEST_RENT[:4]) + 2}{OLDEST_RENT[4:]}"


def chosen(catalog: Catalog, item: str, device: str, rows: Prices) -> list[str]:
    if item == "electricity":
        return [r.id for r in rows if r.text("provider") == "Taiwan industrial average"]
    if item == "cloud_hour":
        return rent_reference(rows)
    rent_only = catalog.tables["devices"][device].flag("rent_only")
    return [] if rent_only else purchase_reference(rows)


def purchase_reference(rows: Prices) -> list[str]:
    def has(column: str, word: str) -> Choice:
        return lambda row: row.text(column) == word

    choices = (
        has("provider_kind", "policy"),
        has("term", "list"),
        has("term", "system_share"),
        has("term", "estimate"),
    )
    found = first_group(rows, choices)
    return [max(found, key=lambda row: row.date).id] if found else []


def rent_reference(rows: Prices) -> list[str]:
    offers = rents_compared(rows)
    return [middle(offers).id] if offers else []


def rents_compared(rows: Prices) -> Prices:
    """One offer a provider out of the first group that has any: the middle one of its newest."""

    def on_demand(*kinds: str) -> Choice:
        return lambda row: (
            row.text("term") == "on_demand"
            and row.text("provider_kind") in kinds
            and row.date >= OLDEST_RENT
        )

    choices = (
        on_demand("hyperscaler", "specialist"),
        on_demand("long_tail"),
        lambda row: row.text("term") == "capacity_block",
    )
    by_provider: dict[str, list[CatalogRow]] = defaultdict(list)
    for row in first_group(rows, choices):
        by_provider[row.cells["provider"]].append(row)
    return [middle(newest(offers)) for offers in by_provider.values()]


def newest(rows: Prices) -> Prices:
    last = max(row.date for row in rows)
    return [row for row in rows if row.date == last]


def middle(rows: Prices) -> CatalogRow:
    """The lower median by amount."""
    ordered = sorted(rows, key=lambda row: (value(row, "amount"), row.id))
    return ordered[(len(ordered) - 1) // 2]


def first_group(rows: Prices, choices: Sequence[Choice]) -> Prices:
    groups = ([row for row in rows if choice(row)] for choice in choices)
    return next((group for group in groups if group), [])
