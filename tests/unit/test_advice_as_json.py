"""Advice as a record that is kept: what it names, what shape it has, what may be left out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

import rackwright
from rackwright import Advice, advice_schema, advise, load_packs, load_plan, plan_from_dict
from rackwright.bundled import examples_folder
from rackwright.catalog import Catalog
from rackwright.knowledge import default_rules
from rackwright.reports.shape import AdviceShape

EXAMPLES = sorted(path.name for path in examples_folder().glob("*.yaml"))
SPARSE = plan_from_dict({"workloads": [{"id": "w"}]})


def example(name: str, samples: int | None = None) -> Advice:
    return advise(load_plan(examples_folder() / name), samples=samples)


@pytest.fixture(scope="module")
def assistant() -> Advice:
    return example("internal-assistant.yaml")


def through_shape(text: str) -> Any:
    """What is left of JSON when everything is dropped that its shape does not name."""
    kept = AdviceShape.model_validate_json(text, strict=True)
    return json.loads(kept.model_dump_json(by_alias=True, exclude_unset=True))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_shape_names_every_field_of_every_example(name: str) -> None:
    text = example(name).to_json()
    assert through_shape(text) == json.loads(text)


@pytest.mark.parametrize("samples", [None, 200])
@pytest.mark.parametrize("options", [True, False])
def test_the_shape_holds_with_draws_and_without_options(samples: int | None, options: bool) -> None:
    for name in ("uncertain-growth.yaml", "internal-assistant.yaml"):
        text = example(name, samples).to_json(options=options)
        assert through_shape(text) == json.loads(text)


def test_the_shape_holds_when_hardly_anything_is_known() -> None:
    text = advise(SPARSE).to_json()
    assert through_shape(text) == json.loads(text)


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (("outcome",), "perhaps"),
        (("schema_version",), "2"),
        (("workloads", "assistant", "chosen", "devices_needed"), "two"),
        (("workloads", "assistant", "options", 0, "rank"), 1.5),
        (("plan", "conclusions", 0, "label"), {"en": "x"}),
        (("sources",), None),
    ],
)
def test_what_has_another_shape_is_found(
    assistant: Advice, keys: tuple[str | int, ...], value: Any
) -> None:
    data: Any = assistant.to_dict()
    part = data
    for key in keys[:-1]:
        part = part[key]
    part[keys[-1]] = value
    with pytest.raises(ValidationError, match=str(keys[-1])):
        through_shape(json.dumps(data))


def test_the_schema_has_an_id_and_leaves_room_for_more() -> None:
    schema = advice_schema()
    assert schema["$id"] == "urn:rackwright:advice:1"
    assert set(schema["required"]) == set(schema["properties"]) - {"how_sure", "stated_as_ranges"}
    shapes = [schema, *schema["$defs"].values()]
    assert all(shape["description"] for shape in shapes)
    assert not any("additionalProperties" in shape for shape in shapes)
    assert set(schema["$defs"]["Words"]["required"]) == {"en", "zh-TW"}


def test_the_schema_refers_to_nothing_that_it_lacks() -> None:
    schema = advice_schema()
    named = {ref.removeprefix("#/$defs/") for ref in _refs(schema)}
    assert named == set(schema["$defs"])


def _refs(part: Any) -> Iterator[str]:
    if isinstance(part, Mapping):
        yield from (value for key, value in part.items() if key == "$ref")
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _refs(inner)


def test_advice_names_its_release(assistant: Advice) -> None:
    assert assistant.to_dict()["rackwright_version"] == rackwright.__version__


def test_rules_and_catalogue_have_digests_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "parameters.toml").write_text(
        '[own_min_utilization]\nvalue = 0.99\nsources = ["C15"]\ndate = "2026-01"\n'
    )
    plan = load_plan(examples_folder() / "internal-assistant.yaml")
    before, after = (
        advise(plan, rules=rules).to_dict() for rules in (None, load_packs([tmp_path]))
    )
    assert before["rules_revision"] != after["rules_revision"]
    assert before["catalogue_revision"] == after["catalogue_revision"]
    assert before["catalogue_revision"] != before["rules_revision"]


def test_the_digest_of_the_catalogue_changes_with_a_cell_alone() -> None:
    tables = default_rules().catalog.tables
    row = next(iter(tables["devices"].values()))
    for where, cells, same in (("elsewhere:1", row.cells, True), (row.where, {}, False)):
        moved = type(row)(row.table, row.id, row.name, cells, row.source, row.date, where)
        other = Catalog({**tables, "devices": {**tables["devices"], row.id: moved}})
        assert (other.revision == default_rules().catalog.revision) is same


def test_options_can_be_left_out(assistant: Advice) -> None:
    whole, short = assistant.to_dict(), json.loads(assistant.to_json(options=False))
    for workload in whole["workloads"].values():
        assert workload.pop("options")
    assert set(short["sources"]) < set(whole.pop("sources"))
    assert whole == {name: value for name, value in short.items() if name != "sources"}


def test_every_source_that_is_cited_is_there_without_options(assistant: Advice) -> None:
    short = assistant.to_dict(options=False)
    reasons = [
        reason
        for part in (short["plan"], *short["workloads"].values())
        for reason in (*(r for one in part["conclusions"] for r in one["rules"]), *part["warnings"])
    ]
    assert {source for reason in reasons for source in reason["sources"]} <= set(short["sources"])


@pytest.mark.parametrize(
    ("path", "value", "plain"),
    [
        ("context_tokens", np.int64(32768), 32768),
        ("utilization", np.float32(0.5), 0.5),
        ("frameworks", np.array(["pytorch", "jax"]), ["pytorch", "jax"]),
        ("frameworks", ("pytorch",), ["pytorch"]),
        ("context_tokens", None, None),
    ],
)
def test_changes_are_kept_as_plain_data(
    assistant: Advice, path: str, value: Any, plain: Any
) -> None:
    found = assistant.what_if({path: value})
    assert json.loads(found.to_json())["changes"] == {path: plain}
    assert found.to_json() == assistant.what_if({path: plain}).to_json()


def test_a_part_of_a_plan_can_be_the_change(assistant: Advice) -> None:
    facility = load_plan(examples_folder() / "dgx-in-the-office.yaml").facility
    assert facility is not None
    found = assistant.what_if({"facility": facility})
    assert found.after.assessment.plan.facility == facility
    assert json.loads(found.to_json())["changes"]["facility"]["site"] == facility.site


def test_changes_do_not_follow_what_the_caller_writes(assistant: Advice) -> None:
    frameworks = ["pytorch"]
    found = assistant.what_if({"frameworks": frameworks})
    frameworks.append("jax")
    assert found.changes == {"frameworks": ["pytorch"]}
