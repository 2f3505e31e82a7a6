"""Spreading activation: what a few nodes of a graph bring to mind.

It looks at edges and weights alone, not at words; what it is given may be an index, a networkx graph or a mapping.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from ..errors import DataError
from ..index_store.port import IndexReader
from ..retrieval_engine.walk import edge_worth

MIN_ACTIVATION = 0.01
"""Less than this is passed on by no node, and reported of none."""

FIRING = 128
"""Nodes that pass on in one step, the most active first: in a graph with hubs everything is near everything, and cost
would follow."""

FAN = 64
"""Neighbors that each node passes on to, the closest first."""

Neighbors = Callable[[Sequence[Any]], Mapping[Any, Mapping[Any, float]]]
"""For some nodes, their neighbors with the weight of the closest edge to each."""


@dataclass(frozen=True, slots=True)
class ActivationResult:
    """A node and how active it is."""

    node_id: Any
    score: float
    """Above 0, at most the greatest energy of a seed."""
    label: str = ""
    node_type: Any = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


class SeedNotFoundError(DataError, KeyError):
    """A seed is no node of the graph."""

    def __init__(self, seed: object) -> None:
        super().__init__(f"Seed node {seed!r} does not exist in the graph")

    def __str__(self) -> str:
        # A KeyError would print the representation of its first argument.
        return DataError.__str__(self)


def spreading_activation(
    graph: Any,
    seeds: Mapping[Any, float] | Iterable[Any],
    decay: float = 0.5,
    max_iterations: int = 3,
    top_n: int = 10,
    *,
    min_activation: float = MIN_ACTIVATION,
    min_confidence: float = 0.0,
) -> list[ActivationResult]:
    """Pass energy from the seeds along the edges, both ways, for max_iterations steps; return the top_n most active.

    graph: an IndexReader (its claims at or above min_confidence, and links), a networkx graph, or a mapping of nodes to
    neighbors (a list, or a mapping to weights or to the attributes of edges).  seeds: energies by node, or nodes with 1
    each.  A step gives each neighbor energy * decay * weight, added up.  A node passes on once, when it is first
    reached, so that energy does not run in circles; none is more active than the strongest seed.  Weights are cut to
    [0, 1].  Sorted by falling score, then id; the order in which nodes or edges come changes nothing.
    Raises SeedNotFoundError.

    Collins and Loftus, A Spreading-Activation Theory of Semantic Processing, 1975; constraints on fan-out and firing
    after Crestani, Application of Spreading Activation Techniques in Information Retrieval, 1997.
    """
    starts: Iterable[Any] = (seeds,) if isinstance(seeds, str) else seeds
    energies = dict(starts) if isinstance(starts, Mapping) else dict.fromkeys(starts, 1.0)
    energies = {node: float(energy) for node, energy in energies.items() if energy > 0}
    view = _view(graph, min_confidence)
    for node in energies:
        if not view.has(node):
            raise SeedNotFoundError(node)
    most = max(energies.values(), default=0.0)
    active = _spread(view.neighbors, energies, decay, max_iterations, min_activation)
    least = min(min_activation, most)
    scored = sorted(
        ((node, score) for node, score in active.items() if score >= least), key=lambda pair: (-pair[1], _key(pair[0]))
    )
    return [view.result(node, score) for node, score in scored[: max(0, top_n)]]


def _spread(
    neighbors: Neighbors, energies: Mapping[Any, float], decay: float, steps: int, min_activation: float
) -> dict[Any, float]:
    """Return the activation of each node that is reached."""
    most = max(energies.values(), default=0.0)
    active, fired = dict(energies), set[Any]()
    for _ in range(steps):
        ready = [node for node in active if node not in fired and active[node] >= min_activation]
        firing = sorted(ready, key=lambda node: (-active[node], _key(node)))[:FIRING]
        if not firing:
            break
        fired.update(firing)
        arriving: dict[Any, list[float]] = {}
        for node, near in neighbors(firing).items():
            closest = sorted(near.items(), key=lambda pair: (-pair[1], _key(pair[0])))[:FAN]
            for other, weight in closest:
                arriving.setdefault(other, []).append(active[node] * decay * min(1.0, max(0.0, weight)))
        for other, parts in arriving.items():
            active[other] = min(most, fsum([active.get(other, 0.0), *parts]))
    return active


def _key(node: Any) -> tuple[str, Any]:
    """Sort key of an id: a networkx graph may have numbers beside names, which do not compare."""
    return type(node).__name__, node


@dataclass(frozen=True, slots=True)
class _View:
    """A graph as a step needs it."""

    has: Callable[[Any], bool]
    neighbors: Neighbors
    facts: Callable[[Any], Any]

    def result(self, node: Any, score: float) -> ActivationResult:
        facts = self.facts(node) or {}
        label = facts.get("label") or facts.get("name") or str(node)
        return ActivationResult(node, score, str(label), facts.get("node_type"), facts.get("metadata") or {})


def _view(graph: Any, min_confidence: float) -> _View:
    if hasattr(graph, "edges_at"):
        return _index_view(graph, min_confidence)
    if hasattr(graph, "adj") and hasattr(graph, "nodes"):
        return _networkx_view(graph)
    if isinstance(graph, Mapping):
        near = _both_ways(graph)
        return _View(near.__contains__, lambda nodes: {node: near[node] for node in nodes}, lambda _: None)
    raise DataError(f"no graph: {type(graph).__name__}", hint="give an index, a networkx graph or a mapping")


def _index_view(reader: IndexReader, min_confidence: float) -> _View:
    def has(node: Any) -> bool:
        return isinstance(node, str) and bool(
            reader.pages(nodes=[node]) or reader.edges_at([node], min_confidence=0.0, limit=1)
        )

    def neighbors(nodes: Sequence[Any]) -> dict[Any, dict[Any, float]]:
        near: dict[Any, dict[Any, float]] = {node: {} for node in nodes}
        for edge in reader.edges_at(nodes, min_confidence=min_confidence, limit=FAN):
            for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
                if here in near and here != there:
                    _add(near[here], there, edge_worth(edge))
        return near

    def facts(node: Any) -> dict[str, Any]:
        pages = reader.pages(nodes=[node])
        return {"label": pages[0].title, "node_type": pages[0].type} if pages else {}

    return _View(has, neighbors, facts)


def _networkx_view(graph: Any) -> _View:
    sides = [graph.adj, graph.pred] if graph.is_directed() else [graph.adj]
    is_parallel = graph.is_multigraph()

    def neighbors(nodes: Sequence[Any]) -> dict[Any, dict[Any, float]]:
        near: dict[Any, dict[Any, float]] = {node: {} for node in nodes}
        for node in nodes:
            for side in sides:
                for other, data in side[node].items():
                    for edge in data.values() if is_parallel else (data,):
                        _add(near[node], other, _weight(edge))
        return near

    return _View(graph.has_node, neighbors, lambda node: graph.nodes[node])


def _both_ways(graph: Mapping[Any, Any]) -> dict[Any, dict[Any, float]]:
    near: dict[Any, dict[Any, float]] = {node: {} for node in graph}
    for node, others in graph.items():
        weights = others.items() if isinstance(others, Mapping) else ((other, 1.0) for other in others)
        for other, weight in weights:
            _add(near[node], other, _weight(weight))
            _add(near.setdefault(other, {}), node, _weight(weight))
    return near


def _weight(edge: Any) -> float:
    """Return the weight of an edge: a number, or what networkx keeps of one."""
    return float(edge.get("weight", edge.get("confidence", 1.0)) if isinstance(edge, Mapping) else edge)


def _add(near: dict[Any, float], other: Any, weight: float) -> None:
    # Of parallel edges the closest counts: how often something is written down is not how close it is.
    near[other] = max(near.get(other, weight), weight)
