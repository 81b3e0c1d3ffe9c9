"""A plan to advice: the plan into frames, the stages over them, the result in an assessment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rackwright.advice import Advice
from rackwright.assessment import Assessment
from rackwright.choose import Ranking
from rackwright.engines.base import Engine, EngineFactory
from rackwright.errors import Problem, UsageError
from rackwright.facts.load import sound_plan
from rackwright.facts.plan import Plan
from rackwright.frames import Frame
from rackwright.judge import RowJudge
from rackwright.knowledge import check_factory, engine_made, rules_or_default
from rackwright.offers import quotes_of
from rackwright.rulebook.model import Rulebook
from rackwright.sending import check_release, received_rules, release_for, sent_rules
from rackwright.stages import run_stages
from rackwright.stated import rules_for, stated_frames
from rackwright.uncertainty import inputs_of, spread_of


def advise(
    plan: Plan,
    *,
    rules: Rulebook | None = None,
    engine: EngineFactory | None = None,
    samples: int | None = None,
    seed: int = 0,
) -> Advice:
    """Recommend infrastructure for a plan.

    Parameters
    ----------
    plan
        What the user said; see `load_plan`.
    rules
        The rules to judge by; the bundled ones when left out, see `load_packs` for further packs.
    engine
        What makes the engine that evaluates them: a class such as `DurableEngine`, or a function
        from a rulebook to an engine; durable_rules when left out. It is called for each rulebook
        that is judged by, as a plan with parameters of its own brings another one, also by
        `Advice.what_if`; what it makes is kept while it is in use.
    samples
        How often to draw the numbers that the plan states as uncertain, for `Advice.spread`.
    seed
        What the draws begin with; the same plan, rules, samples and seed give the same spread.

    Raises
    ------
    PlanError
        When the plan names a model, a device, a parameter or a price that does not exist, or was
        made past the checks of its fields.
    UsageError
        When so many samples, or the seed, cannot be used, or when `plan`, `rules` or `engine` is
        something else.
    InferenceError
        When the engine fails.
    """
    return Advising(rules, engine, samples, seed)(plan)


@dataclass(frozen=True, slots=True)
class Advising:
    """How advice is asked for: everything but the plan."""

    rules: Rulebook | None = None
    engine: EngineFactory | None = None
    samples: int | None = None
    seed: int = 0
    release: str | None = None
    """By what it was asked for, when that was in another process."""

    def __call__(self, plan: Plan) -> Advice:
        """Advise on a plan; see `advise`."""
        plan = _checked(plan)
        rulebook = self._rulebook(plan)
        spread = None
        if self.samples is not None:
            spread = spread_of(plan, rulebook, self.samples, self.seed)
        return Advice(self._assess(plan, rulebook), self, spread)

    def assess(self, plan: Plan) -> Assessment:
        """Everything that follows from a plan."""
        plan = _checked(plan)
        return self._assess(plan, self._rulebook(plan))

    def _rulebook(self, plan: Plan) -> Rulebook:
        check_factory(self.engine)
        rules = rules_or_default(self.rules)
        if self.release is not None:
            check_release(self.release, self.rules)
        inputs_of(plan, rules)
        return rules_for(plan, rules)

    def _assess(self, plan: Plan, rulebook: Rulebook) -> Assessment:
        found = assess(plan, rulebook, engine_made(rulebook, self.engine))
        return replace(found, again=partial(self.assess, plan))

    def __reduce__(self) -> tuple[Any, ...]:
        release = self.release or release_for(self.rules)
        return _received, (sent_rules(self.rules), self.engine, self.samples, self.seed, release)


def _received(
    rules: bytes, engine: EngineFactory | None, samples: int | None, seed: int, release: str
) -> Advising:
    return Advising(received_rules(rules), engine, samples, seed, release)


def _checked(plan: object) -> Plan:
    if not isinstance(plan, Plan):
        hint = "`load_plan`, `parse_plan` or `plan_from_dict` makes one"
        raise UsageError(Problem("not-a-plan", "`plan` must be a plan", "", hint))
    return sound_plan(plan)


def assess(plan: Plan, rulebook: Rulebook, engine: Engine) -> Assessment:
    """Everything that follows from a plan, through all stages.

    Raises
    ------
    PlanError
        When the plan names a model or a device that does not exist.
    InferenceError
        When the engine fails.
    """
    whole, workloads = stated_frames(plan, rulebook)
    staged = run_stages(whole, workloads, quotes_of(plan), rulebook, RowJudge(rulebook, engine))
    ranking = _named(staged.ranking, workloads, staged.frames.option)
    return Assessment(plan, rulebook, staged.frames, staged.trace, ranking)


def _named(ranking: Ranking, workloads: Frame, options: Frame) -> dict[str, tuple[str, ...]]:
    return {
        subject: tuple(options.subjects[int(row)] for row in ranking.of(at))
        for at, subject in enumerate(workloads.subjects)
    }
