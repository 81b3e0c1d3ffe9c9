"""How a kernel is wired to columns: what it reads, what it fills, where the result comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rackwright.frames import ENCODING, Column, Frame, OriginAt
from rackwright.records import Calculated, Entity, Origin, parameter_id, unknown_id
from rackwright.rulebook.model import Attribute, Kind, Parameter, Rulebook


@dataclass(frozen=True, slots=True)
class Is:
    """1 where a symbol is among some values, 0 where it is another, NaN where it is unknown."""

    attribute: str
    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """The codes of a symbol or the bit masks of a set, as the column holds them."""

    attribute: str


@dataclass(frozen=True, slots=True)
class Group:
    """The row of the thing above that each row belongs to."""

    of: Entity


@dataclass(frozen=True, slots=True)
class Seen:
    """The lowest or highest figure seen for a parameter; its value where none is known."""

    parameter: str
    highest: bool

    @property
    def attribute(self) -> str:
        """What it is called among the inputs of a kernel."""
        return self.parameter


Input = str | Is | Code | Group | Seen
"""The name of a number, a boolean or a parameter; or one of the encodings above."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One kernel and the names of what it reads and fills."""

    name: str
    kernel: Callable[..., Any]
    inputs: tuple[Input, ...]
    outputs: tuple[str, ...]
    needs: tuple[str, ...] = ()
    """Attributes without each of which nothing comes out; the kernel runs only if all are there."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A kernel that turns the columns of one frame into one value a plan.

    Besides its inputs the kernel gets the plan's row of every row, as its last argument.
    """

    name: str
    kernel: Callable[..., Any]
    inputs: tuple[Input, ...]
    output: str


def measure(frame: Frame, measures: Iterable[Measure], rulebook: Rulebook) -> None:
    """Run kernels in order over all rows of a frame and keep their results as columns."""
    with np.errstate(all="ignore"):
        for one in measures:
            if all(map(frame.holds, one.needs)):
                _run(one, frame, rulebook)


def _run(one: Measure, frame: Frame, rulebook: Rulebook) -> None:
    result = one.kernel(*[read(frame, item, rulebook) for item in one.inputs])
    results = result if isinstance(result, tuple) else (result,)
    origin = _calculated(frame, one, rulebook)
    for name, values in zip(one.outputs, results, strict=True):
        column = _encoded(rulebook.vocabulary[name], _sized(values, frame))
        if column is not None:
            frame.put(name, column, origin)


def aggregate(
    plan: Frame, over: Frame, aggregates: Iterable[Aggregate], rulebook: Rulebook
) -> None:
    """Run kernels over the columns of a frame, grouped by plan, and keep one value a plan."""
    group = read(over, Group(Entity.PLAN), rulebook)
    for one in aggregates:
        with np.errstate(all="ignore"):
            result = one.kernel(*(read(over, item, rulebook) for item in one.inputs), group)
        values = _encoded(rulebook.vocabulary[one.output], _sized(result, plan))
        if values is not None:
            plan.put(one.output, values, _calculated_over(over, one, rulebook))


def _sized(values: Any, frame: Frame) -> NDArray[Any]:
    """A result of a kernel as a column; a single number holds for every row."""
    array = np.asarray(values)
    whole = array.ndim == 2 or array.shape == (len(frame),)
    return array if whole else np.broadcast_to(array, (len(frame),))


def read(frame: Frame, item: Input, rulebook: Rulebook) -> Any:
    """What a kernel gets for one of its inputs."""
    if isinstance(item, str):
        return _number(frame, item, rulebook)
    if isinstance(item, Is):
        return _flags(frame, item)
    if isinstance(item, Code):
        return frame.spread(item.attribute)
    if isinstance(item, Group):
        return frame.group(item.of).astype(np.float64)
    varied = frame.varying(parameter_id(item.parameter))
    seen = _seen(rulebook.parameters[item.parameter], item.highest)
    return seen if varied is None else varied


def _number(frame: Frame, name: str, rulebook: Rulebook) -> Any:
    """The numbers or booleans of an attribute, or the value of a parameter."""
    attribute = rulebook.vocabulary.get(name)
    if attribute is None:
        varied = frame.varying(parameter_id(name))
        return np.float64(rulebook.parameters[name].value) if varied is None else varied
    values = frame.spread(name)
    return _as_float(values) if attribute.kind is Kind.BOOLEAN else values


def _seen(parameter: Parameter, highest: bool) -> np.float64:
    low, high = parameter.seen or (parameter.value, parameter.value)
    return np.float64(high if highest else low)


def _flags(frame: Frame, item: Is) -> NDArray[np.float64]:
    flags = _flag_of_code(frame.vocabulary[item.attribute], item.among)
    return np.asarray(flags[frame.spread(item.attribute)])


@lru_cache(maxsize=256)
def _flag_of_code(attribute: Attribute, among: tuple[str, ...]) -> NDArray[np.float64]:
    """The flag of each symbol; the last one is that of -1."""
    return np.array([*(symbol in among for symbol in attribute.codes), np.nan])


def _as_float(values: Column) -> NDArray[np.float64]:
    return np.where(values < 0, np.nan, values.astype(np.float64))


def _encoded(attribute: Attribute, array: NDArray[Any]) -> Column | None:
    """A result as its column holds it, infinite as unknown; None where nothing is known."""
    is_number = attribute.kind is Kind.NUMBER
    known = np.isfinite(array) if is_number else array >= 0
    n_known = np.count_nonzero(known)
    if n_known == 0:
        return None
    dtype, unknown = ENCODING[attribute.kind]
    whole = array if n_known == array.size else np.where(known, array, unknown)
    return whole.astype(dtype, copy=False)


def _calculated(frame: Frame, one: Measure, rulebook: Rulebook) -> OriginAt:
    def origin(row: int) -> Origin:
        names = _names(one.inputs)
        found = (_input_id(frame, row, name, rulebook) for name in names)
        known = tuple([i for i in found if i is not None])
        return Calculated(one.name, known or _not_stated(frame, row, names))

    return origin


def _not_stated(frame: Frame, row: int, names: Iterable[str]) -> tuple[str, ...]:
    """What a result rests on that needs no input: that none was there."""
    owners = frame.owners(row)
    seen = ((owners.get(frame.vocabulary[name].of), name) for name in names)
    return tuple(unknown_id(owner, name) for owner, name in seen if owner is not None)


def _calculated_over(over: Frame, one: Aggregate, rulebook: Rulebook) -> OriginAt:
    def origin(row: int) -> Origin:
        rows = [int(r) for r in np.flatnonzero(over.parents[Entity.PLAN][1] == row)]
        found = (_input_id(over, r, name, rulebook) for name in _names(one.inputs) for r in rows)
        return Calculated(one.name, tuple(dict.fromkeys(i for i in found if i is not None)))

    return origin


@lru_cache(maxsize=1024)
def _names(inputs: tuple[Input, ...]) -> tuple[str, ...]:
    names = (i if isinstance(i, str) else i.attribute for i in inputs if not isinstance(i, Group))
    return tuple(dict.fromkeys(names))


def _input_id(frame: Frame, row: int, name: str, rulebook: Rulebook) -> str | None:
    if name in rulebook.parameters:
        return parameter_id(name)
    return frame.id_of(row, name) if frame.knows(row, name) else None
