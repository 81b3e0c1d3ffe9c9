"""Reads rule files into drafts: the rules as written, before names and types are looked at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rackwright.records import Scope
from rackwright.rulebook.files import Pack, TomlFile
from rackwright.rulebook.model import Hit, Text
from rackwright.rulebook.problems import Place, shown
from rackwright.rulebook.tables import Table

MAX_RULES = 1_000
MAX_ID = 100
OTHERWISE = "otherwise"

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """One rule as written."""

    id: str
    when: str | None
    then: object
    because: Text | None
    sources: tuple[str, ...] | None
    before: str | None
    replaces: str | None
    place: Place
    pack: int
    """Position of the pack that it comes from."""

    @property
    def is_otherwise(self) -> bool:
        """Whether it is the last resort of its decision."""
        return self.when is not None and self.when.strip() == OTHERWISE


@dataclass(frozen=True, slots=True)
class DecisionDraft:
    """One decision as written, or what a later pack adds to it."""

    attribute: str
    folder: Scope
    hit: Hit | None
    rules: tuple[RuleDraft, ...]
    place: Place


def read_decisions(packs: Iterable[Pack]) -> list[DecisionDraft]:
    """Every decision in order of its file, with the rules of later packs in their places."""
    merged: dict[str, DecisionDraft] = {}
    for number, pack in enumerate(packs):
        for file in _rule_files(pack):
            draft = _decision(file, number, extends=merged.get(file.name))
            if draft is not None:
                merged[file.name] = draft
    return _without_duplicates([merged[name] for name in sorted(merged)])


def _rule_files(pack: Pack) -> Iterator[TomlFile]:
    folders = {scope.value for scope in Scope}
    return (file for name, file in pack.files.items() if name.partition("/")[0] in folders)


def _decision(file: TomlFile, pack: int, extends: DecisionDraft | None) -> DecisionDraft | None:
    table = Table(file.table, file.place)
    attribute = table.string("decision", required=True) or file.stem
    if attribute != file.stem:
        hint = f"name the file {shown(attribute + '.toml')}"
        message = f"the file decides {shown(attribute)}"
        table.place.key("decision").problem("wrong-file-name", message, hint)
    hit = table.choice("hit", Hit, required=extends is None)
    rules = list(extends.rules) if extends else []
    for rule in _rules(table, file, pack):
        _insert(rules, rule)
    table.finish()
    if extends is None:
        folder = Scope(file.name.partition("/")[0])
        return DecisionDraft(attribute, folder, hit, tuple(rules), file.place)
    _check_hit(hit, extends, table.place)
    return replace(extends, rules=tuple(rules))


def _check_hit(hit: Hit | None, extends: DecisionDraft, place: Place) -> None:
    if hit is not None and extends.hit is not None and hit is not extends.hit:
        message = f"{shown(extends.attribute)} is decided by {shown(extends.hit)} already"
        place.key("hit").problem("hit-mismatch", message, "leave it out")


def _rules(table: Table, file: TomlFile, pack: int) -> Iterator[RuleDraft]:
    items = table.raw("rule", required=True)
    place = file.place.key("rule")
    if items is None:
        return
    if not isinstance(items, list):
        place.problem("wrong-type", "must be a list of tables", "write `[[rule]]`")
    elif not items:
        place.problem("missing-key", "at least one rule is needed")
    elif len(items) > MAX_RULES:
        place.problem("too-many-rules", f"more than {MAX_RULES} rules in a file")
    else:
        lines = _lines(file, len(items))
        for item, line in zip(items, lines, strict=True):
            rule = _rule(item, file.place.at(line), pack)
            if rule is not None:
                yield rule


def _lines(file: TomlFile, n_rules: int) -> list[int | None]:
    lines = [line for name, line in file.headers if name == "rule"]
    return [*lines] if len(lines) == n_rules else [None] * n_rules


def _rule(item: object, place: Place, pack: int) -> RuleDraft | None:
    table = Table.of(item, place.key("rule"))
    if table is None:
        return None
    rule_id = table.string("id", required=True)
    if rule_id is None or not _is_id(rule_id, table.place):
        return None
    return _draft(rule_id, Table(table.data, place.inside(f"rule {shown(rule_id)}")), pack)


def _is_id(rule_id: str, place: Place) -> bool:
    if _ID.fullmatch(rule_id) and len(rule_id) <= MAX_ID:
        return True
    hint = f"write words in lower case, joined by `-`, at most {MAX_ID} characters"
    place.key("id").problem("bad-rule-id", f"{shown(rule_id)} cannot be an id", hint)
    return False


def _draft(rule_id: str, table: Table, pack: int) -> RuleDraft:
    draft = RuleDraft(
        table.string("id") or rule_id,
        table.string("when", required=True),
        table.raw("then", required=True),
        table.words("because", required=True),
        table.strings("sources", required=True),
        table.string("before"),
        table.string("replaces"),
        table.place,
        pack,
    )
    table.finish()
    return draft


def _insert(rules: list[RuleDraft], rule: RuleDraft) -> None:
    target = rule.replaces or rule.before
    position = next((i for i, other in enumerate(rules) if other.id == target), None)
    if rule.replaces and rule.before:
        message = "a rule stands before another or replaces one, not both"
        rule.place.key("before").problem("before-and-replaces", message)
    if target is not None and position is None:
        place = rule.place.key("replaces" if rule.replaces else "before")
        message = f"this decision has no rule {shown(target)}"
        place.problem("unknown-rule", message, name=target, known={other.id for other in rules})
    if position is None:
        position = _end(rules, rule)
    rules[position : position + bool(rule.replaces and target)] = [rule]


def _end(rules: list[RuleDraft], rule: RuleDraft) -> int:
    has_last_resort = bool(rules) and rules[-1].is_otherwise and rules[-1].pack < rule.pack
    return len(rules) - has_last_resort


def _without_duplicates(drafts: list[DecisionDraft]) -> list[DecisionDraft]:
    first: dict[str, RuleDraft] = {}
    for rule in sorted((r for d in drafts for r in d.rules), key=lambda rule: rule.pack):
        other = first.setdefault(rule.id, rule)
        if other is not rule:
            hint = f"the other stands at {other.place.position}; `replaces` takes its place"
            rule.place.key("id").problem("duplicate-rule", f"{shown(rule.id)} is taken", hint)
    return [
        replace(draft, rules=tuple(rule for rule in draft.rules if first[rule.id] is rule))
        for draft in drafts
    ]
