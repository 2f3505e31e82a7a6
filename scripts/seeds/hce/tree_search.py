"""Searching the tree: best first, by what a branch can score at most."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from .no_facts import NO_FACTS

if TYPE_CHECKING:
    from .semantic_tree import SemanticTree


class SearchResult(NamedTuple):
    """A leaf that answers."""

    node_id: str
    score: float
    """The cosine of its words with the query's."""
    content: str
    metadata: Mapping[str, Any] = NO_FACTS


def hierarchical_relevance_search(
    tree: SemanticTree, query: str, threshold: float = 0.1, top_k: int = 5
) -> list[SearchResult]:
    """The top_k leaves that score threshold or more, and above 0: by falling score, then in the order of the tree.

    The same as looking at every leaf: a branch is opened while what it can score at most reaches threshold and is not
    below what has been found.

    Branch and bound over upper bounds, best first: Hjaltason and Samet, Distance Browsing in Spatial Databases, 1999.
    """
    weights = tree.query_vector(query)
    if not weights or not tree.leaf_count:
        return []
    found: list[SearchResult] = []
    # Of equal ones a branch comes before a leaf: an earlier leaf with that score may stand in it.
    start = (-tree.bound(tree.height, 0, weights), -tree.height, 0)
    heap = [start] if -start[0] > 0 else []
    while heap and len(found) < top_k:
        best, level, at = heapq.heappop(heap)
        if -best < threshold:
            break
        if not level:
            leaf = tree.get_node(f"leaf_{at}")
            if leaf is not None:
                found.append(SearchResult(leaf.node_id, -best, leaf.content, leaf.metadata))
            continue
        for child in tree.children(-level, at):
            score = tree.bound(-level - 1, child, weights)
            if score > 0 and score >= threshold:
                heapq.heappush(heap, (-score, level + 1, child))
    return found
