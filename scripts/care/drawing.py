"""What a drawing of the graph shows: a page with what surrounds it, or everything.  graph_export.py writes it down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..errors import PageNotFoundError
from ..pages.knowledge.ontology import canonical_filter
from ..pages.model import LINKS_TO, Edge, Node
from ..retrieval.search.walk import best_first
from ..store.schema import WEIGHT

if TYPE_CHECKING:
    from ..retrieval.port import GraphReader
    from ..store.workspace import Workspace


class Neighborhood(NamedTuple):
    """A part of the graph: both ends of every edge are among the nodes."""

    center: str
    """Id of the node it was drawn around; "" for the whole graph."""
    nodes: tuple[Node, ...]
    """The center first, then by hops, then the surest; of the whole graph by id, of a part of it the best connected."""
    edges: tuple[Edge, ...]
    """By source, relation and target."""
    omitted: int
    """Nodes beyond the limit."""
    unsure: int = 0
    """Of the whole graph: edges below the threshold."""
    stale: tuple[Edge, ...] | None = None
    """Around a node: claims of which all that they rest on is gone; None of the whole graph, where nobody looks."""
    unheld: tuple[str, ...] = ()
    """What is to be told of relations that were asked for and that no claim has."""


def neighborhood(
    reader: GraphReader,
    id: str,
    *,
    depth: int,
    min_confidence: float,
    direction: str = "both",
    relations: Sequence[str] = (),
    limit: int = 50,
) -> Neighborhood:
    """The nodes that a walk of depth hops reaches from one node, and the edges among them.

    direction and limit (the node itself included) as in `best_first`; relations in any spelling the ontology knows.
    Raises PageNotFoundError.
    """
    relations = sorted(canonical_filter(relations, direction)[0])
    walk = best_first(
        reader,
        [id],
        depth=depth,
        min_confidence=min_confidence,
        max_nodes=limit,
        direction=direction,
        relations=relations,
    )
    ids = [reached.id for reached in walk.reached]
    if not ids:
        raise PageNotFoundError(id, [hit.node for hit in reader.similar_names(id, limit=3)])
    # As many as the walk reads of a node: the edge by which each was reached is among them.
    around = reader.edges_at(
        ids, min_confidence=min_confidence, direction=direction, relations=relations, limit=max(64, 2 * limit)
    )
    kept = set(ids)
    inner = [edge for edges in around.values() for edge in edges if edge.source in kept and edge.target in kept]
    nodes, edges = reader.nodes(ids), _ordered(inner)
    evidence = reader.evidence([edge for edge in edges if edge.relation != LINKS_TO])
    reader.expect(pages=[item.source for items in evidence.values() for item in items])
    told = {edge: reader.checked(items) for edge, items in evidence.items()}
    stale = tuple(edge for edge, items in told.items() if items and all(item.stale for item in items))
    return Neighborhood(id, tuple(nodes[each] for each in ids), edges, walk.pruned, stale=stale)


def whole_graph(
    ws: Workspace, *, min_confidence: float, relations: Sequence[str] = (), limit: int | None = None
) -> Neighborhood:
    """All pages, the missing pages they link to, and every edge at or above min_confidence.

    relations: only edges of these, and what they join; () for all.
    limit: most nodes, those with the most edges first, then by id; None for all.
    """
    run = ws.index.connection().execute
    rows = run(
        f"""SELECT s.name, e.relation, t.name, e.confidence, e.sources, {WEIGHT} FROM edges e
           JOIN nodes s ON s.id = e.node JOIN nodes t ON t.id = e.other WHERE e.way = 0"""
    ).fetchall()
    if relations:
        rows = [row for row in rows if row[1] in relations]
    edges = _ordered(Edge(*row) for row in rows if row[3] >= min_confidence)
    ends = {end for edge in edges for end in (edge.source, edge.target)}
    pages = set() if relations else {row[0] for row in run("SELECT name FROM nodes WHERE page IS NOT NULL")}
    ids = sorted(ends | pages)
    unsure = sum(row[3] < min_confidence for row in rows)
    if limit is None or len(ids) <= limit:
        return Neighborhood("", tuple(ws.reader.nodes(ids).values()), edges, 0, unsure)
    count = Counter(end for edge in edges for end in (edge.source, edge.target))
    kept = sorted(ids, key=lambda id: -count[id])[:limit]
    nodes = ws.reader.nodes(kept)
    inner = tuple(edge for edge in edges if edge.source in nodes and edge.target in nodes)
    return Neighborhood("", tuple(nodes[id] for id in kept), inner, len(ids) - limit, unsure)


def hops(graph: Neighborhood) -> dict[str, int]:
    """How many edges each node is away from the center, whichever way the edges point.

    What is not connected with it counts from the first node of its own part.
    """
    around: dict[str, list[str]] = {node.id: [] for node in graph.nodes}
    for edge in graph.edges:
        around[edge.source].append(edge.target)
        around[edge.target].append(edge.source)
    found: dict[str, int] = {}
    starts = [graph.center] if graph.center in around else []
    for start in (*starts, *around):
        layer, hop = [start], 0
        while layer:
            layer = [id for id in dict.fromkeys(layer) if id not in found]
            found.update(dict.fromkeys(layer, hop))
            layer, hop = [other for id in layer for other in around[id]], hop + 1
    return found


def _ordered(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    return tuple(sorted(dict.fromkeys(edges), key=lambda e: (e.source, e.relation, e.target)))
