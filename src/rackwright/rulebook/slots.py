"""The slots of a rule's reason: `{name}` in a text stands for a value and its unit."""

from __future__ import annotations

import re

from rackwright.rulebook.expression import Names
from rackwright.rulebook.model import Text
from rackwright.rulebook.problems import Place, shown

_SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_BRACED = re.compile(r"\{[^{}]*\}|[{}]")


def check_slots(text: Text, names: Names, place: Place) -> None:
    """Report every slot that nothing can fill, and languages with different slots."""
    slots = {
        language: _slots(words, names, place.key(language))
        for language, words in (("en", text.en), ("zh-TW", text.zh_tw))
    }
    if missing := slots["en"] ^ slots["zh-TW"]:
        listed = ", ".join(shown(f"{{{name}}}") for name in sorted(missing))
        place.problem("slots-differ", f"not in both languages: {listed}")


def _slots(words: str, names: Names, place: Place) -> set[str]:
    found = set()
    for piece in dict.fromkeys(_BRACED.findall(words)):
        if match := _SLOT.fullmatch(piece):
            found.add(match[1])
            _check(match[1], names, place)
        else:
            place.problem("bad-slot", f"{shown(piece)} is not a slot", "write `{name}`")
    return found


def _check(name: str, names: Names, place: Place) -> None:
    known = {**names.visible, **names.parameters}
    if name not in known and name not in names.broken:
        message = f"nothing that is called {shown(name)} can be seen here"
        place.problem("unknown-slot", message, name=name, known=known)
