"""The part of the graph that a question or some nodes reach, in the shapes of the seed mini-context-graph.

A subgraph is {"nodes": {id: node}, "edges": [edge]}; a node has name, type, source_document, source_chunks; an edge
source, target, type, confidence, source_document, supporting_text, chunk_id, and all its evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..index_store.lookup import look_up_node
from ..index_store.port import IndexReader
from ..knowledge_base import KnowledgeBase
from ..model import LINKS_TO, ClaimRow, Edge, EvidenceRow
from ..retrieval_engine.find_nodes import find_nodes
from ..retrieval_engine.neighborhood import graph_nodes
from ..retrieval_engine.walk import Reached, best_first
from ..text.ontology import canonical_filter

EDGES_AMONG = 100_000
"""Edges read of one node where all edges among given nodes are wanted."""


class Limits(NamedTuple):
    """How far to walk, and over what."""

    depth: int
    min_confidence: float
    max_nodes: int
    direction: str = "both"
    relations: tuple[str, ...] = ()
    """In any wording that the ontology knows; () for all."""


def limits_of(
    kb: KnowledgeBase, depth: int | None = None, min_confidence: float | None = None, max_nodes: int | None = None
) -> Limits:
    """Return limits, with the settings for what is None."""
    settings = kb.settings
    return Limits(
        settings.max_graph_depth if depth is None else depth,
        settings.min_confidence if min_confidence is None else min_confidence,
        settings.max_nodes if max_nodes is None else max_nodes,
    )


def in_force(kb: KnowledgeBase, limits: Limits) -> dict[str, Any]:
    """Return the values that a walk was bounded by, and the home it was in."""
    return {
        "depth": limits.depth,
        "min_confidence": limits.min_confidence,
        "max_nodes": limits.max_nodes,
        "home": kb.location.home,
    }


def walk_from(reader: IndexReader, seeds: Sequence[str], limits: Limits) -> dict[str, Any]:
    """Return nodes (id, depth, path_confidence, path), pruned, and unknown: the seeds that are no node."""
    found = {seed: look_up_node(reader, seed) for seed in dict.fromkeys(seeds)}
    known = [node for node in found.values() if node is not None]
    relations, direction = canonical_filter(limits.relations, limits.direction)
    walk = best_first(
        reader.edges_at,
        known,
        depth=limits.depth,
        min_confidence=limits.min_confidence,
        max_nodes=limits.max_nodes,
        direction=direction,
        relations=relations,
    )
    return {
        "nodes": [_reached(place) for place in walk.reached],
        "pruned": walk.pruned.beyond_nodes,
        "unknown": [seed for seed, node in found.items() if node is None],
    }


def query_subgraph(reader: IndexReader, query: str, limits: Limits, *, seeds: int) -> dict[str, Any]:
    """Return the subgraph of a question, with its seeds, at most so many, and pruned; empty where nothing is named."""
    matches = find_nodes(reader, query, limit=seeds)
    walk = best_first(
        reader.edges_at,
        [match.id for match in matches],
        depth=limits.depth,
        min_confidence=limits.min_confidence,
        max_nodes=limits.max_nodes,
    )
    reached = {place.node: _reached(place) for place in walk.reached}
    edges = dict.fromkeys(place.path[-1] for place in walk.reached if place.path)
    edges.update(dict.fromkeys(walk.edges))
    return {
        **_subgraph(reader, reached, edges, limits.min_confidence),
        "seeds": [{**match._asdict(), "score": round(match.score, 4)} for match in matches],
        "pruned": walk.pruned.beyond_nodes,
    }


def subgraph_of(reader: IndexReader, names: Sequence[str], *, min_confidence: float) -> dict[str, Any]:
    """Return nodes, given by id or name, and every edge between two of them; what is unknown is left out."""
    nodes: dict[str, dict[str, Any]] = {node: {} for name in names if (node := look_up_node(reader, name)) is not None}
    met = reader.edges_at(list(nodes), min_confidence=min_confidence, limit=EDGES_AMONG) if nodes else []
    edges = [edge for edge in met if edge.source in nodes and edge.target in nodes]
    return _subgraph(reader, nodes, edges, min_confidence)


def with_evidence(reader: IndexReader, query: str, subgraph: dict[str, Any]) -> dict[str, Any]:
    """Return query, subgraph, supporting_documents (doc_id, doc_title, supporting_chunks) and evidence_chain."""
    cited: dict[str, dict[str, None]] = {}
    for node in subgraph["nodes"].values():
        for chunk in node["source_chunks"]:
            source, _, block = chunk.partition("#^")
            cited.setdefault(source, {})[block.lower()] = None
    for edge in subgraph["edges"]:
        for item in edge["evidence"]:
            if item["block"]:
                cited.setdefault(item["source"], {})[item["block"].lower()] = None
    names = {id: node["name"] for id, node in subgraph["nodes"].items()}
    chain = " | ".join(
        f"{names.get(edge['source'], edge['source'])} --[{edge['type']}]--> {names.get(edge['target'], edge['target'])}"
        for edge in subgraph["edges"]
    )
    nothing = "no claim joins what the question names" if names else "nothing the question names is known"
    return {
        "query": query,
        "subgraph": subgraph,
        "supporting_documents": _documents(reader, cited),
        "evidence_chain": chain or nothing,
    }


def _documents(reader: IndexReader, cited: dict[str, dict[str, None]]) -> list[dict[str, Any]]:
    """Return the passages cited, by source; those that are gone are left out."""
    documents = []
    for page in sorted(reader.pages(nodes=list(cited)), key=lambda page: page.node) if cited else ():
        rows = {row.block.lower(): row for row in reader.passages(pages=[page.id]) if row.block}
        standing = [rows[block] for block in cited[page.node] if block in rows]
        chunks = [{"chunk_id": f"{page.node}#^{row.block}", "text": row.text} for row in standing]
        if chunks:
            documents.append({"doc_id": page.node, "doc_title": page.title, "supporting_chunks": chunks})
    return documents


def _reached(place: Reached) -> dict[str, Any]:
    path = [
        {"source": edge.source, "type": edge.relation, "target": edge.target, "confidence": edge.confidence}
        for edge in place.path
    ]
    return {"id": place.node, "depth": place.hop, "path_confidence": round(place.score, 6), "path": path}


def _subgraph(
    reader: IndexReader, reached: dict[str, dict[str, Any]], edges: Iterable[Edge], min_confidence: float
) -> dict[str, Any]:
    """Return nodes and claims in their shapes.  reached: what is to be said of each node beside itself."""
    chunks = _cited_chunks(reader, list(reached))
    types = {page.node: page.type for page in reader.pages(nodes=list(reached))} if reached else {}
    nodes = {}
    for node in graph_nodes(reader, list(reached)):
        cited = chunks.get(node.id, [])
        nodes[node.id] = {
            **reached[node.id],
            "name": node.name,
            "type": types.get(node.id, ""),
            "category": node.category,
            "path_in_vault": node.path,
            "source_document": cited[0].partition("#^")[0] if cited else None,
            "source_chunks": cited,
        }
    claims = [edge for edge in edges if edge.relation != LINKS_TO]
    evidence = _evidence(reader, claims, min_confidence)
    return {"nodes": nodes, "edges": [_edge(edge, evidence[edge[:3]]) for edge in claims]}


def _edge(edge: Edge, evidence: Sequence[dict[str, Any]]) -> dict[str, Any]:
    first = evidence[0] if evidence else None
    return {
        "source": edge.source,
        "target": edge.target,
        "type": edge.relation,
        "confidence": edge.confidence,
        "sources": edge.sources,
        "source_document": first["source"] if first else None,
        "supporting_text": first["quote"] if first else None,
        "chunk_id": f"{first['source']}#^{first['block']}" if first and first["block"] else None,
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
        "stale": bool(item.block) and item.passage is None,
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
