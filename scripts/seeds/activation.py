"""Spreading activation: what a few nodes of a graph bring to mind, by its edges and their weights alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import fsum
from typing import Any, NamedTuple

from ..errors import DataError

MIN_ACTIVATION = 0.01
"""Less than this is passed on by no node, and reported of none."""
FIRING, FAN = 128, 64
"""Nodes that pass on in one step, the most active first, and neighbors to which each does: hubs would cost the most."""


class ActivationResult(NamedTuple):
    """A node and how active it is."""

    node_id: Any
    score: float
    """Above 0, at most the greatest energy of a seed."""
    label: str = ""


class SeedNotFoundError(DataError, KeyError):
    """A seed is no node of the graph."""

    def __init__(self, seed: object) -> None:
        super().__init__(f"Seed node {seed!r} does not exist in the graph")

    # A KeyError would print the representation of its first argument.
    __str__ = DataError.__str__


def spreading_activation(
    graph: Any,
    seeds: Mapping[Any, float] | Iterable[Any],
    decay: float = 0.5,
    max_iterations: int = 3,
    top_n: int = 10,
    *,
    min_activation: float = MIN_ACTIVATION,
) -> list[ActivationResult]:
    """Pass energy from the seeds along the edges, both ways, for max_iterations steps; return the top_n most active.

    graph: a networkx graph.  seeds: energies by node, or nodes with 1 each.  A step gives each neighbor
    energy * decay * weight, added up.  A node passes on once, when it is first reached, so that energy does not run in
    circles; none is more active than the strongest seed.  Weights are cut to [0, 1].  Sorted by falling score, then id;
    the order in which nodes or edges come changes nothing.  Raises SeedNotFoundError.

    Collins and Loftus, A Spreading-Activation Theory of Semantic Processing, 1975; constraints on fan-out and firing
    after Crestani, Application of Spreading Activation Techniques in Information Retrieval, 1997.
    """
    starts: Iterable[Any] = (seeds,) if isinstance(seeds, str) else seeds
    energies = dict(starts) if isinstance(starts, Mapping) else dict.fromkeys(starts, 1.0)
    active: dict[Any, float] = {node: float(energy) for node, energy in energies.items() if energy > 0}
    for node in active:
        if node not in graph:
            raise SeedNotFoundError(node)
    most, fired = max(active.values(), default=0.0), set[Any]()
    for _ in range(max_iterations):
        ready = {node: score for node, score in active.items() if node not in fired and score >= min_activation}
        firing = _best(ready)[:FIRING]
        fired.update(node for node, _ in firing)
        arriving: dict[Any, list[float]] = {}
        for node, energy in firing:
            for other, weight in _best(_neighbors(graph, node))[:FAN]:
                arriving.setdefault(other, []).append(energy * decay * min(1.0, max(0.0, weight)))
        for other, parts in arriving.items():
            active[other] = min(most, fsum([active.get(other, 0.0), *parts]))
    least = min(min_activation, most)
    best = _best({node: score for node, score in active.items() if score >= least})[: max(0, top_n)]
    return [ActivationResult(node, score, str(graph.nodes[node].get("label", node))) for node, score in best]


def _best(scores: Mapping[Any, float]) -> list[tuple[Any, float]]:
    """Return nodes by falling score, then id: a networkx graph may have numbers beside names, which do not compare."""
    return sorted(scores.items(), key=lambda pair: (-pair[1], type(pair[0]).__name__, pair[0]))


def _neighbors(graph: Any, node: Any) -> dict[Any, float]:
    """Return the neighbors of a node of a networkx graph, each with the weight of the closest edge to it."""
    near: dict[Any, float] = {}
    for side in (graph.adj, graph.pred) if graph.is_directed() else (graph.adj,):
        for other, data in side[node].items():
            for edge in data.values() if graph.is_multigraph() else (data,):
                near[other] = max(near.get(other, 0.0), float(edge.get("weight", 1.0)))
    return near
