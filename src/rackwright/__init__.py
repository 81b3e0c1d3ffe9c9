"""Recommends AI compute infrastructure from rules kept as data, and says why."""

from importlib.metadata import PackageNotFoundError, version

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
from rackwright.many import AdviceTable, advise_many
from rackwright.rulebook.model import Rulebook
from rackwright.uncertainty import Spread

try:
    __version__ = version("rackwright")
except PackageNotFoundError:  # run from a source tree that is not installed
    __version__ = "0+unknown"

__all__ = [
    "Advice",
    "AdviceTable",
    "Assessment",
    "CatalogError",
    "InferenceError",
    "InputError",
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
    "advise",
    "advise_many",
    "load_packs",
    "load_plan",
    "parse_plan",
    "plan_from_dict",
    "plan_schema",
]
