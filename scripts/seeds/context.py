"""A context for a question, gathered from one node outwards under a token budget.

The algorithm, its signals and their weights are those of the R package rrlmgraph.  What differs is on purpose: the
budget counts the text as it is sent, a node that does not fit is passed over rather than ending the search, and nothing
is learned from what is shown: what proved useful comes in as an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace

from ..errors import UsageError
from ..index_store.port import IndexReader
from ..model import LINKS_TO, Edge, PageRow, PassageRow, SectionRow
from ..retrieval_engine.cutting import Counter, best_sentence, cut_passage
from ..retrieval_engine.rank import search, word_scores
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

MAX_NAME, MAX_SUMMARY, MAX_QUESTION = 80, 240, 200
"""Characters of a name, a summary and the question in a line."""

METHODS = ("words", "dense")


@dataclass(frozen=True, slots=True)
class Weights:
    """What each signal counts; a sum above 1 is scaled down to 1."""

    semantic: float = 0.40
    pagerank: float = 0.25
    task_trace: float = 0.25
    cochange: float = 0.10


@dataclass(frozen=True, slots=True)
class Signals:
    """What is known of a node and a question, each in [0, 1]."""

    semantic: float
    """Likeness to the question, by its words."""
    pagerank: float
    """Importance in the graph."""
    task_trace: float
    """What proved useful for questions like this one."""
    cochange: float
    """Written together with the nodes visited."""


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
    method: str | None = None
    """words, dense, or None: whatever there is.  Only words are known here."""


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


def relevance(signals: Signals, weights: Weights) -> float:
    """Return the weighted sum of the signals, in [0, 1]."""
    by_name = asdict(weights)
    total: float = sum(by_name[name] * min(1.0, max(0.0, signal)) for name, signal in asdict(signals).items())
    return total / float(max(1.0, sum(by_name.values())))


def weights_with(weights: Weights, overrides: Mapping[str, float]) -> Weights:
    """Return weights with some replaced.  Raises UsageError for an unknown name or a number outside [0, 1]."""
    names = [weight.name for weight in fields(Weights)]
    for name, value in overrides.items():
        if name not in names:
            raise UsageError(f"no weight {name!r}", hint="one of " + ", ".join(names))
        if not 0 <= value <= 1:
            raise UsageError(f"weight {name} {value:g} is outside [0, 1]", hint="give a number from 0 to 1")
    return replace(weights, **{name: float(value) for name, value in overrides.items()})


def query_context(
    reader: IndexReader,
    question: str,
    seed: str | None,
    options: ContextOptions,
    *,
    count: Counter,
    history: History | None = None,
    tell: Callable[[str], None] | None = None,
) -> Context:
    """Gather the context of a question: the seed in full, then the most relevant of its neighbors, and of theirs.

    seed: a node; where none is given, the page that the question names first, else the one that speaks to it best, else
    the most important one.  tell is given a line for each node taken.  Raises UsageError for numbers that cannot be
    and where neither a seed nor a question is given.
    """
    _check(options)
    if seed is None and not any(map(str.isalnum, question)):
        raise UsageError("the question holds no word", hint="ask in words, or name a seed node")
    query = understand(reader, question)
    likeness = _likeness(reader, query)
    seed = seed if seed is not None else _seed(reader, query, likeness)
    if seed is None:
        return Context((), "", 0, options.budget_tokens, None, {})
    signals = _NodeSignals(reader, query, likeness, history or History())
    gathering = _Gathering(_NodeTexts(reader, query, options.min_confidence), options, count)
    if not gathering.begin(seed):
        return Context((), "", 0, options.budget_tokens, seed, {}, (seed,))
    if tell is not None:
        tell(f"seed {seed}")
    _gather(reader, seed, signals, gathering, options, tell)
    return gathering.context(seed)


def compute_relevance(
    reader: IndexReader,
    node: str,
    question: str,
    visited: Sequence[str] = (),
    *,
    history: History | None = None,
    weights: Weights | None = None,
    method: str | None = None,
) -> float:
    """Return how relevant a node is to a question once others were visited, in [0, 1]."""
    _check_method(method)
    query = understand(reader, question)
    signals = _NodeSignals(reader, query, _likeness(reader, query), history or History())
    for other in visited:
        signals.visit(other)
    return relevance(signals.of([node])[node], weights or Weights())


def build_node_context(
    reader: IndexReader, node: str, question: str = "", *, is_full: bool = True, min_confidence: float = 0.6
) -> str:
    """Return what a context has of a node: its page in full, or its summary, claims and best sentence."""
    texts = _NodeTexts(reader, understand(reader, question), min_confidence)
    return texts.full(node) if is_full else (texts.compressed(node) or [""])[0]


def assemble_context_string(
    reader: IndexReader, nodes: Sequence[str], question: str = "", *, min_confidence: float = 0.6
) -> str:
    """Return the text of a context of these nodes, the first in full, the others in short; no budget applies."""
    texts = _NodeTexts(reader, understand(reader, question), min_confidence)
    parts = [
        _Part(node, "", (texts.compressed(node) or [""])[0] if place else texts.full(node))
        for place, node in enumerate(nodes)
    ]
    return _composed(texts, parts) if parts else ""


def _gather(
    reader: IndexReader,
    seed: str,
    signals: _NodeSignals,
    gathering: _Gathering,
    options: ContextOptions,
    tell: Callable[[str], None] | None,
) -> None:
    """Take the most relevant neighbor of what is taken, again and again."""
    frontier: dict[str, float] = {}
    seen = {seed}
    node = seed
    while len(gathering.scores) <= options.max_nodes:
        signals.visit(node)
        new = [other for other in _neighbors(reader, node, options.min_confidence) if other not in seen]
        seen.update(new)
        frontier.update(dict.fromkeys(new, 0.0))
        # What was relevant beside fewer nodes stays so: else a larger budget would lose what a smaller one has.
        for other, found in signals.of(list(frontier)).items():
            frontier[other] = max(frontier[other], relevance(found, options.weights))
        node = ""
        for other in sorted(frontier, key=lambda other: (-frontier[other], other)):
            if frontier[other] < options.min_relevance:
                break
            # What does not fit now never will: the room only shrinks.
            if gathering.take(other, frontier.pop(other)):
                node = other
                break
        if not node:
            break
        if tell is not None:
            tell(f"{node}: relevance {gathering.scores[node]:.3f}, {gathering.tokens} tokens so far")


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


def _likeness(reader: IndexReader, query: Query) -> dict[int, float]:
    """Return how like the question each page is by its best passage, as a share of the best one."""
    found = search(reader, query)
    scores = word_scores(found)
    largest = max(scores.values(), default=0.0)
    likeness: dict[int, float] = {}
    for passage, score in scores.items():
        page = found.passage_rows[passage].page
        likeness[page] = max(likeness.get(page, 0.0), score / largest if largest > 0 else 0.0)
    return likeness


class _NodeSignals:
    """The signals of nodes for one question, of which only the last changes while nodes are visited."""

    def __init__(self, reader: IndexReader, query: Query, likeness: Mapping[int, float], history: History) -> None:
        self._reader, self._query, self._likeness, self._history = reader, query, likeness, history
        self._pages: dict[str, PageRow | None] = {}
        self._visited: list[str] = []

    def visit(self, node: str) -> None:
        """From now on a node counts for what was written together with it."""
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
        semantic = max(self._likeness.get(page.id, 0.0), _share(self._query, named, page.language))
        together = [self._history.together(page.path, path) for path in self._visited if path != page.path]
        positive = [share for share in together if share > 0]
        cochange = sum(positive) / len(positive) if positive else 0.0
        return Signals(semantic, page.importance, useful, cochange)


@dataclass(frozen=True, slots=True)
class _Part:
    """What a context has of one node."""

    node: str
    note: str
    text: str


class _Gathering:
    """The nodes taken so far with their texts, measured as a whole at every step."""

    def __init__(self, texts: _NodeTexts, options: ContextOptions, count: Counter) -> None:
        self._texts, self._options, self._count = texts, options, count
        self._parts: list[_Part] = []
        self._sent, self.tokens = "", 0
        self._has_head = True
        self.scores: dict[str, float] = {}
        self._passed_over: list[str] = []

    def begin(self, seed: str) -> bool:
        """Take the seed, as much of it as fits; where not even its label does, nothing is taken."""
        for has_head in (True, False):
            self._has_head = has_head
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
        sent = _composed(self._texts, [*self._parts, part], has_head=self._has_head)
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
            {node: round(score, 6) for node, score in self.scores.items()},
            tuple(self._passed_over),
        )


def _composed(texts: _NodeTexts, parts: Sequence[_Part], *, has_head: bool = True) -> str:
    """Return nodes under their labels, below a line with the question."""
    lines = [texts.head()] if has_head else []
    for part in parts:
        lines.append(texts.label(part.node, part.note))
        if part.text:
            lines.append(part.text)
    return "\n".join(lines)


class _NodeTexts:
    """Texts of nodes for one question.  Everything that a page says stands as a quotation."""

    def __init__(self, reader: IndexReader, query: Query, min_confidence: float) -> None:
        self._reader, self._query, self._min_confidence = reader, query, min_confidence
        self._pages: dict[str, PageRow | None] = {}
        self._passages: dict[int, list[PassageRow]] = {}
        self._short: dict[str, list[str]] = {}

    def head(self) -> str:
        """Return the first line of a context."""
        question = _line(self._query.question, MAX_QUESTION)
        return f"# Context for: {question}" if question else "# Context"

    def label(self, node: str, note: str = "") -> str:
        """Return the line above a node."""
        page = self._page(node)
        kind = page.category if page else "no page"
        name = f" {_line(page.title, MAX_NAME)}" if page and page.title.casefold() != node.casefold() else ""
        return f"## [[{safe_line(node)}]]{name} ({kind}{', ' + note if note else ''})"

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
            rows = self._rows(page)
            best = sorted(rows, key=lambda row: (-self._share(row.text, page), row.id))
            size = len(best) - 1
            while size > 0:
                yield self._joined(sorted(best[:size], key=lambda row: row.id), page), "cut"
                size = size * 2 // 3
            for row in best[:1]:
                for limit in (400, 200, 100, 50, 25):
                    text = self._cut(row, page, limit, count)
                    if text:
                        yield text, "cut"
        for text in self.compressed(node):
            yield text, "cut"
        yield "", "cut"

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
            self._short[node] = sorted((text for text in texts if text), key=lambda text: -len(text))
        return self._short[node]

    def _page(self, node: str) -> PageRow | None:
        if node not in self._pages:
            rows = self._reader.pages(nodes=[node])
            self._pages[node] = rows[0] if rows else None
        return self._pages[node]

    def _rows(self, page: PageRow) -> list[PassageRow]:
        if page.id not in self._passages:
            self._passages[page.id] = self._reader.passages(pages=[page.id])
        return self._passages[page.id]

    def _joined(self, rows: Iterable[PassageRow], page: PageRow) -> str:
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
        lines = [(edge, _claim_line(edge, titles)) for edge in claims]
        shares = {line: _share(self._query, line, self._query.language) for _, line in lines}
        ordered = sorted(lines, key=lambda pair: (-shares[pair[1]], -pair[0].confidence, pair[1]))
        return [line for _, line in ordered]

    def _best_sentence(self, page: PageRow) -> list[str]:
        """Return the sentence that has most of the question; nothing where the summary has as much."""
        rows = [row for row in self._rows(page) if row.kind != "metadata" and not _is_citations(row)]
        if not rows:
            return []
        best = min(rows, key=lambda row: (-self._share(row.text, page), row.id))
        if page.description and self._share(best.text, page) <= self._share(page.description, page):
            return []
        weights = {term.term: term.share for term in self._query.terms}
        sentence = best_sentence(best.text, best.kind, words=lambda text: analyze(text, page.language), weights=weights)
        return [_quoted(sentence)] if sentence else []

    def _cut(self, row: PassageRow, page: PageRow, limit: int, count: Counter) -> str:
        weights = {term.term: term.share for term in self._query.terms}

        def words(text: str) -> Sequence[str]:
            return analyze(text, page.language)

        cut = cut_passage(row.text, row.kind, limit=limit, count=count, words=words, weights=weights)
        return _quoted(cut.text) if cut else ""

    def _share(self, text: str, page: PageRow) -> float:
        return _share(self._query, text, page.language)


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
    """Whether a passage is a list of claims or evidence with their sources: the claims are given by themselves."""
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


def _check(options: ContextOptions) -> None:
    # Written so that what is no number at all, which is neither below nor above anything, is refused, too.
    if not (options.budget_tokens >= 1 and options.max_nodes >= 0):
        raise UsageError(
            f"budget_tokens {options.budget_tokens}, max_nodes {options.max_nodes}",
            hint="give a budget from 1 and a number of nodes from 0",
        )
    if not 0 <= options.min_relevance <= 1:
        raise UsageError(f"min_relevance {options.min_relevance:g} is outside [0, 1]", hint="give a number from 0 to 1")
    _check_method(options.method)


def _check_method(method: str | None) -> None:
    if method is not None and method not in METHODS:
        raise UsageError(f"no method {method!r}", hint="one of " + ", ".join(METHODS))
    if method == "dense":
        raise UsageError("method 'dense' finds no vectors", hint="use method 'words'")
