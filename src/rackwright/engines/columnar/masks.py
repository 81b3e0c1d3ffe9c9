"""One test of one attribute as a mask over the column of that attribute."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rackwright.engines.columnar.bounds import alike, bounds
from rackwright.frames import Column
from rackwright.rulebook.model import Attribute, Conversion, Kind, Op, Test

Mask = NDArray[np.bool_]
MaskOf = Callable[[Column], Mask]

_INITIAL = (Op.KNOWN, Op.UNKNOWN, Op.LACKS)
_SIGN = -(2**63)
_UNSTATED: Any = None


@dataclass(frozen=True, slots=True)
class ColumnTest:
    """A test, ready for columns encoded as frames hold them."""

    attribute: str
    initial: bool
    """Whether it speaks of what was known when the stage began, not of conclusions."""
    mask: MaskOf
    """True where the test holds; false where the value is unknown, except for `unknown`."""
    op: Op
    parameter: str | None = None
    """The parameter that it compares with."""
    conversion: Conversion | None = None
    """How that is converted into the currency of the plan."""
    parameters: tuple[str, ...] = ()
    """The parameter, and the rate by which it is converted."""

    def thresholds(self, parameters: Mapping[str, Column]) -> Column | None:
        """What each row compares with; None when no parameter has values of its own by row."""
        if self.parameter is None or parameters.keys().isdisjoint(self.parameters):
            return None
        if self.conversion is None:
            return parameters[self.parameter]
        amount = parameters.get(self.parameter, self.conversion.amount)
        rate = parameters.get(self.conversion.parameter, self.conversion.rate)
        thresholds: Column = self.conversion.of(amount, rate)
        return thresholds

    def against(self, column: Column, thresholds: Column) -> Mask:
        """The mask when every row has a threshold of its own."""
        values, operands = alike(column, thresholds)
        return _AGAINST[self.op](values, operands)


def column_test(test: Test, attribute: Attribute) -> ColumnTest:
    """The test compiled for the columns of its attribute."""
    observes = test.op in _OBSERVED
    mask = _OBSERVED[test.op](attribute.kind) if observes else _compared(test, attribute)
    return ColumnTest(
        test.attribute,
        test.op in _INITIAL,
        mask,
        test.op,
        test.parameter,
        test.conversion,
        test.parameters,
    )


def known(kind: Kind, column: Column) -> Mask:
    """Where a column of a kind holds a value."""
    return _known(kind)(column)


def _known(kind: Kind) -> MaskOf:
    if kind is Kind.NUMBER:
        return lambda column: ~np.isnan(column)
    if kind is Kind.TEXT:
        return lambda column: np.not_equal(column, _UNSTATED).astype(np.bool_)
    return lambda column: column >= 0


def _unknown(kind: Kind) -> MaskOf:
    if kind is Kind.NUMBER:
        return np.isnan
    if kind is Kind.TEXT:
        return lambda column: np.equal(column, _UNSTATED).astype(np.bool_)
    return lambda column: column < 0


_OBSERVED: Mapping[Op, Callable[[Kind], MaskOf]] = {Op.KNOWN: _known, Op.UNKNOWN: _unknown}


def _number_mask(test: Test, _attribute: Attribute) -> MaskOf:
    """WHY bounds: see that module; NaN makes each of these comparisons false."""
    assert isinstance(test.operand, int | float)
    least, greatest = bounds(test.operand)
    masks: Mapping[Op, MaskOf] = {
        Op.EQ: lambda column: (column >= least) & (column <= greatest),
        Op.NE: lambda column: (column < least) | (column > greatest),
        Op.LT: lambda column: column < least,
        Op.LE: lambda column: column <= greatest,
        Op.GT: lambda column: column > greatest,
        Op.GE: lambda column: column >= least,
    }
    return masks[test.op]


_AGAINST: Mapping[Op, Callable[[Column, Column], Mask]] = {
    Op.EQ: np.equal,
    Op.NE: lambda values, operands: (values < operands) | (values > operands),
    Op.LT: np.less,
    Op.LE: np.less_equal,
    Op.GT: np.greater,
    Op.GE: np.greater_equal,
}
"""WHY not `not_equal`: NaN would be."""


def _boolean_mask(test: Test, _attribute: Attribute) -> MaskOf:
    wanted = int(bool(test.operand) is (test.op is Op.EQ))
    return lambda column: column == wanted


def _symbol_mask(test: Test, attribute: Attribute) -> MaskOf:
    """WHY not a table of codes: one look-up costs as much as many comparisons."""
    options = test.operand if isinstance(test.operand, tuple) else (test.operand,)
    codes = [attribute.codes[str(option)] for option in options]
    if test.op in (Op.EQ, Op.IN):
        return lambda column: reduce(or_, [column == code for code in codes])
    return lambda column: reduce(and_, [column != code for code in codes], column >= 0)


def _set_mask(test: Test, attribute: Attribute) -> MaskOf:
    member = 1 << attribute.codes[str(test.operand)]
    expected = member if test.op is Op.CONTAINS else 0
    # WHY the sign: what is unknown is -1, which has every bit.
    return lambda column: (column & (_SIGN | member)) == expected


def _compared(test: Test, attribute: Attribute) -> MaskOf:
    return _COMPARED[attribute.kind](test, attribute)


_COMPARED: Mapping[Kind, Callable[[Test, Attribute], MaskOf]] = {
    Kind.NUMBER: _number_mask,
    Kind.BOOLEAN: _boolean_mask,
    Kind.SYMBOL: _symbol_mask,
    Kind.SET: _set_mask,
}
