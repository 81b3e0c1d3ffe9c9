"""The batch step spread over the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa

from rackwright.errors import Problem, UsageError
from rackwright.knowledge import default_rules, load_packs
from rackwright.many.batch import advise_batch
from rackwright.rulebook.model import Rulebook


def advise_dask(parts: Iterable[Any], rules_folders: Sequence[str | Path] = ()) -> list[Any]:
    """Recommend infrastructure for batches of workloads, each a task of its own.

    Parameters
    ----------
    parts
        Record batches of pyarrow, or what `dask.delayed` makes of functions that read them. Rows
        of one `plan` must be in one part.
    rules_folders
        Further rule packs, which every worker must find under these names.

    Returns
    -------
    list[dask.delayed.Delayed]
        What becomes of each part by `advise_batch`, in order; nothing is computed yet. A task that
        is lost with its worker is done again and gives the same.

    Raises
    ------
    UsageError
        When Dask is not installed.
    """
    step = _delayed()(advised, pure=True)
    folders = tuple(str(folder) for folder in rules_folders)
    return [step(part, folders) for part in parts]


def advised(batch: pa.RecordBatch, folders: tuple[str, ...] = ()) -> pa.RecordBatch:
    """What `advise_batch` says by rules that each process reads once."""
    return advise_batch(batch, rules_in(folders))


@lru_cache(maxsize=8)
def rules_in(folders: tuple[str, ...]) -> Rulebook:
    """The bundled rules with further packs, read once a process."""
    return load_packs([Path(folder) for folder in folders]) if folders else default_rules()


def _delayed() -> Any:
    try:
        return import_module("dask.delayed").delayed
    except ImportError as error:
        message = "this needs Dask, which is not installed"
        raise UsageError(
            Problem("needs-dask", message, "", "install `rackwright[dask]`")
        ) from error
