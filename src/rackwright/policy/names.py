"""What the words in quotation marks mean: attributes, values, parameters and devices by label."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from rackwright.errors import Problem, UsageError, nearest
from rackwright.records import Entity
from rackwright.rulebook.model import Attribute, Kind, Rulebook, Text

SEEN_BY: Mapping[Entity, tuple[Entity, ...]] = {
    Entity.PLAN: (Entity.PLAN,),
    Entity.WORKLOAD: (Entity.WORKLOAD, Entity.OPTION, Entity.PLAN),
    Entity.OPTION: (Entity.OPTION, Entity.WORKLOAD, Entity.PLAN),
    Entity.OFFER: (Entity.OFFER, Entity.WORKLOAD, Entity.OPTION, Entity.PLAN),
}
"""Whose attributes a subject may mean, its own first."""

_TABLES = ("devices", "models")
_YES = ("yes", "true", "是")
_NO = ("no", "false", "否")
_PLACE = "scenario"


def attribute_called(
    rulebook: Rulebook, name: str, about: Entity, among: Container[str] | None = None
) -> Attribute:
    """The attribute of a label in either language, or else of a name, as a subject sees it.

    Only attributes whose names are `among` those given count, when there are any.

    Raises
    ------
    UsageError
        When nothing is called that, or several attributes are.
    """
    seen = [
        a
        for a in rulebook.vocabulary.values()
        if a.of in SEEN_BY[about] and (among is None or a.name in among)
    ]
    for entity in SEEN_BY[about]:
        labelled = [a for a in seen if a.of is entity and name in (a.label.en, a.label.zh_tw)]
        found = labelled or [a for a in seen if a.of is entity and a.name == name]
        if len(found) > 1:
            raise _several(name, [a.name for a in found])
        if found:
            return found[0]
    raise _no_such("attribute", name, [word for a in seen for word in _called(a.name, a.label)])


def value_called(rulebook: Rulebook, attribute: Attribute, text: str) -> str:
    """The symbol of a name, or of a label in either language; a device or model also by alias.

    Raises
    ------
    UsageError
        When the attribute has no such value.
    """
    words = {word: v for v, label in attribute.values.items() for word in _called(v, label)}
    found = words.get(text) or _catalogued(rulebook, attribute, text)
    if found is None:
        raise _no_such(f"value of `{attribute.name}`", text, words)
    return found


def device_called(rulebook: Rulebook, text: str) -> str:
    """The id of a device by id, name or alias.

    Raises
    ------
    UsageError
        When the catalogue has no such device.
    """
    return rulebook.catalog.find("devices", text).id


def parameter_called(rulebook: Rulebook, text: str) -> str:
    """The parameter of a name, or of a label in either language.

    Raises
    ------
    UsageError
        When nothing is called that.
    """
    words = {word: p for p, it in rulebook.parameters.items() for word in _called(p, it.label)}
    if text not in words:
        raise _no_such("parameter", text, words)
    return words[text]


def rule_called(rulebook: Rulebook, text: str) -> str:
    """The decision that a rule belongs to.

    Raises
    ------
    UsageError
        When there is no such rule.
    """
    decisions = {rule.id: d.attribute for d in rulebook.decisions for rule in d.rules}
    if text not in decisions:
        raise _no_such("rule", text, decisions)
    return decisions[text]


def truth(text: str) -> bool:
    """The boolean that a word of either language says.

    Raises
    ------
    UsageError
        When it is neither yes nor no.
    """
    if text.lower() not in (*_YES, *_NO):
        raise _no_such("yes or no", text, (*_YES, *_NO))
    return text.lower() in _YES


def number(text: str) -> float:
    """The number that a text says: `6,420,000`, `-4.1` or `71.3%`.

    Raises
    ------
    UsageError
        When it is not a number.
    """
    try:
        written = float(text.replace(",", "").removesuffix("%"))
    except ValueError:
        raise _no_such("number", text, ()) from None
    return written / 100 if text.endswith("%") else written


def parts(text: str) -> list[str]:
    """The entries of a list, separated by commas of either language."""
    return [part.strip() for part in text.replace("、", ",").split(",") if part.strip()]


def _called(name: str, label: Text) -> tuple[str, str, str]:
    return name, label.en, label.zh_tw


def _catalogued(rulebook: Rulebook, attribute: Attribute, text: str) -> str | None:
    for table in _TABLES:
        try:
            row = rulebook.catalog.find(table, text).id
        except UsageError:
            continue
        if row in attribute.values or attribute.kind is Kind.TEXT:
            return row
    return text if attribute.kind is Kind.TEXT else None


def _several(name: str, attributes: list[str]) -> UsageError:
    hint = "say " + " or ".join(f"`{a}`" for a in attributes)
    return UsageError(
        Problem("ambiguous-name", f"several attributes are called `{name}`", _PLACE, hint)
    )


def _no_such(what: str, name: str, known: Iterable[str]) -> UsageError:
    hint = nearest(name, known)
    return UsageError(Problem("unknown-name", f"`{name}` is no {what}", _PLACE, hint))
