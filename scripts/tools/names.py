"""Names, as `index_store` offers them: which entities a query means, and registering new ones."""

from __future__ import annotations

from typing import Any

from ..arguments import check_numbers, check_texts
from ..ingest.assertions import plan_alias
from ..knowledge_base import KnowledgeBase
from ..retrieval_engine.find_nodes import NodeMatch, find_nodes


def search(query: str, *, limit: int | None = None, home: str | None = None) -> list[str]:
    """Return ids of the nodes a query names, best first: exact names, aliases, folded, misspelled, then words."""
    return [match.id for match in _matches(query, limit, home)]


def explain(query: str, *, limit: int | None = None, home: str | None = None) -> list[dict[str, Any]]:
    """Return the same with the reason: id, name, mention, how, score."""
    return [{**match._asdict(), "score": round(match.score, 4)} for match in _matches(query, limit, home)]


def add_entity(name: str, node_id: str, *, home: str | None = None) -> str:
    """Make name an alias of the page node_id, so that it is found by it; return the id."""
    check_texts(name=name, node_id=node_id)
    with KnowledgeBase.open(home) as kb:
        return str(kb.write_old("alias", lambda ws: plan_alias(ws, node_id, name)).receipt.id)


def _matches(query: str, limit: int | None, home: str | None) -> tuple[NodeMatch, ...]:
    check_texts(query=query)
    check_numbers(limit=limit)
    with KnowledgeBase.open(home) as kb:
        most = kb.settings.seed_limit if limit is None else limit
        return kb.query(lambda reader: find_nodes(reader, query, limit=most))
