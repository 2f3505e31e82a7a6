"""A context for a question, gathered from one node outwards under a token budget: what rrlmgraph.py offers.

The algorithm, its signals and their weights are those of the R package rrlmgraph.  What differs is on purpose: the
budget counts the text as it is sent, a node that does not fit is passed over rather than ending the search, and nothing
is learned from what is shown: what proved useful comes in as an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..model import LINKS_TO, Edge, PageRow, PassageRow
from ..retrieval_engine.cutting import Counter, best_sentence
from ..retrieval_engine.meaning import Likeness
from ..retrieval_engine.rank import passage_scores, search
from ..retrieval_engine.values import Query
from ..text.analyzer import analyze
from ..text.escaping import safe_line, safe_text
from ..text.ontology import display_relation

DAMPING, TOLERANCE, MOST_ROUNDS = 0.85, 1e-8, 100
"""Of PageRank; the tolerance is the change of all ranks together below which they count as settled."""
LINK_WEIGHT = 0.5
"""Of an untyped link, against a claim of confidence 1."""
EVERY = 1 << 30
NEIGHBORS, EDGES, CLAIMS = 64, 16, 3
"""Edges followed from each node, and looked at for its claims, the surest first; claims given of a node in short."""

MAX_LINE = 200
"""Characters of a name, a summary and the question in a line."""


class Weights(NamedTuple):
    """What each signal counts; a sum above 1 is scaled down to 1."""

    semantic: float = 0.40
    pagerank: float = 0.25
    task_trace: float = 0.25
    cochange: float = 0.10


class Signals(NamedTuple):
    """What is known of a node and a question, each in [0, 1]; see rrlmgraph.compute_relevance."""

    semantic: float
    pagerank: float
    task_trace: float
    cochange: float


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


def relevance(signals: Signals, weights: Weights) -> float:
    """Return the weighted sum of the signals, in [0, 1]."""
    total = sum(weight * min(1.0, max(0.0, signal)) for weight, signal in zip(weights, signals))
    return total / max(1.0, sum(weights))


def gather_context(
    reader: IndexReader, query: Query, seed: str, signals: NodeSignals, weights: Weights, limits: Limits, count: Counter
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
        frontier = {other: max(score, relevance(signals.of(other), weights)) for other, score in frontier.items()}
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
        """Return the signals of a node as things stand."""
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
    """Texts of nodes for one question.  Everything that a page says stands as a quotation."""

    def __init__(self, reader: IndexReader, query: Query, min_confidence: float) -> None:
        self._reader, self._query, self._min_confidence = reader, query, min_confidence

    def head(self) -> str:
        """Return the line with the question."""
        question = _line(self._query.question)
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
        return "\n".join(_quoted(row.text) for row in rows) if rows else "\n".join(self._claims(node))

    def compressed(self, node: str) -> list[str]:
        """Return short texts of a node, longest first: summary, claims and best sentence; then the first of them.

        Empty where there is nothing to say.
        """
        page, rows = self._read(node)
        summary = [_quoted(_line(page.description))] if page and page.description else []
        claims, sentence = self._claims(node)[:CLAIMS], self._best_sentence(page, rows) if page else []
        forms = [[*summary, *claims, *sentence], [*summary, *claims], summary or sentence or claims[:1]]
        return list(filter(None, dict.fromkeys("\n".join(form) for form in forms)))

    def _read(self, node: str) -> tuple[PageRow | None, list[PassageRow]]:
        page = next(iter(self._reader.pages(nodes=[node])), None)
        return page, self._reader.passages(pages=[page.id]) if page else []

    def _label(self, node: str) -> str:
        page = self._read(node)[0]
        name = f" {_line(page.title)}" if page and page.title.casefold() != node.casefold() else ""
        return f"## [[{safe_line(node)}]]{name} ({page.category if page else 'no page'})"

    def _claims(self, node: str) -> list[str]:
        """Return what is claimed of a node, by what it says of the question, then by confidence."""
        edges = self._reader.edges_at([node], min_confidence=self._min_confidence, limit=EDGES)
        claims = [edge for edge in edges if edge.relation != LINKS_TO]
        ends = sorted({end for edge in claims for end in (edge.source, edge.target)})
        titles = {row.node: row.title for row in (self._reader.pages(nodes=ends) if ends else ())}
        lines: dict[str, float] = {}
        for edge in claims:
            source, target = (_line(titles.get(end, end)) for end in (edge.source, edge.target))
            relation = safe_line(display_relation(edge.relation))
            lines[f"- {source} -{relation}[{edge.confidence:g}]-> {target}"] = edge.confidence
        shares = {line: _share(self._query, line, self._query.language) for line in lines}
        return sorted(lines, key=lambda line: (-shares[line], -lines[line], line))

    def _best_sentence(self, page: PageRow, rows: Sequence[PassageRow]) -> list[str]:
        """Return the sentence that has most of the question; nothing where the summary has as much."""
        # Claims and evidence are given by themselves.
        shares = {row: _share(self._query, row.text, page.language) for row in rows if "#^" not in row.text}
        best = min(shares, key=lambda row: (-shares[row], row.id), default=None)
        if best is None or (page.description and shares[best] <= _share(self._query, page.description, page.language)):
            return []
        weights = {term.term: term.share for term in self._query.terms}
        sentence = best_sentence(best.text, best.kind, words=partial(_words, page.language), weights=weights)
        return [_quoted(sentence)] if sentence else []


def _words(language: str, text: str) -> Sequence[str]:
    return analyze(text, language)


def _share(query: Query, text: str, language: str) -> float:
    """Return the share of the question's idf that the words of a text cover, in [0, 1]."""
    words = set(analyze(text, language or query.language))
    return min(1.0, sum(term.share for term in query.terms if term.term in words))


def _quoted(text: str) -> str:
    """Return text of a page so that none of its lines passes for one of the context's own."""
    return "\n".join(f"> {line}".rstrip() for line in safe_text(text).strip("\n").split("\n"))


def _line(text: str) -> str:
    text = " ".join(text.split())
    return safe_line(text if len(text) <= MAX_LINE else text[: MAX_LINE - 1].rstrip() + "…")
