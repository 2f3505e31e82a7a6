"""What each entry of an answer is worth to its reader: how likely it is to hold the answer, on one scale for all kinds.

A score is relative to the best one of its kind, and its chance falls much faster than the score itself.  Measured on
conversations and encyclopedia articles: among passages with half of the best score the answer stands about a tenth as
often as in the best, among those with a quarter about one in eighty; claims by relevance fall off faster still.
"""

from __future__ import annotations

STEEPNESS = 3
"""Power of the score that follows those measurements."""
LEAST = 0.05
"""Score below which all are alike: what is sent where there is room for it."""
SHORT_BYTES = 200
"""A passage shorter than this says less in proportion: thanks and questions back are cheap, and seldom the answer."""
CUT = 0.8
"""What a shortened passage keeps of its worth beside what it covers: its reader lacks the sentences around."""


def worth(score: float, steepness: int = STEEPNESS) -> float:
    """Worth of a score in [0, 1], itself in (0, 1]."""
    return min(1.0, max(score, LEAST)) ** steepness


BEST = 1000.0
"""Worth of the best passage: above any sum of the others."""
