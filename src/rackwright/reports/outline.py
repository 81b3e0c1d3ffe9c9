"""A report without a form: headings, paragraphs, lists and tables that every renderer can show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Tone(StrEnum):
    """How a piece of text is meant; a renderer may colour it, and the words say it too."""

    PLAIN = "plain"
    STRONG = "strong"
    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"
    MUTED = "muted"


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows; level 1 is the report, 2 a subject, 3 a section of it."""

    text: str
    level: int
    tone: Tone = Tone.STRONG


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list: what it is about, what there is to say, what it rests on."""

    head: str
    text: str
    sources: tuple[str, ...] = ()
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Listing:
    """Entries one below the other; numbered when their order ranks them."""

    items: tuple[Item, ...]
    ranked: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    title: str
    number: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """One entry of a tree, with what it rests on below it."""

    item: Item
    below: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """Entries that rest on entries."""

    branches: tuple[Branch, ...]


Block = Heading | Paragraph | Listing | Table | Tree
Outline = tuple[Block, ...]
