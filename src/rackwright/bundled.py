"""Where the rules and examples that come with the library are."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def rules_folder() -> Path:
    """The rule pack that comes with the library."""
    return _folder("rules")


def examples_folder() -> Path:
    """The example plans that come with the library."""
    return _folder("examples")


def _folder(name: str) -> Path:
    installed = _PACKAGE / "_bundled" / name
    checkout = _PACKAGE.parents[1] / name
    return installed if installed.is_dir() else checkout
