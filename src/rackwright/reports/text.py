"""An outline for a terminal; every colour is backed by words."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text as RichText

from rackwright.reports.outline import (
    Block,
    Branch,
    Cell,
    Heading,
    Item,
    Listing,
    Outline,
    Table,
    Tone,
    Tree,
)
from rackwright.reports.wrapping import Wrapped

DEFAULT_WIDTH = 80
MAX_WIDTH = 120
"""Lines longer than this are hard to read."""
_STYLES: Mapping[Tone, str] = {
    Tone.PLAIN: "",
    Tone.STRONG: "bold",
    Tone.GOOD: "bold green",
    Tone.FAIR: "yellow",
    Tone.BAD: "bold red",
    Tone.MUTED: "dim",
}
_INDENT = 2
_RULE = box.Box("    \n    \n ── \n    \n    \n    \n    \n    \n")
"""Columns apart by blanks, and one line under the titles."""


def to_text(outline: Outline, width: int = DEFAULT_WIDTH) -> str:
    """The outline as plain text, without colour, lines no wider than `width`."""
    console = Console(
        file=io.StringIO(),
        width=width,
        color_system=None,
        emoji=False,
        markup=False,
        highlight=False,
    )
    return printed(outline, console)


def printed(outline: Outline, console: Console) -> str:
    """What a console would show of the outline, without blanks at the ends of lines."""
    with console.capture() as shown:
        for renderable in renderables(outline):
            console.print(renderable)
    lines = (line.rstrip(" ") for line in shown.get().splitlines())
    return "\n".join(lines).strip("\n") + "\n"


def renderables(outline: Outline) -> Iterator[RenderableType]:
    """The outline block by block; what stands under a heading is indented."""
    for at, block in enumerate(outline):
        if isinstance(block, Heading):
            yield from _heading(block, first=at == 0, below=_heading_before(outline, at))
        else:
            yield Padding(_body(block), (0, 0, 0, _INDENT))


def _heading_before(outline: Outline, at: int) -> bool:
    return at > 0 and isinstance(outline[at - 1], Heading)


def _heading(heading: Heading, *, first: bool, below: bool) -> Iterator[RenderableType]:
    if not first and not below:
        yield ""
    text = RichText(heading.text, _STYLES[heading.tone])
    if heading.level == 1:
        yield text
        yield ""
    elif heading.level == 2:
        text.stylize("underline")
        yield text
    else:
        yield Padding(text, (0, 0, 0, _INDENT))


def _body(block: Block) -> RenderableType:
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Listing):
        return _listing(block)
    if isinstance(block, Tree):
        return Group(*(line for branch in block.branches for line in _tree(branch)))
    return Wrapped(RichText(block.text, _STYLES[block.tone]))


def _listing(listing: Listing) -> RenderableType:
    grid = RichTable.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for number, item in enumerate(listing.items, 1):
        grid.add_row(f"{number}." if listing.ranked else "-", Wrapped(_words(item)))
    return grid


def _words(item: Item) -> RichText:
    style = _STYLES[item.tone] if item.tone is not Tone.PLAIN else _STYLES[Tone.STRONG]
    text = RichText(item.head, style)
    if item.text:
        text.append(f"  {item.text}", "not bold")
    if item.sources:
        text.append(f"  [{', '.join(item.sources)}]", "dim")
    return text


def _tree(branch: Branch, first: str = "", rest: str = "") -> Iterator[RenderableType]:
    below = "│  " if branch.below else ""
    yield Wrapped(_words(branch.item), first, rest + below)
    for at, one in enumerate(branch.below, 1):
        is_last = at == len(branch.below)
        corner, line = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
        yield from _tree(one, rest + corner, rest + line)


def _table(table: Table) -> RenderableType:
    rich = RichTable(
        box=_RULE, pad_edge=False, padding=(0, 1, 0, 0), collapse_padding=True, show_edge=False
    )
    for column in table.columns:
        rich.add_column(
            Wrapped(RichText(column.title), narrow=column.number),
            justify="right" if column.number else "left",
            no_wrap=column.number,
        )
    for row in table.rows:
        rich.add_row(*(_cell(cell) for cell in row))
    return rich


def _cell(cell: Cell) -> Wrapped:
    return Wrapped(RichText(cell.text, _STYLES[cell.tone]))
