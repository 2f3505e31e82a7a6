"""Step from a passage over a name in it to the passages where that name stands, asking the question at each step."""

from __future__ import annotations

from bisect import bisect_right
from sys import maxsize

from ...lru_cache import lru_cache
from ...named_tuple import NamedTuple
from ...pages.text.sentences import sentences
from ..extracts.coverage import rarity
from ..extracts.held import likely_covered
from ..lookup.mentions import find_mentions
from .landings import AS_MENTION, AS_TITLE, Landings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...model import PassageRow
    from ..extracts.coverage import Asked
    from ..lookup.mentions import Mention
    from ..port import GraphReader
    from ..trace import Trace

_make = tuple.__new__

MAX_BRIDGES = 40
"""Bridges crossed on one hop: bounds the cost of a question."""
PLAIN_BRIDGE, ASKED_BRIDGE = 0.6, 2.0
"""Weight of a bridge nobody asked about, and what is added where its sentence covers the whole question."""
NAMED_BRIDGE = 0.25
"""Share left to a name that the question holds itself: word search has been there already."""
SAME_PAGE = 0.5
"""Share left to a bridge that ends on the page it set out from: what a page talks about binds its passages already."""
FLOOR = 0.5
"""Part of what a passage still lacks to the tenth place that a step must be able to bring, to be worth its cost."""
NEWS = 4.0
"""How much more an arrival is worth that covers all the question still lacks."""


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
    id: int
    """The passage, whose text may be unread."""
    page: str
    gain: float
    """What the passage gains, on the scale of the departures' scores."""
    covered: frozenset[str]
    """What the way and the passage cover of the question."""
    departure: Departure
    mention: Mention
    """The name crossed."""
    standing: float
    """How it stands in the passage: AS_TITLE, AS_MENTION or AS_GUESS."""

    @property
    def how(self) -> str:
        """How it stands there in a word: title, mention or guess."""
        return "title" if self.standing == AS_TITLE else "mention" if self.standing == AS_MENTION else "guess"

    def path(self, landed: PassageRow) -> tuple[Leg, ...]:
        """The legs walked to get to the passage.  Made when asked for: most arrivals are outdone by others."""
        nodes = tuple(dict.fromkeys(hit.node for hit in self.mention.hits))
        return (*self.departure.path, Leg(self.departure.row, self.mention.text, nodes, landed, self.how))


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
    tenth: float,
    scores: Mapping[int, float],
    wide: bool = True,
    trace: Trace | None = None,
) -> list[Arrival]:
    """All arrivals over the bridges that lead out of these passages, in the order crossed, strongest bridge first.

    named holds the folded names that the question mentions.  scores: what passages have already; tenth: what the last
    has that is likely shown, 0 where there are fewer.  A bridge that cannot bring FLOOR of that is not crossed, and a
    passage that it cannot bring FLOOR of what is lacking to it is not arrived at.  Where word search tells that the
    passage does not say enough for that, its text is not read, and word search is believed.  wide: cross names that
    stand in many passages, too.
    Cost: one read of names; for each of MAX_BRIDGES bridges one look-up of the passages that hold the name, or for
    MAX_WIDE of them a word search; one look-up of those that hold the words of the question, and one read of the
    passages that may gain enough.
    """
    floor = FLOOR * tenth
    landings = Landings(graph, asked, wide)
    worth = []
    for bridge in _bridges(graph, departures, asked, named):
        most = bridge.weight * _most_news(asked, bridge.departure)
        if most > floor:
            worth.append((bridge, floor / most))
    landings.look_up([bridge.mention for bridge, _ in worth])
    reached = [(bridge, landings.reach(bridge.mention, bridge.departure.covered, least)) for bridge, least in worth]
    ids = dict.fromkeys(id for _, reach in reached for id in reach.landings)
    heads, likely = graph.heads(ids), likely_covered(graph, asked, ids)
    steps = []
    worth_reading: dict[int, None] = {}
    for bridge, reach in reached:
        departure = bridge.departure
        weight = bridge.weight * rarity(reach.spread, asked.passages) ** 2
        most = _most_news(asked, departure)
        if trace is not None:
            trace.crossed(bridge, reach.spread, weight, len(reach.landings))
        for id, standing in landings.standings(bridge.mention, reach, heads).items():
            if id == departure.row.id or id == departure.root:
                continue
            plain = weight * standing * (SAME_PAGE if heads[id].name == departure.row.page else 1.0)
            lacking = floor - FLOOR * scores.get(id, 0.0)
            if plain * most > lacking:
                steps.append((id, plain, standing, bridge))
                if id not in worth_reading and plain * _times(asked, likely[id], departure) > lacking:
                    worth_reading[id] = None
    rows = graph.passages([*worth_reading])
    arrivals: list[Arrival] = []
    for id, plain, standing, bridge in steps:
        departure = bridge.departure
        covered = asked.covered_by(rows[id]) if id in rows else likely[id]
        gain = plain * _times(asked, covered, departure)
        arrived = id, heads[id].name, gain, covered | departure.covered, departure, bridge.mention, standing
        arrivals.append(_make(Arrival, arrived))
    return arrivals


def _times(asked: Asked, covered: frozenset[str], departure: Departure) -> float:
    """What a gain is multiplied by for what the arrival says and the way to it has not said."""
    return 1 + NEWS * asked.share(covered - departure.covered)


def _most_news(asked: Asked, departure: Departure) -> float:
    """What a gain is multiplied by at most: where the arrival says all that the way to it has not said."""
    return 1 + NEWS * (1 - asked.share(departure.covered))


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
            bridges.append(_make(Bridge, (departure, mention, weight)))
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
