"""Work on the parts of something in order, done here or by several processes.

WHY processes, not threads: between its kernels numpy holds the interpreter's lock so often that two
threads hardly do more than one. WHY not those of `multiprocessing`: they would run the caller's
script anew, which few scripts are made for.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, TypeVar

from rackwright.errors import InferenceError, Problem
from rackwright.rulebook.model import Rulebook

Part = TypeVar("Part")
Result = TypeVar("Result")
Work = Callable[[Part, Rulebook], Result]
"""A function of a module, which another process can find."""

_ENDED = Problem(
    "worker-ended",
    "a worker process ended before its work did",
    "",
    "see whether memory ran out; with `workers=1` there is none",
)


def in_order(
    work: Work[Part, Result], parts: Iterable[Part], rulebook: Rulebook, workers: int
) -> Iterator[Result]:
    """The results for all parts in their order.

    A part is drawn only when work on it can begin soon, so that few parts and results wait.

    Raises
    ------
    InferenceError
        When a worker process ends before its work does.
    """
    if workers == 1:
        yield from (work(part, rulebook) for part in parts)
        return
    team = [_Worker(rulebook) for _ in range(workers)]
    try:
        yield from _drawn(team, work, parts)
    finally:
        for worker in team:
            worker.end()


def _drawn(
    team: list[_Worker], work: Work[Part, Result], parts: Iterable[Part]
) -> Iterator[Result]:
    free: SimpleQueue[_Worker] = SimpleQueue()
    for worker in team:
        free.put(worker)
    waiting: deque[Future[Result]] = deque()
    threads = ThreadPoolExecutor(len(team))
    try:
        for part in parts:
            waiting.append(threads.submit(_done, free, work, part))
            if len(waiting) > len(team):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        threads.shutdown(wait=False, cancel_futures=True)


def _done(free: SimpleQueue[_Worker], work: Work[Part, Result], part: Part) -> Result:
    worker = free.get()
    try:
        return worker.do(work, part)
    finally:
        free.put(worker)


class _Worker:
    """A process that works for this one, over pipes that end when either does."""

    def __init__(self, rulebook: Rulebook) -> None:
        paths = os.pathsep.join(path or str(os.curdir) for path in sys.path)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rackwright.many.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": paths},
        )
        self._rulebook: Rulebook | None = rulebook

    def do(self, work: Work[Part, Result], part: Part) -> Result:
        """The result for one part, or the error that the work raised."""
        try:
            if self._rulebook is not None:
                self._send(self._rulebook)
                self._rulebook = None
            self._send((work, part))
            done, answer = self._receive()
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            raise InferenceError(_ENDED) from error
        if done:
            result: Result = answer
            return result
        raise answer

    def end(self) -> None:
        """End the process, whatever it is at."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                _close(pipe)

    def _send(self, what: Any) -> None:
        assert self._process.stdin is not None
        pickle.dump(what, self._process.stdin, protocol=pickle.HIGHEST_PROTOCOL)
        self._process.stdin.flush()

    def _receive(self) -> Any:
        assert self._process.stdout is not None
        return pickle.load(self._process.stdout)  # noqa: S301


def _close(pipe: Any) -> None:
    try:
        pipe.close()
    except OSError:  # what was still to be written has no reader any more
        return
