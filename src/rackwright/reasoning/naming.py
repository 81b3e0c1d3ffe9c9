"""The subjects, attributes and values that a question names, or a problem with the nearest name."""

from __future__ import annotations

from collections.abc import Iterable

from rackwright.assessment import Assessment
from rackwright.errors import Problem, UsageError, nearest
from rackwright.frames import Frame
from rackwright.records import PLAN_SUBJECT, Entity, Value
from rackwright.rulebook.model import Attribute, Decision, Kind

_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


def owner_of(assessment: Assessment, subject: str, attribute: str) -> str:
    """The subject that an attribute, as seen from some subject, belongs to.

    Raises
    ------
    UsageError
        When there is no such subject or attribute, or the subject cannot see the attribute.
    """
    frame, row = _located(assessment, subject)
    of = attribute_named(assessment, attribute).of
    owner = frame.owners(row).get(of)
    if owner is None:
        raise _unseen(assessment, subject, attribute, of)
    return owner


def seen_by(assessment: Assessment, subject: str, attribute: str) -> Attribute:
    """An attribute that can be asked of a subject; its value may be unknown all the same.

    Raises
    ------
    UsageError
        When there is no such subject or attribute, or the attribute is about something else.
    """
    frame, _ = _located(assessment, subject)
    found = attribute_named(assessment, attribute)
    if found.of is not frame.of and found.of not in frame.parents:
        raise _unseen(assessment, subject, attribute, found.of)
    return found


def attribute_named(assessment: Assessment, name: str) -> Attribute:
    """An attribute of the vocabulary.

    Raises
    ------
    UsageError
        When there is none of that name.
    """
    found = assessment.rulebook.vocabulary.get(name) if isinstance(name, str) else None
    if found is None:
        raise unknown_name("attribute", name, assessment.rulebook.vocabulary)
    return found


def decision_on(assessment: Assessment, attribute: str) -> Decision:
    """The decision that concludes an attribute.

    Raises
    ------
    UsageError
        When there is no such attribute, or no rule decides it.
    """
    attribute_named(assessment, attribute)
    decision = assessment.rulebook.decision(attribute)
    if decision is None:
        message = f"`{attribute}` is not decided by rules"
        raise UsageError(Problem("not-a-decision", message, "", "ask why it has its value instead"))
    return decision


def value_named(attribute: Attribute, value: Value) -> Value:
    """A value of an attribute, from what a caller or a command line says.

    Raises
    ------
    UsageError
        When the attribute cannot have it.
    """
    if attribute.kind is Kind.BOOLEAN:
        return _boolean(attribute, value)
    if attribute.kind is Kind.NUMBER:
        return _number(attribute, value)
    if not isinstance(value, str):
        raise _unfit(attribute, value, _one_value(attribute))
    if attribute.kind is not Kind.TEXT and value not in attribute.values:
        raise unknown_name("value", value, attribute.values, f" of `{attribute.name}`")
    return value


def unknown_name(what: str, name: object, known: Iterable[str], of: str = "") -> UsageError:
    """The error about a name that nothing has, or about something that is no name."""
    if not isinstance(name, str):
        message = f"`{name!s:.80}` names no {what}"
        return UsageError(Problem(f"unknown-{what}", message, "", "give the name as a text"))
    message = f"there is no {what} `{name}`{of}"
    return UsageError(Problem(f"unknown-{what}", message, "", nearest(name, known)))


def _located(assessment: Assessment, subject: str) -> tuple[Frame, int]:
    try:
        return assessment.locate(subject)
    except (KeyError, TypeError):
        raise unknown_name("subject", subject, _subjects(assessment)) from None


def _subjects(assessment: Assessment) -> list[str]:
    return [s for entity in Entity for s in assessment.frames.of(entity).subjects]


def _unseen(assessment: Assessment, subject: str, attribute: str, of: Entity) -> UsageError:
    owners = assessment.frames.of(of).subjects
    own = (f"{subject}@", f"{subject}:")
    example = next((s for s in owners if s.startswith(own)), next(iter(owners), ""))
    hint = f"ask about `{example}`" if example else ""
    if of is Entity.OPTION and subject == PLAN_SUBJECT and assessment.workloads:
        hint = f"ask about `{assessment.workloads[0]}` for what was chosen, or about `{example}`"
    message = f"`{attribute}` is not about `{subject}` but about the {of.value}"
    return UsageError(Problem("attribute-of-another", message, "", hint))


def _one_value(attribute: Attribute) -> str:
    example = next(iter(attribute.values), "")
    return f"ask about one value, such as `{example}`" if example else "give a text"


def _boolean(attribute: Attribute, value: Value) -> bool:
    if isinstance(value, bool):
        return value
    found = _BOOLEANS.get(str(value).lower())
    if found is None:
        raise _unfit(attribute, value, "say `true` or `false`")
    return found


def _number(attribute: Attribute, value: Value) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise _unfit(attribute, value, "say a number") from None


def _unfit(attribute: Attribute, value: Value, hint: str) -> UsageError:
    message = f"`{value}` cannot be a value of `{attribute.name}`"
    return UsageError(Problem("unfit-value", message, "", hint))
