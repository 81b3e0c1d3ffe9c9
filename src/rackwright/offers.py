"""The ways to pay for each placed workload: the user's quotes, and estimates for the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from rackwright.facts.plan import Plan
from rackwright.facts.points import Point, points_of
from rackwright.facts.quote import Quote, QuoteItems
from rackwright.facts.uncertain import Of
from rackwright.frames import Column, Frame, Subjects, unknown_column
from rackwright.records import Calculated, Entity, Given, Origin, fact_id, offer_subject

Rows = NDArray[np.intp]
ESTIMATED = ("own", "cloud", "hosted")
"""Kinds of deployment that are estimated where the user has no quote of the kind."""


@dataclass(frozen=True, slots=True)
class PlacedQuote:
    """A quote, the row of its workload, and where it stands in the plan."""

    workload: int
    quote: Quote
    where: str
    ranged: Mapping[str, Given] = field(default_factory=dict)
    """Where items that are stated only as a range come from, by name."""


def quotes_of(plan: Plan) -> tuple[PlacedQuote, ...]:
    """The quotes of a plan, in its order, with the middle of items that are only a range."""
    points: dict[tuple[str, str], list[Point]] = {}
    for point in points_of(plan):
        if point.target.of is Of.QUOTE:
            points.setdefault((point.target.subject, point.target.quote), []).append(point)
    return tuple(
        _placed(row, quote, f"workloads[{row}].quotes[{at}]", points.get((w.id, quote.name), ()))
        for row, w in enumerate(plan.workloads)
        for at, quote in enumerate(w.quotes or ())
    )


def _placed(row: int, quote: Quote, where: str, points: Sequence[Point]) -> PlacedQuote:
    if not points:
        return PlacedQuote(row, quote, where)
    said = {point.target.name: point.value for point in points}
    items = {name: Decimal(str(value)) for name, value in said.items() if name != "months"}
    update: dict[str, object] = {"items": quote.items.model_copy(update=items)}
    if "months" in said:
        update["months"] = said["months"]
    origins = {point.target.name: point.origin for point in points}
    return PlacedQuote(row, quote.model_copy(update=update), where, origins)


def offer_frame(workloads: Frame, placed: Rows, quotes: Sequence[PlacedQuote]) -> Frame:
    """One row a placed workload and way to pay; quotes first, kind and quoted items set."""
    rows = set(placed.tolist()) if quotes else set()
    quotes = [quote for quote in quotes if quote.workload in rows]
    parent, name, names = _pairs(placed, quotes)
    subjects = Subjects(workloads.subjects, parent, names, name, offer_subject)
    above = {of: (frame, index[parent]) for of, (frame, index) in workloads.parents.items()}
    above[Entity.WORKLOAD] = workloads, parent
    frame = Frame(Entity.OFFER, subjects, workloads.vocabulary, above)
    quoted = _Quoted.on(np.flatnonzero(name >= len(ESTIMATED)), name - len(ESTIMATED), quotes)
    _put_kind(frame, name, quoted)
    if quoted.quotes:
        _put_quoted(frame, quoted)
    return frame


@dataclass(frozen=True, eq=False, slots=True)
class _Quoted:
    """The rows of offers that are quotes; a quote may stand on many rows and is read once."""

    rows: Rows
    places: tuple[str, ...]
    """For each row where its quote stands in a plan."""
    quotes: tuple[Quote, ...]
    quote: Rows
    """For each row the position of its quote."""
    ranged: tuple[Mapping[str, Given], ...]
    """For each row where items that are stated only as a range come from."""

    @classmethod
    def on(cls, rows: Rows, numbers: Rows, placed: Sequence[PlacedQuote]) -> _Quoted:
        here = [placed[number] for number in numbers[rows].tolist()]
        distinct = {id(one.quote): one.quote for one in here}
        at = {key: position for position, key in enumerate(distinct)}
        quote = np.array([at[id(one.quote)] for one in here], dtype=np.intp)
        places, ranged = tuple(one.where for one in here), tuple(one.ranged for one in here)
        return cls(rows, places, tuple(distinct.values()), quote, ranged)

    def origin(self, row: int, path: str) -> Given:
        """Where what a quote says comes from, by the keys that lead to it in the quote."""
        ranged = self.ranged[int(np.searchsorted(self.rows, row))]
        return ranged.get(path.removeprefix("items."), Given(f"{self.where(row)}.{path}"))

    def where(self, row: int) -> str | None:
        """Where the quote on a row of the offers stands in a plan; None when it is an estimate."""
        found = int(np.searchsorted(self.rows, row))
        here = found < len(self.rows) and self.rows[found] == row
        return self.places[found] if here else None


def _pairs(placed: Rows, quotes: Sequence[PlacedQuote]) -> tuple[Rows, Rows, tuple[str, ...]]:
    """For each row its workload and its name, and the names: estimates, then quotes."""
    workloads = [np.array([q.workload for q in quotes], dtype=np.intp)]
    names = [np.arange(len(quotes), dtype=np.intp) + len(ESTIMATED)]
    for kind, code in enumerate(ESTIMATED):
        quoted = {q.workload for q in quotes if q.quote.deployment == code}
        rows = placed[~np.isin(placed, sorted(quoted))] if quoted else placed
        workloads.append(rows)
        names.append(np.full(len(rows), kind, dtype=np.intp))
    parent, name = np.concatenate(workloads), np.concatenate(names)
    order = np.argsort(parent, kind="stable")
    return parent[order], name[order], (*ESTIMATED, *(q.quote.name for q in quotes))


def _put_kind(frame: Frame, name: Rows, quoted: _Quoted) -> None:
    codes = frame.vocabulary["deployment_kind"].codes
    kinds = np.array([codes[kind] for kind in ESTIMATED], dtype=np.int32)
    column = kinds[np.minimum(name, len(ESTIMATED) - 1)]
    said = np.array([codes[quote.deployment] for quote in quoted.quotes], dtype=np.int32)
    column[quoted.rows] = said[quoted.quote]

    def origin(row: int) -> Origin:
        where = quoted.where(row)
        if where is not None:
            return Given(f"{where}.deployment")
        choice = frame.id_of(row, "choice")
        assert choice is not None
        return Calculated("estimated_offer", (choice,))

    frame.put("deployment_kind", column, origin)


def quoted_attribute(item: str) -> str:
    """The attribute of an offer that holds an item of a quote, or its months."""
    return f"quoted_{'licence' if item == 'licences' else item}"


def _put_quoted(frame: Frame, quoted: _Quoted) -> None:
    codes = frame.vocabulary["quote_currency"].codes
    _put(frame, quoted, "quote_currency", "currency", lambda q: codes.get(q.currency or "", -1))
    _put(frame, quoted, "quoted_months", "months", lambda q: q.months)
    for item in QuoteItems.model_fields:
        _put(frame, quoted, quoted_attribute(item), f"items.{item}", _amount_of(item))


def _put(
    frame: Frame,
    quoted: _Quoted,
    name: str,
    path: str,
    read: Callable[[Quote], float | None],
) -> None:
    column = unknown_column(frame.vocabulary[name], len(frame))
    said = unknown_column(frame.vocabulary[name], len(quoted.quotes))
    for at, quote in enumerate(quoted.quotes):
        value = read(quote)
        if value is not None:
            said[at] = value
    column[quoted.rows] = said[quoted.quote]
    _vary(column, frame, quoted, name)
    frame.put(name, column, lambda row: quoted.origin(row, path))


def _vary(column: Column, frame: Frame, quoted: _Quoted, name: str) -> None:
    """Put into a column what a plan of its own says of a quote, where plans differ in it."""
    if not frame.parents[Entity.PLAN][0].varied:
        return
    for at in range(len(quoted.quotes)):
        rows = quoted.rows[quoted.quote == at]
        varied = frame.varying(fact_id(frame.subjects[int(rows[0])], name))
        if varied is not None:
            column[rows] = varied[rows]


def _amount_of(key: str) -> Callable[[Quote], float | None]:
    def amount(quote: Quote) -> float | None:
        item = quote.items.get(key)
        if item is None:
            return None
        return 0.0 if item == "included" else float(item)

    return amount
