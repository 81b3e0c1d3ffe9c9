"""What a node of the reasoning graph rests on in the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rackwright.reasoning.basis import Basis
from rackwright.reasoning.nodes import NodeKind, Role

if TYPE_CHECKING:
    import networkx as nx

_NOT_SUPPORT = (Role.OVERRULED, Role.CITES)
_RANKS: Mapping[str, int] = {
    Basis.GIVEN: 1,
    NodeKind.UNSTATED: 2,
    Basis.ASSUMED: 3,
    NodeKind.PARAMETER: 4,
    NodeKind.ROW: 5,
    NodeKind.FIRING: 6,
}
"""The order of what is ground, by the basis of a fact or the kind of another node."""


def ground(graph: nx.DiGraph[str], node: str) -> tuple[str, ...]:
    """The last things that a node rests on, kind by kind.

    Given facts, unstated markers, assumed facts, parameters, catalogue rows, the firings of rules
    that ask nothing, and the sources that are cited on the way.
    """
    under = _supporters(graph, node)
    ranks = {name: _rank_in_ground(graph.nodes[name]) for name in under}
    last = sorted((name for name in under if ranks[name]), key=lambda name: (ranks[name], name))
    return (*last, *sorted(_cited(graph, under)))


def unsupported(graph: nx.DiGraph[str]) -> tuple[str, ...]:
    """The nodes that do not rest on ground all the way down; always empty but for a defect."""
    import networkx as nx

    supported: dict[str, bool] = {}
    for node in nx.topological_sort(graph):
        below = [t for t, _, role in graph.in_edges(node, data="role") if role not in _NOT_SUPPORT]
        supported[node] = _is_ground(graph.nodes[node]) or (
            bool(below) and all(supported[tail] for tail in below)
        )
    return tuple(sorted(node for node, is_supported in supported.items() if not is_supported))


def _supporters(graph: nx.DiGraph[str], node: str) -> set[str]:
    seen = {node}
    pending = [node]
    while pending:
        for tail, _, role in graph.in_edges(pending.pop(), data="role"):
            if role not in _NOT_SUPPORT and tail not in seen:
                seen.add(tail)
                pending.append(tail)
    return seen


def _cited(graph: nx.DiGraph[str], nodes: set[str]) -> set[str]:
    edges = graph.out_edges(nodes, data="role")
    return {head for _, head, role in edges if role == Role.CITES}


def _rank_in_ground(about: dict[str, Any]) -> int:
    if about["kind"] == NodeKind.FIRING:
        return _RANKS[NodeKind.FIRING] if about["unconditional"] else 0
    if about["kind"] == NodeKind.FACT:
        return _RANKS.get(about.get("basis", ""), 0)
    return _RANKS.get(about["kind"], 0)


def _is_ground(about: dict[str, Any]) -> bool:
    if about.get("missing"):
        return False
    if about["kind"] == NodeKind.FIRING:
        return bool(about["unconditional"] or about["assumption"])
    ground = (NodeKind.UNSTATED, NodeKind.PARAMETER, NodeKind.ROW, NodeKind.SOURCE)
    return about["kind"] in ground or about.get("basis") == Basis.GIVEN
