"""Nodes and edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..arguments import check_numbers, check_texts, read_texts
from ..errors import ClaimError, UsageError
from ..index_store.lookup import look_up
from ..ingest.assertions import ends_of_claim, plan_claim, plan_entity
from ..ingest.extraction import plan_bundle
from ..knowledge_base import KnowledgeBase
from .pages import refused
from .subgraphs import Limits, limits_of, subgraph_of, walk_from

if TYPE_CHECKING:
    # The store of the verbs that write names these for type checkers alone.
    from ..store.workspace import Plan, Workspace


def add_node(name: str, type: str = "", *, aliases: Sequence[str] = (), home: str | None = None) -> str:
    """Return the id of the entity of this name and type; its page is made, with the aliases, where there is none.

    Raises NameTakenError for an alias of a new page that names another one.
    """
    check_texts(name=name, type=type)
    named = read_texts("aliases", aliases)
    with KnowledgeBase.open(home) as kb:
        return str(kb.write_old("entity", lambda ws: plan_entity(ws, name, type, named)).receipt.id)


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

    def plan(ws: Workspace) -> Plan:
        start_path, name, end_path = ends_of_claim(ws, source, target, relation)
        start, end = ws.slug_of(start_path), ws.slug_of(end_path)
        if not source_document:
            return (*plan_claim(ws, source, target, relation, confidence)[:2], (start, name, end))
        item = {"source": start, "target": end, "type": name, "confidence": confidence}
        item["supporting_text"] = supporting_text
        changes, note, receipt = plan_bundle(ws, {"source": source_document, "relations": [item]})
        if receipt.rejected:
            raise refused(receipt)
        return changes, note, (start, name, end)

    with KnowledgeBase.open(home) as kb:
        claimed = kb.write_old("apply" if source_document else "claim", plan).receipt
        minimum = kb.settings.min_confidence
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
