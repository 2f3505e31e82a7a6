"""How alike two texts are; the one door to rapidfuzz of the rooms that are not built anew yet.

Scores are in [0, 1].  Texts are compared as they are given: folding is the caller's.  The library is imported by the
function that needs it, for most calls need none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Match(NamedTuple):
    """One of the choices, where it stands among them, and how alike it is."""

    choice: str
    position: int
    score: float


def best_matches(query: str, choices: Sequence[str], limit: int, cutoff: float) -> list[Match]:
    """Choices most like the query as a whole, best first, ties in their own order; none below cutoff."""
    from rapidfuzz import fuzz

    return _best(query, choices, limit, cutoff, fuzz.ratio)


def best_containing(query: str, choices: Sequence[str], limit: int, cutoff: float) -> list[Match]:
    """Choices with a stretch most like the query, best first, ties in their own order; none below cutoff."""
    from rapidfuzz import fuzz

    return _best(query, choices, limit, cutoff, fuzz.partial_ratio)


def likest_stretch(query: str, text: str) -> tuple[int, int]:
    """Start and end of the stretch of a text that is most like the query."""
    from rapidfuzz import fuzz

    found = fuzz.partial_ratio_alignment(query, text)
    return (found.dest_start, found.dest_end) if found and len(query) <= len(text) else (0, len(text))


def name_similarity(one: str, other: str) -> float:
    """Likeness of two names, a swap of two letters being one error, words in any order."""
    from rapidfuzz.distance import OSA

    plain = OSA.normalized_similarity(one, other)
    ordered, other_ordered = (" ".join(sorted(name.split())) for name in (one, other))
    if (ordered, other_ordered) == (one, other):
        return float(plain)
    return float(max(plain, 0.99 * OSA.normalized_similarity(ordered, other_ordered)))


def _best(query: str, choices: Sequence[str], limit: int, cutoff: float, scorer: Any) -> list[Match]:
    from rapidfuzz import process

    # All of them: among equal scores the library keeps those it likes, and the order must be ours.
    found = process.extract(query, choices, scorer=scorer, processor=None, limit=None, score_cutoff=cutoff * 100)
    matches = sorted((-score, index, choice) for choice, score, index in found)
    return [Match(choice, index, -score / 100) for score, index, choice in matches[:limit]]
