"""Gherkin scenarios as executable policy: a step library for pytest-bdd."""
