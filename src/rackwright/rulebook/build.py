"""Turns drafts into typed decisions: every name looked up, every conclusion of the right type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rackwright.records import Scope, Value
from rackwright.rulebook.conditions import branches, joined
from rackwright.rulebook.currency import CURRENCY, allowed, currency_named
from rackwright.rulebook.drafts import DecisionDraft, RuleDraft
from rackwright.rulebook.expression import Names, read_condition
from rackwright.rulebook.model import (
    VISIBLE,
    All,
    Attribute,
    Condition,
    Decision,
    Hit,
    Kind,
    Op,
    Parameter,
    Rule,
    Test,
    visible,
)
from rackwright.rulebook.parameters import Sources, check_cited, same_unit
from rackwright.rulebook.problems import Place, shown
from rackwright.rulebook.slots import check_slots


@dataclass(frozen=True, slots=True)
class Definitions:
    """All that rules may name."""

    vocabulary: Mapping[str, Attribute]
    parameters: Mapping[str, Parameter]
    sources: Sources
    broken: frozenset[str]
    """Names with a problem of their own."""


@dataclass(frozen=True, slots=True)
class BuiltRule:
    """A rule with what the checks need to know of its origin."""

    rule: Rule
    draft: RuleDraft


@dataclass(frozen=True, slots=True)
class BuiltDecision:
    """A decision with the place of each of its rules."""

    attribute: Attribute
    hit: Hit
    rules: tuple[BuiltRule, ...]
    place: Place

    @property
    def decision(self) -> Decision:
        """The decision alone."""
        a = self.attribute
        return Decision(a.name, a.scope, a.of, self.hit, tuple(b.rule for b in self.rules))


def build_decisions(
    drafts: Iterable[DecisionDraft], definitions: Definitions
) -> list[BuiltDecision]:
    """The decisions and rules that are well formed; the others are reported."""
    drafts = list(drafts)
    folders = {(draft.folder, draft.attribute) for draft in drafts}
    return [built for draft in drafts if (built := _decision(draft, folders, definitions))]


def _decision(
    draft: DecisionDraft, folders: set[tuple[Scope, str]], definitions: Definitions
) -> BuiltDecision | None:
    attribute = _decided(draft, folders, definitions)
    if attribute is None or draft.hit is None or not _can_hit(attribute, draft):
        return None
    names = Names(
        attribute.scope,
        visible(definitions.vocabulary, attribute.scope, attribute.of),
        definitions.vocabulary,
        definitions.parameters,
        definitions.broken,
    )
    rules = [_rule(rule, attribute, names, definitions.sources) for rule in draft.rules]
    built = tuple(rule for rule in rules if rule is not None)
    return BuiltDecision(attribute, draft.hit, built, draft.place)


def _decided(
    draft: DecisionDraft, folders: set[tuple[Scope, str]], definitions: Definitions
) -> Attribute | None:
    place, name = draft.place.key("decision"), draft.attribute
    attribute = definitions.vocabulary.get(name)
    if attribute is None:
        if name not in definitions.broken:
            message = f"the vocabulary has no attribute {shown(name)}"
            place.problem("unknown-name", message, name=name, known=definitions.vocabulary)
        return None
    if attribute.scope is not draft.folder:
        _wrong_folder(attribute, (attribute.scope, name) in folders, place)
        return None
    if (attribute.scope, attribute.of) not in VISIBLE:
        place.problem("wrong-entity", f"no rules run for each {shown(attribute.of)}")
        return None
    return attribute


def _wrong_folder(attribute: Attribute, is_decided_there: bool, place: Place) -> None:
    name, scope = shown(attribute.name), attribute.scope
    if is_decided_there:
        hint = f"keep the file in `{scope}/`, where the vocabulary puts it"
        place.problem("decided-twice", f"{name} is decided in two stages", hint)
    else:
        place.problem(
            "wrong-folder", f"{name} belongs to stage {shown(scope)}", f"move it to `{scope}/`"
        )


def _can_hit(attribute: Attribute, draft: DecisionDraft) -> bool:
    place = draft.place.key("hit")
    if attribute.kind is Kind.TEXT:
        draft.place.key("decision").problem("text-decided", "rules cannot conclude free text")
    elif draft.hit is Hit.COLLECT and attribute.kind is not Kind.SET:
        message = f"{shown(attribute.name)} is a {attribute.kind}: only a set collects"
        place.problem("wrong-hit", message, "write `first`")
    elif draft.hit is Hit.FIRST and attribute.kind is Kind.SET:
        message = f"{shown(attribute.name)} is a set: its rules add members"
        place.problem("wrong-hit", message, "write `collect`")
    else:
        return True
    return False


def _rule(
    draft: RuleDraft, attribute: Attribute, names: Names, sources: Sources
) -> BuiltRule | None:
    if draft.sources is not None:
        check_cited(draft.sources, sources, draft.place.key("sources"))
    if draft.because is not None:
        check_slots(draft.because, names, draft.place.key("because"))
    then = None if draft.then is None else _conclusion(draft, attribute, names)
    condition = draft.when and read_condition(draft.when, names, draft.place.key("when"))
    if not condition or not then or draft.because is None or draft.when is None:
        return None
    condition = _assumed(condition, attribute)
    _check_currency(condition, then, attribute, names, draft.place.key("then"))
    rule = Rule(
        draft.id,
        condition,
        draft.when,
        then.value,
        draft.because,
        draft.sources or (),
        branches(condition),
        then.parameter,
        draft.place.position,
    )
    return BuiltRule(rule, draft)


def _check_currency(
    condition: Condition, then: _Conclusion, attribute: Attribute, names: Names, place: Place
) -> None:
    """A parameter in one currency is concluded only for plans in that currency."""
    if then.parameter is None or not names.currencies.mixed(attribute.name, then.parameter):
        return
    currency = currency_named(names.parameters[then.parameter].unit)
    if any(allowed(branch) != (currency,) for branch in branches(condition)):
        message = f"{shown(then.parameter)} is in {currency}, whatever the currency of the plan"
        hint = f"add `{CURRENCY} == {currency}` to the condition"
        place.problem("unit-mismatch", message, hint)


def _assumed(condition: Condition, attribute: Attribute) -> Condition:
    """An assumption is made only for what the user left out."""
    left_out = Test(attribute.name, Op.UNKNOWN)
    if attribute.scope is not Scope.GIVEN:
        return condition
    if all(left_out in branch for branch in branches(condition)):
        return condition
    return joined(All, (left_out, condition))


@dataclass(frozen=True, slots=True)
class _Conclusion:
    value: Value
    parameter: str | None = None


def _conclusion(draft: RuleDraft, attribute: Attribute, names: Names) -> _Conclusion | None:
    place, then = draft.place.key("then"), draft.then
    if attribute.kind is Kind.NUMBER:
        return _number(then, attribute, names, place)
    if attribute.kind is Kind.BOOLEAN:
        return _truth(then, attribute, place)
    if isinstance(then, str) and then in attribute.values:
        return _Conclusion(then)
    message = f"{shown(then)} is not a value of {shown(attribute.name)}"
    word = then if isinstance(then, str) else ""
    place.problem("wrong-then", message, name=word, known=attribute.values)
    return None


def _truth(then: object, attribute: Attribute, place: Place) -> _Conclusion | None:
    if isinstance(then, bool):
        return _Conclusion(then)
    message = f"{shown(attribute.name)} is true or false, not {shown(then)}"
    place.problem("wrong-then", message, "write true or false, without quotes")
    return None


def _number(then: object, attribute: Attribute, names: Names, place: Place) -> _Conclusion | None:
    if isinstance(then, int | float):
        message = f"{shown(attribute.name)} takes its number from a parameter"
        place.problem("number-literal", message, "name a parameter in quotes")
    elif not isinstance(then, str):
        place.problem("wrong-then", "must be the name of a parameter")
    elif then in names.parameters:
        parameter = names.parameters[then]
        if same_unit(attribute, parameter):
            return _Conclusion(parameter.value, then)
        message = (
            f"{shown(attribute.name)} is in {shown(attribute.unit)}, "
            f"{shown(then)} in {shown(parameter.unit)}"
        )
        place.problem("unit-mismatch", message)
    elif then not in names.broken:
        message = f"there is no parameter {shown(then)}"
        place.problem("wrong-then", message, name=then, known=names.parameters)
    return None
