"""How long a new process takes until rackwright is there, and what takes the time.

Run: python benchmarks/cold_import.py

Elapsed and processor time, medians of some runs, and the packages that take longest to import.
Modules are compiled before, as those of an installed package are.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

RUNS = 7
SHOWN = 8
SCRIPT = str(Path(sys.executable).with_name("rackwright"))
COMMANDS = {
    "python, nothing": ["-c", ""],
    "import rackwright": ["-c", "import rackwright"],
    "rackwright --help": [SCRIPT, "--help"],
}


Environment = Mapping[str, str]


def run(command: list[str], environment: Environment) -> str:
    """What a new Python writes to its error output."""
    return subprocess.run(
        [sys.executable, *command], check=True, capture_output=True, text=True, env=environment
    ).stderr


def milliseconds(command: list[str], environment: Environment) -> tuple[float, float]:
    """Elapsed and processor time of a new process, medians."""
    elapsed, used = [], []
    run(command, environment)
    for _ in range(RUNS):
        start, before = time.perf_counter(), os.times()
        run(command, environment)
        after = os.times()
        elapsed.append(time.perf_counter() - start)
        used.append(
            after.children_user
            + after.children_system
            - before.children_user
            - before.children_system
        )
    return statistics.median(elapsed) * 1e3, statistics.median(used) * 1e3


def importing(command: list[str], environment: Environment) -> Counter[str]:
    """What Python says that importing takes, in milliseconds by top-level package."""
    packages: Counter[str] = Counter()
    for line in run(["-X", "importtime", *command], environment).splitlines():
        if line.startswith("import time:") and "[us]" not in line:
            own, _, module = line.removeprefix("import time:").split("|")
            packages[module.strip().partition(".")[0]] += int(own) / 1e3  # type: ignore[assignment]
    return packages


def main() -> None:
    """Print both times of each command, then the packages that take longest."""
    with tempfile.TemporaryDirectory() as compiled:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for name, command in COMMANDS.items():
            elapsed, used = milliseconds(command, environment)
            print(f"{name:20} {elapsed:8.0f} ms elapsed {used:8.0f} ms of processor")
        for name, command in COMMANDS.items():
            packages = importing(command, environment)
            slowest = ", ".join(f"{one} {ms:.0f}" for one, ms in packages.most_common(SHOWN))
            print(f"-X importtime, {name}: {sum(packages.values()):.0f} ms; {slowest}")


if __name__ == "__main__":
    main()
