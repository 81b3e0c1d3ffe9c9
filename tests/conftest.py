"""Makes the steps of the policy scenarios known."""

from __future__ import annotations

pytest_plugins = ["rackwright.policy.steps"]
