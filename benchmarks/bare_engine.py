"""What durable_rules itself costs inside one advice, and what is ours around it.

Run: python benchmarks/bare_engine.py [examples/internal-assistant.yaml]

Every call into the compiled engine during one advice is recorded, then made again in a loop that
does nothing else. Against that stand the same rows through `DurableEngine.run`, which also writes
facts, reads firings and names their premises, the whole advice, and the advice without an engine,
when the firings are known. For comparison the same rules and facts go through the loop that
durable_rules brings along. Times are processor time, medians of rounds that take turns.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from rackwright.advisor import advise
from rackwright.bundled import examples_folder
from rackwright.engines.durable import DurableEngine, extension
from rackwright.facts.load import load_plan
from rackwright.facts.plan import Plan
from rackwright.knowledge import default_rules, engine_for
from rackwright.records import Entity, Firing, Row, Scope
from rackwright.rulebook.model import Rulebook

ROUNDS = 25
SID = "0"

Stage = tuple[Scope, Entity, Sequence[Row]]
Call = tuple[str, tuple[Any, ...]]
Evaluation = tuple[int, str, list[str | None]]
"""A ruleset, the first fact, then facts to assert and None where what fires next is asked for."""


class Recorder:
    """Stands in for the compiled engine and notes every call."""

    def __init__(self, engine: ModuleType) -> None:
        self.calls: list[Call] = []
        self.rulesets: dict[int, tuple[str, str]] = {}
        """By handle the name and the definition of each ruleset that was made."""
        self.error = engine.error
        self._engine = engine

    def __getattr__(self, name: str) -> Callable[..., Any]:
        function = getattr(self._engine, name)

        def call(*args: Any) -> Any:
            self.calls.append((name, args))
            result = function(*args)
            if name == "create_ruleset":
                self.rulesets[result] = args
            return result

        return call

    def rest(self) -> None:
        """Note nothing more. WHY: engines share what they have compiled, with this in it."""
        vars(self).update(vars(self._engine))


class Observed(DurableEngine):
    """Notes the rows that come in and what fires."""

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook)
        self.seen: list[Stage] = []
        self.fired: dict[tuple[Scope, Entity], list[tuple[Firing, ...]]] = {}

    def run(self, scope: Scope, of: Entity, rows: Sequence[Row]) -> list[tuple[Firing, ...]]:
        """As the engine does."""
        self.seen.append((scope, of, rows))
        self.fired[scope, of] = super().run(scope, of, rows)
        return self.fired[scope, of]


class Known:
    """Gives the firings that were noted, whatever the rows."""

    def __init__(self, observed: Observed) -> None:
        self.rulebook = observed.rulebook
        self._fired = observed.fired

    def of(self, _rulebook: Rulebook) -> Known:
        """This engine, for the rulebook that the firings came from."""
        return self

    def run(self, scope: Scope, of: Entity, _rows: Sequence[Row]) -> list[tuple[Firing, ...]]:
        """What fired then."""
        return self._fired[scope, of]


def evaluations(calls: Sequence[Call]) -> list[Evaluation]:
    """The calls of each evaluation of a row, without what the row's state is called."""
    found: list[Evaluation] = []
    for (name, args), (following, _) in zip(calls, [*calls[1:], ("", ())], strict=True):
        if name == "assert_fact" and following == "start_action_for_state":
            found.append((*args, []))
        elif name == "assert_fact":
            found[-1][2].append(args[1])
        elif name == "complete_and_start_action":
            found[-1][2].append(None)
    return found


def replay(engine: ModuleType, recorded: Sequence[Evaluation]) -> int:
    """Make the calls again and nothing else but to count what fires."""
    assert_fact, ask, fired = engine.assert_fact, engine.complete_and_start_action, 0
    for ruleset, first, steps in recorded:
        _, state = assert_fact(ruleset, first)
        engine.start_action_for_state(ruleset, state)
        for step in steps:
            if step is not None:
                assert_fact(ruleset, step)
            elif ask(ruleset, state):
                fired += 1
        engine.delete_state(ruleset, SID)
    return fired


class ThroughHost:
    """The same rules and facts through the loop of `durable.engine`, without its threads."""

    def __init__(self, rulesets: Mapping[int, tuple[str, str]], recorded: Sequence[Evaluation]):
        from durable import engine

        class Ruleset(engine.Ruleset):  # type: ignore[misc]
            def _handle_result(self, result: tuple[int, int], _message: object) -> int:
                return result[1]  # a fact that no rule looks at is no error

        class Host(engine.Host):  # type: ignore[misc]
            def _run(self) -> None:
                """Begin no threads."""

        self._host = Host()
        for name, definition in rulesets.values():
            rules = json.loads(definition)
            for priority, rule in rules.items():
                rule["run"] = self._fired if int(priority) else lambda c: None
            self._host._ruleset_directory[name] = Ruleset(name, self._host, rules)
        self._recorded = [
            (rulesets[handle][0], _by_firing([first, *steps])) for handle, first, steps in recorded
        ]
        self._following: Iterator[list[dict[str, Any]]] = iter(())
        self._count = 0

    def _fired(self, c: Any) -> None:
        self._count += 1
        for fact in next(self._following):
            c.assert_fact(fact)

    def replay(self) -> int:
        """Evaluate every row again and count what fires."""
        self._count = 0
        for name, (facts, *following) in self._recorded:
            self._following = iter(following)
            self._host.assert_facts(name, facts)
            self._host.delete_state(name, SID)
        return self._count


def _by_firing(steps: Sequence[str | None]) -> list[list[dict[str, Any]]]:
    """The facts before the first firing, and those that each firing adds."""
    found: list[list[dict[str, Any]]] = [[]]
    for step in steps:
        if step is None:
            found.append([])
        else:
            found[-1].append(json.loads(step))
    return found


def medians(actions: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Milliseconds of each action."""
    times: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(ROUNDS):
        for name, action in actions.items():
            start = time.process_time()
            action()
            times[name].append((time.process_time() - start) * 1e3)
    return {name: statistics.median(found) for name, found in times.items()}


def observe(plan: Plan, rulebook: Rulebook) -> tuple[Observed, Recorder]:
    """One advice, with the rows that the engine got and the calls that it made.

    The engine has to stay alive for as long as calls are made again: it holds the rulesets.
    """
    loaded = extension.load()
    recorder = Recorder(loaded)
    extension.load = lambda: recorder  # type: ignore[assignment, return-value]
    made: list[Observed] = []

    def engine(judged_by: Rulebook) -> Observed:
        made.append(Observed(judged_by))
        return made[-1]

    advise(plan, rules=rulebook, engine=engine)
    extension.load = lambda: loaded
    recorder.rest()
    return made[0], recorder


def main() -> None:
    """Record one advice, then print what it costs with and without what is ours."""
    parser = argparse.ArgumentParser(description=__doc__)
    default = examples_folder() / "internal-assistant.yaml"
    parser.add_argument("plan", nargs="?", type=Path, default=default)
    plan, rulebook = load_plan(parser.parse_args().plan), default_rules()
    observed, recorder = observe(plan, rulebook)
    recorded = evaluations(recorder.calls)
    engine, bare = engine_for(observed.rulebook), extension.load()
    advise(plan, rules=rulebook)
    known = Known(observed)
    steps = [step for *_, steps in recorded for step in steps]
    fired = steps.count(None) - len(recorded)  # the last question of each row finds nothing
    assert replay(bare, recorded) == fired, "the calls made again fire something else"
    hosted = ThroughHost(recorder.rulesets, recorded)
    assert hosted.replay() == fired, "the loop of durable.engine fires something else"
    found = medians(
        {
            "bare engine": lambda: replay(bare, recorded),
            "its own loop": hosted.replay,
            "DurableEngine.run": lambda: [engine.run(*stage) for stage in observed.seen],
            "advise": lambda: advise(plan, rules=rulebook, engine=DurableEngine),
            "advise, no engine": lambda: advise(plan, rules=rulebook, engine=known.of),
        }
    )
    n_facts = len(steps) - steps.count(None)
    print(f"{len(recorded)} rows, {n_facts:,} facts, {fired:,} firings")
    for name, milliseconds in found.items():
        ratio = milliseconds / found["bare engine"]
        print(f"{name:20} {milliseconds:10.1f} ms {ratio:8.2f} times the bare engine")


if __name__ == "__main__":
    main()
