"""Plans or a table of workloads to a table of advice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from rackwright.advice import Advice
from rackwright.advisor import Advising
from rackwright.errors import Problem, UsageError
from rackwright.facts.plan import Plan
from rackwright.knowledge import rules_or_default
from rackwright.many.advice_table import AdviceTable
from rackwright.many.cells import Rows
from rackwright.many.faults import Faults
from rackwright.many.fields import fields_of
from rackwright.many.figures import told_of
from rackwright.many.holding import wrong_types
from rackwright.many.reading_plans import plans_among, read_plans
from rackwright.many.reading_tables import read_table
from rackwright.many.running import Results, run
from rackwright.many.stated_rows import StatedRows
from rackwright.many.tables import Table, holdings, raw_columns
from rackwright.rulebook.model import Rulebook

OnError = Literal["raise", "reject"]


def advise_many(
    plans: Sequence[Plan] | Table,
    *,
    rules: Rulebook | None = None,
    on_error: OnError = "raise",
    workers: int = 1,
) -> AdviceTable:
    """Recommend infrastructure for many plans.

    Parameters
    ----------
    plans
        Plans, or a table of workloads: a mapping of arrays, or a table of pyarrow, pandas, polars
        or whatever exports Arrow streams. Columns are the attributes that plans may state, and
        `id` and `plan` if there are such: rows with one value of `plan` form one plan, without it
        each row is a plan. Nothing, NaN and an empty text are unknown.
    rules
        The rules to judge by; the bundled ones when left out, see `load_packs` for further packs.
    on_error
        `raise` an error that names columns and rows, or `reject` the rows: they are left out, with
        their reasons in `AdviceTable.rejected`. A plan with a bad row is rejected as a whole.
    workers
        How many processes work on a large table at the same time.

    Raises
    ------
    PlanError
        When something in the plans cannot be used; with `reject` only when a column as a whole
        cannot, such as one that is misspelt. If every row is rejected, the table has no rows.
    UsageError
        When the plans are no table, or an option is not what it may be.
    """
    _check_options(on_error, workers)
    rulebook = rules_or_default(rules)
    faults = Faults()
    in_plans = plans_among(plans)
    stated = (
        rows_stated_in(plans, rulebook, faults)
        if in_plans is None
        else read_plans(in_plans, rulebook, faults)
    )
    faults.raise_for_any() if on_error == "raise" else faults.raise_for_table()
    results = run(stated.stated, rulebook, workers)
    return _table(stated, results, rulebook, faults, Replay(in_plans, stated, Advising(rules)))


def _check_options(on_error: str, workers: int) -> None:
    if on_error not in ("raise", "reject"):
        message = f"`on_error` cannot be `{on_error}`"
        raise UsageError(Problem("bad-option", message, "", "one of `raise`, `reject`"))
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise UsageError(Problem("bad-option", f"`workers` cannot be `{workers}`", "", "1 or more"))


def rows_stated_in(table: Any, rulebook: Rulebook, faults: Faults) -> StatedRows:
    """What a table of workloads states; what is wrong with it goes to the faults."""
    columns = raw_columns(table)
    if not any(map(len, columns.values())):
        faults.of_table += wrong_types(holdings(table), fields_of(rulebook))
    return read_table(columns, rulebook, faults)


@dataclass(frozen=True, eq=False, slots=True)
class Replay:
    """The advice on the plan of one of the stated rows, reasoned anew."""

    plans: tuple[Plan, ...] | None
    """The plans as they came in; None for a table."""
    stated: StatedRows
    advising: Advising

    def __call__(self, at: int) -> Advice:
        """The advice on the plan that a stated row belongs to."""
        return self.advising(self._plan(at))

    def _plan(self, at: int) -> Plan:
        if self.plans is not None:
            return self.plans[int(str(self.stated.names.values[self.stated.names.codes[at]]))]
        number = int(np.searchsorted(self.stated.stated.starts, at, "right")) - 1
        return self.stated.plan(number, rules_or_default(self.advising.rules).vocabulary)


def _table(
    stated: StatedRows,
    results: Results,
    rulebook: Rulebook,
    faults: Faults,
    replay: Replay,
) -> AdviceTable:
    order = _order(stated.rows)
    told = {one.name: (one, results.columns[one.name][order]) for one in told_of(rulebook)}
    return AdviceTable(
        stated.rows[order],
        stated.names.taken(order),
        stated.ids.taken(order),
        told,
        results.hits,
        faults.rejected(),
        replay,
        np.arange(len(stated.rows))[order],
    )


def _order(rows: Rows) -> Rows | slice:
    """What sorts the rows; nothing is copied where they are sorted already."""
    if (np.diff(rows) > 0).all():
        return slice(None)
    return np.argsort(rows, kind="stable")
