"""Walk the graph from what a question names: nearest first, surest first, never beyond the cap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ...pages.model import Edge
    from ..port import GraphReader

    Score = Callable[[Edge, str], float]
    """How much an edge, followed to this node, matters to the question: 0 to 1."""

_make = tuple.__new__

COUNTED = 1000
"""Edges of a node that are counted at most: what is left out at a hub costs as much to count as to read."""
BATCH = 8
"""Nodes expanded by one read: large enough to save round trips, small enough to stop early."""


class Reached(NamedTuple):
    """A node that the walk came to, by its best path."""

    id: str
    depth: int
    """Hops from the nearest seed; 0 for a seed."""
    path: tuple[Edge, ...]
    """Edges from the seed, in the order walked; one walked against its direction still stands as it is claimed."""
    path_confidence: float
    """Product of the edges' confidence times weight; 1 for a seed."""
    seed: str
    rank: float = 1.0
    """path_confidence times what score says of each edge: the order within a depth."""


class Walk(NamedTuple):
    reached: tuple[Reached, ...]
    """Seeds in the order given, then by depth, then by falling rank, then by id."""
    pruned: int
    """Neighbors that the cap left out: nodes seen and not kept, and edges not read, counted one by one.  A lower bound
    where a node has more than COUNTED edges."""
    left_out: tuple[Reached, ...] = ()
    """Of the neighbors pruned those that were seen, best first on each hop."""
    between: tuple[Edge, ...] = ()
    """Further edges that were read and join two reached nodes, by the nearer end's place in reached, best first."""


class _Asked(NamedTuple):
    min_confidence: float
    direction: str
    relations: Sequence[str]
    edges: int
    score: Score | None


def best_first(
    graph: GraphReader,
    seeds: Sequence[str],
    *,
    depth: int,
    min_confidence: float,
    max_nodes: int,
    direction: str = "both",
    relations: Sequence[str] = (),
    score: Score | None = None,
) -> Walk:
    """Reach at most max_nodes nodes from the seeds, seeds included: nearest hops first, then the surest path.

    Claims below min_confidence are never crossed; a plain link has confidence 1, and its weight.  direction `out`
    follows claims from subject to object, `in` the other way; relations keeps claims of these canonical names only.
    Where the first hop alone would fill the cap, each seed is granted an equal share of the room before the surest of
    all neighbors take the rest.
    Unknown seeds are ignored; seeds beyond max_nodes are dropped and counted.  Ties go to the smaller id.
    Cost: at most one edges_at for each expanded node, fewer where the cap is certain to be filled by better paths.

    Greedy best-first search: Pearl, Heuristics, 1984, ch. 2.
    """
    known = graph.nodes(seeds)
    starts = [id for id in dict.fromkeys(seeds) if id in known]
    layer = [Reached(id, 0, (), 1.0, id) for id in starts[: max(0, max_nodes)]]
    reached, pruned = list(layer), len(starts) - len(layer)
    dropped = [Reached(id, 0, (), 1.0, id) for id in starts[len(layer) :]]
    # A node's edges to nodes already reached use up what is read of it, so as many more are asked for.
    asked = _Asked(min_confidence, direction, relations, max(64, 2 * max_nodes), score)
    taken = {each.id for each in reached}
    seen: dict[Edge, None] = {}
    for hop in range(1, depth + 1):
        room = max_nodes - len(reached)
        found, left_out = _next_layer(graph, layer, taken, seen, hop=hop, room=room, asked=asked)
        layer = _share(found, layer, room, seen, score) if hop == 1 else found[: max(0, room)]
        pruned += left_out + len(found) - len(layer)
        if len(layer) < len(found):
            kept = {each.id for each in layer}
            dropped += [each for each in found if each.id not in kept]
        reached.extend(layer)
        taken.update(each.id for each in layer)
        if not layer:
            break
    return Walk(tuple(reached), pruned, tuple(dropped), _between(reached, seen))


def _next_layer(
    graph: GraphReader,
    layer: Sequence[Reached],
    taken: set[str],
    seen: dict[Edge, None],
    *,
    hop: int,
    room: int,
    asked: _Asked,
) -> tuple[list[Reached], int]:
    """The best path to each new node one hop on, best first, and how many edges were not read."""
    best: dict[str, Reached] = {}
    unread, expanded = 0, 0
    threshold: list[float] = []  # The best ranks seen, at most room of them, the least in front.
    while expanded < len(layer):
        # A path never gains by going on, so when enough paths outrank the next node, it cannot add a better one.
        # The first hop is read whole: fairness among seeds needs the neighbors of every seed.
        if hop > 1 and len(threshold) >= room and (room <= 0 or threshold[0] >= layer[expanded].rank):
            break
        batch = layer[expanded : expanded + BATCH]
        expanded += len(batch)
        edges = _read(graph, [each.id for each in batch], asked)
        for each in batch:
            around = edges.get(each.id, [])
            if len(around) >= asked.edges:
                unread += max(0, _counts(graph, [each.id], asked)[each.id] - len(around))
            seen.update(dict.fromkeys(around))
            _step(best, each, around, taken, hop, asked.score)
        threshold = _top([each.rank for each in best.values()], room)
    # Of those that were not expanded, the edge that led to each was read.
    counts = _counts(graph, [each.id for each in layer[expanded:]], asked)
    unread += sum(max(0, count - 1) for count in counts.values())
    return sorted(best.values(), key=_order), unread


def _read(graph: GraphReader, ids: list[str], asked: _Asked) -> dict[str, list[Edge]]:
    return graph.edges_at(
        ids,
        min_confidence=asked.min_confidence,
        direction=asked.direction,
        relations=asked.relations,
        limit=asked.edges,
    )


def _step(
    best: dict[str, Reached], at: Reached, around: Iterable[Edge], taken: set[str], hop: int, score: Score | None
) -> None:
    """Follow the edges at a node; keep each path that is the best so far to where it leads."""
    id, _, path, certainty, seed, so_far = at
    for edge in around:
        source, _, target, confidence, _, weight = edge
        other = target if source == id else source
        if other in taken:
            continue
        rank = so_far * confidence * weight * (score(edge, other) if score else 1.0)
        known = best.get(other)
        if known is None or rank > known.rank or (rank == known.rank and (*path, edge) < known.path):
            best[other] = _make(Reached, (other, hop, (*path, edge), certainty * confidence * weight, seed, rank))


def _between(reached: Sequence[Reached], seen: Iterable[Edge]) -> tuple[Edge, ...]:
    place = {each.id: index for index, each in enumerate(reached)}
    walked = {edge for each in reached for edge in each.path}
    joining = [edge for edge in seen if edge not in walked and edge.source in place and edge.target in place]
    joining.sort(key=lambda e: (min(place[e.source], place[e.target]), -e.confidence * e.weight, e))
    return tuple(joining)


def _order(each: Reached) -> tuple[float, str, tuple[Edge, ...]]:
    return (-each.rank, each.id, each.path)


def _share(
    found: list[Reached], seeds: Sequence[Reached], room: int, seen: Iterable[Edge], score: Score | None
) -> list[Reached]:
    """The best of the first hop, in its order, with an equal share of the room granted to each seed that can use it.

    A neighbor of several seeds serves each of them, whichever has the better path to it.
    """
    if len(found) <= room:
        return found
    new, share = {each.id for each in found}, max(0, room) // len(seeds)
    near: dict[str, dict[str, float]] = {seed.id: {} for seed in seeds}
    for edge in seen:
        source, _, target, confidence, _, weight = edge
        for seed, other in ((source, target), (target, source)):
            if seed in near and other in new:
                rank = confidence * weight * (score(edge, other) if score else 1.0)
                if rank > near[seed].get(other, -1.0):
                    near[seed][other] = rank
    ranked = (sorted([(-rank, id) for id, rank in ranks.items()]) for ranks in near.values())
    granted = {id for ranks in ranked for _, id in ranks[:share]}
    rest = [each.id for each in found if each.id not in granted][: max(0, room) - len(granted)]
    kept = granted.union(rest)
    return [each for each in found if each.id in kept]


def _top(ranks: list[float], size: int) -> list[float]:
    """The greatest, at most size of them, the least in front."""
    return sorted(ranks)[max(0, len(ranks) - max(0, size)) :]


def _counts(graph: GraphReader, ids: Sequence[str], asked: _Asked) -> dict[str, int]:
    if asked.relations:
        # The port counts edges of all relations; a count of others would claim what is not there.
        return dict.fromkeys(ids, 0)
    return graph.edge_counts(ids, min_confidence=asked.min_confidence, direction=asked.direction, most=COUNTED)
