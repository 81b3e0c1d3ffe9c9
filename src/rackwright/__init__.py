"""Recommends AI compute infrastructure from rules kept as data, and says why."""

from importlib.metadata import PackageNotFoundError, version

from rackwright.advice import Advice, SubjectView, WhatIf, WorkloadView
from rackwright.advisor import advise
from rackwright.assessment import Assessment
from rackwright.comparison import Change
from rackwright.engines.base import Engine
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
from rackwright.facts.facility import Facility
from rackwright.facts.load import load_plan, parse_plan, plan_from_dict
from rackwright.facts.organization import Organization
from rackwright.facts.plan import Plan
from rackwright.facts.quote import Quote, QuoteItems
from rackwright.facts.schema import plan_schema
from rackwright.facts.uncertain import Uncertain
from rackwright.facts.workload import Intended, Workload
from rackwright.knowledge import load_packs
from rackwright.many import AdviceTable, Rejected, Table, advise_many
from rackwright.reading import CostItem, Offer, Option, Reason, Ruling
from rackwright.reasoning.why import Explanation
from rackwright.reasoning.why_not import WhyNot
from rackwright.reasoning.why_not_device import WhyNotDevice
from rackwright.records import Firing
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
    "Change",
    "CostItem",
    "Engine",
    "Explanation",
    "Facility",
    "Firing",
    "InferenceError",
    "InputError",
    "Intended",
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
    "advise",
    "advise_many",
    "load_packs",
    "load_plan",
    "parse_plan",
    "plan_from_dict",
    "plan_schema",
]
