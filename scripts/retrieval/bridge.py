"""Step from a passage over a name in it to the passages where that name stands, asking the question at each step."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..pages.names import fold_name
from .coverage import rarity
from .first_hand import SECOND_HAND
from .mentions import find_mentions
from .snippets import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..model import PassageRow
    from .coverage import Asked
    from .mentions import Mention
    from .port import GraphReader

MAX_SPREAD = 20
"""A name in more passages than this leads anywhere, and so nowhere."""
MAX_BRIDGES = 24
"""Bridges crossed on one hop: bounds the cost of a question."""
PLAIN_BRIDGE, ASKED_BRIDGE = 0.6, 1.5
"""Weight of a bridge nobody asked about, and what is added where its sentence covers the whole question."""
NAMED_BRIDGE = 0.25
"""Share left to a name that the question holds itself: word search has been there already."""
AS_TITLE, AS_MENTION, AS_GUESS = 1.0, 0.35, 0.25
"""How a name stands where the bridge arrives: it titles the page, it is a known name in the text, or it only looks
like a name.  Claims about it add nothing that its sentences do not say (measured), and cost more than all the rest."""
NEWS = 4.0
"""How much more an arrival is worth that covers all the question still lacks."""


class Departure(NamedTuple):
    row: PassageRow
    score: float
    covered: frozenset[str]
    """What the path up to here covers of the question."""
    path: tuple[str, ...]
    """Names crossed so far."""
    root: int
    """The passage where the path set out."""


class Arrival(NamedTuple):
    row: PassageRow
    gain: float
    """What the passage gains, on the scale of the departures' scores."""
    covered: frozenset[str]
    path: tuple[str, ...]
    root: int
    departed: int


class _Bridge(NamedTuple):
    departure: Departure
    mention: Mention
    weight: float


def cross(graph: GraphReader, departures: Sequence[Departure], asked: Asked, named: frozenset[str]) -> list[Arrival]:
    """All arrivals over the bridges that lead out of these passages, in the order crossed, strongest bridge first.

    named holds the folded names that the question mentions.
    Cost: one read of names; for each of MAX_BRIDGES bridges one look-up of the passages that hold the name, at most
    MAX_SPREAD passages, and those of the page that has it.
    """
    arrivals: list[Arrival] = []
    rows: dict[int, PassageRow] = {}
    landings: dict[str, dict[int, float]] = {}
    for bridge in _bridges(graph, departures, asked, named):
        key = bridge.mention.key
        if key not in landings:
            landings[key] = _landings(graph, bridge.mention, rows)
        spread = len(landings[key])
        if not 1 < spread <= MAX_SPREAD:
            continue
        weight = bridge.weight * rarity(spread, asked.passages) ** 2
        departure = bridge.departure
        for id, standing in landings[key].items():  # Their order decides nothing: each passage is met once a bridge.
            if id == departure.row.id or id == departure.root:
                continue
            row = rows[id]
            covered = asked.covered_by(row)
            news = asked.share(covered - departure.covered)
            gain = weight * standing * (1 + NEWS * news)
            path = (*departure.path, bridge.mention.text)
            arrivals.append(Arrival(row, gain, covered | departure.covered, path, departure.root, departure.row.id))
    return arrivals


def _bridges(graph: GraphReader, departures: Sequence[Departure], asked: Asked, named: frozenset[str]) -> list[_Bridge]:
    texts = [f"{departure.row.title}\n{departure.row.text}" for departure in departures]
    bridges = []
    for departure, text, mentions in zip(departures, texts, find_mentions(graph, texts)):
        spans = sentences(text)
        told = [asked.share(asked.covered(text[start:end])) for start, end in spans]
        for mention in mentions:
            best = max(
                (share for share, (low, high) in zip(told, spans) if any(low <= s < high for s, _ in mention.spans)),
                default=0.0,
            )
            weight = departure.score * (PLAIN_BRIDGE + ASKED_BRIDGE * best)
            if mention.key in named:
                weight *= NAMED_BRIDGE
            bridges.append(_Bridge(departure, mention, weight))
    bridges.sort(key=lambda bridge: (-bridge.weight, bridge.mention.key))
    return bridges[:MAX_BRIDGES]


def _landings(graph: GraphReader, mention: Mention, rows: dict[int, PassageRow]) -> dict[int, float]:
    """Where a name stands, and how; the passages read are added to rows."""
    holders = graph.holders([mention.text], limit=MAX_SPREAD + 1, first_hand=True)[mention.text]
    if len(holders) > MAX_SPREAD:
        return dict.fromkeys(holders, 0.0)
    rows.update(graph.passages([id for id in holders if id not in rows]))
    plain = AS_MENTION if mention.hits else AS_GUESS
    landings = {id: AS_TITLE if _is_title(mention.key, rows[id].title) else plain for id in holders if id in rows}
    for node in sorted({name.node for name in mention.hits if name.how not in ("missing", "question")}):
        for row in graph.passages_of(node)[:MAX_SPREAD]:
            if row.category not in SECOND_HAND:
                rows[row.id] = row
                landings[row.id] = AS_TITLE
    return landings


@lru_cache(maxsize=4096)
def _is_title(key: str, title: str) -> bool:
    """Whether a page is titled by a name, a leading article or a qualifier behind it apart: `Brand (play)`."""
    return key in (fold_name(title), fold_name(_QUALIFIER.sub("", title)), fold_name(_ARTICLE.sub("", title)))


_QUALIFIER = re.compile(r"\s*\([^()]*\)$|,[^,]*$")
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
