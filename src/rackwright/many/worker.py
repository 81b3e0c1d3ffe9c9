"""A process that works for another one: `python -m rackwright.many.worker`.

It reads the rules, then one function and its part after another, and writes the results; it ends
when there is nothing more to read.
"""

from __future__ import annotations

import pickle
import signal
import sys
from typing import IO, Any


def main() -> None:
    """Work until the other process closes the pipe or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    serve(source, sink)


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer everything that is asked."""
    try:
        rulebook = _read(source)
        while True:
            work, part = _read(source)
            pickle.dump(_answer(work, part, rulebook), sink, protocol=pickle.HIGHEST_PROTOCOL)
            sink.flush()
    except (EOFError, BrokenPipeError):
        return


def _read(source: IO[bytes]) -> Any:
    return pickle.load(source)  # noqa: S301


def _answer(work: Any, part: Any, rulebook: Any) -> tuple[bool, Any]:
    try:
        return True, work(part, rulebook)
    except Exception as error:
        return False, error


if __name__ == "__main__":
    main()
