"""What one figure leaves beside another: memory, time, power, money."""

from __future__ import annotations

from rackwright.measure.machinery import Measure
from rackwright.quantities import room


def margin(name: str, has: str, needs: str, left: str) -> Measure:
    """The measure of what is there less what is needed, where both are known."""
    return Measure(name, room.margin, (has, needs), (left,), needs=(has, needs))
