"""A plan under construction by the `Given` steps of a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args, get_origin

from rackwright.bundled import examples_folder
from rackwright.facts.document import read_document
from rackwright.facts.load import plan_from_dict
from rackwright.facts.places import Place, places_of
from rackwright.facts.plan import Plan
from rackwright.facts.workload import Workload
from rackwright.policy.catalogue import with_device, without_prices
from rackwright.policy.mistakes import PLACE, MistakeError, did_you_mean
from rackwright.policy.names import (
    attribute_called,
    number,
    parameter_called,
    parts,
    truth,
    value_called,
)
from rackwright.policy.quotes import quotes_of
from rackwright.records import Entity
from rackwright.rulebook.model import Attribute, Kind, Rulebook, Text

_LISTS = (list, tuple)


class PlanDraft:
    """Plan data that steps fill in, attribute by attribute, by name or label of either language."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.data: dict[str, Any] = {}

    def start_from_example(self, name: str) -> None:
        """Take a bundled example as the starting point."""
        known = {example.stem: example for example in examples_folder().glob("*.yaml")}
        if name not in known:
            said = Text(f"there is no example `{name}`", f"沒有「{name}」這個範例")
            raise MistakeError("unknown-example", said, did_you_mean(name, known))
        self.start_from_text(known[name].read_text(encoding="utf-8"))

    def start_from_text(self, text: str) -> None:
        """Take a plan written in the scenario as the starting point."""
        document = read_document(text, PLACE)
        if not isinstance(document.data, dict):
            said = Text("the plan must be a mapping of fields", "計畫必須由欄位組成")
            raise MistakeError("not-a-mapping", said)
        self.data = document.data

    def state_of_plan(self, name: str, text: str) -> None:
        """State an attribute of the room or the organisation."""
        found = self._of_plan(name)
        _put(self.data, self._places(Entity.PLAN)[found.name], self._parsed(found, text))

    def state_of_workload(self, workload: str, name: str, text: str) -> None:
        """State an attribute of a workload, which is added when the plan has none of that id."""
        found = self._of_workload(name)
        place = self._places(Entity.WORKLOAD)[found.name]
        _put(self._workload(workload), place, self._parsed(found, text))

    def leave_out_of_plan(self, name: str) -> None:
        """Unsay an attribute of the room or the organisation."""
        _drop(self.data, self._places(Entity.PLAN)[self._of_plan(name).name])

    def leave_out_of_workload(self, workload: str, name: str) -> None:
        """Unsay an attribute of a workload."""
        place = self._places(Entity.WORKLOAD)[self._of_workload(name).name]
        _drop(self._workload(workload), place)

    def add_quotes(self, workload: str, table: Sequence[Sequence[str]]) -> None:
        """Add the offers of a table for a workload."""
        quotes = self._workload(workload).setdefault("quotes", [])
        quotes.extend(quotes_of(self.rulebook, table))

    def set_parameter(self, name: str, text: str) -> None:
        """Give the plan a value of its own for a parameter of the policy."""
        parameter = parameter_called(self.rulebook, name)
        self.data.setdefault("parameters", {})[parameter] = number(text)

    def set_of_device(self, device: str, name: str, text: str) -> None:
        """Let the catalogue say something else about a device, or nothing."""
        found = attribute_called(self.rulebook, name, Entity.OPTION)
        self.rulebook = with_device(self.rulebook, device, found, text)

    def leave_out_prices(self, device: str) -> None:
        """Let the catalogue have no price of a device."""
        self.rulebook = without_prices(self.rulebook, device)

    def plan(self) -> Plan:
        """The plan as it stands.

        Raises
        ------
        PlanError
            When the plan cannot be used.
        """
        return plan_from_dict(self.data, PLACE)

    def _places(self, of: Entity) -> Mapping[str, Place]:
        return places_of(self.rulebook.vocabulary, of)

    def _of_plan(self, name: str) -> Attribute:
        return attribute_called(self.rulebook, name, Entity.PLAN, self._places(Entity.PLAN))

    def _of_workload(self, name: str) -> Attribute:
        places = self._places(Entity.WORKLOAD)
        return attribute_called(self.rulebook, name, Entity.WORKLOAD, places)

    def _parsed(self, attribute: Attribute, text: str) -> Any:
        if attribute.kind is Kind.NUMBER:
            return number(text)
        if attribute.kind is Kind.BOOLEAN:
            return truth(text)
        if attribute.kind is Kind.SET:
            return [value_called(self.rulebook, attribute, part) for part in parts(text)]
        if _takes_list(attribute.name):
            return parts(text)
        return value_called(self.rulebook, attribute, text)

    def _workload(self, workload: str) -> dict[str, Any]:
        workloads: list[dict[str, Any]] = self.data.setdefault("workloads", [])
        for data in workloads:
            if data.get("id") == workload:
                return data
        workloads.append({"id": workload})
        return workloads[-1]


def _put(data: dict[str, Any], place: Place, value: Any) -> None:
    for key in place[:-1]:
        data = data.setdefault(key, {})
    data[place[-1]] = value


def _drop(data: dict[str, Any], place: Place) -> None:
    if len(place) == 1:
        data.pop(place[0], None)
    elif place[0] in data:
        _drop(data[place[0]], place[1:])
        if not data[place[0]]:
            del data[place[0]]


def _takes_list(name: str) -> bool:
    field = Workload.model_fields.get(name)
    return field is not None and _holds_list(field.annotation)


def _holds_list(annotation: Any) -> bool:
    return get_origin(annotation) in _LISTS or any(_holds_list(a) for a in get_args(annotation))
