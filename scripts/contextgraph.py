"""The mini-context-graph skill's class, over KnowledgeBase; its shapes are those of graph_store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from .documents.sources import Registered, plan_sources
from .errors import PageNotFoundError
from .index_store.face import explain
from .index_store.port import IndexReader
from .ingest.apply import ApplyReceipt
from .ingest.superseding import lead_claims
from .knowledge_base import KnowledgeBase
from .retrieval_engine.face import walk_paths
from .seeds import graph_store
from .seeds.documents_store import chunk_by_id, document_of, registered
from .verbs.adding import moment
from .wiki_store.working_copy import Plan, WorkingCopy


class ContextGraphSkill:
    """One knowledge base under the old names.  home: as for KnowledgeBase.open, looked up at every call."""

    def __init__(self, home: str | None = None) -> None:
        self.home = home

    def query(self, query: str) -> dict[str, Any]:
        """Return the subgraph that a question reaches: nodes, edges, seeds, pruned, and the values in force."""
        seeds = explain(query, home=self.home)
        walked = walk_paths([seed["id"] for seed in seeds], home=self.home)
        reached = {node["id"]: node for node in walked.pop("nodes")}
        found = graph_store.get_subgraph(list(reached), home=self.home)
        nodes = {id: {**node, **reached[id]} for id, node in found["nodes"].items()}
        del walked["unknown"]
        return {"nodes": nodes, "edges": found["edges"], "seeds": seeds, **walked}

    def query_with_evidence(self, query: str) -> dict[str, Any]:
        """Return the subgraph with its sources: query, subgraph, supporting_documents, evidence_chain."""
        subgraph = self.query(query)
        with KnowledgeBase.open(self.home) as kb:
            documents = kb.query(lambda reader: _supporting_documents(reader, subgraph))
        names = {id: node["name"] for id, node in subgraph["nodes"].items()}
        arrows = (f"{names[e['source']]} --[{e['type']}]--> {names[e['target']]}" for e in subgraph["edges"])
        nothing = "no claim joins what the question names" if names else "nothing the question names is known"
        return {
            "query": query,
            "subgraph": subgraph,
            "supporting_documents": documents,
            "evidence_chain": " | ".join(arrows) or nothing,
        }

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

        Returns doc_id as given, id (the source's own), chunk_count, counts of nodes and edges, state, operations.
        Raises BundleError naming every rejected item, SourceError for a document that cannot be registered,
        NameTakenError for a doc_id that is the id of another source.
        """
        document = document_of(doc_id, title, source, raw_content)
        extracted = {"entities": entities, "relations": relations}

        def plan(copy: WorkingCopy, reader: IndexReader) -> Plan[tuple[Registered, ApplyReceipt]]:
            added = plan_sources(copy, reader, [document], moment=moment(kb), lead_claims=lead_claims)
            facts = registered(added.receipt, doc_id)
            applied = graph_store.plan_all(kb, copy, reader, {"source": facts.id, **extracted}, facts.path)
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


def _supporting_documents(reader: IndexReader, subgraph: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the passages that nodes and edges cite, by source; missing passages are left out."""
    cited = [chunk for node in subgraph["nodes"].values() for chunk in node["source_chunks"]]
    evidence = [item for edge in subgraph["edges"] for item in edge["evidence"]]
    cited += [f"{item['source']}#^{item['block']}" for item in evidence if item["block"]]
    found: dict[str, dict[str, Any]] = {}
    for chunk in dict.fromkeys(cited):
        with suppress(PageNotFoundError):
            passage = chunk_by_id(reader, chunk)
            found.setdefault(passage["doc_id"], {})[passage["chunk_id"]] = passage["text"]
    titles = {page.node: page.title for page in (reader.pages(nodes=sorted(found)) if found else ())}
    return [
        {
            "doc_id": id,
            "doc_title": titles[id],
            "supporting_chunks": [{"chunk_id": chunk, "text": text} for chunk, text in found[id].items()],
        }
        for id in sorted(found)
    ]
