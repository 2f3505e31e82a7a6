"""HCE's associative memory: names in what is said, linked in a networkx graph where they stand together.

A node has label, type (file, function, concept or person), mentions, and turns: the interactions it was mentioned in.
Cautious: a name too many links what does not belong together, and is remembered; one that is missed is found as a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from ..text.analyzer import analyze, name_key
from ..text.language import function_words
from ..text.word_lists import word_lists

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
