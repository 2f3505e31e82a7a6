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
from ..text.name_runs import capitalized_runs, name_runs

MOST = 12
"""Entities of one text that are linked with each other: more are a list, and the pairs grow with their square."""
TURNS_KEPT = 64
"""Interactions that a node remembers it was mentioned in: the latest."""

_QUOTED = re.compile(r"(?<!\w)(?:'([^'\n]{3,49})'|\"([^\"\n]{3,49})\"|“([^”\n]{3,49})”|`([^`\n]{3,49})`)(?!\w)")
_FILE = re.compile(
    r"(?<![\w/.-])(?:[\w.-]+/)*[\w-]+\.(?:py|js|ts|java|go|rs|rb|c|h|cpp|md|json|ya?ml|toml|sh|sql|txt|csv)\b"
)
_FUNCTION = re.compile(r"(?<![\w.])([A-Za-z_]\w*(?:\.\w+)*)\(\)")
_TITLE = re.compile(r"(?:Dr|Mr|Mrs|Ms|Prof)\.? ")
_PERSON = re.compile(r"[^\W\d_]\w+(?: [^\W\d_]\w*\.?){1,2}")


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
        self,
        names: Mapping[str, str] | Iterable[str] = (),
        *,
        ner_func: Callable[[str], list[Entity]] | None = None,
    ) -> None:
        """names: known ones, with the id of what each names, if it is not the name.  ner_func replaces the rest."""
        self._find = ner_func
        self._begins: set[str] = set()
        """Stems with which a known name begins."""
        self._ids: dict[str, str] = {}
        """By the stems of a name."""
        self._types: dict[str, str] = {}
        for name, id_ in names.items() if isinstance(names, Mapping) else ((name, "") for name in names):
            self.learn(name, id_)

    def learn(self, name: str, id_: str = "", type_: str = "concept") -> None:
        """Learn a name, however it is written; the first of two that are written alike stays."""
        key = name_key(name, "")
        if key:
            id_ = id_ or Entity(name, type_, 0, 0).node
            self._begins.add(key.partition(" ")[0])
            self._ids.setdefault(key, id_)
            self._types.setdefault(id_, type_)

    def extract(self, text: str) -> list[Entity]:
        """Return the entities of a text, each once, in the order in which they first stand."""
        entities = self._find(text) if self._find is not None else self._entities(text)
        return list({entity.node: entity for entity in reversed(entities)}.values())[::-1]

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
        entities = [*self._known(text), *_proper_names(text), *_marked(text)]
        entities.sort(key=lambda entity: (entity.start, -entity.end, not entity.id))
        kept: list[Entity] = []
        for entity in entities:
            # Of names that overlap the one that begins first and is longest.
            if not kept or entity.start >= kept[-1].end:
                kept.append(entity)
        return kept

    def _known(self, text: str) -> Iterator[Entity]:
        def begins(word: str) -> bool:
            return bool(analyze(word, "")) and name_key(word, "").partition(" ")[0] in self._begins

        for run in name_runs(text, begins):
            id_ = self._ids.get(name_key(run.text, ""), "")
            # `the memory of` is `memory`.
            if id_ and analyze(run.text.split()[-1], ""):
                yield Entity(run.text, self._types[id_], run.start, run.end, id_)


def _proper_names(text: str) -> Iterator[Entity]:
    """Give the runs of words with capitals."""
    runs = list(capitalized_runs(text))
    names = {run.text for run in runs}
    for run in runs:
        title = _TITLE.match(run.text)
        # `Later Ada Byron` is Ada Byron where she is named elsewhere too.
        skip = title.end() if title else 0
        if not title and run.text.partition(" ")[2] in names:
            skip = run.text.find(" ") + 1
        name = run.text[skip:]
        type_ = "person" if title or _PERSON.fullmatch(name) else "concept"
        yield Entity(name, type_, run.start + skip, run.end)


def _marked(text: str) -> Iterator[Entity]:
    """Give what is quoted, and names of files and functions."""
    for match in _FILE.finditer(text):
        yield Entity(match[0], "file", *match.span())
    for match in _FUNCTION.finditer(text):
        yield Entity(match[1], "function", *match.span(1))
    for match in _QUOTED.finditer(text):
        group = match.lastindex or 1
        quoted = match[group]
        is_name = len(quoted.split()) <= 4 and any(map(str.isalpha, quoted))
        if is_name and quoted.casefold() not in function_words("en"):
            yield Entity(quoted.strip(), "concept", *match.span(group))
