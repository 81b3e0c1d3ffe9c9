"""Reports of the bundled examples read as they were last approved.

Refresh them with `python tests/golden/refresh.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from refresh import REPORTS, reports


def test_every_example_is_reported_as_approved() -> None:
    written = dict(reports())
    approved = {path.name: path.read_text(encoding="utf-8") for path in REPORTS.glob("*.md")}
    assert sorted(written) == sorted(approved)
    changed = [name for name, text in written.items() if text != approved[name]]
    assert changed == [], "run `python tests/golden/refresh.py` and read the difference"
