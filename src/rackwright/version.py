"""Which release this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

UNKNOWN = "0+unknown"


def _installed() -> str:
    try:
        return version("rackwright")
    except PackageNotFoundError:  # run from a source tree that is not installed
        return UNKNOWN


__version__ = _installed()
