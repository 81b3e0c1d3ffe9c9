"""Advice on many plans at once: columns in, columns out, any row replayed on demand."""

from __future__ import annotations

from rackwright.many.advice_table import AdviceTable
from rackwright.many.advising import advise_many
from rackwright.many.faults import Rejected
from rackwright.many.tables import Table

__all__ = ["AdviceTable", "Rejected", "Table", "advise_many"]
