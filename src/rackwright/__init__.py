"""Recommends AI compute infrastructure from rules kept as data, and says why."""

from rackwright.advice import Advice, WhatIf
from rackwright.advisor import advise
from rackwright.assessment import Assessment
from rackwright.comparison import Change
from rackwright.engines.base import Engine, EngineFactory
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
from rackwright.languages import Language
from rackwright.many import AdviceTable, Rejected, Table, advise_many
from rackwright.reading import CostItem, Offer, Option, Reason, Ruling
from rackwright.reasoning.why import Explanation
from rackwright.reasoning.why_not import WhyNot
from rackwright.reasoning.why_not_device import WhyNotDevice
from rackwright.records import Firing
from rackwright.reports.schema import advice_schema
from rackwright.rulebook.model import Rulebook
from rackwright.uncertainty import Spread
from rackwright.version import __version__
from rackwright.views import SubjectView, WorkloadView

__all__ = [
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
