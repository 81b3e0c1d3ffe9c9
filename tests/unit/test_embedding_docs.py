"""What `docs/embedding.md` shows can be done as it stands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import rackwright

TEXT = (Path(__file__).parents[2] / "docs" / "embedding.md").read_text(encoding="utf-8")


def test_the_examples_run() -> None:
    names: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(blocks) == 4
    for block in blocks:
        exec(block, names)
    record = json.loads(names["record"])
    told = re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE)
    assert set(told) <= set(record)
    assert f'"{record["schema_version"]}" now' in TEXT
    assert names["schema"] == rackwright.advice_schema()
