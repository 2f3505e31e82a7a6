"""Long passages count by the line that says most: a log, a table, a page pasted in one piece.

BM25 takes a word for the less the longer its text is, so that one row of a thousand finds nothing.  Whoever asks means
the row: it is scored as a passage of its own, of average length.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import TYPE_CHECKING

from ...pages.model import WordHit
from .rows import head_and_rows

if TYPE_CHECKING:
    from ...pages.model import PassageRow
    from ..port import GraphReader
    from .coverage import Asked

PIECE = 1000
"""Characters from which on a line is looked at piece by piece."""
LEAST = 1e-6
"""Weight of a word that most passages hold, as in FTS5."""


def with_best_lines(graph: GraphReader, asked: Asked, ids: Sequence[int]) -> Asked:
    """The question with hits on these passages scored by their best lines.  Cost: a look at each line."""
    weights = _weights(asked)
    hits = {hit.passage: hit for hit in asked.hits}
    for id, row in graph.passages(ids).items():
        score = _score(row, asked, weights)
        if id not in hits or score > hits[id].score:
            hits[id] = WordHit(id, row.page, score, row.category)
    return asked._replace(hits=tuple(sorted(hits.values(), key=lambda hit: (-hit.score, hit.page, hit.passage))))


def _weights(asked: Asked) -> dict[str, float]:
    """What a stem adds to BM25 where it stands once in a text of average length: its inverse document frequency."""
    counts = {term.stem: asked.frequency.get(term.text, 0) for term in asked.question.content}
    return {
        stem: max(LEAST, log((asked.passages - count + 0.5) / (count + 0.5))) for stem, count in counts.items() if count
    }


def _score(row: PassageRow, asked: Asked, weights: dict[str, float]) -> float:
    """BM25 of the line that says most, with what stands above it."""
    found = asked.covered(row.text)
    table = head_and_rows(row.text)
    head, lines = table[:2] if table is not None else ((), row.text.split("\n"))
    said = asked.covered("\n".join((row.title, row.heading, *head)))
    pieces = (line[start : start + PIECE] for line in lines for start in range(0, len(line), PIECE))
    told = set(asked.covered_each(pieces, found))
    return max((sum([weights.get(stem, 0.0) for stem in sorted(held | said)], 0.0) for held in told), default=0.0)
