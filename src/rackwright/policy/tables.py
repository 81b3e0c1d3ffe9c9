"""What a step may be given besides its words: a table of pairs, a table of offers, a plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rackwright.policy.mistakes import MistakeError
from rackwright.rulebook.model import Text

Table = Sequence[Sequence[str]]

_TWO = Text("a table of two columns: attribute and value", "兩欄的表格：屬性與值")
_ATTACHED = {"datatable": Text("table", "表格"), "docstring": Text("text below it", "下方的文字")}


def pairs(table: Table | None) -> list[tuple[str, str]]:
    """The attributes and values of a table, which names each attribute once.

    Raises
    ------
    MistakeError
        When there is no table, or it does not have two columns.
    """
    rows = [tuple(row) for row in filled(table, _TWO)]
    for row in rows:
        if len(row) != len(("attribute", "value")):
            said = Text(
                f"this step takes {_TWO.en}; here are {len(row)}",
                f"此步驟需要{_TWO.zh_tw}，這裡有 {len(row)} 欄",
            )
            raise MistakeError("wrong-table", said)
    check_once(row[0] for row in rows)
    return [(name, value) for name, value in rows]


def filled(table: Table | None, wanted: Text) -> Table:
    """A table that a step must be given.

    Raises
    ------
    MistakeError
        When there is none.
    """
    if not table:
        raise needed(wanted)
    return table


def needed(wanted: Text) -> MistakeError:
    """What to say of a step without what it must be given."""
    said = Text(f"this step takes {wanted.en}", f"此步驟需要{wanted.zh_tw}")
    return MistakeError("nothing-given", said)


def check_once(names: Iterable[str]) -> None:
    """No name stands twice.

    Raises
    ------
    MistakeError
        When one does.
    """
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise MistakeError("said-twice", Text(f"`{name}` stands twice", f"「{name}」重複出現"))
        seen.add(name)


def not_taken(attached: Iterable[str]) -> MistakeError | None:
    """What to say of a step that is given what it does not take; None where it is not."""
    for name in attached:
        what = _ATTACHED[name]
        said = Text(f"this step takes no {what.en}", f"此步驟不需要{what.zh_tw}")
        return MistakeError("not-taken", said)
    return None
