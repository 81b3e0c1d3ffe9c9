"""The page on the architecture names every module and package."""

from __future__ import annotations

from pathlib import Path

import rackwright

ROOT = Path(__file__).parents[2]
PARTS = sorted(
    path.name if path.suffix else f"{path.name}/"
    for path in Path(rackwright.__file__).parent.iterdir()
    if not path.name.startswith(("__", ".")) and path.suffix in ("", ".py")
)


def test_every_module_has_its_place_on_the_page() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert [part for part in PARTS if f"`{part}`" not in page] == []
