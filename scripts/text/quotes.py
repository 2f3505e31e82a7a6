"""Finding the words of a quote in a text: exactly, else as a careful reader would.

Tolerated are white space, case, the kind of quotation marks and dashes, soft hyphens, Markdown markup, and an ellipsis
between pieces that stand in this order.  Never tolerated are words that are not there, or half words.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from ..model import Quotable
from .folding import UNSPACED, Folded, fold_text, hidden_words, is_inside_word

# The blanks around it are left to folding: looked for here, a run of them would be searched from each of its signs.
_ELLIPSIS = re.compile(r"[\[(]\s*(?:\.{3,}|\u2026)\s*[\])]|\.{3,}|\u2026|(?:\.\s){2,}\.")
# A quote may begin or end within a link: what it has of the link's markup is no word.
_LINK_ENDS = re.compile(
    r"\A(?:(?:[^\[\]|]*\|)?(?=[^\[\]|]*\]\]))?(?P<seen>[^\[\]]*)\](?:\]|\((?:<[^<>\n]*>|[^()\s]*)\))"
)
_LINK_BEGINS = re.compile(r"!?\[(?:\[(?:[^\[\]|]*\|)?)?(?P<seen>[^\[\]|]*)(?:\](?:\((?:<[^<>\n]*|[^()\s]*))?)?\Z")
_WORD, _RANGE = re.compile(rf"[^\W_{UNSPACED}]+"), re.compile(r"-[$€£¥]?\.?\d")
_MAY_HIDE, _PLAIN = ("<", "%%", "](", "[["), ("", " ", "\n")
"""Without the first a text has no words that a reader does not see; between the others words are whole."""
_CUTS = ("-\n", "\u2010\n")
_MARKS = re.compile(r"[*_~=`]")
_SOURCES, _FEW = 8, 30
"""Sources whose passages are remembered as they are compared, since thousands of quotes may be looked for in each; so
few passages are none to remember."""
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
    if _stands_plainly(text, quote):
        return True
    # A person may quote loosely; our own quotes are the source's words.
    return not has_words(quote) or locate_quote(quote, text) is not None


def _stands_plainly(text: str, quote: str) -> bool:
    """Return whether the very words stand between blanks in a text that hides none, which is found without folding."""
    if not quote or any(sign in text for sign in _MAY_HIDE):
        return False
    start = text.find(quote)
    end = start + len(quote)
    before, after = text[max(0, start - 1) : start], text[end : end + 2]
    # A word may go on behind the end of a line.
    is_cut = text[max(0, start - 2) : start] in _CUTS or text[end - 1 : end + 1] in _CUTS
    is_between = (
        not is_cut and before in _PLAIN and (after[:1] in _PLAIN or (after[0] in ".,;:!?" and after[1:] in _PLAIN))
    )
    return start >= 0 and is_between and not is_inside_word(text, start) and not is_inside_word(text, end)


def quote_words(text: str) -> frozenset[str]:
    """Return the words of a text as they are compared, those of scripts with spaces between them.

    A passage that lacks one of a quote cannot say it.
    """
    return frozenset(_WORD.findall(fold_text(text).text))


def has_words(quote: str) -> bool:
    """Return whether there is anything to find: a letter or a digit."""
    return any(sign.isalnum() for sign in quote)


def locate_in_passages(quote: str, passages: Sequence[Quotable]) -> Found | Spread | None:
    """Return the first passage that holds the whole quote; a Spread when only several together do, else None.

    The passages are those of one page in text order.
    """
    return first_place(quote, passages) or find_spread(quote, passages)


def first_place(quote: str, passages: Sequence[Quotable]) -> Found | None:
    """Return the first passage that holds the whole quote: exactly, else loosely."""
    return next(_holding(quote, passages), None)


def all_places(quote: str, passages: Sequence[Quotable]) -> list[Found]:
    """Return each passage that holds the whole quote: those that have it exactly, else those that have it loosely."""
    return list(_holding(quote, passages))


def find_spread(quote: str, passages: Sequence[Quotable]) -> Spread | None:
    """Return the passages in which a quote begins and ends that none of them holds whole; None where it is nowhere."""
    if not has_words(quote):
        return None
    together, starts = _together(tuple(passages))
    if not any(quote_words(together).issuperset(_WORD.findall(" ".join(pieces))) for pieces in _readings(quote)):
        return None
    span = _find_tolerant(quote, together)
    if not span:
        return None
    first, last = (passages[bisect_right(starts, offset, hi=len(passages)) - 1] for offset in (span[0], span[1] - 1))
    return Spread(first, last)


def _holding(quote: str, passages: Sequence[Quotable]) -> Iterator[Found]:
    if not has_words(quote):
        return
    searched = tuple(passages)
    is_there, exact = False, quote.strip()
    # Of a word that stands nowhere each place inside another one would be looked at.
    is_word = exact.isalnum() and not fold_passages(searched).words.issuperset(quote_words(exact))
    if not is_word and exact in _joined(searched):
        for passage in searched:
            span = _find_exact(quote, passage.text)
            if span:
                is_there = True
                yield Found(passage, *span)
    if is_there:
        return
    whole = fold_passages(searched)
    readings = [pieces for pieces in _readings(quote) if whole.words.issuperset(_WORD.findall(" ".join(pieces)))]
    if not any(all(piece in whole.joined for piece in pieces) for pieces in readings):
        return
    for passage, folded in zip(searched, whole.passages):
        span = _find_in_folded(quote, passage.text, folded)
        if span:
            yield Found(passage, *span)


class FoldedPassages(NamedTuple):
    """Passages as they are compared."""

    passages: tuple[Folded, ...]
    joined: str
    """All of them: what does not stand here stands in none."""
    words: frozenset[str]
    """As quote_words has them."""


def fold_passages(passages: tuple[Quotable, ...]) -> FoldedPassages:
    """Return passages as they are compared; the last few long tuples of them are remembered."""
    return (_fold_passages if len(passages) > _FEW else _fold_passages.__wrapped__)(passages)


@lru_cache(maxsize=_SOURCES)
def _fold_passages(passages: tuple[Quotable, ...]) -> FoldedPassages:
    folded = tuple(fold_text(passage.text) for passage in passages)
    joined = "\0".join([text.text for text in folded])
    return FoldedPassages(folded, joined, frozenset(_WORD.findall(joined)))


def _joined(passages: tuple[Quotable, ...]) -> str:
    return (_join if len(passages) > _FEW else _join.__wrapped__)(passages)


@lru_cache(maxsize=_SOURCES)
def _join(passages: tuple[Quotable, ...]) -> str:
    return "\0".join([passage.text for passage in passages])


@lru_cache(maxsize=_SOURCES)
def _together(passages: tuple[Quotable, ...]) -> tuple[str, tuple[int, ...]]:
    """Return the text of passages as a reader reads them, one below the other, and where in it each begins."""
    starts = accumulate((len(passage.text) + 2 for passage in passages), initial=0)
    return "\n\n".join([passage.text for passage in passages]), tuple(starts)


def _find_exact(quote: str, text: str) -> tuple[int, int] | None:
    quote = quote.strip()
    start = text.find(quote)
    words = [at for at, sign in enumerate(quote) if sign.isalnum()] if start >= 0 else []
    while start >= 0:
        # Half of the dash `--` is no minus.
        is_half = quote[0] == "-" == text[start - 1 : start]
        if not is_half and _is_seen_whole(
            fold_text(text), start, start + len(quote), (start + words[0], start + words[-1])
        ):
            return start, start + len(quote)
        start = text.find(quote, start + 1)
    return None


def _is_seen_whole(text: Folded, start: int, end: int, words: tuple[int, int]) -> bool:
    """Return whether a reader sees a stretch of the original, and it is no half of a word or number.

    words: where its first and its last letter or digit stand.
    """
    first, last = bisect_left(text.starts, start), bisect_left(text.starts, end)
    if first == last:
        return False
    is_seen = all(text.starts[bisect_left(text.starts, at, hi=last - 1)] == at for at in words)
    return is_seen and text.ends[first] > text.starts[first] and _is_whole(text, first, last)


def _find_tolerant(quote: str, text: str) -> tuple[int, int] | None:
    """Return where a quote stands in a text, as start and end, None if nowhere."""
    return _find_in_folded(quote, text, fold_text(text))


def _find_in_folded(quote: str, text: str, folded: Folded) -> tuple[int, int] | None:
    if any(hidden not in text for hidden in hidden_words(quote)):
        return None
    spans = (_find_pieces(pieces, folded) for pieces in _readings(quote))
    return next(filter(None, spans), None)


@lru_cache(maxsize=64)
def _readings(quote: str) -> tuple[tuple[str, ...], ...]:
    """Return the folded pieces that a quote may be read as, in the order in which they are tried.

    The whole quote; its pieces between ellipses; both without punctuation at the outer ends; both without the markup of
    a link that the quote cuts in two; both as code, in which tags are seen; both with what looks like marks of emphasis
    as signs.
    """
    uncut = _LINK_BEGINS.sub(r"\g<seen>", _LINK_ENDS.sub(r"\g<seen>", quote))
    readings = []
    for wanted in dict.fromkeys((quote, quote.strip(OUTER), uncut, f"````{quote}````", _MARKS.sub(r"\\\g<0>", quote))):
        for pieces in ([wanted], [piece for piece in _ELLIPSIS.split(wanted) if has_words(piece)]):
            folded = tuple(fold_text(piece).text for piece in pieces)
            if folded and all(folded):
                readings.append(folded)
    return tuple(dict.fromkeys(readings))


def _find_pieces(pieces: Sequence[str], text: Folded) -> tuple[int, int] | None:
    """Return the stretch from the first letter to the last of the pieces, each behind the one before.

    The leftmost place for each piece is enough: it leaves the most room for the rest.
    """
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
    if any(is_inside_word(text.text, at) or not text.hyphens.isdisjoint((at - 1, at)) for at in (start, end)):
        return False
    if _RANGE.match(text.text, start):
        # Of 10-12 the second is no number below zero.
        return False
    is_cut = start > 0 and text.starts[start - 1] == text.starts[start]
    return not is_cut and not (end < len(text.text) and text.ends[end - 1] == text.ends[end])
