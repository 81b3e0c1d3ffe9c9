from __future__ import annotations

from dataclasses import replace

import networkx as nx
import pytest
from small_world import A, D, assessment, fired, firing_of

from rackwright.errors import ReasoningError, UsageError
from rackwright.reasoning.graph import build_graph, ground, unsupported
from rackwright.records import Calculated


@pytest.fixture
def graph() -> nx.DiGraph:
    return build_graph(assessment())


def role(graph: nx.DiGraph, tail: str, head: str) -> str:
    return graph.edges[tail, head]["role"]


def test_a_firing_stands_between_its_premises_and_its_conclusion(graph: nx.DiGraph) -> None:
    firing = firing_of("precision", "serve-in-int8")
    assert role(graph, "assistant.stage", firing) == "premise"
    assert role(graph, "assistant.precision?", firing) == "premise"
    assert role(graph, firing, "assistant.precision") == "concludes"


def test_a_calculation_is_one_node_between_its_inputs_and_outputs(graph: nx.DiGraph) -> None:
    assert role(graph, "assistant.weight_bytes", "assistant/serving_memory()") == "input"
    assert role(graph, "assistant/serving_memory()", "assistant.memory_need_gib") == "output"
    assert graph.nodes["assistant/serving_memory()"]["kind"] == "calculation"


def test_a_parameter_leads_to_the_firing_that_compared_with_it(graph: nx.DiGraph) -> None:
    firing = firing_of("warnings", "seldom-used")
    assert role(graph, "parameters/own_min_utilization", firing) == "operand_parameter"


def test_only_the_branch_that_held_lends_its_parameters() -> None:
    by_stage = fired("assistant", "deployment", "short-is-rented", "cloud", "assistant.stage")
    stated = {"stage": "training", "utilization": 0.1, "duration_months": 36.0}
    graph = build_graph(assessment(stated=stated, placement=(by_stage,), precision=None))
    assert "parameters/own_min_months" not in graph.pred[by_stage.id]


def test_rules_parameters_and_rows_cite_their_sources(graph: nx.DiGraph) -> None:
    too_strong = firing_of("verdict", "too-strong", D)
    assert role(graph, too_strong, "sources/C7") == "cites"
    assert role(graph, "parameters/own_min_utilization", "sources/C15") == "cites"
    assert role(graph, "devices/l4", "sources/C7") == "cites"


def test_a_catalogue_row_states_its_facts(graph: nx.DiGraph) -> None:
    assert role(graph, "devices/l4", f"{A}.device_memory_gib") == "states"
    assert graph.nodes["devices/l4"]["kind"] == "catalogue_row"


def test_members_that_rules_collect_lead_to_their_set(graph: nx.DiGraph) -> None:
    member = "assistant.warnings=idle"
    assert role(graph, firing_of("warnings", "seldom-used"), member) == "concludes"
    assert role(graph, member, "assistant.warnings") == "member_of"


def test_a_set_that_the_user_stated_leads_to_its_members(graph: nx.DiGraph) -> None:
    assert role(graph, "assistant.frameworks", "assistant.frameworks=pytorch") == "member_of"


def test_an_overruled_firing_is_kept_but_supports_nothing(graph: nx.DiGraph) -> None:
    overruled = firing_of("warnings", "also-seldom")
    assert role(graph, overruled, "assistant.warnings=idle") == "overruled"
    assert "assistant.frameworks" not in ground(graph, "assistant.warnings")


def test_the_ground_of_a_conclusion_is_what_was_given_and_the_policy(graph: nx.DiGraph) -> None:
    assert ground(graph, "assistant.warnings") == (
        "assistant.utilization",
        "plan.site",
        "parameters/own_min_utilization",
        "sources/C15",
    )


def test_an_assumption_and_what_was_not_said_belong_to_the_ground(graph: nx.DiGraph) -> None:
    assert ground(graph, "assistant.precision") == (
        "assistant.stage",
        "assistant.precision?",
        "assistant.precision",
    )


def test_a_rule_that_asks_nothing_is_ground_itself(graph: nx.DiGraph) -> None:
    assert ground(graph, "assistant.deployment") == (firing_of("deployment", "else-both"),)


def test_every_conclusion_of_a_sound_assessment_is_supported(graph: nx.DiGraph) -> None:
    assert unsupported(graph) == ()
    assert nx.is_directed_acyclic_graph(graph)


def test_a_calculation_from_nothing_and_all_above_it_hang_in_the_air() -> None:
    found = assessment()
    found.frames.workload.put_values("memory_need_gib", [10.0], [Calculated("guess", ())])
    graph = build_graph(found)
    assert "assistant/guess()" in unsupported(graph)
    assert f"{A}.memory_fill" in unsupported(graph)
    assert f"{A}.tier_gap" not in unsupported(graph)


def test_a_premise_that_no_fact_backs_hangs_in_the_air() -> None:
    firing = fired("assistant", "deployment", "critical-stays", "dedicated", "assistant.critical")
    graph = build_graph(assessment(placement=(firing,)))
    assert unsupported(graph) == ("assistant.critical", "assistant.deployment", firing.id)


def test_reasoning_in_a_circle_is_named_step_by_step() -> None:
    found = assessment()
    loop = Calculated("serving_memory", ("assistant.memory_need_gib", "assistant.stage"))
    found.frames.workload.put_values("memory_need_gib", [10.0], [loop])
    with pytest.raises(ReasoningError, match="rests on itself: `assistant") as error:
        build_graph(found)
    assert error.value.problems[0].code == "cyclic-reasoning"


def test_roots_bring_in_what_they_rest_on_and_nothing_else(graph: nx.DiGraph) -> None:
    root = f"{D}.verdict"
    part = build_graph(assessment(), roots=[root])
    under = nx.ancestors(graph, root) | {root}
    cited = {s for node in under for s in graph.successors(node) if s.startswith("sources/")}
    assert set(part) == under | cited
    assert set(part.edges) == set(graph.subgraph(part).edges)


def test_a_root_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match=r"nothing has the id `assistant\.colour`"):
        build_graph(assessment(), roots=["assistant.deployment", "assistant.colour"])


def test_a_dot_in_a_workload_id_is_no_attribute(graph: nx.DiGraph) -> None:
    found = assessment()
    workload = found.frames.workload
    renamed = replace(workload, subjects=("v1.2",))
    frames = replace(found.frames, workload=renamed)
    graph = build_graph(replace(found, frames=frames, trace=()), roots=["v1.2.stage"])
    assert graph.nodes["v1.2.stage"]["subject"] == "v1.2"
