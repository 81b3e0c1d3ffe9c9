"""Texts whose lines break at blanks, and between the characters of Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

_SHORT = 14
_CLOSING = "，。、；：！？」』）》〉】…％,.;:!?)]}%"
_OPENING = "（「『《〈【([{"
_WIDE = (
    r"[\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f"
    r"\uff00-\uff60\uffe0-\uffe6\U00020000-\U0003fffd]"
)
_PIECE = re.compile(
    rf"[{re.escape(_OPENING)}]*(?:{_WIDE}|(?:(?!{_WIDE})\S)+|(?=\s))[{re.escape(_CLOSING)}]*\s*"
    rf"|\S\s*"
)


class Wrapped:
    """A text whose lines break where its language allows, after a margin of its own.

    A narrow one asks for no more room than its longest word, or than a short text takes.
    """

    def __init__(
        self, text: Text, first: str = "", rest: str = "", *, narrow: bool = False
    ) -> None:
        self._text = text
        self._first = first
        self._rest = rest
        self._narrow = narrow

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Print the lines, none wider than the room that is left."""
        width = max(options.max_width - cell_len(self._rest), 1)
        margin = self._first
        for line in self._text.divide(break_offsets(self._text.plain, width)):
            line.rstrip()
            whole = Text(margin, "dim", no_wrap=True, overflow="fold").append_text(line)
            yield whole
            margin = self._rest

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """The narrowest and the widest that the text can be."""
        margin = cell_len(self._rest)
        widest = cell_len(self._text.plain)
        narrowest = min(widest_piece(self._text.plain), widest)
        if self._narrow:
            narrowest = widest = max(narrowest, min(widest, _SHORT))
        return Measurement(margin + narrowest, margin + widest)


def break_offsets(text: str, width: int) -> list[int]:
    """The offsets at which a text is to be divided so that no line is wider than `width` cells."""
    offsets: list[int] = []
    used = 0
    for start, piece in _pieces(text, width):
        needed = cell_len(piece.rstrip())
        if used and used + needed > width:
            offsets.append(start)
            used = 0
        used += cell_len(piece)
    return offsets


def widest_piece(text: str) -> int:
    """The width of the widest part that does not break."""
    return max((cell_len(match[0].rstrip()) for match in _PIECE.finditer(text)), default=0)


def _pieces(text: str, width: int) -> Iterator[tuple[int, str]]:
    for match in _PIECE.finditer(text):
        if cell_len(match[0].rstrip()) <= width:
            yield match.start(), match[0]
        else:
            yield from ((match.start() + at, char) for at, char in enumerate(match[0]))
