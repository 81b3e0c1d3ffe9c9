"""The languages in which everything can be said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from rackwright.errors import Problem, UsageError

Language = Literal["en", "zh-TW"]
"""English, or Traditional Chinese as in Taiwan."""

LANGUAGES: tuple[Language, ...] = get_args(Language)

_BY_TAG: Mapping[str, Language] = {language.lower(): language for language in LANGUAGES}


def language_of(tag: str) -> Language:
    """The language of a tag, whatever its case, also with `_` as in names of locales.

    Raises
    ------
    UsageError
        When nothing can be said in it.
    """
    found = _BY_TAG.get(tag.lower().replace("_", "-")) if isinstance(tag, str) else None
    if found is None:
        choices = ", ".join(f"`{language}`" for language in LANGUAGES)
        message = f"there is no language `{tag!s:.40}`"
        raise UsageError(Problem("unknown-language", message, "", f"one of {choices}"))
    return found
