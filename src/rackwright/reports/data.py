"""An assessment as plain dictionaries and lists, for JSON: stable in shape and in order."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from rackwright.assessment import Assessment
from rackwright.reading import CostItem, Offer, Option, Reading, Reason, Ruling
from rackwright.records import PLAN_SUBJECT, Value
from rackwright.reports.prices import price_data
from rackwright.reports.ranges import ranges_data
from rackwright.rulebook.model import Attribute, Rulebook, Source, Text
from rackwright.uncertainty import Doubt, Spread, doubts_of
from rackwright.uncertainty.candidates import candidates
from rackwright.version import __version__
from rackwright.wording import currency_of, fill

SCHEMA_VERSION = "1"

Data = dict[str, Any]


def report_data(
    assessment: Assessment, spread: Spread | None = None, *, options: bool = True
) -> Data:
    """Everything that an assessment found; how sure it is when draws were asked for.

    Without options the devices that were considered are left out, and the sources that only they
    cite.
    """
    reading = Reading(assessment)
    workloads = {w: _workload(reading, w, options) for w in assessment.workloads}
    plan = _subject(reading, PLAN_SUBJECT)
    return {
        "schema_version": SCHEMA_VERSION,
        "rackwright_version": __version__,
        "input_digest": input_digest(assessment),
        "rules_revision": assessment.rulebook.revision,
        "catalogue_revision": assessment.rulebook.catalog.revision,
        "outcome": assessment.outcome,
        "currency": currency_of(assessment),
        "horizon_months": assessment.value(PLAN_SUBJECT, "horizon_months"),
        "oldest_price_date": reading.oldest_price() or None,
        "plan": plan,
        "workloads": workloads,
        **_stated_as_ranges(assessment),
        **({} if spread is None else {"how_sure": _how_sure(assessment, spread)}),
        "sources": _sources(assessment.rulebook, _cited([plan, *workloads.values()])),
    }


def _stated_as_ranges(assessment: Assessment) -> Data:
    found = list(ranges_data(assessment))
    return {"stated_as_ranges": found} if found else {}


def _how_sure(assessment: Assessment, spread: Spread) -> Data:
    if spread.inputs:
        doubted = [_doubt(one) for one in doubts_of(assessment, spread)]
        return {**spread.to_dict(), "headline_in_few_draws": doubted}
    could = [{"input": c.name, "value": plain_value(c.value)} for c in candidates(assessment)]
    return {**spread.to_dict(), "could_be_uncertain": could}


def _doubt(one: Doubt) -> Data:
    return {
        "subject": one.subject,
        "attribute": one.attribute,
        "value": plain_value(one.value),
        "share_fraction": one.share,
        "likeliest": plain_value(one.likeliest),
        "likeliest_share_fraction": one.likeliest_share,
    }


def input_digest(assessment: Assessment) -> str:
    """A digest of what the user stated: equal plans have equal digests."""
    stated = assessment.plan.model_dump(mode="json", exclude_none=True)
    text = json.dumps(stated, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def words(text: Text) -> dict[str, str]:
    """A text in every language, by language tag."""
    return {"en": text.en, "zh-TW": text.zh_tw}


def plain_value(value: Value | None) -> Any:
    """A value as JSON holds it: whole numbers without a fraction, sets as lists."""
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _workload(reading: Reading, workload: str, options: bool) -> Data:
    chosen = reading.chosen(workload)
    considered = reading.options(workload) if options else ()
    return {
        **_subject(reading, workload),
        "chosen": None if chosen is None else _chosen(chosen),
        **({"options": [_option(reading, one) for one in considered]} if options else {}),
        "costs": [
            _offer(offer, reading.chosen_offer(workload)) for offer in reading.costs(workload)
        ],
        **price_data(reading, workload),
    }


def _subject(reading: Reading, subject: str) -> Data:
    return {
        "conclusions": [_conclusion(reading, one) for one in reading.conclusions(subject)],
        "warnings": [_warning(reading, one) for one in reading.warnings(subject)],
        "assumptions": [_conclusion(reading, one) for one in reading.assumptions(subject)],
    }


def _conclusion(reading: Reading, ruling: Ruling) -> Data:
    attribute = reading.assessment.rulebook.vocabulary[ruling.attribute]
    return {
        "attribute": attribute.name,
        "label": words(attribute.label),
        "value": plain_value(ruling.value),
        **({"unit": attribute.unit} if attribute.unit else {}),
        "value_label": _value_label(attribute, ruling.value),
        "rules": [_reason(reading, reason) for reason in ruling.reasons],
        "assumptions": list(ruling.assumptions),
    }


def _value_label(attribute: Attribute, value: Value) -> Any:
    if isinstance(value, tuple):
        return [_symbol_label(attribute, member) for member in value]
    return _symbol_label(attribute, value) if isinstance(value, str) else None


def _symbol_label(attribute: Attribute, symbol: str) -> dict[str, str]:
    return words(attribute.values.get(symbol) or Text(symbol, symbol))


def _reason(reading: Reading, reason: Reason) -> Data:
    rule = reading.assessment.rule(reason.firing)
    texts = {
        language: fill(rule.because, reading.assessment, reason.firing.subject, language)
        for language in ("en", "zh-TW")
    }
    return {
        "code": reason.rule,
        "value": plain_value(reason.value),
        "because": texts,
        "operands": {name: plain_value(value) for name, value in reason.operands.items()},
        "sources": list(reason.sources),
        "firing": reason.firing.id,
    }


def _warning(reading: Reading, warning: Reason) -> Data:
    attribute = reading.assessment.rulebook.vocabulary[warning.firing.decision]
    return {
        "warning": warning.value,
        "label": _symbol_label(attribute, str(warning.value)),
        **_reason(reading, warning),
    }


def _chosen(option: Option) -> Data:
    counts = ("devices_needed", "devices_per_copy", "copies")
    return {
        "device": option.device,
        **{name: plain_value(option.figures.get(name)) for name in counts},
        "option": option.subject,
    }


def _option(reading: Reading, option: Option) -> Data:
    return {
        "device": option.device,
        "status": option.status,
        "rank": option.rank,
        **({"missing_facts": list(option.missing)} if option.missing else {}),
        "reasons": [_reason(reading, reason) for reason in option.reasons],
        "figures": {name: plain_value(value) for name, value in option.figures.items()},
    }


def _offer(offer: Offer, chosen: Offer | None) -> Data:
    return {
        "name": offer.name,
        "deployment_kind": offer.kind,
        "quoted": offer.quoted,
        "chosen": chosen is not None and offer.subject == chosen.subject,
        "items": [_item(item) for item in offer.items],
        "left_out": list(offer.left_out),
        "total_cost": plain_value(offer.total),
        "monthly_cost": plain_value(offer.monthly),
        "figures": {name: plain_value(value) for name, value in offer.figures.items()},
    }


def _item(item: CostItem) -> Data:
    return {
        "item": item.attribute,
        "amount": plain_value(item.amount),
        "basis": item.basis,
        "included": item.included,
        "catalogue_rows": list(item.rows),
        "parameters": list(item.parameters),
        "oldest_price_date": item.date or None,
    }


def _cited(parts: Iterable[Data]) -> list[str]:
    cited = {source for part in parts for reason in _reasons(part) for source in reason["sources"]}
    return sorted(cited)


def _reasons(part: Data) -> Iterable[Data]:
    for one in (*part["conclusions"], *part["assumptions"]):
        yield from one["rules"]
    yield from part["warnings"]
    for option in part.get("options", ()):
        yield from option["reasons"]


def _sources(rulebook: Rulebook, cited: Iterable[str]) -> Mapping[str, Data]:
    return {name: _source(rulebook.sources[name]) for name in cited if name in rulebook.sources}


def _source(source: Source) -> Data:
    return {"title": words(source.title), "date": source.date or None}
