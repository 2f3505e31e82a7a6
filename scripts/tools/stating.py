"""Old calls that are several of ours: registering under a given id, claims with or without a source, both at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import CommonplaceError, SourceError
from ..ingest.assertions import plan_claim
from ..ingest.documents import Document, decode_text
from ..ingest.register import plan_sources
from ..pages.names import check_file_name
from ..pages.ontology import normalize_relation
from ..reading.library import document
from ..reading.subgraph import Limits, subgraph_of
from .wiki_store import refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..care.commit import Outcome
    from ..knowledge_base import KnowledgeBase


def register(kb: KnowledgeBase, doc_id: str, title: str, source: str, text: str) -> dict[str, Any]:
    """Register a document under an id of the caller's, which becomes an alias of its note."""
    outcome = _add(kb, doc_id, title, source, text)
    facts = outcome.receipt.sources[0]
    return {**kb.read(lambda ws: document(ws, facts.id)), "doc_id": doc_id, "state": facts.state, "path": facts.path}


def add_claim(
    kb: KnowledgeBase,
    source: str,
    target: str,
    relation: str,
    confidence: float,
    *,
    document: str,
    quote: str,
) -> dict[str, Any]:
    """One claim, with its quote when a document is named; the edge as stored."""
    if document:
        item = {
            "source": source,
            "target": target,
            "type": relation,
            "confidence": confidence,
            "supporting_text": quote,
        }
        receipt = kb.apply({"source": document, "relations": [item]}).receipt
        if receipt.rejected:
            raise refused(receipt)
    else:
        kb.write("claim", lambda ws: plan_claim(ws, source, target, relation, confidence))
    name = normalize_relation(relation).name
    found = kb.read(lambda ws: subgraph_of(ws, [ws.slug_of(ws.find(end)) for end in (source, target)], Limits()))
    return next(edge for edge in found["edges"] if edge["type"] == name)


def ingest(
    kb: KnowledgeBase,
    doc_id: str,
    title: str,
    source: str,
    text: str,
    entities: Sequence[dict[str, Any]],
    relations: Sequence[dict[str, Any]],
) -> dict[str, Any]:
    """A document with its extraction.  A refused extraction takes the registration back with it."""
    added = _add(kb, doc_id, title, source, text)
    facts = added.receipt.sources[0]
    bundle = {"source": facts.id, "entities": list(entities), "relations": list(relations)}
    try:
        applied = kb.apply(bundle)
        receipt = applied.receipt
        if receipt.rejected:
            raise refused(receipt)
    except CommonplaceError:
        if added.op:
            kb.undo(added.op)
        raise
    return {
        "doc_id": doc_id,
        "id": facts.id,
        "state": facts.state,
        "chunk_count": facts.passages,
        "nodes_added": len([page for page in receipt.created if page != f"{facts.id}-summary"]),
        "nodes_updated": len([page for page in receipt.updated if page != f"{facts.id}-summary"]),
        "edges_added": receipt.claims_added,
        "edges_updated": receipt.claims_updated,
        "edges_unchanged": receipt.claims_unchanged,
        "operations": [op for op in (added.op, applied.op) if op],
    }


def _add(kb: KnowledgeBase, doc_id: str, title: str, source: str, text: str) -> Outcome:
    check_file_name(doc_id)
    data = text.encode("utf-8", "replace")
    one = Document(source or "-", doc_id, data, decode_text(data, doc_id), doc_id)
    outcome = kb.write("add", lambda ws: plan_sources(ws, [one], [], title=title))
    if outcome.receipt.sources[0].state == "refused":
        finding = next(item for item in outcome.receipt.sources[0].findings if item.rule == "secret")
        raise SourceError(finding.message, path=doc_id, line=finding.line, hint="take the secret out of the text")
    return outcome
