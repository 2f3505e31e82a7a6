"""Nodes and edges, in the shapes of the seed mini-context-graph.

A subgraph is {"nodes": {id: node}, "edges": [edge]}; a node has name, type, source_document, source_chunks; an edge
source, target, type, confidence, source_document, supporting_text, chunk_id, and all its evidence.  A chunk is a
passage, its id `source#^block`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..arguments import check_numbers, check_texts, read_texts
from ..errors import ClaimError, UsageError
from ..index_store.port import IndexReader
from ..ingest.apply import plan_bundle
from ..knowledge_base import KnowledgeBase
from ..look.lookup import look_up, look_up_node
from ..model import LINKS_TO, ClaimRow, Edge, EvidenceRow
from ..retrieval_engine.face import walk_paths
from ..retrieval_engine.neighborhood import graph_nodes
from ..wiki_store.face import refused
from ..wiki_store.working_copy import Plan, WorkingCopy
from .statements import ends_of_claim, plan_claim, plan_entity

EDGES_AMONG = 100_000
"""Edges read of one node where all edges among given nodes are wanted."""


def add_node(name: str, type: str = "", *, aliases: Sequence[str] = (), home: str | None = None) -> str:
    """Return the id of the entity of this name and type; its page is made, with the aliases, where there is none.

    Raises NameTakenError for an alias of a new page that names another one.
    """
    check_texts(name=name, type=type)
    named = read_texts("aliases", aliases)
    with KnowledgeBase.open(home) as kb:
        today = kb.clock()[:10]
        return kb.write(
            "entity", lambda copy, reader: plan_entity(copy, reader, name, type, named, today=today)
        ).receipt


def add_edge(
    source: str,
    target: str,
    relation: str,
    confidence: float = 1.0,
    *,
    source_document: str = "",
    supporting_text: str = "",
    home: str | None = None,
) -> dict[str, Any]:
    """Claim a relation between two known entities, topics or notes, given by id or name; return the edge as stored.

    With a source document the supporting text must stand in it; without one the claim is the caller's own, has no
    supporting text, and rests on the source entity's page; claimed again it has the confidence given last.  An edge has
    the greatest confidence of all that claim it.  Raises PageNotFoundError, ClaimError, BundleError.
    """
    check_texts(source=source, target=target, relation=relation)
    check_texts(source_document=source_document, supporting_text=supporting_text)
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)):
        raise UsageError(f"confidence is a {confidence.__class__.__name__}", hint="give a number from 0 to 1")
    if supporting_text and not source_document:
        raise UsageError("supporting_text stands in no document", hint="name its source_document, or leave it out")

    def plan(copy: WorkingCopy, reader: IndexReader) -> Plan[tuple[str, str, str]]:
        ends = start, name, end = ends_of_claim(reader, source, target, relation)
        if not source_document:
            if not minimum <= confidence <= 1:
                raise ClaimError(f"confidence {confidence:g} is outside [MIN_CONFIDENCE {minimum:g}, 1]")
            return plan_claim(copy, ends, confidence)
        item = {"source": start.node, "target": end.node, "type": name, "confidence": confidence}
        item["supporting_text"] = supporting_text
        bundle = {"source": source_document, "relations": [item]}
        applied = plan_bundle(copy, reader, bundle, today=kb.clock()[:10], min_confidence=minimum)
        if applied.receipt.rejected:
            raise refused(applied.receipt)
        return Plan((start.node, name, end.node), applied.note)

    with KnowledgeBase.open(home) as kb:
        minimum = kb.settings.min_confidence
        claimed = kb.write("apply" if source_document else "claim", plan).receipt
        edges = kb.query(lambda reader: _among(reader, [claimed[0], claimed[2]], min_confidence=minimum))["edges"]
    return next(edge for edge in edges if (edge["source"], edge["type"], edge["target"]) == claimed)


def get_subgraph(
    node_ids: Sequence[str], *, min_confidence: float | None = None, home: str | None = None
) -> dict[str, Any]:
    """Return nodes, given by id or name, and the edges between them; what is unknown is left out.

    Raises AmbiguousPageError.
    """
    names = read_texts("node_ids", node_ids)
    check_numbers(min_confidence=min_confidence)
    with KnowledgeBase.open(home) as kb:
        minimum = kb.settings.min_confidence if min_confidence is None else min_confidence
        return kb.query(lambda reader: _among(reader, names, min_confidence=minimum))


def find_node_by_name(name: str, *, home: str | None = None) -> str | None:
    """Return the id of the node with this name, alias or slug; None where there is none.  Raises AmbiguousPageError."""
    check_texts(name=name)
    with KnowledgeBase.open(home) as kb:
        page = kb.query(lambda reader: look_up(reader, name))
    return page.node if page else None


def get_neighbors(node_id: str, min_confidence: float | None = None, *, home: str | None = None) -> list[str]:
    """Return ids one hop away in either direction, best first; none for a node (by id or name) that is unknown.

    Raises AmbiguousPageError.
    """
    check_texts(node_id=node_id)
    return [node["id"] for node in walk_paths([node_id], 1, min_confidence, home=home)["nodes"][1:]]


def subgraph(
    reader: IndexReader, reached: Mapping[str, dict[str, Any]], edges: Iterable[Edge], min_confidence: float
) -> dict[str, Any]:
    """Return nodes and claims in their shapes.  reached: what is to be said of each node beside itself."""
    ids = list(reached)
    pages = {page.node: page for page in reader.pages(nodes=ids)} if ids else {}
    chunks = _cited_chunks(reader, ids)
    nodes = {}
    for node in graph_nodes(reader, ids):
        cited = chunks.get(node.id, [])
        nodes[node.id] = {
            **reached[node.id],
            "name": node.name,
            "type": pages[node.id].type if node.id in pages else "",
            "category": node.category,
            "path_in_vault": node.path,
            "source_document": cited[0].partition("#^")[0] if cited else None,
            "source_chunks": cited,
        }
    claims = [edge for edge in edges if edge.relation != LINKS_TO]
    evidence = _evidence(reader, claims, min_confidence)
    return {"nodes": nodes, "edges": [_edge(edge, evidence[edge[:3]]) for edge in claims]}


def _among(reader: IndexReader, names: Sequence[str], *, min_confidence: float) -> dict[str, Any]:
    nodes: dict[str, dict[str, Any]] = {node: {} for name in names if (node := look_up_node(reader, name)) is not None}
    met = reader.edges_at(list(nodes), min_confidence=min_confidence, limit=EDGES_AMONG) if nodes else []
    edges = [edge for edge in met if edge.source in nodes and edge.target in nodes]
    return subgraph(reader, nodes, edges, min_confidence)


def _edge(edge: Edge, evidence: Sequence[dict[str, Any]]) -> dict[str, Any]:
    first = evidence[0] if evidence else {"source": None, "quote": None, "block": ""}
    return {
        "source": edge.source,
        "target": edge.target,
        "type": edge.relation,
        "confidence": edge.confidence,
        "sources": edge.sources,
        "source_document": first["source"],
        "supporting_text": first["quote"],
        "chunk_id": f"{first['source']}#^{first['block']}" if first["block"] else None,
        "evidence": evidence,
    }


def _evidence(
    reader: IndexReader, edges: Sequence[Edge], min_confidence: float
) -> dict[tuple[str, str, str], list[dict[str, Any]]]:
    """Return for each edge what it rests on: the surest first, then by page and line."""
    found: dict[tuple[str, str, str], list[dict[str, Any]]] = {edge[:3]: [] for edge in edges}
    ends = sorted({end for edge in edges for end in (edge.source, edge.target)})
    claims = reader.claims(nodes=ends) if ends else []
    pages = reader.pages(ids=sorted({claim.page for claim in claims})) if claims else []
    written = {page.id: page.properties.get("updated", "") for page in pages}
    for claim in sorted(claims, key=lambda claim: (-claim.confidence, claim.path, claim.line)):
        key = (claim.subject, claim.relation, claim.object)
        if key in found and claim.confidence >= min_confidence:
            found[key] += [_evidence_item(claim, item, written.get(claim.page)) for item in claim.evidence]
    return found


def _evidence_item(claim: ClaimRow, item: EvidenceRow, written: object) -> dict[str, Any]:
    return {
        "claimed_in": claim.path,
        "line": claim.line,
        "source": item.source,
        "block": item.block,
        "quote": item.quote or item.text,
        "confidence": claim.confidence,
        "stale": item.is_gone,
        # When the claiming page was last written, as its property says.
        "date": written if isinstance(written, str) else "",
    }


def _cited_chunks(reader: IndexReader, nodes: Sequence[str]) -> dict[str, list[str]]:
    """Return for each node the blocks that its page links to, each once, in text order."""
    pages = {page.id: page for page in reader.pages(nodes=nodes)} if nodes else {}
    links = [link for link in reader.links(pages=list(pages)) if "#^" in link.link] if pages else []
    targets = sorted({link.target_page for link in links if link.target_page is not None})
    names = {page.id: page.node for page in reader.pages(ids=targets)} if targets else {}
    chunks: dict[str, dict[str, None]] = {}
    for link in links:
        path, _, block = link.link.partition("#^")
        source = names.get(link.target_page, path) if link.target_page is not None else path
        chunks.setdefault(pages[link.page].node, {})[f"{source}#^{block}"] = None
    return {node: list(cited) for node, cited in chunks.items()}
