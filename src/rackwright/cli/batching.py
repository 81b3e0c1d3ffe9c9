"""The command about many plans at once: batch."""

from __future__ import annotations
