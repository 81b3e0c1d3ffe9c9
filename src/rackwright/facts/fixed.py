"""A mapping that cannot be written to, so that what holds it stays as it was checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from pydantic import AfterValidator, SerializerFunctionWrapHandler, WrapSerializer

Held = TypeVar("Held", covariant=True)


class FixedMapping(Mapping[str, Held]):
    """A mapping that is read like any other and hashes by what it holds."""

    __slots__ = ("_held",)

    def __init__(self, held: Mapping[str, Held]) -> None:
        self._held = dict(held)

    def __getitem__(self, name: str) -> Held:
        return self._held[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __hash__(self) -> int:
        return hash(frozenset(self._held.items()))

    def __repr__(self) -> str:
        return repr(self._held)


def _as_dict(held: Mapping[str, Any], write: SerializerFunctionWrapHandler) -> Any:
    return write(dict(held))


FIXED = AfterValidator(FixedMapping)
"""Keeps a mapping as one that cannot be written to."""
AS_DICT = WrapSerializer(_as_dict)
"""Writes such a mapping out as a plain one."""
