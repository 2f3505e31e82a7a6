"""HCE's episodic memory: interactions as the leaves of a tree, searched from the top with branches left out.

Derived, never the truth: it is made again from its leaves.  A node keeps, for each dimension, the least and the
greatest weight of a leaf below it; what a query could score there at most is known before it is opened, so that leaving
a branch out loses nothing: the search finds what looking at every leaf would find.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt
from typing import Any, NamedTuple

from ..text.analyzer import analyze, name_key

BRANCHES = 8
"""Children of a node."""

Vector = Mapping[Any, float]
Vectorizer = Callable[[str], "Vector | Sequence[float]"]


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
    """Interactions in the order in which they were added; the shape depends on their number alone.

    Adding one touches the nodes above it only.
    """

    def __init__(self, vectorizer: Vectorizer | None = None, branch_factor: int = BRANCHES) -> None:
        """vectorizer: sparse or dense vectors of one's own; without it words are weighed by how rare they are here."""
        if branch_factor < 2:
            raise ValueError(f"branch_factor {branch_factor}: a node has two children at least")
        self._vectorize, self.branch_factor = vectorizer, branch_factor
        self.leaves: list[Leaf] = []
        self._levels: list[list[dict[Any, tuple[float, float]]]] = []
        """Above the leaves: node j of level k covers branch_factor ** (k + 1) of them."""
        self._counts: dict[Any, int] = {}
        """In how many leaves each dimension occurs."""

    @property
    def leaf_count(self) -> int:
        return len(self.leaves)

    @property
    def height(self) -> int:
        """Levels above the leaves."""
        return len(self._levels)

    def add_interaction(self, content: str, metadata: Mapping[str, Any] | None = None) -> str:
        """Add a leaf at the end; return its id."""
        vector, number = self._vector(content), len(self.leaves)
        self.leaves.append(Leaf(content, dict(metadata or {}), vector))
        for key in vector:
            self._counts[key] = self._counts.get(key, 0) + 1
        size, level = 1, 0
        while size < len(self.leaves):
            size *= self.branch_factor
            if level == len(self._levels):
                self._levels.append([self._first_bounds(level)])
            nodes = self._levels[level]
            if number // size == len(nodes):
                nodes.append({})
            _cover(nodes[number // size], vector)
            level += 1
        return f"leaf_{number}"

    def query_weights(self, query: str) -> list[tuple[Any, float]]:
        """Return a query's weights, at length 1: a rare word counts more.  In the order of its words.

        Documents by log frequency at length 1, queries with inverse document frequency beside: SMART's lnc.ltc, as in
        Manning, Raghavan, Schütze, Introduction to Information Retrieval, 2008, ch. 6.4.
        """
        vector = self._vector(query)
        if self._vectorize is None:
            count = 1 + len(self.leaves)
            vector = {key: value * log(count / max(1, self._counts.get(key, 0)) + 1) for key, value in vector.items()}
        return list(_at_length_one(vector).items())

    def bound(self, level: int, number: int, query: Sequence[tuple[Any, float]]) -> float:
        """Return what a node can score at most; of a leaf (level 0) what it scores."""
        if not level:
            vector = self.leaves[number].vector
            return sum(weight * vector.get(key, 0.0) for key, weight in query)
        bounds = self._levels[level - 1][number]
        return sum(max(weight * limit for limit in bounds.get(key, (0.0, 0.0))) for key, weight in query)

    def children(self, level: int, number: int) -> range:
        """Return the numbers, in the level below, of what stands under a node."""
        below = len(self.leaves) if level == 1 else len(self._levels[level - 2])
        return range(number * self.branch_factor, min(below, (number + 1) * self.branch_factor))

    def _first_bounds(self, level: int) -> dict[Any, tuple[float, float]]:
        """Return what a new top node covers so far: the whole of the level below."""
        if level:
            return dict(self._levels[level - 1][0])
        bounds: dict[Any, tuple[float, float]] = {}
        for leaf in self.leaves:
            _cover(bounds, leaf.vector)
        return bounds

    def _vector(self, text: str) -> Vector:
        if self._vectorize is None:
            return default_vectorizer(text)
        vector = self._vectorize(text)
        pairs = vector.items() if isinstance(vector, Mapping) else enumerate(vector)
        return _at_length_one({key: float(value) for key, value in pairs if value})


def default_vectorizer(text: str) -> Vector:
    """Return stems of a text with 1 + log of how often they occur, without stop words, at length 1; {} for no words."""
    counts: dict[str, int] = {}
    for word in analyze(text, "") or name_key(text, "").split():
        counts[word] = counts.get(word, 0) + 1
    return _at_length_one({word: 1.0 + log(count) for word, count in counts.items()})


def hierarchical_relevance_search(
    tree: SemanticTree, query: str, threshold: float = 0.1, top_k: int = 5
) -> list[SearchResult]:
    """Return the top_k leaves that score threshold or more, and above 0: by falling score, then in the tree's order.

    The same as looking at every leaf: a branch is opened while what it can score at most reaches threshold and is not
    below what has been found.

    Branch and bound over upper bounds, best first: Hjaltason and Samet, Distance Browsing in Spatial Databases, 1999.
    """
    weights = tree.query_weights(query)
    results: list[SearchResult] = []
    # Of equal ones a branch comes before a leaf: an earlier leaf with that score may stand in it.
    heap = [(-tree.bound(tree.height, 0, weights), -tree.height, 0)] if weights and tree.leaf_count else []
    while heap and len(results) < top_k:
        bound, level, number = heapq.heappop(heap)
        if -bound <= 0 or -bound < threshold:
            break
        if level:
            for child in tree.children(-level, number):
                heapq.heappush(heap, (-tree.bound(-level - 1, child, weights), level + 1, child))
        else:
            leaf = tree.leaves[number]
            results.append(SearchResult(f"leaf_{number}", -bound, leaf.content, dict(leaf.metadata)))
    return results


def _cover(bounds: dict[Any, tuple[float, float]], vector: Vector) -> None:
    for key, value in vector.items():
        least, most = bounds.get(key, (0.0, 0.0))
        bounds[key] = min(least, value), max(most, value)


def _at_length_one(vector: Vector) -> Vector:
    length = sqrt(sum(value * value for value in vector.values()))
    return {key: value / length for key, value in vector.items()} if length else {}
