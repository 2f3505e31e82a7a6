"""What `index_store` and `retrieval_engine` offer: which nodes a query names, and the walk from some of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..arguments import DIRECTIONS, check_choice, check_numbers, check_texts, read_texts, whole
from ..ingest.statements import plan_alias
from ..knowledge_base import KnowledgeBase
from ..retrieval_engine.find_nodes import NodeMatch, find_nodes
from .graph_store import in_force, limits_of, walk_from


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
        return str(kb.write("alias", lambda copy, reader: plan_alias(copy, reader, node_id, name)).receipt.id)


def retrieve(
    seed_ids: Sequence[str],
    depth: int | None = None,
    min_confidence: float | None = None,
    max_nodes: int | None = None,
    *,
    direction: str = "both",
    relations: Sequence[str] = (),
    home: str | None = None,
) -> list[str]:
    """Return ids of the nodes reached from the seeds, at most max_nodes: seeds, then by hop and path confidence.

    Seeds are given by id or name; unknown ones are passed over, and walk_paths says which.  What is None is taken from
    the settings at the time of the call.  Raises AmbiguousPageError.
    """
    walked = walk_paths(seed_ids, depth, min_confidence, max_nodes, direction=direction, relations=relations, home=home)
    return [node["id"] for node in walked["nodes"]]


def walk_paths(
    seed_ids: Sequence[str],
    depth: int | None = None,
    min_confidence: float | None = None,
    max_nodes: int | None = None,
    *,
    direction: str = "both",
    relations: Sequence[str] = (),
    home: str | None = None,
) -> dict[str, Any]:
    """Return the same with how each node was reached, and the values in force.

    nodes (id, depth, path_confidence, path), pruned, unknown: seeds that are no node.
    """
    seeds = read_texts("seed_ids", seed_ids)
    depth, max_nodes = whole(depth), whole(max_nodes)
    check_numbers(depth=depth, min_confidence=min_confidence, max_nodes=max_nodes)
    check_choice("direction", direction, DIRECTIONS)
    with KnowledgeBase.open(home) as kb:
        limits = limits_of(kb, depth, min_confidence, max_nodes)
        limits = limits._replace(direction=direction, relations=read_texts("relations", relations))
        walked = kb.query(lambda reader: walk_from(reader, seeds, limits))
        return {**walked, **in_force(kb, limits)}


def _matches(query: str, limit: int | None, home: str | None) -> tuple[NodeMatch, ...]:
    check_texts(query=query)
    check_numbers(limit=limit)
    with KnowledgeBase.open(home) as kb:
        most = kb.settings.seed_limit if limit is None else limit
        return kb.query(lambda reader: find_nodes(reader, query, limit=most))
