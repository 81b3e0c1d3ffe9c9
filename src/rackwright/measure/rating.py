"""The rated power of servers, by how their devices are joined."""

from __future__ import annotations

from rackwright.quantities import power, sizing
from rackwright.quantities.arrays import Array

OVERHEADS = ("host_power_kw", "board_overhead", "fabric_host_power_kw", "fabric_board_overhead")
"""Parameters of the estimate: of servers for cards in slots, then of servers with a fabric."""


def rated_power_by_link(
    devices: Array,
    per_server: Array,
    rating: Array,
    board: Array,
    fabric: Array,
    host: Array,
    overhead: Array,
    fabric_host: Array,
    fabric_overhead: Array,
) -> Array:
    """The vendor's rating, else the estimate for that kind of server."""
    joined = sizing.any_of(fabric)
    return power.rated_power_kw(
        devices,
        per_server,
        rating,
        board,
        sizing.choose_where(joined, fabric_host, host),
        sizing.choose_where(joined, fabric_overhead, overhead),
    )
