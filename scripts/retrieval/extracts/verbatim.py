"""Passages that say a question word for word, or nearly: who asks with a line remembers or pastes it from there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ...pages.text.words import fold_text, is_unspaced, words

if TYPE_CHECKING:
    from ..language.question import Question

QUOTED = 4
"""Words from which on a question may be a line of a note."""
PAIRS = 8
"""The same where words are pairs of characters (see words): some four words of Chinese or Japanese."""
GAP = 3
"""Places on, in a passage, within which the next word of a question follows: who remembers a line leaves words out."""
_ASKING = ("?", "？", "؟", ";")


def line_of(question: str) -> Sequence[str]:
    """All words of a question that may be a line of a note, stop words too; none of a shorter one."""
    found = words(fold_text(question))
    return found if len(found) >= (PAIRS if is_unspaced(question) else QUOTED) else ()


def line_pairs(question: Question, line: Sequence[str]) -> tuple[str, ...]:
    """Neighbors in the line of a question (see line_of) with stop words that does not ask, as phrases: where its other
    words are said anywhere, those tell it from other passages.  Who asks has stop words of their own."""
    told = {term.text for term in question.content}
    if told.issuperset(line) or question.text.rstrip().endswith(_ASKING):
        return ()
    return tuple(dict.fromkeys(f"{one} {two}" for one, two in pairwise(line) if one in told or two in told))


def likeness(line: Sequence[str], text: str) -> float:
    """Share of the neighbors in a line that follow each other in a text, too: 1 where it stands there word for word."""
    places: dict[str, list[int]] = {}
    sought = frozenset(line)
    for at, word in enumerate(words(fold_text(text))):
        if word in sought:
            places.setdefault(word, []).append(at)
    held = 0
    for first, second in pairwise(line):
        befores, afters = places.get(first), places.get(second)
        if befores and afters and any(0 < after - before <= GAP for before in befores for after in afters):
            held += 1
    return held / (len(line) - 1)
