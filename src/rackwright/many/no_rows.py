"""A table without rows: its columns are judged by their names and their types."""

from __future__ import annotations

from typing import Any

from rackwright.many.faults import Faults
from rackwright.many.fields import fields_of
from rackwright.many.holding import wrong_types
from rackwright.many.reading_tables import column_problems
from rackwright.many.tables import holdings
from rackwright.rulebook.model import Rulebook


def check_columns(table: Any, rulebook: Rulebook) -> None:
    """Make sure that the columns of a table without rows are such as could be read.

    Raises
    ------
    PlanError
        When a column is unknown, is missing, or holds what it cannot say.
    """
    fields, found = fields_of(rulebook), holdings(table)
    faults = Faults()
    faults.of_table += column_problems(found, fields)
    faults.of_table += wrong_types(found, fields)
    faults.raise_for_table()
