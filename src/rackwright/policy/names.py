"""What the words in quotation marks mean: attributes, values, parameters and devices by label."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from rackwright.errors import UsageError
from rackwright.policy.mistakes import NOTHING, MistakeError, did_you_mean, one_of
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
_ATTRIBUTE = Text("attribute", "屬性")
_STATABLE = Text("attribute that a plan can state", "計畫可以說明的屬性")
_DEVICE = Text("device", "型錄中的裝置")
_PARAMETER = Text("parameter", "參數")
_RULE = Text("rule", "規則")
_TRUTH = Text("yes or no", "是或否")
_NUMBER = Text("number", "數字")


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
    what = _ATTRIBUTE if among is None else _STATABLE
    raise _no_such(what, name, [word for a in seen for word in _called(a.name, a.label)])


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
        raise _no_value(attribute, text, words)
    return found


def device_called(rulebook: Rulebook, text: str) -> str:
    """The id of a device by id, name or alias.

    Raises
    ------
    UsageError
        When the catalogue has no such device.
    """
    try:
        return rulebook.catalog.find("devices", text).id
    except UsageError:
        rows = rulebook.catalog.tables["devices"].values()
        raise _no_such(_DEVICE, text, [w for row in rows for w in (row.id, row.name)]) from None


def parameter_called(rulebook: Rulebook, text: str) -> str:
    """The parameter of a name, or of a label in either language.

    Raises
    ------
    UsageError
        When nothing is called that.
    """
    words = {word: p for p, it in rulebook.parameters.items() for word in _called(p, it.label)}
    if text not in words:
        raise _no_such(_PARAMETER, text, words)
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
        raise _no_such(_RULE, text, decisions)
    return decisions[text]


def truth(text: str) -> bool:
    """The boolean that a word of either language says.

    Raises
    ------
    UsageError
        When it is neither yes nor no.
    """
    if text.lower() not in (*_YES, *_NO):
        raise _no_such(_TRUTH, text, (*_YES, *_NO))
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
        raise _no_such(_NUMBER, text, ()) from None
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


def _several(name: str, attributes: list[str]) -> MistakeError:
    return MistakeError(
        "ambiguous-name",
        Text(f"several attributes are called `{name}`", f"「{name}」有多個屬性使用"),
        Text(
            "say " + " or ".join(f"`{a}`" for a in attributes),
            "請寫" + "或".join(f"「{a}」" for a in attributes),
        ),
    )


def _no_such(what: Text, name: str, known: Iterable[str], other: Text = NOTHING) -> MistakeError:
    said = Text(f"`{name}` is no {what.en}", f"「{name}」不是{what.zh_tw}")
    hint = did_you_mean(name, known)
    return MistakeError("unknown-name", said, other if hint == NOTHING else hint)


def _no_value(attribute: Attribute, text: str, words: Iterable[str]) -> MistakeError:
    what = Text(f"value of `{attribute.name}`", f"「{attribute.label.zh_tw}」的值")
    return _no_such(what, text, words, one_of(attribute.values.values()))
