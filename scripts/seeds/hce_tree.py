"""HCE's episodic memory: interactions as the leaves of one root, searched by cosine.

Derived, never the truth: it is made again from its leaves.  HCE's tree leaves out branches to be fast; this one looks
at every leaf, so that nothing is missed.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping
from math import log, sqrt
from typing import Any, NamedTuple

from ..text.analyzer import analyze, name_key

Vector = Mapping[str, float]


class Leaf(NamedTuple):
    """One interaction."""

    content: str
    metadata: dict[str, Any]
    vector: Vector


class SearchResult(NamedTuple):
    """A leaf that answers."""

    node_id: str
    """`leaf_` and its number."""
    score: float
    """The cosine of its words with the query's."""
    content: str
    metadata: Mapping[str, Any]


class SemanticTree:
    """Interactions in the order in which they were added."""

    def __init__(self) -> None:
        self.leaves: list[Leaf] = []
        self._counts: Counter[str] = Counter()
        """In how many leaves each word occurs."""

    @property
    def leaf_count(self) -> int:
        return len(self.leaves)

    def add_interaction(self, content: str, metadata: Mapping[str, Any] | None = None) -> str:
        """Add a leaf at the end; return its id."""
        vector = _vector(content)
        self.leaves.append(Leaf(content, dict(metadata or {}), vector))
        self._counts.update(dict.fromkeys(vector, 1))
        return f"leaf_{len(self.leaves) - 1}"

    def query_weights(self, query: str) -> Vector:
        """Return a query's weights, at length 1: a rare word counts more.

        SMART's lnc.ltc, as in Manning, Raghavan, Schütze, Introduction to Information Retrieval, 2008, ch. 6.4.
        """
        count, vector = 1 + len(self.leaves), _vector(query)
        return _at_length_one({w: v * log(count / max(1, self._counts[w]) + 1) for w, v in vector.items()})


def hierarchical_relevance_search(
    tree: SemanticTree, query: str, threshold: float = 0.1, top_k: int = 5
) -> list[SearchResult]:
    """Return the top_k leaves that score threshold or more, and above 0: by falling score, then in the tree's order."""
    weights = tree.query_weights(query)
    scores = (
        (sum(weight * leaf.vector.get(word, 0.0) for word, weight in weights.items()), -number)
        for number, leaf in enumerate(tree.leaves)
    )
    best = heapq.nlargest(max(0, top_k), (each for each in scores if each[0] > 0 and each[0] >= threshold))
    leaves = [(score, -place, tree.leaves[-place]) for score, place in best]
    return [SearchResult(f"leaf_{number}", score, leaf.content, dict(leaf.metadata)) for score, number, leaf in leaves]


def _vector(text: str) -> Vector:
    """Return stems of a text with 1 + log of how often they occur, without stop words, at length 1; {} for no words."""
    counts = Counter(analyze(text, "") or name_key(text, "").split())
    return _at_length_one({word: 1.0 + log(count) for word, count in counts.items()})


def _at_length_one(vector: Vector) -> Vector:
    length = sqrt(sum(value * value for value in vector.values()))
    return {word: value / length for word, value in vector.items()} if length else {}
