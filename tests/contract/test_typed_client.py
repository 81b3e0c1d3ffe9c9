"""What a typed program may write also works: `tests/typing/client.py`, which mypy checks."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

CLIENT = Path(__file__).parents[1] / "typing" / "client.py"


@pytest.fixture(scope="module")
def client() -> ModuleType:
    spec = importlib.util.spec_from_file_location("client", CLIENT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_plan_made_of_its_parts_is_advised_on(client: ModuleType) -> None:
    advice = client.advised(client.changed(client.stated()))
    assert advice.workloads["a"].chosen is not None
    assert advice.plan["horizon_months"] == 24
    assert "<graphml" in client.drawn(advice)


def test_every_kind_of_table_is_advised_on(client: ModuleType) -> None:
    tables = client.in_many_forms(client.stated())
    assert [table.n_rows for table in tables] == [2, 2, 1, 1, 1]
