"""Nodes and edges, in the shapes of the seed mini-context-graph.

A subgraph is {"nodes": {id: node}, "edges": [edge]}; a node has name, type, source_document, source_chunks; an edge
source, target, type, confidence, source_document, supporting_text, chunk_id, and all its evidence.  A chunk is a
passage, its id `source#^block`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..arguments import check_numbers, check_texts, read_texts
from ..errors import ClaimError, UsageError
from ..index_store.port import IndexReader
from ..ingest.apply import plan_bundle
from ..ingest.statements import ends_of_claim, plan_claim, plan_entity
from ..knowledge_base import KnowledgeBase
from ..look.lookup import look_up, look_up_node
from ..model import LINKS_TO, ClaimRow, Edge, EvidenceRow
from ..retrieval_engine.find_nodes import find_nodes
from ..retrieval_engine.neighborhood import graph_nodes
from ..retrieval_engine.walk import Reached, best_first
from ..text.ontology import canonical_filter
from ..wiki_store.working_copy import Plan, WorkingCopy
from .wiki_functions import refused

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


# --- The functions ----------------------------------------------------------------------------------------------------


def add_node(name: str, type: str = "", *, aliases: Sequence[str] = (), home: str | None = None) -> str:
    """Return the id of the entity of this name and type; its page is made, with the aliases, where there is none.

    Raises NameTakenError for an alias of a new page that names another one.
    """
    check_texts(name=name, type=type)
    named = read_texts("aliases", aliases)
    with KnowledgeBase.open(home) as kb:
        today = kb.clock()[:10]
        outcome = kb.write("entity", lambda copy, reader: plan_entity(copy, reader, name, type, named, today=today))
    return outcome.receipt.id


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
        start, name, end = ends_of_claim(reader, source, target, relation)
        claimed = (start.node, name, end.node)
        if not source_document:
            stated = plan_claim(copy, reader, source, target, relation, confidence, min_confidence=minimum)
            return Plan(claimed, stated.note)
        item = {"source": start.node, "target": end.node, "type": name, "confidence": confidence}
        item["supporting_text"] = supporting_text
        bundle = {"source": source_document, "relations": [item]}
        applied = plan_bundle(copy, reader, bundle, today=kb.clock()[:10], min_confidence=minimum)
        if applied.receipt.rejected:
            raise refused(applied.receipt)
        return Plan(claimed, applied.note)

    with KnowledgeBase.open(home) as kb:
        minimum = kb.settings.min_confidence
        claimed = kb.write("apply" if source_document else "claim", plan).receipt
        edges = kb.query(lambda reader: subgraph_of(reader, [claimed[0], claimed[2]], min_confidence=minimum))["edges"]
    for edge in edges:
        if (edge["source"], edge["type"], edge["target"]) == claimed:
            stored: dict[str, Any] = edge
            return stored
    raise ClaimError(f"{' '.join(claimed)} is written and not read", hint="look at the page, or `undo last`")


def get_subgraph(
    node_ids: Sequence[str], *, min_confidence: float | None = None, home: str | None = None
) -> dict[str, Any]:
    """Return nodes, given by id or name, and the edges between them: see contextgraph for the shapes.

    What is unknown is left out.  Raises AmbiguousPageError.
    """
    names = read_texts("node_ids", node_ids)
    check_numbers(min_confidence=min_confidence)
    with KnowledgeBase.open(home) as kb:
        minimum = limits_of(kb, min_confidence=min_confidence).min_confidence
        return kb.query(lambda reader: subgraph_of(reader, names, min_confidence=minimum))


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
    check_numbers(min_confidence=min_confidence)
    with KnowledgeBase.open(home) as kb:
        limits: Limits = limits_of(kb, depth=1, min_confidence=min_confidence)
        reached = kb.query(lambda reader: walk_from(reader, [node_id], limits))["nodes"]
    return [node["id"] for node in reached[1:]]


# --- Walks and subgraphs ----------------------------------------------------------------------------------------------


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
