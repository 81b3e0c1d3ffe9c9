"""How sure advice is, as records: shares of conclusions, spread of figures, what matters most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from rackwright.errors import Problem, UsageError, nearest
from rackwright.records import Value
from rackwright.uncertainty.inputs import Input


@dataclass(frozen=True, slots=True)
class InputSpread:
    """One uncertain number, as it was drawn."""

    input: Input
    low: float
    """Below it lie 5 % of the draws."""
    median: float
    high: float
    """Below it lie 95 % of the draws."""

    @property
    def name(self) -> str:
        """As the plan calls it."""
        return self.input.name


@dataclass(frozen=True, slots=True)
class Influence:
    """How much one input has to do with a result."""

    input: str
    """Its name in the plan."""
    strength: float
    """Of a decision the share of its variation that the input explains by itself, from 0 to 1;
    of a figure the rank correlation, from -1 to 1."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """On which side of which value of an input a conclusion is mostly drawn."""

    input: str
    at: float
    below: bool
    covered: float
    """Share of the draws with this conclusion that lie on that side."""
    share_here: float
    """Share of this conclusion among the draws on that side."""
    share_beyond: float
    """Share of this conclusion among the draws on the other side."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often one value of a decision came out."""

    value: Value
    """For a set, one member of it."""
    share: float
    standard_error: float
    boundary: Boundary | None = None
    """Where it is mostly drawn, when one input parts the draws well."""


@dataclass(frozen=True, slots=True)
class DecisionSpread:
    """What came out for one decided attribute."""

    subject: str
    attribute: str
    shares: tuple[Share, ...]
    """Most frequent first; members of a set can come out together."""
    undecided: float
    """Share of the draws in which it was not decided."""
    influences: tuple[Influence, ...]
    """What explains it, strongest first; empty when it is always the same."""

    @property
    def is_certain(self) -> bool:
        """Whether it came out the same in every draw."""
        return self.undecided in (0.0, 1.0) and all(one.share == 1.0 for one in self.shares)

    def share_of(self, value: Value) -> float:
        """How often a value came out, from 0 to 1."""
        return next((one.share for one in self.shares if one.value == value), 0.0)


@dataclass(frozen=True, slots=True)
class FigureSpread:
    """The spread of one cost or other figure, over the draws in which it is known."""

    subject: str
    attribute: str
    low: float
    """Below it lie 5 % of the draws."""
    median: float
    high: float
    """Below it lie 95 % of the draws."""
    known: float
    """Share of the draws in which it is known."""
    influences: tuple[Influence, ...]
    """What it goes with, strongest first; empty when it is always the same."""

    @property
    def is_certain(self) -> bool:
        """Whether it came out the same in every draw."""
        return self.known == 1.0 and not self.influences and self.low == self.high


_Of = TypeVar("_Of", DecisionSpread, FigureSpread)


@dataclass(frozen=True)
class Spread:
    """What many draws of the uncertain numbers of a plan come to."""

    samples: int
    """How many draws were advised on; 0 when nothing in the plan is uncertain."""
    seed: int
    inputs: tuple[InputSpread, ...]
    decisions: tuple[DecisionSpread, ...]
    """What the rules decide and which device is chosen, workload by workload, then of the plan."""
    figures: tuple[FigureSpread, ...]
    units: Mapping[str, str]
    """Units of inputs and figures, by name of input and attribute."""

    def decision(self, attribute: str, subject: str | None = None) -> DecisionSpread:
        """What came out for an attribute; the subject may be left out when there is only one.

        Raises
        ------
        UsageError
            When it was not decided, or for several subjects.
        """
        return _only(self.decisions, attribute, subject)

    def figure(self, attribute: str, subject: str | None = None) -> FigureSpread:
        """The spread of a figure; the subject may be left out when there is only one.

        Raises
        ------
        UsageError
            When it was not worked out, or for several subjects.
        """
        return _only(self.figures, attribute, subject)

    def to_dict(self) -> dict[str, Any]:
        """The spread as plain data, the same for the same plan, rules and seed."""
        return {
            "samples": self.samples,
            "seed": self.seed,
            "inputs": [self._input(one) for one in self.inputs],
            "decisions": [self._decision(one) for one in self.decisions],
            "figures": [self._figure(one) for one in self.figures],
        }

    def _input(self, one: InputSpread) -> dict[str, Any]:
        quantiles = _quantiles(one.low, one.median, one.high)
        return {"input": one.name, "unit": self.units[one.name], **quantiles}

    def _decision(self, one: DecisionSpread) -> dict[str, Any]:
        return {
            "subject": one.subject,
            "attribute": one.attribute,
            "values": [self._share(share) for share in one.shares],
            "undecided_fraction": one.undecided,
            "explained_by": [
                {"input": i.input, "explained_fraction": i.strength} for i in one.influences
            ],
        }

    def _share(self, one: Share) -> dict[str, Any]:
        return {
            "value": one.value,
            "share_fraction": one.share,
            "standard_error_fraction": one.standard_error,
            "mostly": None if one.boundary is None else self._boundary(one.boundary),
        }

    def _boundary(self, one: Boundary) -> dict[str, Any]:
        return {
            "input": one.input,
            "side": "below" if one.below else "above",
            "at": one.at,
            "unit": self.units[one.input],
            "covered_fraction": one.covered,
            "share_on_this_side_fraction": one.share_here,
            "share_on_other_side_fraction": one.share_beyond,
        }

    def _figure(self, one: FigureSpread) -> dict[str, Any]:
        return {
            "subject": one.subject,
            "attribute": one.attribute,
            "unit": self.units[one.attribute],
            **_quantiles(one.low, one.median, one.high),
            "known_fraction": one.known,
            "goes_with": [
                {"input": i.input, "rank_correlation": i.strength} for i in one.influences
            ],
        }


def _quantiles(low: float, median: float, high: float) -> dict[str, float]:
    return {"percentile_5": low, "percentile_50": median, "percentile_95": high}


def _only(found: tuple[_Of, ...], attribute: str, subject: str | None) -> _Of:
    named = [one for one in found if one.attribute == attribute]
    if not named:
        message = f"`{attribute}` has no spread"
        hint = nearest(attribute, {one.attribute for one in found})
        raise UsageError(Problem("unknown-attribute", message, "", hint))
    fitting = [one for one in named if subject in (None, one.subject)]
    if len(fitting) == 1:
        return fitting[0]
    names = ", ".join(f"`{one.subject}`" for one in named)
    message = f"`{attribute}` has several spreads" if fitting else f"there is no `{subject}`"
    raise UsageError(Problem("which-workload", message, "", f"name one of {names}"))
