"""A context for a question, gathered from one node outwards under a token budget.

The algorithm and its arguments are those of the R package rrlmgraph; what differs is on purpose: the budget counts the
text as it is sent, a node that does not fit is passed over rather than ending the search, and nothing is learned from
what is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..errors import UsageError
from ..retrieval.budget.tokens import counter
from ..retrieval.extracts.coverage import weigh
from ..retrieval.language.question import parse_question
from ..retrieval.lookup.matching import match_names
from ..retrieval.search.relevance import NodeSignals, Weights, relevance, weights_with
from ..store.importance import node_ranks
from ..store.together import Together, written_together
from .node_text import NodeText
from .trace import page_weights

if TYPE_CHECKING:
    from ..retrieval.extracts.coverage import Asked
    from ..store.workspace import Workspace

NEIGHBORS = 64
"""Edges followed from each node: the surest."""


class ContextOptions(NamedTuple):
    budget_tokens: int = 2000
    min_relevance: float = 0.1
    max_nodes: int = 20
    """Nodes beside the seed."""
    method: str | None = None
    """words, dense, or None: both where an embedder is on."""
    weights: tuple[tuple[str, float], ...] = ()
    """Weights by name, in place of the settings'."""


class Context(NamedTuple):
    """What was gathered."""

    nodes: tuple[str, ...]
    """The seed, then the others in the order in which they were taken: the most relevant at that moment."""
    context_string: str
    tokens_used: int
    """Of context_string, by the counter of the settings; at most the budget."""
    budget_tokens: int
    seed_node: str | None
    """None where the home has no page."""
    relevance_scores: tuple[tuple[str, float], ...]
    """Of each node, the highest until it was taken; 1 for the seed."""
    passed_over: tuple[str, ...] = ()
    """Nodes relevant enough that did not fit."""


def query_context(
    ws: Workspace,
    question: str,
    seed_node: str | None,
    options: ContextOptions,
    *,
    tell: Callable[[str], None] | None = None,
) -> Context:
    """Gather the context of a question: the seed in full, then the most relevant of its neighbors, and of theirs.

    Without a seed node it is the node that the question names best, else the one of the highest PageRank.  tell is
    given a line for each node taken.  Raises PageNotFoundError for a seed that is not there, UsageError for numbers
    that cannot be and where neither a seed nor a question is given.
    """
    _check(options)
    if seed_node is None and not any(map(str.isalnum, question)):
        raise UsageError("the question holds no word", hint="ask in words, or name a seed node")
    weights = weights_with(_weights(ws), dict(options.weights))
    asked = weigh(ws.reader, parse_question(question))
    ranks = node_ranks(ws.index)
    seed = _seed(ws, asked, ranks) if seed_node is None else ws.slug_of(ws.find(seed_node))
    if seed is None:
        return Context((), "", 0, options.budget_tokens, None, ())
    signals = _signals(ws, asked, ranks, options.method)
    gathering = _Gathering(ws, asked, options)
    if not gathering.begin(seed):
        return Context((), "", 0, options.budget_tokens, seed, (), (seed,))
    if tell is not None:
        tell(f"seed {seed}")
    frontier: dict[str, float] = {}
    # What was relevant beside fewer nodes stays so: else a larger budget would lose what a smaller one has.
    seen = {seed}
    node = seed
    while len(gathering.scores) <= options.max_nodes:
        signals.visit(node)
        new = [id_ for id_ in _neighbors(ws, node) if id_ not in seen]
        seen.update(new)
        frontier.update(dict.fromkeys(new, 0.0))
        scored = sorted((-relevance(signals.of(id_), weights), id_) for id_ in frontier)
        frontier.update({id_: max(frontier[id_], -falling) for falling, id_ in scored})
        taken = ""
        for _, id_ in scored:
            if frontier[id_] < options.min_relevance:
                continue
            # What does not fit now never will: the room only shrinks.
            if gathering.take(id_, frontier.pop(id_)):
                taken = id_
                break
        if not taken:
            break
        if tell is not None:
            tell(f"{taken}: relevance {gathering.scores[taken]:.3f}, {gathering.tokens} tokens so far")
        node = taken
    return gathering.context(seed)


def compute_relevance(
    ws: Workspace,
    node: str,
    question: str,
    visited: Sequence[str] = (),
    *,
    method: str | None = None,
    weights: Mapping[str, float] | None = None,
) -> float:
    """How relevant a node is to a question once others were visited, in [0, 1].  Raises PageNotFoundError."""
    asked = weigh(ws.reader, parse_question(question))
    signals = _signals(ws, asked, node_ranks(ws.index), method)
    for other in visited:
        signals.visit(ws.slug_of(ws.find(other)))
    return relevance(signals.of(ws.slug_of(ws.find(node))), weights_with(_weights(ws), weights or {}))


def node_text(ws: Workspace, node: str, question: str = "", *, full: bool = True) -> str:
    """What a context tells of a node: its page in full, or in short.  Raises PageNotFoundError."""
    text = _texts(ws, question)
    id_ = ws.slug_of(ws.find(node))
    return text.full(id_) if full else (text.compressed(id_) or [""])[0]


def context_text(ws: Workspace, nodes: Sequence[str], question: str = "") -> str:
    """The text of a context of these nodes, the first in full, the others in short; no budget applies."""
    text = _texts(ws, question)
    ids = [ws.slug_of(ws.find(node)) for node in nodes]
    parts = [(id_, "", text.full(id_) if not at else (text.compressed(id_) or [""])[0]) for at, id_ in enumerate(ids)]
    return _composed(text, parts) if parts else ""


class _Gathering:
    """The nodes taken so far with their texts, measured as a whole at every step."""

    def __init__(self, ws: Workspace, asked: Asked, options: ContextOptions) -> None:
        self._text = NodeText(ws.reader, asked, min_confidence=ws.settings.min_confidence)
        self._count, self._options = counter(ws.settings.token_counter), options
        self._parts: list[tuple[str, str, str]] = []
        self._sent, self.tokens = "", 0
        self._brief = False
        self.scores: dict[str, float] = {}
        self._passed: list[str] = []

    def begin(self, seed: str) -> bool:
        """Take the seed, as much of it as fits; where not even its label does, nothing is taken."""
        for brief in (False, True):
            self._brief = brief
            for text, note in self._text.fullest(seed):
                if self._fits((seed, note, text)):
                    self.scores[seed] = 1.0
                    return True
        return False

    def take(self, node: str, score: float) -> bool:
        """Take a node in the longest of its short texts that fits; False where none does."""
        if any(self._fits((node, "", text)) for text in self._text.compressed(node)):
            self.scores[node] = score
            return True
        self._passed.append(node)
        return False

    def _fits(self, part: tuple[str, str, str]) -> bool:
        sent = _composed(self._text, [*self._parts, part], brief=self._brief)
        tokens = self._count(sent)
        if tokens > self._options.budget_tokens:
            return False
        self._parts.append(part)
        self._sent, self.tokens = sent, tokens
        return True

    def context(self, seed: str) -> Context:
        return Context(
            tuple(self.scores),
            self._sent,
            self.tokens,
            self._options.budget_tokens,
            seed,
            tuple((node, round(score, 6)) for node, score in self.scores.items()),
            tuple(self._passed),
        )


def _composed(text: NodeText, parts: Sequence[tuple[str, str, str]], *, brief: bool = False) -> str:
    """Nodes under their labels; brief leaves out the line above all."""
    lines = [] if brief else [text.head()]
    for node, note, told in parts:
        lines.append(text.label(node, note=note))
        if told:
            lines.append(told)
    return "\n".join(lines)


def _texts(ws: Workspace, question: str) -> NodeText:
    return NodeText(ws.reader, weigh(ws.reader, parse_question(question)), min_confidence=ws.settings.min_confidence)


def _weights(ws: Workspace) -> Weights:
    settings = ws.settings
    return Weights(
        settings.relevance_semantic,
        settings.relevance_pagerank,
        settings.relevance_task_trace,
        settings.relevance_cochange,
    )


def _signals(ws: Workspace, asked: Asked, ranks: Mapping[str, float], method: str | None) -> NodeSignals:
    ws.refresh_vectors()
    skipped = frozenset(ws.catalog)
    together = Together(written_together(ws.operations.journal, ws.location.vault, skipped))
    trace = page_weights(ws, asked)
    return NodeSignals(ws.reader, asked, ranks=ranks, trace=trace, together=together.share, method=method)


def _seed(ws: Workspace, asked: Asked, ranks: Mapping[str, float]) -> str | None:
    """The page that the question names best, else the most important one; None where there is no page."""
    found = [match.node for match in match_names(ws.reader, asked, limit=ws.settings.seed_limit).matches]
    nodes = ws.reader.nodes(found)
    named = [id_ for id_ in found if id_ in nodes and nodes[id_].path]
    if named:
        return named[0]
    for id_ in sorted(ranks, key=lambda id_: (-ranks[id_], id_)):
        node = ws.reader.nodes([id_]).get(id_)
        if node is not None and node.path:
            return id_
    return None


def _neighbors(ws: Workspace, node: str) -> list[str]:
    """What claims and links join to a node, the surest first, each once."""
    edges = ws.reader.edges_at([node], min_confidence=ws.settings.min_confidence, limit=NEIGHBORS).get(node, [])
    return list(dict.fromkeys(edge.target if edge.source == node else edge.source for edge in edges))


def _check(options: ContextOptions) -> None:
    # So that what is no number at all, which is below nothing and above nothing, is refused, too.
    if not (options.budget_tokens >= 1 and options.max_nodes >= 0):
        raise UsageError(
            f"budget_tokens {options.budget_tokens}, max_nodes {options.max_nodes}",
            hint="give a budget from 1 and a number of nodes from 0",
        )
    if not 0 <= options.min_relevance <= 1:
        raise UsageError(f"min_relevance {options.min_relevance:g} is outside [0, 1]", hint="give a number from 0 to 1")
