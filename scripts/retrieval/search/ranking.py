"""Rank passages for a question: word search first, then a short walk that asks the question at each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...pages.text.names import fold_name
from ...pages.text.words import size
from .bridge import Departure, cross
from .preferring import prefer_by_text
from .scores import Scores
from .start import start_scores
from .turns import weigh_turns

if TYPE_CHECKING:
    from ...pages.model import PassageRow
    from ..extracts.coverage import Asked
    from ..lookup.matching import Match
    from ..port import GraphReader
    from ..trace import Trace
    from .bridge import Arrival, Leg
    from .usefulness import Useful

BEAMS = (6, 2)
"""Passages that the walk departs from on each hop.  A third hop finds nothing more (measured)."""
DECAY = 0.6
"""What is left of a gain after a further hop."""
CREDIT = 0.5
"""Share of the best gain given back to the passage of departure, which it proves useful."""
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
    """words, meaning (like the question), title (named by it), beside (next to a hit), claim (one cites it), bridge
    (a name led here) or useful (it helped with a question like this one)."""
    path: tuple[Leg, ...] = ()
    """The legs walked, for a bridge or a claim."""
    joined: int = 0
    """Passages behind it whose text is in its own (lead_ins.py)."""


def rank_passages(
    graph: GraphReader,
    asked: Asked,
    matches: Sequence[Match],
    *,
    limit: int,
    enough_bytes: int = 0,
    without: frozenset[str] = frozenset(),
    useful: Sequence[Useful] = (),
    trace: Trace | None = None,
) -> list[Ranked]:
    """The passages that answer the question best, best first; ties in the order of the index.

    At most limit, and where enough_bytes is given no more than have so many bytes of text together.

    Start: word search, and the pages that the question names.  Then, a hop for each of BEAMS: from the best passages
    over the names in them to other passages, each step weighed by what the question asks and still lacks (bridge.py).
    Then what the text of a passage itself speaks for (preferring.py), and who says it when (turns.py).
    Last: useful, what helped with questions like this one, moves what it names (usefulness.py).
    Cost: one word search at most, one more for a line with stop words, and what the bridges cost; none of it grows with
    the store but the word searches.
    """
    scores = trace.scores if trace is not None else Scores()
    start_scores(graph, asked, matches, scores, without)
    if "bridges" not in without:
        _walk(graph, asked, matches, scores, without, trace)
    prefer_by_text(graph, asked, scores, without)
    weigh_turns(graph, asked, scores, without)
    if useful and "useful" not in without:
        from .usefulness import prefer_useful

        scores.part = "useful"
        prefer_useful(graph, asked, useful, scores)
    order = _read(graph, scores, scores.order()[: max(limit, 2 * COVERED_PLACES)], enough_bytes)
    if trace is not None:
        trace.order = tuple(order)
    top = scores.total[order[0]] if order else 1.0
    return [
        Ranked(scores.rows[id], scores.total[id] / top if top > 0 else 0.0, scores.why[id], scores.way(id))
        for id in (order if "cover" in without else _cover(graph, order, asked, scores, trace))[:limit]
    ]


def _read(graph: GraphReader, scores: Scores, order: list[int], enough_bytes: int) -> list[int]:
    """Read the passages in this order, and no more once their texts have so many bytes; 0: all."""
    bytes_read = at = 0
    while at < len(order) and (at < 2 * COVERED_PLACES or bytes_read < enough_bytes or not enough_bytes):
        ids = order[at : at + COVERED_PLACES] if at else order[: 2 * COVERED_PLACES]
        scores.read(graph, ids)
        bytes_read += sum([size(scores.rows[id].text) for id in ids])
        at += len(ids)
    return order[:at]


def _walk(
    graph: GraphReader,
    asked: Asked,
    matches: Sequence[Match],
    scores: Scores,
    without: frozenset[str],
    trace: Trace | None,
) -> None:
    """Add what bridges bring to the scores."""
    named = frozenset(fold_name(match.mention) for match in matches if match.how != "keyword")
    start, tenth = dict(scores.total), scores.tenth()
    best = scores.order()[: BEAMS[0]]
    scores.read(graph, best)
    beam = [Departure(scores.rows[id], start[id], asked.covered_by(scores.rows[id]), (), id) for id in best]
    gains: dict[int, Arrival] = {}
    for width in (0,) if "second-hop" in without else (*BEAMS[1:], 0):
        if trace is not None:
            trace.departed(beam)
        arrived, credit = cross(
            graph, beam, asked, named, tenth=tenth, scores=start, wide="wide" not in without, trace=trace
        )
        if trace is not None:
            scores.read(graph, arrived)
            trace.arrived(arrived.values())
        scores.part = "credit"
        for id, gain in credit.items() if "credit" not in without else ():
            scores.add(id, scores.rows[id].page, CREDIT * gain, "bridge")
        for id, arrival in arrived.items():
            if id not in gains or arrival.gain > gains[id].gain:
                gains[id] = arrival
        best_arrived = sorted(arrived.values(), key=lambda each: (-each.gain, each.page, each.id))[:width]
        scores.read(graph, [each.id for each in best_arrived])
        beam = []
        for each in best_arrived:
            row = scores.rows[each.id]
            beam.append(Departure(row, DECAY * each.gain, each.covered, each.path(row), each.departure.root))
    scores.part = "bridges"
    for id, arrival in gains.items():
        scores.add(id, arrival.page, arrival.gain, "bridge")
        if arrival.gain > start.get(id, 0.0):
            scores.why[id], scores.arrival[id] = "bridge", arrival


def _cover(graph: GraphReader, order: Sequence[int], asked: Asked, scores: Scores, trace: Trace | None) -> list[int]:
    """Fill the first places one by one, preferring what covers words that are not covered above."""
    pool = list(order[: 2 * COVERED_PLACES])
    covers = asked.covers(graph, pool)
    top = scores.total[pool[0]] if pool and scores.total[pool[0]] > 0 else 1.0
    done: frozenset[str] = frozenset()
    first: list[int] = []
    while pool and len(first) < COVERED_PLACES:
        # The pool keeps its order, and max takes the first of equals.
        best = max(pool, key=lambda id: scores.total[id] / top + NEW_WORDS * asked.share(covers[id] - done))
        pool.remove(best)
        first.append(best)
        if trace is not None:
            trace.placed(best, covers[best] - done)
        done |= covers[best]
    return [*first, *(id for id in order if id not in first)]
