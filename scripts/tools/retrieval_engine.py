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
from ..knowledge_base import KnowledgeBase
from ..memory import context as contexts
from ..memory import trace
from ..pages.model import to_jsonable
from ..reading.subgraph import Limits
from ..reading.subgraph import walk as walk_from
from ..settings import RANGES


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

    Seeds are given by id or name; unknown ones are passed over, and walk tells which.  What is None is taken from the
    settings at the time of the call.  Raises AmbiguousPageError.
    """
    return [
        node["id"]
        for node in walk(
            seed_ids, depth, min_confidence, max_nodes, direction=direction, relations=relations, home=home
        )["nodes"]
    ]


@checked()
def walk(
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
    with KnowledgeBase.open(home) as kb:
        limits = Limits(depth, min_confidence, max_nodes, direction, tuple(relations))
        return kb.read(lambda ws: walk_from(ws, seed_ids, limits))


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
    options = contexts.ContextOptions(budget_tokens, min_relevance, max_nodes, method, tuple((weights or {}).items()))
    tell = _tell if verbose else None
    with _opened(graph, home) as kb:
        found = kb.read(lambda ws: contexts.query_context(ws, query, seed_node, options, tell=tell))
    return {
        **to_jsonable(found),
        "relevance_scores": dict(found.relevance_scores),
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
        return kb.read(lambda ws: contexts.compute_relevance(ws, node, query, visited, method=method, weights=weights))


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
        return kb.read(lambda ws: contexts.node_text(ws, node_name, query, full=mode != "compressed"))


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
        return kb.read(lambda ws: contexts.context_text(ws, hits, query))


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


@contextmanager
def _opened(graph: KnowledgeBase | str | None, home: str | None) -> Iterator[KnowledgeBase]:
    if isinstance(graph, KnowledgeBase):
        yield graph
        return
    with KnowledgeBase.open(graph or home) as kb:
        yield kb


def _tell(line: str) -> None:
    print(line, file=sys.stderr)
