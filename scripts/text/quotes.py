"""Find the words of a quote in a text: exactly, else as a careful reader would.

The visible texts of both are compared after NFKC and case folding.  White space, the kind of quotation marks and
dashes, soft hyphens and Markdown markup may differ.  Added or omitted words, half words and half numbers may not: a
quote that begins or ends beside a hyphen or within a number is refused.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from ..model import Quotable
from .characters import UNSEEN, has_words
from .names import fold_name
from .plain_text import Plain, hidden_words, read_plain
from .sentences import sentences

_OUTER = " \t\r\n|.,;:!?\u2026\"'\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb"
"""Characters around a quote that are no part of its words."""
_SOURCES = 32
"""Sources whose folded passages are cached, since thousands of quotes may be searched in each."""
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff"
    "\uff66-\uff9f\U00020000-\U0003ffff"
)
"""The inside of a character class: scripts without spaces between words, or before their endings."""
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_WORD = re.compile(rf"[^\W_{_UNSPACED}]+")
_COMPARED = re.compile(
    rf"""(?P<unseen>[{UNSEEN}]+|(?<![\w*])[*_`]+(?=\S)|(?<=\S)[*_`]+(?!\w)|(?<=[{_UNSPACED}])\s+(?=[{_UNSPACED}]))
    |(?P<hyphen>[-\u2010][ \t]*\n\s*|(?<!\w)\u2212\s(?=\d)|[\u05be\u2010-\u2013\u2212\ufe63\uff0d])
    |(?P<dash>(?<!-)-{{2,3}}(?!-)|[\u2014\u2015]+)
    |(?P<quote>["\u00b4\u02bc\u2018-\u201f\u00ab\u00bb\u2032\u2033\u2039\u203a\u05f3\u05f4])
    |(?P<break>(?<=\d)(?:\n|\s{{2,}})(?=\d))
    |(?P<blank>\s+)|(?P<character>\w?[\u0300-\u036f\u3099\u309a]+|[^\x00-\x7f])""",
    re.VERBOSE,
)
"""Text that is not compared as it is written.  Two numbers with a line break between them are not one."""
_COMPARED_AS = {"unseen": "", "hyphen": "-", "dash": "\u2014", "quote": "'", "break": "\n", "blank": " "}
_CURRENCY = "$\u20a0-\u20c0\u00a2-\u00a5\u0e3f"
_NUMBER = re.compile(
    rf"""(?:-(?:[a-z]{{0,3}}[ ]?[{_CURRENCY}][ ]?)?)?(?:(?<!\w)\.)?(?:(?<!\d)\d{{1,3}}(?:[ ]\d{{3}}(?!\d))+|\d+)
    (?:[.,'\u00b7\u2044/:]\d+|\^-?\d+|[ ]?[\u00d7*][ ]?\d+|[ ](?:\d{{1,2}}[/\u2044]\d|[\u00bc-\u00be]))*""",
    re.VERBOSE,
)
"""A number as it is written: its sign and currency, groups of three digits or a fraction behind a blank, decimals,
powers and products."""
_LONGEST_NUMBER = 64
_CUT_LINK = re.compile(r"\[+(?![^\[\]]*\]|\[)")
"""The brackets of a link in whose text a quote ends."""


class Folded(NamedTuple):
    """A text as it is compared, and start and end in the source for each of its characters."""

    text: str
    starts: array[int]
    ends: array[int]


class FoundQuote(NamedTuple):
    """The place of a quote: a passage and offsets in its text."""

    passage: Quotable
    start: int
    end: int


class _QuoteWords(NamedTuple):
    """A quote as it is searched for."""

    hidden: tuple[str, ...]
    """Invisible parts that hold words, such as link targets: the text must have them, too."""
    readings: tuple[str, ...]
    """Its folded forms: with and without punctuation around it, and as plain text, since code may look like HTML."""


@lru_cache(maxsize=1024)
def fold_text(text: str) -> Folded:
    """Return the visible text of a text, without case and differences of form.  The last texts are cached."""
    return _fold(read_plain(text))


def _fold(plain: Plain) -> Folded:
    shown = plain.text.rstrip()
    pieces: list[str] = []
    starts, ends = array("l"), array("l")
    at = 0
    for match in _COMPARED.finditer(shown):
        begin, end = match.span()
        group = str(match.lastgroup)
        folded = _fold_character(match[0]) if group == "character" else _COMPARED_AS[group]
        pieces += [shown[at:begin].lower(), folded]
        starts += plain.starts[at:begin]
        ends += plain.ends[at:begin]
        if folded:
            starts.extend([plain.starts[begin]] * len(folded))
            ends.extend([plain.ends[end - 1]] * len(folded))
        at = end
    pieces.append(shown[at:].lower())
    starts += plain.starts[at : len(shown)]
    ends += plain.ends[at : len(shown)]
    return Folded("".join(pieces), starts, ends)


@lru_cache(maxsize=4096)
def _fold_character(written: str) -> str:
    """Return a character and its marks as they are compared; raised ones and fractions stay as they are."""
    if _is_raised(written):
        return written
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", written).casefold())
    return folded if folded.strip() else written


def _is_raised(text: str) -> bool:
    return len(text) == 1 and unicodedata.decomposition(text).startswith(("<super>", "<fraction>", "<circle>"))


def quote_words(text: str) -> frozenset[str]:
    """Return the folded words of a text that are in scripts with spaces between words.

    A passage that lacks a word of a quote cannot hold the quote.
    """
    return frozenset(_WORD.findall(fold_text(text).text))


@lru_cache(maxsize=64)
def _fold_quote(quote: str) -> _QuoteWords:
    if not has_words(quote):
        return _QuoteWords((), ())
    quote = _CUT_LINK.sub("", quote)
    places = array("l", range(len(quote)))
    folded = (fold_text(quote), fold_text(quote.strip(_OUTER)), _fold(Plain(quote, places, places)))
    return _QuoteWords(
        hidden_words(quote), tuple(dict.fromkeys(text for each in folded if (text := each.text.strip())))
    )


def says(text: str, quote: str) -> bool:
    """Report whether a passage has the words of a quote; true for a quote without words."""
    return not has_words(quote) or locate_quote(quote, text) is not None


def locate_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Return start and end of the quote in the text; None where its words do not occur in this order.

    A quote without a letter or digit is nowhere.
    """
    return _locate(_fold_quote(quote), text, fold_text(text))


def words_at(text: str, start: int, end: int) -> str:
    """Return the text that a reader sees of a stretch of a text."""
    plain = read_plain(text)
    return plain.text[bisect_left(plain.starts, start) : bisect_right(plain.ends, end)]


def _locate(quote: _QuoteWords, text: str, folded: Folded) -> tuple[int, int] | None:
    for reading in quote.readings if all(hidden in text for hidden in quote.hidden) else ():
        at = folded.text.find(reading)
        while at >= 0:
            behind = at + len(reading)
            if _is_whole(folded.text, at, behind):
                return folded.starts[at], folded.ends[behind - 1]
            at = folded.text.find(reading, at + 1)
    return None


def _is_whole(text: str, start: int, end: int) -> bool:
    """Report whether a stretch begins and ends with a word, and with no hyphen or minus beside it."""
    if _is_inside_word(text, start) or _is_inside_word(text, end):
        return False
    sides = ((text[start - 1 : start], text[start]), (text[end : end + 1], text[end - 1]))
    return not any(
        (outer == "-" and not _IS_UNSPACED.match(own)) or (own == "-" and outer and _is_word(outer))
        for outer, own in sides
    )


def _is_inside_word(text: str, at: int) -> bool:
    """Report whether a place lies within a word or a number, so that a quote cannot end there."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if unicodedata.category(after)[0] == "M" or (_is_word(before) and _is_word(after)):
        return True
    # Numbers of Chinese have characters for ten thousand, and are written among words without blanks.
    if before.isnumeric() and after.isnumeric():
        return True
    near = _NUMBER.finditer(text, max(0, at - _LONGEST_NUMBER), at + _LONGEST_NUMBER)
    # "can't" does not hold the quote "can".
    return any(number.start() < at < number.end() for number in near) or text.startswith("'t", at)


def _is_word(character: str) -> bool:
    is_part = character.isalnum() or character == "_" or unicodedata.category(character)[0] == "M"
    return (is_part and not _IS_UNSPACED.match(character)) or _is_raised(character)


def all_places(quote: str, passages: Sequence[Quotable]) -> list[FoundQuote]:
    """Return the passages that hold the whole quote: those that have it letter by letter, else all."""
    words, folded = _fold_quote(quote), fold_passages(tuple(passages))
    spans = [(passage, _locate(words, passage.text, text)) for passage, text in zip(passages, folded)]
    places = [FoundQuote(passage, *span) for passage, span in spans if span]
    return [place for place in places if quote.strip() in place.passage.text] or places


def is_cut(quote: str, passages: Sequence[Quotable]) -> bool:
    """Report whether the characters of a quote occur in a passage, even within a word or number."""
    readings = _fold_quote(quote).readings[:1]
    return any(reading in text.text for text in fold_passages(tuple(passages)) for reading in readings)


@lru_cache(maxsize=_SOURCES)
def fold_passages(passages: tuple[Quotable, ...]) -> tuple[Folded, ...]:
    """Return passages as they are compared; the last few tuples are cached."""
    return tuple(fold_text(passage.text) for passage in passages)


_SHOWN_CHARACTERS = 160
"""Characters shown of a place that comes near to a quote."""
_PAIRED = ("`", "*", "**", "_", "__", "~~", "==")
"""Marks that occur in pairs around words."""
_QUOTATION = re.compile(r"\n(?:[ \t]*>)+")
"""The beginning of a quotation's further lines: on one line it would be read as part of the words."""
_STRUCK = re.compile(
    r"~~(?=\S)(?:[^~\n]|~(?!~)|\n(?!\s*\n)){1,2000}~~|<(s|del|strike)\b[^<>]{0,200}>.{0,2000}?</\1>",
    re.IGNORECASE | re.DOTALL,
)
"""Text that a source has struck out."""


def source_words(place: FoundQuote) -> str:
    """Return the words of the source on one line, in a form by which they are found again."""
    text, start, end = place.passage.text, place.start, place.end
    words = _on_one_line(text[start:end])
    is_cut = words.count("[") != words.count("]") or any(words.count(mark) % 2 for mark in _PAIRED)
    # Words whose markup is cut are found again by their visible text.
    return _on_one_line(words_at(text, start, end)) if is_cut or locate_quote(words, text) is None else words


def _on_one_line(words: str) -> str:
    return " ".join(_QUOTATION.sub("\n", words).split())


def show_place(near: FoundQuote) -> str:
    """Return the text of the source at a place, in whole sentences if they are short, with its block id or line."""
    text, start, end = near.passage.text, near.start, near.end
    place = f"^{near.passage.block}" if near.passage.block else f"line {near.passage.line}"
    bounds = [*accumulate(map(len, sentences(text)), initial=0)]
    first, last = max(at for at in bounds if at <= start), min((at for at in bounds if at >= end), default=end)
    if last - first <= _SHOWN_CHARACTERS:
        start, end = first, last
    return f"{place}: {'…' if start else ''}{' '.join(text[start:end].split())[:_SHOWN_CHARACTERS]}"


def is_struck(place: FoundQuote) -> bool:
    """Report whether the source has struck out some of these words."""
    struck = (match.span() for match in _STRUCK.finditer(place.passage.text))
    return any(start < place.end and place.start < end for start, end in struck)


def likeliest_place(about: Sequence[str], places: Sequence[FoundQuote]) -> tuple[FoundQuote, bool]:
    """Return the first place whose passage names most of these things, and whether others name as many."""
    names = [name for name in map(fold_name, about) if name]
    texts = [fold_name(f"{place.passage.heading}\n{place.passage.text}") for place in places]
    counts = [sum(name in text for name in names) for text in texts]
    return places[counts.index(max(counts))], counts.count(max(counts)) > 1
