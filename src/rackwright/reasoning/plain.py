"""Records as plain dictionaries and lists, for JSON."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from rackwright.rulebook.model import Text

_VALUES = ("value", "then", "actual", "operand")
"""Fields that hold a user's value, where an empty set or text says something."""

_FLAGS = ("repeated", "past", "fixed", "brief")
"""Fields that say something only when they are set."""


def plain(record: Any) -> Any:
    """A record with everything below it, in the order of its fields; what is empty is left out."""
    if isinstance(record, Text):
        return {"en": record.en, "zh-TW": record.zh_tw}
    if isinstance(record, Enum):
        return record.value
    if isinstance(record, tuple):
        return [plain(item) for item in record]
    if is_dataclass(record):
        return _plain_fields(record)
    return record


def _plain_fields(record: Any) -> dict[str, Any]:
    held = ((field.name, getattr(record, field.name)) for field in fields(record))
    return {name: plain(value) for name, value in held if _says_something(name, value)}


def _says_something(name: str, value: Any) -> bool:
    if value is None or (value is False and name in _FLAGS):
        return False
    return name in _VALUES or value not in ((), "")
