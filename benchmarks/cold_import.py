"""How long a new process takes until rackwright is there, and what takes the time.

Run: python benchmarks/cold_import.py

Elapsed and processor time, medians of some runs, and the packages that take longest to import.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

RUNS = 7
SHOWN = 8
SCRIPT = str(Path(sys.executable).with_name("rackwright"))
COMMANDS = {
    "python, nothing": ["-c", ""],
    "import rackwright": ["-c", "import rackwright"],
    "rackwright --help": [SCRIPT, "--help"],
}


def milliseconds(command: list[str]) -> tuple[float, float]:
    """Elapsed and processor time of a new process, medians."""
    elapsed, used = [], []
    for _ in range(RUNS):
        start, before = time.perf_counter(), os.times()
        subprocess.run([sys.executable, *command], check=True, capture_output=True)
        after = os.times()
        elapsed.append(time.perf_counter() - start)
        used.append(
            after.children_user
            + after.children_system
            - before.children_user
            - before.children_system
        )
    return statistics.median(elapsed) * 1e3, statistics.median(used) * 1e3


def importing(command: list[str]) -> Counter[str]:
    """What Python says that importing takes, in milliseconds by top-level package."""
    timed = [sys.executable, "-X", "importtime", *command]
    run = subprocess.run(timed, check=True, capture_output=True, text=True)
    packages: Counter[str] = Counter()
    for line in run.stderr.splitlines():
        if line.startswith("import time:") and "[us]" not in line:
            own, _, module = line.removeprefix("import time:").split("|")
            packages[module.strip().partition(".")[0]] += int(own) / 1e3  # type: ignore[assignment]
    return packages


def main() -> None:
    """Print both times of each command, then the packages that take longest."""
    for name, command in COMMANDS.items():
        elapsed, used = milliseconds(command)
        print(f"{name:20} {elapsed:8.0f} ms elapsed {used:8.0f} ms of processor")
    for name, command in COMMANDS.items():
        packages = importing(command)
        slowest = ", ".join(f"{package} {ms:.0f}" for package, ms in packages.most_common(SHOWN))
        print(f"-X importtime, {name}: {sum(packages.values()):.0f} ms; {slowest}")


if __name__ == "__main__":
    main()
