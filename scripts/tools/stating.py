"""Old calls that are several of ours: claims with or without a source, a document and its extraction at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import ClaimError, UsageError
from ..ingest.assertions import ends_of_claim, plan_claim
from ..ingest.extraction import plan_bundle
from ..ingest.register import plan_sources
from ..reading.subgraph import Limits, subgraph_of
from .pages import refused
from .registering import document_of, registered

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase
    from ..store.workspace import Plan, Workspace


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
    """One claim, with its quote when a document is named; the edge as stored.

    Raises UsageError for a quote without the document that it stands in, else what plan_claim and apply refuse.
    """
    if quote and not document:
        raise UsageError("supporting_text stands in no document", hint="name its source_document, or leave it out")

    def plan(ws: Workspace) -> Plan:
        start_path, name, end_path = ends_of_claim(ws, source, target, relation)
        start, end = ws.slug_of(start_path), ws.slug_of(end_path)
        if not document:
            return (*plan_claim(ws, source, target, relation, confidence)[:2], (start, name, end))
        item = {"source": start, "target": end, "type": name, "confidence": confidence, "supporting_text": quote}
        changes, told, receipt = plan_bundle(ws, {"source": document, "relations": [item]})
        if receipt.rejected:
            raise refused(receipt)
        return changes, told, (start, name, end)

    stated = kb.write("apply" if document else "claim", plan).receipt
    found = kb.read(lambda ws: subgraph_of(ws, [stated[0], stated[2]], Limits()))
    for edge in found["edges"]:
        if (edge["source"], edge["type"], edge["target"]) == stated:
            return edge  # type: ignore[no-any-return]
    raise ClaimError(f"{' '.join(stated)} is written and not read", hint="look at the page, or `undo last`")


def ingest(
    kb: KnowledgeBase,
    doc_id: str,
    title: str,
    source: str,
    text: str,
    entities: Sequence[dict[str, Any]],
    relations: Sequence[dict[str, Any]],
) -> dict[str, Any]:
    """A document with its extraction, as one operation: both are kept, or neither."""
    one = document_of(doc_id, title, source, text)

    def plan(ws: Workspace) -> Plan:
        notes, _, added = plan_sources(ws, [one], [])
        facts = registered(added, doc_id)
        bundle = {"source": facts.id, "entities": list(entities), "relations": list(relations)}
        changes, told, receipt = plan_bundle(ws, bundle, note=notes[0] if notes else None)
        if receipt.rejected:
            raise refused(receipt)
        return changes, told, (facts, receipt)

    done = kb.write("ingest", plan)
    facts, receipt = done.receipt
    own = (facts.id, f"{facts.id}-summary")
    return {
        "doc_id": doc_id,
        "id": facts.id,
        "state": facts.state,
        "chunk_count": facts.passages,
        "nodes_added": len([page for page in receipt.created if page not in own]),
        "nodes_updated": len([page for page in receipt.updated if page not in own]),
        "edges_added": receipt.claims_added,
        "edges_updated": receipt.claims_updated,
        "edges_unchanged": receipt.claims_unchanged,
        "operations": [done.op] if done.op else [],
    }
