"""Draws and results to a spread: shares, percentiles, influences, boundaries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rackwright.frames import Column, decode
from rackwright.records import Value
from rackwright.rulebook.model import Attribute, Kind, Rulebook
from rackwright.uncertainty.draws import Numbers
from rackwright.uncertainty.inputs import Input
from rackwright.uncertainty.results import Key, Results
from rackwright.uncertainty.spread import (
    Boundary,
    DecisionSpread,
    FigureSpread,
    Influence,
    InputSpread,
    Share,
    Spread,
)
from rackwright.uncertainty.statistics import (
    LEAST_IN_A_BIN,
    Codes,
    Mask,
    bins_of,
    correlation,
    explained_share,
    ranks,
    standard_error,
    turn_of,
)

PERCENTILES = (5, 50, 95)
MOSTLY = 0.75
"""Share of a conclusion's draws that must lie on one side of a boundary."""
WELL_APART = 0.5
"""How much larger that share must be than that of the other draws."""


@dataclass(frozen=True, eq=False, slots=True)
class _Drawn:
    """The draws of one input, as the statistics need them."""

    name: str
    numbers: Numbers
    ranks: Numbers
    bins: Codes


def summarised(
    inputs: Sequence[Input],
    draws: Mapping[str, Numbers],
    results: Results,
    rulebook: Rulebook,
    seed: int,
) -> Spread:
    """The spread of results over draws of the inputs."""
    drawn = [
        _Drawn(one.name, draws[one.id], ranks(draws[one.id]), bins_of(draws[one.id]))
        for one in inputs
    ]
    known = {key: column for key, column in results.figures.items() if not np.isnan(column).all()}
    units = {one.name: one.unit for one in inputs}
    units |= {name: rulebook.vocabulary[name].unit for _, name in known}
    return Spread(
        len(drawn[0].numbers),
        seed,
        tuple(InputSpread(one, *_percentiles(draws[one.id])) for one in inputs),
        tuple(
            _decision(key, column, rulebook.vocabulary[key[1]], drawn)
            for key, column in results.decided.items()
            if (column >= 0).any()
        ),
        tuple(_figure(key, column, drawn) for key, column in known.items()),
        units,
    )


def _percentiles(numbers: Numbers) -> tuple[float, float, float]:
    low, median, high = np.percentile(numbers, PERCENTILES).tolist()
    return low, median, high


def _figure(key: Key, column: Column, drawn: Sequence[_Drawn]) -> FigureSpread:
    known = ~np.isnan(column)
    numbers = column[known]
    ranked = ranks(numbers)
    found = (
        Influence(one.name, correlation(_ranked(one, known), ranked))
        for one in drawn
        if numbers.min() < numbers.max()
    )
    return FigureSpread(*key, *_percentiles(numbers), float(known.mean()), _strongest(found))


def _ranked(one: _Drawn, known: Mask) -> Numbers:
    return one.ranks if known.all() else ranks(one.numbers[known])


def _strongest(influences: Iterator[Influence]) -> tuple[Influence, ...]:
    return tuple(sorted(influences, key=lambda one: -abs(one.strength)))


def _decision(
    key: Key, column: Column, attribute: Attribute, drawn: Sequence[_Drawn]
) -> DecisionSpread:
    _, classes = np.unique(column, return_inverse=True)
    varies = bool(classes.any())
    codes = np.asarray(classes.reshape(-1), dtype=np.int64)
    found = (Influence(one.name, explained_share(codes, one.bins)) for one in drawn if varies)
    shares = sorted(_shares(column, attribute, drawn), key=lambda one: -one.share)
    undecided = float((column < 0).mean())
    return DecisionSpread(*key, tuple(shares), undecided, _strongest(found))


def _shares(column: Column, attribute: Attribute, drawn: Sequence[_Drawn]) -> Iterator[Share]:
    for value, holds in _outcomes(column, attribute):
        share = float(holds.mean())
        few = min(int(holds.sum()), int((~holds).sum())) < LEAST_IN_A_BIN
        boundary = None if few else _boundary(holds, drawn)
        if share:
            yield Share(value, share, standard_error(share, len(column)), boundary)


def _outcomes(column: Column, attribute: Attribute) -> Iterator[tuple[Value, NDArray[np.bool_]]]:
    if attribute.kind is Kind.SET:
        for bit, member in enumerate(attribute.values):
            yield member, (column >= 0) & (column >> bit & 1 == 1)
        return
    for code in np.unique(column[column >= 0]).tolist():
        value = decode(attribute, code)
        assert value is not None
        yield value, column == code


def _boundary(holds: Mask, drawn: Sequence[_Drawn]) -> Boundary | None:
    codes = holds.astype(np.int64)
    best = max(drawn, key=lambda one: explained_share(codes, one.bins))
    turn = turn_of(best.numbers, holds)
    if turn is None or turn.covered < MOSTLY or turn.apart < WELL_APART:
        return None
    return Boundary(best.name, turn.at, turn.below, turn.covered, turn.here, turn.beyond)
