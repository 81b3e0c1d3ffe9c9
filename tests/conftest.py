"""Makes the steps of the policy scenarios known, and generated cases the same on every CI run."""

from __future__ import annotations

import os

from hypothesis import settings

pytest_plugins = ["rackwright.policy.steps"]

settings.register_profile("ci", derandomize=True, deadline=None)
if os.environ.get("CI"):
    settings.load_profile("ci")
