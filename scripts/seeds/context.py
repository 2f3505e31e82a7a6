"""A context for a question, gathered from one node outwards under a token budget: what rrlmgraph.py offers, as values.

The algorithm, its signals and their weights are those of the R package rrlmgraph.  What differs is on purpose: the
budget counts the text as it is sent, a node that does not fit is passed over rather than ending the search, and nothing
is learned from what is shown: what proved useful comes in as an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..errors import UsageError
from ..index_store.port import IndexReader
from ..model import LINKS_TO, Edge, PageRow, PassageRow, SectionRow
from ..retrieval_engine.cutting import Counter, best_sentence, cut_passage
from ..retrieval_engine.meaning import Likeness
from ..retrieval_engine.rank import passage_scores, search
from ..retrieval_engine.understand import understand
from ..retrieval_engine.values import Query
from ..text.analyzer import analyze
from ..text.escaping import safe_line, safe_text
from ..text.ontology import display_relation

NEIGHBORS = 64
"""Edges followed from each node: the surest."""

CLAIMS = 3
"""Claims that are given of a node that is not the seed."""

EDGES = 16
"""Edges looked at for claims of a node: the surest."""

CUTS = (400, 200, 100, 50, 25)
"""Tokens to which the best passage of a seed is cut where there is no room for more."""

MAX_NAME, MAX_SUMMARY, MAX_QUESTION = 80, 240, 200
"""Characters of a name, a summary and the question in a line."""


class Weights(NamedTuple):
    """What each signal counts; a sum above 1 is scaled down to 1."""

    semantic: float = 0.40
    pagerank: float = 0.25
    task_trace: float = 0.25
    cochange: float = 0.10


class Signals(NamedTuple):
    """What is known of a node and a question, each in [0, 1]."""

    semantic: float
    """Likeness to the question, by its words, and by what it means where a model compares meanings."""
    pagerank: float
    """Importance in the graph."""
    task_trace: float
    """What proved useful for questions like this one."""
    cochange: float
    """Written together with the nodes visited."""


def relevance(signals: Signals, weights: Weights) -> float:
    """Return the weighted sum of the signals, in [0, 1]."""
    total = sum(weight * min(1.0, max(0.0, signal)) for weight, signal in zip(weights, signals))
    return total / max(1.0, sum(weights))


def _never_together(_one: str, _other: str) -> float:
    return 0.0


@dataclass(frozen=True, slots=True)
class History:
    """What is remembered about pages beside what they say."""

    useful: Mapping[str, float] = field(default_factory=dict)
    """How useful nodes proved for the question, in [0, 1]; what was never marked is absent."""
    together: Callable[[str, str], float] = _never_together
    """How much two pages, by their paths, were written together, in [0, 1]."""


@dataclass(frozen=True, slots=True)
class ContextOptions:
    budget_tokens: int = 2000
    min_relevance: float = 0.1
    max_nodes: int = 20
    """Nodes beside the seed."""
    min_confidence: float = 0.6
    """Of claims that are followed and shown."""
    weights: Weights = field(default_factory=Weights)


@dataclass(frozen=True, slots=True)
class Context:
    """What was gathered."""

    nodes: tuple[str, ...]
    """The seed, then the others in the order in which they were taken: the most relevant at that moment."""
    context_string: str
    tokens_used: int
    """Of context_string; at most the budget."""
    budget_tokens: int
    seed_node: str | None
    """None where the vault has no page."""
    relevance_scores: Mapping[str, float]
    """Of each node, the highest until it was taken; 1 for the seed."""
    passed_over: tuple[str, ...] = ()
    """Nodes relevant enough that did not fit."""


def gather_context(
    reader: IndexReader,
    question: str,
    seed: str | None,
    options: ContextOptions,
    *,
    count: Counter,
    history: History | None = None,
    meanings: Likeness | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Context:
    """Gather the context of a question: the seed in full, then the most relevant of its neighbors, and of theirs.

    seed: a node; where none is given, the page that the question names first, else the one that speaks to it best, else
    the most important one.  meanings: compares them; without it words alone count.  tell is given a line for each node
    taken.  Raises UsageError where neither a seed nor a question is given.
    """
    if seed is None and not any(map(str.isalnum, question)):
        raise UsageError("the question holds no word", hint="ask in words, or name a seed node")
    query = understand(reader, question)
    signals = NodeSignals(reader, query, history or History(), meanings)
    seed = seed if seed is not None else _seed(reader, query, signals.likeness)
    if seed is None:
        return Context((), "", 0, options.budget_tokens, None, {})
    gathering = _Gathering(NodeTexts(reader, query, options.min_confidence), options.budget_tokens, count)
    if not gathering.begin(seed):
        return Context((), "", 0, options.budget_tokens, seed, {}, (seed,))
    tell(f"seed {seed}")
    frontier: dict[str, float] = {}
    seen, node = {seed}, seed
    while node and len(gathering.scores) <= options.max_nodes:
        signals.visit(node)
        new = [other for other in _neighbors(reader, node, options.min_confidence) if other not in seen]
        seen.update(new)
        frontier.update(dict.fromkeys(new, 0.0))
        # What was relevant beside fewer nodes stays so: else a larger budget would lose what a smaller one has.
        for other, found in signals.of(list(frontier)).items():
            frontier[other] = max(frontier[other], relevance(found, options.weights))
        node = _take_next(gathering, frontier, options.min_relevance)
        if node:
            tell(f"{node}: relevance {gathering.scores[node]:.3f}, {gathering.tokens} tokens so far")
    return gathering.context(seed)


def _take_next(gathering: _Gathering, frontier: dict[str, float], min_relevance: float) -> str:
    """Take the most relevant node that fits; "" where none does."""
    for node in sorted(frontier, key=lambda node: (-frontier[node], node)):
        if frontier[node] < min_relevance:
            break
        # What does not fit now never will: the room only shrinks.
        if gathering.take(node, frontier.pop(node)):
            return node
    return ""


def _neighbors(reader: IndexReader, node: str, min_confidence: float) -> list[str]:
    """Return what claims and links join to a node, the surest first, each once."""
    edges = reader.edges_at([node], min_confidence=min_confidence, limit=NEIGHBORS)
    return list(dict.fromkeys(edge.target if edge.source == node else edge.source for edge in edges))


def _seed(reader: IndexReader, query: Query, likeness: Mapping[int, float]) -> str | None:
    named = [entry.page for name in query.names for entry in name.names if entry.page is not None]
    best = sorted(likeness, key=lambda page: (-likeness[page], page))[:1]
    for page in (*named[:1], *best):
        rows = reader.pages(ids=[page])
        if rows:
            return rows[0].node
    every = reader.pages(everything=True)
    return min(every, key=lambda row: (-row.importance, row.node)).node if every else None


class NodeSignals:
    """The signals of nodes for one question, of which only the last changes while nodes are visited."""

    def __init__(self, reader: IndexReader, query: Query, history: History, meanings: Likeness | None = None) -> None:
        self._reader, self._query, self._history = reader, query, history
        self.likeness = _likeness(reader, query, meanings)
        self._pages: dict[str, PageRow | None] = {}
        self._visited: list[str] = []

    def visit(self, node: str) -> None:
        """Count a node as visited: it counts for what was written together with it."""
        self._read([node])
        page = self._pages[node]
        if page is not None and page.path not in self._visited:
            self._visited.append(page.path)

    def of(self, nodes: Sequence[str]) -> dict[str, Signals]:
        """Return the signals of nodes as things stand."""
        self._read(nodes)
        return {node: self._signals(node, self._pages[node]) for node in nodes}

    def _read(self, nodes: Sequence[str]) -> None:
        unknown = [node for node in nodes if node not in self._pages]
        self._pages.update(dict.fromkeys(unknown))
        self._pages.update((row.node, row) for row in (self._reader.pages(nodes=unknown) if unknown else ()))

    def _signals(self, node: str, page: PageRow | None) -> Signals:
        useful = self._history.useful.get(node, 0.0)
        if page is None:
            return Signals(_share(self._query, node, self._query.language), 0.0, useful, 0.0)
        named = "\n".join([page.title, *page.aliases, page.description])
        semantic = max(self.likeness.get(page.id, 0.0), _share(self._query, named, page.language))
        together = [self._history.together(page.path, path) for path in self._visited if path != page.path]
        positive = [share for share in together if share > 0]
        return Signals(semantic, page.importance, useful, sum(positive) / len(positive) if positive else 0.0)


def _likeness(reader: IndexReader, query: Query, meanings: Likeness | None) -> dict[int, float]:
    """Return how like the question each page is by its best passage, as a share of the best one."""
    found = search(reader, query)
    scores = passage_scores(query, found, meanings)
    largest = max(scores.values(), default=0.0)
    likeness: dict[int, float] = {}
    for passage, score in scores.items():
        page = found.passage_rows[passage].page
        likeness[page] = max(likeness.get(page, 0.0), score / largest if largest > 0 else 0.0)
    return likeness


class _Part(NamedTuple):
    """What a context has of one node."""

    node: str
    note: str
    text: str


class _Gathering:
    """The nodes taken so far with their texts, measured as a whole at every step."""

    def __init__(self, texts: NodeTexts, budget_tokens: int, count: Counter) -> None:
        self._texts, self._budget, self._count = texts, budget_tokens, count
        self._parts: list[_Part] = []
        self._sent, self.tokens = "", 0
        self._has_head = True
        self.scores: dict[str, float] = {}
        self._passed_over: list[str] = []

    def begin(self, seed: str) -> bool:
        """Take the seed, as much of it as fits; where not even its label does, nothing is taken."""
        for self._has_head in (True, False):
            for text, note in self._texts.fullest(seed, self._count):
                if self._fits(_Part(seed, note, text)):
                    self.scores[seed] = 1.0
                    return True
        return False

    def take(self, node: str, score: float) -> bool:
        """Take a node in the longest of its short texts that fits; False where none does."""
        if any(self._fits(_Part(node, "", text)) for text in self._texts.compressed(node)):
            self.scores[node] = score
            return True
        self._passed_over.append(node)
        return False

    def _fits(self, part: _Part) -> bool:
        sent = self._texts.composed([*self._parts, part], has_head=self._has_head)
        tokens = self._count(sent)
        if tokens > self._budget:
            return False
        self._parts.append(part)
        self._sent, self.tokens = sent, tokens
        return True

    def context(self, seed: str) -> Context:
        scores = {node: round(score, 6) for node, score in self.scores.items()}
        return Context(
            tuple(scores), self._sent, self.tokens, self._budget, seed, scores, passed_over=tuple(self._passed_over)
        )


class NodeTexts:
    """Texts of nodes for one question.  Everything that a page says stands as a quotation."""

    def __init__(self, reader: IndexReader, query: Query, min_confidence: float) -> None:
        self._reader, self._query, self._min_confidence = reader, query, min_confidence
        self._weights = {term.term: term.share for term in query.terms}
        self._pages: dict[str, PageRow | None] = {}
        self._passages: dict[int, list[PassageRow]] = {}
        self._short: dict[str, list[str]] = {}

    def assembled(self, nodes: Sequence[str]) -> str:
        """Return the text of a context of these nodes, the first in full, the others in short; no budget applies."""
        parts = [
            _Part(node, "", (self.compressed(node) or [""])[0] if place else self.full(node))
            for place, node in enumerate(nodes)
        ]
        return self.composed(parts) if parts else ""

    def composed(self, parts: Sequence[_Part], *, has_head: bool = True) -> str:
        """Return nodes under their labels, below a line with the question."""
        question = _line(self._query.question, MAX_QUESTION)
        lines = [f"# Context for: {question}" if question else "# Context"] if has_head else []
        for part in parts:
            lines += [self._label(part.node, part.note), *filter(None, [part.text])]
        return "\n".join(lines)

    def full(self, node: str) -> str:
        """Return the whole page, in its order; what is claimed of a name that has no page."""
        page = self._page(node)
        rows = self._rows(page) if page else []
        return self._joined(rows, page) if page and rows else "\n".join(self._claims(node))

    def fullest(self, node: str, count: Counter) -> Iterator[tuple[str, str]]:
        """Give texts of a node from the whole page to nothing, longest first, each with what its label says of it."""
        yield self.full(node), ""
        page = self._page(node)
        if page:
            best = sorted(self._rows(page), key=lambda row: (-_share(self._query, row.text, page.language), row.id))
            size = len(best) - 1
            while size > 0:
                yield self._joined(sorted(best[:size], key=lambda row: row.id), page), "cut"
                size = size * 2 // 3
            for row in best[:1]:
                yield from ((text, "cut") for limit in CUTS if (text := self._cut(row, page, limit, count)))
        yield from ((text, "cut") for text in (*self.compressed(node), ""))

    def compressed(self, node: str) -> list[str]:
        """Return short texts of a node, longest first: summary, claims and best sentence; two of them; one.

        Empty where there is nothing to say.
        """
        if node not in self._short:
            page = self._page(node)
            summary = [_quoted(_leading(page.description, MAX_SUMMARY))] if page and page.description else []
            claims = self._claims(node)[:CLAIMS]
            sentence = self._best_sentence(page) if page else []
            short = summary or sentence or claims[:1]
            forms = [[*summary, *claims, *sentence], [*summary, *claims], [*summary, *sentence], short]
            texts = dict.fromkeys("\n".join(form) for form in forms)
            self._short[node] = sorted(filter(None, texts), key=lambda text: -len(text))
        return self._short[node]

    def _label(self, node: str, note: str) -> str:
        page = self._page(node)
        kind = page.category if page else "no page"
        name = f" {_line(page.title, MAX_NAME)}" if page and page.title.casefold() != node.casefold() else ""
        return f"## [[{safe_line(node)}]]{name} ({kind}{', ' + note if note else ''})"

    def _page(self, node: str) -> PageRow | None:
        if node not in self._pages:
            rows = self._reader.pages(nodes=[node])
            self._pages[node] = rows[0] if rows else None
        return self._pages[node]

    def _rows(self, page: PageRow) -> list[PassageRow]:
        if page.id not in self._passages:
            self._passages[page.id] = self._reader.passages(pages=[page.id])
        return self._passages[page.id]

    def _joined(self, rows: Sequence[PassageRow], page: PageRow) -> str:
        """Return passages under their headings, of which the page's own title is not repeated."""
        sections = {section.id: section for section in self._reader.sections(pages=[page.id])}
        lines: list[str] = []
        heading = ""
        for row in rows:
            here = _heading(sections[row.section], page) if row.section in sections else ""
            if here and here != heading:
                lines.append(f"### {here}")
            heading = here
            lines.append(_quoted(row.text))
        return "\n".join(lines)

    def _claims(self, node: str) -> list[str]:
        """Return what is claimed of a node, by what it says of the question, then by confidence."""
        edges = self._reader.edges_at([node], min_confidence=self._min_confidence, limit=EDGES)
        claims = [edge for edge in edges if edge.relation != LINKS_TO]
        ends = sorted({end for edge in claims for end in (edge.source, edge.target)})
        titles = {row.node: row.title for row in (self._reader.pages(nodes=ends) if ends else ())}
        lines = {_claim_line(edge, titles): edge.confidence for edge in claims}
        shares = {line: _share(self._query, line, self._query.language) for line in lines}
        return sorted(lines, key=lambda line: (-shares[line], -lines[line], line))

    def _best_sentence(self, page: PageRow) -> list[str]:
        """Return the sentence that has most of the question; nothing where the summary has as much."""
        rows = [row for row in self._rows(page) if row.kind != "metadata" and not _is_citations(row)]
        shares = {row: _share(self._query, row.text, page.language) for row in rows}
        best = min(rows, key=lambda row: (-shares[row], row.id), default=None)
        if best is None:
            return []
        if page.description and shares[best] <= _share(self._query, page.description, page.language):
            return []
        words = _words_of(page.language)
        sentence = best_sentence(best.text, best.kind, words=words, weights=self._weights)
        return [_quoted(sentence)] if sentence else []

    def _cut(self, row: PassageRow, page: PageRow, limit: int, count: Counter) -> str:
        words = _words_of(page.language)
        cut = cut_passage(row.text, row.kind, limit=limit, count=count, words=words, weights=self._weights)
        return _quoted(cut.text) if cut else ""


def _words_of(language: str) -> Callable[[str], Sequence[str]]:
    return lambda text: analyze(text, language)


def _share(query: Query, text: str, language: str) -> float:
    """Return the share of the question's idf that the words of a text cover, in [0, 1]."""
    words = set(analyze(text, language or query.language))
    return min(1.0, sum(term.share for term in query.terms if term.term in words))


def _heading(section: SectionRow, page: PageRow) -> str:
    headings = [*section.above, section.heading]
    if headings[0] == page.title:
        headings = headings[1:]
    return _line(" > ".join(heading for heading in headings if heading), MAX_NAME)


def _is_citations(row: PassageRow) -> bool:
    """Return whether a passage lists claims or evidence with their sources: the claims are given by themselves."""
    lines = [line.lstrip() for line in row.text.splitlines() if line.strip()]
    return row.kind == "list" and all(line.startswith(("- [[", "* [[")) and "#^" in line for line in lines)


def _claim_line(edge: Edge, titles: Mapping[str, str]) -> str:
    source, target = (_line(titles.get(end, end), MAX_NAME) for end in (edge.source, edge.target))
    return f"- {source} -{safe_line(display_relation(edge.relation))}[{edge.confidence:g}]-> {target}"


def _quoted(text: str) -> str:
    """Return text of a page so that none of its lines passes for one of the context's own."""
    return "\n".join(f"> {line}".rstrip() for line in safe_text(text).strip("\n").split("\n"))


def _leading(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _line(text: str, most: int) -> str:
    return safe_line(_leading(text, most))
