"""Where a text comes nearest to given words, for the message that refuses a quote."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Quotable
from ..text.quotes import Found, fold_passages, fold_text

_LEAST_LIKENESS = 0.5
"""Below this a stretch has little to do with the words that were looked for."""
_LONGEST = 5_000
"""Signs of a passage, and of a quote, that are compared: the time grows with their product."""


def nearest_stretch(quote: str, passages: Sequence[Quotable]) -> Found | None:
    """Return the whole words of a passage that are most like the quote; None when nothing comes close.

    By rapidfuzz's partial_ratio over folded texts; of passages that are alike the first.
    """
    from rapidfuzz import fuzz  # only a refused quote comes here

    folded = fold_passages(tuple(passages)).passages
    wanted = fold_text(quote).text[:_LONGEST]
    texts = [text.text[:_LONGEST] for text in folded]
    scores = [fuzz.partial_ratio(wanted, text) for text in texts] if wanted else []
    if not scores:
        return None
    best = scores.index(max(scores))
    # What is markup alone folds to nothing, which is like anything.
    if scores[best] < 100 * _LEAST_LIKENESS or not texts[best]:
        return None
    passage, text = passages[best], folded[best]
    alignment = fuzz.partial_ratio_alignment(wanted, texts[best])
    first, behind = 0, len(texts[best])
    if alignment is not None and len(wanted) <= behind:
        first, behind = alignment.dest_start, alignment.dest_end
    start, end = text.starts[first], text.ends[behind - 1]
    while start > 0 and not passage.text[start - 1].isspace():
        start -= 1
    while end < len(passage.text) and not passage.text[end].isspace():
        end += 1
    return Found(passage, start, end)
