"""What the command prints: results on stdout, problems and notes on stderr."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import IO, Any

from rackwright.errors import Problem
from rackwright.reports.outline import Outline


def prepare_streams() -> None:
    """Let characters that a terminal cannot show be replaced, not stop the command."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def emit(text: str) -> None:
    """Write a result; a reader that has gone away is no error."""
    try:
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_stdout()


def emit_json(data: Any) -> None:
    """Write a result as JSON."""
    emit(json.dumps(data, ensure_ascii=False, indent=2))


def emit_outline(outline: Outline) -> None:
    """Write a report as wide as the terminal, coloured if it takes colour and none forbids it."""
    from rich.console import Console

    from rackwright.reports.text import MAX_WIDTH, printed

    console = Console(file=sys.stdout, emoji=False, markup=False, highlight=False)
    console.width = min(console.width, MAX_WIDTH)
    emit(printed(outline, console))


def note(text: str) -> None:
    """Tell something that is not part of the result."""
    print(text, file=sys.stderr)  # noqa: T201


def report_problems(problems: Iterable[Problem]) -> None:
    """Tell what is wrong, one problem a line."""
    for problem in problems:
        note(" ".join(str(problem).splitlines()))


def _discard_stdout() -> None:
    """Keep the interpreter from failing again when it flushes stdout at its end."""
    nowhere: IO[str] = open(os.devnull, "w")  # noqa: PTH123, SIM115
    os.dup2(nowhere.fileno(), sys.stdout.fileno())
