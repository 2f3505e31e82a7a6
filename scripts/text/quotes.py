"""Finding the words of a quote in a text: exactly, else as a careful reader would.

Tolerated are white space, case, the kind of quotation marks and dashes, soft hyphens, Markdown markup, and an ellipsis
in place of a few words of one sentence, none of which denies it.  Never tolerated are words that are not there, or half
words.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from ..model import Quotable
from .characters import has_words
from .folding import UNSPACED, Folded, fold_text, hidden_words, is_inside_word, is_unspaced
from .sentences import sentences
from .word_lists import negations

# The blanks around it are left to folding: looked for here, a run of them would be searched from each of its signs.
_ELLIPSIS = re.compile(r"[\[(]\s*(?:\.{3,}|\u2026)\s*[\])]|\.{3,}|\u2026|(?:\.\s){2,}\.")
# A quote may begin or end within a link: what it has of the link's markup is no word.
_LINK_ENDS = re.compile(
    r"\A(?:(?:[^\[\]|]*\|)?(?=[^\[\]|]*\]\]))?(?P<seen>[^\[\]]*)\](?:\]|\((?:<[^<>\n]*>|[^()\s]*)\))"
)
_LINK_BEGINS = re.compile(r"!?\[(?:\[(?:[^\[\]|]*\|)?)?(?P<seen>[^\[\]|]*)(?:\](?:\((?:<[^<>\n]*|[^()\s]*))?)?\Z")
MOST_SKIPPED = 12
"""Words that an ellipsis may stand for: with more of them left out a sentence can be made to say another thing."""
_FARTHEST = 200
"""Characters that so many words have at most."""
_WORD, _RANGE = re.compile(rf"[^\W_{UNSPACED}]+"), re.compile(r"-[$€£¥]?\.?\d")
_MAY_HIDE, _PLAIN = ("<", "%%", "](", "[["), ("", " ", "\n")
"""Without the first a text has no words that a reader does not see; between the others words are whole."""
_CUTS = ("-\n", "\u2010\n")
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


# --- Quotes -----------------------------------------------------------------------------------------------------------


def quote_words(text: str) -> frozenset[str]:
    """Return the words of a text as they are compared, those of scripts with spaces between them.

    A passage that lacks one of a quote cannot say it.
    """
    return frozenset(_WORD.findall(fold_text(text).text))


def fragments(quote: str) -> list[str]:
    """Return the parts of a quote that its ellipses part."""
    return [piece for piece in _ELLIPSIS.split(quote) if has_words(piece)]


@lru_cache(maxsize=64)
def _readings(quote: str) -> tuple[tuple[str, ...], ...]:
    """Return the folded fragments as which a quote is looked for, in this order.

    The whole quote, then what its ellipses part; each as it is, without punctuation at its ends, and without the markup
    of a link that it cuts in two.
    """
    uncut = _LINK_BEGINS.sub(r"\g<seen>", _LINK_ENDS.sub(r"\g<seen>", quote))
    readings = []
    for wanted in (quote, quote.strip(OUTER), uncut):
        for pieces in ([wanted], fragments(wanted)):
            folded = tuple(fold_text(piece).text for piece in pieces)
            readings += [folded] if folded and all(folded) else []
    return tuple(dict.fromkeys(readings))


# --- In one text ------------------------------------------------------------------------------------------------------


def says(text: str, quote: str) -> bool:
    """Tell whether a passage has the words of a quote; true for a quote without words."""
    # A person may quote loosely; our own quotes are the source's words.
    return _stands_plainly(text, quote) or not has_words(quote) or locate_quote(quote, text) is not None


def locate_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Start and end of the quote in the text; None when its words do not stand there in this order.

    A quote without a letter or digit is nowhere.
    """
    if not has_words(quote):
        return None
    return _find_exact(quote, text) or _find_folded(quote, text, fold_text(text))


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


def _find_folded(quote: str, text: str, folded: Folded) -> tuple[int, int] | None:
    """Return where a quote stands in a text, as start and end; None if nowhere."""
    if any(hidden not in text for hidden in hidden_words(quote)):
        return None
    return next(filter(None, (_find_pieces(pieces, text, folded) for pieces in _readings(quote))), None)


def _find_pieces(pieces: Sequence[str], text: str, folded: Folded) -> tuple[int, int] | None:
    """Return the stretch from the first letter to the last of the pieces, each shortly behind the one before."""
    for first in _places(pieces[0], folded, 0, len(folded.text)):
        at = first + len(pieces[0])
        for piece in pieces[1:]:
            place = next(_places(piece, folded, at, at + _FARTHEST + len(piece)), -1)
            if place < 0 or not _may_be_skipped(folded.text[at:place]):
                break
            at = place + len(piece)
        else:
            start, end = folded.starts[first], folded.ends[at - 1]
            if len(pieces) == 1 or len(sentences(text[start:end])) == 1:
                return start, end
    return None


def _places(piece: str, folded: Folded, start: int, end: int) -> Iterator[int]:
    at = folded.text.find(piece, start, end)
    while at >= 0:
        if _is_whole(folded, at, at + len(piece)):
            yield at
        at = folded.text.find(piece, at + 1, end)


def _may_be_skipped(gap: str) -> bool:
    """Return whether an ellipsis may stand for these words."""
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)*", gap)
    is_denied = any(word.endswith("n't") for word in words) or not negations().isdisjoint(words)
    return len(words) <= MOST_SKIPPED and not is_denied and not any(map(is_unspaced, gap))


def _is_whole(text: Folded, start: int, end: int) -> bool:
    """Return whether a stretch begins and ends with a word and with a sign of the original."""
    if any(is_inside_word(text.text, at) or not text.hyphens.isdisjoint((at - 1, at)) for at in (start, end)):
        return False
    if _RANGE.match(text.text, start):
        # Of 10-12 the second is no number below zero.
        return False
    is_cut = start > 0 and text.starts[start - 1] == text.starts[start]
    return not is_cut and not (end < len(text.text) and text.ends[end - 1] == text.ends[end])


# --- In the passages of a page ----------------------------------------------------------------------------------------


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
    if not has_words(quote) or not _readings_in(quote, fold_passages(tuple(passages))):
        return None
    starts = list(accumulate((len(passage.text) + 2 for passage in passages), initial=0))
    together = "\n\n".join([passage.text for passage in passages])
    span = _find_folded(quote, together, fold_text(together))
    if not span:
        return None
    first, last = (passages[bisect_right(starts, offset, hi=len(passages)) - 1] for offset in (span[0], span[1] - 1))
    return Spread(first, last)


def _holding(quote: str, passages: Sequence[Quotable]) -> Iterator[Found]:
    if not has_words(quote):
        return
    exact, whole = quote.strip(), fold_passages(tuple(passages))
    # Of a word that stands nowhere each place inside another one would be looked at.
    is_word = exact.isalnum() and not whole.words.issuperset(quote_words(exact))
    is_there = False
    for passage in passages if exact in whole.written and not is_word else ():
        span = _find_exact(quote, passage.text)
        if span:
            is_there = True
            yield Found(passage, *span)
    readings = () if is_there else _readings_in(quote, whole)
    if any(all(piece in whole.joined for piece in pieces) for pieces in readings):
        for passage, folded in zip(passages, whole.passages):
            span = _find_folded(quote, passage.text, folded)
            if span:
                yield Found(passage, *span)


class FoldedPassages(NamedTuple):
    """Passages as they are compared."""

    passages: tuple[Folded, ...]
    written: str
    joined: str
    """All of them, as written and as compared: what does not stand here stands in none."""
    words: frozenset[str]
    """As quote_words has them."""


def fold_passages(passages: tuple[Quotable, ...]) -> FoldedPassages:
    """Return passages as they are compared; the last few long tuples of them are remembered."""
    return (_fold_passages if len(passages) > _FEW else _fold_passages.__wrapped__)(passages)


@lru_cache(maxsize=_SOURCES)
def _fold_passages(passages: tuple[Quotable, ...]) -> FoldedPassages:
    folded = tuple(fold_text(passage.text) for passage in passages)
    written, joined = ("\0".join([part.text for part in parts]) for parts in (passages, folded))
    return FoldedPassages(folded, written, joined, frozenset(_WORD.findall(joined)))


def _readings_in(quote: str, whole: FoldedPassages) -> list[tuple[str, ...]]:
    """Return the readings of a quote whose words all stand in some passage."""
    return [pieces for pieces in _readings(quote) if whole.words.issuperset(_WORD.findall(" ".join(pieces)))]
