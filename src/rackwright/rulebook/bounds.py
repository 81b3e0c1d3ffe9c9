"""What a number of the policy may be, as far as its unit tells."""

from __future__ import annotations

from rackwright.limits import Limits

_SHARES = ("fraction",)
_EXCHANGED = ("_per_usd", "_per_twd")
"""What ends the unit of an exchange rate: amounts are divided by it."""
_AMOUNTS = frozenset(
    (
        *("count", "ratio", "currency", "twd", "usd"),
        *("months", "days", "hours", "seconds", "ms", "years", "calendar_year"),
        *("bytes", "mb", "gb", "tb", "mib", "gib", "tib", "gb_s", "gbit_s"),
        *("w", "kw", "mw", "kva", "kwh", "a", "v", "u", "rack_units"),
        *("tokens", "sequences", "requests", "million", "billion"),
        *("gflop", "exaflop", "tflops", "tops"),
    )
)


def limits_of_unit(unit: str) -> Limits:
    """What bounds a parameter in a unit; nothing when the unit is not one of those known here.

    >>> limits_of_unit("fraction")
    Limits(least=0, most=1, beyond_least=False, whole=False)
    >>> limits_of_unit("twd_per_usd").fault(0)
    'must be more than 0'
    >>> limits_of_unit("c").fault(-18)
    ''
    """
    if unit in _SHARES:
        return Limits(0, 1)
    if unit.endswith(_EXCHANGED):
        return Limits(0, beyond_least=True)
    return Limits(0) if unit in _AMOUNTS or "_per_" in unit else Limits()
