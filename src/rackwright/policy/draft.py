"""A plan under construction by the `Given` steps of a scenario."""

from __future__ import annotations

import copy
from typing import Any

import yaml

from rackwright.bundled import examples_folder
from rackwright.errors import PlanError, Problem, UsageError, nearest
from rackwright.facts.load import load_plan, plan_from_dict
from rackwright.facts.places import PLAN_PLACES, WORKLOAD_PLACES, Place
from rackwright.facts.plan import Plan
from rackwright.rulebook.model import Attribute, Kind, Rulebook


class PlanDraft:
    """Plan data that steps fill in, attribute by attribute, by name or label of either language."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.data: dict[str, Any] = {"workloads": []}

    def start_from_example(self, name: str) -> None:
        """Take a bundled example as the starting point."""
        plan = load_plan(examples_folder() / f"{name}.yaml")
        self.data = plan.model_dump(mode="json", exclude_none=True)

    def start_from_text(self, text: str) -> None:
        """Take a plan written in the scenario as the starting point."""
        data = yaml.safe_load(text)
        if not isinstance(data, dict):
            raise PlanError(Problem("not-a-mapping", "the plan in the scenario is not a mapping"))
        self.data = copy.deepcopy(data)

    def set_of_plan(self, attribute: str, value: str) -> None:
        """State an attribute of the room or the organisation."""
        found = self.attribute(attribute)
        self._put(self.data, _place(PLAN_PLACES, found.name), self._parsed(found, value))

    def set_of_workload(self, workload: str, attribute: str, value: str) -> None:
        """State an attribute of a workload, which is added when the plan has none of that id."""
        found = self.attribute(attribute)
        place = _place(WORKLOAD_PLACES, found.name)
        self._put(self._workload(workload), place, self._parsed(found, value))

    def leave_out_of_plan(self, attribute: str) -> None:
        """Unsay an attribute of the room or the organisation."""
        self._drop(self.data, _place(PLAN_PLACES, self.attribute(attribute).name))

    def leave_out_of_workload(self, workload: str, attribute: str) -> None:
        """Unsay an attribute of a workload."""
        place = _place(WORKLOAD_PLACES, self.attribute(attribute).name)
        self._drop(self._workload(workload), place)

    def set_parameter(self, name: str, value: str) -> None:
        """Give the plan a value of its own for a parameter of the policy."""
        self.data.setdefault("parameters", {})[name] = float(value)

    def plan(self) -> Plan:
        """The plan as it stands."""
        return plan_from_dict(self.data, "scenario")

    def attribute(self, name: str) -> Attribute:
        """The attribute of a name, or of a label in either language."""
        vocabulary = self.rulebook.vocabulary
        if name in vocabulary:
            return vocabulary[name]
        for attribute in vocabulary.values():
            if name in (attribute.label.en, attribute.label.zh_tw):
                return attribute
        labels = [a.label.en for a in vocabulary.values()] + [
            a.label.zh_tw for a in vocabulary.values()
        ]
        raise _no_such("attribute", name, [*vocabulary, *labels])

    def symbol(self, attribute: Attribute, text: str) -> str:
        """The symbol of a name, or of a label in either language."""
        for name, label in attribute.values.items():
            if text in (name, label.en, label.zh_tw):
                return name
        raise _no_such(f"value of {attribute.name}", text, attribute.values)

    def _parsed(self, attribute: Attribute, text: str) -> Any:
        if attribute.kind is Kind.NUMBER:
            return _number(text)
        if attribute.kind is Kind.BOOLEAN:
            return truth(text)
        if attribute.kind is Kind.SET:
            return [self.symbol(attribute, part.strip()) for part in _parts(text)]
        return (
            self.symbol(attribute, text)
            if attribute.values and attribute.name != "intended_device"
            else text
        )

    def _workload(self, workload: str) -> dict[str, Any]:
        for data in self.data["workloads"]:
            if data["id"] == workload:
                return dict_of(data)
        data = {"id": workload}
        self.data["workloads"].append(data)
        return data

    def _put(self, data: dict[str, Any], place: Place, value: Any) -> None:
        for key in place[:-1]:
            data = data.setdefault(key, {})
        data[place[-1]] = value

    def _drop(self, data: dict[str, Any], place: Place) -> None:
        for key in place[:-1]:
            data = data.get(key, {})
        data.pop(place[-1], None)


def truth(text: str) -> bool:
    """The boolean that a word of either language says."""
    words = {"yes": True, "true": True, "是": True, "no": False, "false": False, "否": False}
    if text.lower() not in words:
        raise _no_such("yes or no", text, words)
    return words[text.lower()]


def dict_of(data: Any) -> dict[str, Any]:
    """A mapping, or an error that says it is none."""
    if not isinstance(data, dict):
        raise PlanError(Problem("not-a-mapping", "a workload in the scenario is not a mapping"))
    return data


def _parts(text: str) -> list[str]:
    return [part for part in text.replace("、", ",").split(",") if part.strip()]


def _number(text: str) -> float | int:
    value = float(text.rstrip("%")) / 100 if text.endswith("%") else float(text.replace(",", ""))
    return int(value) if value.is_integer() and not text.endswith("%") else value


def _place(places: Any, name: str) -> Place:
    if name not in places:
        raise _no_such("attribute that a plan states here", name, places)
    place: Place = places[name]
    return place


def _no_such(what: str, name: str, known: Any) -> UsageError:
    return UsageError(
        Problem("unknown-name", f"`{name}` is no {what}", "scenario", nearest(name, known))
    )
