"""An assessment as its readers ask for it: conclusions, options, costs, warnings, assumptions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rackwright.assessment import Assessment, Conclusion
from rackwright.facts.plan import Plan
from rackwright.facts.quote import QuoteItems
from rackwright.facts.values import INCLUDED
from rackwright.frames import decoded
from rackwright.languages import Language, language_of
from rackwright.records import PLAN_SUBJECT, Fact, Firing, Scope, Value, offer_subject
from rackwright.rulebook.model import Hit
from rackwright.support import Support, Supports, split_id
from rackwright.wording import because, is_money, run_on

COST_ITEMS = (
    "compute_cost",
    "power_cost",
    "network_and_storage_cost",
    "staff_cost",
    "licence_cost",
)
TOTAL_COST = "total_cost"
MONTHLY_COST = "monthly_cost_of_offer"
ESTIMATES = ("own", "cloud", "hosted")
"""The offers that are worked out; every other one was quoted to the user."""

_PAID_AS = {
    "own_premises": ("own",),
    "hosted": ("hosted",),
    "reserved_cloud": ("hosted", "cloud"),
}
"""How each form of dedicated hardware is paid for."""

NOT_JUDGED = "not_judged"
"""The verdict on an option for want of a fact."""

_WARNINGS = "_warnings"
_QUOTED = "quoted_"
_COST = "_cost"
_QUOTE_FIELDS = dict(zip(COST_ITEMS, QuoteItems.model_fields, strict=True))


@dataclass(frozen=True)
class Reason:
    """One rule that spoke about a subject."""

    firing: Firing
    assessment: Assessment = field(repr=False, compare=False)

    @property
    def rule(self) -> str:
        """The rule's id."""
        return self.firing.rule

    @property
    def value(self) -> Value:
        """What the rule concludes."""
        return self.firing.value

    @property
    def sources(self) -> tuple[str, ...]:
        """Ids of the sources that the rule rests on."""
        return self.assessment.rule(self.firing).sources

    @property
    def because(self) -> str:
        """The reason in English."""
        return self.because_in("en")

    def because_in(self, language: Language | str) -> str:
        """The reason in `en` or `zh-TW`.

        Raises
        ------
        UsageError
            When it is another language.
        """
        return because(self.assessment, self.firing, language_of(language))

    @property
    def operands(self) -> Mapping[str, Value | None]:
        """The facts that the rule matched, by name; None for one that was not stated."""
        names = dict.fromkeys(split_id(premise)[1] for premise in self.firing.premises)
        return {name: self.assessment.value(self.firing.subject, name) for name in names}


@dataclass(frozen=True)
class Ruling:
    """What was concluded about one attribute of one subject."""

    subject: str
    attribute: str
    value: Value
    reasons: tuple[Reason, ...]
    """The rules that concluded it: one, or one a member of a set."""
    assumptions: tuple[str, ...]
    """Ids of the assumed facts that it rests on."""

    @property
    def rule(self) -> str:
        """The id of the rule that concluded it; of the first one for a set."""
        return self.reasons[0].rule

    @property
    def because(self) -> str:
        """The reason in English."""
        return self.because_in("en")

    def because_in(self, language: Language | str) -> str:
        """The reasons in `en` or `zh-TW`.

        Raises
        ------
        UsageError
            When it is another language.
        """
        tag = language_of(language)
        return run_on((reason.because_in(tag) for reason in self.reasons), tag)

    @property
    def sources(self) -> tuple[str, ...]:
        """Ids of the sources that it rests on."""
        return tuple(dict.fromkeys(s for reason in self.reasons for s in reason.sources))


@dataclass(frozen=True)
class Option:
    """One device that was considered for a workload."""

    subject: str
    device: str
    status: str
    """The verdict, or `undetermined` when no rule gave one."""
    rank: int | None
    """Its place among the allowed options from 1; None when it is not allowed."""
    reasons: tuple[Reason, ...]
    figures: Mapping[str, Value]
    """What was computed for it, by attribute."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The facts for want of which it cannot be judged: stated ones, or of the catalogue."""
        if self.status != NOT_JUDGED:
            return ()
        operands = {n: v for reason in self.reasons for n, v in reason.operands.items()}
        return tuple(n for n, value in operands.items() if value is None and self._is_input(n))

    def _is_input(self, name: str) -> bool:
        attribute = self.reasons[0].assessment.rulebook.vocabulary[name]
        return attribute.scope is Scope.GIVEN or bool(attribute.catalog)

    @property
    def count(self) -> int | None:
        """How many of the device it takes; None when that is not known."""
        count = self.figures.get("devices_needed")
        return int(count) if isinstance(count, float) else None


@dataclass(frozen=True, slots=True)
class CostItem:
    """One item of an offer over the plan's horizon."""

    attribute: str
    amount: float
    basis: str
    """`given` when the user brought it, else `estimate`."""
    included: bool
    """Whether another item of the offer covers it."""
    rows: tuple[str, ...]
    """Ids of the catalogue rows that it rests on."""
    parameters: tuple[str, ...]
    """Names of the parameters that it rests on."""
    date: str
    """Date of its oldest price; empty when no dated price is behind it."""


@dataclass(frozen=True)
class Offer:
    """One way to pay for a workload, item by item."""

    subject: str
    name: str
    kind: str
    quoted: bool
    """Whether the user brought it, as opposed to an estimate."""
    items: tuple[CostItem, ...]
    left_out: tuple[str, ...]
    """Items whose cost is not known, so that no total holds them."""
    total: float | None
    monthly: float | None
    figures: Mapping[str, Value]
    """What else was computed for it, by attribute."""


class Reading:
    """Reads one assessment."""

    def __init__(self, assessment: Assessment) -> None:
        self.assessment = assessment
        self._supports = Supports(assessment)
        self._options: dict[str, tuple[Option, ...]] = {}
        self._costs: dict[str, tuple[Offer, ...]] = {}

    def subjects(self) -> tuple[str, ...]:
        """The plan, then each workload."""
        return (PLAN_SUBJECT, *self.assessment.workloads)

    def conclusions(self, subject: str) -> tuple[Ruling, ...]:
        """What the rules concluded about a subject, without assumptions and warnings."""
        return tuple(
            self._ruling(one)
            for one in self.assessment.conclusions(subject)
            if self._scope(one.attribute) is not Scope.GIVEN and not self.is_warning(one.attribute)
        )

    def assumptions(self, subject: str) -> tuple[Ruling, ...]:
        """What rules supplied for a subject because the user left it out."""
        return tuple(
            self._ruling(one)
            for one in self.assessment.conclusions(subject)
            if self._scope(one.attribute) is Scope.GIVEN
        )

    def warnings(self, subject: str) -> tuple[Reason, ...]:
        """The warnings about a subject, in order of rank."""
        return tuple(
            Reason(firing, self.assessment)
            for one in self.assessment.conclusions(subject)
            if self.is_warning(one.attribute)
            for firing in one.firings
        )

    def is_warning(self, attribute: str) -> bool:
        """Whether a decision collects warnings."""
        decision = self.assessment.rulebook.decision(attribute)
        return (
            decision is not None and decision.hit is Hit.COLLECT and attribute.endswith(_WARNINGS)
        )

    def conclusion(self, subject: str, attribute: str) -> Ruling | None:
        """What the rules concluded about one attribute; None when no rule matched."""
        found = self.assessment.conclusion(subject, attribute)
        return None if found is None else self._ruling(found)

    def options(self, workload: str) -> tuple[Option, ...]:
        """Every device that was considered: the allowed ones by rank, then the others."""
        if workload not in self._options:
            ranked = self.assessment.ranking[workload]
            ranks = {subject: rank for rank, subject in enumerate(ranked, 1)}
            subjects = self.assessment.options(workload)
            self._options[workload] = tuple(self._option(s, ranks.get(s)) for s in subjects)
        return self._options[workload]

    def chosen(self, workload: str) -> Option | None:
        """The option that was chosen; None when none is allowed."""
        subject = self.assessment.chosen(workload)
        return None if subject is None else self._option(subject, 1)

    def costs(self, workload: str) -> tuple[Offer, ...]:
        """Every way to pay for a workload."""
        if workload not in self._costs:
            offers = self.assessment.offers(workload)
            self._costs[workload] = tuple(self._offer(subject) for subject in offers)
        return self._costs[workload]

    def chosen_offer(self, workload: str) -> Offer | None:
        """The way to pay that the plan counts with: the cheapest of the kind decided on."""
        kinds = self._kinds_to_pay(workload)
        known = [o for o in self.costs(workload) if o.kind in kinds and o.monthly is not None]
        return min(known, key=lambda offer: offer.monthly or 0.0, default=None)

    def _kinds_to_pay(self, workload: str) -> tuple[str, ...]:
        form = self._decided(workload, "dedicated_form")
        in_cloud = self._decided(workload, "deployment") == "cloud"
        return _PAID_AS.get(form, ("cloud",) if in_cloud else ())

    def _decided(self, workload: str, attribute: str) -> str:
        found = self.conclusion(workload, attribute)
        return "" if found is None else str(found.value)

    def oldest_price(self) -> str:
        """The date of the oldest price that any cost rests on; empty when there is none."""
        offers = (offer for name in self.assessment.workloads for offer in self.costs(name))
        dates = (item.date for offer in offers for item in offer.items)
        return min((date for date in dates if date), default="")

    def _scope(self, attribute: str) -> Scope:
        return self.assessment.rulebook.vocabulary[attribute].scope

    def _ruling(self, one: Conclusion) -> Ruling:
        support = Support()
        for firing in one.firings:
            support = support.joined(self._supports.of_firing(firing))
        reasons = tuple(Reason(firing, self.assessment) for firing in one.firings)
        return Ruling(one.subject, one.attribute, one.value, reasons, support.assumptions)

    def _option(self, subject: str, rank: int | None) -> Option:
        verdict = self.assessment.conclusion(subject, "verdict")
        return Option(
            subject=subject,
            device=str(self.assessment.value(subject, "device")),
            status="undetermined" if verdict is None else str(verdict.value),
            rank=rank,
            reasons=tuple(Reason(f, self.assessment) for f in verdict.firings) if verdict else (),
            figures=dict(self._figures(subject)),
        )

    def _figures(self, subject: str) -> Iterator[tuple[str, Value]]:
        _, row = self.assessment.locate(subject)
        for name, column in self._columns.items():
            value = column[row]
            if isinstance(value, float | bool):
                yield name, value

    @cached_property
    def _columns(self) -> Mapping[str, list[Value | None]]:
        """What was computed for every option, neither read off nor decided."""
        rulebook, frame = self.assessment.rulebook, self.assessment.frames.option
        return {
            name: decoded(rulebook.vocabulary[name], frame.get(name))
            for name in frame.columns
            if name != "device"
            and not rulebook.vocabulary[name].catalog
            and rulebook.decision(name) is None
        }

    def _offer(self, subject: str) -> Offer:
        facts = {fact.attribute: fact for fact in self.assessment.facts(subject)}
        name = subject.partition(":")[2]
        named = (*COST_ITEMS, TOTAL_COST, MONTHLY_COST, "deployment_kind")
        return Offer(
            subject=subject,
            name=name,
            kind=str(facts["deployment_kind"].value) if "deployment_kind" in facts else "",
            quoted=name not in ESTIMATES,
            items=tuple(self._item(facts[item], facts) for item in COST_ITEMS if item in facts),
            left_out=tuple(item for item in COST_ITEMS if item not in facts),
            total=_amount(facts.get(TOTAL_COST)),
            monthly=_amount(facts.get(MONTHLY_COST)),
            figures={name: fact.value for name, fact in facts.items() if name not in named},
        )

    def _item(self, fact: Fact, facts: Mapping[str, Fact]) -> CostItem:
        given = facts.get(f"{_QUOTED}{fact.attribute.removesuffix(_COST)}")
        amount = _amount(fact)
        assert amount is not None
        included = amount == 0 and self._covered(fact, facts, given)
        support = Support() if given or included else self._supports.of_price(fact)
        return CostItem(
            attribute=fact.attribute,
            amount=amount,
            basis="given" if given else "estimate",
            included=included,
            rows=support.rows,
            parameters=support.parameters,
            date=min(filter(None, self._price_dates(support)), default=""),
        )

    def _covered(self, fact: Fact, facts: Mapping[str, Fact], given: Fact | None) -> bool:
        if given is None:
            return facts["deployment_kind"].value != "own"
        return _said_included(self.assessment.plan, fact.subject, fact.attribute)

    def _price_dates(self, support: Support) -> Iterator[str]:
        rulebook = self.assessment.rulebook
        for ref in support.rows:
            table, _, row = ref.partition("/")
            yield rulebook.catalog.tables[table][row].cited("amount").date
        for name in support.parameters:
            if is_money(rulebook.parameters[name].unit):
                yield rulebook.parameters[name].date


def _amount(fact: Fact | None) -> float | None:
    if fact is None:
        return None
    assert isinstance(fact.value, float)
    return fact.value


def _said_included(plan: Plan, subject: str, attribute: str) -> bool:
    for workload in plan.workloads:
        for quote in workload.quotes:
            if offer_subject(workload.id, quote.name) == subject:
                said: object = getattr(quote.items, _QUOTE_FIELDS[attribute])
                return said == INCLUDED
    return False
