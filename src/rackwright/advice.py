"""The advice that users hold: an assessment with views, explanations and renderings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rackwright.assessment import Assessment, Trace
from rackwright.changes import changed_plan, plain_changes
from rackwright.comparison import Change, Comparison, compare
from rackwright.errors import InputError, Problem, UsageError
from rackwright.facts.plan import Plan
from rackwright.languages import Language, language_of
from rackwright.reading import Offer, Option, Reading, Reason, Ruling
from rackwright.reasoning.graph import build_graph
from rackwright.reasoning.naming import attribute_named
from rackwright.reasoning.ways import MAX_TRIES
from rackwright.reasoning.why import Explanation, why
from rackwright.reasoning.why_not import WhyNot, why_not, with_ways
from rackwright.reasoning.why_not_device import WhyNotDevice, why_not_device
from rackwright.records import PLAN_SUBJECT, Entity, Value, fact_id
from rackwright.reports.data import report_data
from rackwright.reports.differences import differences, differences_data
from rackwright.reports.explain import explanation, explanation_data
from rackwright.reports.html import to_fragment, to_html
from rackwright.reports.markdown import to_markdown
from rackwright.reports.mermaid import MAX_NODES, to_mermaid
from rackwright.reports.outline import Outline
from rackwright.reports.refusal import device_refusal, refusal
from rackwright.reports.sections import report
from rackwright.uncertainty import Doubt, Spread, doubts_of
from rackwright.views import SubjectView, WorkloadView

if TYPE_CHECKING:
    import networkx as nx

DEFAULT_LANGUAGE: Language = "en"
DEFAULT_WIDTH = 80

Answer = Explanation | WhyNot | WhyNotDevice
"""What `why` and `why_not` return."""


class Advice:
    """Everything that was found out about a plan, and answers to why, why not and what if."""

    def __init__(
        self,
        assessment: Assessment,
        advise: Callable[[Plan], Advice],
        spread: Spread | None = None,
    ) -> None:
        self.assessment = assessment
        self.spread = spread
        self._plan = assessment.plan
        self._advise = advise

    def __reduce__(self) -> tuple[Any, ...]:
        """The plan and how advice was asked for; it is worked out anew when first needed."""
        return _advised_later, (self._plan, self._advise)

    @cached_property
    def assessment(self) -> Assessment:
        """Everything that was found out, with where it comes from."""
        return self._again.assessment

    @cached_property
    def spread(self) -> Spread | None:
        """What draws of the uncertain numbers came to; None when no samples were asked for."""
        return self._again.spread

    @cached_property
    def _again(self) -> Advice:
        """The same, worked out here after it was sent from elsewhere."""
        return self._advise(self._plan)

    @cached_property
    def _reading(self) -> Reading:
        return Reading(self.assessment)

    def __repr__(self) -> str:
        return f"<Advice {self.outcome}: {', '.join(self.workloads)}>"

    @property
    def outcome(self) -> str:
        """`recommended`, `infeasible` or `undetermined`."""
        return self.assessment.outcome

    @property
    def trace(self) -> Trace:
        """Every rule that fired, in order, the overruled ones too."""
        return self.assessment.trace

    @cached_property
    def workloads(self) -> Mapping[str, WorkloadView]:
        """The workloads by id, in the order of the plan."""
        views = {w: WorkloadView(self._reading, w) for w in self.assessment.workloads}
        return MappingProxyType(views)

    @cached_property
    def plan(self) -> SubjectView:
        """What was concluded about the plan as a whole."""
        return SubjectView(self._reading, PLAN_SUBJECT)

    @property
    def conclusions(self) -> tuple[Ruling, ...]:
        """The conclusions about each workload, then about the plan."""
        return tuple(one for view in self._views() for one in view.conclusions)

    @property
    def warnings(self) -> tuple[Reason, ...]:
        """The warnings about each workload, then about the plan."""
        return tuple(one for view in self._views() for one in view.warnings)

    @property
    def assumptions(self) -> tuple[Ruling, ...]:
        """The assumptions about each workload, then about the plan."""
        return tuple(one for view in self._views() for one in view.assumptions)

    @cached_property
    def doubts(self) -> tuple[Doubt, ...]:
        """The conclusions of the headlines that fewer than a quarter of the draws come to."""
        return doubts_of(self.assessment, self.spread)

    @property
    def options(self) -> Mapping[str, tuple[Option, ...]]:
        """The options of each workload."""
        return {name: view.options for name, view in self.workloads.items()}

    @property
    def costs(self) -> Mapping[str, tuple[Offer, ...]]:
        """The offers for each workload."""
        return {name: view.costs for name, view in self.workloads.items()}

    @cached_property
    def graph(self) -> nx.DiGraph[str]:
        """All that was reasoned, from premises to conclusions; built when first asked for."""
        return build_graph(self.assessment)

    def why(self, attribute: str, workload: str | None = None) -> Explanation:
        """Why an attribute has its value, down to what was stated.

        The workload may be left out when the plan has one, and may be a subject such as
        `assistant@l4` or `assistant:own`.

        Raises
        ------
        UsageError
            When there is no such attribute or workload.
        """
        return why(self.assessment, self._subject(attribute, workload), attribute)

    def why_not(
        self, attribute: str, value: Value, workload: str | None = None
    ) -> WhyNot | WhyNotDevice:
        """Why an attribute does not have a value; for `device`, why a device was not chosen.

        Changes of the plan that would lead to the value are advised on, some dozens at most, and
        told only where they do.

        Raises
        ------
        UsageError
            When there is no such attribute, value or workload, or no rule decides it.
        """
        if attribute == "device":
            told = why_not_device(self.assessment, self._workload(workload, attribute), str(value))
            return replace(told, barred=tuple(self._with_ways(one) for one in told.barred))
        subject = self._subject(attribute, workload)
        return self._with_ways(why_not(self.assessment, subject, attribute, value))

    def _with_ways(self, told: WhyNot) -> WhyNot:
        return with_ways(self.assessment, told, self._attempt, MAX_TRIES)

    def _attempt(self, changes: Mapping[str, Any]) -> Assessment | None:
        """What follows from the changed plan; None where it cannot be used."""
        try:
            return self._advise(changed_plan(self.assessment.plan, changes)).assessment
        except InputError:
            return None

    def what_if(self, changes: Mapping[str, Any]) -> WhatIf:
        """What would be advised if a few things were stated differently.

        Raises
        ------
        UsageError
            When a path leads nowhere.
        PlanError
            When the changed plan cannot be used.
        """
        said, vocabulary = plain_changes(changes), self.assessment.rulebook.vocabulary
        changed = changed_plan(self.assessment.plan, said, vocabulary)
        return WhatIf(said, self, self._advise(changed))

    def tell(self, answer: Answer, language: Language | str = DEFAULT_LANGUAGE) -> str:
        """What `why` or `why_not` returned, in sentences."""
        return _text(self.outline_of(answer, language), DEFAULT_WIDTH)

    def outline_of(
        self,
        answer: Answer,
        language: Language | str = DEFAULT_LANGUAGE,
        *,
        depth: int | None = None,
    ) -> Outline:
        """What `why` or `why_not` returned, for a renderer; `depth` ends the tree early."""
        if isinstance(answer, Explanation):
            return explanation(self.assessment, answer, language, depth)
        if isinstance(answer, WhyNot):
            return refusal(self.assessment, answer, language)
        return device_refusal(self.assessment, answer, language)

    def data_of(self, answer: Answer) -> dict[str, Any]:
        """What `why` or `why_not` returned as plain data, its reasons filled with values."""
        filled: dict[str, Any] = explanation_data(self.assessment, answer.to_dict())
        return filled

    def outline(
        self, language: Language | str = DEFAULT_LANGUAGE, *, every_option: bool = False
    ) -> Outline:
        """The report, for a renderer; on request with figures of every allowed device."""
        return report(self.assessment, language, every_option, self.spread)

    def to_dict(self, *, options: bool = True) -> dict[str, Any]:
        """The advice as plain data, the same for the same plan and rules; see `advice_schema`.

        Most of it is about the devices that were considered, which `options=False` leaves out.
        """
        return report_data(self.assessment, self.spread, options=options)

    def to_json(self, *, options: bool = True) -> str:
        """The advice as JSON, with or without the devices that were considered."""
        return json.dumps(self.to_dict(options=options), ensure_ascii=False, indent=2)

    def to_text(
        self, language: Language | str = DEFAULT_LANGUAGE, width: int = DEFAULT_WIDTH
    ) -> str:
        """The report as plain text."""
        return _text(self.outline(language), width)

    def to_markdown(self, language: Language | str = DEFAULT_LANGUAGE) -> str:
        """The report as Markdown."""
        return to_markdown(self.outline(language))

    def to_html(self, language: Language | str = DEFAULT_LANGUAGE) -> str:
        """The report as a page of its own."""
        return to_html(self.outline(language), language_of(language))

    def to_mermaid(
        self, language: Language | str = DEFAULT_LANGUAGE, max_nodes: int = MAX_NODES
    ) -> str:
        """How the conclusions were reached, as a Mermaid flow chart."""
        roots = [fact_id(one.subject, one.attribute) for one in self.conclusions]
        graph = build_graph(self.assessment, roots)
        return to_mermaid(self.assessment, graph, roots, language, max_nodes)

    def _repr_html_(self) -> str:
        return to_fragment(self.outline(), DEFAULT_LANGUAGE)

    def _views(self) -> tuple[SubjectView, ...]:
        return (*self.workloads.values(), self.plan)

    def _subject(self, attribute: str, workload: str | None) -> str:
        of = attribute_named(self.assessment, attribute).of
        if of is Entity.PLAN and workload is None:
            return PLAN_SUBJECT
        return self._workload(workload, attribute)

    def _workload(self, workload: str | None, attribute: str) -> str:
        if workload is not None:
            return workload
        if len(self.workloads) == 1:
            return next(iter(self.workloads))
        message = f"each of {len(self.workloads)} workloads has its own `{attribute}`"
        names = ", ".join(f"`{name}`" for name in self.workloads)
        raise UsageError(Problem("which-workload", message, "", f"name one of {names}"))


class WhatIf:
    """What changes in the advice when the plan changes."""

    def __init__(self, changes: Mapping[str, Any], before: Advice, after: Advice) -> None:
        self.changes = dict(changes)
        self.before = before
        self.after = after

    def __reduce__(self) -> tuple[Any, ...]:
        """What was changed, and the advice before and after."""
        return WhatIf, (self.changes, self.before, self.after)

    @cached_property
    def _found(self) -> Comparison:
        return compare(self.before.assessment, self.after.assessment)

    def __repr__(self) -> str:
        return f"<WhatIf {self.changes}: {self.before.outcome} -> {self.after.outcome}>"

    @property
    def outcome(self) -> Change | None:
        """The outcome before and after; None when it stays."""
        return self._found.outcome

    @property
    def chosen(self) -> tuple[Change, ...]:
        """What differs in the options chosen."""
        return self._found.chosen

    @property
    def conclusions(self) -> tuple[Change, ...]:
        """The conclusions that differ, warnings included."""
        return self._found.conclusions

    @property
    def costs(self) -> tuple[Change, ...]:
        """The totals and monthly costs that differ."""
        return self._found.costs

    @property
    def figures(self) -> tuple[Change, ...]:
        """The computed values of the plan and its workloads that differ."""
        return self._found.figures

    def outline(self, language: Language | str = DEFAULT_LANGUAGE) -> Outline:
        """The differences, for a renderer."""
        return differences(self.after.assessment, self.changes, self._found, language)

    def to_dict(self) -> dict[str, Any]:
        """The differences as plain data."""
        return differences_data(self.changes, self._found)

    def to_json(self) -> str:
        """The differences as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2)

    def to_text(
        self, language: Language | str = DEFAULT_LANGUAGE, width: int = DEFAULT_WIDTH
    ) -> str:
        """The differences as plain text."""
        return _text(self.outline(language), width)

    def to_markdown(self, language: Language | str = DEFAULT_LANGUAGE) -> str:
        """The differences as Markdown."""
        return to_markdown(self.outline(language))

    def _repr_html_(self) -> str:
        return to_fragment(self.outline(), DEFAULT_LANGUAGE)


def _advised_later(plan: Plan, advise: Callable[[Plan], Advice]) -> Advice:
    advice = Advice.__new__(Advice)
    advice._plan, advice._advise = plan, advise
    return advice


def _text(outline: Outline, width: int) -> str:
    from rackwright.reports.text import to_text  # rich costs every program that prints nothing

    return to_text(outline, width)
