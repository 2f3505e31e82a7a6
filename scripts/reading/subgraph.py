"""The part of the graph that a question or some nodes reach, as plain values with where each comes from.

A subgraph is {"nodes": {id: node}, "edges": [edge]}; a node has name, type, source_document, source_chunks; an edge
source, target, type, confidence, source_document, supporting_text, chunk_id, and all its evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import PageNotFoundError, UsageError
from ..pages.knowledge.ontology import canonical_filter
from ..pages.model import LINKS_TO
from ..retrieval.language.question import parse_question
from ..retrieval.language.stems import fold_word
from ..retrieval.lookup.spelling import understand
from ..retrieval.search.walk import best_first

if TYPE_CHECKING:
    from ..pages.model import Edge, EvidenceItem
    from ..retrieval.lookup.matching import Match
    from ..retrieval.search.walk import Reached, Walk
    from ..store.workspace import Workspace

DIRECTIONS = ("out", "in", "both")


class Limits(NamedTuple):
    """How far to walk; None takes the setting."""

    depth: int | None = None
    min_confidence: float | None = None
    max_nodes: int | None = None
    direction: str = "both"
    relations: tuple[str, ...] = ()


def matches(ws: Workspace, query: str, *, limit: int | None = None) -> list[dict[str, Any]]:
    """What a query names, best first: id, name, mention, how, score."""
    return [
        {"id": m.node, "name": m.name, "mention": m.mention, "how": m.how, "score": round(m.score, 4)}
        for m in _matches(ws, query, limit or ws.settings.seed_limit)
    ]


def walk(ws: Workspace, seeds: Sequence[str], limits: Limits) -> dict[str, Any]:
    """Nodes reached from seeds (id, depth, path_confidence, path), pruned, unknown seeds, and the values in force."""
    ids, unknown = _ids(ws, seeds)
    found = _walk(ws, ids, limits)
    nodes = [_reached(each) for each in found.reached]
    return {"nodes": nodes, "pruned": found.pruned, "unknown": unknown, **_in_force(ws, limits)}


def query_subgraph(ws: Workspace, query: str, limits: Limits) -> dict[str, Any]:
    """The subgraph of a question, with seeds, pruned, and the values in force; empty when nothing is named."""
    seeds = matches(ws, query)
    found = _walk(ws, [seed["id"] for seed in seeds], limits)
    nodes = {each.id: _reached(each) for each in found.reached}
    edges = dict.fromkeys(each.path[-1] for each in found.reached if each.path)
    edges.update(dict.fromkeys(found.between))
    body = _subgraph(ws, nodes, list(edges), limits)
    return {**body, "seeds": seeds, "pruned": found.pruned, **_in_force(ws, limits)}


def subgraph_of(ws: Workspace, names: Sequence[str], limits: Limits) -> dict[str, Any]:
    """These nodes, given by id or name, and every edge between two of them; what is unknown is left out."""
    known = ws.reader.nodes(_ids(ws, names)[0])
    around = ws.reader.edges_at(
        list(known), min_confidence=_in_force(ws, limits)["min_confidence"], direction="out", limit=100_000
    )
    edges = [edge for found in around.values() for edge in found if edge.source in known and edge.target in known]
    return _subgraph(ws, {id_: {} for id_ in known}, list(dict.fromkeys(edges)), limits)


def with_evidence(ws: Workspace, query: str, limits: Limits) -> dict[str, Any]:
    """query, subgraph, supporting_documents (doc_id, doc_title, supporting_chunks), evidence_chain."""
    subgraph = query_subgraph(ws, query, limits)
    cited: dict[str, dict[str, None]] = {}
    for node in subgraph["nodes"].values():
        for chunk_id in node["source_chunks"]:
            cited.setdefault(chunk_id.partition("#^")[0], {})[chunk_id.partition("#^")[2]] = None
    for edge in subgraph["edges"]:
        for item in edge["evidence"]:
            if item["block"]:
                cited.setdefault(item["source"], {})[item["block"]] = None
    documents = []
    for source, blocks in sorted(cited.items()):
        rows = [row for block in blocks if (row := ws.reader.passage_at(source, block)) is not None]
        if rows:
            chunks = [{"chunk_id": f"{source}#^{row.block}", "text": row.text} for row in rows]
            documents.append({"doc_id": source, "doc_title": rows[0].title, "supporting_chunks": chunks})
    names = {id_: node["name"] for id_, node in subgraph["nodes"].items()}
    chain = " | ".join(
        f"{names.get(e['source'], e['source'])} --[{e['type']}]--> {names.get(e['target'], e['target'])}"
        for e in subgraph["edges"]
    )
    nothing = "no claim joins what the question names" if subgraph["nodes"] else "nothing the question names is known"
    return {
        "query": query,
        "subgraph": subgraph,
        "supporting_documents": documents,
        "evidence_chain": chain or nothing,
    }


def _matches(ws: Workspace, query: str, limit: int) -> list[Match]:
    """What a query names; a page found by a word that was misspelled is told as fuzzy, with the word as written."""
    _, found, corrected, _ = understand(ws.reader, parse_question(query), limit=limit)
    written = {fold_word(after): before for before, after in corrected}
    told = []
    for match in found.matches:
        words = match.mention.split(", ")
        if match.how == "keyword" and any(word in written for word in words):
            match = match._replace(
                how="fuzzy", mention=", ".join(dict.fromkeys(written.get(word, word) for word in words))
            )
        told.append(match)
    return told


def _ids(ws: Workspace, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The ids of these nodes, each once, and the names that are none.  Raises AmbiguousPageError."""
    known = ws.reader.nodes(names)
    ids: dict[str, None] = {}
    unknown: dict[str, None] = {}
    for name in names:
        try:
            ids[name if name in known else ws.slug_of(ws.find(name))] = None
        except PageNotFoundError:
            unknown[name] = None
    return list(ids), list(unknown)


def canonical(limits: Limits) -> Limits:
    """The limits with relations under their canonical names, and the direction as those read it.

    Raises UsageError for a direction or a number that cannot be.
    """
    if limits.direction not in DIRECTIONS:
        raise UsageError(f"no direction {limits.direction!r}", hint="one of " + ", ".join(DIRECTIONS))
    if not 0 <= (limits.min_confidence or 0) <= 1:
        raise UsageError(
            f"min_confidence {limits.min_confidence:g} is outside [0, 1]", hint="give a number from 0 to 1"
        )
    if (limits.depth or 0) < 0 or (limits.max_nodes is not None and limits.max_nodes < 1):
        raise UsageError(
            f"depth {limits.depth}, max_nodes {limits.max_nodes}", hint="give a depth from 0 and a cap from 1"
        )
    relations, direction = canonical_filter(limits.relations, limits.direction)
    return limits._replace(direction=direction, relations=relations)


def _walk(ws: Workspace, seeds: Sequence[str], limits: Limits) -> Walk:
    limits = canonical(limits)
    values = _in_force(ws, limits)
    return best_first(
        ws.reader,
        seeds,
        depth=values["depth"],
        min_confidence=values["min_confidence"],
        max_nodes=values["max_nodes"],
        direction=limits.direction,
        relations=limits.relations,
    )


def _in_force(ws: Workspace, limits: Limits) -> dict[str, Any]:
    settings = ws.settings
    return {
        "depth": settings.max_graph_depth if limits.depth is None else limits.depth,
        "min_confidence": settings.min_confidence if limits.min_confidence is None else limits.min_confidence,
        "max_nodes": settings.max_nodes if limits.max_nodes is None else limits.max_nodes,
        "home": ws.location.home,
    }


def _reached(each: Reached) -> dict[str, Any]:
    path = [{"source": e.source, "type": e.relation, "target": e.target, "confidence": e.confidence} for e in each.path]
    return {"id": each.id, "depth": each.depth, "path_confidence": round(each.path_confidence, 6), "path": path}


def _subgraph(ws: Workspace, reached: dict[str, dict[str, Any]], edges: list[Edge], limits: Limits) -> dict[str, Any]:
    minimum = _in_force(ws, limits)["min_confidence"]
    claims = [edge for edge in edges if edge.relation != LINKS_TO]
    evidence = ws.reader.evidence(claims, min_confidence=minimum)
    ws.reader.expect(pages=[item.source for items in evidence.values() for item in items])
    nodes = {}
    for id_, node in ws.reader.nodes(list(reached)).items():
        chunks = _cited_blocks(ws, node.path)
        nodes[id_] = {
            **reached[id_],
            "name": node.name,
            "type": node.type,
            "category": node.category,
            "path_in_vault": node.path,
            "source_document": chunks[0].partition("#^")[0] if chunks else None,
            "source_chunks": chunks,
        }
    return {"nodes": nodes, "edges": [_edge(edge, ws.reader.checked(evidence[edge])) for edge in claims]}


def _edge(edge: Edge, evidence: Sequence[EvidenceItem]) -> dict[str, Any]:
    first = evidence[0] if evidence else None
    return {
        "source": edge.source,
        "target": edge.target,
        "type": edge.relation,
        "confidence": edge.confidence,
        "sources": edge.sources,
        "source_document": first.source if first else None,
        "supporting_text": first.quote if first else None,
        "chunk_id": f"{first.source}#^{first.block}" if first and first.block else None,
        "evidence": [item._asdict() for item in evidence],
    }


def _cited_blocks(ws: Workspace, path: str) -> list[str]:
    """The blocks of sources that a page links to, each once, in text order."""
    if not path:
        return []
    links = [link for link in ws.page(path).links if link.kind == "wikilink" and link.subpath.startswith("#^")]
    return list(dict.fromkeys(f"{link.path}{link.subpath}" for link in links))
