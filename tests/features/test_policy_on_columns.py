"""Runs the policy that is written as scenarios once more, on the columnar engine."""

from __future__ import annotations

from functools import lru_cache

import pytest
from pytest_bdd import scenarios

from rackwright.engines.columnar import ColumnarEngine
from rackwright.policy.scene import EngineOf

engine_for = lru_cache(maxsize=8)(ColumnarEngine)


@pytest.fixture
def policy_engine() -> EngineOf:
    return engine_for


scenarios(".")
