"""The arguments and options that several commands share."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Language(StrEnum):
    """The languages of reports."""

    EN = "en"
    ZH_TW = "zh-TW"


def default_language() -> Language:
    """Traditional Chinese where the environment asks for it, else English."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return Language.ZH_TW if locale.startswith(("zh_TW", "zh-TW", "zh_Hant")) else Language.EN


PlanFile = Annotated[
    str, typer.Argument(metavar="FILE", help="Plan, in YAML or JSON; `-` for standard input.")
]
Attribute = Annotated[str, typer.Argument(help="What it is about, such as `deployment`.")]
Workload = Annotated[
    str | None,
    typer.Option("--workload", "-w", help="Workload; may be left out when there is only one."),
]
Rules = Annotated[
    list[Path] | None,
    typer.Option("--rules", metavar="DIR", help="Further rule pack; can be repeated."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Lang = Annotated[
    Language,
    typer.Option(
        "--lang",
        case_sensitive=False,
        help="Language of the report.",
        show_default="from LANG",
        default_factory=default_language,
    ),
]
