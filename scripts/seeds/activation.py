"""HCE's associative memory: names in what is said, linked in a networkx graph where they stand together, and what a few
of them bring to mind by its edges and their weights.

A node has label, type (file, function, concept or person), mentions, and turns: the interactions it was mentioned in.
Cautious: a name too many links what does not belong together, and is remembered; one that is missed is found as a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from math import fsum
from typing import Any, NamedTuple

from ..text.analyzer import analyze, name_key
from ..text.language import function_words
from ..text.word_lists import word_lists

MIN_ACTIVATION = 0.01
"""Less than this is passed on by no node, and reported of none."""
FIRING, FAN = 128, 64
"""Nodes that pass on in one step, the most active first, and neighbors to which each does: hubs would cost the most."""


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
    *,
    min_activation: float = MIN_ACTIVATION,
) -> list[ActivationResult]:
    """Pass energy from the seeds along the edges, both ways, for max_iterations steps; return the top_n most active.

    graph: a networkx graph.  seeds: energies by node, or nodes with 1 each.  A step gives each neighbor
    energy * decay * weight, added up.  A node passes on once, when it is first reached, so that energy does not run in
    circles; none is more active than the strongest seed.  Weights are cut to [0, 1].  Sorted by falling score, then id;
    the order in which nodes or edges come changes nothing.  Raises KeyError for a seed that is no node.

    Collins and Loftus, A Spreading-Activation Theory of Semantic Processing, 1975; constraints on fan-out and firing
    after Crestani, Application of Spreading Activation Techniques in Information Retrieval, 1997.
    """
    starts: Iterable[Any] = (seeds,) if isinstance(seeds, str) else seeds
    energies = dict(starts) if isinstance(starts, Mapping) else dict.fromkeys(starts, 1.0)
    active: dict[Any, float] = {node: float(energy) for node, energy in energies.items() if energy > 0}
    for node in active:
        if node not in graph:
            raise KeyError(f"Seed node {node!r} does not exist in the graph")
    most, fired = max(active.values(), default=0.0), set[Any]()
    for _ in range(max_iterations):
        ready = {node: score for node, score in active.items() if node not in fired and score >= min_activation}
        firing = _best(ready)[:FIRING]
        fired.update(node for node, _ in firing)
        arriving: dict[Any, list[float]] = {}
        for node, energy in firing:
            for other, weight in _best(_neighbors(graph, node))[:FAN]:
                arriving.setdefault(other, []).append(energy * decay * min(1.0, max(0.0, weight)))
        for other, parts in arriving.items():
            active[other] = min(most, fsum([active.get(other, 0.0), *parts]))
    least = min(min_activation, most)
    best = _best({node: score for node, score in active.items() if score >= least})[: max(0, top_n)]
    return [ActivationResult(node, score, str(graph.nodes[node].get("label", node))) for node, score in best]


def _best(scores: Mapping[Any, float]) -> list[tuple[Any, float]]:
    """Return nodes by falling score, then id: a networkx graph may have numbers beside names, which do not compare."""
    return sorted(scores.items(), key=lambda pair: (-pair[1], type(pair[0]).__name__, pair[0]))


def _neighbors(graph: Any, node: Any) -> dict[Any, float]:
    """Return the neighbors of a node of a networkx graph, each with the weight of the closest edge to it."""
    near: dict[Any, float] = {}
    for side in (graph.adj, graph.pred) if graph.is_directed() else (graph.adj,):
        for other, data in side[node].items():
            for edge in data.values() if graph.is_multigraph() else (data,):
                near[other] = max(near.get(other, 0.0), float(edge.get("weight", 1.0)))
    return near


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
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = tuple(month for names in word_lists("en").months for month in names)
_NO_NAMES = frozenset({*_DAYS, *_MONTHS, "dr", "mr", "mrs", "ms", "prof", "todo", "none", "null", "true", "false"})
"""What has a capital in English and is about everything that fell into it, or nothing."""
_MARKED = {
    "file": re.compile(r"(?<![\w/.-])(?:[\w.-]+/)*[\w-]+\.(?:py|js|ts|go|rs|cpp|md|json|ya?ml|toml|sh|sql|txt|csv)\b"),
    "function": re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.\w+)*(?=\(\))"),
    "concept": re.compile(r"(?<=['\"“`])(?<!\w['\"“`])[^'\"“”`\n]{3,49}(?=['\"”`](?!\w))"),
}


class Entity(NamedTuple):
    """A name and where it stands."""

    text: str
    entity_type: str
    start: int
    end: int
    id: str = ""
    """Of the page or node that it names; "" for one that nobody has named before."""

    @property
    def node(self) -> str:
        """Its id, for a new one its words in lower case, joined by an underscore."""
        return self.id or "_".join(self.text.casefold().split())


class EntityExtractor:
    """Finds names in texts and links in a graph those that stand together."""

    def __init__(
        self, names: Mapping[str, str] | Iterable[str] = (), *, ner_func: Callable[[str], list[Entity]] | None = None
    ) -> None:
        """names: known ones, with the id of what each names, if it is not the name.  ner_func replaces the rest."""
        self._find = ner_func or self._entities
        self._known: dict[str, tuple[str, str]] = {}
        """Id and type by the stems of a name."""
        for name, id_ in names.items() if isinstance(names, Mapping) else ((name, "") for name in names):
            self.learn(name, id_)

    def learn(self, name: str, id_: str = "", type_: str = "concept") -> None:
        """Learn a name, however it is written; the first of two that are written alike stays."""
        self._known.setdefault(name_key(name, ""), (id_ or Entity(name, type_, 0, 0).node, type_))

    def extract(self, text: str) -> list[Entity]:
        """Return the entities of a text, each once, in the order in which they first stand."""
        found: dict[str, Entity] = {}
        for entity in self._find(text):
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

    def _entities(self, text: str) -> list[Entity]:
        entities = [*self._named(text), *_proper_names(text), *_marked(text)]
        kept: list[Entity] = []
        for entity in sorted(entities, key=lambda entity: (entity.start, -entity.end, not entity.id)):
            # Of names that overlap the one that begins first and is longest.
            if not kept or entity.start >= kept[-1].end:
                kept.append(entity)
        return kept

    def _named(self, text: str) -> Iterator[Entity]:
        words = list(_WORD.finditer(text))
        for place, first in enumerate(words):
            for last in words[place : place + MAX_WORDS]:
                name = text[first.start() : last.end()]
                id_, type_ = self._known.get(name_key(name, ""), ("", ""))
                # `the memory of` is `memory`.
                if id_ and analyze(first[0], "") and analyze(last[0], ""):
                    yield Entity(name, type_, first.start(), last.end(), id_)


def _proper_names(text: str) -> Iterator[Entity]:
    """Give the runs of words with capitals.  One alone counts only inside a sentence."""
    runs: list[list[re.Match[str]]] = [[]]
    for word in _LETTERS.finditer(text):
        # A script without capitals has no names of this kind.
        if word[0][0] == word[0][0].lower() or (not runs[-1] and word[0].casefold() in function_words("en")):
            runs.append([])
        elif runs[-1] and text[runs[-1][-1].end() : word.start()] != " ":
            runs.append([word])
        else:
            runs[-1].append(word)
    for run in filter(None, runs):
        start, end = run[0].start(), run[-1].end()
        name = text[start:end]
        is_inside = start > 1 and text[start - 2] not in ".!?:\n"
        if not _NO_NAMES.issuperset(name.casefold().split()) and (len(run) > 1 or (len(name) > 3 and is_inside)):
            yield Entity(name, "person" if _PERSON.fullmatch(name) else "concept", start, end)


def _marked(text: str) -> Iterator[Entity]:
    """Give what is quoted, and names of files and functions."""
    for type_, pattern in _MARKED.items():
        for match in pattern.finditer(text):
            is_name = any(map(str.isalpha, match[0])) and len(match[0].split()) <= 4
            if is_name and match[0].casefold() not in function_words("en"):
                yield Entity(match[0].strip(), type_, *match.span())
