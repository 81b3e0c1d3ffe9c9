"""What the package promises by name."""

from __future__ import annotations

import rackwright

PUBLIC = [
    "Advice",
    "AdviceTable",
    "Assessment",
    "CatalogError",
    "Change",
    "CostItem",
    "Engine",
    "EngineFactory",
    "Explanation",
    "Facility",
    "Firing",
    "InferenceError",
    "InputError",
    "Intended",
    "Language",
    "Offer",
    "Option",
    "Organization",
    "Plan",
    "PlanError",
    "Problem",
    "Quote",
    "QuoteItems",
    "RackwrightError",
    "Reason",
    "ReasoningError",
    "Rejected",
    "RuleError",
    "Rulebook",
    "Ruling",
    "Spread",
    "SubjectView",
    "Table",
    "Uncertain",
    "UsageError",
    "WhatIf",
    "WhyNot",
    "WhyNotDevice",
    "Workload",
    "WorkloadView",
    "__version__",
    "advice_schema",
    "advise",
    "advise_many",
    "load_packs",
    "load_plan",
    "parse_plan",
    "plan_from_dict",
    "plan_schema",
]


def test_the_public_names_are_exactly_these() -> None:
    assert rackwright.__all__ == PUBLIC


def test_the_public_names_are_sorted_and_exist() -> None:
    assert sorted(rackwright.__all__) == rackwright.__all__
    assert all(hasattr(rackwright, name) for name in rackwright.__all__)


def test_the_package_says_that_it_is_typed() -> None:
    from importlib.resources import files

    assert (files("rackwright") / "py.typed").is_file()


def test_the_advice_keeps_its_contract() -> None:
    promised = (
        "outcome workloads plan conclusions options costs warnings assumptions trace graph why "
        "why_not what_if to_dict to_json to_markdown to_mermaid to_html to_text _repr_html_"
    )
    assert all(hasattr(rackwright.Advice, name) for name in promised.split())
