"""The command about many plans at once: batch."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rackwright.cli.options import Rules
from rackwright.cli.output import note
from rackwright.errors import Problem, UsageError

if TYPE_CHECKING:
    from rackwright.many.files import Tally

INFEASIBLE = 2
REJECTED = 3


def batch(
    table: Annotated[
        Path,
        typer.Argument(metavar="IN", help="Workloads: `.parquet`, `.csv` or `.jsonl`, one a row."),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="OUT", help="Where the advice goes; the same kinds of file."
        ),
    ],
    chunk_rows: Annotated[
        int, typer.Option(min=1, help="Rows at a time: more take more memory.")
    ] = 16_384,
    workers: Annotated[int, typer.Option(min=1, help="Processes that judge at the same time.")] = 1,
    fail_on_infeasible: Annotated[
        bool, typer.Option("--fail-on-infeasible", help="Exit with 2 when a plan is infeasible.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Tell of nothing but rejected rows.")
    ] = False,
    rules: Rules = None,
) -> int:
    """Advise on every workload of a table, whatever its length.

    Rows that cannot be used go to `OUT.rejected.jsonl` (without the suffix of OUT) and make the
    exit code 3.
    """
    need_pyarrow("batch")
    from rackwright.knowledge import load_packs
    from rackwright.many.files import Options, run_batch

    knowledge = load_packs(rules) if rules else None
    with _progress(table.name, shown=not quiet and sys.stderr.isatty()) as progress:
        tally = run_batch(table, out, knowledge, Options(chunk_rows, workers), progress)
    _tell(tally, out, quiet)
    if tally.rejected:
        return REJECTED
    return INFEASIBLE if fail_on_infeasible and tally.infeasible else 0


def need_pyarrow(command: str) -> None:
    """Refuse what only pyarrow can read where it is not installed."""
    if find_spec("pyarrow") is None:
        message = f"`rackwright {command}` needs pyarrow for tables, which is not installed"
        raise UsageError(Problem("needs-pyarrow", message, "", "install `rackwright[batch]`"))


def _tell(tally: Tally, out: Path, quiet: bool) -> None:
    if not quiet:
        note(f"{tally.rows - tally.rejected} of {tally.rows} rows judged: `{out}`")
    if tally.infeasible and not quiet:
        note(f"{tally.infeasible} of them belong to infeasible plans")
    if tally.rejected:
        from rackwright.many.files.outputs import rejected_path

        note(f"{tally.rejected} rows rejected, with reasons: `{rejected_path(out)}`")


@contextmanager
def _progress(name: str, *, shown: bool) -> Iterator[Callable[[float, int], None] | None]:
    """What shows how far a run is; nothing where nobody watches."""
    if not shown:
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rows]:,} rows"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name.replace("[", "\\["), total=1.0, rows=0)
        yield lambda part, rows: bar.update(task, completed=part, rows=rows)
