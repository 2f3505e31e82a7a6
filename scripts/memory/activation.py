"""Spreading activation: what a few nodes of a graph bring to mind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import DataError
from .no_facts import NO_FACTS

if TYPE_CHECKING:
    Neighbors = Callable[[Sequence[str]], Mapping[str, Mapping[str, float]]]

MIN_ACTIVATION = 0.01
"""Less than this is passed on by no node, and reported of none."""
FIRING, FAN = 128, 64
"""Nodes that pass on in one step, the most active first, and neighbors that each passes on to, the closest first: in a
graph with hubs everything is near everything, and cost would follow."""


class ActivationResult(NamedTuple):
    """A node and how active it is."""

    node_id: str
    score: float
    """Above 0, at most the greatest energy of a seed."""
    label: str = ""
    node_type: Any = None
    metadata: dict[str, Any] = NO_FACTS


class SeedNotFoundError(DataError, KeyError):
    """A seed is no node of the graph."""

    def __str__(self) -> str:
        return DataError.__str__(self)


def spreading_activation(
    graph: Any,
    seeds: Mapping[str, float] | Iterable[str],
    decay: float = 0.5,
    max_iterations: int = 3,
    top_n: int = 10,
    *,
    min_activation: float = MIN_ACTIVATION,
    min_confidence: float = 0.0,
) -> list[ActivationResult]:
    """Pass energy from the seeds along the edges, both ways, for max_iterations steps; the top_n most active nodes.

    graph: an EntityGraph, a networkx graph, a mapping of nodes to neighbors (a list, or a mapping to weights or to the
    attributes of edges), or a GraphReader.  seeds: energies by node, or nodes with 1 each.  A step gives each neighbor
    energy * decay * weight, added up.  A node passes on once, when it is first reached, so that energy does not run in
    circles; none is more active than the strongest seed.  Weights are cut to [0, 1].  The result does not depend on the
    order in which nodes or edges are told; it is sorted by falling score, then id.  Raises SeedNotFoundError.

    Collins and Loftus, A Spreading-Activation Theory of Semantic Processing, 1975; constraints on fan-out and firing
    after Crestani, Application of Spreading Activation Techniques in Information Retrieval, 1997.
    """
    seeds = (seeds,) if isinstance(seeds, str) else seeds
    energies = dict(seeds) if isinstance(seeds, Mapping) else dict.fromkeys(seeds, 1.0)
    energies = {node: float(energy) for node, energy in energies.items() if energy > 0}
    view = _view(graph, min_confidence)
    for node in energies:
        if not view.has(node):
            raise SeedNotFoundError(f"Seed node {node!r} does not exist in the graph")
    most = max(energies.values(), default=0.0)
    active, fired = dict(energies), set[str]()
    for _ in range(max_iterations):
        ready = [node for node in active if node not in fired and active[node] >= min_activation]
        firing = sorted(ready, key=lambda node: (-active[node], _place(node)))[:FIRING]
        if not firing:
            break
        fired.update(firing)
        arriving: dict[str, list[float]] = {}
        for node, near in view.neighbors(firing).items():
            closest = sorted(near.items(), key=lambda pair: (-pair[1], _place(pair[0])))[:FAN]
            for other, weight in closest:
                arriving.setdefault(other, []).append(active[node] * decay * min(1.0, max(0.0, weight)))
        for other, parts in arriving.items():
            active[other] = min(most, fsum([active.get(other, 0.0), *parts]))
    found = sorted(
        ((node, score) for node, score in active.items() if score >= min(min_activation, most)),
        key=lambda pair: (-pair[1], _place(pair[0])),
    )
    return [view.result(node, score) for node, score in found[: max(0, top_n)]]


def _place(node: Any) -> tuple[str, Any]:
    """Sorts ids: a networkx graph may have numbers beside names, which do not compare."""
    return type(node).__name__, node


class _View:
    """A graph as a step needs it."""

    def __init__(self, has: Callable[[str], bool], neighbors: Neighbors, facts: Callable[[str], Any]) -> None:
        self.has, self.neighbors, self._facts = has, neighbors, facts

    def result(self, node: str, score: float) -> ActivationResult:
        facts = self._facts(node) or {}
        label = facts.get("label") or facts.get("name") or str(node)
        return ActivationResult(node, score, str(label), facts.get("node_type"), facts.get("metadata") or {})


def _view(graph: Any, min_confidence: float) -> _View:
    if hasattr(graph, "edges_at"):
        return _port_view(graph, min_confidence)
    if hasattr(graph, "weights_at"):
        return _View(graph.has_node, lambda ids: {id_: graph.weights_at(id_) for id_ in ids}, graph.get_node)
    if hasattr(graph, "adj") and hasattr(graph, "nodes"):
        return _networkx_view(graph)
    if isinstance(graph, Mapping):
        near = _both_ways(graph)
        return _View(near.__contains__, lambda ids: {id_: near[id_] for id_ in ids}, lambda _: None)
    raise DataError(f"no graph: {type(graph).__name__}", hint="give a networkx graph, a mapping or a GraphReader")


def _port_view(graph: Any, min_confidence: float) -> _View:
    def neighbors(ids: Sequence[str]) -> dict[str, dict[str, float]]:
        near: dict[str, dict[str, float]] = {id_: {} for id_ in ids}
        for id_, edges in graph.edges_at(ids, min_confidence=min_confidence).items():
            for edge in edges:
                other = edge.target if edge.source == id_ else edge.source
                _keep(near[id_], other, edge.confidence * edge.weight)
        return near

    def facts(id_: str) -> dict[str, Any]:
        node = graph.nodes([id_]).get(id_)
        return {"label": node.name, "node_type": node.type} if node else {}

    return _View(lambda id_: id_ in graph.nodes([id_]), neighbors, facts)


def _networkx_view(graph: Any) -> _View:
    sides = [graph.adj, graph.pred] if graph.is_directed() else [graph.adj]
    parallel = graph.is_multigraph()

    def neighbors(ids: Sequence[str]) -> dict[str, dict[str, float]]:
        near: dict[str, dict[str, float]] = {id_: {} for id_ in ids}
        for id_ in ids:
            for side in sides:
                for other, data in side[id_].items():
                    for edge in data.values() if parallel else (data,):
                        _keep(near[id_], other, _weight(edge))
        return near

    return _View(graph.has_node, neighbors, lambda id_: graph.nodes[id_])


def _both_ways(graph: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    near: dict[str, dict[str, float]] = {id_: {} for id_ in graph}
    for id_, told in graph.items():
        weights = told.items() if isinstance(told, Mapping) else ((other, 1.0) for other in told)
        for other, weight in weights:
            _keep(near[id_], other, _weight(weight))
            _keep(near.setdefault(other, {}), id_, _weight(weight))
    return near


def _weight(edge: Any) -> float:
    """Of an edge: a number, or what networkx keeps of one."""
    return float(edge.get("weight", edge.get("confidence", 1.0)) if isinstance(edge, Mapping) else edge)


def _keep(near: dict[str, float], other: str, weight: float) -> None:
    # Of parallel edges the closest counts: how often something is written down is not how close it is.
    near[other] = max(near.get(other, weight), weight)
