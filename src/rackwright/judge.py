"""One scope judged: rows to the engine, conclusions back into the columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rackwright.engines.base import Engine
from rackwright.frames import Frame
from rackwright.records import Concluded, Firing, Origin, Scope, Value
from rackwright.rulebook.model import Decision, Hit, Kind, Rulebook, tests


def judge(
    frame: Frame,
    scope: Scope,
    rulebook: Rulebook,
    engine: Engine,
    rows: Sequence[int] | None = None,
) -> tuple[Firing, ...]:
    """Run the rules of a scope for some rows (all by default) and keep what they conclude."""
    decisions = rulebook.stage(scope, frame.of)
    at = range(len(frame)) if rows is None else rows
    if not decisions or not at:
        return ()
    names = tested(decisions)
    judged = engine.run(scope, frame.of, [frame.row(row, names) for row in at])
    for decision in decisions:
        _keep(frame, decision, dict(zip(at, judged, strict=True)))
    return tuple(firing for firings in judged for firing in firings)


def tested(decisions: Iterable[Decision]) -> tuple[str, ...]:
    """The attributes that the rules of some decisions test or conclude, sorted."""
    names = {t.attribute for d in decisions for rule in d.rules for t in tests(rule.condition)}
    return tuple(sorted(names | {d.attribute for d in decisions}))


def _keep(frame: Frame, decision: Decision, judged: dict[int, tuple[Firing, ...]]) -> None:
    name = decision.attribute
    values: list[Value | None] = [frame.value(row, name) for row in range(len(frame))]
    origins: list[Origin | None] = [
        None if value is None else _origin(frame, row, name) for row, value in enumerate(values)
    ]
    for row, firings in judged.items():
        held = [f for f in firings if f.decision == name and not f.overruled]
        if values[row] is None and held:
            values[row] = _combined(frame, decision, held)
            origins[row] = Concluded(tuple(f.id for f in held))
    frame.put_values(name, values, origins)


def _origin(frame: Frame, row: int, name: str) -> Origin:
    fact = frame.fact(row, name)
    assert fact is not None
    return fact.origin


def _combined(frame: Frame, decision: Decision, held: list[Firing]) -> Value:
    if decision.hit is Hit.FIRST:
        return held[0].value
    assert frame.vocabulary[decision.attribute].kind is Kind.SET
    return tuple(str(firing.value) for firing in held)
