"""The walk, and the R package rrlmgraph's functions over a home.

What they call a graph is a home here: its folder, an open KnowledgeBase, or None for the one that is found as ever.
Nodes are pages.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..arguments import checked
from ..errors import UsageError
from ..index_store.lookup import find_page, look_up
from ..index_store.port import IndexReader
from ..knowledge_base import KnowledgeBase
from ..memory import trace
from ..retrieval_engine import context as contexts
from ..retrieval_engine.activation import spreading_activation
from ..retrieval_engine.walk import Reached, best_first
from ..settings import RANGES
from ..text.ontology import canonical_filter
from ..text.tokens import counter

__all__ = [
    "assemble_context_string",
    "build_node_context",
    "compute_relevance",
    "log_task_trace",
    "query_context",
    "retrieve",
    "spreading_activation",
    "update_task_polarity",
    "update_task_weights",
    "walk_paths",
]

_DIRECTIONS = ("out", "in", "both")


@checked()
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
    """Ids of the nodes reached from the seeds, seeds first, then by hop and path confidence; never above max_nodes.

    Seeds are given by id or name; unknown ones are passed over, and walk_paths says which.  What is None is taken from
    the settings at the time of the call.  Raises AmbiguousPageError.
    """
    return [
        node["id"]
        for node in walk_paths(
            seed_ids, depth, min_confidence, max_nodes, direction=direction, relations=relations, home=home
        )["nodes"]
    ]


@checked()
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
    """The same with how each was reached, and the values in force.

    nodes (id, depth, path_confidence, path), pruned, unknown: seeds that are no node.
    """
    if direction not in _DIRECTIONS:
        raise UsageError(f"no direction {direction!r}", hint="one of " + ", ".join(_DIRECTIONS))
    with KnowledgeBase.open(home) as kb:
        settings = kb.settings
        values: dict[str, Any] = {
            "depth": settings.max_graph_depth if depth is None else depth,
            "min_confidence": settings.min_confidence if min_confidence is None else min_confidence,
            "max_nodes": settings.max_nodes if max_nodes is None else max_nodes,
        }
        nodes, pruned, unknown = kb.query(lambda reader: _walk(reader, seed_ids, direction, relations, **values))
    return {"nodes": nodes, "pruned": pruned, "unknown": unknown, **values, "home": kb.location.home}


@checked(max_nodes=(0, RANGES["max_nodes"][1]))
def query_context(
    graph: KnowledgeBase | str | None = None,
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
    """A context for a question under a token budget, from one node outwards, the most relevant first.

    Returns nodes (the seed first), context_string, tokens_used (never above budget_tokens), budget_tokens, seed_node
    (None in an empty home), relevance_scores by node, and passed_over: nodes that did not fit.  max_nodes counts
    beside the seed.  method: words, dense (where EMBEDDER is set), or None for both.  weights: see compute_relevance.
    verbose: a line on standard error for each node.  Raises PageNotFoundError for a seed that is not there.
    """
    tell = _tell if verbose else None
    with _opened(graph, home) as kb:
        options = contexts.ContextOptions(
            budget_tokens, min_relevance, max_nodes, kb.settings.min_confidence, _weights(kb, weights), method
        )
        history = _history(kb, query)
        found = kb.query(
            lambda reader: contexts.query_context(
                reader,
                query,
                None if seed_node is None else _node(reader, seed_node),
                options,
                count=counter(kb.settings.token_counter),
                history=history,
                tell=tell,
            )
        )
    return {
        "nodes": list(found.nodes),
        "context_string": found.context_string,
        "tokens_used": found.tokens_used,
        "budget_tokens": found.budget_tokens,
        "seed_node": found.seed_node,
        "relevance_scores": dict(found.relevance_scores),
        "passed_over": list(found.passed_over),
    }


@checked()
def compute_relevance(
    node: str,
    query: str,
    visited: Sequence[str] = (),
    graph: KnowledgeBase | str | None = None,
    weights: Mapping[str, float] | None = None,
    *,
    method: str | None = None,
    home: str | None = None,
) -> float:
    """0.40 semantic + 0.25 pagerank + 0.25 task_trace + 0.10 cochange, each in [0, 1], unless weights say otherwise.

    semantic: likeness to the question; pagerank: importance in the graph; task_trace: what proved useful for questions
    like this one; cochange: written together with the nodes visited.  weights go before the settings, these before
    the defaults.
    """
    with _opened(graph, home) as kb:
        history, weighed = _history(kb, query), _weights(kb, weights)
        return kb.query(
            lambda reader: contexts.compute_relevance(
                reader,
                _node(reader, node),
                query,
                [_node(reader, other) for other in visited],
                history=history,
                weights=weighed,
                method=method,
            )
        )


@checked()
def build_node_context(
    node_name: str,
    graph: KnowledgeBase | str | None = None,
    mode: str = "auto",
    *,
    query: str = "",
    home: str | None = None,
) -> str:
    """What a context tells of a node.  mode: full, which auto means too, or compressed: summary, claims, best words."""
    if mode not in ("auto", "full", "compressed"):
        raise UsageError(f"no mode {mode!r}", hint="one of auto, full, compressed")
    with _opened(graph, home) as kb:
        return kb.query(
            lambda reader: contexts.build_node_context(
                reader,
                _node(reader, node_name),
                query,
                is_full=mode != "compressed",
                min_confidence=kb.settings.min_confidence,
            )
        )


@checked()
def assemble_context_string(
    hits: Sequence[str],
    graph: KnowledgeBase | str | None = None,
    query: str = "",
    *,
    home: str | None = None,
) -> str:
    """The text of a context of these nodes, the first in full, the others compressed; no budget applies."""
    with _opened(graph, home) as kb:
        return kb.query(
            lambda reader: contexts.assemble_context_string(
                reader, [_node(reader, hit) for hit in hits], query, min_confidence=kb.settings.min_confidence
            )
        )


@checked()
def log_task_trace(
    query: str,
    nodes: Sequence[str],
    graph: KnowledgeBase | str | None = None,
    polarity: float = 0.0,
    *,
    home: str | None = None,
) -> dict[str, Any]:
    """Keep that nodes (pages, or passages as `page#^block`) helped with a question: polarity from -1 to 1.

    0 counts for nothing until update_task_polarity: what was shown is not thereby useful.  Returns the event.
    """
    with _opened(graph, home) as kb:
        event = kb.read(lambda ws: trace.mark_useful(ws, nodes, question=query, polarity=polarity, actor=kb.actor))
    return {"id": event.id, "query": event.question, "nodes": list(event.targets), "polarity": event.polarity}


@checked()
def update_task_weights(
    graph: KnowledgeBase | str | None = None,
    useful_nodes: Sequence[str] | None = None,
    *,
    home: str | None = None,
) -> dict[str, float]:
    """The weight of each marked page over all questions, halved with each half-life, 1 for the most useful.

    useful_nodes are marked first, for no question in particular.
    """
    with _opened(graph, home) as kb:
        if useful_nodes:
            kb.read(lambda ws: trace.mark_useful(ws, useful_nodes, actor=kb.actor))
        return kb.read(trace.page_weights)


@checked()
def update_task_polarity(
    graph: KnowledgeBase | str | None,
    context: Mapping[str, Any],
    polarity: float,
    n_recent: int = 3,
    *,
    home: str | None = None,
) -> int:
    """Give the newest events that name nodes of a context another polarity; returns how many there were.

    context: what query_context returned.  Raises UsageError where it names no nodes.
    """
    nodes = context.get("nodes")
    if not isinstance(nodes, (list, tuple)) or not all(isinstance(node, str) for node in nodes):
        raise UsageError("the context names no nodes", hint="give what query_context returned")
    with _opened(graph, home) as kb:
        return kb.read(lambda ws: trace.amend_polarity(ws, nodes, polarity, most=n_recent))


def _walk(
    reader: IndexReader,
    seeds: Sequence[str],
    direction: str,
    relations: Sequence[str],
    *,
    depth: int,
    min_confidence: float,
    max_nodes: int,
) -> tuple[list[dict[str, Any]], int, list[str]]:
    """Return the nodes reached, how many were pruned, and the seeds that are no node."""
    found = {seed: _node_or_none(reader, seed) for seed in dict.fromkeys(seeds)}
    followed, turned = canonical_filter([name for name in relations if name.strip()], direction)
    reached = best_first(
        reader.edges_at,
        [node for node in found.values() if node is not None],
        depth=depth,
        min_confidence=min_confidence,
        max_nodes=max_nodes,
        direction=turned,
        relations=followed,
    )
    unknown = [seed for seed, node in found.items() if node is None]
    return [_reached(place) for place in reached.reached], reached.pruned.beyond_nodes, unknown


def _reached(place: Reached) -> dict[str, Any]:
    path = [
        {"source": edge.source, "type": edge.relation, "target": edge.target, "confidence": edge.confidence}
        for edge in place.path
    ]
    return {"id": place.node, "depth": place.hop, "path_confidence": round(place.score, 6), "path": path}


def _node(reader: IndexReader, name: str) -> str:
    """Return the node that an id or a name means.  Raises PageNotFoundError, AmbiguousPageError."""
    node = _node_or_none(reader, name)
    return find_page(reader, name).node if node is None else node


def _node_or_none(reader: IndexReader, name: str) -> str | None:
    if reader.pages(nodes=[name]) or reader.edges_at([name], min_confidence=0.0, limit=1):
        return name
    page = look_up(reader, name)
    return page.node if page else None


def _weights(kb: KnowledgeBase, overrides: Mapping[str, float] | None) -> contexts.Weights:
    settings = kb.settings
    weights = contexts.Weights(
        settings.relevance_semantic,
        settings.relevance_pagerank,
        settings.relevance_task_trace,
        settings.relevance_cochange,
    )
    return contexts.weights_with(weights, overrides or {})


def _history(kb: KnowledgeBase, question: str) -> contexts.History:
    """Return what proved useful for a question, and what was written together, as the journal and git have it."""
    from ..retrieval.extracts.coverage import weigh
    from ..retrieval.language.question import parse_question
    from ..store.together import Together, written_together

    ws = kb.ws
    useful: dict[str, float] = {}
    if ws.has_usage():
        useful = kb.read(lambda ws: trace.page_weights(ws, weigh(ws.reader, parse_question(question))))
    together = Together(written_together(ws.operations.journal, ws.location.vault, frozenset(ws.catalog)))
    return contexts.History(useful, together.share)


@contextmanager
def _opened(graph: KnowledgeBase | str | None, home: str | None) -> Iterator[KnowledgeBase]:
    if isinstance(graph, KnowledgeBase):
        yield graph
        return
    with KnowledgeBase.open(graph or home) as kb:
        yield kb


def _tell(line: str) -> None:
    print(line, file=sys.stderr)
