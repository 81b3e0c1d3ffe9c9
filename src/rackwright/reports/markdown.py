"""An outline as Markdown; what the user wrote is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rackwright.reports.outline import (
    Block,
    Branch,
    Heading,
    Item,
    Listing,
    Outline,
    Paragraph,
    Table,
    Tone,
    Tree,
)

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
_LEADING = re.compile(r"^(\s*)([-+]|\d+[.)])(\s)")


def to_markdown(outline: Outline) -> str:
    """The outline as one Markdown document."""
    return "\n\n".join("\n".join(_lines(block)) for block in outline) + "\n"


def escape(text: str) -> str:
    """A text that Markdown shows as it is, on one line."""
    flat = " ".join(text.split())
    return _LEADING.sub(r"\1\\\2\3", _SPECIAL.sub(r"\\\1", flat))


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' * block.level} {escape(block.text)}"
    elif isinstance(block, Paragraph):
        yield _toned(escape(block.text), block.tone)
    elif isinstance(block, Listing):
        for number, item in enumerate(block.items, 1):
            yield f"{f'{number}.' if block.ranked else '-'} {_item(item)}"
    elif isinstance(block, Tree):
        for branch in block.branches:
            yield from _branch(branch, 0)
    else:
        yield from _table(block)


def _branch(branch: Branch, depth: int) -> Iterator[str]:
    yield f"{'  ' * depth}- {_item(branch.item)}"
    for below in branch.below:
        yield from _branch(below, depth + 1)


def _toned(text: str, tone: Tone) -> str:
    return f"**{text}**" if text and tone in (Tone.STRONG, Tone.GOOD, Tone.BAD) else text


def _item(item: Item) -> str:
    sources = f"\\[{escape(', '.join(item.sources))}\\]" if item.sources else ""
    parts = (f"**{escape(item.head)}**", escape(item.text), sources)
    return " ".join(part for part in parts if part)


def _table(table: Table) -> Iterator[str]:
    yield _row(escape(column.title) for column in table.columns)
    yield _row("---:" if column.number else "---" for column in table.columns)
    for row in table.rows:
        yield _row(_toned(escape(cell.text), _cell_tone(cell.tone)) for cell in row)


def _cell_tone(tone: Tone) -> Tone:
    return tone if tone is Tone.STRONG else Tone.PLAIN


def _row(cells: Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"
