"""Lines of a pasted text that may stand word for word in a passage, as an error message does."""

from __future__ import annotations

from .pasted import read_part
from .question import MAX_TERMS, searchable

LINES = 8
"""Lines at each end that are looked for."""
FEWEST = 4
"""Words of such a line: fewer stand together in any passage."""


def message_lines(text: str) -> list[str]:
    """The first and last LINES of the lines of a text that have enough words, each as a phrase."""
    lines = (searchable(line) for line in read_part(text).split("\n") if not line.isspace())
    told = [words for words in lines if FEWEST <= len(words.split()) <= MAX_TERMS]
    return told[:LINES] + told[LINES:][-LINES:]
