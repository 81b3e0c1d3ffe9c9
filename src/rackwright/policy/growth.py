"""How large a feature becomes when its outlines are filled in, known before they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rackwright.rulebook.model import Text

MAX_SCENARIOS = 5_000
"""In all the files of a run, each row of an outline counted."""
MAX_STEPS = 200
MAX_SIGNS = 20_000_000
"""What a file may grow to."""
_A_STEP = 100
"""What a step takes besides its words."""

Part = Any
"""A piece of a parsed document."""


def excess(feature: Part) -> tuple[int, str, Text] | None:
    """The line of the first scenario that is too much, a code and the reason."""
    count = signs = 0
    for scenario, before in _scenarios(feature, ()):
        steps = (*before, *scenario["steps"])
        rows = [row for examples in scenario["examples"] for row in examples["tableBody"]]
        repeated = len(rows) or not scenario["examples"]
        count += repeated
        signs += repeated * _signs(scenario, steps, _longest(rows))
        line = int(scenario["location"]["line"])
        if len(steps) > MAX_STEPS:
            said = Text(f"more than {MAX_STEPS} steps", f"步驟超過 {MAX_STEPS} 個")
            return line, "too-many-steps", said
        if count > MAX_SCENARIOS:
            said = Text(f"more than {MAX_SCENARIOS:,} scenarios", f"場景超過 {MAX_SCENARIOS:,} 個")
            return line, "too-many-scenarios", said
        if signs > MAX_SIGNS:
            return line, "too-large", Text("too large when it is filled in", "填入範例後過大")
    return None


def _scenarios(part: Part, before: tuple[Part, ...]) -> Iterator[tuple[Part, tuple[Part, ...]]]:
    """Every scenario with the steps of the backgrounds above it."""
    for child in part.get("children", ()):
        if "background" in child:
            before = (*before, *child["background"]["steps"])
        elif "scenario" in child:
            yield child["scenario"], before
        elif "rule" in child:
            yield from _scenarios(child["rule"], before)


def _longest(rows: list[Part]) -> int:
    return max((len(cell["value"]) for row in rows for cell in row["cells"]), default=0)


def _signs(scenario: Part, steps: tuple[Part, ...], cell: int) -> int:
    texts = [scenario["name"], *(text for step in steps for text in _texts(step))]
    return sum(_A_STEP + len(text) + text.count("<") * cell for text in texts)


def _texts(step: Part) -> Iterator[str]:
    yield step["text"]
    if "docString" in step:
        yield step["docString"]["content"]
    for row in step.get("dataTable", {}).get("rows", ()):
        for cell in row["cells"]:
            yield cell["value"]
