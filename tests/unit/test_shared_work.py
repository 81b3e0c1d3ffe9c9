"""What rulebooks that differ in parameters have in common is worked out once."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import pytest

from rackwright.advisor import advise
from rackwright.catalog import Catalog
from rackwright.engines.columnar import ColumnarEngine
from rackwright.engines.durable import DurableEngine
from rackwright.engines.durable.extension import compiled
from rackwright.engines.sharing import SharedStages
from rackwright.facts.load import plan_from_dict
from rackwright.facts.plan import Plan
from rackwright.knowledge import default_rules
from rackwright.measure.catalogued import columns_of, table_column
from rackwright.measure.kept import kept_by_catalogue
from rackwright.records import Entity, Scope
from rackwright.rulebook.model import Rulebook
from rackwright.rulebook.model import tests as every_test
from rackwright.rulebook.overrides import with_parameters

RULES = default_rules()
STAGES = tuple(dict.fromkeys((d.scope, d.of) for d in RULES.decisions))
COMPARED = "own_min_utilization"
CONCLUDED = "electricity_price_twd"


def stages_that_compare(parameter: str) -> set[tuple[Scope, Entity]]:
    return {
        (decision.scope, decision.of)
        for decision in RULES.decisions
        for rule in decision.rules
        for test in every_test(rule.condition)
        if test.parameter == parameter
    }


def stages_that_conclude(parameter: str) -> set[tuple[Scope, Entity]]:
    return {
        (decision.scope, decision.of)
        for decision in RULES.decisions
        for rule in decision.rules
        if rule.parameter == parameter
    }


def plan(**parameters: float) -> Plan:
    workload = {"id": "a", "stage": "inference", "model": "Llama-3.1-8B", "concurrency": 40}
    workload |= {"context_tokens": 4096, "utilization": 0.5, "duration_months": 36}
    return plan_from_dict({"workloads": [workload], "parameters": parameters})


def forgotten(n_sets: int = 20) -> None:
    """Other sets of parameters until the latest ones are no longer at hand."""
    for at in range(n_sets):
        with_parameters(RULES, {"pue_default": 1.5 + at / 100})


# decisions


def test_decisions_that_do_not_name_a_parameter_stay_the_same_objects() -> None:
    changed = with_parameters(RULES, {COMPARED: 0.123, CONCLUDED: 1.25})
    kept = [
        (old.attribute, old is new)
        for old, new in zip(RULES.decisions, changed.decisions, strict=True)
    ]
    named = {
        decision.attribute
        for decision in RULES.decisions
        for rule in decision.rules
        for name in (rule.parameter, *(test.parameter for test in every_test(rule.condition)))
        if name in (COMPARED, CONCLUDED)
    }
    assert {name for name, same in kept if not same} == named
    assert 0 < len(named) < len(kept)


def test_a_parameter_with_the_value_that_it_has_changes_no_decision() -> None:
    same = with_parameters(RULES, {COMPARED: RULES.parameters[COMPARED].value})
    assert same.decisions == RULES.decisions
    assert same.parameters[COMPARED].sources == ("plan",)


def test_a_decision_with_the_same_values_is_the_same_one_after_many_others() -> None:
    first = with_parameters(RULES, {COMPARED: 0.321})
    forgotten()
    again = with_parameters(RULES, {COMPARED: 0.321})
    assert again is not first
    assert again.decisions == first.decisions


# engines


@pytest.mark.parametrize("made", [DurableEngine, ColumnarEngine])
def test_engines_share_the_stages_in_which_no_decision_differs(
    made: type[DurableEngine] | type[ColumnarEngine],
) -> None:
    one, other = made(RULES), made(with_parameters(RULES, {COMPARED: 0.234}))
    differ = {s for s in STAGES if _stage(one, *s) is not _stage(other, *s)}
    assert differ == stages_that_compare(COMPARED)
    assert len(differ) < len(STAGES)


def test_a_parameter_that_rules_only_conclude_compiles_nothing_again() -> None:
    assert not stages_that_compare(CONCLUDED)
    assert stages_that_conclude(CONCLUDED)
    one, other = (
        DurableEngine(with_parameters(RULES, {CONCLUDED: price})) for price in (2.25, 3.25)
    )
    for scope, of in stages_that_conclude(CONCLUDED):
        first, second = _stage(one, scope, of), _stage(other, scope, of)
        assert first is not second
        assert first._rules is second._rules


def _stage(engine: DurableEngine | ColumnarEngine, scope: Scope, of: Entity) -> object:
    return (
        engine.stage(scope, of) if isinstance(engine, ColumnarEngine) else engine._stage(scope, of)
    )


def test_plans_in_turn_each_get_what_their_own_parameters_say() -> None:
    for _ in range(2):
        for share, rule in ((0.4, True), (0.6, False)):
            advice = advise(plan(**{COMPARED: share, CONCLUDED: 10 * share}))
            assert (advice.workloads["a"]["payback_rule"] == "own_pays") is rule
            assert advice.plan["electricity_price"] == pytest.approx(10 * share)


def test_only_the_latest_stages_are_kept() -> None:
    compilations: list[str] = []

    def compile_(name: str, *_: object) -> list[str]:
        compilations.append(name)
        return [name]

    shared = SharedStages(compile_, 2)
    first = shared.of(RULES, *STAGES[0])
    shared.of(RULES, *STAGES[1])
    assert shared.of(RULES, *STAGES[0]) is first
    shared.of(RULES, *STAGES[2])
    assert shared.of(RULES, *STAGES[0]) is first
    assert len(compilations) == 3
    shared.of(RULES, *STAGES[1])
    assert len(compilations) == 4


def test_a_rulebook_with_another_vocabulary_shares_no_stage() -> None:
    other = replace(RULES, vocabulary=dict(RULES.vocabulary))
    shared = SharedStages(lambda *_: object(), 8)
    assert shared.of(RULES, *STAGES[0]) is not shared.of(other, *STAGES[0])


def test_a_ruleset_is_shared_while_somebody_holds_it_and_freed_with_the_last() -> None:
    rules = [[{"$and": [{"attribute": "size"}, {"$gt": {"number": 3}}]}]]
    one, other = compiled("sizes", rules), compiled("sizes", rules)
    assert one is other
    assert compiled("widths", rules) is not one
    gone = weakref.ref(one)
    del one, other
    gc.collect()
    assert gone() is None
    assert compiled("sizes", rules) is not None


# measures


def test_columns_of_the_catalogue_serve_rulebooks_with_other_parameters() -> None:
    changed = with_parameters(RULES, {COMPARED: 0.345})
    assert table_column(changed, "models", "layers") is table_column(RULES, "models", "layers")
    assert columns_of(changed, "devices") is columns_of(RULES, "devices")


def test_another_vocabulary_or_catalogue_has_columns_of_its_own() -> None:
    models = RULES.catalog.tables["models"]
    for other in (
        replace(RULES, vocabulary=dict(RULES.vocabulary)),
        replace(RULES, catalog=Catalog({"models": dict(list(models.items())[:3])})),
    ):
        column = table_column(other, "models", "layers")
        assert column is not table_column(RULES, "models", "layers")
        assert len(column) == len(other.catalog.tables["models"]) + 1


def test_what_is_kept_for_a_catalogue_goes_with_it() -> None:
    class Thing:
        pass

    @kept_by_catalogue
    def thing(_rulebook: Rulebook, _name: str) -> Thing:
        return Thing()

    own = replace(RULES, catalog=Catalog())
    kept = weakref.ref(thing(own, "a"))
    gc.collect()
    assert thing(own, "a") is kept()
    assert thing(own, "b") is not kept()
    del own
    gc.collect()
    assert kept() is None
