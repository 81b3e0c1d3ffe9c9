"""The shape of a plan as JSON Schema, for editors and other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rackwright.facts.answers import ANSWERS, MAX_LETTERS, bounds
from rackwright.facts.places import questions_of
from rackwright.facts.plan import Plan
from rackwright.records import Entity
from rackwright.rulebook.model import Attribute, Kind, Rulebook

PLAN_SCHEMA_ID = "urn:rackwright:plan:1"


def plan_schema(rules: Rulebook | None = None) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a plan file, with a description for every field.

    With rules it says also how to answer the questions of their packs. It is a little stricter
    than the loader, which also takes the words `yes` and `no` for true and false, and it cannot
    say that ids must differ.
    """
    schema = Plan.model_json_schema()
    for shape in (schema, *schema["$defs"].values()):
        shape["description"] = shape["description"].partition("\n\n::")[0]
    if rules is not None:
        for of, shape in ((Entity.PLAN, schema), (Entity.WORKLOAD, schema["$defs"]["Workload"])):
            shape["properties"][ANSWERS] |= _answers(questions_of(rules.vocabulary, of))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": PLAN_SCHEMA_ID,
        **schema,
    }


def _answers(questions: Mapping[str, Attribute]) -> dict[str, Any]:
    shapes = {name: _answer(attribute) for name, attribute in questions.items()}
    answers = {"type": "object", "properties": shapes, "additionalProperties": False}
    return {"anyOf": [answers, {"type": "null"}]}


def _answer(attribute: Attribute) -> dict[str, Any]:
    assert attribute.question is not None
    return {"description": attribute.question.en, **_shape(attribute)}


def _shape(attribute: Attribute) -> dict[str, Any]:
    words = {"type": "string", "enum": list(attribute.values)}
    match attribute.kind:
        case Kind.BOOLEAN:
            return {"type": "boolean"}
        case Kind.NUMBER:
            least, most = bounds(attribute)
            return {"type": "number", "minimum": least, "maximum": most}
        case Kind.SYMBOL:
            return words
        case Kind.SET:
            return {"type": "array", "items": words, "minItems": 1}
        case Kind.TEXT:
            return {"type": "string", "minLength": 1, "maxLength": MAX_LETTERS}
