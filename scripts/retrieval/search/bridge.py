"""Step from a passage over a name in it to the passages where that name stands, asking the question at each step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...pages.text.sentences import sentences
from ..extracts.coverage import rarity
from ..extracts.held import likely_covered
from ..lookup.mentions import find_mentions
from .landings import AS_MENTION, AS_TITLE, Landings, is_title

if TYPE_CHECKING:
    from ...pages.model import PassageRow
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
    said: frozenset[str]
    """What the passage covers of the question."""
    departure: Departure
    mention: Mention
    """The name crossed."""
    standing: float
    """How it stands in the passage: AS_TITLE, AS_MENTION or AS_GUESS."""

    @property
    def covered(self) -> frozenset[str]:
        """What the way and the passage cover of the question."""
        return self.said | self.departure.covered

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


class Crossing(NamedTuple):
    """What the bridges of one hop brought."""

    arrivals: dict[int, Arrival]
    """The best at each passage, of equals the one over the strongest bridge."""
    credit: dict[int, float]
    """The best gain that each passage of departure led to, outdone by others or not."""


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
) -> Crossing:
    """The best arrivals over the bridges that lead out of these passages.

    named holds the folded names that the question mentions.  scores: what passages have already; tenth: what the last
    has that is likely shown, 0 where there are fewer.  A bridge that cannot bring FLOOR of that is not crossed, and a
    passage that it cannot bring FLOOR of what is lacking to it is not arrived at.  Where word search tells what the
    passage says, or that it does not say enough for that, its text is not read, and word search is believed.
    wide: cross names that stand in many passages, too.
    Cost: one read of names; for each of MAX_BRIDGES bridges one look-up of the passages that hold the name, or for
    MAX_WIDE of them a word search; one look-up of those that hold the words of the question, and one read of the
    passages that may gain enough.
    """
    floor = FLOOR * tenth
    landings = Landings(graph, asked, wide)
    all_times = {departure.covered: _Times(asked, departure.covered) for departure in departures}
    worth = []
    for bridge in _bridges(graph, departures, asked, named):
        most = bridge.weight * all_times[bridge.departure.covered].most
        if most > floor:
            worth.append((bridge, floor / most))
    landings.look_up([bridge.mention for bridge, _ in worth])
    reached = [(bridge, landings.reach(bridge.mention, bridge.departure.covered, least)) for bridge, least in worth]
    ids = dict.fromkeys([id for _, reach in reached for id in reach.landings])
    heads, covered = graph.heads(ids), likely_covered(graph, asked, ids)
    steps = []
    worth_reading: dict[int, None] = {}
    for bridge, reach in reached:
        (row, _, told, _, root), mention, weight = bridge
        weight *= rarity(reach.spread, asked.passages) ** 2
        if trace is not None:
            trace.crossed(bridge, reach.spread, weight, len(reach.landings))
        here, page, key, times = row.id, row.page, mention.key, all_times[told]
        most = times.most
        worth_a_step = []
        for id, standing in reach.landings.items():
            if id in (here, root):
                continue
            head = heads[id]
            if standing < AS_TITLE and is_title(key, head.title):
                standing = AS_TITLE
            plain = weight * standing * (SAME_PAGE if head.name == page else 1.0)
            lacking = floor - FLOOR * scores.get(id, 0.0)
            if plain * most > lacking:
                worth_a_step.append((id, plain, standing))
                if plain * times[covered[id]] > lacking:
                    worth_reading[id] = None
        if worth_a_step:
            steps.append((bridge, times, worth_a_step))
    covered.update(asked.covers(graph, [*worth_reading]))
    arrivals: dict[int, Arrival] = {}
    credit: dict[int, float] = {}
    for (departure, mention, _), times, worth_a_step in steps:
        best = credit.get(departure.row.id, 0.0)
        for id, plain, standing in worth_a_step:
            said = covered[id]
            gain = plain * times[said]
            if gain > best:
                best = gain
            known = arrivals.get(id)
            if known is None or gain > known.gain:
                arrived = id, heads[id].name, gain, said, departure, mention, standing
                arrivals[id] = _make(Arrival, arrived)
        credit[departure.row.id] = best
    return Crossing(arrivals, credit)


class _Times(dict[frozenset[str], float]):
    """What a gain is multiplied by for what an arrival covers and the way to it has not said."""

    def __init__(self, asked: Asked, told: frozenset[str]) -> None:
        """told: what the way covers."""
        self._asked, self._told = asked, told
        self.most = 1 + NEWS * (1 - asked.share(told))
        """Where the arrival says all the rest."""

    def __missing__(self, covered: frozenset[str]) -> float:
        times = self[covered] = 1 + NEWS * self._asked.share(covered - self._told)
        return times


def _bridges(graph: GraphReader, departures: Sequence[Departure], asked: Asked, named: frozenset[str]) -> list[Bridge]:
    texts = [f"{departure.row.title}\n{departure.row.text}" for departure in departures]
    ranked: list[tuple[float, str, int, Departure, Mention]] = []
    for departure, text, mentions in zip(departures, texts, find_mentions(graph, texts)):
        spans = _sentences(text)
        starts = [start for start, _ in spans]
        told = [asked.share(covered) for covered in asked.covered_within(text, spans)]
        says_something = any(told)
        for mention in mentions:
            best = 0.0
            for start, _ in mention.spans if says_something else ():
                share = told[bisect_right(starts, start) - 1]
                if share > best:
                    best = share
            weight = departure.score * (PLAIN_BRIDGE + ASKED_BRIDGE * best)
            if mention.key in named:
                weight *= NAMED_BRIDGE
            ranked.append((-weight, mention.key, len(ranked), departure, mention))
    ranked.sort()
    return [_make(Bridge, (departure, mention, -weight)) for weight, _, _, departure, mention in ranked[:MAX_BRIDGES]]


# Good pages are departed from by many questions.
@lru_cache(maxsize=2048)
def _sentences(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(sentences(text))
