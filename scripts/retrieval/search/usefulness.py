"""What proved useful before: marks given for questions like this one move what they name, by how alike the two are.

Who marks says that a passage or page helped with a question, or misled.  For another question the mark counts as far
as the two ask for the same, and not at all below LEAST; without marks nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..extracts.coverage import weight
from ..language.question import parse_question

if TYPE_CHECKING:
    from ...pages.model import PassageRow
    from ..extracts.coverage import Asked
    from ..port import GraphReader
    from .scores import Scores


LEAST = 0.5
"""Likeness from which on a mark counts: below it two questions share a subject, not what they ask."""
STEEPNESS = 2
"""Power of the likeness above that: half as like is much less likely to have the same answer."""
LIFT = 1.0
"""What a passage gains that helped with the very same question, as a share of the best score: it comes first, or beside
what answers as well."""
PASSAGES = 3
"""Passages that a mark of their page moves: the best by words."""


class Mark(NamedTuple):
    """That something helped with a question, or misled."""

    question: str
    words: tuple[tuple[str, str], ...]
    """The question's words, each with its stem; see topic_words."""
    targets: tuple[str, ...]
    """Pages, and passages as `page#^block`."""
    weight: float
    """From -1, it misled, to 1, it helped; faded with its age."""


class Useful(NamedTuple):
    """How useful something was for questions like this one."""

    target: str
    """A page, or a passage as `page#^block`."""
    value: float
    """From -1 to 1."""
    question: str
    """The likest of the questions it was marked for."""
    likeness: float


def topic_words(question: str) -> list[tuple[str, str]]:
    """The words that carry a question's topic, each with its stem: what likeness is measured on."""
    return [(term.text, term.stem) for term in parse_question(question).content]


def fade(age_days: float, half_life_days: float) -> float:
    """What is left of a mark of this age: half after each half-life."""
    return float(0.5 ** (age_days / half_life_days))


def _told_apart(graph: GraphReader, mark: Mark) -> tuple[tuple[str, str], ...]:
    from ..language.unspaced import tell_apart  # for some languages only

    return tuple((term.text, term.stem) for term in tell_apart(graph, parse_question(mark.question)).content)


def likenesses(graph: GraphReader, asked: Asked, marks: Sequence[Mark]) -> list[float]:
    """How far each mark counts for a question: 1 for the same words, 0 for what only shares a subject with it."""
    if asked.pairs:
        marks = [mark._replace(words=_told_apart(graph, mark)) for mark in marks]
    others = {word: stem for mark in marks for word, stem in mark.words if stem not in asked.shares}
    frequency = graph.document_frequency(sorted(others))
    weights = {stem: weight(stem, frequency.get(word, 0), asked.passages) for word, stem in sorted(others.items())}
    alike = (_likeness(asked, mark, weights) for mark in marks)
    return [(max(0.0, each - LEAST) / (1 - LEAST)) ** STEEPNESS for each in alike]


def _likeness(asked: Asked, mark: Mark, weights: dict[str, float]) -> float:
    """The share of one question that the other covers, by the rarity of its words; the lesser of the two ways."""
    stems = {stem for _, stem in mark.words}
    shared = asked.share(stem for stem in stems if stem in asked.shares)
    # Shares are weights by their sum, so that what is missing here can be set beside what is shared there.
    common = shared * _total(asked)
    lacking = sum(sorted(weights[stem] for stem in stems if stem not in asked.shares))
    return min(shared, common / (common + lacking)) if common else 0.0


def _total(asked: Asked) -> float:
    """The sum that the shares were divided by."""
    corrected = {term.start for term in asked.question.content if term.added}
    weighed = (t for t in asked.question.content if (t.start >= 0 if t.added else t.start not in corrected))
    counts = {term.stem: asked.frequency.get(term.text, 0) for term in weighed}
    return sum(weight(stem, count, asked.passages) for stem, count in counts.items())


def prefer_useful(graph: GraphReader, asked: Asked, useful: Iterable[Useful], scores: Scores) -> None:
    """Lift passages that helped and lower those that misled; a mark of a page moves its best passages.

    Cost: a read of the passages that are named.
    """
    top = max(scores.total.values(), default=1.0) or 1.0
    moved: dict[int, float] = {}
    for each in useful:
        page, is_passage, block = each.target.partition("#^")
        if is_passage:
            row = graph.passage_at(page, block)
            parts = [(row, 1.0)] if row is not None else []
        else:
            parts = _best_of(graph, asked, page, scores)
        for row, share in parts:
            scores.rows[row.id] = row
            moved[row.id] = moved.get(row.id, 0.0) + share * each.value
    for id, value in moved.items():
        had = scores.total.get(id, 0.0)
        gain = LIFT * top * min(1.0, value) if value > 0 else had * max(-1.0, value)
        if gain:
            scores.add(id, scores.rows[id].page, gain, "useful")


def _best_of(graph: GraphReader, asked: Asked, page: str, scores: Scores) -> list[tuple[PassageRow, float]]:
    """The best passages of a page by their scores so far, else by what they cover, each with its share of the best."""
    rows = graph.passages_of(page)
    worth = {row.id: scores.total.get(row.id, 0.0) for row in rows}
    if not any(worth.values()):
        worth = {row.id: asked.share(asked.covered_by(row)) for row in rows}
    best = sorted((row for row in rows if worth[row.id] > 0), key=lambda row: (-worth[row.id], row.ordinal))[:PASSAGES]
    # Whoever marked it knows what no word tells.
    return [(row, worth[row.id] / worth[best[0].id]) for row in best] or [(row, 1.0) for row in rows[:1]]
