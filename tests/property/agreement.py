"""In what two assessments of one plan differ."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rackwright.assessment import Assessment
from rackwright.frames import Frame
from rackwright.records import Entity
from rackwright.rulebook.model import Kind, Rulebook


def differences(one: Assessment, other: Assessment) -> list[str]:
    """Every part that is not the same: firings, ranking, columns, what conclusions rest on."""
    found = []
    if one.trace != other.trace:
        found.append("trace")
    if one.ranking != other.ranking:
        found.append("ranking")
    for entity in Entity:
        found += _differences(one.frames.of(entity), other.frames.of(entity), one.rulebook)
    return found


def _differences(one: Frame, other: Frame, rulebook: Rulebook) -> Iterator[str]:
    if list(one.subjects) != list(other.subjects) or list(one.columns) != list(other.columns):
        yield f"{one.of} frame"
        return
    for name in one.columns:
        if not _equal(one, other, name):
            yield f"{one.of}.{name}"
        elif rulebook.decision(name) and _facts(one, name) != _facts(other, name):
            yield f"origin of {one.of}.{name}"


def _equal(one: Frame, other: Frame, name: str) -> bool:
    numbers = one.vocabulary[name].kind is Kind.NUMBER
    return np.array_equal(one.columns[name], other.columns[name], equal_nan=numbers)


def _facts(frame: Frame, name: str) -> list[object]:
    return [frame.fact(row, name) for row in range(len(frame))]
