"""Runs the policy that is written as scenarios once more, on the columnar engine."""

from __future__ import annotations

import pytest
from pytest_bdd import scenarios

from rackwright.engines.columnar import ColumnarEngine
from rackwright.policy.scene import EngineOf


@pytest.fixture
def policy_engine() -> EngineOf:
    return ColumnarEngine


scenarios(".")
