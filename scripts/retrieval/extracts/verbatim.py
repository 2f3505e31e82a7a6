"""Passages that say a question word for word: who asks with a line remembers or pastes it from there."""

from __future__ import annotations

from ...pages.text.words import fold_text, is_unspaced, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...model import PassageRow

QUOTED = 4
"""Words from which on a question may be a line of a note."""
PAIRS = 8
"""The same where words are pairs of characters (see words): some four words of Chinese or Japanese."""
LOOKED_AT = 5
"""Passages, the best that word search finds, of which one may say the question: as a phrase it is rarer than any of
its words."""


def word_for_word(question: str, rows: Iterable[PassageRow]) -> list[PassageRow]:
    """The passages whose text holds the whole question, QUOTED words or figures of it at least, whatever marks stand
    between them."""
    asked = _plain(question)
    if asked.count(" ") <= (PAIRS if is_unspaced(question) else QUOTED):
        return []
    return [row for row in rows if asked in _plain(row.text)]


def _plain(text: str) -> str:
    """The words with a blank before and behind each."""
    return " ".join(["", *words(fold_text(text)), ""])
