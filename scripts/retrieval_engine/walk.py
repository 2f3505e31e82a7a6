"""Walking from the nodes that a question names over claims and links: best first, bounded, with the path of each node.

The walk decides which nodes are near; claims.py selects the claims that are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import NamedTuple, Protocol

from ..model import LINKS_TO, Edge

Score = Callable[[Edge, str], float]
"""How much an edge, followed to this node, matters to the question: above 0, at most 1."""

EDGES_PER_NODE = 200
"""Edges read of one node.  They come by falling confidence, claims first, so a hub loses its weakest ones."""

LINK_WEIGHT = 0.5
"""Weight of an untyped link beside a claim's confidence: it shows that two notes belong together, not how."""


class EdgesAt(Protocol):
    """`IndexReader.edges_at`."""

    def __call__(self, nodes: Sequence[str], *, min_confidence: float, limit: int) -> list[Edge]: ...


class Reached(NamedTuple):
    """A node that the walk reached, by its best path among the shortest ones."""

    node: str
    hop: int
    """Edges from the nearest seed; 0 for a seed."""
    score: float
    """Product over the edges of the path: confidence (times LINK_WEIGHT for a link) times the question's score of the
    edge; 1 for a seed."""
    path: tuple[Edge, ...]
    """From the seed, in the order walked; an edge walked against its direction keeps its source and target."""
    seed: str


class Pruned(NamedTuple):
    """How much the walk left out, by reason."""

    below_confidence: int = 0
    """Claims met whose confidence is below the threshold."""
    beyond_nodes: int = 0
    """Nodes that were met beyond the limit."""
    hubs: int = 0
    """Nodes of which not all edges were read."""


class Walk(NamedTuple):
    """The nodes and edges that a walk reached."""

    reached: tuple[Reached, ...]
    """Seeds in the order given, then hop by hop, each by falling score; ties by node."""
    pruned: Pruned
    edges: tuple[Edge, ...]
    """Every edge met that joins two reached nodes, by source, relation and target."""


def best_first(
    edges_at: EdgesAt,
    seeds: Sequence[str],
    *,
    depth: int,
    min_confidence: float,
    max_nodes: int,
    score: Score | None = None,
    direction: str = "both",
    relations: Sequence[str] = (),
) -> Walk:
    """Reach at most max_nodes nodes, seeds included: seeds, then the first hop by falling score, then the second.

    depth counts hops from the nearest seed.  Claims below min_confidence are not crossed.  direction is `both`, `out`
    (edges from source to target) or `in` (the other way); relations limits the walk to these.
    Where the first hop does not fit, each seed gets an equal share of the limit before the best take the rest: a hub
    does not push out the only neighbor of another seed.  Ties go to the smaller node id.
    Cost: one edges_at for each hop.  A score never rises along a path, so nothing is reached through a node left out.

    Greedy best-first search: Pearl, Heuristics, 1984, ch. 2.
    """
    starts = list(dict.fromkeys(seeds))
    layer = [Reached(node, 0, 1.0, (), node) for node in starts[: max(0, max_nodes)]]
    reached, beyond = list(layer), len(starts) - len(layer)
    below, hubs = set[Edge](), 0
    met = set(starts)
    crossed: dict[Edge, None] = {}
    for hop in range(1, depth + 1):
        if not layer:
            break
        edges = list(dict.fromkeys(edges_at([place.node for place in layer], min_confidence=0.0, limit=EDGES_PER_NODE)))
        hubs += _count_hubs(layer, edges)
        below.update(edge for edge in edges if edge.relation != LINKS_TO and edge.confidence < min_confidence)
        usable = [edge for edge in edges if edge not in below and (not relations or edge.relation in relations)]
        crossed.update(dict.fromkeys(usable))
        found = _next_hop(layer, usable, met, hop, score, direction)
        met.update(place.node for place in found)
        room = max_nodes - len(reached)
        layer = _share_limit(found, layer, usable, direction, room) if hop == 1 else found[:room]
        reached += layer
        beyond += len(found) - len(layer)
    inside = {place.node for place in reached}
    joining = [edge for edge in crossed if edge.source in inside and edge.target in inside]
    joining.sort(key=lambda edge: (edge.source, edge.relation, edge.target))
    return Walk(tuple(reached), Pruned(len(below), beyond, hubs), tuple(joining))


def edge_worth(edge: Edge) -> float:
    """Return the factor by which an edge multiplies a path's score, whatever the question."""
    return edge.confidence * LINK_WEIGHT if edge.relation == LINKS_TO else edge.confidence


def _next_hop(
    layer: Sequence[Reached],
    edges: Iterable[Edge],
    met: Set[str],
    hop: int,
    score: Score | None,
    direction: str,
) -> list[Reached]:
    """Return the best path to each node not met before, best first."""
    at = {place.node: place for place in layer}
    best: dict[str, Reached] = {}
    for edge in edges:
        for here, there in _directed_ends(edge, direction):
            place = at.get(here)
            if place is None or there in met:
                continue
            worth = place.score * edge_worth(edge) * (score(edge, there) if score else 1.0)
            candidate = Reached(there, hop, worth, (*place.path, edge), place.seed)
            if there not in best or _better(candidate, best[there]):
                best[there] = candidate
    return sorted(best.values(), key=lambda place: (-place.score, place.node))


def _share_limit(
    found: list[Reached], seeds: Sequence[Reached], edges: Iterable[Edge], direction: str, room: int
) -> list[Reached]:
    """Return the best neighbors of the seeds that fit, in their order, with an equal share of the limit for each seed.

    A neighbor of several seeds counts for each of them.
    """
    if len(found) <= room:
        return found
    steps = {way for edge in edges for way in _directed_ends(edge, direction)}
    granted: dict[str, None] = {}
    for seed in seeds:
        near = [place.node for place in found if (seed.node, place.node) in steps]
        granted.update(dict.fromkeys(near[: room // len(seeds)]))
    rest = [place.node for place in found if place.node not in granted]
    inside = {*granted, *rest[: room - len(granted)]}
    return [place for place in found if place.node in inside]


def _directed_ends(edge: Edge, direction: str) -> list[tuple[str, str]]:
    """Return the pairs of start and end in which an edge may be walked."""
    along, against = (edge.source, edge.target), (edge.target, edge.source)
    return {"out": [along], "in": [against]}.get(direction, [along, against])


def _better(one: Reached, other: Reached) -> bool:
    return (-one.score, _path_key(one)) < (-other.score, _path_key(other))


def _path_key(place: Reached) -> tuple[tuple[str, str, str], ...]:
    return tuple((edge.source, edge.relation, edge.target) for edge in place.path)


def _count_hubs(layer: Sequence[Reached], edges: Sequence[Edge]) -> int:
    counts = dict.fromkeys((place.node for place in layer), 0)
    for edge in edges:
        for node in {edge.source, edge.target}:
            if node in counts:
                counts[node] += 1
    return sum(count >= EDGES_PER_NODE for count in counts.values())
