"""Columns of facts: one frame for each kind of thing, one row for each thing.

A frame holds encoded columns (numbers as float64 with NaN for unknown; booleans as 0, 1 and -1;
symbols as positions in their vocabulary and -1; sets as bit masks and -1) and remembers where each
column comes from, so that a fact with its origin can be made for any cell at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import repeat
from math import isnan
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from rackwright.records import Entity, Fact, Origin, Row, Value, fact_id
from rackwright.rulebook.model import Attribute, Kind

Column = NDArray[Any]
OriginAt = Callable[[int], Origin]
"""Where the value of a row comes from."""

ENCODING: Mapping[Kind, tuple[Any, Any]] = {
    Kind.NUMBER: (np.float64, np.nan),
    Kind.BOOLEAN: (np.int8, -1),
    Kind.SYMBOL: (np.int32, -1),
    Kind.SET: (np.int64, -1),
    Kind.TEXT: (object, None),
}
"""How a column holds the values of a kind: its dtype, and what stands for unknown."""


def encode(attribute: Attribute, value: Value | None) -> Any:
    """One value as its column holds it; None is unknown."""
    if value is None:
        return ENCODING[attribute.kind][1]
    if attribute.kind is Kind.SET:
        assert isinstance(value, tuple)
        return sum(1 << attribute.codes[member] for member in set(value))
    if attribute.kind is Kind.SYMBOL:
        return attribute.codes[str(value)]
    return value


def decode(attribute: Attribute, code: Any) -> Value | None:
    """The value that a column holds as `code`; None when unknown."""
    return _meaning(attribute)(code)


def decoded(attribute: Attribute, column: Column) -> list[Value | None]:
    """The values that a column holds; None where unknown."""
    if attribute.kind is Kind.NUMBER:
        return [None if isnan(number) else number for number in column.tolist()]
    return list(map(_meaning(attribute), column.tolist()))


def _meaning(attribute: Attribute) -> Callable[[Any], Value | None]:
    """What the codes of an attribute stand for."""
    if attribute.kind is Kind.SYMBOL:
        return attribute.symbols.__getitem__
    if attribute.kind is Kind.SET:
        names = tuple(attribute.values)
        return lambda mask: None if mask < 0 else _members(names, int(mask))
    return _MEANINGS[attribute.kind]


_MEANINGS: Mapping[Kind, Callable[[Any], Value | None]] = {
    Kind.NUMBER: lambda number: None if isnan(number) else float(number),
    Kind.BOOLEAN: (False, True, None).__getitem__,
    Kind.TEXT: lambda text: None if text is None else str(text),
}


@lru_cache(maxsize=1024)
def _members(names: tuple[str, ...], mask: int) -> tuple[str, ...]:
    return tuple(name for bit, name in enumerate(names) if mask >> bit & 1)


def column(attribute: Attribute, values: Iterable[Value | None]) -> Column:
    """A column of values, encoded."""
    dtype = ENCODING[attribute.kind][0]
    return np.array([encode(attribute, value) for value in values], dtype=dtype)


def known(kind: Kind, column: Column) -> NDArray[np.bool_]:
    """Where a column of a kind holds a value."""
    if kind is Kind.NUMBER:
        return np.asarray(~np.isnan(column))
    if kind is Kind.TEXT:
        return np.asarray(np.not_equal(column, ENCODING[kind][1]), dtype=np.bool_)
    return np.asarray(column >= 0)


def unknown_column(attribute: Attribute, n_rows: int) -> Column:
    """A column in which nothing is known."""
    dtype, missing = ENCODING[attribute.kind]
    return np.full(n_rows, missing, dtype=dtype)


@dataclass(frozen=True, eq=False)
class Subjects(Sequence[str]):
    """The subjects of a frame whose rows belong to the rows of another, made when asked for."""

    above: Sequence[str]
    """The subjects of the frame above."""
    parent: NDArray[np.intp]
    """For each row the row above."""
    names: Sequence[str]
    """The names that tell the rows of one parent apart."""
    name: NDArray[np.intp]
    """For each row the position of its name."""
    join: Callable[[str, str], str]

    def __len__(self) -> int:
        return len(self.parent)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...

    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            return [self[row] for row in range(*at.indices(len(self)))]
        return self.join(self.above[int(self.parent[at])], self.names[int(self.name[at])])


@dataclass
class Frame:
    """The things of one kind in a plan, with the columns known so far."""

    of: Entity
    subjects: Sequence[str]
    vocabulary: Mapping[str, Attribute]
    parents: dict[Entity, tuple[Frame, NDArray[np.intp]]] = field(default_factory=dict)
    """For each kind of thing above: its frame, and the parent row of every row (-1 for none)."""
    columns: dict[str, Column] = field(default_factory=dict)
    varied: dict[str, Column] = field(default_factory=dict)
    """On plans: numbers of parameters, catalogue rows and quotes that differ by plan, by id."""
    varied_origins: dict[str, Origin] = field(default_factory=dict)
    """On a plan: where such a number comes from, when it can be told."""
    _origins: dict[str, OriginAt] = field(default_factory=dict)

    _n_rows: int = field(init=False)
    _nothing: dict[Kind, Column] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Count the rows once; every kernel asks for their number."""
        self._n_rows = len(self.subjects)

    def __len__(self) -> int:
        return self._n_rows

    def put(self, name: str, values: Column, origin: OriginAt) -> None:
        """Set a column of this frame."""
        self.columns[name] = values
        self._origins[name] = origin

    def fill(self, name: str, values: Column, origin: OriginAt) -> None:
        """Set a column where nothing was known before; what was known stays, with its origin."""
        kind = self.vocabulary[name].kind
        if not known(kind, values).any():
            return
        if name in self.columns:
            self._complete(name, values, origin, known(kind, self.get(name)))
        else:
            self.put(name, values, origin)

    def _complete(
        self, name: str, values: Column, origin: OriginAt, stated: NDArray[np.bool_]
    ) -> None:
        if not stated.any():
            self.put(name, values, origin)
            return
        first = self._origins[name]
        filled = np.where(stated, self.get(name), values)
        self.put(name, filled, lambda row: first(row) if stated[row] else origin(row))

    def put_values(
        self, name: str, values: Sequence[Value | None], origins: Sequence[Origin | None]
    ) -> None:
        """Set a column from plain values; `origins` has one entry a known value."""
        self.put(name, column(self.vocabulary[name], values), lambda row: _present(origins[row]))

    def forget(self) -> None:
        """Let go of all columns, so that their memory is free at once.

        WHY: where a column comes from is told by functions that hold the frame, a circle that the
        interpreter finds only later.
        """
        self.columns.clear()
        self._origins.clear()
        self._nothing.clear()
        self.parents.clear()

    def get(self, name: str) -> Column:
        """The column as each row sees it: its own, a parent's gathered, or all unknown."""
        return self.flat(self.spread(name))

    def spread(self, name: str) -> Column:
        """The same as `get`, but in any shape that `flat` turns into one value a row."""
        attribute = self.vocabulary[name]
        if attribute.of is self.of:
            found = self.columns.get(name)
        else:
            frame, index = self.parents[attribute.of]
            found = frame.at(name, index) if frame.holds(name) else None
        return self._unknown(attribute) if found is None else found

    def _unknown(self, attribute: Attribute) -> Column:
        """A column in which nothing is known, the same for all attributes of a kind."""
        if attribute.kind not in self._nothing:
            column = unknown_column(attribute, len(self))
            column.flags.writeable = False
            self._nothing[attribute.kind] = column
        return self._nothing[attribute.kind]

    def holds(self, name: str) -> bool:
        """Whether the frame that an attribute belongs to has its column."""
        of = self.vocabulary[name].of
        frame = self if of is self.of else self.parents[of][0]
        return name in frame.columns

    def whole(self, name: str) -> bool:
        """Whether a column of this frame is there, with a value in every row."""
        kind = self.vocabulary[name].kind
        return name in self.columns and bool(known(kind, self.columns[name]).all())

    def group(self, of: Entity) -> NDArray[np.intp]:
        """The row above that each row belongs to, as `spread` gives columns."""
        return self.parents[of][1]

    def flat(self, values: Column) -> Column:
        """Values as `spread` gives them, or made from such, as one a row."""
        return values

    def at(self, name: str, rows: NDArray[np.intp]) -> Column:
        """The values that some rows see; unknown for -1."""
        found = rows >= 0
        if np.count_nonzero(found) == len(rows):
            return self._gathered(name, rows)
        values = unknown_column(self.vocabulary[name], len(rows))
        values[found] = self._gathered(name, rows[found])
        return values

    def varying(self, of: str) -> Column | None:
        """The number of a parameter or catalogue row, as `spread` gives it; None if shared."""
        if self.of is Entity.PLAN:
            return self.varied.get(of)
        plans, index = self.parents.get(Entity.PLAN, (None, None))
        found = None if plans is None else plans.varied.get(of)
        return None if found is None else found[index]

    def vary(self, of: str, values: Column, origin: Origin) -> None:
        """Give the plans of this frame a number of their own of a parameter or catalogue row."""
        self.varied[of] = values
        self.varied_origins[of] = origin

    def varied_origin(self, of: str) -> Origin | None:
        """Where a plan's own number comes from; None when it has none or it cannot be told."""
        plans = self if self.of is Entity.PLAN else self.parents[Entity.PLAN][0]
        return plans.varied_origins.get(of)

    def value(self, row: int, name: str) -> Value | None:
        """One value as a row sees it; None when unknown."""
        attribute = self.vocabulary[name]
        owner, at = self.owner(row, attribute.of)
        if at < 0 or name not in owner.columns:
            return None
        return decode(attribute, owner.cell(name, at))

    def knows(self, row: int, name: str) -> bool:
        """Whether a row sees a value under a name."""
        attribute = self.vocabulary[name]
        owner, at = self.owner(row, attribute.of)
        if at < 0 or name not in owner.columns:
            return False
        code = owner.cell(name, at)
        if attribute.kind is Kind.NUMBER:
            return not isnan(code)
        return code is not None if attribute.kind is Kind.TEXT else bool(code >= 0)

    def _gathered(self, name: str, rows: NDArray[np.intp]) -> Column:
        return self.spread(name)[rows]

    def cell(self, name: str, row: int) -> Any:
        """One value of a column of this frame, as the column holds it."""
        return self.columns[name][row]

    def owner(self, row: int, of: Entity) -> tuple[Frame, int]:
        """The frame and row that hold the attributes of one kind of thing for a row."""
        if of is self.of:
            return self, row
        frame, index = self.parents[of]
        return frame, int(index[row])

    def fact(self, row: int, name: str) -> Fact | None:
        """The fact behind one value, with its origin; None when unknown."""
        value = self.value(row, name)
        if value is None:
            return None
        owner, at = self.owner(row, self.vocabulary[name].of)
        return Fact(owner.subjects[at], name, value, owner._origins[name](at))

    def rows(self, rows: NDArray[np.intp], names: Iterable[str]) -> list[Row]:
        """What the rules that read `names` may see of some rows, given in ascending order."""
        seen = [name for name in names if self.holds(name)]
        every = len(rows) == len(self)
        found = [self.get(name) if every else self.at(name, rows) for name in seen]
        columns = [decoded(self.vocabulary[n], one) for n, one in zip(seen, found, strict=True)]
        values = zip(*columns, strict=True) if columns else repeat((), len(rows))
        return [
            Row(
                self.subjects[row],
                self.owners(row),
                {name: value for name, value in zip(seen, own, strict=True) if value is not None},
            )
            for row, own in zip(rows.tolist(), values, strict=True)
        ]

    def owners(self, row: int) -> dict[Entity, str]:
        """The subject that owns each kind of attribute for a row."""
        owners = {self.of: self.subjects[row]}
        for of, (frame, index) in self.parents.items():
            if index[row] >= 0:
                owners[of] = frame.subjects[int(index[row])]
        return owners

    def id_of(self, row: int, name: str) -> str | None:
        """The id of the fact that a row sees under a name; None when its owner is missing."""
        owner, at = self.owner(row, self.vocabulary[name].of)
        return None if at < 0 else fact_id(owner.subjects[at], name)


def _present(origin: Origin | None) -> Origin:
    assert origin is not None
    return origin
