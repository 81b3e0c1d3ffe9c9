"""The batch step on a cluster of two worker processes, also when one of them is killed."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from rackwright.errors import UsageError
from rackwright.many import advise_many
from rackwright.many.batch import advise_batch, batch_schema
from rackwright.many.on_dask import advise_dask

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")

pytestmark = pytest.mark.filterwarnings("ignore")
"""What the cluster has to say about ports, and about the worker that is killed on purpose."""

PARTS = 12
ROWS = 50
PATIENCE = 60
IMPORTED_FROM = Path(__file__).parents[__name__.count(".")]


@pytest.fixture(scope="module")
def importable() -> Iterator[None]:
    """Worker processes, which take over the search path, find this module by its name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(IMPORTED_FROM)
        yield


@pytest.fixture(scope="module")
def client(importable: None) -> Iterator[object]:
    settings = {"distributed.admin.log-length": 0, "distributed.logging.distributed": "critical"}
    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def part(number: int) -> pa.RecordBatch:
    rows = range(number * ROWS, (number + 1) * ROWS)
    return pa.RecordBatch.from_pydict(
        {
            "plan": [f"plan-{row // 2}" for row in rows],
            "stage": [("inference", "training", "nonsense")[row % 47 % 3] for row in rows],
            "model": ["Llama-3.1-8B" if row % 3 else None for row in rows],
            "concurrency": [float(row % 90 + 1) for row in rows],
        }
    )


def here() -> list[pa.RecordBatch]:
    return [advise_batch(part(number)) for number in range(PARTS)]


def slow_part(number: int, marks: str) -> pa.RecordBatch:
    """A part that takes a while to read, and leaves a mark when it begins."""
    Path(marks, f"{number}-{os.getpid()}").touch()
    time.sleep(0.2)
    return part(number)


def test_the_result_is_whole_though_a_worker_is_killed_on_the_way(
    client: object, tmp_path: Path
) -> None:
    workers = sorted(info["pid"] for info in client.run(_whoami).values())  # type: ignore[attr-defined]
    parts = [dask.delayed(slow_part)(number, str(tmp_path)) for number in range(PARTS)]
    futures = client.compute(advise_dask(parts))  # type: ignore[attr-defined]
    victim = _busy_worker(tmp_path, among=workers)
    os.kill(victim, signal.SIGKILL)
    distributed.wait(futures, timeout=PATIENCE)
    found = client.gather(futures)  # type: ignore[attr-defined]
    begun = [int(mark.name.partition("-")[2]) for mark in tmp_path.iterdir()]
    assert found == here()
    assert len(begun) > PARTS, "some part was read again"


def test_batches_at_hand_are_advised_on_too(client: object) -> None:
    batches = [part(number) for number in range(2)]
    found = dask.compute(*advise_dask(batches), scheduler=client)
    assert list(found) == here()[:2]


def test_rule_packs_are_read_by_the_workers(client: object, tmp_path: Path) -> None:
    (tmp_path / "plan").mkdir()
    (tmp_path / "plan" / "plan_warnings.toml").write_text(
        """
        decision = "plan_warnings"
        hit = "collect"
        [[rule]]
        id = "look-at-the-room-first"
        when = "always"
        then = "room_not_assessed"
        because = { en = "Look at the room.", zh-TW = "請先看機房。" }
        sources = ["C27"]
        """,
        "utf-8",
    )
    (found,) = dask.compute(*advise_dask([part(0)], [tmp_path]), scheduler=client)
    warned = [row for row in found.to_pylist() if row["rejected"] is None]
    assert all("room_not_assessed" in row["plan_warnings"] for row in warned)


def test_partitions_of_a_dask_frame_go_through_the_same_step(client: object) -> None:
    frames = pytest.importorskip("dask.dataframe")
    import pandas as pd

    def step(frame: pd.DataFrame) -> pd.DataFrame:
        batch = pa.RecordBatch.from_pandas(frame, preserve_index=False)
        return advise_batch(batch).to_pandas()

    table = pa.Table.from_batches([part(0)]).to_pandas()
    meta = batch_schema().empty_table().to_pandas()
    spread = frames.from_pandas(table, npartitions=1).map_partitions(step, meta=meta)
    found = spread.compute(scheduler=client)
    pd.testing.assert_frame_equal(
        found.astype(object).fillna(""), here()[0].to_pandas().astype(object).fillna("")
    )


def test_the_parts_together_say_what_advise_many_says() -> None:
    whole = pa.Table.from_batches([part(number) for number in range(PARTS)])
    advised = advise_many(whole, on_error="reject").to_arrow().to_pylist()
    found = pa.Table.from_batches(here()).to_pylist()
    for row in advised:
        at = row.pop("row")
        assert found[at] | {"id": row["id"]} == row | {"rejected": None}


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("dask", "dask.delayed"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(UsageError, match=r"needs-dask.*rackwright\[dask\]"):
        advise_dask([])


def _whoami() -> dict[str, int]:
    return {"pid": os.getpid()}


def _busy_worker(marks: Path, among: list[int]) -> int:
    """A worker that has done a part and begun another."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        begun = [int(mark.name.partition("-")[2]) for mark in marks.iterdir()]
        busy = [pid for pid in among if begun.count(pid) > 1]
        if busy:
            return busy[0]
        time.sleep(0.02)
    raise AssertionError("no worker began")
