"""The plan's models and the vocabulary of the rules name the same attributes and values."""

from __future__ import annotations

import tomllib
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rackwright.facts.facility import Facility
from rackwright.facts.organization import Organization
from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES, Place
from rackwright.facts.plan import Plan
from rackwright.facts.quote import QuoteItems
from rackwright.facts.values import Stated
from rackwright.facts.workload import Intended, Workload

VOCABULARY = Path(__file__).parents[2] / "rules" / "vocabulary.toml"
SECTIONS: dict[str, type[Stated]] = {
    "facility": Facility,
    "organization": Organization,
    "intended": Intended,
}
PLACES: dict[str, tuple[type[Stated], Mapping[str, Place]]] = {
    "plan": (Plan, PLAN_PLACES),
    "workload": (Workload, WORKLOAD_PLACES),
}
NAMES_OF_THE_CATALOGUE = {"intended_device"}
JOINED = {"user_regions"}


@pytest.fixture(scope="module")
def vocabulary() -> dict[str, Any]:
    return tomllib.loads(VOCABULARY.read_text(encoding="utf-8"))


def stated(vocabulary: dict[str, Any], of: str) -> dict[str, Any]:
    """What a user can be asked for; a given attribute without a question is filled in for them."""
    return {
        name: attribute
        for name, attribute in vocabulary.items()
        if (attribute["scope"], attribute["of"]) == ("given", of) and "question" in attribute
    }


def annotation_of(of: str, attribute: str) -> Any:
    model, places = PLACES[of]
    *section, field = places[attribute]
    model = SECTIONS[section[0]] if section else model
    return model.model_fields[field].annotation


def parts(annotation: Any) -> Iterator[Any]:
    yield annotation
    for argument in typing.get_args(annotation):
        yield from parts(argument)


def kind_of(of: str, attribute: str) -> str:
    found = list(parts(annotation_of(of, attribute)))
    if any(typing.get_origin(part) is tuple for part in found):
        return "text" if attribute in JOINED else "set"
    if any(typing.get_origin(part) is typing.Literal for part in found):
        return "symbol"
    kinds = {bool: "boolean", float: "number", int: "number", str: "text"}
    return next(kinds[part] for part in found if isinstance(part, type) and part in kinds)


def choices_of(of: str, attribute: str) -> list[str]:
    return [part for part in parts(annotation_of(of, attribute)) if isinstance(part, str)]


@pytest.mark.parametrize("of", PLACES)
def test_a_plan_can_state_exactly_the_attributes_that_the_vocabulary_asks_for(
    of: str, vocabulary: dict[str, Any]
) -> None:
    assert sorted(PLACES[of][1]) == sorted(stated(vocabulary, of))


@pytest.mark.parametrize("of", PLACES)
def test_every_stated_attribute_has_the_kind_that_the_vocabulary_gives_it(
    of: str, vocabulary: dict[str, Any]
) -> None:
    known = stated(vocabulary, of)
    said = {name: kind_of(of, name) for name in PLACES[of][1] if name in known}

    expected = {name: known[name]["type"] for name in said}
    for name in NAMES_OF_THE_CATALOGUE & set(said):
        assert expected.pop(name) == "symbol"
        assert said.pop(name) == "text"
    assert said == expected


@pytest.mark.parametrize("of", PLACES)
def test_every_stated_symbol_has_the_values_of_the_vocabulary_in_their_order(
    of: str, vocabulary: dict[str, Any]
) -> None:
    known = stated(vocabulary, of)
    said = {name: choices_of(of, name) for name in PLACES[of][1] if name in known}

    assert said == {name: list(known[name].get("values", {})) for name in said}


def test_every_field_of_a_plan_is_described() -> None:
    models = (Plan, Workload, *SECTIONS.values(), QuoteItems)
    fields = [(m.__name__, n, f.description) for m in models for n, f in m.model_fields.items()]

    assert [(model, name) for model, name, words in fields if not words] == []
