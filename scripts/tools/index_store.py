"""Names: which entities a query means, and registering new ones."""

from __future__ import annotations

from typing import Any

from ..arguments import checked
from ..ingest.assertions import plan_alias
from ..knowledge_base import KnowledgeBase
from ..reading.subgraph import matches


@checked()
def search(query: str, *, limit: int | None = None, home: str | None = None) -> list[str]:
    """Ids of the nodes a query names, best first: exact names, aliases, folded, misspelled, then words of pages."""
    with KnowledgeBase.open(home) as kb:
        return [match["id"] for match in kb.read(lambda ws: matches(ws, query, limit=limit))]


@checked()
def explain(query: str, *, limit: int | None = None, home: str | None = None) -> list[dict[str, Any]]:
    """The same with the reason: id, name, mention, how, score."""
    with KnowledgeBase.open(home) as kb:
        return kb.read(lambda ws: matches(ws, query, limit=limit))


@checked()
def add_entity(name: str, node_id: str, *, home: str | None = None) -> str:
    """Make name an alias of the page node_id, so that it is found by it; returns the id."""
    with KnowledgeBase.open(home) as kb:
        return str(kb.write("alias", lambda ws: plan_alias(ws, node_id, name)).receipt.id)
