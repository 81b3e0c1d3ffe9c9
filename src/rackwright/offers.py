"""The ways to pay for each placed workload: the user's quotes, and estimates for the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rackwright.facts.plan import Plan
from rackwright.facts.quote import Quote
from rackwright.frames import Frame, OriginAt, Subjects, unknown_column
from rackwright.measure.offer import ITEMS
from rackwright.records import Calculated, Entity, Given, Origin, offer_subject

Rows = NDArray[np.intp]
ESTIMATED = ("own", "cloud", "hosted")
"""Kinds of deployment that are estimated where the user has no quote of the kind."""


@dataclass(frozen=True, slots=True)
class PlacedQuote:
    """A quote, the row of its workload, and where it stands in the plan."""

    workload: int
    quote: Quote
    where: str


def quotes_of(plan: Plan) -> tuple[PlacedQuote, ...]:
    """The quotes of a plan, in its order."""
    return tuple(
        PlacedQuote(row, quote, f"workloads[{row}].quotes[{at}]")
        for row, workload in enumerate(plan.workloads)
        for at, quote in enumerate(workload.quotes or ())
    )


def offer_frame(workloads: Frame, placed: Rows, quotes: Sequence[PlacedQuote]) -> Frame:
    """One row a placed workload and way to pay; quotes first, kind and quoted items set."""
    rows = set(placed.tolist()) if quotes else set()
    quotes = [quote for quote in quotes if quote.workload in rows]
    parent, name, names = _pairs(placed, quotes)
    subjects = Subjects(workloads.subjects, parent, names, name, offer_subject)
    above = {of: (frame, index[parent]) for of, (frame, index) in workloads.parents.items()}
    above[Entity.WORKLOAD] = workloads, parent
    frame = Frame(Entity.OFFER, subjects, workloads.vocabulary, above)
    quoted = {
        int(row): quotes[name[row] - len(ESTIMATED)]
        for row in np.flatnonzero(name >= len(ESTIMATED))
    }
    _put_kind(frame, name, quoted)
    _put_quoted(frame, quoted)
    return frame


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


def _put_kind(frame: Frame, name: Rows, quoted: dict[int, PlacedQuote]) -> None:
    codes = frame.vocabulary["deployment_kind"].codes
    kinds = np.array([codes[kind] for kind in ESTIMATED], dtype=np.int32)
    column = kinds[np.minimum(name, len(ESTIMATED) - 1)]
    for row, one in quoted.items():
        column[row] = codes[one.quote.deployment]

    def origin(row: int) -> Origin:
        if row in quoted:
            return Given(f"{quoted[row].where}.deployment")
        choice = frame.id_of(row, "choice")
        assert choice is not None
        return Calculated("estimated_offer", (choice,))

    frame.put("deployment_kind", column, origin)


def _put_quoted(frame: Frame, quoted: dict[int, PlacedQuote]) -> None:
    codes = frame.vocabulary["quote_currency"].codes
    _put(frame, quoted, "quote_currency", "currency", lambda q: codes.get(q.currency or "", -1))
    _put(frame, quoted, "quoted_months", "months", lambda q: q.months)
    for item in ITEMS:
        key = "licences" if item == "licence" else item
        _put(frame, quoted, f"quoted_{item}", f"items.{key}", _amount_of(key))


def _put(
    frame: Frame,
    quoted: dict[int, PlacedQuote],
    name: str,
    path: str,
    read: Callable[[Quote], float | None],
) -> None:
    column = unknown_column(frame.vocabulary[name], len(frame))
    for row, one in quoted.items():
        value = read(one.quote)
        if value is not None:
            column[row] = value
    frame.put(name, column, _given(quoted, path))


def _given(quoted: dict[int, PlacedQuote], path: str) -> OriginAt:
    return lambda row: Given(f"{quoted[row].where}.{path}")


def _amount_of(key: str) -> Callable[[Quote], float | None]:
    def amount(quote: Quote) -> float | None:
        item = quote.items.get(key)
        if item is None:
            return None
        return 0.0 if item == "included" else float(item)

    return amount
