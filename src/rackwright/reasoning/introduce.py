"""What a value is and where it comes from, without what it rests on."""

from __future__ import annotations

from dataclasses import replace

from rackwright.assessment import Assessment
from rackwright.reasoning.basis import Basis, basis_of
from rackwright.reasoning.explanation import Explanation
from rackwright.reasoning.nodes import Reference
from rackwright.records import (
    Calculated,
    Catalogued,
    Fact,
    Given,
    Value,
    member_id,
    parameter_id,
    unknown_id,
)
from rackwright.rulebook.model import Attribute, Text


def introduce_fact(assessment: Assessment, fact: Fact) -> Explanation:
    """A fact with its place in the plan, its catalogue row or the name of its calculation."""
    attribute = assessment.rulebook.vocabulary[fact.attribute]
    told = Explanation(
        id=fact.id,
        basis=basis_of(assessment, fact),
        label=attribute.label,
        subject=fact.subject,
        attribute=fact.attribute,
        value=fact.value,
        words=_words(attribute, fact.value),
        unit=attribute.unit,
    )
    if isinstance(fact.origin, Given):
        return replace(told, where=fact.origin.where, ranged=fact.origin.ranged)
    if isinstance(fact.origin, Calculated):
        return replace(told, kernel=fact.origin.kernel)
    if isinstance(fact.origin, Catalogued):
        return _from_row(assessment, told, fact.origin)
    return told


def introduce_member(assessment: Assessment, fact: Fact, member: str) -> Explanation:
    """One member of a set, with where the set comes from."""
    attribute = assessment.rulebook.vocabulary[fact.attribute]
    return replace(
        introduce_fact(assessment, fact),
        id=member_id(fact.subject, fact.attribute, member),
        value=member,
        words=_words(attribute, member),
    )


def introduce_parameter(assessment: Assessment, name: str) -> Explanation:
    """A parameter of the policy with its sources and date."""
    parameter = assessment.rulebook.parameters[name]
    return Explanation(
        id=parameter_id(name),
        basis=Basis.POLICY,
        label=parameter.label,
        attribute=name,
        value=parameter.value,
        unit=parameter.unit,
        sources=parameter.sources,
        date=parameter.date,
        note=parameter.note,
        where=parameter.given.where if parameter.given else "",
        ranged=parameter.given.ranged if parameter.given else None,
    )


def introduce_row(assessment: Assessment, reference: Reference) -> Explanation:
    """A catalogue row with where it was read."""
    row = assessment.rulebook.catalog.tables[reference.subject][reference.name]
    return Explanation(
        id=row.ref,
        basis=Basis.CATALOGUE,
        label=Text(row.name, row.name_zh_tw),
        attribute=row.table,
        row=row.ref,
        sources=row.sources,
        date=max(citation.date for citation in row.citations),
    )


def introduce_unstated(subject: str, attribute: Attribute) -> Explanation:
    """A value that nobody stated, with how to ask for it."""
    return Explanation(
        id=unknown_id(subject, attribute.name),
        basis=Basis.UNSTATED,
        label=attribute.label,
        subject=subject,
        attribute=attribute.name,
        unit=attribute.unit,
        question=attribute.question,
    )


def _from_row(assessment: Assessment, told: Explanation, origin: Catalogued) -> Explanation:
    table, _, name = origin.row.partition("/")
    found = assessment.rulebook.catalog.tables.get(table, {}).get(name)
    if found is None:
        return replace(told, row=origin.row)
    cited = found.cited(origin.column or told.attribute)
    return replace(told, row=origin.row, sources=(cited.source,), date=cited.date)


def _words(attribute: Attribute, value: Value) -> tuple[Text, ...]:
    symbols = value if isinstance(value, tuple) else (value,)
    return tuple(
        attribute.values[s] for s in symbols if isinstance(s, str) and s in attribute.values
    )
