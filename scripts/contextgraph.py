"""The mini-context-graph skill's class, over KnowledgeBase.

Shapes: a subgraph is {"nodes": {id: node}, "edges": [edge]}; a node has name, type, source_document, source_chunks; an
edge source, target, type, confidence, source_document, supporting_text, chunk_id; beside that each tells how it was
reached.  A chunk is a passage, its id `source#^block`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .arguments import checked
from .knowledge_base import KnowledgeBase
from .reading.subgraph import Limits, query_subgraph, with_evidence
from .tools import graph_store
from .tools.stating import ingest


class ContextGraphSkill:
    """One knowledge base under the old names.  home: as for KnowledgeBase.open, looked up at every call."""

    def __init__(self, home: str | None = None) -> None:
        self.home = home

    @checked()
    def query(self, query: str) -> dict[str, Any]:
        """The subgraph that a question reaches: nodes, edges, seeds, pruned, and the values in force."""
        with KnowledgeBase.open(self.home) as kb:
            return kb.read(lambda ws: query_subgraph(ws, query, Limits()))

    @checked()
    def query_with_evidence(self, query: str) -> dict[str, Any]:
        """The subgraph with its sources: query, subgraph, supporting_documents, evidence_chain."""
        with KnowledgeBase.open(self.home) as kb:
            return kb.read(lambda ws: with_evidence(ws, query, Limits()))

    @checked(doc_id=None, raw_content=None)
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
        with KnowledgeBase.open(self.home) as kb:
            return ingest(kb, doc_id, title, source, raw_content, entities, relations)

    @checked()
    def add_node(self, name: str, node_type: str) -> str:
        """The id of the entity of this name and type; its page is made when there is none."""
        return graph_store.add_node(name, node_type, home=self.home)

    @checked(confidence=None)
    def add_edge(self, source_name: str, target_name: str, relation: str, confidence: float) -> dict[str, Any]:
        """Claim a relation between two known entities, without a source; returns the edge as stored."""
        return graph_store.add_edge(source_name, target_name, relation, confidence, home=self.home)
