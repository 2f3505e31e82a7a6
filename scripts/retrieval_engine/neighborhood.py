"""The surroundings of a page in the graph, or the whole graph, as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..look.lookup import find_page
from ..model import Edge
from ..text.analyzer import name_key
from ..text.ontology import canonical_filter
from .walk import EDGES_PER_NODE, best_first

ALL_EDGES = 2**31
"""More edges than a node has."""


class GraphNode(NamedTuple):
    """A page, or a name that pages link to without there being a page."""

    id: str
    name: str
    """The page's title, or the missing page's name as it is written."""
    path: str
    """"" where there is no page."""
    category: str


class GraphEdge(NamedTuple):
    """An edge of the index, and whether all of its evidence is gone."""

    source: str
    relation: str
    target: str
    confidence: float
    sources: int
    is_stale: bool


class Neighborhood(NamedTuple):
    """A part of the graph: both ends of every edge are among the nodes."""

    center: str
    """Id of the node in the center; "" for the whole graph."""
    nodes: tuple[GraphNode, ...]
    """The center first, then in the order of the walk; in the whole graph the best connected first."""
    edges: tuple[GraphEdge, ...]
    """By source, relation and target."""
    omitted: int
    """Nodes beyond the limit."""
    below_confidence: int
    """Edges met whose confidence is too low."""
    unused: tuple[str, ...]
    """Relations that were asked for and that no edge here has."""


def neighborhood(
    reader: IndexReader,
    page: str = "",
    *,
    depth: int,
    min_confidence: float,
    max_nodes: int,
    direction: str = "both",
    relations: Sequence[str] = (),
) -> Neighborhood:
    """Return the part of the graph within depth hops from a page; for "" the whole graph, whatever the depth.

    relations: in any wording that the ontology knows.  Raises PageNotFoundError, AmbiguousPageError.
    """
    followed, direction = canonical_filter(relations, direction)
    if not page:
        return whole_graph(reader, followed, min_confidence=min_confidence, max_nodes=max_nodes)
    center = find_page(reader, page, may_be_short=True).node
    walk = best_first(
        reader.edges_at,
        [center],
        depth=depth,
        min_confidence=min_confidence,
        max_nodes=max_nodes,
        direction=direction,
        relations=followed,
    )
    nodes = [reached.node for reached in walk.reached]
    pruned = walk.pruned
    edges = _edges_in(reader, nodes, followed, min_confidence)
    return Neighborhood(
        center,
        graph_nodes(reader, nodes),
        _mark_stale(reader, nodes, edges),
        pruned.beyond_nodes,
        pruned.below_confidence,
        _unused_relations(followed, edges),
    )


def whole_graph(
    reader: IndexReader, relations: Sequence[str] = (), *, min_confidence: float, max_nodes: int | None = None
) -> Neighborhood:
    """Return all pages, the missing pages that they link to, and every edge of sufficient confidence.

    relations: canonical names; () for all.  max_nodes: most nodes, the best connected ones; None for all.
    """
    pages = [page.node for page in reader.pages(everything=True)]
    met = set(reader.edges_at(pages, min_confidence=0.0, limit=ALL_EDGES))
    met = {edge for edge in met if not relations or edge.relation in relations}
    sure = {edge for edge in met if edge.confidence >= min_confidence}
    counts = Counter(end for edge in sure for end in {edge.source, edge.target})
    nodes = sorted({*counts, *(pages if not relations else ())}, key=lambda node: (-counts[node], node))
    drawn = nodes[:max_nodes]
    inside = frozenset(drawn)
    edges = [edge for edge in sure if edge.source in inside and edge.target in inside]
    marked = _mark_stale(reader, drawn, edges)
    unsure = len(met) - len(sure)
    return Neighborhood(
        "", graph_nodes(reader, drawn), marked, len(nodes) - len(drawn), unsure, _unused_relations(relations, sure)
    )


def _edges_in(reader: IndexReader, nodes: Sequence[str], relations: Sequence[str], min_confidence: float) -> list[Edge]:
    """Return the edges both ends of which are among the nodes."""
    inside = frozenset(nodes)
    edges = reader.edges_at(nodes, min_confidence=min_confidence, limit=EDGES_PER_NODE)
    return [
        edge
        for edge in dict.fromkeys(edges)
        if edge.source in inside and edge.target in inside and (not relations or edge.relation in relations)
    ]


def _mark_stale(reader: IndexReader, nodes: Sequence[str], edges: Iterable[Edge]) -> tuple[GraphEdge, ...]:
    """Return the edges in order, each marked stale if the evidence of all its claims is gone."""
    supported: dict[tuple[str, str, str], bool] = {}
    for claim in reader.claims(nodes=nodes):
        key = (claim.subject, claim.relation, claim.object)
        holds = not claim.evidence or not all(piece.is_gone for piece in claim.evidence)
        supported[key] = supported.get(key, False) or holds
    ordered = sorted(edges, key=lambda edge: (edge.source, edge.relation, edge.target))
    return tuple(
        GraphEdge(
            edge.source,
            edge.relation,
            edge.target,
            edge.confidence,
            edge.sources,
            not supported.get((edge.source, edge.relation, edge.target), True),
        )
        for edge in ordered
    )


def graph_nodes(reader: IndexReader, ids: Sequence[str]) -> tuple[GraphNode, ...]:
    """Return the nodes with these ids, in the order given; one without a page is named as links name it."""
    pages = {page.node: page for page in reader.pages(nodes=ids)}
    missing = [id for id in ids if id not in pages]
    languages = ("", *(language for language, _ in reader.statistics().languages))
    keys = dict.fromkeys(name_key(id, language) for id in missing for language in languages)
    names = {name.node: name.text for name in reversed(reader.names(list(keys))) if name.kind == "missing"}
    nodes = []
    for id in ids:
        page = pages.get(id)
        nodes.append(
            GraphNode(id, page.title or id, page.path, page.category)
            if page
            else GraphNode(id, names.get(id, id), "", "")
        )
    return tuple(nodes)


def _unused_relations(relations: Sequence[str], edges: Iterable[Edge]) -> tuple[str, ...]:
    used = {edge.relation for edge in edges}
    return tuple(relation for relation in relations if relation not in used)
