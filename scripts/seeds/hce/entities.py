"""Names in what is said: those that the vault knows, and words that are written like names.

Cautious: a name too many links what does not belong together, and is remembered; one that is missed is found as a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ...text.analyzer import analyze, function_words, name_key
from ...text.name_runs import capitalized_runs, name_runs
from .entity_graph import EdgeType, EntityGraph, NodeType

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
_ALONE = re.compile(r"(?<![\w.])[^\W\d_a-z][\w'’-]{2,}")


class Entity(NamedTuple):
    """A name and where it stands."""

    text: str
    entity_type: NodeType
    start: int
    end: int
    id: str = ""
    """Of the page or node that it names; "" for one that nobody has told of."""


def normalize_entity_id(text: str) -> str:
    """The id of a new entity: lower case, words joined by an underscore."""
    return "_".join(text.casefold().split())


class Gazetteer:
    """Known names, by the stems of their words."""

    def __init__(self) -> None:
        self._begins: set[str] = set()
        """What a word or piece with which a name may begin has as its first stem."""
        self._ids: dict[str, str] = {}
        self._types: dict[str, NodeType] = {}

    def add(self, name: str, id_: str, type_: NodeType = NodeType.CONCEPT) -> None:
        """Know a name; the first of two that are written alike stays."""
        key = name_key(name, "")
        if key:
            self._begins.add(key.partition(" ")[0])
            self._ids.setdefault(key, id_)
            self._types.setdefault(id_, type_)

    def type_of(self, id_: str) -> NodeType:
        return self._types.get(id_, NodeType.CONCEPT)

    def id_of(self, name: str) -> str:
        """Return what a name names; "" for an unknown one."""
        return self._ids.get(name_key(name, ""), "")

    def begins(self, word: str) -> bool:
        """Return whether a known name begins with a word."""
        return bool(analyze(word, "")) and name_key(word, "").partition(" ")[0] in self._begins


class EntityExtractor:
    """Finds names in texts and links in a graph those that stand together."""

    def __init__(
        self,
        names: Mapping[str, str] | Iterable[str] = (),
        *,
        ner_func: Callable[[str], list[Entity]] | None = None,
    ) -> None:
        """names: known ones, with the id of what each names, if it is not the name.  ner_func replaces the rest."""
        self._known, self._find = Gazetteer(), ner_func
        given = names.items() if hasattr(names, "items") else ((name, "") for name in names)
        for name, id_ in given:
            self.learn(name, id_)

    def learn(self, name: str, id_: str = "", type_: NodeType = NodeType.CONCEPT) -> None:
        """Know a name from now on, however it is written."""
        self._known.add(name, id_ or normalize_entity_id(name), type_)

    def extract(self, text: str) -> list[Entity]:
        """The entities of a text, each once, in the order in which they first stand."""
        found = self._find(text) if self._find is not None else self._entities(text)
        return list({each.id or normalize_entity_id(each.text): each for each in reversed(found)}.values())[::-1]

    def _entities(self, text: str) -> list[Entity]:
        found = [*self._mentioned(text), *_patterns(text), *_repeated(text)]
        found.sort(key=lambda each: (each.start, -each.end, not each.id))
        kept: list[Entity] = []
        for each in found:
            # Of names that overlap the one that begins first and is longest.
            if not kept or each.start >= kept[-1].end:
                kept.append(each)
        return kept

    def _mentioned(self, text: str) -> Iterable[Entity]:
        for run in name_runs(text, self._known.begins):
            id_ = self._known.id_of(run.text)
            # `the memory of` is `memory`.
            if id_ and analyze(run.text.split()[-1], ""):
                yield Entity(run.text, self._known.type_of(id_), run.start, run.end, id_)
        proper = list(capitalized_runs(text))
        names = {run.text for run in proper}
        for run in proper:
            title = _TITLE.match(run.text)
            # `Later Ada Byron` is Ada Byron where she is named elsewhere too.
            skip = title.end() if title else 0
            if not title and run.text.partition(" ")[2] in names:
                skip = run.text.find(" ") + 1
            name = run.text[skip:]
            is_person = title or _PERSON.fullmatch(name)
            yield Entity(name, NodeType.PERSON if is_person else NodeType.CONCEPT, run.start + skip, run.end)

    def update_graph(
        self, text: str, graph: EntityGraph, interaction_id: str | None = None, *, turn: int | None = None
    ) -> list[str]:
        """Put the entities of a text into a graph and link them with each other; return their ids.

        Each further mention together brings two closer: n of them weigh n / (n + 1).  interaction_id: a node of the
        graph that they are linked to; an unknown one is passed over.  turn: kept with the nodes.
        """
        ids: list[str] = []
        for each in self.extract(text)[:MOST]:
            id_ = each.id or normalize_entity_id(each.text)
            node = graph.get_node(id_)
            facts = node["metadata"] if node else {}
            more: dict[str, Any] = {"mentions": facts.get("mentions", 0) + 1}
            if turn is not None and turn not in facts.get("turns", ())[-1:]:
                more["turns"] = [*facts.get("turns", ()), turn][-TURNS_KEPT:]
            graph.add_node(id_, node["node_type"] if node else each.entity_type, "" if node else each.text, more)
            self.learn(each.text, id_, each.entity_type)
            ids.append(id_)
        for at, first in enumerate(ids):
            for second in ids[at + 1 :]:
                _link(graph, first, second)
            if interaction_id is not None and graph.has_node(interaction_id):
                graph.add_edge(first, interaction_id, EdgeType.RELATES_TO)
        return ids


def _link(graph: EntityGraph, first: str, second: str) -> None:
    first, second = sorted((first, second))
    weight = graph.weights_at(first).get(second, 0.0)
    times = round(weight / (1 - weight)) if weight < 1 else 0
    if first != second and weight < 1:
        graph.add_edge(first, second, EdgeType.RELATES_TO, (times + 1) / (times + 2))


def _patterns(text: str) -> Iterable[Entity]:
    """What is quoted, and names of files and functions."""
    for match in _FILE.finditer(text):
        yield Entity(match.group(), NodeType.FILE, *match.span())
    for match in _FUNCTION.finditer(text):
        yield Entity(match[1], NodeType.FUNCTION, *match.span(1))
    for match in _QUOTED.finditer(text):
        group = next(number for number in range(1, 5) if match[number])
        words = match[group].split()
        if (
            len(words) <= 4
            and match[group].casefold() not in function_words("en")
            and any(map(str.isalpha, match[group]))
        ):
            yield Entity(match[group].strip(), NodeType.CONCEPT, *match.span(group))


def _repeated(text: str) -> Iterable[Entity]:
    """Words with a capital at the beginning of sentences, where they come again so: one alone may be any word."""
    places: dict[str, list[tuple[int, int]]] = {}
    for match in _ALONE.finditer(text):
        # The pattern knows small letters of ASCII only; other scripts have others, or neither kind.
        if match.group()[0] != match.group()[0].lower() and match.group().casefold() not in function_words("en"):
            places.setdefault(match.group(), []).append(match.span())
    for word, spans in places.items():
        if len(spans) > 1:
            yield Entity(word, NodeType.CONCEPT, *spans[0])
