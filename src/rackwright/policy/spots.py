"""Where in a feature file something stands."""

from __future__ import annotations

from dataclasses import dataclass

from rackwright.wording import printable

_MAX_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Spot:
    """One line of a feature file: of a step, or of a scenario."""

    file: str
    line: int
    words: str
    """The keyword and what follows it."""

    def __str__(self) -> str:
        cut = "…" if len(self.words) > _MAX_SHOWN else ""
        return printable(f"{self.file}:{self.line}: {self.words[:_MAX_SHOWN]}{cut}")

    def with_reason(self, reason: str) -> str:
        """The line and, below it, what is wrong there."""
        return "\n".join([str(self), *(f"  {printable(line)}" for line in reason.splitlines())])
