"""The HCE seed: a conversation with a memory, brought into each prompt within a budget of tokens.

    from scripts.seeds.hce import HCEPipeline, vault_pipeline

A pipeline holds everything in memory, and save and load keep it in a folder.  To outlive the session, and for others
to read, vault_pipeline keeps every turn in the vault.
"""

from __future__ import annotations

import json
import os
import re
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import chain, combinations, pairwise
from math import fsum, log, sqrt
from typing import Any, NamedTuple

from ..errors import CommonplaceError, DataError
from ..index_store.port import IndexReader
from ..knowledge_base import KnowledgeBase
from ..memory.remembering import all_turns, turns_of
from ..text.analyzer import analyze, name_key
from ..text.escaping import json_text, quoted
from ..text.hygiene import REDACT
from ..text.language import function_words, question_words, word_lists
from ..text.tokens import count_tokens
from ..verbs.memory import remember_turns
from ..wiki_store.writing import write_durably

estimate_tokens = count_tokens
"""Counts the tokens of a text, unless a caller gives another counter."""

THRESHOLD = 0.05
"""Least cosine of an interaction that is brought back."""
FOUND = 10
"""Interactions taken from the tree, and from the graph."""
MIN_ACTIVATION = 0.01
"""The least activation that a node passes on and that is reported."""
MAX_WORDS = 5
"""Longer names are rarely repeated word for word in running text."""
MOST = 12
"""Entities of one text that are linked with each other: more are a list, and the pairs grow with their square."""
TURNS_KEPT = 64
"""Interactions that a node remembers it was mentioned in: the latest."""

_LATIN = "0-9A-Za-z\u00c0-\u024f"
_WORD = re.compile(rf"[{_LATIN}]+[+#]*|[^\W_{_LATIN}]+")
"""A word of one script: `Redis에서` is two."""
_LETTERS = re.compile(r"[^\W\d_][\w'’-]*")
_PERSON = re.compile(r"[^\W\d_]\w+(?: [^\W\d_]\w*\.?){1,2}")
_TITLES = ("dr", "mr", "mrs", "ms", "prof", "todo", "none", "null", "true", "false")
_DATES = (*chain(*word_lists("en").months), *chain(*question_words("en").weekdays))
_NO_NAMES = frozenset({*_TITLES, *_DATES}) | function_words("en")
"""Words that have a capital in English and are no names."""
_MARKED = re.compile(
    r"(?<![\w/.-])(?P<file>(?:[\w.-]+/)*[\w-]+\.(?:py|js|ts|go|rs|cpp|md|json|ya?ml|toml|sh|sql|txt|csv))\b"
    r"|(?<![\w.])(?P<function>[A-Za-z_]\w*(?:\.\w+)*)\(\)"
    r"|(?<!\w)['\"“`](?P<concept>[^'\"“”`\n]{3,49})['\"”`](?!\w)"
)
"""Names of files and functions, and what is quoted."""
_FILE, _SCHEMA = "hce.json", 3
_SECTIONS = (
    ("tree", "## Relevant Past Interactions"),
    ("graph", "## Related Knowledge"),
    ("buffer", "## Recent Conversation"),
)
_NAMES = {"user": "User", "assistant": "Assistant"}


class FocusEntry(NamedTuple):
    """One turn of a conversation."""

    role: str
    """user, assistant, or anybody's name."""
    content: str
    timestamp: float = 0.0

    @property
    def line(self) -> str:
        """The content with the speaker in front."""
        return f"{_NAMES.get(self.role, self.role)}: {self.content}"


class SlidingFocusBuffer:
    """Short-term memory: the last max_size entries; a further one pushes the oldest out."""

    def __init__(self, max_size: int = 10) -> None:
        self._entries: deque[FocusEntry] = deque(maxlen=max_size)
        self.max_size = max_size

    @property
    def size(self) -> int:
        return len(self._entries)

    def add(self, role: str, content: str, timestamp: float | None = None) -> None:
        """Add an entry at the end, with the time."""
        self._entries.append(FocusEntry(role, content, time.time() if timestamp is None else timestamp))

    def get_recent(self, n: int | None = None) -> list[FocusEntry]:
        """Return the last n entries, oldest first; all of them without n."""
        entries = list(self._entries)
        return entries if n is None else entries[-n:] if n > 0 else []

    def clear(self) -> None:
        """Forget all of them."""
        self._entries.clear()

    def to_text(self) -> str:
        """Return the entries as a script, a speaker in front of each."""
        return "\n".join(entry.line for entry in self._entries)


Vector = Mapping[str, float]


class Leaf(NamedTuple):
    """One interaction."""

    content: str
    metadata: dict[str, Any]
    vector: Vector


class SearchResult(NamedTuple):
    """A leaf that matches a query."""

    node_id: str
    """`leaf_` and its number."""
    score: float
    """The cosine of its words with the query's."""
    content: str
    metadata: Mapping[str, Any]


class SemanticTree:
    """Interactions in the order in which they were added; every leaf is looked at, where HCE's leaves out branches."""

    def __init__(self) -> None:
        self.leaves: list[Leaf] = []
        self.counts: Counter[str] = Counter()
        """In how many leaves each word occurs."""

    @property
    def leaf_count(self) -> int:
        return len(self.leaves)

    def add_interaction(self, content: str, metadata: Mapping[str, Any] | None = None) -> str:
        """Add a leaf at the end; return its id."""
        vector = _vector(content)
        self.leaves.append(Leaf(content, dict(metadata or {}), vector))
        self.counts.update(dict.fromkeys(vector, 1))
        return f"leaf_{len(self.leaves) - 1}"


def hierarchical_relevance_search(
    tree: SemanticTree, query: str, threshold: float = 0.1, top_k: int = 5
) -> list[SearchResult]:
    """Return the top_k leaves that score threshold or more, and above 0: by falling score, then in the tree's order.

    SMART's lnc.ltc, as in Manning, Raghavan, Schütze, Introduction to Information Retrieval, 2008, ch. 6.4.
    """
    idf = {word: log((1 + tree.leaf_count) / max(1, tree.counts[word]) + 1) for word in _vector(query)}
    weights = _normalize({word: value * idf[word] for word, value in _vector(query).items()})
    results: list[SearchResult] = []
    for number, leaf in enumerate(tree.leaves):
        score = sum(weight * leaf.vector.get(word, 0.0) for word, weight in weights.items())
        if score > 0 and score >= threshold:
            results.append(SearchResult(f"leaf_{number}", score, leaf.content, dict(leaf.metadata)))
    return sorted(results, key=lambda result: -result.score)[: max(0, top_k)]


def _vector(text: str) -> Vector:
    """Return stems of a text with 1 + log of how often they occur, without stop words, at length 1; {} for no words."""
    counts = Counter(analyze(text, "") or name_key(text, "").split())
    return _normalize({word: 1.0 + log(count) for word, count in counts.items()})


def _normalize(vector: Vector) -> Vector:
    length = sqrt(sum(value * value for value in vector.values()))
    return {word: value / length for word, value in vector.items()} if length else {}


class ContextCandidate(NamedTuple):
    """A text that may be sent; source: tree for an interaction, graph for a fact, buffer for a latest entry."""

    content: str
    source: str
    utility: float
    token_cost: int
    place: int = -1
    """Number of the interaction, or place in the buffer; -1 for a fact of the graph."""


def context_budgeting(
    candidates: Sequence[ContextCandidate],
    budget: int = 4000,
    *,
    token_estimator: Callable[[str], int] = estimate_tokens,
    render: Callable[[Sequence[ContextCandidate]], str] | None = None,
) -> list[ContextCandidate]:
    """Choose by utility per token, best first, while the stated costs and the text that is sent stay within the budget.

    The text that render makes of all chosen ones, by default a line each, is counted as a whole.  Ties go to the
    greater utility, then to the earlier candidate.  Greedy by value per weight: Dantzig, Discrete-Variable Extremum
    Problems, 1957.
    """
    chosen: list[ContextCandidate] = []
    spent = 0
    for candidate in sorted(candidates, key=lambda it: (-it.utility / max(1, it.token_cost), -it.utility)):
        more = [*chosen, candidate]
        text = render(more) if render else "\n".join(piece.content for piece in more)
        if spent + candidate.token_cost <= budget and token_estimator(text) <= budget:
            chosen, spent = more, spent + candidate.token_cost
    return chosen


class HCEPipeline:
    """Graph, tree and buffer of one conversation, filled by update and asked together by retrieve_context."""

    def __init__(
        self,
        max_focus_entries: int = 10,
        context_budget: int = 4000,
        graph: Any = None,
        tree: SemanticTree | None = None,
        token_estimator: Callable[[str], int] | None = None,
        *,
        extractor: EntityExtractor | None = None,
        on_update: Callable[[str, str], None] | None = None,
    ) -> None:
        """graph: a networkx graph to go on with.  on_update is called with both sides of each interaction."""
        import networkx

        self.graph = networkx.Graph() if graph is None else graph
        self.tree = SemanticTree() if tree is None else tree
        self.focus = SlidingFocusBuffer(max_focus_entries)
        self._extractor = extractor or EntityExtractor()
        self._budget, self._count = context_budget, token_estimator or estimate_tokens
        self._on_update = on_update
        for node, facts in self.graph.nodes(data=True):
            self._extractor.learn(str(facts.get("label", node)), node, facts.get("type", "concept"))

    def update(self, user_query: str, ai_response: str) -> None:
        """Take in an interaction: into the buffer, the tree and the graph."""
        self.focus.add("user", user_query)
        self.focus.add("assistant", ai_response)
        self.take_in("\n".join(entry.line for entry in self.focus.get_recent(2)))
        if self._on_update is not None:
            self._on_update(user_query, ai_response)

    def take_in(self, text: str) -> None:
        """Put a text into tree and graph alone: for turns of earlier conversations."""
        number = self.tree.leaf_count
        self.tree.add_interaction(text, {"turn": number + 1})
        self._extractor.update_graph(text, self.graph, turn=number)

    def wrap_chat(self, chat_func: Callable[[str], str]) -> Callable[[str], str]:
        """Return a chat function that is given the built prompt, and whose answers are taken in with their queries.

        An answer that cannot be kept (another process is writing, the disk is full) is returned with a warning.
        """

        @wraps(chat_func)
        def chat(user_query: str) -> str:
            response = chat_func(self.build_prompt(user_query))
            try:
                self.update(user_query, response)
            except (CommonplaceError, OSError) as err:
                warnings.warn(f"the answer is not kept: {err}", RuntimeWarning, stacklevel=2)
            return response

        return chat

    def retrieve_context(self, query: str) -> str:
        """Return the context of a query, as text of at most the budget; "" if there is none, or none fits.

        Candidates are interactions like the query (tree), interactions and facts of activated nodes (graph) and the
        latest entries (buffer), their utilities put on one scale.  A candidate from two of these is sent once, with
        the sum of its utilities (CombSUM: Fox and Shaw, Combination of Multiple Searches, 1994).
        """
        found = hierarchical_relevance_search(self.tree, query, threshold=THRESHOLD, top_k=FOUND)
        like = _scale_to_best({int(result.node_id.removeprefix("leaf_")): result.score for result in found})
        active = _scale_to_best(self._activate(query))
        lines = [entry.line for entry in self.focus.get_recent()]
        candidates = [self._candidate(line, "buffer", (at + 1) / len(lines), at) for at, line in enumerate(lines)]
        # An interaction that the buffer holds is sent as its sides.
        recent = {f"{first}\n{second}" for first, second in pairwise(lines)}
        for key in {**like, **active}:
            utility = like.get(key, 0.0) + active.get(key, 0.0)
            if isinstance(key, str):
                candidates.append(self._candidate(key, "graph", utility))
            elif self.tree.leaves[key].content not in recent:
                candidates.append(self._candidate(self.tree.leaves[key].content, "tree", utility, key))
        chosen = context_budgeting(candidates, self._budget, token_estimator=self._count, render=_context_block)
        return _context_block(chosen)

    def build_prompt(self, user_query: str) -> str:
        """Return the context for a query, then the query; the budget is the context's alone."""
        return "\n\n".join(filter(None, (self.retrieve_context(user_query), f"## Current Query\n{user_query}")))

    def _activate(self, query: str) -> dict[int | str, float]:
        """Return the activation of interactions, by the nodes that they mention, and of nodes without interactions."""
        seeds = [entity.node for entity in self._extractor.extract(query) if entity.node in self.graph]
        scores: dict[int, float] = {}
        facts: dict[int | str, float] = {}
        for active in spreading_activation(self.graph, seeds):
            node = self.graph.nodes[active.node_id]
            for number in node.get("turns", ()):
                scores[number] = scores.get(number, 0.0) + active.score
            if not node.get("turns") and active.node_id not in seeds:
                facts[f"[{node.get('type', 'concept')}] {active.label}"] = active.score
        # Of equal ones the latest.
        best = sorted(scores, key=lambda number: (-scores[number], -number))[:FOUND]
        return {**{number: scores[number] for number in best if number < self.tree.leaf_count}, **facts}

    def _candidate(self, text: str, source: str, utility: float, place: int = -1) -> ContextCandidate:
        return ContextCandidate(text, source, utility, self._count(quoted(text)), place)

    def save(self, directory: str | os.PathLike[str]) -> None:
        """Keep everything in a folder, which is made where it is not there: all of it, or nothing."""
        document = {
            "schema_version": _SCHEMA,
            "context_budget": self._budget,
            "max_focus_entries": self.focus.max_size,
            "focus": [list(entry) for entry in self.focus.get_recent()],
            "leaves": [[leaf.content, leaf.metadata] for leaf in self.tree.leaves],
            "nodes": [[node, facts] for node, facts in self.graph.nodes(data=True)],
            "edges": [[*ends, facts] for *ends, facts in self.graph.edges(data=True)],
        }
        os.makedirs(directory, exist_ok=True)
        write_durably(os.path.join(os.fsdecode(directory), _FILE), json_text(document).encode("utf-8"))

    @classmethod
    def load(cls, directory: str | os.PathLike[str], **functions: Any) -> HCEPipeline:
        """Return the pipeline that save was called on; its functions are not written and have to be given again.

        Raises DataError for a file that save did not write.
        """
        import networkx

        path = os.path.join(os.fsdecode(directory), _FILE)
        graph: Any = networkx.Graph()
        try:
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
            if document["schema_version"] != _SCHEMA:
                raise ValueError("another version wrote it")
            graph.add_nodes_from((node, facts) for node, facts in document["nodes"])
            graph.add_edges_from(tuple(row) for row in document["edges"])
            pipeline = cls(document["max_focus_entries"], document["context_budget"], graph, **functions)
            for content, metadata in document["leaves"]:
                pipeline.tree.add_interaction(content, metadata)
            for row in document["focus"]:
                pipeline.focus.add(*row)
        except (OSError, LookupError, TypeError, ValueError) as err:
            raise DataError(f"not what save writes: {err}", path=path, hint="begin anew") from err
        return pipeline


class ActivationResult(NamedTuple):
    """A node and how active it is."""

    node_id: Any
    score: float
    """Above 0, at most the greatest energy of a seed."""
    label: str = ""


def spreading_activation(
    graph: Any,
    seeds: Mapping[Any, float] | Iterable[Any],
    decay: float = 0.5,
    max_iterations: int = 3,
    top_n: int = 10,
) -> list[ActivationResult]:
    """Pass energy from the seeds along the edges, both ways, for max_iterations steps; return the top_n most active.

    graph: a networkx graph.  seeds: energies by node, or nodes with 1 each.  A step gives each neighbor
    energy * decay * weight, added up.  A node passes on once, when it is first reached, so that energy does not run in
    circles; none is more active than the strongest seed.  Weights are cut to [0, 1].  Sorted by falling score, then id;
    the order in which nodes or edges come changes nothing.  Raises KeyError for a seed that is no node.

    Collins and Loftus, A Spreading-Activation Theory of Semantic Processing, 1975.
    """
    energies = seeds if isinstance(seeds, Mapping) else dict.fromkeys(seeds, 1.0)
    active: dict[Any, float] = {node: float(energy) for node, energy in energies.items() if energy > 0}
    for node in active:
        if node not in graph:
            raise KeyError(f"Seed node {node!r} does not exist in the graph")
    most, fired, joined = max(active.values(), default=0.0), set[Any](), graph.to_undirected(as_view=True)
    for _ in range(max_iterations):
        firing = {node: score for node, score in active.items() if node not in fired and score >= MIN_ACTIVATION}
        fired.update(firing)
        arriving: dict[Any, list[float]] = {}
        for node, energy in firing.items():
            for other, edge in joined[node].items():
                weight = min(1.0, max(0.0, float(edge.get("weight", 1.0))))
                arriving.setdefault(other, []).append(energy * decay * weight)
        for other, parts in arriving.items():
            # Exact, so that the order in which parts arrive changes nothing.
            active[other] = min(most, fsum([active.get(other, 0.0), *parts]))
    least = min(MIN_ACTIVATION, most)
    best = sorted((-score, str(node), node) for node, score in active.items() if score >= least)[: max(0, top_n)]
    return [ActivationResult(node, -falling, str(graph.nodes[node].get("label", node))) for falling, _, node in best]


class Entity(NamedTuple):
    """A name and its place in a text."""

    text: str
    entity_type: str
    start: int
    end: int
    id: str = ""
    """Id of the page or node that it names; "" for a new name."""

    @property
    def node(self) -> str:
        """Its id, for a new one its words in lower case, joined by an underscore."""
        return self.id or "_".join(self.text.casefold().split())


class EntityExtractor:
    """Finds names in texts and links in a graph those that occur together."""

    def __init__(self, names: Mapping[str, str] | Iterable[str] = ()) -> None:
        """names: known ones, with the id of what each names, if it is not the name."""
        self._known: dict[str, tuple[str, str]] = {}
        """Id and type by the stems of a name."""
        for name, id_ in names.items() if isinstance(names, Mapping) else ((name, "") for name in names):
            self.learn(name, id_)

    def learn(self, name: str, id_: str = "", type_: str = "concept") -> None:
        """Learn a name, however it is written; the first of two that are written alike stays."""
        self._known.setdefault(name_key(name, ""), (id_ or Entity(name, type_, 0, 0).node, type_))

    def extract(self, text: str) -> list[Entity]:
        """Return the entities of a text, each once, in the order in which they first occur."""
        entities = [*self._known_entities(text), *_proper_names(text), *_marked_names(text)]
        found: dict[str, Entity] = {}
        end = 0
        for entity in sorted(entities, key=lambda entity: (entity.start, -entity.end, not entity.id)):
            # Of names that overlap the one that begins first and is longest.
            if entity.start >= end:
                end = entity.end
                found.setdefault(entity.node, entity)
        return list(found.values())

    def update_graph(self, text: str, graph: Any, *, turn: int | None = None) -> list[str]:
        """Put the entities of a text into a networkx graph and link them with each other; return their ids.

        Each further mention together brings two closer: n of them weigh n / (n + 1).  turn: kept with the nodes.
        """
        nodes = []
        for entity in self.extract(text)[:MOST]:
            if entity.node not in graph:
                graph.add_node(entity.node, label=entity.text, type=entity.entity_type, mentions=0, turns=[])
            facts = graph.nodes[entity.node]
            facts["mentions"] = facts.get("mentions", 0) + 1
            if turn is not None:
                facts["turns"] = [*facts.get("turns", ()), turn][-TURNS_KEPT:]
            self.learn(entity.text, entity.node, entity.entity_type)
            nodes.append(entity.node)
        for one, other in combinations(nodes, 2):
            times = graph.get_edge_data(one, other, {}).get("times", 0) + 1
            graph.add_edge(one, other, times=times, weight=times / (times + 1))
        return nodes

    def _known_entities(self, text: str) -> Iterator[Entity]:
        words = list(_WORD.finditer(text))
        for place, first in enumerate(words):
            for last in words[place : place + MAX_WORDS]:
                name = text[first.start() : last.end()]
                id_, type_ = self._known.get(name_key(name, ""), ("", ""))
                # `the memory of` is `memory`.
                if id_ and analyze(first[0], "") and analyze(last[0], ""):
                    yield Entity(name, type_, first.start(), last.end(), id_)


def _proper_names(text: str) -> Iterator[Entity]:
    """Yield the runs of capitalized words.  A single one counts only inside a sentence."""
    runs: list[tuple[int, int]] = []
    for word in _LETTERS.finditer(text):
        # A script without capitals has no names of this kind.
        if word[0][0] == word[0][0].lower() or word[0].casefold() in _NO_NAMES:
            continue
        if runs and text[runs[-1][1] : word.start()] == " ":
            runs[-1] = (runs[-1][0], word.end())
        else:
            runs.append(word.span())
    for start, end in runs:
        name, is_inside = text[start:end], start > 1 and text[start - 2] not in ".!?:\n"
        if " " in name or (len(name) > 3 and is_inside):
            yield Entity(name, "person" if _PERSON.fullmatch(name) else "concept", start, end)


def _marked_names(text: str) -> Iterator[Entity]:
    """Yield quoted words, and names of files and functions."""
    for match in _MARKED.finditer(text):
        type_ = match.lastgroup or ""
        name = match[type_]
        if any(map(str.isalpha, name)) and len(name.split()) <= 4 and name.casefold() not in function_words("en"):
            yield Entity(name.strip(), type_, *match.span(type_))


def vault_pipeline(home: str | None = None, *, session: str = "", **options: Any) -> HCEPipeline:
    """Return a pipeline that starts from the vault's turns and writes new turns into the vault.

    options: arguments of HCEPipeline.

    The home is the one found now, wherever the process goes later.  What looks like a secret is replaced before it is
    written; what is too long for one turn is kept as several.
    """
    with KnowledgeBase.open(home) as found:
        names, turns = found.query(lambda reader: (_known_names(reader), all_turns(reader)))

    def keep(user_query: str, ai_response: str) -> None:
        new_turns = [*turns_of(user_query, "user"), *turns_of(ai_response, "assistant")]
        with KnowledgeBase(found.location, found.settings, found.environ) as kb:
            if new_turns:
                remember_turns(kb, new_turns, session=session, secrets=REDACT)

    pipeline = HCEPipeline(extractor=EntityExtractor(names), on_update=keep, **options)
    for turn in turns:
        pipeline.take_in(f"{turn.speaker}: {turn.text}" if turn.speaker else turn.text)
    return pipeline


def _known_names(reader: IndexReader) -> dict[str, str]:
    """Return titles and aliases of entities and of a person's notes, each with its node; of equal ones the first."""
    pages = sorted((*reader.pages(category="entities"), *reader.pages(category="notes")), key=lambda page: page.node)
    return {name: page.node for page in reversed(pages) for name in (page.title, *page.aliases)}


def _scale_to_best(utilities: Mapping[Any, float]) -> dict[int | str, float]:
    """Make the utilities of one source comparable with others': each is divided by the best one.

    A cosine, an activation and a recency have nothing in common but their order and their ratios within the source.
    Normalizing before fusing scores: Lee, Analyses of Multiple Evidence Combination, 1997.
    """
    best = max(utilities.values(), default=0.0)
    return {key: utility / best for key, utility in utilities.items() if utility > 0}


def _context_block(chosen: Sequence[ContextCandidate]) -> str:
    """Return the text that is sent; turns are quoted, so that nothing in them passes for an instruction.

    Past interactions in their order come first, then facts, then the latest entries.
    """
    pieces = sorted(chosen, key=lambda candidate: candidate.place)
    texts = [(title, [quoted(piece.content) for piece in pieces if piece.source == name]) for name, title in _SECTIONS]
    return "\n\n".join("\n".join([title, *lines]) for title, lines in texts if lines)
