"""Likeness in meaning beside words: where the index has vectors, they move passages and add a few.

Without vectors the start is that of words alone.  Linear with fixed weights, after Bruch et al., An analysis of fusion
functions for hybrid retrieval, 2023: scores scaled to [0, 1] say more than ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ...pages.model import SimilarHit, WordHit
    from ..port import GraphReader

_make = tuple.__new__

SIMILAR = 100
"""Passages taken by likeness, as many as by words."""
WEIGHT = 0.3
"""Share of likeness in the start score, where there is any: a signal beside words, not their master.  Of 0.2 to 0.5 it
is the one with which no set of passages, short or long, was found less well than by words alone (measured)."""


class StartHit(NamedTuple):
    """A passage that the ranking starts from."""

    passage: int
    page: str
    score: float
    """The best passage has 1."""
    why: str
    """words, or meaning where no word of the question led to it."""


def start_hits(graph: GraphReader, text: str, hits: Sequence[WordHit]) -> list[StartHit]:
    """The hits of word search with their scores scaled, joined with the passages that are like the text."""
    top = hits[0].score if hits else 0.0
    scaled = [(hit.passage, hit.page, hit.score / top if top > 0 else 0.0, "words") for hit in hits]
    words = {hit[0]: _make(StartHit, hit) for hit in scaled}
    similar = graph.similar_passages(text, limit=SIMILAR + 1)
    if not similar:
        return list(words.values())
    likeness = _scaled(similar)
    found = {hit.passage: StartHit(hit.passage, hit.page, 0.0, "meaning") for hit in similar[:SIMILAR]} | words
    fused = {id: (1 - WEIGHT) * hit.score + WEIGHT * likeness.get(id, 0.0) for id, hit in found.items()}
    best = max(fused.values()) or 1.0
    return [hit._replace(score=fused[id] / best) for id, hit in found.items()]


def _scaled(similar: Sequence[SimilarHit]) -> dict[int, float]:
    """Likeness from 0 for what is like the text as a hundred others are, to 1 for the best.

    What a cosine is worth differs from model to model and from question to question; the distance to the rest tells.
    """
    best, rest = similar[0].cosine, similar[SIMILAR].cosine if len(similar) > SIMILAR else 0.0
    return {hit.passage: (hit.cosine - rest) / (best - rest) if best > rest else 1.0 for hit in similar[:SIMILAR]}
