"""What became of scenarios, and which rules they show, as lines of text and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from rackwright.policy.coverage import Coverage, rule_ids, silenceable_ids
from rackwright.policy.lookup import phrases_of
from rackwright.policy.phrases import Keyword
from rackwright.policy.scripts import Script
from rackwright.policy.verdicts import Verdict
from rackwright.rulebook.model import Rulebook, Text
from rackwright.wording import printable

_MAX_LISTED = 5
_OF_FILE = Text("{file}: {held} of {all} hold", "{file}：{all} 個場景中 {held} 個成立")
_SUMMARY = Text(
    "Scenarios: {all}, of which {held} hold and {failed} do not",
    "共 {all} 個場景：{held} 個成立，{failed} 個不成立",
)
_RULES = Text(
    "Rules: {all}, of which {covered} are covered and {open} are not",
    "共 {all} 條規則：{covered} 條有涵蓋，{open} 條沒有",
)
_COVERED = Text("covered", "有涵蓋")
_OPEN = Text("not covered", "未涵蓋")
_CONCLUDES = Text("concludes in", "成立於")
_SILENT = Text("silent in", "不成立於")
_EXPECTED = Text("expected by a Then in", "由「那麼」驗證於")
_NOWHERE = Text("no scenario", "無")
_MORE = Text("… and {count} more", "……另有 {count} 個")
_RULE = Text("{rule} ({decision}): {state}", "{rule}（{decision}）：{state}")
_LINE = Text("  {light}: {where}", "  {light}：{where}")


def lines_of(found: Sequence[Verdict], language: str) -> Iterator[str]:
    """Each failure with its place, then how many scenarios of each file hold, and of all."""
    for verdict in found:
        if verdict.failure is not None:
            yield from (printable(line) for line in str(verdict.failure).splitlines())
            yield ""
    every = Counter(str(one.script.feature) for one in found)
    held = Counter(str(one.script.feature) for one in found if one.failure is None)
    for file, count in every.items():
        counts = {"file": printable(file), "all": str(count), "held": str(held[file])}
        yield _filled(_OF_FILE, language, **counts)
    n_held = held.total()
    counts = {"all": str(len(found)), "held": str(n_held), "failed": str(len(found) - n_held)}
    yield _filled(_SUMMARY, language, **counts)


def coverage_lines(
    coverage: Coverage, rulebook: Rulebook, rules: Collection[str], language: str
) -> Iterator[str]:
    """Each rule with the scenarios that show it, those that are not covered last."""
    missing = coverage.uncovered(rulebook, rules)
    data = {one["id"]: one for one in _covered(coverage, rulebook, rules)}
    for rule in (*(rule for rule in data if rule not in missing), *missing):
        yield ""
        yield from _rule_lines(data[rule], language)
    yield ""
    counts = {"covered": str(len(data) - len(missing)), "open": str(len(missing))}
    yield _filled(_RULES, language, all=str(len(data)), **counts)


def step_lines(language: str) -> Iterator[str]:
    """Every step that a scenario may have, by the keyword it begins with."""
    for keyword, words in phrases_of(language):
        yield f"{_KEYWORDS[keyword].in_language(language)} {words}"


_KEYWORDS = {
    Keyword.GIVEN: Text("Given", "假設"),
    Keyword.WHEN: Text("When", "當"),
    Keyword.THEN: Text("Then", "那麼"),
}


def data_of(
    found: Sequence[Verdict],
    rulebook: Rulebook,
    coverage: Coverage | None = None,
    rules: Collection[str] = (),
) -> dict[str, Any]:
    """The same as plain data."""
    failed = sum(one.failure is not None for one in found)
    data: dict[str, Any] = {
        "ok": not failed,
        "held": len(found) - failed,
        "failed": failed,
        "scenarios": [_verdict_data(one) for one in found],
    }
    if coverage is not None:
        data["rules"] = list(_covered(coverage, rulebook, rules))
        data["uncovered"] = coverage.uncovered(rulebook, rules)
    return data


def _verdict_data(verdict: Verdict) -> dict[str, Any]:
    failure = verdict.failure
    data = {**_place(verdict.script), "ok": failure is None}
    if failure is None:
        return data
    return {**data, "step": failure.spot.words, "at": failure.spot.line, "reason": failure.reason}


def _place(script: Script) -> dict[str, Any]:
    return {"file": str(script.feature), "line": script.line, "name": script.name}


def _covered(
    coverage: Coverage, rulebook: Rulebook, rules: Collection[str]
) -> Iterator[dict[str, Any]]:
    always = {*rule_ids(rulebook)} - {*silenceable_ids(rulebook)}
    missing = set(coverage.uncovered(rulebook, rules))
    for decision in rulebook.decisions:
        for rule in decision.rules:
            if rule.id in rules:
                yield {
                    "id": rule.id,
                    "decision": decision.attribute,
                    "covered": rule.id not in missing,
                    "always": rule.id in always,
                    "concludes": _places(coverage.concluded.get(rule.id, ())),
                    "silent": _places(coverage.silent.get(rule.id, ())),
                    "expected": _places(coverage.confirmed.get(rule.id, ())),
                }


def _places(scripts: Sequence[Script]) -> list[dict[str, Any]]:
    return [_place(script) for script in scripts]


def _rule_lines(data: dict[str, Any], language: str) -> Iterator[str]:
    state = (_COVERED if data["covered"] else _OPEN).in_language(language)
    yield _filled(_RULE, language, rule=data["id"], decision=data["decision"], state=state)
    yield _light(_CONCLUDES, data["concludes"], language)
    if not data["always"]:
        yield _light(_SILENT, data["silent"], language)
    yield _light(_EXPECTED, data["expected"], language)


def _light(light: Text, places: Sequence[dict[str, Any]], language: str) -> str:
    shown = [f"{p['file']}:{p['line']} {p['name']}" for p in places[:_MAX_LISTED]]
    if len(places) > _MAX_LISTED:
        shown.append(_filled(_MORE, language, count=str(len(places) - _MAX_LISTED)))
    where = "; ".join(shown) or _NOWHERE.in_language(language)
    return printable(_filled(_LINE, language, light=light.in_language(language), where=where))


def _filled(text: Text, language: str, **slots: str) -> str:
    return text.in_language(language).format(**slots)
