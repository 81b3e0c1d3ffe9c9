from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO

import networkx as nx
import pytest

from rackwright.advice import Advice
from rackwright.advisor import advise
from rackwright.bundled import examples_folder
from rackwright.errors import PlanError, UsageError
from rackwright.facts.load import load_plan
from rackwright.facts.plan import Plan


def example(name: str) -> Advice:
    return advise(load_plan(examples_folder() / f"{name}.yaml"))


@pytest.fixture(scope="module")
def assistant() -> Advice:
    return example("internal-assistant")


@pytest.fixture(scope="module")
def hybrid() -> Advice:
    return example("hybrid-platform")


def test_a_view_gives_values_by_name(assistant: Advice) -> None:
    view = assistant.workloads["assistant"]
    assert view["compute_class"] == "gpu"
    assert isinstance(view["memory_need_gib"], float)
    assert view["latency_ms"] is None
    assert assistant.plan["outcome"] == assistant.outcome == "recommended"


def test_a_misspelt_attribute_of_a_view_names_the_nearest(assistant: Advice) -> None:
    with pytest.raises(UsageError, match="compute_class"):
        assistant.workloads["assistant"]["compute_clas"]


def test_the_chosen_option_is_the_first_of_all(assistant: Advice) -> None:
    view = assistant.workloads["assistant"]
    assert view.chosen is not None
    assert view.chosen == view.options[0]
    assert (view.chosen.rank, view.chosen.status) == (1, "preferred")
    assert view.chosen.count == view.chosen.figures["devices_needed"]
    assert assistant.options["assistant"] == view.options


def test_conclusions_say_rule_reason_sources_and_assumptions(assistant: Advice) -> None:
    found = {one.attribute: one for one in assistant.conclusions}
    assert found["compute_class"].rule in {
        rule.id for d in assistant.assessment.rulebook.decisions for rule in d.rules
    }
    assert "GPU" in found["compute_class"].because
    assert found["compute_class"].because_in("zh-TW") != found["compute_class"].because
    assert "B5" in found["compute_class"].sources
    assert found["deployment"].subject == "assistant"
    assert not set(found) & {one.attribute for one in assistant.assumptions}


def test_a_conclusion_tells_the_assumptions_behind_it(hybrid: Advice) -> None:
    verdicts = [o.reasons[0] for o in hybrid.workloads["assistant"].options if o.reasons]
    assert verdicts
    assert {"plan.pue", "assistant.kv_precision"} <= {
        f"{one.subject}.{one.attribute}" for one in hybrid.assumptions
    }
    checks = [one for one in hybrid.conclusions if one.attribute == "payback_check"]
    assert "plan.electricity_price" in checks[0].assumptions


def test_a_stated_fact_is_no_assumption() -> None:
    plan = load_plan(examples_folder() / "internal-assistant.yaml")
    stated = advise(plan).what_if({"pue": 1.3}).after
    assert "pue" not in {one.attribute for one in stated.assumptions}


def test_costs_say_what_is_left_out_and_on_what_they_rest() -> None:
    offers = {o.name: o for o in example("reference-4xa100").costs["tuning"]}
    assert offers["Azure"].total == 8_280_000
    assert offers["Azure"].monthly == 230_000
    assert offers["Azure"].quoted
    assert not offers["hosted"].quoted
    assert offers["Azure"].left_out == ()
    power = {item.attribute: item for item in offers["Azure"].items}["power_cost"]
    assert (power.amount, power.basis, power.included) == (0, "given", True)
    compute = {item.attribute: item for item in offers["hosted"].items}["compute_cost"]
    assert all(row.startswith("prices/a100_80gb") for row in compute.rows)
    assert compute.date


def test_an_estimate_rests_on_its_own_prices_alone(assistant: Advice) -> None:
    offers = {o.name: {i.attribute: i for i in o.items} for o in assistant.costs["assistant"]}
    own, cloud = offers["own"]["compute_cost"], offers["cloud"]["compute_cost"]
    assert all(row.startswith("prices/l4_purchase") for row in own.rows)
    assert all(row.startswith("prices/l4_") for row in cloud.rows)
    assert set(own.rows).isdisjoint(cloud.rows)
    assert "electricity_price_twd" in offers["own"]["power_cost"].parameters
    assert "own_staff_per_month" in offers["own"]["staff_cost"].parameters


def test_an_item_without_a_price_is_left_out_by_name() -> None:
    plan = {
        "workloads": [
            {
                "id": "a",
                "stage": "inference",
                "serving": "real_time",
                "model": "Llama-3.1-8B",
                "quotes": [{"name": "dear", "deployment": "cloud", "items": {"power": "included"}}],
            }
        ]
    }
    offers = {o.name: o for o in advise(Plan.model_validate(plan)).costs["a"]}
    assert {"dear", "own"} <= set(offers)
    for offer in offers.values():
        known = {item.attribute for item in offer.items}
        assert known.isdisjoint(offer.left_out)
        assert len(known) + len(offer.left_out) == 5


def test_warnings_are_those_of_the_workloads_then_of_the_plan() -> None:
    advice = example("dgx-in-the-office")
    subjects = [warning.firing.subject for warning in advice.warnings]
    assert "plan" in subjects
    assert subjects == sorted(subjects, key=lambda subject: subject == "plan")
    assert all(warning.because for warning in advice.warnings)


def test_the_graph_holds_every_conclusion(assistant: Advice) -> None:
    for one in assistant.conclusions:
        assert f"{one.subject}.{one.attribute}" in assistant.graph
    assert assistant.graph is assistant.graph


WRITERS = {
    "GraphML": lambda graph: nx.parse_graphml("\n".join(nx.generate_graphml(graph))),
    "GEXF": lambda graph: nx.read_gexf(BytesIO("\n".join(nx.generate_gexf(graph)).encode())),
    "node-link JSON": lambda graph: nx.node_link_graph(
        json.loads(json.dumps(nx.node_link_data(graph, edges="edges"))), edges="edges"
    ),
}


@pytest.mark.parametrize("written_and_read", WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize("name", ["assistant", "hybrid"])
def test_the_graph_can_be_written_and_read_again(
    name: str, written_and_read: Callable[[nx.DiGraph], nx.DiGraph], request: pytest.FixtureRequest
) -> None:
    graph = request.getfixturevalue(name).graph
    again = written_and_read(graph)
    assert {n: d["kind"] for n, d in again.nodes(data=True)} == dict(graph.nodes(data="kind"))
    assert {(t, h): r for t, h, r in again.edges(data="role")} == {
        (t, h): r for t, h, r in graph.edges(data="role")
    }


def test_what_the_graph_says_under_one_name_is_of_one_type(assistant: Advice) -> None:
    types: dict[str, set[type]] = {}
    for _, about in assistant.graph.nodes(data=True):
        for name, said in about.items():
            types.setdefault(name, set()).add(type(said))
    assert {name for name, found in types.items() if len(found) > 1} == set()
    assert types["number"] == {float}
    needed = assistant.graph.nodes["assistant@l4.devices_needed"]
    assert (needed["value"], needed["number"]) == ("2", 2.0)


def test_the_graph_says_the_members_of_a_set_in_one_text(assistant: Advice) -> None:
    several = [one for one in assistant.conclusions if isinstance(one.value, tuple)]
    assert any(len(one.value) > 1 for one in several)
    for one in several:
        said = assistant.graph.nodes[f"{one.subject}.{one.attribute}"]["value"]
        assert sorted(said.split(", ")) == sorted(one.value)


def test_the_graph_cannot_be_emptied_by_one_of_its_readers(assistant: Advice) -> None:
    with pytest.raises(nx.NetworkXError, match="Frozen graph"):
        assistant.graph.clear()
    changed = assistant.graph.copy()
    changed.clear()
    assert len(assistant.graph) > 0


def test_the_only_workload_need_not_be_named(assistant: Advice) -> None:
    assert assistant.why("deployment").id == "assistant.deployment"
    assert assistant.why("outcome").id == "plan.outcome"


def test_several_workloads_must_be_told_apart(hybrid: Advice) -> None:
    with pytest.raises(UsageError) as caught:
        hybrid.why("deployment")
    assert all(f"`{name}`" in str(caught.value.problems[0].hint) for name in hybrid.workloads)
    assert hybrid.why("overall_deployment").id == "plan.overall_deployment"


def test_why_takes_the_subject_of_an_option(assistant: Advice) -> None:
    assert assistant.why("verdict", "assistant@h100_sxm").value == "over_provisioned"


def test_why_not_a_device_asks_about_the_option(assistant: Advice) -> None:
    answer = assistant.why_not("device", "H100 SXM")
    assert "over-provisioned" in assistant.tell(answer)
    assert "配置過剩" in assistant.tell(answer, "zh-TW")


def test_every_conclusion_can_be_told(hybrid: Advice) -> None:
    for one in hybrid.conclusions:
        answer = hybrid.why(one.attribute, one.subject if one.subject != "plan" else None)
        assert hybrid.tell(answer)
        assert hybrid.data_of(answer)["id"] == f"{one.subject}.{one.attribute}"


def test_what_if_tells_what_differs_before_and_after(assistant: Advice) -> None:
    found = assistant.what_if({"assistant.context_tokens": 32768})
    figures = {(c.subject, c.attribute): c for c in found.figures}
    cache = figures["assistant", "kv_cache_gib"]
    assert cache.after == pytest.approx(8 * cache.before)
    assert {c.attribute for c in found.chosen} & {"device", "devices_needed"}
    assert found.before is assistant
    assert found.after.outcome == "recommended"


def test_what_if_tells_conclusions_and_costs_that_change() -> None:
    changes = {"circuit_amps": 63, "circuit_phases": 3, "rack_power_kw": 20}
    found = example("dgx-in-the-office").what_if(changes)
    circuit = {c.attribute: c for c in found.conclusions}["circuit"]
    assert (circuit.before, circuit.after) == ("too_small", "carries_the_load")
    assert found.outcome is None
    costs = example("internal-assistant").what_if({"electricity_price": 9}).costs
    own = {c.attribute: c for c in costs if c.subject == "assistant:own"}
    assert own["total_cost"].after > own["total_cost"].before


def test_what_if_nothing_changes_says_so(assistant: Advice) -> None:
    found = assistant.what_if({"name": "another name"})
    assert found.to_dict() == {
        "changes": {"name": "another name"},
        "outcome": None,
        "chosen": [],
        "conclusions": [],
        "costs": [],
        "figures": [],
    }
    assert "Nothing that was concluded changes." in found.to_text()
    assert "結論不變" in found.to_text("zh-TW")


def test_what_if_leaves_the_first_advice_as_it_was(assistant: Advice) -> None:
    before = assistant.to_json()
    assistant.what_if({"assistant.concurrency": 400})
    assert assistant.to_json() == before


def test_what_if_can_be_asked_again_of_its_answer(assistant: Advice) -> None:
    there = assistant.what_if({"assistant.concurrency": 400})
    back = there.after.what_if({"assistant.concurrency": 40})
    assert back.after.to_json() == assistant.to_json()


def test_what_if_tells_when_the_outcome_changes(assistant: Advice) -> None:
    found = assistant.what_if({"assistant.stage": None})
    assert found.outcome is not None
    assert (found.outcome.before, found.outcome.after) == ("recommended", "undetermined")
    assert "Recommended → Not enough is known to decide" in found.to_text()


def test_what_if_of_a_workload_that_gets_no_device_is_told(assistant: Advice) -> None:
    found = assistant.what_if({"assistant.model": None, "assistant.parameters_b": 90000})
    assert {c.attribute: c.after for c in found.chosen}["device"] is None
    assert found.to_text()


def test_what_if_refuses_what_no_plan_can_say(assistant: Advice) -> None:
    with pytest.raises(PlanError):
        assistant.what_if({"assistant.concurrency": -1})
    with pytest.raises(UsageError):
        assistant.what_if({"assistant.nothing.here": 1, "nowhere": 2})


def test_a_notebook_shows_the_report(assistant: Advice) -> None:
    assert assistant._repr_html_().startswith('<div class="rackwright"')
    assert "<html" not in assistant._repr_html_()
    assert "<html" in assistant.to_html("zh-TW")
