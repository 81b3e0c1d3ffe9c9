"""The graph of reasoning as a Mermaid flow chart, small enough to be drawn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rackwright.assessment import Assessment
from rackwright.reasoning.nodes import NodeKind, Role
from rackwright.records import Value
from rackwright.reports import phrases
from rackwright.reports.speaker import Speaker
from rackwright.wording import format_parameter, printable

if TYPE_CHECKING:
    import networkx as nx

MAX_NODES = 120
_MAX_LABEL = 60
_SHAPES: Mapping[NodeKind, tuple[str, str]] = {
    NodeKind.FIRING: ("{{", "}}"),
    NodeKind.PARAMETER: ("[/", "/]"),
    NodeKind.ROW: ("[(", ")]"),
    NodeKind.CALCULATION: ("[[", "]]"),
    NodeKind.UNSTATED: ("(", ")"),
}
_ENTITIES = {"#": "#35;", '"': "#quot;", "&": "#amp;", "<": "#lt;", ">": "#gt;", "`": "#96;"}
_LEFT_OUT = (Role.CITES, Role.OVERRULED)


def to_mermaid(
    assessment: Assessment,
    graph: nx.DiGraph[str],
    roots: Iterable[str],
    language: str,
    max_nodes: int = MAX_NODES,
) -> str:
    """What some nodes rest on, nearest first, as far as `max_nodes` allow."""
    speaker = Speaker(assessment, language)
    kept, n_more = _nearest(graph, roots, max_nodes)
    names = {node: f"n{at}" for at, node in enumerate(kept)}
    lines = ["flowchart BT"]
    lines += [f"  {names[node]}{_shape(speaker, graph.nodes[node])}" for node in kept]
    lines += [
        f"  {names[tail]} --> {names[head]}"
        for tail, head in sorted(_edges(graph, names), key=lambda edge: _order(names, edge))
    ]
    if n_more:
        lines.append(f'  more["{_escape(speaker.say(phrases.GRAPH_CUT, count=str(n_more)))}"]')
    return "\n".join(lines) + "\n"


def _nearest(graph: nx.DiGraph[str], roots: Iterable[str], limit: int) -> tuple[list[str], int]:
    found = dict.fromkeys(root for root in roots if root in graph)
    pending = deque(found)
    while pending:
        for tail in sorted(_tails(graph, pending.popleft())):
            if tail not in found:
                found[tail] = None
                pending.append(tail)
    nodes = list(found)
    return nodes[:limit], max(len(nodes) - limit, 0)


def _tails(graph: nx.DiGraph[str], node: str) -> Iterator[str]:
    for tail, _, role in graph.in_edges(node, data="role"):
        if role not in _LEFT_OUT:
            yield tail


def _edges(graph: nx.DiGraph[str], names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for head in names:
        for tail in _tails(graph, head):
            if tail in names:
                yield tail, head


def _order(names: Mapping[str, str], edge: tuple[str, str]) -> tuple[int, int]:
    tail, head = edge
    return int(names[head][1:]), int(names[tail][1:])


def _shape(speaker: Speaker, about: Mapping[str, Any]) -> str:
    before, after = _SHAPES.get(about["kind"], ("[", "]"))
    return f'{before}"{_escape(_label(speaker, about))}"{after}'


def _label(speaker: Speaker, about: Mapping[str, Any]) -> str:
    kind = about["kind"]
    if kind == NodeKind.FIRING:
        return f"{about['rule']}"
    if kind == NodeKind.CALCULATION:
        return f"{about['kernel']}()"
    if kind == NodeKind.ROW:
        return f"{about['table']}/{about['row']}"
    if kind == NodeKind.PARAMETER:
        return _parameter(speaker, str(about["parameter"]))
    return _fact(speaker, about)


def _parameter(speaker: Speaker, name: str) -> str:
    parameter = speaker.assessment.rulebook.parameters[name]
    label = printable(parameter.label.in_language(speaker.language))
    value = format_parameter(parameter, speaker.language, speaker.currency)
    return speaker.say(phrases.VALUE_OF, label=label, value=value)


def _fact(speaker: Speaker, about: Mapping[str, Any]) -> str:
    attribute = str(about["attribute"])
    shown = speaker.show(attribute, _value(speaker, about))
    label = speaker.say(phrases.VALUE_OF, label=speaker.label(attribute), value=shown)
    return f"{about['subject']} · {label}"


def _value(speaker: Speaker, about: Mapping[str, Any]) -> Value | None:
    if "member" in about:
        return str(about["member"])
    return speaker.known(about["subject"], about["attribute"]) if "value" in about else None


def _escape(text: str) -> str:
    short = text if len(text) <= _MAX_LABEL else f"{text[: _MAX_LABEL - 1]}…"
    return "".join(_ENTITIES.get(character, character) for character in short)
