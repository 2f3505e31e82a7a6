"""Nodes and edges, in the shapes of the seed mini-context-graph.

A subgraph is {"nodes": {id: node}, "edges": [edge]}; a node has name, type, source_document, source_chunks; an edge
source, target, type, confidence, source_document, supporting_text, chunk_id, and all its evidence.  A chunk is a
passage, its id `source#^block`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..arguments import check_numbers, read_texts
from ..errors import ClaimError, EditingPage, UsageError
from ..index_store.port import IndexReader
from ..ingest.apply import ApplyReceipt, plan_bundle
from ..knowledge_base import KnowledgeBase
from ..look.lookup import KNOWLEDGE, find_page, look_up, look_up_node, new_page_path, same_name
from ..model import LINKS_TO, Claim, Edge, PageRow
from ..retrieval_engine.face import walk_paths
from ..retrieval_engine.neighborhood import graph_nodes
from ..text.editing import merge_claims
from ..text.kept import property_text
from ..text.names import check_name, differ_in_type, slugify, stem_of
from ..text.ontology import MAX_RELATION_CHARACTERS, canonical_claim
from ..text.templates import entity_page
from ..wiki_store.face import refused
from ..wiki_store.working_copy import Plan, WorkingCopy

MAX_TYPE_CHARACTERS = 60
"""The limit of instructions/bundle.schema.json for a type."""
EDGES_AMONG = 100_000
"""Edges read of one node where all edges among given nodes are wanted."""


def add_node(name: str, type: str = "", *, home: str | None = None) -> str:
    """Return the id of the entity of this name and type; its page is made where there is none.

    index_store.add_entity gives it further names.
    """
    with KnowledgeBase.open(home) as kb:
        today = kb.clock()[:10]
        return kb.write("entity", lambda copy, reader: _plan_entity(copy, reader, name, type, today=today)).receipt


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

    With a source document the supporting text must occur in it; without one the claim is the caller's own, has no
    supporting text, and rests on the source entity's page; claimed again it has the confidence given last.  An edge has
    the greatest confidence of all that claim it.  Raises PageNotFoundError, ClaimError, BundleError.
    """
    if supporting_text and not source_document:
        raise UsageError("supporting_text is quoted from no document", hint="name its source_document, or leave it out")

    def plan(copy: WorkingCopy, reader: IndexReader) -> Plan[tuple[str, str, str]]:
        start, name, end = _resolve_claim(reader, source, target, relation)
        claimed = (start.node, name, end.node)
        if source_document:
            item = {"source": start.node, "target": end.node, "type": name, "confidence": confidence}
            bundle = {"source": source_document, "relations": [{**item, "supporting_text": supporting_text}]}
            return Plan(claimed, plan_all(kb, copy, reader, bundle).note)
        if not minimum <= confidence <= 1:
            raise ClaimError(f"confidence {confidence:g} is outside [MIN_CONFIDENCE {minimum:g}, 1]")
        claim = Claim("", start.title, name, end.node, end.title, 0, 0, 0, confidence)
        text, page = copy.sound(start.path), copy.page(start.path)
        with EditingPage(start.path):
            copy.put(start.path, merge_claims(text, page, [claim])[0])
        return Plan(claimed, " ".join(claimed))

    with KnowledgeBase.open(home) as kb:
        minimum = kb.settings.min_confidence
        claimed = kb.write("apply" if source_document else "claim", plan).receipt
        edges = kb.query(lambda reader: _subgraph(reader, [claimed[0], claimed[2]], min_confidence=minimum))["edges"]
    return next(edge for edge in edges if (edge["source"], edge["type"], edge["target"]) == claimed)


def get_subgraph(
    node_ids: Sequence[str], *, min_confidence: float | None = None, home: str | None = None
) -> dict[str, Any]:
    """Return nodes, given by id or name, and the edges between them; what is unknown is left out.

    Raises AmbiguousPageError.
    """
    names = read_texts(node_ids)
    check_numbers(min_confidence=min_confidence)
    with KnowledgeBase.open(home) as kb:
        minimum = kb.settings.min_confidence if min_confidence is None else min_confidence
        return kb.query(lambda reader: _subgraph(reader, names, min_confidence=minimum))


def find_node_by_name(name: str, *, home: str | None = None) -> str | None:
    """Return the id of the node with this name, alias or slug; None where there is none.  Raises AmbiguousPageError."""
    with KnowledgeBase.open(home) as kb:
        page = kb.query(lambda reader: look_up(reader, name))
    return page.node if page else None


def get_neighbors(node_id: str, min_confidence: float | None = None, *, home: str | None = None) -> list[str]:
    """Return ids one hop away in either direction, best first; none for a node (by id or name) that is unknown.

    Raises AmbiguousPageError.
    """
    return [node["id"] for node in walk_paths([node_id], 1, min_confidence, home=home)["nodes"][1:]]


def plan_all(
    kb: KnowledgeBase, copy: WorkingCopy, reader: IndexReader, bundle: Mapping[str, Any], source_path: str = ""
) -> Plan[ApplyReceipt]:
    """Return the plan that applies a whole bundle.  Raises BundleError naming every rejected item."""
    least, today = kb.settings.min_confidence, kb.clock()[:10]
    plan = plan_bundle(copy, reader, bundle, today=today, min_confidence=least, source_path=source_path)
    if plan.receipt.rejected:
        raise refused(plan.receipt)
    return plan


def _subgraph(reader: IndexReader, names: Sequence[str], *, min_confidence: float) -> dict[str, Any]:
    """Return the nodes with these names and the claims between them, as a subgraph."""
    known = dict.fromkeys(id for name in names if (id := look_up_node(reader, name)) is not None)
    ids = list(known)
    pages = {page.node: page for page in reader.pages(nodes=ids)} if ids else {}
    chunks = _cited_chunks(reader, pages)
    nodes = {}
    for node in graph_nodes(reader, ids):
        cited = chunks.get(node.id, [])
        nodes[node.id] = {
            "name": node.name,
            "type": pages[node.id].type if node.id in pages else "",
            "category": node.category,
            "path_in_vault": node.path,
            "source_document": cited[0].partition("#^")[0] if cited else None,
            "source_chunks": cited,
        }
    met = reader.edges_at(ids, min_confidence=min_confidence, limit=EDGES_AMONG) if ids else []
    claims = [edge for edge in met if edge.source in known and edge.target in known and edge.relation != LINKS_TO]
    edges = []
    for edge, evidence in zip(claims, _evidence_of(reader, claims, min_confidence)):
        first = evidence[0] if evidence else {"source": None, "quote": None, "block": ""}
        edges.append(
            {
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
        )
    return {"nodes": nodes, "edges": edges}


def _evidence_of(reader: IndexReader, edges: Sequence[Edge], min_confidence: float) -> list[list[dict[str, Any]]]:
    """Return the evidence of each edge: the surest first, then by page and line."""
    found: dict[tuple[str, str, str], list[dict[str, Any]]] = {edge[:3]: [] for edge in edges}
    ends = sorted({end for edge in edges for end in (edge.source, edge.target)})
    claims = reader.claims(nodes=ends) if ends else []
    pages = reader.pages(ids=sorted({claim.page for claim in claims})) if claims else []
    # The day of the claiming page's last change, from its property.
    dates = {page.id: property_text(page.properties, "updated") for page in pages}
    for claim in sorted(claims, key=lambda claim: (-claim.confidence, claim.path, claim.line)):
        of_edge = found.get((claim.subject, claim.relation, claim.object), [])
        for item in claim.evidence if claim.confidence >= min_confidence else ():
            place = {"claimed_in": claim.path, "line": claim.line, "confidence": claim.confidence}
            quoted = {"quote": item.quote or item.text, "stale": item.is_gone, "date": dates.get(claim.page, "")}
            of_edge.append({**place, "source": item.source, "block": item.block, **quoted})
    return [found[edge[:3]] for edge in edges]


def _cited_chunks(reader: IndexReader, pages: Mapping[str, PageRow]) -> dict[str, list[str]]:
    """Return for each node the blocks that its page links to, each once, in text order."""
    nodes = {page.id: node for node, page in pages.items()}
    links = [link for link in reader.links(pages=list(nodes)) if "#^" in link.link] if nodes else []
    targets = sorted({link.target_page for link in links if link.target_page is not None})
    names = {page.id: page.node for page in reader.pages(ids=targets)} if targets else {}
    chunks: dict[str, dict[str, None]] = {}
    for link in links:
        path, _, block = link.link.partition("#^")
        source = path if link.target_page is None else names.get(link.target_page, path)
        chunks.setdefault(nodes[link.page], {})[f"{source}#^{block}"] = None
    return {node: list(cited) for node, cited in chunks.items()}


def _plan_entity(copy: WorkingCopy, reader: IndexReader, name: str, type: str, *, today: str) -> Plan[str]:
    """Plan the page of an entity, unless there is one of this name and type; its id is the receipt.

    Raises DataError for a name or type that is empty, too long or has control characters.
    """
    name, type = " ".join(name.split()), " ".join(type.split())
    check_name("name", name)
    if type:
        check_name("type", type, most=MAX_TYPE_CHARACTERS)
    for target in same_name(reader, name):
        if not differ_in_type(target.type, type):
            return Plan(target.id)
    path = new_page_path(copy, reader, "entities", name, suffix=slugify(type or "entity"))
    copy.put(path, entity_page(name, type=type, today=today))
    return Plan(stem_of(path), f"entity {name}")


def _resolve_claim(reader: IndexReader, source: str, target: str, relation: str) -> tuple[PageRow, str, PageRow]:
    """Return the ends and the relation of a claim between two pages, as the graph has them.

    Raises PageNotFoundError for an unknown end, ClaimError for no relation, an end that is no page of knowledge, and
    equal ends, DataError for a relation that is too long.
    """
    if not relation.strip():
        raise ClaimError("no relation")
    check_name("relation", relation, most=MAX_RELATION_CHARACTERS)
    ends = find_page(reader, source), find_page(reader, target)
    if ends[0] == ends[1]:
        raise ClaimError(f"both ends are {ends[0].path}")
    for row in ends:
        if row.category not in KNOWLEDGE:
            known = f"{', '.join(KNOWLEDGE[:-1])} or {KNOWLEDGE[-1]}"
            raise ClaimError(f"an end of it is one of {row.category}", path=row.path, hint=f"name a page of {known}")
    return canonical_claim(ends[0], relation, ends[1])
