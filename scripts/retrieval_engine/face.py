"""The functions of the package: the walk over claims from some nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..arguments import DIRECTIONS, check_choice, check_numbers, read_texts, whole
from ..index_store.port import IndexReader
from ..knowledge_base import KnowledgeBase
from ..look.lookup import look_up_node
from ..text.ontology import canonical_filter
from .walk import Reached, best_first


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
    """Return the ids of the nodes reached from the seeds, at most max_nodes: seeds, then by hop and path confidence.

    Seeds are ids or names; unknown ones are ignored, and walk_paths reports them.  An argument that is None is taken
    from the settings at the time of the call.  Raises AmbiguousPageError.
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
    """Return the nodes that retrieve reaches, each with its path, and the values in force.

    nodes (id, depth, path_confidence, path), pruned, unknown: seeds that are no node; depth, min_confidence, max_nodes,
    home.
    """
    seeds, wanted = read_texts(seed_ids), read_texts(relations)
    depth, max_nodes = whole(depth), whole(max_nodes)
    check_numbers(depth=depth, min_confidence=min_confidence, max_nodes=max_nodes)
    check_choice("direction", direction, DIRECTIONS)
    with KnowledgeBase.open(home) as kb:
        limits: dict[str, Any] = {
            "depth": kb.settings.max_graph_depth if depth is None else depth,
            "min_confidence": kb.settings.min_confidence if min_confidence is None else min_confidence,
            "max_nodes": kb.settings.max_nodes if max_nodes is None else max_nodes,
        }

        def walk(reader: IndexReader) -> dict[str, Any]:
            found = {seed: look_up_node(reader, seed) for seed in dict.fromkeys(seeds)}
            known = [node for node in found.values() if node is not None]
            names, way = canonical_filter(wanted, direction)
            walked = best_first(reader.edges_at, known, direction=way, relations=names, **limits)
            unknown = [seed for seed, node in found.items() if node is None]
            nodes = [reached_node(place) for place in walked.reached]
            return {"nodes": nodes, "pruned": walked.pruned.beyond_nodes, "unknown": unknown}

        return {**kb.query(walk), **limits, "home": kb.location.home}


def reached_node(place: Reached) -> dict[str, Any]:
    """Return a reached node as a dict: id, depth, path_confidence, and path, the edges from its seed."""
    path = [
        {"source": edge.source, "type": edge.relation, "target": edge.target, "confidence": edge.confidence}
        for edge in place.path
    ]
    return {"id": place.node, "depth": place.hop, "path_confidence": round(place.score, 6), "path": path}
