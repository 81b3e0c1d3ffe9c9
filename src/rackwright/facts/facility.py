"""What the user says about the room that would hold the machines, and what is in it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rackwright.facts.symbols import Site
from rackwright.facts.values import NUMBER, WHOLE, Flag, Stated, one_of

Phases = Annotated[int, one_of((1, 3)), Field(json_schema_extra={"enum": [1, 3]})]
_Kilowatts = Annotated[float, Field(ge=0, le=10_000), NUMBER]
_Throughput = Annotated[float, Field(ge=0, le=1_000_000), NUMBER]


class Facility(Stated):
    """The room: its circuits, racks, cooling and power protection, its storage and network.

    ::

        facility:
          site: office
          circuit_amps: 20
          circuit_volts: 220
          circuit_phases: 1
          rack_power_kw: 6
          liquid_cooling_loop: false
    """

    site: Site | None = Field(default=None, description="Kind of room.")
    circuit_amps: Annotated[float, Field(gt=0, le=10_000), NUMBER] | None = Field(
        default=None, description="Rating of the breaker of one circuit, in amperes."
    )
    circuit_volts: Annotated[float, Field(gt=0, le=1_500), NUMBER] | None = Field(
        default=None,
        description="Voltage of the circuit, in volts; between phases when it has three.",
    )
    circuit_phases: Phases | None = Field(
        default=None, description="Phases of the circuit, 1 or 3."
    )
    circuit_feeds: Annotated[int, Field(gt=0, le=1_000), WHOLE] | None = Field(
        default=None, description="How many such circuits carry the load together."
    )
    redundant_feeds: Flag | None = Field(
        default=None, description="Whether each feed alone must be able to carry the whole load."
    )
    rack_power_kw: _Kilowatts | None = Field(
        default=None, description="Power that one rack may draw, in kilowatts."
    )
    rack_cooling_kw: _Kilowatts | None = Field(
        default=None, description="Heat that the room removes from one rack, in kilowatts."
    )
    racks: Annotated[int, Field(gt=0, le=100_000), WHOLE] | None = Field(
        default=None, description="How many racks are free for the machines."
    )
    ups_kva: Annotated[float, Field(ge=0, le=1_000_000), NUMBER] | None = Field(
        default=None,
        description="Rating of the UPS left for the machines, in kilovolt-amperes; 0 is none.",
    )
    liquid_cooling_loop: Flag | None = Field(
        default=None, description="Whether the room has a liquid loop for cold plates."
    )
    chilled_water: Flag | None = Field(
        default=None, description="Whether chilled water reaches the room."
    )
    high_power_distribution: Flag | None = Field(
        default=None,
        description="Whether a dedicated distribution board and rack PDUs are in place.",
    )
    pue: Annotated[float, Field(ge=1, le=5), NUMBER] | None = Field(
        default=None,
        description="Power of the whole room over power of its machines, a ratio from 1.",
    )
    electricity_price: Annotated[float, Field(ge=0, le=1_000), NUMBER] | None = Field(
        default=None, description="Price of a kilowatt-hour, in the plan's currency."
    )
    storage_read_gb_s: _Throughput | None = Field(
        default=None, description="What the storage delivers to all machines together, in GB/s."
    )
    storage_write_gb_s: _Throughput | None = Field(
        default=None, description="What the storage takes from all machines together, in GB/s."
    )
    network_gbit_s: _Throughput | None = Field(
        default=None, description="Network between machines, in Gbit/s for one machine."
    )
    host_memory_gib: Annotated[float, Field(gt=0, le=1_000_000), NUMBER] | None = Field(
        default=None, description="Host memory (RAM) of one server, in GiB."
    )
    processor_cores: Annotated[int, Field(gt=0, le=100_000), WHOLE] | None = Field(
        default=None, description="Processor cores of one server."
    )
    room_assessed: Flag | None = Field(
        default=None,
        description="Whether someone has checked that the room can take such machines.",
    )
