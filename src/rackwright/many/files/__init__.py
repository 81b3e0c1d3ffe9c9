"""Advice on files of workloads of any length: read, judged and written piece by piece."""

from __future__ import annotations

from rackwright.many.files.running import Options, Tally, run_batch

__all__ = ["Options", "Tally", "run_batch"]
