"""How sure advice is when numbers are not: many draws, all advised on at once."""

from rackwright.uncertainty.doubts import Doubt, doubts_of
from rackwright.uncertainty.inputs import Input, inputs_of
from rackwright.uncertainty.sampling import MAX_DRAWS, spread_of
from rackwright.uncertainty.spread import (
    Boundary,
    DecisionSpread,
    FigureSpread,
    Influence,
    InputSpread,
    Share,
    Spread,
)

__all__ = [
    "MAX_DRAWS",
    "Boundary",
    "DecisionSpread",
    "Doubt",
    "FigureSpread",
    "Influence",
    "Input",
    "InputSpread",
    "Share",
    "Spread",
    "doubts_of",
    "inputs_of",
    "spread_of",
]
