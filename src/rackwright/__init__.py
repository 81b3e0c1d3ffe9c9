"""Recommends AI compute infrastructure from rules kept as data, and says why."""

from rackwright.advice import Advice, WhatIf
from rackwright.advisor import advise
from rackwright.assessment import Assessment
from rackwright.errors import (
    CatalogError,
    InferenceError,
    InputError,
    PlanError,
    Problem,
    RackwrightError,
    ReasoningError,
    RuleError,
    UsageError,
)
from rackwright.facts.load import load_plan, parse_plan, plan_from_dict
from rackwright.facts.plan import Plan
from rackwright.facts.schema import plan_schema
from rackwright.knowledge import load_packs
from rackwright.languages import Language
from rackwright.many import AdviceTable, advise_many
from rackwright.reports.schema import advice_schema
from rackwright.rulebook.model import Rulebook
from rackwright.uncertainty import Spread
from rackwright.version import __version__

__all__ = [
    "Advice",
    "AdviceTable",
    "Assessment",
    "CatalogError",
    "InferenceError",
    "InputError",
    "Language",
    "Plan",
    "PlanError",
    "Problem",
    "RackwrightError",
    "ReasoningError",
    "RuleError",
    "Rulebook",
    "Spread",
    "UsageError",
    "WhatIf",
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
