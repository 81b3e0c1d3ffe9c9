"""The golden reports: every bundled example in both languages.

`python tests/golden/refresh.py` writes them anew; read the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import rackwright
from rackwright.bundled import examples_folder

REPORTS = Path(__file__).parent / "reports"
LANGUAGES = ("en", "zh-TW")


def reports() -> Iterator[tuple[str, str]]:
    """The file name and the text of every report."""
    for example in sorted(examples_folder().glob("*.yaml")):
        advice = rackwright.advise(rackwright.load_plan(example))
        for language in LANGUAGES:
            yield f"{example.stem}.{language}.md", advice.to_markdown(language)


def refresh() -> None:
    """Write every report and remove those of examples that are gone."""
    REPORTS.mkdir(exist_ok=True)
    kept = set()
    for name, text in reports():
        (REPORTS / name).write_text(text, encoding="utf-8")
        kept.add(name)
    for path in REPORTS.glob("*.md"):
        if path.name not in kept:
            path.unlink()


if __name__ == "__main__":
    refresh()
