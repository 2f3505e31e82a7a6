"""Episodic memory: interactions as the leaves of a tree, searched from the top with branches left out.

Derived, never the truth: it is made again from its leaves.  A node keeps, for each dimension, the greatest weight of a
leaf below it; what a query could score there at most is known before it is opened, so that leaving a branch out loses
nothing: the search finds what looking at every leaf would find.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from ...text.analyzer import analyze, name_key
from ...text.templates import first_sentence
from .no_facts import NO_FACTS
from .saved import document, parse_document, path_of, read_bytes, save_all, saved_form

if TYPE_CHECKING:
    Vector = dict[Any, float]
    Summarizer = Callable[[list[str]], str]
    Vectorizer = Callable[[str], "Mapping[Any, float] | Sequence[float]"]

SCHEMA = 1
BRANCHES = 8
"""Children of a node."""
SUMMARY = 200
"""Characters of each text that a summary takes."""


class TreeNode(NamedTuple):
    """A leaf with what was said, or a node above some with a summary of it."""

    node_id: str
    content: str
    vector: Mapping[Any, float] = NO_FACTS
    """Weights by word; of an inner node the greatest below it."""
    children_ids: tuple[str, ...] = ()
    parent_id: str | None = None
    is_leaf: bool = False
    metadata: Mapping[str, Any] = NO_FACTS
    timestamp: float = 0.0


def default_vectorizer(text: str) -> Vector:
    """Stems of a text with 1 + log of how often they occur, without stop words, at length 1; {} for no words."""
    counts: dict[Any, float] = {}
    for word in analyze(text, "") or name_key(text, "").split():
        counts[word] = counts.get(word, 0.0) + 1.0
    return _at_length_one({word: 1.0 + log(count) for word, count in counts.items()})


def default_summarizer(texts: list[str]) -> str:
    """The first sentence of each text."""
    return " ".join(filter(None, (first_sentence(text)[:SUMMARY] for text in texts)))


def cosine_similarity(a: Mapping[Any, float] | Sequence[float], b: Mapping[Any, float] | Sequence[float]) -> float:
    """Of two vectors, sparse or dense; 0 where one of them is all zero."""
    first, second = _sparse(a), _sparse(b)
    lengths = sqrt(sum(x * x for x in first.values())) * sqrt(sum(x * x for x in second.values()))
    return sum(x * second.get(key, 0.0) for key, x in first.items()) / lengths if lengths else 0.0


def _sparse(vector: Mapping[Any, float] | Sequence[float]) -> Vector:
    pairs = vector.items() if isinstance(vector, Mapping) else enumerate(vector)
    return {key: float(value) for key, value in pairs if value}


def _at_length_one(vector: Vector) -> Vector:
    length = sqrt(sum(value * value for value in vector.values()))
    return {key: value / length for key, value in vector.items()} if length else {}


class _Bounds:
    """The greatest and, below 0, the least weight in each dimension of the leaves below a node."""

    __slots__ = ("high", "low")

    def __init__(self) -> None:
        self.high: Vector = {}
        self.low: Vector = {}

    def cover(self, vector: Vector) -> None:
        high, low = self.high, self.low
        for key, value in vector.items():
            if value > high.get(key, 0.0):
                high[key] = value
            elif value < low.get(key, 0.0):
                low[key] = value

    def copy(self) -> _Bounds:
        made = _Bounds()
        made.high, made.low = dict(self.high), dict(self.low)
        return made

    def most(self, query: Sequence[tuple[Any, float]]) -> float:
        """What a leaf below can score at most."""
        high, low = self.high, self.low
        return sum([q * (high if q > 0 else low).get(key, 0.0) for key, q in query])


class SemanticTree:
    """Interactions in the order in which they were added; the shape depends on their number alone.

    Adding one touches the nodes above it only: a few microseconds for each word and level.
    """

    def __init__(
        self,
        summarizer: Summarizer | None = None,
        vectorizer: Vectorizer | None = None,
        branch_factor: int = BRANCHES,
    ) -> None:
        """vectorizer: sparse or dense vectors of one's own; without it words are weighed by how rare they are here."""
        if branch_factor < 2:
            raise ValueError(f"branch_factor {branch_factor}: a node has two children at least")
        self._summarize, self._vectorize = summarizer or default_summarizer, vectorizer
        self.branch_factor = branch_factor
        self._leaves: list[tuple[str, dict[str, Any], float, Vector]] = []
        self._levels: list[list[_Bounds]] = []
        """Above the leaves: node j of level k covers branch_factor ** (k + 1) of them."""
        self._held: dict[Any, int] = {}
        """In how many leaves each dimension occurs."""

    @property
    def leaf_count(self) -> int:
        return len(self._leaves)

    @property
    def node_count(self) -> int:
        """Leaves and the nodes above them; a single child stands for itself."""
        inner, width, below = 0, self.branch_factor, len(self._leaves)
        for _ in self._levels:
            inner += below // width + (below % width > 1)
            below = -(-below // width)
        return len(self._leaves) + inner

    @property
    def root_id(self) -> str | None:
        """The id of the node above all others; None where there is none."""
        return self._id(len(self._levels), 0) if self._leaves else None

    def add_interaction(
        self, content: str, metadata: Mapping[str, Any] | None = None, *, timestamp: float | None = None
    ) -> str:
        """Add a leaf at the end; return its id."""
        vector = self._vector(content)
        at = len(self._leaves)
        when = time.time() if timestamp is None else timestamp
        self._leaves.append((content, dict(metadata or {}), when, vector))
        for key in vector:
            self._held[key] = self._held.get(key, 0) + 1
        size, level = 1, 0
        while size < len(self._leaves):
            size *= self.branch_factor
            if level == len(self._levels):
                self._levels.append([self._first_bounds(level)])
            nodes = self._levels[level]
            if at // size == len(nodes):
                nodes.append(_Bounds())
            nodes[at // size].cover(vector)
            level += 1
        return f"leaf_{at}"

    def _first_bounds(self, level: int) -> _Bounds:
        """What a new top node covers so far: the whole of the level below."""
        if level:
            return self._levels[level - 1][0].copy()
        made = _Bounds()
        for _, _, _, vector in self._leaves:
            made.cover(vector)
        return made

    def _vector(self, text: str) -> Vector:
        return default_vectorizer(text) if self._vectorize is None else _at_length_one(_sparse(self._vectorize(text)))

    def query_vector(self, query: str) -> list[tuple[Any, float]]:
        """A query's weights, at length 1: a rare word counts more.  In the order of its words.

        Documents by log frequency at length 1, queries with inverse document frequency beside: SMART's lnc.ltc, as in
        Manning, Raghavan, Schütze, Introduction to Information Retrieval, 2008, ch. 6.4.
        """
        vector = self._vector(query)
        if self._vectorize is None:
            leaves = len(self._leaves)
            vector = {
                key: value * log((1 + leaves) / max(1, self._held.get(key, 0)) + 1) for key, value in vector.items()
            }
        return list(_at_length_one(vector).items())

    def get_leaves(self) -> list[TreeNode]:
        """All leaves, in the order in which they were added."""
        return [self._leaf(at) for at in range(len(self._leaves))]

    def get_node(self, node_id: str) -> TreeNode | None:
        """A node by its id; None for an unknown one.  The summary of an inner node is made now."""
        kind, *numbers = node_id.split("_")
        if not all(number.isascii() and number.isdigit() for number in numbers):
            return None
        if kind == "leaf" and len(numbers) == 1 and int(numbers[0]) < len(self._leaves):
            return self._leaf(int(numbers[0]))
        if kind == "node" and len(numbers) == 2 and 0 < int(numbers[0]) <= len(self._levels):
            level, at = int(numbers[0]), int(numbers[1])
            if at < len(self._levels[level - 1]) and self._id(level, at) == node_id:
                return self._inner(level, at)
        return None

    def _leaf(self, at: int) -> TreeNode:
        content, metadata, when, vector = self._leaves[at]
        return TreeNode(f"leaf_{at}", content, dict(vector), (), self._parent(0, at), True, dict(metadata), when)

    def _inner(self, level: int, at: int) -> TreeNode:
        children = [self._id(level - 1, child) for child in self.children(level, at)]
        size = self.branch_factor**level
        told = [content for content, *_ in self._leaves[at * size : (at + 1) * size][: self.branch_factor]]
        vector = dict(self._levels[level - 1][at].high)
        return TreeNode(
            self._id(level, at), self._summarize(told), vector, tuple(children), self._parent(level, at), False
        )

    def children(self, level: int, at: int) -> range:
        """Places, in the level below, of what stands under a node; level 0 are the leaves."""
        below = len(self._leaves) if level == 1 else len(self._levels[level - 2])
        return range(at * self.branch_factor, min(below, (at + 1) * self.branch_factor))

    def _id(self, level: int, at: int) -> str:
        """A single child stands for its parent."""
        while level and len(self.children(level, at)) == 1:
            level, at = level - 1, at * self.branch_factor
        return f"node_{level}_{at}" if level else f"leaf_{at}"

    def _parent(self, level: int, at: int) -> str | None:
        own = self._id(level, at)
        while level < len(self._levels):
            level, at = level + 1, at // self.branch_factor
            if self._id(level, at) != own:
                return self._id(level, at)
        return None

    def bound(self, level: int, at: int, query: Sequence[tuple[Any, float]]) -> float:
        """What a node can score at most; of a leaf what it scores."""
        if level:
            return self._levels[level - 1][at].most(query)
        vector = self._leaves[at][3]
        return sum([q * vector.get(key, 0.0) for key, q in query])

    @property
    def height(self) -> int:
        """Levels above the leaves."""
        return len(self._levels)

    def to_dict(self) -> dict[str, Any]:
        """The leaves as plain values; what is above them is made again."""
        nodes = [
            {"node_id": f"leaf_{at}", "is_leaf": True, "content": content, "metadata": metadata, "timestamp": when}
            for at, (content, metadata, when, _) in enumerate(self._leaves)
        ]
        ids = [node["node_id"] for node in nodes]
        return {"schema_version": SCHEMA, "branch_factor": self.branch_factor, "leaf_ids": ids, "nodes": nodes}

    @classmethod
    def from_dict(
        cls, shape: Mapping[str, Any], summarizer: Summarizer | None = None, vectorizer: Vectorizer | None = None
    ) -> SemanticTree:
        """The tree that to_dict was called on."""
        made = cls(summarizer, vectorizer, shape["branch_factor"])
        for node in shape["nodes"]:
            made.add_interaction(node["content"], node["metadata"], timestamp=node["timestamp"])
        return made

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the leaves as JSON, all or nothing.  Raises ReadOnlyError, DataError for what is no JSON."""
        path = path_of(path)
        save_all({path: document(path, self.to_dict())})

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        summarizer: Summarizer | None = None,
        vectorizer: Vectorizer | None = None,
    ) -> SemanticTree:
        """The tree that save was called on; functions have to be given again.  Raises DataError for anything else."""
        path = path_of(path)
        shape = parse_document(path, read_bytes(path), schema=SCHEMA)
        with saved_form(path):
            return cls.from_dict(shape, summarizer, vectorizer)
