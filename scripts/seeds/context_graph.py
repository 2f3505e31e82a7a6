"""The mini-context-graph skill's class, over KnowledgeBase.

Shapes: a subgraph is {"nodes": {id: node}, "edges": [edge]}; a node has name, type, source_document, source_chunks; an
edge source, target, type, confidence, source_document, supporting_text, chunk_id; beside that each tells how it was
reached.  A chunk is a passage, its id `source#^block`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..arguments import check_texts, read_dicts
from ..documents.source_receipt import Registered
from ..documents.sources import plan_sources
from ..index_store.port import IndexReader
from ..ingest.apply import plan_bundle
from ..ingest.receipts import ApplyReceipt
from ..ingest.superseding import lead_claims
from ..knowledge_base import KnowledgeBase
from ..verbs.adding import moment
from ..wiki_store.working_copy import Plan, WorkingCopy
from . import graph_store
from .documents_store import document_of, registered
from .graph_store import in_force, limits_of, query_subgraph, with_evidence
from .wiki_functions import refused


class ContextGraphSkill:
    """One knowledge base under the old names.  home: as for KnowledgeBase.open, looked up at every call."""

    def __init__(self, home: str | None = None) -> None:
        self.home = home

    def query(self, query: str) -> dict[str, Any]:
        """Return the subgraph that a question reaches: nodes, edges, seeds, pruned, and the values in force."""
        check_texts(query=query)
        with KnowledgeBase.open(self.home) as kb:
            limits, seeds = limits_of(kb), kb.settings.seed_limit
            subgraph = kb.query(lambda reader: query_subgraph(reader, query, limits, seeds=seeds))
            return {**subgraph, **in_force(kb, limits)}

    def query_with_evidence(self, query: str) -> dict[str, Any]:
        """Return the subgraph with its sources: query, subgraph, supporting_documents, evidence_chain."""
        subgraph = self.query(query)
        with KnowledgeBase.open(self.home) as kb:
            return kb.query(lambda reader: with_evidence(reader, query, subgraph))

    def ingest_with_content(
        self,
        doc_id: str,
        title: str,
        source: str,
        raw_content: str,
        entities: Sequence[dict[str, Any]],
        relations: Sequence[dict[str, Any]],
    ) -> dict[str, Any]:
        """Register a document and what was extracted from it, as one operation: all or nothing.

        Returns doc_id as given, id (the source's own, which what is read has as doc_id), chunk_count, nodes_added,
        edges_added, and state, updated and unchanged counts.
        Raises BundleError naming every rejected item, SourceError for a document that cannot be registered,
        NameTakenError for a doc_id that is the id of another source.
        """
        document = document_of(doc_id, title, source, raw_content)
        extracted = {
            "entities": list(read_dicts("entities", entities)),
            "relations": list(read_dicts("relations", relations)),
        }

        def plan(copy: WorkingCopy, reader: IndexReader) -> Plan[tuple[Registered, ApplyReceipt]]:
            added = plan_sources(copy, reader, [document], moment=moment(kb), lead_claims=lead_claims)
            facts = registered(added.receipt, doc_id)
            applied = plan_bundle(
                copy,
                reader,
                {"source": facts.id, **extracted},
                today=kb.clock()[:10],
                min_confidence=kb.settings.min_confidence,
                source_path=facts.path,
            )
            if applied.receipt.rejected:
                raise refused(applied.receipt)
            return Plan((facts, applied.receipt), applied.note)

        with KnowledgeBase.open(self.home) as kb:
            outcome = kb.write("ingest", plan)
        facts, receipt = outcome.receipt
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
            "operations": [outcome.op] if outcome.op else [],
        }

    def add_node(self, name: str, node_type: str) -> str:
        """Return the id of the entity of this name and type; its page is made where there is none."""
        return graph_store.add_node(name, node_type, home=self.home)

    def add_edge(self, source_name: str, target_name: str, relation: str, confidence: float) -> dict[str, Any]:
        """Claim a relation between two known entities, without a source; return the edge as stored."""
        return graph_store.add_edge(source_name, target_name, relation, confidence, home=self.home)
