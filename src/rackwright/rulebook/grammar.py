"""Takes the text of a condition apart with Python's own parser; nothing is ever executed.

The text is first searched for what the language does not have: numbers, quotes, other signs.
"""

from __future__ import annotations

import ast
import re

from rackwright.rulebook.problems import Place, shown

MAX_LENGTH = 2_000
MAX_DEPTH = 20

_QUOTED = re.compile(r"\"[^\"]*\"?|'[^']*'?")
_NUMBER = re.compile(r"(?<!\w)[-+]?\.?\d[\w.]*%?")
_FOREIGN = re.compile(r"[^A-Za-z0-9_ \t\n(){},<>=!]")
_ARITHMETIC = frozenset("+-*/%^@×÷")
_FOREIGN_HINTS = {
    "&": "write `and`",
    "|": "write `or`",
    "~": "write `not`",
    "[": "write a list of values in braces: `{a, b}`",
    "]": "write a list of values in braces: `{a, b}`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `!=`",
    "、": "write `,`",
    "\u3000": "write a plain space",
    ".": "an attribute is named alone, without what it belongs to",
}
_FULL_WIDTH = range(0xFF01, 0xFF5F)
_TO_ASCII = 0xFEE0


def parse(text: str, place: Place) -> ast.expr | None:
    """The tree of a condition's text; None when a problem was reported."""
    if len(text) > MAX_LENGTH:
        place.problem("text-too-long", f"longer than {MAX_LENGTH} characters")
        return None
    return _parse(text, place) if _is_clean(text, place) else None


def _is_clean(text: str, place: Place) -> bool:
    rest, found = text, False
    for pattern, refuse in ((_QUOTED, _quoted), (_NUMBER, _number), (_FOREIGN, _foreign)):
        for piece in dict.fromkeys(pattern.findall(rest)):
            refuse(piece, place)
            found = True
        rest = pattern.sub(" ", rest)
    return not found


def _quoted(piece: str, place: Place) -> None:
    value = piece.strip("'\"")
    place.problem("quoted-value", f"{shown(piece)} stands in quotes", f"write {shown(value)}")


def _number(piece: str, place: Place) -> None:
    hint = "name a parameter, and give it this number in `parameters.toml`"
    place.problem("number-literal", f"the number {shown(piece)} stands in a condition", hint)


def _foreign(piece: str, place: Place) -> None:
    if piece in _ARITHMETIC:
        hint = "test an attribute that is calculated already"
        place.problem("arithmetic", f"{shown(piece)}: a condition does not calculate", hint)
    else:
        message = f"{shown(piece)} is not part of the language"
        place.problem("unknown-character", message, _foreign_hint(piece))


def _foreign_hint(piece: str) -> str:
    if ord(piece) in _FULL_WIDTH:
        return f"write `{chr(ord(piece) - _TO_ASCII)}`"
    return _FOREIGN_HINTS.get(piece, "")


def _parse(text: str, place: Place) -> ast.expr | None:
    line = " ".join(text.split())
    try:
        tree = ast.parse(line, mode="eval").body
    except SyntaxError as error:
        _syntax_problem(line, error, place)
        return None
    except (MemoryError, RecursionError):
        _too_deep(place)
        return None
    if _depth(tree) > MAX_DEPTH:
        _too_deep(place)
        return None
    return tree


def _too_deep(place: Place) -> None:
    place.problem("condition-too-deep", f"nested more than {MAX_DEPTH} deep", "split the rule")


def _syntax_problem(line: str, error: SyntaxError, place: Place) -> None:
    if line.count("(") - line.count(")") > MAX_DEPTH:
        _too_deep(place)
        return
    rest = line[max((error.offset or 1) - 1, 0) :]
    message = f"cannot be read from {shown(rest)} on" if rest else "stops too early"
    place.problem("condition-syntax", message, _syntax_hint(line))


def _syntax_hint(line: str) -> str:
    if re.search(r"(?<![=!<>])=(?!=)", line):
        return "compare with `==`"
    if re.search(r"!(?!=)", line):
        return "write `not`"
    if word := re.search(r"\b(AND|OR|NOT|IN)\b", line):
        return f"write `{word[0].lower()}`"
    if line.count("(") != line.count(")"):
        return "a parenthesis has no partner"
    return "join tests with `and` and `or`"


def _depth(tree: ast.expr) -> int:
    depth, level = 0, [tree]
    while level:
        depth += 1
        level = [
            child
            for node in level
            for child in ast.iter_child_nodes(node)
            if isinstance(child, ast.expr)
        ]
    return depth
