"""Rank passages for a question: word search first, then a short walk that asks the question at each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..pages.names import fold_name
from .bridge import Departure, cross
from .coverage import HITS, rarity
from .first_hand import SECOND_HAND
from .meaning import start_hits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..model import PassageRow, WordHit
    from .bridge import Arrival
    from .coverage import Asked
    from .matching import Match
    from .port import GraphReader

START = 100
"""Passages taken from word search: beyond them nothing is worth a step."""
BEAMS = (4, 2)
"""Passages that the walk departs from on each hop.  A third hop finds nothing more (measured)."""
DECAY = 0.6
"""What is left of a gain after a further hop."""
CREDIT = 0.5
"""Share of the best gain given back to the passage of departure, which it proves useful."""
TITLE_BONUS = 1.0
"""What a passage gains when the question names its page, for the rarest name."""
TITLE_PASSAGES = 5
"""Passages of a named page that gain it: the first say what the page is about."""
LEND = 0.5
"""Share of its score that a short hit lends to the passages beside it: in chats and notes an answer follows."""
LENDERS = 30
"""Hits that lend."""
SHORT = 30
"""Words up to which a hit counts as short; a longer one lends less in proportion, as it explains itself."""
COVERED_PLACES = 10
"""Places at the top that are filled so that together they cover the question."""
NEW_WORDS = 0.5
"""What a passage gains there when it covers everything that those above it do not."""


class Ranked(NamedTuple):
    """A passage and why it is here."""

    row: PassageRow
    score: float
    """The best passage has 1."""
    why: str
    """words, meaning (like the question), title (named by it), beside (next to a hit) or bridge (a name led here)."""
    path: tuple[str, ...] = ()
    """The names crossed, for a bridge."""


class _Scores:
    """What is known of each passage while ranking."""

    def __init__(self) -> None:
        self.total: dict[int, float] = {}
        self.page: dict[int, str] = {}
        self.why: dict[int, str] = {}
        self.path: dict[int, tuple[str, ...]] = {}
        self.rows: dict[int, PassageRow] = {}

    def add(self, id: int, page: str, score: float, why: str) -> None:
        self.total[id] = self.total.get(id, 0.0) + score
        self.page[id] = page
        self.why.setdefault(id, why)

    def order(self) -> list[int]:
        # Ids grow with the text of a page; which page has the smaller ones depends on when it was indexed.
        return sorted(self.total, key=lambda id: (-self.total[id], self.page[id], id))

    def read(self, graph: GraphReader, ids: Iterable[int]) -> None:
        missing = [id for id in ids if id not in self.rows]
        if missing:
            self.rows.update(graph.passages(missing))


def rank_passages(graph: GraphReader, asked: Asked, matches: Sequence[Match], *, limit: int) -> list[Ranked]:
    """The passages that answer the question best, best first; ties in the order of the index.

    Start: word search, and the pages that the question names.  Then, a hop for each of BEAMS: from the best passages
    over the names in them to other passages, each step weighed by what the question asks and still lacks (bridge.py).
    Cost: one word search at most, and what the bridges cost; none of it grows with the store but the word search.
    """
    scores = _start(graph, asked, matches)
    _walk(graph, asked, matches, scores)
    order = scores.order()[: max(limit, 2 * COVERED_PLACES)]
    scores.read(graph, order)
    top = scores.total[order[0]] if order else 1.0
    return [
        Ranked(scores.rows[id], scores.total[id] / top if top > 0 else 0.0, scores.why[id], scores.path.get(id, ()))
        for id in _cover(order, asked, scores)[:limit]
    ]


def _start(graph: GraphReader, asked: Asked, matches: Sequence[Match]) -> _Scores:
    scores = _Scores()
    for hit in start_hits(graph, asked.question.text, _first_hand_hits(graph, asked)):
        scores.add(hit.passage, hit.page, hit.score, hit.why)
    _lend(graph, scores)
    named = [match for match in matches if match.how != "keyword"]
    frequency = graph.document_frequency([match.mention for match in named])
    for match in named:
        worth = TITLE_BONUS * match.score * rarity(frequency.get(match.mention, 0), asked.passages)
        for row in graph.passages_of(match.node)[:TITLE_PASSAGES]:
            if row.category not in SECOND_HAND:
                scores.rows[row.id] = row
                scores.add(row.id, row.page, worth, "title")
    return scores


def _lend(graph: GraphReader, scores: _Scores) -> None:
    """In running text a hit lends part of its score to the passages beside it, more the shorter it is."""
    lenders = scores.order()[:LENDERS]
    scores.read(graph, lenders)
    scores.read(graph, [id + step for id in lenders for step in (-1, 1)])
    given: dict[int, float] = {}
    for id in lenders:
        row = scores.rows[id]
        worth = LEND * scores.total[id] * min(1.0, SHORT / max(1, len(row.text.split())))
        for beside in (id - 1, id + 1):
            near = scores.rows.get(beside)
            if near is not None and near.page == row.page:
                given[beside] = max(given.get(beside, 0.0), worth)
    for id, worth in given.items():
        scores.add(id, scores.rows[id].page, worth, "beside")


def _first_hand_hits(graph: GraphReader, asked: Asked) -> Sequence[WordHit]:
    """Hits on sources, asked for alone where other pages crowd them out; hits on any page where no source is hit."""
    hits = [hit for hit in asked.hits if hit.category not in SECOND_HAND]
    if len(hits) < START and len(asked.hits) >= HITS:
        hits = graph.search(asked.matched, limit=START, first_hand=True)
    return (hits or asked.hits)[:START]


def _walk(graph: GraphReader, asked: Asked, matches: Sequence[Match], scores: _Scores) -> None:
    """Add what bridges bring to the scores."""
    named = frozenset(fold_name(match.mention) for match in matches if match.how != "keyword")
    start, best = dict(scores.total), scores.order()[: BEAMS[0]]
    scores.read(graph, best)
    beam = [Departure(scores.rows[id], start[id], asked.covered_by(scores.rows[id]), (), id) for id in best]
    gains: dict[int, Arrival] = {}
    for width in (*BEAMS[1:], 0):
        arrived: dict[int, Arrival] = {}
        credit: dict[int, float] = {}
        for arrival in cross(graph, beam, asked, named):
            id = arrival.row.id
            scores.rows[id] = arrival.row
            if id not in arrived or arrival.gain > arrived[id].gain:
                arrived[id] = arrival
            credit[arrival.departed] = max(credit.get(arrival.departed, 0.0), arrival.gain)
        for id, gain in credit.items():
            scores.add(id, scores.rows[id].page, CREDIT * gain, "bridge")
        for id, arrival in arrived.items():
            if id not in gains or arrival.gain > gains[id].gain:
                gains[id] = arrival
        beam = [
            Departure(each.row, DECAY * each.gain, each.covered, each.path, each.root)
            for each in sorted(arrived.values(), key=lambda each: (-each.gain, each.row.page, each.row.id))[:width]
        ]
    for id, arrival in gains.items():
        scores.add(id, arrival.row.page, arrival.gain, "bridge")
        if arrival.gain > start.get(id, 0.0):
            scores.why[id], scores.path[id] = "bridge", arrival.path


def _cover(order: Sequence[int], asked: Asked, scores: _Scores) -> list[int]:
    """Fill the first places one by one, preferring what covers words that are not covered above."""
    pool = list(order[: 2 * COVERED_PLACES])
    covers = {id: asked.covered_by(scores.rows[id]) for id in pool}
    top = scores.total[pool[0]] if pool and scores.total[pool[0]] > 0 else 1.0
    done: frozenset[str] = frozenset()
    first: list[int] = []
    while pool and len(first) < COVERED_PLACES:
        # The pool keeps its order, and max takes the first of equals.
        best = max(pool, key=lambda id: scores.total[id] / top + NEW_WORDS * asked.share(covers[id] - done))
        pool.remove(best)
        first.append(best)
        done |= covers[best]
    return [*first, *(id for id in order if id not in first)]
