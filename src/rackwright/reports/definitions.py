"""What rules are made of, for people who write them: attributes, parameters, sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES
from rackwright.records import Entity, Scope
from rackwright.reports import phrases
from rackwright.reports.data import words
from rackwright.reports.outline import (
    Block,
    Cell,
    Column,
    Heading,
    Item,
    Listing,
    Outline,
    Paragraph,
    Table,
    Tone,
)
from rackwright.rulebook.model import Attribute, Parameter, Rulebook, Source, Text
from rackwright.wording import format_number, format_parameter, printable

_PLAN_CURRENCY = "currency"
_MAX_VALUES = 8
_DATA = dict[str, Any]


def vocabulary_data(rulebook: Rulebook, names: Iterable[str]) -> list[_DATA]:
    """Attributes with all that is said of them."""
    return [_attribute_data(rulebook, rulebook.vocabulary[name]) for name in names]


def _attribute_data(rulebook: Rulebook, attribute: Attribute) -> _DATA:
    return {
        "name": attribute.name,
        "label": words(attribute.label),
        "scope": attribute.scope.value,
        "of": attribute.of.value,
        "type": attribute.kind.value,
        "unit": attribute.unit or None,
        "values": {value: words(label) for value, label in attribute.values.items()},
        "question": None if attribute.question is None else words(attribute.question),
        "stated_at": place_of(attribute),
        "catalogue": attribute.catalog or None,
        "decided": rulebook.decision(attribute.name) is not None,
    }


def place_of(attribute: Attribute) -> str | None:
    """Where a plan states an attribute; None for what is found out."""
    if attribute.of is Entity.PLAN and attribute.name in PLAN_PLACES:
        return ".".join(PLAN_PLACES[attribute.name])
    if attribute.of is Entity.WORKLOAD and attribute.name in WORKLOAD_PLACES:
        return ".".join(("workloads[]", *WORKLOAD_PLACES[attribute.name]))
    return None


def vocabulary_outline(rulebook: Rulebook, names: Iterable[str], language: str) -> Outline:
    """Attributes by the stage that first knows them; one alone with all its values."""
    found = [rulebook.vocabulary[name] for name in names]
    if len(found) == 1:
        return tuple(_attribute_blocks(rulebook, found[0], language))
    order = list(Scope)
    staged = sorted(found, key=lambda a: (order.index(a.scope), list(Entity).index(a.of)))
    blocks: list[Block] = []
    for (scope, of), attributes in groupby(staged, key=lambda a: (a.scope, a.of)):
        blocks.append(Heading(f"{scope.value}: {of.value}", 2))
        blocks.append(Listing(tuple(_item(one, language) for one in attributes)))
    return tuple(blocks)


def _item(attribute: Attribute, language: str) -> Item:
    label = printable(attribute.label.in_language(language))
    question = attribute.question.in_language(language) if attribute.question else ""
    parts = [label, _kind(attribute, language), *_some_values(attribute, language), question]
    return Item(attribute.name, " · ".join(printable(part) for part in parts if part))


def _kind(attribute: Attribute, language: str) -> str:
    kind = phrases.KINDS[attribute.kind].in_language(language)
    return f"{kind} [{attribute.unit}]" if attribute.unit else kind


def _some_values(attribute: Attribute, language: str) -> Iterator[str]:
    shown = [
        f"{value} ({label.in_language(language)})"
        for value, label in list(attribute.values.items())[:_MAX_VALUES]
    ]
    more = len(attribute.values) - len(shown)
    if more > 0:
        shown.append(phrases.GRAPH_CUT.in_language(language).replace("{count}", str(more)))
    yield ", ".join(shown)


def _attribute_blocks(rulebook: Rulebook, attribute: Attribute, language: str) -> Iterator[Block]:
    label = printable(attribute.label.in_language(language))
    yield Heading(f"{attribute.name}: {label}", 2)
    about = f"{attribute.scope.value} · {attribute.of.value} · {_kind(attribute, language)}"
    yield Paragraph(about, Tone.MUTED)
    if attribute.question is not None:
        yield Paragraph(printable(attribute.question.in_language(language)))
    yield Paragraph(_origin(rulebook, attribute).in_language(language))
    if attribute.values:
        columns = (phrases.CELL, phrases.LABEL)
        rows = ((name, text.in_language(language)) for name, text in attribute.values.items())
        yield _table(columns, rows, language)


def _origin(rulebook: Rulebook, attribute: Attribute) -> Text:
    place = place_of(attribute)
    if place is not None:
        return _with(phrases.STATED_AT, place)
    if attribute.catalog:
        return _with(phrases.IN_CATALOGUE, attribute.catalog)
    if rulebook.decision(attribute.name) is not None:
        return _with(phrases.DECIDED_BY, f"{attribute.scope.value}/{attribute.name}.toml")
    return phrases.COMPUTED


def _with(text: Text, what: str) -> Text:
    return Text(text.en.replace("{what}", what), text.zh_tw.replace("{what}", what))


def parameters_data(rulebook: Rulebook, names: Iterable[str]) -> list[_DATA]:
    """Parameters with what they rest on."""
    return [_parameter_data(rulebook.parameters[name]) for name in names]


def _parameter_data(parameter: Parameter) -> _DATA:
    return {
        "name": parameter.name,
        "label": words(parameter.label),
        "value": parameter.value,
        "unit": parameter.unit,
        "seen": None if parameter.seen is None else list(parameter.seen),
        "date": parameter.date,
        "sources": list(parameter.sources),
        "note": parameter.note,
    }


def parameters_outline(rulebook: Rulebook, names: Iterable[str], language: str) -> Outline:
    """Parameters one a row; one alone with its note and the titles of its sources."""
    found = [rulebook.parameters[name] for name in names]
    columns = (
        phrases.NAME,
        phrases.LABEL,
        phrases.CELL,
        phrases.SEEN,
        phrases.DATE,
        phrases.SOURCE,
    )
    table = _table(columns, (_parameter_row(one, language) for one in found), language)
    if len(found) != 1:
        return (table,)
    return (table, *_notes(rulebook, found[0], language))


def _parameter_row(parameter: Parameter, language: str) -> tuple[str, ...]:
    return (
        parameter.name,
        parameter.label.in_language(language),
        _value(parameter, language),
        _seen(parameter, language),
        parameter.date,
        ", ".join(parameter.sources),
    )


def _seen(parameter: Parameter, language: str) -> str:
    if parameter.seen is None:
        return ""
    low, high = (
        format_number(one, parameter.unit, language, _PLAN_CURRENCY, exact=True)
        for one in parameter.seen
    )
    return f"{low} – {high}".replace(f"{_PLAN_CURRENCY} ", "")


def _value(parameter: Parameter, language: str) -> str:
    """A value with its unit; an amount may be in whatever currency a plan speaks of."""
    shown = format_parameter(parameter, language, _PLAN_CURRENCY)
    bare = shown.replace(f"{_PLAN_CURRENCY} ", "")
    return bare if bare == shown else f"{bare}{phrases.IN_PLAN_CURRENCY.in_language(language)}"


def _notes(rulebook: Rulebook, parameter: Parameter, language: str) -> Iterator[Block]:
    if parameter.note:
        yield Paragraph(printable(parameter.note))
    cited = (rulebook.sources[one] for one in parameter.sources if one in rulebook.sources)
    yield Listing(tuple(_source_item(one, language) for one in cited))


def sources_data(rulebook: Rulebook, names: Iterable[str]) -> list[_DATA]:
    """Sources with the rules and parameters that rest on them."""
    return [_source_data(rulebook, rulebook.sources[name]) for name in names]


def _source_data(rulebook: Rulebook, source: Source) -> _DATA:
    return {
        "id": source.id,
        "title": words(source.title),
        "document": source.kind,
        "date": source.date,
        "rules": _citing_rules(rulebook, source.id),
        "parameters": _citing_parameters(rulebook, source.id),
    }


def sources_outline(rulebook: Rulebook, names: Iterable[str], language: str) -> Outline:
    """Sources by document; one alone with the rules and parameters that rest on it."""
    found = [rulebook.sources[name] for name in names]
    blocks: list[Block] = []
    for document, sources in groupby(found, key=lambda one: one.kind):
        if document:
            blocks.append(Heading(printable(document), 2))
        blocks.append(Listing(tuple(_source_item(one, language) for one in sources)))
    if len(found) == 1:
        blocks.extend(_resting_on(rulebook, found[0].id, language))
    return tuple(blocks)


def _source_item(source: Source, language: str) -> Item:
    title = printable(source.title.in_language(language))
    return Item(source.id, f"{title} ({source.date})" if source.date else title)


def _resting_on(rulebook: Rulebook, source: str, language: str) -> Iterator[Block]:
    resting = (
        (phrases.CITING_RULES, _citing_rules(rulebook, source)),
        (phrases.CITING_PARAMETERS, _citing_parameters(rulebook, source)),
    )
    for title, names in resting:
        if names:
            yield Heading(title.in_language(language), 3)
            yield Listing(tuple(Item(name, "") for name in names))


def _citing_rules(rulebook: Rulebook, source: str) -> list[str]:
    return [r.id for d in rulebook.decisions for r in d.rules if source in r.sources]


def _citing_parameters(rulebook: Rulebook, source: str) -> list[str]:
    return [one.name for one in rulebook.parameters.values() if source in one.sources]


def _table(titles: Iterable[Text], rows: Iterable[Iterable[str]], language: str) -> Table:
    return Table(
        tuple(Column(title.in_language(language)) for title in titles),
        tuple(tuple(Cell(printable(text)) for text in row) for row in rows),
    )
