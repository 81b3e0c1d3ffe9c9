"""Runs the policy that is written as scenarios."""

from __future__ import annotations

from pytest_bdd import scenarios

scenarios(".")
