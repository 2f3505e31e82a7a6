"""Step from a passage over a name in it to the passages where that name stands, asking the question at each step."""

from __future__ import annotations

from bisect import bisect_right
from sys import maxsize

from ... import regex as re
from ...lru_cache import lru_cache
from ...model import SECOND_HAND
from ...named_tuple import NamedTuple
from ...pages.text.names import fold_name, short_title
from ...pages.text.sentences import sentences
from ..extracts.coverage import rarity
from ..lookup.mentions import find_mentions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...model import PageHead, PassageRow
    from ..extracts.coverage import Asked
    from ..lookup.mentions import Mention
    from ..port import GraphReader
    from ..trace import Trace

_make = tuple.__new__

MAX_SPREAD = 20
"""A name in more passages than this leads anywhere: of those only the ones that hold what the question lacks."""
WIDE = 8
"""Passages taken for such a name."""
MAX_BRIDGES = 40
"""Bridges crossed on one hop: bounds the cost of a question."""
MAX_WIDE = 6
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


def _how(standing: float) -> str:
    """How a name stands in a passage, by what that is worth."""
    return "title" if standing == AS_TITLE else "mention" if standing == AS_MENTION else "guess"


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
        leg = Leg(self.departure.row, self.mention.text, nodes, self.row, _how(self.standing))
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
    tenth: float,
    scores: Mapping[int, float],
    wide: bool = True,
    trace: Trace | None = None,
) -> list[Arrival]:
    """All arrivals over the bridges that lead out of these passages, in the order crossed, strongest bridge first.

    named holds the folded names that the question mentions.  scores: what passages have already; tenth: what the last
    has that is likely shown, 0 where there are fewer.  A bridge that cannot bring FLOOR of that is not crossed, and a
    passage that it cannot bring FLOOR of what is lacking to it is not read.  wide: cross names that stand in many
    passages, too.
    Cost: one read of names; for each of MAX_BRIDGES bridges one look-up of the passages that hold the name, or for
    MAX_WIDE of them a word search; one read of the passages that may gain enough.
    """
    floor = FLOOR * tenth
    crossing = _Crossing(graph, asked, wide)
    worth = []
    for bridge in _bridges(graph, departures, asked, named):
        most = bridge.weight * _most_news(asked, bridge.departure)
        if most > floor:
            worth.append((bridge, floor / most))
    crossing.look_up([bridge.mention for bridge, _ in worth])
    reached = [(bridge, crossing.reach(bridge, least)) for bridge, least in worth]
    heads = graph.heads(dict.fromkeys(id for _, reach in reached for id in reach.landings))
    steps = []
    for bridge, reach in reached:
        departure = bridge.departure
        weight = bridge.weight * rarity(reach.spread, asked.passages) ** 2
        most = _most_news(asked, departure)
        if trace is not None:
            trace.crossed(bridge, reach.spread, weight, len(reach.landings))
        for id, standing in crossing.standings(bridge.mention, reach, heads).items():
            if id == departure.row.id or id == departure.root:
                continue
            plain = weight * standing * (SAME_PAGE if heads[id].name == departure.row.page else 1.0)
            if plain * most > floor - FLOOR * scores.get(id, 0.0):
                steps.append((id, plain, standing, bridge))
    rows = graph.passages(list(dict.fromkeys(id for id, *_ in steps)))
    arrivals: list[Arrival] = []
    for id, plain, standing, bridge in steps:
        row, departure = rows[id], bridge.departure
        covered = asked.covered_by(row)
        gain = plain * (1 + NEWS * asked.share(covered - departure.covered))
        arrived = row, gain, covered | departure.covered, departure, bridge.mention, standing
        arrivals.append(_make(Arrival, arrived))
    return arrivals


def _most_news(asked: Asked, departure: Departure) -> float:
    """What a gain is multiplied by at most: where the arrival says all that the way to it has not said."""
    return 1 + NEWS * (1 - asked.share(departure.covered))


class _Reach(NamedTuple):
    """Where a name leads."""

    spread: int
    """In how many passages it stands."""
    key: tuple[str, tuple[str, ...]]
    """The folded name, and for one that stands in many passages the words that were looked for beside it."""
    landings: Mapping[int, bool] = {}
    """Passages that are worth a step, and of each whether its page is known to have the name."""


class _Crossing:
    """Where names lead, each looked up once, and what stands there read together."""

    def __init__(self, graph: GraphReader, asked: Asked, wide: bool) -> None:
        self._graph, self._asked = graph, asked
        self._holders: dict[str, list[int]] = {}
        self._heads: Mapping[str, PageHead] = {}
        self._narrow: dict[str, _Reach] = {}
        self._wide: dict[tuple[str, tuple[str, ...]], dict[int, bool]] = {}
        self._standings: dict[tuple[str, tuple[str, ...]], dict[int, float]] = {}
        self._room = MAX_WIDE if wide else 0

    def look_up(self, mentions: Sequence[Mention]) -> None:
        """Find what holds these names: passages, up to one more than MAX_SPREAD of each, and the pages called so."""
        self._holders = self._graph.holders([mention.text for mention in mentions], limit=MAX_SPREAD + 1)
        narrow = [mention for mention in mentions if len(self._holders[mention.text]) <= MAX_SPREAD]
        self._heads = self._graph.heads_of([node for mention in narrow for node in _named_pages(mention)])

    def reach(self, bridge: Bridge, least: float) -> _Reach:
        """In how many passages a name stands, and those worth a step.

        A common name is not followed when its rarity squared, for a mere mention, is less than least.
        """
        mention = bridge.mention
        holders = self._holders[mention.text]
        if len(holders) > MAX_SPREAD:
            return self._wide_reach(mention, bridge.departure, least)
        found = self._narrow.get(mention.key)
        if found is None:
            landings = dict.fromkeys(holders, False)
            for head in filter(None, map(self._heads.get, _named_pages(mention))):
                if head.category not in SECOND_HAND:
                    passages = range(head.page, head.page + min(MAX_SPREAD, head.passage_count))
                    landings.update(dict.fromkeys(passages, True))
            found = _Reach(len(landings), (mention.key, ()), landings if len(landings) > 1 else {})
            self._narrow[mention.key] = found
        return found

    def _wide_reach(self, mention: Mention, departure: Departure, least: float) -> _Reach:
        asked = self._asked
        if not self._room or AS_MENTION * rarity(MAX_SPREAD, asked.passages) ** 2 < least:
            return _Reach(MAX_SPREAD, (mention.key, ()))
        lacking = tuple(
            term.text for term in asked.question.content if not term.added and term.stem not in departure.covered
        )
        key = (mention.key, lacking)
        spread = self._graph.document_frequency([mention.text])[mention.text]
        if not lacking or AS_MENTION * rarity(spread, asked.passages) ** 2 < least:
            return _Reach(spread, key)
        if key not in self._wide:
            self._room -= 1
            hits = self._graph.search(lacking, limit=WIDE, hand="first", holding=mention.text)
            self._wide[key] = dict.fromkeys([hit.passage for hit in hits], False)
        return _Reach(spread, key, self._wide[key])

    def standings(self, mention: Mention, reach: _Reach, heads: Mapping[int, PageHead]) -> dict[int, float]:
        """How the name stands in each of the passages that it leads to."""
        found = self._standings.get(reach.key)
        if found is None:
            plain = AS_MENTION if mention.hits else AS_GUESS
            found = self._standings[reach.key] = {
                id: AS_TITLE if titled or _is_title(mention.key, heads[id].title) else plain
                for id, titled in reach.landings.items()
            }
        return found


def _named_pages(mention: Mention) -> list[str]:
    """Nodes that have the name."""
    return sorted({hit.node for hit in mention.hits if hit.how not in ("missing", "question")})


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
