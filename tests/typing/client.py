"""A program that uses the library; mypy checks it as strictly as the library, without plugins.

That it also runs is looked at by `tests/contract/test_typed_client.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import assert_type

import networkx as nx
import numpy as np
import pandas as pd

import rackwright as rw


def stated() -> rw.Plan:
    """A plan made of its parts, of which all that may be unknown is left out somewhere."""
    quote = rw.Quote(
        name="Azure",
        deployment="cloud",
        currency="TWD",
        months=36,
        items=rw.QuoteItems(compute=Decimal(6_480_000), power="included"),
    )
    workload = rw.Workload(
        id="a",
        stage="inference",
        model="Llama-3.1-8B",
        concurrency=40,
        context_tokens=4096,
        utilization=0.7,
        frameworks=("pytorch",),
        intended=rw.Intended(device="H100 SXM"),
        quotes=(quote,),
    )
    return rw.Plan(
        currency="TWD",
        facility=rw.Facility(site="office"),
        organization=rw.Organization(organization_size="medium"),
        workloads=(workload, rw.Workload(id="b")),
        parameters={"own_min_utilization": 0.5},
        uncertain={"a.concurrency": rw.Uncertain(low=20, high=80)},
    )


def changed(plan: rw.Plan) -> rw.Plan:
    """The same plan with one thing stated differently."""
    return assert_type(plan.model_copy(update={"horizon_months": 24}), rw.Plan)


def advised(plan: rw.Plan, engine: rw.EngineFactory | None = None) -> rw.Advice:
    """Advice, with the types of what it holds."""
    advice = rw.advise(plan, rules=rw.load_packs(), engine=engine)
    assert_type(advice.workloads, Mapping[str, rw.WorkloadView])
    view: rw.WorkloadView = advice.workloads["a"]
    assert_type(view.chosen, rw.Option | None)
    assert_type(view.options, tuple[rw.Option, ...])
    assert_type(view.costs, tuple[rw.Offer, ...])
    assert_type(view.warnings, tuple[rw.Reason, ...])
    assert_type(advice.plan, rw.SubjectView)
    assert_type(advice.conclusions, tuple[rw.Ruling, ...])
    assert_type(advice.trace, tuple[rw.Firing, ...])
    assert_type(advice.why("deployment", "a"), rw.Explanation)
    assert_type(advice.why_not("device", "l4", "a"), rw.WhyNot | rw.WhyNotDevice)
    assert_type(advice.what_if({"a.concurrency": 80}).chosen, tuple[rw.Change, ...])
    assert_type(advice.spread, rw.Spread | None)
    return advice


def drawn(advice: rw.Advice) -> str:
    """The chain of reasoning for a program that draws graphs."""
    graph: nx.DiGraph[str] = advice.graph
    return "\n".join(nx.generate_graphml(graph))


def in_many_forms(plan: rw.Plan) -> Sequence[rw.AdviceTable]:
    """The same question as plans and as tables of each kind."""
    columns = {"concurrency": np.array([40.0]), "model": ["Llama-3.1-8B"], "stage": ["inference"]}
    frame = pd.DataFrame(columns)
    as_columns = rw.advise_many(columns)
    tables: list[rw.AdviceTable] = [
        rw.advise_many([plan]),
        rw.advise_many((plan,)),
        as_columns,
        rw.advise_many(frame),
        rw.advise_many(frame, on_error="reject"),
    ]
    assert_type(as_columns.rejected, tuple[rw.Rejected, ...])
    return tables


def no_plans() -> None:
    """What is neither plans nor a table is refused before the program runs."""
    rw.advise_many(3)  # type: ignore[arg-type]
    rw.advise_many(["a.yaml"])  # type: ignore[list-item]
    rw.Workload(id="a", stage="thinking")  # type: ignore[arg-type]
