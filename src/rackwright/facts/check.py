"""Plain data to a plan, or everything that is wrong with it."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, TypeGuard

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from rackwright.facts.answers import ANSWERS
from rackwright.facts.findings import Finding, Path, subject_of
from rackwright.facts.hints import choice_hint, field_hint, number_hint, range_hint, text_hint
from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES
from rackwright.facts.plan import Plan
from rackwright.facts.quote import name_key
from rackwright.facts.stating import number_stated
from rackwright.facts.uncertain import SECTION, Uncertain, faults
from rackwright.facts.values import Stated, described, quoted
from rackwright.facts.workload import repeated
from rackwright.limits import digits

_TOLD_APART = ("repeated-id", "repeated-name", "uncertain")
"""What is looked for in the data as it stands, since other faults may hide it."""
_BOUNDS = {
    "greater_than": ("gt", "more than"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}


def plan_or_findings(data: dict[str, Any] | Plan) -> Plan | list[Finding]:
    """The plan that plain data states, or what keeps it from being one.

    A plan is checked again: it may have been made past all checks.
    """
    try:
        return Plan.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False)
    findings = [found for detail in details if (found := _finding(detail)) is not None]
    return [*findings, *_repeats(data), *_uncertain(data)]


def _finding(detail: ErrorDetails) -> Finding | None:
    path = tuple(detail["loc"])
    if detail["type"] == "refused":
        return _refused(path, detail)
    if detail["type"] == "too_short" and detail["input"]:
        return None
    if detail["input"] is None and detail["type"] != "extra_forbidden":
        return _missing(path, detail)
    return _WORDS.get(detail["type"], _unusable)(path, detail)


def _refused(path: Path, detail: ErrorDetails) -> Finding | None:
    said = detail["ctx"]
    if said["code"] in _TOLD_APART:
        return None
    hint = said["hint"]
    if said["code"] == "not-a-number":
        hint = number_hint(_field(path), detail["input"])
    elif said["code"] == "out-of-range":
        hint = range_hint(_field(path), detail["input"])
    return Finding(path, said["code"], f"{subject_of(path)} {said['predicate']}", hint)


def _field(path: Path) -> str:
    return next((key for key in reversed(path) if isinstance(key, str)), "")


def _unknown_field(path: Path, detail: ErrorDetails) -> Finding:
    *above, name = path
    model = _annotated(tuple(above))
    fields = tuple(_fields_in(model))
    holder = f"{subject_of(tuple(above))}"
    hint = _misplaced(str(name)) or partial(_field_hint, str(name), fields)
    return Finding(path, "unknown-field", f"{holder} has no field {quoted(str(name))}", hint)


def _field_hint(name: str, fields: tuple[str, ...]) -> str:
    of_packs = f"answer a question of a rule pack under `{ANSWERS}`" if ANSWERS in fields else ""
    return field_hint(name, fields) or of_packs


def _misplaced(name: str) -> str:
    if place := PLAN_PLACES.get(name):
        return f"write it at the top of the plan, as `{'.'.join(place)}`"
    if place := WORKLOAD_PLACES.get(name):
        return f"write it in an entry of `workloads`, as `{'.'.join(place)}`"
    return ""


def _annotated(path: Path) -> Any:
    """The annotation of the field that a path leads to; the plan itself at the top.

    A key that is no field is a name that the user gave to an entry.
    """
    annotation: Any = Plan
    for key in path:
        if isinstance(key, str) and (field := _fields_in(annotation).get(key)):
            annotation = field.annotation
    return annotation


def _fields_in(annotation: Any) -> dict[str, FieldInfo]:
    """The fields of the model that an annotation holds; none when it holds no model."""
    return next((part.model_fields for part in _parts(annotation) if _is_model(part)), {})


def _is_model(part: Any) -> TypeGuard[type[Stated]]:
    return isinstance(part, type) and issubclass(part, Stated)


@cache
def _parts(annotation: Any) -> tuple[Any, ...]:
    """An annotation and all that it is made of."""
    inner = (part for argument in typing.get_args(annotation) for part in _parts(argument))
    return annotation, *inner


def _missing(path: Path, detail: ErrorDetails) -> Finding:
    *above, name = path
    field = _fields_in(_annotated(tuple(above))).get(str(name))
    if field is None:
        return Finding(path, "missing-value", f"{subject_of(path)} is empty", "remove it")
    holder = f" in {subject_of(tuple(above))}" if above else ""
    hint = field.description or ""
    message = f"{quoted(str(name))} is missing{holder}"
    return Finding(path, "missing-field", message, hint[:1].lower() + hint[1:].rstrip("."))


def _out_of_range(path: Path, detail: ErrorDetails) -> Finding:
    key, words = _BOUNDS[detail["type"]]
    said = detail["input"]
    message = (
        f"{subject_of(path)} must be {words} {digits(detail['ctx'][key])}, not {described(said)}"
    )
    return Finding(path, "out-of-range", message, range_hint(_field(path), said))


def _unknown_value(path: Path, detail: ErrorDetails) -> Finding:
    choices = tuple(part for part in _parts(_annotated(path)) if isinstance(part, str))
    said = detail["input"]
    message = f"{subject_of(path)} cannot be {_as_word(said)}"
    return Finding(path, "unknown-value", message, partial(choice_hint, said, choices))


def _as_word(said: object) -> str:
    return quoted(said) if isinstance(said, str) else described(said)


def _wrong_kind(code: str, words: str) -> Callable[[Path, ErrorDetails], Finding]:
    def finding(path: Path, detail: ErrorDetails) -> Finding:
        said = detail["input"]
        hint = text_hint(said) if code == "not-a-text" else ""
        message = f"{subject_of(path)} must be {words}, not {described(said)}"
        return Finding(path, code, message, hint)

    return finding


def _too_long(path: Path, detail: ErrorDetails) -> Finding:
    most = detail["ctx"]["max_length"]
    what = "characters" if detail["type"] == "string_too_long" else "entries"
    message = f"{subject_of(path)} must have at most {most} {what}"
    return Finding(path, "too-long", message)


def _too_short(path: Path, detail: ErrorDetails) -> Finding:
    return Finding(path, "empty-value", f"{subject_of(path)} must not be empty")


def _unusable(path: Path, detail: ErrorDetails) -> Finding:
    return Finding(path, "unusable-value", f"{subject_of(path)} cannot be used as it is")


_NOT_A_LIST = _wrong_kind("not-a-list", "a list")
_NOT_A_MAPPING = _wrong_kind("not-a-mapping", "a mapping of fields")
_WORDS: dict[str, Callable[[Path, ErrorDetails], Finding]] = {
    **dict.fromkeys(_BOUNDS, _out_of_range),
    "dict_type": _NOT_A_MAPPING,
    "extra_forbidden": _unknown_field,
    "literal_error": _unknown_value,
    "mapping_type": _NOT_A_MAPPING,
    "missing": _missing,
    "model_type": _NOT_A_MAPPING,
    "string_too_long": _too_long,
    "string_too_short": _too_short,
    "string_type": _wrong_kind("not-a-text", "a text"),
    "too_long": _too_long,
    "too_short": _too_short,
    "tuple_type": _NOT_A_LIST,
}


def _repeats(data: dict[str, Any] | Plan) -> Iterator[Finding]:
    """Ids and names that occur twice."""
    workloads = _entries(data, "workloads")
    yield from _repeats_in(workloads, ("workloads",), "id", str.strip)
    for at, workload in enumerate(workloads):
        yield from _repeats_in(
            _entries(workload, "quotes"), ("workloads", at, "quotes"), "name", name_key
        )


def _repeats_in(
    entries: list[Any], path: Path, field: str, key: Callable[[str], str]
) -> Iterator[Finding]:
    said = [_said(entry, field) for entry in entries]
    keys = [key(text) if isinstance(text, str) else None for text in said]
    for at, first in repeated(keys).items():
        message = f"`{field}` {quoted(said[at])} is already that of entry {first}"
        yield Finding((*path, at, field), f"repeated-{field}", message, "choose another")


def _uncertain(data: dict[str, Any] | Plan) -> Iterator[Finding]:
    """Names of uncertain numbers that lead nowhere, and values out of bounds."""
    section = _said(data, SECTION)
    entries = section if isinstance(section, Mapping) else {}
    found = ((_said(entry, "id"), entry) for entry in _entries(data, "workloads"))
    by_id = {name: entry for name, entry in found if isinstance(name, str)}
    quotes = {
        name: [
            said for quote in _entries(w, "quotes") if isinstance(said := _said(quote, "name"), str)
        ]
        for name, w in by_id.items()
    }

    said = {name: _distribution(one) for name, one in entries.items()}
    return faults(said, quotes, partial(number_stated, data))


def _distribution(said: Any) -> Uncertain | None:
    try:
        return Uncertain.model_validate(said)
    except ValidationError:
        return None


def _entries(holder: Any, field: str) -> list[Any]:
    entries = _said(holder, field)
    return list(entries) if isinstance(entries, list | tuple) else []


def _said(holder: Any, field: str) -> Any:
    return holder.get(field) if isinstance(holder, dict) else getattr(holder, field, None)
