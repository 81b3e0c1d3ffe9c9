"""The shape of a plan as JSON Schema, for editors and other programs."""

from __future__ import annotations

from typing import Any

from rackwright.facts.plan import Plan

PLAN_SCHEMA_ID = "urn:rackwright:plan:1"


def plan_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a plan file, with a description for every field.

    It is a little stricter than the loader, which also takes the words `yes` and `no` for true
    and false, and it cannot say that ids must differ.
    """
    schema = Plan.model_json_schema()
    for shape in (schema, *schema["$defs"].values()):
        shape["description"] = shape["description"].partition("\n\n::")[0]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": PLAN_SCHEMA_ID,
        **schema,
    }
