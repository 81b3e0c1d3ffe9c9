"""The steps of policy scenarios, in English and Traditional Chinese: a plugin of pytest.

`rackwright test` carries scenarios out without any Python. In a suite of pytest, load them with
`-p rackwright.policy.steps`, or with `pytest_plugins = ["rackwright.policy.steps"]` in the topmost
`conftest.py`, name the rules under test with `--policy-rules`, and bind feature files with
`pytest_bdd.scenarios("folder")`. There is one phrase a meaning in each language, and either may be
used in any file.

Names in quotation marks are ids or labels of the vocabulary, in either language; devices and
models go by any name that the catalogue knows. A subject is `the plan`, `"assistant"` (a
workload), `"assistant" on "L4"` (one device considered for it) or `"assistant" with the offer
"Azure"`.
"""

from __future__ import annotations

import math

from rackwright.policy import claims
from rackwright.policy.names import device_called, number, parts
from rackwright.policy.phrases import Keyword, phrase
from rackwright.policy.scene import SUBJECT_EN, SUBJECT_ZH, Scene
from rackwright.policy.tables import Table, filled, needed, pairs
from rackwright.rulebook.model import Text

pytest_plugins = ("rackwright.policy.plugin",)

_OFFERS = Text("a table of offers, with a row of headings", "有標題列的報價表")
_PLAN = Text('a plan between lines of """', '以 """ 起訖的計畫')


# ---------------------------------------------------------------- what is stated


@phrase(Keyword.GIVEN, r'the example plan "(?P<name>[^"]+)"', r"範例計畫「(?P<name>[^」]+)」")
def _(scene: Scene, name: str) -> None:
    scene.draft.start_from_example(name)


@phrase(Keyword.GIVEN, r"this plan:", r"以下計畫：")
def _(scene: Scene, docstring: str | None = None) -> None:
    if docstring is None:
        raise needed(_PLAN)
    scene.draft.start_from_text(docstring)


@phrase(
    Keyword.GIVEN,
    r'the workload "(?P<workload>[^"]+)" states "(?P<attribute>[^"]+)" as "(?P<value>[^"]+)"',
    r"工作負載「(?P<workload>[^」]+)」的「(?P<attribute>[^」]+)」是「(?P<value>[^」]+)」",
)
def _(scene: Scene, workload: str, attribute: str, value: str) -> None:
    scene.draft.state_of_workload(workload, attribute, value)


@phrase(
    Keyword.GIVEN,
    r'the workload "(?P<workload>[^"]+)" states:',
    r"工作負載「(?P<workload>[^」]+)」的說明：",
)
def _(scene: Scene, workload: str, datatable: Table | None = None) -> None:
    for attribute, value in pairs(datatable):
        scene.draft.state_of_workload(workload, attribute, value)


@phrase(
    Keyword.GIVEN,
    r'the plan states "(?P<attribute>[^"]+)" as "(?P<value>[^"]+)"',
    r"計畫的「(?P<attribute>[^」]+)」是「(?P<value>[^」]+)」",
)
def _(scene: Scene, attribute: str, value: str) -> None:
    scene.draft.state_of_plan(attribute, value)


@phrase(Keyword.GIVEN, r"the plan states:", r"計畫的說明：")
def _(scene: Scene, datatable: Table | None = None) -> None:
    for attribute, value in pairs(datatable):
        scene.draft.state_of_plan(attribute, value)


@phrase(
    Keyword.GIVEN,
    r'the workload "(?P<workload>[^"]+)" leaves out "(?P<attribute>[^"]+)"',
    r"工作負載「(?P<workload>[^」]+)」沒有說明「(?P<attribute>[^」]+)」",
)
def _(scene: Scene, workload: str, attribute: str) -> None:
    scene.draft.leave_out_of_workload(workload, attribute)


@phrase(
    Keyword.GIVEN,
    r'the plan leaves out "(?P<attribute>[^"]+)"',
    r"計畫沒有說明「(?P<attribute>[^」]+)」",
)
def _(scene: Scene, attribute: str) -> None:
    scene.draft.leave_out_of_plan(attribute)


@phrase(
    Keyword.GIVEN,
    r'the workload "(?P<workload>[^"]+)" has these offers:',
    r"工作負載「(?P<workload>[^」]+)」的報價：",
)
def _(scene: Scene, workload: str, datatable: Table | None = None) -> None:
    scene.draft.add_quotes(workload, filled(datatable, _OFFERS))


@phrase(
    Keyword.GIVEN,
    r'the parameter "(?P<name>[^"]+)" is "(?P<value>[^"]+)"',
    r"參數「(?P<name>[^」]+)」是「(?P<value>[^」]+)」",
)
def _(scene: Scene, name: str, value: str) -> None:
    scene.draft.set_parameter(name, value)


@phrase(
    Keyword.GIVEN,
    r'the catalogue gives the "(?P<attribute>[^"]+)" of "(?P<device>[^"]+)" as "(?P<value>[^"]+)"',
    r"型錄中「(?P<device>[^」]+)」的「(?P<attribute>[^」]+)」是「(?P<value>[^」]+)」",
)
def _(scene: Scene, attribute: str, device: str, value: str) -> None:
    scene.draft.set_of_device(device, attribute, value)


@phrase(
    Keyword.GIVEN,
    r'the catalogue has no price of "(?P<device>[^"]+)"',
    r"型錄中沒有「(?P<device>[^」]+)」的價格",
)
def _(scene: Scene, device: str) -> None:
    scene.draft.leave_out_prices(device)


# ---------------------------------------------------------------- what is done


@phrase(Keyword.WHEN, r"the plan is advised", r"取得建議")
def _(scene: Scene) -> None:
    scene.advise()


# ---------------------------------------------------------------- what must follow


@phrase(
    Keyword.THEN,
    rf'the "(?P<attribute>[^"]+)" of {SUBJECT_EN} is "(?P<value>[^"]+)"',
    rf"{SUBJECT_ZH}的「(?P<attribute>[^」]+)」應為「(?P<value>[^」]+)」",
)
def _(scene: Scene, subject: str, attribute: str, value: str) -> None:
    claims.check_value(scene, scene.subject(subject), attribute, value)


@phrase(
    Keyword.THEN,
    rf'the "(?P<attribute>[^"]+)" of {SUBJECT_EN} is not "(?P<value>[^"]+)"',
    rf"{SUBJECT_ZH}的「(?P<attribute>[^」]+)」不應為「(?P<value>[^」]+)」",
)
def _(scene: Scene, subject: str, attribute: str, value: str) -> None:
    claims.check_other_value(scene, scene.subject(subject), attribute, value)


@phrase(
    Keyword.THEN,
    rf'the "(?P<attribute>[^"]+)" of {SUBJECT_EN} is one of "(?P<values>[^"]+)"',
    rf"{SUBJECT_ZH}的「(?P<attribute>[^」]+)」應為「(?P<values>[^」]+)」其中之一",
)
def _(scene: Scene, subject: str, attribute: str, values: str) -> None:
    claims.check_choice(scene, scene.subject(subject), attribute, parts(values))


@phrase(
    Keyword.THEN,
    rf'the "(?P<attribute>[^"]+)" of {SUBJECT_EN} is at least "(?P<value>[^"]+)"',
    rf"{SUBJECT_ZH}的「(?P<attribute>[^」]+)」至少應為「(?P<value>[^」]+)」",
)
def _(scene: Scene, subject: str, attribute: str, value: str) -> None:
    claims.check_bounds(scene, scene.subject(subject), attribute, number(value), math.inf)


@phrase(
    Keyword.THEN,
    rf'the "(?P<attribute>[^"]+)" of {SUBJECT_EN} is at most "(?P<value>[^"]+)"',
    rf"{SUBJECT_ZH}的「(?P<attribute>[^」]+)」至多應為「(?P<value>[^」]+)」",
)
def _(scene: Scene, subject: str, attribute: str, value: str) -> None:
    claims.check_bounds(scene, scene.subject(subject), attribute, -math.inf, number(value))


@phrase(
    Keyword.THEN,
    rf'the "(?P<attribute>[^"]+)" of {SUBJECT_EN} include "(?P<value>[^"]+)"',
    rf"{SUBJECT_ZH}的「(?P<attribute>[^」]+)」應包含「(?P<value>[^」]+)」",
)
def _(scene: Scene, subject: str, attribute: str, value: str) -> None:
    claims.check_member(scene, scene.subject(subject), attribute, value)


@phrase(
    Keyword.THEN,
    rf'the "(?P<attribute>[^"]+)" of {SUBJECT_EN} do not include "(?P<value>[^"]+)"',
    rf"{SUBJECT_ZH}的「(?P<attribute>[^」]+)」不應包含「(?P<value>[^」]+)」",
)
def _(scene: Scene, subject: str, attribute: str, value: str) -> None:
    claims.check_no_member(scene, scene.subject(subject), attribute, value)


@phrase(
    Keyword.THEN,
    rf'the "(?P<attribute>[^"]+)" of {SUBJECT_EN} are, in order, "(?P<values>[^"]+)"',
    rf"{SUBJECT_ZH}的「(?P<attribute>[^」]+)」依序應為「(?P<values>[^」]+)」",
)
def _(scene: Scene, subject: str, attribute: str, values: str) -> None:
    claims.check_ranking(scene, scene.subject(subject), attribute, parts(values))


@phrase(
    Keyword.THEN,
    rf'the "(?P<attribute>[^"]+)" of {SUBJECT_EN} is assumed to be "(?P<value>[^"]+)"',
    rf"{SUBJECT_ZH}的「(?P<attribute>[^」]+)」應假設為「(?P<value>[^」]+)」",
)
def _(scene: Scene, subject: str, attribute: str, value: str) -> None:
    claims.check_assumed(scene, scene.subject(subject), attribute, value)


@phrase(
    Keyword.THEN,
    rf'the rule "(?P<rule>[^"]+)" holds for {SUBJECT_EN}',
    rf"規則「(?P<rule>[^」]+)」對{SUBJECT_ZH}成立",
)
def _(scene: Scene, rule: str, subject: str) -> None:
    claims.check_holds(scene, scene.subject(subject), rule)


@phrase(
    Keyword.THEN,
    rf'the rule "(?P<rule>[^"]+)" is overruled for {SUBJECT_EN}',
    rf"規則「(?P<rule>[^」]+)」對{SUBJECT_ZH}由前面的規則取代",
)
def _(scene: Scene, rule: str, subject: str) -> None:
    claims.check_overruled(scene, scene.subject(subject), rule)


@phrase(
    Keyword.THEN,
    rf'the rule "(?P<rule>[^"]+)" is silent for {SUBJECT_EN}',
    rf"規則「(?P<rule>[^」]+)」對{SUBJECT_ZH}不成立",
)
def _(scene: Scene, rule: str, subject: str) -> None:
    claims.check_silent(scene, scene.subject(subject), rule)


@phrase(
    Keyword.THEN,
    rf'the rule "(?P<rule>[^"]+)" tells {SUBJECT_EN} "(?P<words>[^"]+)"',
    rf"規則「(?P<rule>[^」]+)」應告訴{SUBJECT_ZH}「(?P<words>[^」]+)」",
)
def _(scene: Scene, rule: str, subject: str, words: str) -> None:
    claims.check_reason(scene, scene.subject(subject), rule, words)


@phrase(
    Keyword.THEN,
    r'"(?P<workload>[^"]+)" is better served by "(?P<better>[^"]+)" than by "(?P<worse>[^"]+)"',
    r"「(?P<workload>[^」]+)」應優先採用「(?P<better>[^」]+)」而非「(?P<worse>[^」]+)」",
)
def _(scene: Scene, workload: str, better: str, worse: str) -> None:
    devices = (device_called(scene.draft.rulebook, device) for device in (better, worse))
    claims.check_preference(scene, scene.subject(f'"{workload}"'), *devices)
