"""What the steps of one scenario share: a plan being told, then what was found out about it."""

from __future__ import annotations

import re
from collections.abc import Callable

from rackwright.advisor import assess
from rackwright.assessment import Assessment
from rackwright.engines.base import Engine
from rackwright.policy.draft import PlanDraft
from rackwright.policy.mistakes import MistakeError, did_you_mean
from rackwright.policy.names import device_called
from rackwright.policy.spots import Spot
from rackwright.records import PLAN_SUBJECT, Entity, offer_subject, option_subject
from rackwright.rulebook.model import Rulebook, Text
from rackwright.stated import rules_for

EngineOf = Callable[[Rulebook], Engine]

THE_PLAN = ("the plan", "計畫")
SUBJECT_EN = r'(?P<subject>the plan|"[^"]+"(?: on "[^"]+"| with the offer "[^"]+")?)'
SUBJECT_ZH = r"(?P<subject>計畫|「[^」]+」(?:採用報價「[^」]+」|採用「[^」]+」)?)"

_ON_DEVICE = re.compile(r'"(.+)" on "(.+)"|「(.+)」採用「(.+)」')
_WITH_OFFER = re.compile(r'"(.+)" with the offer "(.+)"|「(.+)」採用報價「(.+)」')


class Scene:
    """One scenario under way."""

    def __init__(self, rulebook: Rulebook, engine_of: EngineOf, language: str = "en") -> None:
        self.draft = PlanDraft(rulebook)
        self.language = language
        """In which language failures speak and reasons are compared."""
        self.spot: Spot | None = None
        """The step under way."""
        self.confirmed: set[str] = set()
        """The rules whose conclusions a `Then` step has found to be as it says."""
        self._engine_of = engine_of
        self._found: Assessment | None = None

    def advise(self) -> None:
        """Find out everything about the plan as it stands."""
        plan = self.draft.plan()
        rulebook = rules_for(plan, self.draft.rulebook)
        self._found = assess(plan, rulebook, self._engine_of(rulebook))

    @property
    def advised(self) -> bool:
        """Whether a step has asked for advice."""
        return self._found is not None

    @property
    def assessment(self) -> Assessment:
        """What was found out.

        Raises
        ------
        UsageError
            When no step has asked for advice.
        """
        if self._found is None:
            said = Text("no step before asks for advice", "之前沒有步驟取得建議")
            hint = Text("add `When the plan is advised`", "請加上「當 取得建議」")
            raise MistakeError("nothing-advised", said, hint)
        return self._found

    def subject(self, words: str) -> str:
        """The subject that a step names: the plan, a workload, one of its devices or offers.

        Raises
        ------
        UsageError
            When there is no such subject.
        """
        found = self._named(words)
        known = [s for of in Entity for s in self.assessment.frames.of(of).subjects]
        if found not in known:
            said = Text(f"nothing is called `{found}`", f"沒有名為「{found}」的對象")
            raise MistakeError("unknown-name", said, did_you_mean(found, known))
        return found

    def entity(self, subject: str) -> Entity:
        """What kind of thing a subject is."""
        return self.assessment.locate(subject)[0].of

    def _named(self, words: str) -> str:
        if words in THE_PLAN:
            return PLAN_SUBJECT
        if pair := _WITH_OFFER.fullmatch(words):
            return offer_subject(*(part for part in pair.groups() if part))
        if pair := _ON_DEVICE.fullmatch(words):
            workload, device = (part for part in pair.groups() if part)
            return option_subject(workload, device_called(self.assessment.rulebook, device))
        return words[1:-1]
