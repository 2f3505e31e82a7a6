"""Finding the words of a quote in a text: exactly, else as a careful reader would.

Tolerated are white space, case, the kind of quotation marks and dashes, soft hyphens, Markdown markup, and an ellipsis
between pieces that stand in this order.  Never tolerated are words that are not there, or half words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..model import Quotable
from .folding import Folded, fold_text, hidden_words, is_inside_word

# The blanks around it are left to folding: looked for here, a run of them would be searched from each of its signs.
_ELLIPSIS = re.compile(r"[\[(]\s*(?:\.{3,}|\u2026)\s*[\])]|\.{3,}|\u2026|(?:\.\s){2,}\.")
# A quote may begin or end within a link: what it has of the link's markup is no word.
_LINK_ENDS = re.compile(r"\A(?P<end>[^\[\]]*)\]\([^()\s]*\)")
_LINK_BEGINS = re.compile(r"!?\[(?P<begin>[^\[\]]*)(?:\](?:\([^()\s]*)?)?\Z")
_WORD = re.compile(r"[^\W_]+")
OUTER = " \t\r\n.,;:!?\"'\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb"
"""What may stand around a quote and is no part of its words."""


class Found(NamedTuple):
    """A quote and where it stands: offsets in the text of its passage."""

    passage: Quotable
    start: int
    end: int


class Spread(NamedTuple):
    """A quote whose words stand in the text, but begin in one passage and end in another."""

    first: Quotable
    last: Quotable


def locate_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Start and end of the quote in the text; None when its words do not stand there in this order.

    A quote without a letter or digit is nowhere.
    """
    if not has_words(quote):
        return None
    return _find_exact(quote, text) or _find_tolerant(quote, text)


def says(text: str, quote: str) -> bool:
    """Tell whether a passage has the words of a quote; true for a quote without words."""
    if " ".join(quote.split()) in " ".join(text.split()):
        return True
    # A person may quote loosely; our own quotes are the source's words.
    return not has_words(quote) or locate_quote(quote, text) is not None


def quote_words(text: str) -> frozenset[str]:
    """Return the words of a text as they are compared.  A passage that lacks one of a quote cannot say it."""
    return frozenset(_WORD.findall(fold_text(text).text))


def has_words(quote: str) -> bool:
    """Return whether there is anything to find: a letter or a digit."""
    return any(sign.isalnum() for sign in quote)


def locate_in_passages(quote: str, passages: Sequence[Quotable]) -> Found | Spread | None:
    """Return the first passage that holds the whole quote; a Spread when only several together do, else None.

    The passages are those of one page in text order.
    """
    found = next(_holding(quote, passages), None)
    return found or (_find_spread(quote, passages) if has_words(quote) else None)


def all_places(quote: str, passages: Sequence[Quotable]) -> list[Found]:
    """Return each passage that holds the whole quote: those that have it exactly, else those that have it loosely."""
    return list(_holding(quote, passages))


def _holding(quote: str, passages: Sequence[Quotable]) -> Iterator[Found]:
    if not has_words(quote):
        return
    for find in (_find_exact, _find_tolerant):
        is_there = False
        for passage in passages:
            span = find(quote, passage.text)
            if span:
                is_there = True
                yield Found(passage, *span)
        if is_there:
            return


def _find_exact(quote: str, text: str) -> tuple[int, int] | None:
    quote = quote.strip()
    start = text.find(quote)
    while start >= 0:
        end = start + len(quote)
        is_cut = is_inside_word(text, start) or is_inside_word(text, end)
        # Behind markup a word may go on ("**bold**face"); folding knows.
        if not is_cut and not _may_go_on(text[end : end + 1]) and not _may_go_on(text[max(0, start - 1) : start]):
            return start, end
        start = text.find(quote, start + 1)
    return None


def _may_go_on(sign: str) -> bool:
    return bool(sign) and (sign in "*_`~=" or unicodedata.category(sign) == "Cf")


def _find_tolerant(quote: str, text: str) -> tuple[int, int] | None:
    """Return where a quote stands in a text, as start and end, None if nowhere.

    Tried in turn: the whole quote; its pieces between ellipses; both without punctuation at the outer ends; both
    without the markup of a link that the quote cuts in two.
    """
    if any(hidden not in text for hidden in hidden_words(quote)):
        return None
    folded = fold_text(text)
    uncut = _LINK_BEGINS.sub(r"\g<begin>", _LINK_ENDS.sub(r"\g<end>", quote))
    for wanted in dict.fromkeys((quote, quote.strip(OUTER), uncut)):
        for pieces in ([wanted], [piece for piece in _ELLIPSIS.split(wanted) if has_words(piece)]):
            span = _find_pieces([fold_text(piece).text for piece in pieces], folded)
            if span:
                return span
    return None


def _find_pieces(pieces: Sequence[str], text: Folded) -> tuple[int, int] | None:
    """Return the stretch from the first letter to the last of the pieces, each behind the one before.

    The leftmost place for each piece is enough: it leaves the most room for the rest.
    """
    if not pieces or not all(pieces):
        return None
    first, at = -1, 0
    for piece in pieces:
        start = _find_piece(piece, text, at)
        if start < 0:
            return None
        first = start if first < 0 else first
        at = start + len(piece)
    return text.starts[first], text.ends[at - 1]


def _find_piece(piece: str, text: Folded, at: int) -> int:
    start = text.text.find(piece, at)
    while start >= 0 and not _is_whole(text, start, start + len(piece)):
        start = text.text.find(piece, start + 1)
    return start


def _is_whole(text: Folded, start: int, end: int) -> bool:
    """Return whether a stretch begins and ends with a word and with a sign of the original."""
    if is_inside_word(text.text, start) or is_inside_word(text.text, end):
        return False
    is_cut = start > 0 and text.starts[start - 1] == text.starts[start]
    return not is_cut and not (end < len(text.text) and text.starts[end - 1] == text.starts[end])


def _find_spread(quote: str, passages: Sequence[Quotable]) -> Spread | None:
    together = "\n\n".join(passage.text for passage in passages)
    span = _find_tolerant(quote, together)
    if not span:
        return None
    starts, at = [], 0
    for passage in passages:
        starts.append(at)
        at += len(passage.text) + 2
    inside = [max(i for i, start in enumerate(starts) if start <= offset) for offset in (span[0], span[1] - 1)]
    return Spread(passages[inside[0]], passages[inside[1]])
