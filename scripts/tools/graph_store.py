"""Nodes and edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..arguments import checked
from ..errors import PageNotFoundError
from ..ingest.assertions import plan_entity
from ..knowledge_base import KnowledgeBase
from ..reading.subgraph import Limits, subgraph_of, walk
from .stating import add_claim


@checked()
def add_node(name: str, type: str = "", *, aliases: Sequence[str] = (), home: str | None = None) -> str:
    """The id of the entity of this name and type; its page is made, with the aliases, when there is none.

    Raises NameTakenError for an alias of a new page that names another one.
    """
    with KnowledgeBase.open(home) as kb:
        return str(kb.write("entity", lambda ws: plan_entity(ws, name, type, aliases)).receipt.id)


@checked(confidence=None)
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
    """Claim a relation between two known entities, topics or notes, given by id or name; returns the edge as stored.

    With a source document the supporting text must stand in it; without one the claim is the caller's own, has no
    supporting text, and rests on the source entity's page; claimed again it has the confidence given last.  An edge has
    the greatest confidence of all that claim it.  Raises PageNotFoundError, ClaimError, BundleError.
    """
    with KnowledgeBase.open(home) as kb:
        return add_claim(kb, source, target, relation, confidence, document=source_document, quote=supporting_text)


@checked()
def get_subgraph(
    node_ids: Sequence[str], *, min_confidence: float | None = None, home: str | None = None
) -> dict[str, Any]:
    """These nodes, given by id or name, and the edges between them: see contextgraph for the shapes.

    What is unknown is left out.  Raises AmbiguousPageError.
    """
    with KnowledgeBase.open(home) as kb:
        return kb.read(lambda ws: subgraph_of(ws, node_ids, Limits(min_confidence=min_confidence)))


@checked()
def find_node_by_name(name: str, *, home: str | None = None) -> str | None:
    """The id of the node with this name, alias or slug; None when there is none.  Raises AmbiguousPageError."""
    with KnowledgeBase.open(home) as kb:
        try:
            return kb.read(lambda ws: ws.slug_of(ws.find(name)))
        except PageNotFoundError:
            return None


@checked()
def get_neighbors(node_id: str, min_confidence: float | None = None, *, home: str | None = None) -> list[str]:
    """Ids one hop away in either direction, best first; none for a node (by id or name) that is unknown.

    Raises AmbiguousPageError.
    """
    with KnowledgeBase.open(home) as kb:
        limits = Limits(depth=1, min_confidence=min_confidence)
        reached = kb.read(lambda ws: walk(ws, [node_id], limits))["nodes"]
        return [node["id"] for node in reached[1:]]
