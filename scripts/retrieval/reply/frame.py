"""What stands around the entries of an answer: the verdict on the wiki, what differs from the usual, what is missing.

Every token of it is paid for by evidence, so it repeats nothing that the reader knows or sees below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .escaping import inline

MAX_NAME = 80
MISSING_SHARE = 0.15
"""The same for what occurs nowhere and what was searched in its place: no passage says that."""


def correction_lines(corrected: Iterable[tuple[str, str]]) -> list[str]:
    """What was searched beside words that occur nowhere: pairs of such a word and its correction."""
    return [
        f"corrected: {inline(word)} occurs nowhere, searched also: {inline(correction)}"
        for word, correction in corrected
    ]


def gap_lines(gaps: Sequence[str], most: int = 1000) -> list[str]:
    """The line that tells what occurs nowhere, the first so many of it; none where nothing does."""
    words = ", ".join(inline(word, MAX_NAME) for word in gaps[:most])
    more = f" and {len(gaps) - most} more" if len(gaps) > most else ""
    return [f"gaps: occurs nowhere: {words}{more}"] if words else []
