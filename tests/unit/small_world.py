"""A small rulebook and an assessment made by hand: two devices for one assistant."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rackwright.assessment import Assessment, Frames
from rackwright.catalog import Catalog, CatalogRow
from rackwright.facts.plan import Plan
from rackwright.frames import Frame
from rackwright.records import (
    Calculated,
    Catalogued,
    Concluded,
    Entity,
    Firing,
    Given,
    Origin,
    Scope,
    Value,
    firing_id,
)
from rackwright.rulebook.model import (
    All,
    Any,
    Attribute,
    Condition,
    Decision,
    Hit,
    Kind,
    ObjectiveKey,
    Op,
    Parameter,
    Rule,
    Rulebook,
    Source,
    Test,
    Text,
)

A, D = "assistant@l4", "assistant@h100"


def text(words: str) -> Text:
    """The same words in both languages."""
    return Text(words, words)


def attribute(
    name: str, scope: str, of: str, kind: str, unit: str = "", values: str = "", **more: object
) -> Attribute:
    """An attribute whose labels are its name with spaces."""
    words = {value: text(value.replace("_", " ")) for value in values.split()}
    label = text(name.replace("_", " "))
    return Attribute(name, Scope(scope), Entity(of), Kind(kind), label, unit, words, **more)


DEPLOYMENTS = "cloud dedicated hybrid edge"
VERDICTS = "preferred over_provisioned rejected"
ATTRIBUTES = (
    attribute("site", "given", "plan", "symbol", values="office data_center"),
    attribute("stage", "given", "workload", "symbol", values="training inference"),
    attribute("precision", "given", "workload", "symbol", values="bf16 int8"),
    attribute("frameworks", "given", "workload", "set", values="pytorch jax"),
    attribute("utilization", "given", "workload", "number", "fraction"),
    attribute("duration_months", "given", "workload", "number", "months"),
    attribute("parameters_b", "given", "workload", "number", "billion"),
    attribute("critical", "given", "workload", "boolean", question=text("is it critical?")),
    attribute("weight_bytes", "workload", "workload", "number", "bytes", catalog="precisions"),
    attribute("weights_gib", "workload", "workload", "number", "gib"),
    attribute("memory_need_gib", "workload", "workload", "number", "gib"),
    attribute("device", "option", "option", "symbol", values="l4 h100", catalog="devices"),
    attribute("device_memory_gib", "option", "option", "number", "gib", catalog="devices"),
    attribute("memory_fill", "option", "option", "number", "fraction"),
    attribute("monthly_cost", "option", "option", "number", "currency"),
    attribute("tier_gap", "option", "option", "number", "count"),
    attribute(
        "verdict", "option", "option", "symbol", values="preferred over_provisioned rejected"
    ),
    attribute("choice", "placement", "workload", "symbol", values="chosen nothing_fits"),
    attribute("deployment", "placement", "workload", "symbol", values=DEPLOYMENTS),
    attribute("warnings", "placement", "workload", "set", values="in_the_office idle no_people"),
    attribute("planned_power_kw", "placement", "workload", "number", "kw"),
    attribute("on_site_power_kw", "plan", "plan", "number", "kw"),
)
PARAMETERS = (
    Parameter("own_min_utilization", 0.6, "fraction", text("least use"), ("C15",), "2025"),
    Parameter("own_min_months", 18.0, "months", text("least months"), ("C15",), "2025"),
    Parameter("full_memory", 1.0, "fraction", text("full"), (), "2025"),
)
SOURCES = (Source("C15", text("when owning pays")), Source("C7", text("too strong a card")))


def rule(name: str, condition: Condition, then: Value, *sources: str) -> Rule:
    """A rule with its branches worked out for one level of nesting."""
    return Rule(
        name, condition, name, then, text(f"because {name}"), sources, branches_of(condition)
    )


def branches_of(condition: Condition) -> tuple[tuple[Test, ...], ...]:
    """The alternatives of a condition that is a test, `All` of tests, or `Any` of these."""
    if isinstance(condition, Test):
        return ((condition,),)
    if isinstance(condition, All):
        return (tuple(part for part in condition.parts if isinstance(part, Test)),)
    return tuple(branch for part in condition.parts for branch in branches_of(part))


LEFT_OUT = Test("precision", Op.UNKNOWN)
OFTEN_USED = Test("utilization", Op.GT, 0.6, "own_min_utilization")
RUNS_LONG = Test("duration_months", Op.GT, 18.0, "own_min_months")
RUNS_SHORT = Test("duration_months", Op.LE, 18.0, "own_min_months")

PRECISION = Decision(
    "precision",
    Scope.GIVEN,
    Entity.WORKLOAD,
    Hit.FIRST,
    (
        rule("serve-in-int8", All((LEFT_OUT, Test("stage", Op.EQ, "inference"))), "int8"),
        rule("train-in-bf16", All((LEFT_OUT, Test("stage", Op.EQ, "training"))), "bf16"),
    ),
)
VERDICT = Decision(
    "verdict",
    Scope.OPTION,
    Entity.OPTION,
    Hit.FIRST,
    (
        rule("does-not-fit", Test("memory_fill", Op.GT, 1.0, "full_memory"), "rejected"),
        rule("too-strong", Test("tier_gap", Op.GE, 1.0), "over_provisioned", "C7"),
        rule("plenty-of-memory", Test("device_memory_gib", Op.GE, 90.0), "preferred"),
        rule("right-tier", Test("tier_gap", Op.EQ, 0.0), "preferred"),
    ),
)
DEPLOYMENT = Decision(
    "deployment",
    Scope.PLACEMENT,
    Entity.WORKLOAD,
    Hit.FIRST,
    (
        rule("steady-and-long", All((OFTEN_USED, RUNS_LONG)), "dedicated", "C15"),
        rule("critical-stays", All((Test("critical", Op.EQ, True), RUNS_LONG)), "dedicated"),
        rule("short-is-rented", Any((RUNS_SHORT, Test("stage", Op.EQ, "training"))), "cloud"),
        rule("else-both", All(()), "hybrid"),
    ),
)
WARNINGS = Decision(
    "warnings",
    Scope.PLACEMENT,
    Entity.WORKLOAD,
    Hit.COLLECT,
    (
        rule("office-is-no-room", Test("site", Op.EQ, "office"), "in_the_office"),
        rule("seldom-used", Test("utilization", Op.LE, 0.6, "own_min_utilization"), "idle"),
        rule("also-seldom", Test("frameworks", Op.CONTAINS, "pytorch"), "idle"),
        rule("nobody", Test("critical", Op.EQ, True), "no_people"),
    ),
)
DEVICES = {
    "l4": CatalogRow("devices", "l4", "NVIDIA L4", {"aliases": "L4 24GB"}, "C7", "2025"),
    "h100": CatalogRow("devices", "h100", "NVIDIA H100 SXM", {}, "data sheet", "2025"),
}
PRECISIONS = {"int8": CatalogRow("precisions", "int8", "INT8", {}, "format", "2024")}

RULEBOOK = Rulebook(
    vocabulary={a.name: a for a in ATTRIBUTES},
    parameters={p.name: p for p in PARAMETERS},
    sources={s.id: s for s in SOURCES},
    decisions=(PRECISION, VERDICT, DEPLOYMENT, WARNINGS),
    catalog=Catalog({"devices": DEVICES, "precisions": PRECISIONS}),
    objective=(
        ObjectiveKey("verdict", ("preferred", "over_provisioned")),
        ObjectiveKey("monthly_cost", "ascending"),
    ),
)

STATED: Mapping[str, Value] = {
    "stage": "inference",
    "frameworks": ("pytorch",),
    "utilization": 0.45,
    "duration_months": 36.0,
}


def fired(
    subject: str, decision: str, name: str, value: Value, *premises: str, overruled: bool = False
) -> Firing:
    """A firing, with its premises sorted."""
    return Firing(subject, decision, name, value, tuple(sorted(premises)), overruled)


PRECISION_FIRED = fired(
    "assistant", "precision", "serve-in-int8", "int8", "assistant.precision?", "assistant.stage"
)
HYBRID_FIRED = fired("assistant", "deployment", "else-both", "hybrid")
WARNINGS_FIRED = (
    fired("assistant", "warnings", "office-is-no-room", "in_the_office", "plan.site"),
    fired("assistant", "warnings", "seldom-used", "idle", "assistant.utilization"),
    fired(
        "assistant",
        "warnings",
        "also-seldom",
        "idle",
        "assistant.frameworks=pytorch",
        overruled=True,
    ),
)
CHEAP_AND_RIGHT = (fired(A, "verdict", "right-tier", "preferred", f"{A}.tier_gap"),)
TOO_STRONG = (fired(D, "verdict", "too-strong", "over_provisioned", f"{D}.tier_gap"),)


def frame(
    of: str, values: Mapping[str, Mapping[str, tuple[Value, Origin]]], above: Mapping[str, tuple]
) -> Frame:
    """A frame from facts by subject and attribute."""
    parents = {
        Entity(name): (parent, np.array(rows, dtype=np.intp))
        for name, (parent, rows) in above.items()
    }
    made = Frame(Entity(of), tuple(values), RULEBOOK.vocabulary, parents)
    for name in dict.fromkeys(n for facts in values.values() for n in facts):
        cells = [facts.get(name) for facts in values.values()]
        made.put_values(
            name,
            [cell[0] if cell else None for cell in cells],
            [c[1] if c else None for c in cells],
        )
    return made


def concluded(value: Value, *firings: Firing) -> tuple[Value, Origin]:
    """A value with the firings that concluded it."""
    return value, Concluded(tuple(f.id for f in firings if not f.overruled))


def option_facts(
    subject: str, device: str, memory: float, fill: float, cost: float | None, gap: float
) -> dict[str, tuple[Value, Origin]]:
    """The facts of one option, without its verdict."""
    row = Catalogued(f"devices/{device}")
    inputs = (f"{subject}.device_memory_gib", "assistant.memory_need_gib", "parameters/full_memory")
    facts: dict[str, tuple[Value, Origin]] = {
        "device": (device, row),
        "device_memory_gib": (memory, row),
        "memory_fill": (fill, Calculated("memory_fill", inputs)),
        "tier_gap": (gap, Calculated("tier_gap", (f"{subject}.device", "assistant.stage"))),
    }
    if cost is not None:
        facts["monthly_cost"] = cost, Calculated("price", (f"{subject}.device",))
    return facts


def assessment(
    *,
    stated: Mapping[str, Value] = STATED,
    costs: tuple[float | None, float | None] = (3000.0, 9000.0),
    fills: tuple[float, float] = (0.5, 0.2),
    verdicts: Mapping[str, tuple[Firing, ...]] | None = None,
    placement: tuple[Firing, ...] = (HYBRID_FIRED,),
    warnings: tuple[Firing, ...] = WARNINGS_FIRED,
    ranking: tuple[str, ...] = (A, D),
    precision: Firing | None = PRECISION_FIRED,
) -> Assessment:
    """The assistant in the office, weighed against two devices; parts of it can be exchanged."""
    verdicts = {A: CHEAP_AND_RIGHT, D: TOO_STRONG} if verdicts is None else verdicts
    plan = frame("plan", {"plan": {"site": ("office", Given("facility.site"))}}, {})
    facts: dict[str, tuple[Value, Origin]] = {
        name: (value, Given(f"workloads[0].{name}")) for name, value in stated.items()
    }
    if precision is not None:
        facts["precision"] = concluded(precision.value, precision)
    facts["weight_bytes"] = 1.0, Catalogued("precisions/int8")
    facts["memory_need_gib"] = (
        10.0,
        Calculated("serving_memory", ("assistant.weight_bytes", "assistant.stage")),
    )
    facts["choice"] = (
        "chosen" if ranking else "nothing_fits",
        Calculated("ranking", tuple(f"{s}.verdict" for s, fired_ in verdicts.items() if fired_)),
    )
    for name, firings in (("deployment", placement), ("warnings", warnings)):
        held = [f for f in firings if not f.overruled]
        if held:
            collected = tuple(str(f.value) for f in held)
            facts[name] = concluded(collected if name == "warnings" else held[0].value, *firings)
    workloads = frame("workload", {"assistant": facts}, {"plan": (plan, [0])})
    options = {
        A: option_facts(A, "l4", 24.0, fills[0], costs[0], 0.0),
        D: option_facts(D, "h100", 80.0, fills[1], costs[1], 2.0),
    }
    for subject, firings in verdicts.items():
        if firings:
            options[subject]["verdict"] = concluded(firings[0].value, *firings)
    option = frame("option", options, {"plan": (plan, [0, 0]), "workload": (workloads, [0, 0])})
    best = list(options).index(ranking[0]) if ranking else -1
    workloads.parents[Entity.OPTION] = option, np.array([best], dtype=np.intp)
    offers = frame("offer", {}, {"workload": (workloads, [])})
    trace = (
        *((precision,) if precision else ()),
        *(f for firings in verdicts.values() for f in firings),
        *placement,
        *warnings,
    )
    frames = Frames(plan, workloads, option, offers)
    return Assessment(
        Plan.model_validate({"workloads": [{"id": "assistant"}]}),
        RULEBOOK,
        frames,
        trace,
        {"assistant": ranking},
    )


def firing_of(decision: str, name: str, subject: str = "assistant") -> str:
    """The id of a firing."""
    return firing_id(subject, decision, name)
