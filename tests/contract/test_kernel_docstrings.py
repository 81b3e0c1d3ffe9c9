"""Every kernel says in its docstring what it takes, gives and rests on."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import tomllib
from collections.abc import Callable
from doctest import DocTestParser
from pathlib import Path
from typing import Any

import pytest

import rackwright.quantities

Kernel = Callable[..., Any]

NOT_KERNELS = {"arrays", "one_copy"}
SECTIONS = ["Parameters", "Returns", "Notes", "References", "Examples"]
ENTRY = re.compile(r"^(?P<name>\*?\w+) : (?P<shape>\((?:n|g|1),\)|scalar), (?P<unit>\S.*)$")
SOURCES = Path(__file__).parents[2] / "rules" / "sources.toml"


def _kernels() -> list[Kernel]:
    names = [m.name for m in pkgutil.iter_modules(rackwright.quantities.__path__)]
    modules = [
        importlib.import_module(f"rackwright.quantities.{name}")
        for name in names
        if name not in NOT_KERNELS
    ]
    return [
        function
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    ]


KERNELS = _kernels()


def sections(kernel: Kernel) -> dict[str, list[str]]:
    """The lines of each section of a docstring, without their indentation."""
    lines = inspect.cleandoc(kernel.__doc__ or "").splitlines()
    titles = [i for i, line in enumerate(lines[1:]) if re.fullmatch(r"-{3,}", line)]
    ends = [*titles[1:], len(lines)]
    return {
        lines[start]: [line for line in lines[start + 2 : end] if line]
        for start, end in zip(titles, ends, strict=True)
    }


def entries(kernel: Kernel, section: str) -> list[re.Match[str]]:
    """The entries of `Parameters` or `Returns`; an ill-formed one fails the test."""
    heads = [line for line in sections(kernel)[section] if not line.startswith(" ")]
    found = [(head, ENTRY.match(head)) for head in heads]
    assert not [head for head, match in found if match is None]
    return [match for _, match in found if match]


def test_kernels_of_all_families_are_found() -> None:
    found = {kernel.__module__.rpartition(".")[2] for kernel in KERNELS}
    families = {"memory", "training_memory", "training_time", "serving_speed"}
    assert families | {"power", "room", "money"} <= found


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: f"{k.__module__}.{k.__name__}")
class TestDocstring:
    def test_sections_stand_in_their_order(self, kernel: Kernel) -> None:
        assert list(sections(kernel)) == SECTIONS

    def test_summary_is_one_sentence(self, kernel: Kernel) -> None:
        first, second = inspect.cleandoc(kernel.__doc__ or "").splitlines()[:2]
        assert first.endswith(".")
        assert second == ""

    def test_every_argument_has_its_shape_and_unit(self, kernel: Kernel) -> None:
        documented = [entry["name"].lstrip("*") for entry in entries(kernel, "Parameters")]
        assert documented == list(inspect.signature(kernel).parameters)

    def test_result_has_its_shape_and_unit(self, kernel: Kernel) -> None:
        assert entries(kernel, "Returns")

    def test_formula_stands_in_the_notes(self, kernel: Kernel) -> None:
        assert sections(kernel)["Notes"]

    def test_references_name_sources_of_the_rule_pack(self, kernel: Kernel) -> None:
        cited = re.split(r", ?", " ".join(sections(kernel)["References"]).rstrip("."))
        known = {"Arithmetic", *tomllib.loads(SOURCES.read_text(encoding="utf-8"))}
        assert cited
        assert set(cited) <= known

    def test_example_is_checked_by_hand(self, kernel: Kernel) -> None:
        text = "\n".join(sections(kernel)["Examples"])
        assert any(example.want for example in DocTestParser().get_examples(text))
