"""The shape of advice as JSON Schema, for programs that read it."""

from __future__ import annotations

from typing import Any

from rackwright.reports.data import SCHEMA_VERSION

ADVICE_SCHEMA_ID = f"urn:rackwright:advice:{SCHEMA_VERSION}"


def advice_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of `Advice.to_json`.

    It holds for all results with its `schema_version`: objects may get further fields, but none is
    taken away, renamed or given another meaning.
    """
    from rackwright.reports.shape import shape_schema  # models take time that few programs need

    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ADVICE_SCHEMA_ID,
        **shape_schema(),
    }
