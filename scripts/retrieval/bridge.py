"""Step from a passage over a name in it to the passages where that name stands, asking the question at each step."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from sys import maxsize
from typing import TYPE_CHECKING

from ..model import SECOND_HAND
from ..named_tuple import NamedTuple
from ..pages.names import fold_name, short_title
from .coverage import rarity
from .mentions import find_mentions
from .snippets import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..model import PassageRow
    from .coverage import Asked
    from .mentions import Mention
    from .port import GraphReader
    from .trace import Trace

MAX_SPREAD = 20
"""A name in more passages than this leads anywhere: of those only the ones that hold what the question lacks."""
WIDE = 8
"""Passages taken for such a name."""
MAX_BRIDGES = 40
"""Bridges crossed on one hop: bounds the cost of a question."""
MAX_WIDE = 12
"""Of them those that need a search of their own."""
PLAIN_BRIDGE, ASKED_BRIDGE = 0.6, 2.0
"""Weight of a bridge nobody asked about, and what is added where its sentence covers the whole question."""
NAMED_BRIDGE = 0.25
"""Share left to a name that the question holds itself: word search has been there already."""
AS_TITLE, AS_MENTION, AS_GUESS = 1.0, 0.35, 0.25
"""How a name stands where the bridge arrives: it titles the page, it is a known name in the text, or it only looks
like a name.  Claims about it add nothing that its sentences do not say (measured), and cost more than all the rest."""
SAME_PAGE = 0.5
"""Share left to a bridge that ends on the page it set out from: what a page talks about binds its passages already."""
NEWS = 4.0
"""How much more an arrival is worth that covers all the question still lacks."""

_HOW = {AS_TITLE: "title", AS_MENTION: "mention", AS_GUESS: "guess"}


class Leg(NamedTuple):
    """One step from a passage to another."""

    departed: PassageRow
    name: str
    """The name that stands in both, as written where it departs; "" for a claim that cites the passage."""
    nodes: tuple[str, ...]
    """Nodes of that name."""
    landed: PassageRow
    how: str
    """title, mention or guess, as the name stands in the passage; claim, where one led there."""


class Departure(NamedTuple):
    row: PassageRow
    score: float
    covered: frozenset[str]
    """What the path up to here covers of the question."""
    path: tuple[Leg, ...]
    """Legs walked so far."""
    root: int
    """The passage where the path set out."""


class Arrival(NamedTuple):
    row: PassageRow
    gain: float
    """What the passage gains, on the scale of the departures' scores."""
    covered: frozenset[str]
    departure: Departure
    mention: Mention
    """The name crossed."""
    standing: float
    """How it stands in the passage: AS_TITLE, AS_MENTION or AS_GUESS."""

    @property
    def path(self) -> tuple[Leg, ...]:
        """The legs walked to get here.  Made when asked for: most arrivals are outdone by others."""
        nodes = tuple(dict.fromkeys(hit.node for hit in self.mention.hits))
        leg = Leg(self.departure.row, self.mention.text, nodes, self.row, _HOW[self.standing])
        return (*self.departure.path, leg)


class Bridge(NamedTuple):
    """A name that leads out of a passage."""

    departure: Departure
    mention: Mention
    weight: float


def cross(
    graph: GraphReader,
    departures: Sequence[Departure],
    asked: Asked,
    named: frozenset[str],
    *,
    floor: float = 0.0,
    wide: bool = True,
    trace: Trace | None = None,
) -> list[Arrival]:
    """All arrivals over the bridges that lead out of these passages, in the order crossed, strongest bridge first.

    named holds the folded names that the question mentions.  A bridge that cannot bring a gain of floor is not
    crossed.  wide: cross names that stand in many passages, too.
    Cost: one read of names; for each of MAX_BRIDGES bridges one look-up of the passages that hold the name, at most
    MAX_SPREAD passages, and those of the page that has it.
    """
    arrivals: list[Arrival] = []
    crossing = _Crossing(graph, asked, wide)
    for bridge in _bridges(graph, departures, asked, named):
        departure = bridge.departure
        most = bridge.weight * (1 + NEWS * (1 - asked.share(departure.covered)))
        if most <= floor:
            continue
        spread, landings = crossing.landings(bridge.mention, departure, floor / most)
        weight = bridge.weight * rarity(spread, asked.passages) ** 2
        if trace is not None:
            trace.crossed(bridge, spread, weight, len(landings))
        for id, standing in landings.items():  # Their order decides nothing: each passage is met once a bridge.
            if id == departure.row.id or id == departure.root:
                continue
            row = crossing.rows[id]
            covered = asked.covered_by(row)
            news = asked.share(covered - departure.covered)
            gain = weight * standing * (1 + NEWS * news) * (SAME_PAGE if row.page == departure.row.page else 1.0)
            arrivals.append(Arrival(row, gain, covered | departure.covered, departure, bridge.mention, standing))
    return arrivals


class _Crossing:
    """Where names lead, each looked up once."""

    def __init__(self, graph: GraphReader, asked: Asked, wide: bool) -> None:
        self._graph, self._asked = graph, asked
        self.rows: dict[int, PassageRow] = {}
        self._holders: dict[str, list[int]] = {}
        self._landings: dict[str, dict[int, float]] = {}
        self._wide: dict[tuple[str, tuple[str, ...]], dict[int, float]] = {}
        self._room = MAX_WIDE if wide else 0

    def spread(self, name: str) -> int:
        """In how many passages a name stands, up to one more than MAX_SPREAD."""
        if name not in self._holders:
            self._holders[name] = self._graph.holders([name], limit=MAX_SPREAD + 1)[name]
        return len(self._holders[name])

    def landings(self, mention: Mention, departure: Departure, least: float) -> tuple[int, dict[int, float]]:
        """In how many passages a name stands, and how it stands in those worth a step.

        A common name is not followed when its rarity squared is less than least.
        """
        name = mention.text
        spread = self.spread(name)
        if spread > MAX_SPREAD:
            return self._wide_landings(mention, departure, least)
        if mention.key not in self._landings:
            landings = self._standing(mention, self._holders[name])
            for node in sorted({each.node for each in mention.hits if each.how not in ("missing", "question")}):
                for row in self._graph.passages_of(node)[:MAX_SPREAD]:
                    if row.category not in SECOND_HAND:
                        self.rows[row.id] = row
                        landings[row.id] = AS_TITLE
            self._landings[mention.key] = landings
        landings = self._landings[mention.key]
        return (len(landings), landings) if len(landings) > 1 else (1, {})

    def _wide_landings(self, mention: Mention, departure: Departure, least: float) -> tuple[int, dict[int, float]]:
        asked = self._asked
        if not self._room or rarity(MAX_SPREAD, asked.passages) ** 2 < least:
            return MAX_SPREAD, {}
        lacking = tuple(
            term.text for term in asked.question.content if not term.added and term.stem not in departure.covered
        )
        spread = self._graph.document_frequency([mention.text])[mention.text]
        if not lacking or rarity(spread, asked.passages) ** 2 < least:
            return spread, {}
        key = (mention.key, lacking)
        if key not in self._wide:
            self._room -= 1
            hits = self._graph.search(lacking, limit=WIDE, hand="first", holding=mention.text)
            self._wide[key] = self._standing(mention, [hit.passage for hit in hits])
        return spread, self._wide[key]

    def _standing(self, mention: Mention, ids: Sequence[int]) -> dict[int, float]:
        rows = self.rows
        rows.update(self._graph.passages([id for id in ids if id not in rows]))
        plain = AS_MENTION if mention.hits else AS_GUESS
        return {id: AS_TITLE if _is_title(mention.key, rows[id].title) else plain for id in ids if id in rows}


def _bridges(graph: GraphReader, departures: Sequence[Departure], asked: Asked, named: frozenset[str]) -> list[Bridge]:
    texts = [f"{departure.row.title}\n{departure.row.text}" for departure in departures]
    bridges = []
    for departure, text, mentions in zip(departures, texts, find_mentions(graph, texts)):
        spans = _sentences(text)
        whole = asked.covered(text)
        told = [asked.share(asked.covered(text[start:end], whole)) for start, end in spans]
        for mention in mentions:
            best = max([_told_at(start, spans, told) for start, _ in mention.spans], default=0.0)
            weight = departure.score * (PLAIN_BRIDGE + ASKED_BRIDGE * best)
            if mention.key in named:
                weight *= NAMED_BRIDGE
            bridges.append(Bridge(departure, mention, weight))
    bridges.sort(key=lambda bridge: (-bridge.weight, bridge.mention.key))
    return bridges[:MAX_BRIDGES]


def _told_at(place: int, spans: Sequence[tuple[int, int]], told: Sequence[float]) -> float:
    """What the sentence at this place says of the question."""
    at = bisect_right(spans, (place, maxsize)) - 1
    return told[at] if at >= 0 and place < spans[at][1] else 0.0


# Good pages are departed from by many questions.
@lru_cache(maxsize=2048)
def _sentences(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(sentences(text))


def _is_title(key: str, title: str) -> bool:
    """Whether a page is titled by a name, a leading article or a qualifier behind it apart: `Brand (play)`."""
    # Folding keeps the beginnings of words: most titles need not be folded to see that they are others.
    if title.isascii() and key[:3] not in title.lower():
        return False
    return key in _title_keys(title)


@lru_cache(maxsize=4096)
def _title_keys(title: str) -> tuple[str, str, str]:
    return fold_name(title), fold_name(short_title(title)), fold_name(_ARTICLE.sub("", title))


_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
