"""Every statement of the policy is carried by something, and everything cites what exists."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator

import pytest

import rackwright.quantities
from rackwright.knowledge import default_rules
from rackwright.records import Scope
from rackwright.rulebook.model import Rulebook

STATEMENTS = (
    *(f"A{number}" for number in range(1, 13)),
    *(f"B{number}" for number in range(1, 15)),
    *(f"C{number}" for number in range(1, 32)),
)
"""Which environment suits development; planning across accelerators; adopting AI compute."""

DECISIONS_OF_STATEMENTS = {
    "A1": "activity",
    "A3": "priorities",
    "A4": "activity",
    "A5": "balance",
    "A6": "room_to_grow",
    "A10": "region_choice",
    "A11": "cost_scope",
    "A12": "cheaper_result",
    "B3": "priorities",
    "B8": "storage_tiers",
    "B9": "interconnect_between",
    "B10": "balance",
    "B12": "region_choice",
    "B13": "cost_scope",
    "B14": "metrics_to_watch",
    "C12": "cooling",
    "C13": "interconnect_inside",
    "C14": "storage_tiers",
    "C19": "software_stack",
    "C20": "adoption_next_step",
    "C21": "adoption_actions",
    "C22": "adoption_actions",
    "C23": "adoption_actions",
    "C24": "adoption_next_step",
    "C25": "software_stack",
    "C26": "plan_warnings",
    "C27": "plan_warnings",
    "C28": "plan_warnings",
    "C29": "plan_warnings",
    "C30": "plan_warnings",
    "C31": "plan_warnings",
}
"""Statements that must speak in one certain decision, since that is the question they answer."""

CITED = re.compile(r"\b([ABC]\d{1,2})\b")


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return default_rules()


def cited_by_rules(rulebook: Rulebook) -> dict[str, set[str]]:
    """For each source the decisions with a rule that cites it."""
    cited: dict[str, set[str]] = {}
    for decision in rulebook.decisions:
        for rule in decision.rules:
            for source in rule.sources:
                cited.setdefault(source, set()).add(decision.attribute)
    return cited


def cited_elsewhere(rulebook: Rulebook) -> Iterator[str]:
    """What parameters, catalogue rows and the docstrings of kernels cite."""
    for parameter in rulebook.parameters.values():
        yield from parameter.sources
    for table in rulebook.catalog.tables.values():
        for row in table.values():
            yield from CITED.findall(row.source)
    for found in pkgutil.iter_modules(rackwright.quantities.__path__):
        module = importlib.import_module(f"rackwright.quantities.{found.name}")
        for _, kernel in inspect.getmembers(module, inspect.isfunction):
            references = (inspect.getdoc(kernel) or "").partition("References\n")[2]
            yield from CITED.findall(references.partition("Examples\n")[0])


def test_every_statement_is_a_source(rulebook: Rulebook) -> None:
    assert [s for s in STATEMENTS if s not in rulebook.sources] == []


def test_every_statement_is_carried(rulebook: Rulebook) -> None:
    carried = {*cited_by_rules(rulebook), *cited_elsewhere(rulebook)}
    assert [s for s in STATEMENTS if s not in carried] == []


def test_no_statement_is_cited_that_the_policy_has_not(rulebook: Rulebook) -> None:
    cited = {*cited_by_rules(rulebook), *cited_elsewhere(rulebook)}
    assert sorted(s for s in cited if CITED.fullmatch(s) and s not in STATEMENTS) == []


@pytest.mark.parametrize(("statement", "decision"), DECISIONS_OF_STATEMENTS.items())
def test_a_statement_speaks_in_the_decision_that_it_is_about(
    rulebook: Rulebook, statement: str, decision: str
) -> None:
    assert decision in cited_by_rules(rulebook)[statement]


def test_every_rule_cites_a_source_that_exists(rulebook: Rulebook) -> None:
    rules = [rule for decision in rulebook.decisions for rule in decision.rules]
    assert [rule.id for rule in rules if not rule.sources] == []
    cited = {(rule.id, source) for rule in rules for source in rule.sources}
    assert sorted(pair for pair in cited if pair[1] not in rulebook.sources) == []


def test_every_rule_tells_what_to_do_in_words_of_both_languages(rulebook: Rulebook) -> None:
    """A conclusion without a sentence to act on is a word, not advice."""
    rules = [rule for decision in rulebook.decisions for rule in decision.rules]
    short = [r.id for r in rules if len(r.because.en) < 40 or len(r.because.zh_tw) < 15]
    assert short == []


def test_every_value_of_a_decision_can_be_concluded(rulebook: Rulebook) -> None:
    never = [
        f"{decision.attribute}: {value}"
        for decision in rulebook.decisions
        if decision.scope is not Scope.GIVEN
        for value in rulebook.vocabulary[decision.attribute].values
        if value not in {rule.then for rule in decision.rules}
    ]
    assert never == []
