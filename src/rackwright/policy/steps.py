"""The steps of policy scenarios, in English and Traditional Chinese.

Make them known to pytest with `pytest_plugins = ["rackwright.policy.steps"]` in a `conftest.py`,
and bind feature files with `pytest_bdd.scenarios("folder")`. Names in quotation marks are the ids
or the labels of the vocabulary, in either language. There is one phrase a meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from pytest_bdd import given, parsers, then, when

from rackwright.advisor import assess
from rackwright.assessment import Assessment
from rackwright.engines.base import Engine
from rackwright.knowledge import default_rules, engine_for
from rackwright.policy.draft import PlanDraft, truth
from rackwright.records import PLAN_SUBJECT, Value, option_subject
from rackwright.rulebook.model import Attribute, Kind, Rulebook
from rackwright.rulebook.overrides import with_parameters

Step = Callable[..., Any]
Bind = Callable[[str | Any], Callable[[Step], Step]]


def _phrases(keyword: Any, *patterns: str, **options: Any) -> Callable[[Step], Step]:
    """Bind one function to the same meaning in several languages."""

    def bind(function: Step) -> Step:
        for pattern in patterns:
            function = keyword(parsers.re(pattern), **options)(function)
        return function

    return bind


@pytest.fixture
def policy_rules() -> Rulebook:
    """The rules under test; override this fixture to test another pack."""
    return default_rules()


@pytest.fixture
def policy_engine() -> Callable[[Rulebook], Engine]:
    """The engine under test; override this fixture to run scenarios on another one."""
    return engine_for


@pytest.fixture
def draft(policy_rules: Rulebook) -> PlanDraft:
    """The plan that the Given steps fill in."""
    return PlanDraft(policy_rules)


@_phrases(given, r'the example plan "(?P<name>[^"]+)"', r"範例計畫「(?P<name>[^」]+)」")
def _(draft: PlanDraft, name: str) -> None:
    draft.start_from_example(name)


@_phrases(given, r"a plan:", r"一份計畫：")
def _(draft: PlanDraft, docstring: str) -> None:
    draft.start_from_text(docstring)


@_phrases(
    given,
    r'the workload "(?P<workload>[^"]+)" states "(?P<attribute>[^"]+)" as "(?P<value>[^"]*)"',
    r"工作負載「(?P<workload>[^」]+)」的「(?P<attribute>[^」]+)」是「(?P<value>[^」]*)」",
)
def _(draft: PlanDraft, workload: str, attribute: str, value: str) -> None:
    draft.set_of_workload(workload, attribute, value)


@_phrases(
    given,
    r'the plan states "(?P<attribute>[^"]+)" as "(?P<value>[^"]*)"',
    r"計畫的「(?P<attribute>[^」]+)」是「(?P<value>[^」]*)」",
)
def _(draft: PlanDraft, attribute: str, value: str) -> None:
    draft.set_of_plan(attribute, value)


@_phrases(
    given,
    r'the workload "(?P<workload>[^"]+)" leaves out "(?P<attribute>[^"]+)"',
    r"工作負載「(?P<workload>[^」]+)」沒有說明「(?P<attribute>[^」]+)」",
)
def _(draft: PlanDraft, workload: str, attribute: str) -> None:
    draft.leave_out_of_workload(workload, attribute)


@_phrases(
    given,
    r'the plan leaves out "(?P<attribute>[^"]+)"',
    r"計畫沒有說明「(?P<attribute>[^」]+)」",
)
def _(draft: PlanDraft, attribute: str) -> None:
    draft.leave_out_of_plan(attribute)


@_phrases(
    given,
    r'the parameter "(?P<name>[^"]+)" is "(?P<value>[^"]+)"',
    r"參數「(?P<name>[^」]+)」是「(?P<value>[^」]+)」",
)
def _(draft: PlanDraft, name: str, value: str) -> None:
    draft.set_parameter(name, value)


@_phrases(when, r"the plan is advised", r"取得建議", target_fixture="assessment")
def _(draft: PlanDraft, policy_engine: Callable[[Rulebook], Engine]) -> Assessment:
    plan = draft.plan()
    rulebook = with_parameters(draft.rulebook, plan.parameters or {})
    return assess(plan, rulebook, policy_engine(rulebook))


@_phrases(
    then,
    r'the workload "(?P<workload>[^"]+)" has "(?P<attribute>[^"]+)" "(?P<value>[^"]*)"',
    r"工作負載「(?P<workload>[^」]+)」的「(?P<attribute>[^」]+)」應為「(?P<value>[^」]*)」",
)
def _(assessment: Assessment, draft: PlanDraft, workload: str, attribute: str, value: str) -> None:
    _assert_value(assessment, draft, workload, attribute, value)


@_phrases(
    then,
    r'the plan has "(?P<attribute>[^"]+)" "(?P<value>[^"]*)"',
    r"計畫的「(?P<attribute>[^」]+)」應為「(?P<value>[^」]*)」",
)
def _(assessment: Assessment, draft: PlanDraft, attribute: str, value: str) -> None:
    _assert_value(assessment, draft, PLAN_SUBJECT, attribute, value)


@_phrases(
    then,
    r'the workload "(?P<workload>[^"]+)" includes "(?P<value>[^"]+)" in "(?P<attribute>[^"]+)"',
    r"工作負載「(?P<workload>[^」]+)」的「(?P<attribute>[^」]+)」應包含「(?P<value>[^」]+)」",
)
def _(assessment: Assessment, draft: PlanDraft, workload: str, attribute: str, value: str) -> None:
    assert _symbol(draft, attribute, value) in _members(assessment, draft, workload, attribute)


@_phrases(
    then,
    r'the workload "(?P<workload>[^"]+)" does not include "(?P<value>[^"]+)" '
    r'in "(?P<attribute>[^"]+)"',
    r"工作負載「(?P<workload>[^」]+)」的「(?P<attribute>[^」]+)」不應包含「(?P<value>[^」]+)」",
)
def _(assessment: Assessment, draft: PlanDraft, workload: str, attribute: str, value: str) -> None:
    assert _symbol(draft, attribute, value) not in _members(assessment, draft, workload, attribute)


@_phrases(
    then,
    r'the plan includes "(?P<value>[^"]+)" in "(?P<attribute>[^"]+)"',
    r"計畫的「(?P<attribute>[^」]+)」應包含「(?P<value>[^」]+)」",
)
def _(assessment: Assessment, draft: PlanDraft, attribute: str, value: str) -> None:
    assert _symbol(draft, attribute, value) in _members(assessment, draft, PLAN_SUBJECT, attribute)


@_phrases(
    then,
    r'the plan does not include "(?P<value>[^"]+)" in "(?P<attribute>[^"]+)"',
    r"計畫的「(?P<attribute>[^」]+)」不應包含「(?P<value>[^」]+)」",
)
def _(assessment: Assessment, draft: PlanDraft, attribute: str, value: str) -> None:
    members = _members(assessment, draft, PLAN_SUBJECT, attribute)
    assert _symbol(draft, attribute, value) not in members


@_phrases(
    then,
    r'the plan ranks "(?P<attribute>[^"]+)" as "(?P<values>[^"]*)"',
    r"計畫的「(?P<attribute>[^」]+)」依序為「(?P<values>[^」]*)」",
)
def _(assessment: Assessment, draft: PlanDraft, attribute: str, values: str) -> None:
    wanted = [_symbol(draft, attribute, v.strip()) for v in values.replace("、", ",").split(",")]
    assert list(_members(assessment, draft, PLAN_SUBJECT, attribute)) == wanted


@_phrases(
    then,
    r'the device of "(?P<workload>[^"]+)" is one of "(?P<devices>[^"]+)"',
    r"「(?P<workload>[^」]+)」的裝置應為「(?P<devices>[^」]+)」其中之一",
)
def _(assessment: Assessment, workload: str, devices: str) -> None:
    chosen = assessment.value(workload, "device")
    assert chosen in [device.strip() for device in devices.replace("、", ",").split(",")]


@_phrases(
    then,
    r'the option "(?P<device>[^"]+)" of "(?P<workload>[^"]+)" is "(?P<verdict>[^"]+)" '
    r'by the rule "(?P<rule>[^"]+)"',
    r"「(?P<workload>[^」]+)」的選項「(?P<device>[^」]+)」應依規則「(?P<rule>[^」]+)」判為「(?P<verdict>[^」]+)」",
)
def _(
    assessment: Assessment, draft: PlanDraft, workload: str, device: str, verdict: str, rule: str
) -> None:
    found = assessment.conclusion(option_subject(workload, device), "verdict")
    assert found is not None, f"no rule judged {device} for {workload}"
    assert (found.value, found.firings[0].rule) == (_symbol(draft, "verdict", verdict), rule)


@_phrases(
    then,
    r'the rule "(?P<rule>[^"]+)" holds for "(?P<subject>[^"]+)"',
    r"規則「(?P<rule>[^」]+)」對「(?P<subject>[^」]+)」成立",
)
def _(assessment: Assessment, rule: str, subject: str) -> None:
    assert [f for f in _spoken(assessment, rule, subject) if not f.overruled]


@_phrases(
    then,
    r'the rule "(?P<rule>[^"]+)" is overruled for "(?P<subject>[^"]+)"',
    r"規則「(?P<rule>[^」]+)」對「(?P<subject>[^」]+)」成立但被前面的規則取代",
)
def _(assessment: Assessment, rule: str, subject: str) -> None:
    assert [f for f in _spoken(assessment, rule, subject) if f.overruled]


@_phrases(
    then,
    r'the rule "(?P<rule>[^"]+)" stays silent for "(?P<subject>[^"]+)"',
    r"規則「(?P<rule>[^」]+)」對「(?P<subject>[^」]+)」不成立",
)
def _(assessment: Assessment, rule: str, subject: str) -> None:
    assert not _spoken(assessment, rule, subject)


def _spoken(assessment: Assessment, rule: str, subject: str) -> list[Any]:
    known = {r.id for d in assessment.rulebook.decisions for r in d.rules}
    assert rule in known, f"no rule is called {rule}"
    assessment.locate(subject)
    return [f for f in assessment.trace if f.rule == rule and f.subject == subject]


def _assert_value(
    assessment: Assessment, draft: PlanDraft, subject: str, attribute: str, text: str
) -> None:
    found = draft.attribute(attribute)
    value = assessment.value(subject, found.name)
    if text in ("", "unknown", "未知"):
        assert value is None
    else:
        assert value == _wanted(draft, found, text, value)


def _wanted(draft: PlanDraft, attribute: Attribute, text: str, value: Value | None) -> Any:
    if attribute.kind is Kind.NUMBER:
        return _close_to(text)
    if attribute.kind is Kind.BOOLEAN:
        return truth(text)
    return draft.symbol(attribute, text)


def _close_to(text: str) -> Any:
    """A number equal to the one written, to the digits that are written."""
    digits = text.replace(",", "").rstrip("%")
    scale = 0.01 if text.endswith("%") else 1.0
    decimals = len(digits.partition(".")[2])
    return pytest.approx(float(digits) * scale, abs=0.5 * 10**-decimals * scale)


def _symbol(draft: PlanDraft, attribute: str, text: str) -> str:
    return draft.symbol(draft.attribute(attribute), text)


def _members(
    assessment: Assessment, draft: PlanDraft, subject: str, attribute: str
) -> tuple[str, ...]:
    name = draft.attribute(attribute).name
    conclusion = assessment.conclusion(subject, name)
    value = conclusion.value if conclusion else assessment.value(subject, name)
    return cast(tuple[str, ...], value or ())
