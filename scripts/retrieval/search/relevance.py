"""How relevant a node is to a question: likeness, importance, what helped before, what was written together.

The composition and its weights are those of the R package rrlmgraph; each signal is in [0, 1] before it is weighed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...errors import UsageError
from .meaning import start_hits

if TYPE_CHECKING:
    from ...pages.model import Node
    from ..extracts.coverage import Asked
    from ..port import GraphReader

METHODS = ("words", "dense")
HITS = 1000
"""Pages taken from word search of each hand; a page beyond them is like the question only by its name."""


class Weights(NamedTuple):
    """What each signal counts; a sum above 1 is scaled down to 1."""

    semantic: float = 0.40
    pagerank: float = 0.25
    task_trace: float = 0.25
    cochange: float = 0.10


class Signals(NamedTuple):
    """What is known of a node and a question, each from 0 to 1."""

    semantic: float
    pagerank: float
    task_trace: float
    cochange: float


def relevance(signals: Signals, weights: Weights) -> float:
    """The weighted sum of the signals, in [0, 1]."""
    scale = max(1.0, sum(weights))
    return sum(weight * min(1.0, max(0.0, signal)) for signal, weight in zip(signals, weights)) / scale


def weights_with(weights: Weights, overrides: Mapping[str, float]) -> Weights:
    """The weights with some of them replaced.  Raises UsageError for an unknown name or a number outside [0, 1]."""
    for name, value in overrides.items():
        if name not in Weights._fields:
            raise UsageError(f"no weight {name!r}", hint="one of " + ", ".join(Weights._fields))
        if not 0 <= value <= 1:
            raise UsageError(f"weight {name} {value:g} is outside [0, 1]", hint="give a number from 0 to 1")
    return weights._replace(**{name: float(value) for name, value in overrides.items()})


class NodeSignals:
    """The signals of nodes for one question, of which only the last changes while nodes are visited.

    ranks: importance of every node, on any scale.  trace: what helped before, from 0 to 1, by node.  together: how much
    two pages were written together, by their paths, from 0 to 1.
    """

    def __init__(
        self,
        graph: GraphReader,
        asked: Asked,
        *,
        ranks: Mapping[str, float],
        trace: Mapping[str, float],
        together: Callable[[str, str], float],
        method: str | None = None,
    ) -> None:
        self._graph, self._asked, self._trace, self._together = graph, asked, trace, together
        self._ranks, self._least = ranks, min(ranks.values(), default=0.0)
        self._span = max(ranks.values(), default=0.0) - self._least
        self._likeness = _page_likeness(graph, asked, method)
        self._nodes: dict[str, Node] = {}
        self._fixed: dict[str, Signals] = {}
        self._shared: dict[str, tuple[float, int]] = {}
        """Of nodes with pages: the shares of writing with visited nodes, added up, and how many there were."""
        self._visited: list[str] = []

    def visit(self, node: str) -> None:
        """From now on a node counts for what was written together with it."""
        self._learn([node])
        path = self._nodes[node].path if node in self._nodes else ""
        if path and path not in self._visited:
            self._visited.append(path)
            for id_ in self._fixed:
                self._share(id_, [path])

    def of(self, node: str) -> Signals:
        """The signals of a node as things stand."""
        self._learn([node])
        total, count = self._shared.get(node, (0.0, 0))
        return self._fixed[node]._replace(cochange=total / count if count else 0.0)

    def _learn(self, ids: Iterable[str]) -> None:
        new = [id_ for id_ in ids if id_ not in self._fixed]
        self._nodes.update(self._graph.nodes(new))
        for id_ in new:
            rank = (self._ranks.get(id_, self._least) - self._least) / self._span if self._span > 0 else 0.0
            self._fixed[id_] = Signals(self._semantic(id_), rank, self._trace.get(id_, 0.0), 0.0)
            self._share(id_, self._visited)

    def _share(self, id_: str, paths: Sequence[str]) -> None:
        own = self._nodes[id_].path if id_ in self._nodes else ""
        for path in paths:
            share = self._together(own, path) if own and own != path else 0.0
            if share > 0:
                total, count = self._shared.get(id_, (0.0, 0))
                self._shared[id_] = (total + share, count + 1)

    def _semantic(self, id_: str) -> float:
        node = self._nodes.get(id_)
        named = "\n".join([node.name, *node.aliases, node.summary]) if node else id_
        return max(self._likeness.get(id_, 0.0), self._asked.share(self._asked.covered(named)))


def _page_likeness(graph: GraphReader, asked: Asked, method: str | None) -> dict[str, float]:
    """How like a question each page is by its best passage: by words, by meaning, or by both where there are vectors.

    BM25 as a share of the best hit of its hand: first-hand passages and pages that rest on them have their own
    statistics.  Raises UsageError for an unknown method, or one that the store has nothing for.
    """
    if method not in (None, *METHODS):
        raise UsageError(f"no method {method!r}", hint="one of " + ", ".join(METHODS))
    found: dict[str, float] = {}
    if method == "dense":
        similar = graph.similar_passages(asked.question.text, limit=HITS)
        if not similar:
            raise UsageError("method 'dense' finds no vectors", hint="set EMBEDDER, or use method 'words'")
        for near in similar:
            found[near.page] = max(found.get(near.page, 0.0), min(1.0, near.cosine))
        return found
    for hand in ("first", "second"):
        hits = graph.search(asked.matched, limit=HITS, pages_only=True, hand=hand) if asked.matched else []
        if method is None and hand == "first":
            for start in start_hits(graph, asked.question.text, hits):
                found[start.page] = max(found.get(start.page, 0.0), start.score)
        elif hits and hits[0].score > 0:
            for hit in hits:
                found[hit.page] = max(found.get(hit.page, 0.0), hit.score / hits[0].score)
    return found
