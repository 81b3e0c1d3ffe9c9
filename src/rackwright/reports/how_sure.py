"""The section on how sure the advice is, from draws of the numbers that are not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rackwright.facts.uncertain import Of
from rackwright.records import Value
from rackwright.reports import phrases
from rackwright.reports.items import section
from rackwright.reports.naming import of_subject, target_label
from rackwright.reports.outline import (
    Block,
    Cell,
    Column,
    Heading,
    Item,
    Listing,
    Paragraph,
    Table,
    Tone,
)
from rackwright.reports.speaker import Speaker
from rackwright.uncertainty import (
    Boundary,
    DecisionSpread,
    Doubt,
    FigureSpread,
    InputSpread,
    Spread,
)
from rackwright.uncertainty.candidates import candidates
from rackwright.uncertainty.statistics import standard_error
from rackwright.wording import format_number

MAIN = (
    "device",
    "payback_rule",
    "payback_check",
    "deployment",
    "dedicated_form",
    "overall_deployment",
    "outcome",
)
"""Decisions that are told in full; of others only how often each value came out."""
ALWAYS_TOLD = ("device", "deployment", "outcome")
MAX_EXAMPLES = 5
"""How many numbers of one kind are named as what could be uncertain."""
LEAST_SHARE = 0.0005
"""What would be shown as none."""
_TWO_SIDED = 1.96
_LEAST_EXPLAINED = 0.05
_LEAST_CORRELATED = 0.1


def how_sure_section(speaker: Speaker, spread: Spread | None) -> Iterable[Block]:
    """What came out how often, what the figures range over, and what matters most for them."""
    if spread is None:
        return
    yield Heading(speaker.say(phrases.HOW_SURE), 2)
    if spread.inputs:
        yield from _Told(speaker, spread).blocks()
    else:
        yield Paragraph(speaker.say(phrases.NOTHING_UNCERTAIN))
        found = candidates(speaker.assessment)
        shown = [c for of in Of for c in [c for c in found if c.target.of is of][:MAX_EXAMPLES]]
        yield Listing(tuple(Item(one.example, target_label(speaker, one.target)) for one in shown))


def doubt_note(speaker: Speaker, doubts: Iterable[Doubt], spread: Spread | None) -> Iterator[Block]:
    """Which conclusions of a headline few draws come to; nothing when there are none."""
    told = tuple(_doubt(speaker, one) for one in doubts)
    if told and spread is not None:
        draws = format_number(spread.samples, "count", speaker.language, speaker.currency)
        words = speaker.sentences(*told)
        yield Paragraph(speaker.say(phrases.IN_DOUBT, draws=draws, doubts=words), Tone.BAD)


def _doubt(speaker: Speaker, one: Doubt) -> str:
    def shown(value: Value | None) -> str:
        nothing = phrases.NO_DEVICE if one.attribute == "device" else phrases.ABSENT
        return speaker.say(nothing) if value is None else speaker.show(one.attribute, value)

    return speaker.say(
        phrases.DOUBT,
        label=speaker.label(one.attribute),
        value=shown(one.value),
        share=shown_share(speaker, one.share),
        likeliest=shown(one.likeliest),
        most=shown_share(speaker, one.likeliest_share),
    )


_Outcome = tuple[str, float, Boundary | None]
"""What came out, in words; its share; where it is mostly drawn."""


class _Told:
    """A spread in the words of one report."""

    def __init__(self, speaker: Speaker, spread: Spread) -> None:
        self._speaker = speaker
        self._spread = spread
        self._inputs = {one.name: one for one in spread.inputs}
        self._draws = self._number(spread.samples, "count")

    def blocks(self) -> Iterator[Block]:
        yield Paragraph(self._intro())
        yield self._input_table()
        yield from self._decisions()
        figures = [one for one in self._spread.figures if not one.is_certain]
        if figures:
            yield self._figure_table(figures)

    def _decisions(self) -> Iterator[Block]:
        decisions = self._spread.decisions
        varying = [one for one in decisions if not one.is_certain]
        main = [one for one in decisions if one.attribute in MAIN and self._is_told(one)]
        yield Listing(tuple(self._item(one) for one in main))
        others = (self._brief(one) for one in varying if one.attribute not in MAIN)
        yield from section(self._speaker.say(phrases.ALSO_VARIES), others)
        same = phrases.ALL_THE_SAME if varying else phrases.NEVER_DIFFERENT
        yield Paragraph(self._speaker.say(same), Tone.MUTED)

    def _intro(self) -> str:
        error = _TWO_SIDED * standard_error(0.5, self._spread.samples)
        return self._speaker.say(
            phrases.DRAWN,
            count=str(len(self._inputs)),
            draws=self._draws,
            seed=str(self._spread.seed),
            points=self._number(100.0 * error, "count"),
        )

    def _is_told(self, one: DecisionSpread) -> bool:
        """WHY not for one workload: the whole plan is then deployed as it is."""
        if one.attribute == "overall_deployment":
            return len(self._speaker.assessment.workloads) > 1
        return one.attribute in ALWAYS_TOLD or not one.is_certain

    def _number(self, number: float, unit: str) -> str:
        return format_number(number, unit, self._speaker.language, self._speaker.currency)

    def _table(self, title: str, rows: Iterable[tuple[Cell, ...]], *more: str) -> Table:
        say = self._speaker.say
        numbers = (phrases.LOW_END, phrases.MEDIAN, phrases.HIGH_END)
        columns = (Column(title), *(Column(say(one), number=True) for one in numbers))
        return Table((*columns, *map(Column, more)), tuple(rows))

    def _input_table(self) -> Table:
        rows = (
            (Cell(self._input(one.name)), *self._quantiles(one, one.input.unit))
            for one in self._spread.inputs
        )
        return self._table(self._speaker.say(phrases.UNCERTAIN), rows)

    def _figure_table(self, figures: Iterable[FigureSpread]) -> Table:
        say = self._speaker.say
        rows = (self._figure_row(one) for one in figures)
        return self._table(say(phrases.RESULT), rows, say(phrases.GOES_WITH))

    def _figure_row(self, one: FigureSpread) -> tuple[Cell, ...]:
        numbers = self._quantiles(one, self._spread.units[one.attribute])
        return Cell(self._about(one.subject, one.attribute)), *numbers, Cell(self._company(one))

    def _company(self, one: FigureSpread) -> str:
        """The input that a figure goes with most, if with any."""
        if not one.influences or abs(one.influences[0].strength) < _LEAST_CORRELATED:
            return ""
        return self._input(one.influences[0].input)

    def _quantiles(self, one: InputSpread | FigureSpread, unit: str) -> tuple[Cell, ...]:
        return tuple(Cell(self._number(n, unit)) for n in (one.low, one.median, one.high))

    def _item(self, one: DecisionSpread) -> Item:
        first, *others = self._outcomes(one)
        draws = self._spread_over(first)
        words = self._speaker.sentences(draws, *map(self._outcome, others), self._explained(one))
        return Item(self._about(one.subject, one.attribute), words)

    def _brief(self, one: DecisionSpread) -> Item:
        shares = (self._in_share(word, share) for word, share, _ in self._outcomes(one))
        return Item(self._about(one.subject, one.attribute), self._speaker.listed(shares))

    def _outcomes(self, one: DecisionSpread) -> list[_Outcome]:
        """What came out and what did not, most frequent first; of a set only what varies."""
        told = [share for share in one.shares if share.share < 1.0 or len(one.shares) == 1]
        found: list[_Outcome] = [
            (self._speaker.show(one.attribute, share.value), share.share, share.boundary)
            for share in told
        ]
        if one.undecided:
            phrase = phrases.NO_DEVICE if one.attribute == "device" else phrases.ABSENT
            found.append((self._speaker.say(phrase), one.undecided, None))
        return sorted(found, key=lambda outcome: -outcome[1])

    def _spread_over(self, outcome: _Outcome) -> str:
        value, share, boundary = outcome
        shown = self._shown_share(share)
        words = self._speaker.say(phrases.FIRST_SHARE, value=value, share=shown, draws=self._draws)
        return self._with_boundary(words, boundary)

    def _outcome(self, outcome: _Outcome) -> str:
        value, share, boundary = outcome
        return self._with_boundary(self._in_share(value, share), boundary)

    def _with_boundary(self, words: str, found: Boundary | None) -> str:
        if found is None:
            return words
        phrase = phrases.MOSTLY_BELOW if found.below else phrases.MOSTLY_ABOVE
        at = self._number(found.at, self._spread.units[found.input])
        return self._speaker.say(phrase, outcome=words, input=self._input(found.input), at=at)

    def _in_share(self, value: str, share: float) -> str:
        shown = self._shown_share(share)
        return self._speaker.say(phrases.OTHER_SHARE, value=value, share=shown)

    def _shown_share(self, share: float) -> str:
        return shown_share(self._speaker, share)

    def _explained(self, one: DecisionSpread) -> str:
        if not one.influences or one.influences[0].strength < _LEAST_EXPLAINED:
            return ""
        first = one.influences[0]
        share = self._number(first.strength, "fraction")
        return self._speaker.say(phrases.EXPLAINED, input=self._input(first.input), share=share)

    def _input(self, name: str) -> str:
        return target_label(self._speaker, self._inputs[name].input.target)

    def _about(self, subject: str, attribute: str) -> str:
        return of_subject(self._speaker, subject, self._speaker.label(attribute))


def shown_share(speaker: Speaker, share: float) -> str:
    """A share in percent; what hardly ever or nearly always happens is said to."""

    def shown(number: float) -> str:
        return format_number(number, "fraction", speaker.language, speaker.currency)

    if 0.0 < share < LEAST_SHARE:
        return speaker.say(phrases.LESS_THAN, share=shown(2 * LEAST_SHARE))
    if 1.0 - LEAST_SHARE < share < 1.0:
        return speaker.say(phrases.MORE_THAN, share=shown(1 - 2 * LEAST_SHARE))
    return shown(share)
