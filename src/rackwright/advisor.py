"""A plan to advice: the plan into frames, the stages over them, the result in an assessment."""

from __future__ import annotations

from rackwright.advice import Advice
from rackwright.assessment import Assessment
from rackwright.choose import Ranking
from rackwright.engines.base import Engine
from rackwright.errors import Problem, UsageError
from rackwright.facts.plan import Plan
from rackwright.frames import Frame
from rackwright.judge import RowJudge
from rackwright.knowledge import engine_for, rules_or_default
from rackwright.offers import quotes_of
from rackwright.rulebook.model import Rulebook
from rackwright.stages import run_stages
from rackwright.stated import rules_for, stated_frames
from rackwright.uncertainty import inputs_of, spread_of


def advise(
    plan: Plan,
    *,
    rules: Rulebook | None = None,
    engine: Engine | None = None,
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
        The engine to evaluate them; durable_rules when left out.
    samples
        How often to draw the numbers that the plan states as uncertain, for `Advice.spread`.
    seed
        What the draws begin with; the same plan, rules, samples and seed give the same spread.

    Raises
    ------
    PlanError
        When the plan names a model, a device, a parameter or a price that does not exist.
    UsageError
        When so many samples, or the seed, cannot be used, or when `plan` or `rules` is something
        else.
    InferenceError
        When the engine fails.
    """
    _check_plan(plan)
    shipped = rules_or_default(rules)
    inputs_of(plan, shipped)
    rulebook = rules_for(plan, shipped)
    spread = None if samples is None else spread_of(plan, rulebook, samples, seed)
    assessment = assess(plan, rulebook, engine or engine_for(rulebook))
    return Advice(assessment, lambda changed: advise(changed, rules=rules), spread)


def _check_plan(plan: object) -> None:
    if not isinstance(plan, Plan):
        hint = "`load_plan`, `parse_plan` or `plan_from_dict` makes one"
        raise UsageError(Problem("not-a-plan", "`plan` must be a plan", "", hint))


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
