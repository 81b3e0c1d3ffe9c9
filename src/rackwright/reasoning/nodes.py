"""The nodes and edges of the reasoning graph, and what an id names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rackwright.assessment import Assessment
from rackwright.records import parameter_id


class NodeKind(StrEnum):
    """The kinds of node in the reasoning graph."""

    FACT = "fact"
    MEMBER = "member"
    UNSTATED = "unstated"
    CALCULATION = "calculation"
    FIRING = "firing"
    PARAMETER = "parameter"
    ROW = "catalogue_row"
    SOURCE = "source"


class Role(StrEnum):
    """What an edge says."""

    PREMISE = "premise"
    OPERAND_PARAMETER = "operand_parameter"
    CONCLUDES = "concludes"
    OVERRULED = "overruled"
    """The rule matched too, but an earlier one had concluded; it supports nothing."""
    INPUT = "input"
    OUTPUT = "output"
    STATES = "states"
    """A catalogue row states a fact."""
    CITES = "cites"
    MEMBER_OF = "member_of"
    """Between a set and its member: from the member when rules collect the set, else to it."""


def source_id(name: str) -> str:
    """The id of a source: `sources/C15`."""
    return f"sources/{name}"


def calculation_id(subject: str, kernel: str) -> str:
    """The id of one call of a kernel for one subject: `assistant/serving_memory()`."""
    return f"{subject}/{kernel}()"


@dataclass(frozen=True, slots=True)
class Reference:
    """What an id names."""

    kind: NodeKind
    subject: str = ""
    """The subject of a fact, member or unstated marker; the table of a catalogue row."""
    name: str = ""
    """The attribute; or the id of a parameter, row or firing inside its kind."""
    member: str = ""


_PARAMETERS = parameter_id("")


def refer(assessment: Assessment, identifier: str) -> Reference:
    """What an id names; nothing is said about whether it exists."""
    if identifier in assessment.firing_by_id:
        return Reference(NodeKind.FIRING, name=identifier)
    if identifier.startswith(_PARAMETERS):
        return Reference(NodeKind.PARAMETER, name=identifier.removeprefix(_PARAMETERS))
    table, _, row = identifier.partition("/")
    if table in assessment.rulebook.catalog.tables:
        return Reference(NodeKind.ROW, table, row)
    return _of_attribute(identifier)


def _of_attribute(identifier: str) -> Reference:
    subject, _, rest = identifier.rpartition(".")
    if rest.endswith("?"):
        return Reference(NodeKind.UNSTATED, subject, rest.removesuffix("?"))
    attribute, is_member, member = rest.partition("=")
    if is_member:
        return Reference(NodeKind.MEMBER, subject, attribute, member)
    return Reference(NodeKind.FACT, subject, attribute)
