"""Work on parts in order, by this process or by several."""

from __future__ import annotations

import io
import os
import pickle
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rackwright.errors import InferenceError, PlanError, Problem
from rackwright.knowledge import default_rules
from rackwright.many.worker import serve
from rackwright.many.workers import in_order

RULES = default_rules()


@pytest.fixture(scope="module", autouse=True)
def importable() -> Iterator[None]:
    """Worker processes find this module under its name."""
    folder = str(Path(__file__).parent)
    sys.path.insert(0, folder)
    module = sys.modules[__name__]
    sys.modules["test_workers"] = module
    yield
    sys.path.remove(folder)


def tenfold(part: int, rules: object) -> tuple[int, int, bool]:
    """The part times ten, later for earlier parts, and where that was worked out."""
    time.sleep(0.2 if part == 0 else 0)
    return part * 10, os.getpid(), rules is RULES


def refusing(part: int, _rules: object) -> int:
    raise PlanError(Problem("bad", f"part {part}", "here", "mend it"))


def dying(part: int, _rules: object) -> int:
    if part == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return part


for _work in (tenfold, refusing, dying):
    _work.__module__ = "test_workers"


def test_one_worker_is_this_process() -> None:
    found = list(in_order(tenfold, range(3), RULES, 1))

    assert found == [(number * 10, os.getpid(), True) for number in range(3)]


def test_several_workers_give_results_in_the_order_of_parts() -> None:
    found = list(in_order(tenfold, range(6), RULES, 2))

    assert [number for number, _, _ in found] == [0, 10, 20, 30, 40, 50]
    processes = {process for _, process, _ in found}
    assert len(processes) == 2
    assert os.getpid() not in processes


def test_parts_are_drawn_only_when_work_on_them_can_begin() -> None:
    drawn: list[int] = []

    def parts() -> Iterator[int]:
        for number in range(50):
            drawn.append(number)
            yield number

    results = in_order(tenfold, parts(), RULES, 2)
    next(results)
    assert len(drawn) < 6
    results.close()  # type: ignore[attr-defined]


def test_an_error_of_the_work_is_raised_with_its_problems() -> None:
    with pytest.raises(PlanError) as caught:
        list(in_order(refusing, range(3), RULES, 2))
    assert caught.value.problems == (Problem("bad", "part 0", "here", "mend it"),)


def test_a_worker_that_is_killed_is_an_error() -> None:
    with pytest.raises(InferenceError) as caught:
        list(in_order(dying, range(4), RULES, 2))
    assert caught.value.problems[0].code == "worker-ended"


def test_workers_end_when_nobody_wants_more_results() -> None:
    results = in_order(tenfold, range(9), RULES, 2)
    process = next(results)[1]
    results.close()  # type: ignore[attr-defined]

    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_worker_answers_until_there_is_nothing_more_to_read() -> None:
    asked = io.BytesIO(b"".join(map(pickle.dumps, (7, (tenfold, 1), (refusing, 2)))))
    told = io.BytesIO()
    serve(asked, told)

    told.seek(0)
    done, (number, _, _) = pickle.load(told)
    assert (done, number) == (True, 10)
    done, error = pickle.load(told)
    assert not done
    assert error.problems[0].message == "part 2"
