"""Finding the words of a quote in a text: exactly, else as a careful reader would.

Tolerated are white space, case, the kind of quotation marks and dashes, soft hyphens, Markdown markup, and an ellipsis
in place of a few words of one sentence, none of which denies it.  Never tolerated are words that are not there, and
half words and numbers: a quote that begins or ends beside a hyphen or within an unusual number is refused.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from ..model import Quotable
from .characters import UNSEEN, has_words
from .language import negations
from .names import fold_name
from .plain_text import hidden_words, read_plain
from .sentences import sentences

MOST_SKIPPED = 12
"""Words that an ellipsis may stand for: with more of them left out a sentence can be made to say another thing."""
OUTER = " \t\r\n.,;:!?\"'\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb"
"""What may stand around a quote and is no part of its words."""
_FARTHEST = 200
"""Characters that so many words have at most."""
_SOURCES = 32
"""Sources whose passages are remembered as they are compared, since thousands of quotes may be looked for in each."""
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff"
    "\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Characters of scripts without spaces between words, or before their endings, as in a class of a pattern."""
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_WORD = re.compile(rf"[^\W_{_UNSPACED}]+")
# The blanks around it are left to folding: looked for here, a run of them would be searched from each of its signs.
_ELLIPSIS = re.compile(r"[\[(]\s*(?:\.{3,}|\u2026)\s*[\])]|\.{3,}|\u2026|(?:\.\s){2,}\.")
_MINUS = r"(?:\u2212\s?|-[\u00a0\u2009\u202f])(?=\d)"
_COMPARED = re.compile(
    rf"""(?P<unseen>[{UNSEEN}]+|`+|(?<![\w*])[*_]+(?=[^\s*_])|(?<=\S)[*_]+(?![\w*])|(?:~~|==)(?=\S)|(?<=\S)(?:~~|==)
        |(?<=[{_UNSPACED}])\s+(?=[{_UNSPACED}]))
    |(?P<hyphen>[-\u2010][ \t]*\n\s*|(?<!\w){_MINUS})
    |(?P<dash>(?<!\s)\s*(?:(?<!-)-{{2,3}}(?!-)|[\u2014\u2015]+)\s*|(?<!\s)\s+(?!{_MINUS})[-\u2010-\u2013\u2212]\s+)
    |(?P<joint>[\u05be\u2010-\u2013\u2212\ufe63\uff0d])
    |(?P<quote>["\u00b4\u02bc\u2018-\u201f\u00ab\u00bb\u2032\u2033\u2039\u203a\u05f3\u05f4])
    |(?P<blank>(?:\s|\\?\|)+)|(?P<sign>\w?[\u0300-\u036f\u3099\u309a]+|[^\x00-\x7f])""",
    re.VERBOSE,
)
"""What is not compared as it is written."""
_SHOWN = {"unseen": "", "hyphen": "-", "joint": "-", "dash": "\u2014", "quote": "'"}
_CURRENCY = "$\u20a0-\u20c0\u00a2-\u00a5\u0e3f"
_NUMBER = re.compile(
    rf"""(?:-(?:[a-z]{{0,3}}[ ]?[{_CURRENCY}][ ]?|[a-z]{{3}}[ ])?)?(?:(?<!\w)\.)?
    (?:(?<!\d)\d{{1,3}}(?:[ ]\d{{3}}(?!\d))+|\d+)
    (?:[.,'\u00b7\u2044\u2215/:\u066b\u066c]\d+|\^-?\d+|[ ]?[\u00d7\u22c5*][ ]?\d+|\{{,\}}\d+
      |[ ](?:\d{{1,2}}[/\u2044]\d|[\u00bc-\u00be]))*""",
    re.VERBOSE,
)
"""A number as it is written: its sign and currency, groups of three digits or a fraction behind a blank, decimals,
powers and products."""
_LONGEST_NUMBER = 64
_OPEN_LINK = re.compile(r"\[+(?![^\[\]]*\]|\[)")
_CLOSED_LINK = re.compile(r"\A([^\[\]]*)\]+(?!\()")
_LAST_LINK = re.compile(r"\[([^\[\]]+)\]\Z")


class Folded(NamedTuple):
    """A text as it is compared, and for each of its characters where the one it comes from starts and ends."""

    parted: str
    """With "\\n" for a blank where a line or a cell ends: two numbers there are not one."""
    starts: array[int]
    ends: array[int]

    @property
    def text(self) -> str:
        """The text with one kind of blank."""
        return _one_blank(self.parted)


class Found(NamedTuple):
    """A quote and where it stands: offsets in the text of its passage."""

    passage: Quotable
    start: int
    end: int


class Spread(NamedTuple):
    """A quote whose words stand in the text, but begin in one passage and end in another."""

    first: Quotable
    last: Quotable


@lru_cache(maxsize=1024)
def fold_text(text: str) -> Folded:
    """Return what a reader sees of a text, without case and differences of form.  The last texts are remembered."""
    plain = read_plain(text)
    shown, pieces, at = plain.text, [], len(plain.text) - len(plain.text.lstrip(" \t\r\n|"))
    starts, ends = array("l"), array("l")
    stop = len(shown.rstrip(" \t\r\n|"))
    for match in _COMPARED.finditer(shown, at, stop):
        begin, end = match.span()
        pieces.append(shown[at:begin].lower())
        starts += plain.starts[at:begin]
        ends += plain.ends[at:begin]
        kind = str(match.lastgroup)
        folded = _fold_sign(match[0]) if kind == "sign" else _SHOWN.get(kind) if kind in _SHOWN else _blank(match[0])
        if folded:
            pieces.append(folded)
            starts.extend([plain.starts[begin]] * len(folded))
            ends.extend([plain.ends[end - 1]] * len(folded))
        at = end
    pieces.append(shown[at:stop].lower())
    starts += plain.starts[at:stop]
    ends += plain.ends[at:stop]
    return Folded("".join(pieces), starts, ends)


def _one_blank(parted: str) -> str:
    return parted.replace("\n", " ")


def _blank(blanks: str) -> str:
    return "\n" if len(blanks) > 1 or blanks in "\t\n\v\f\r|" else " "


@lru_cache(maxsize=4096)
def _fold_sign(sign: str) -> str:
    """Return a character and its marks as they are compared; raised ones and fractions are like no others."""
    if _is_raised(sign):
        return sign
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", sign).casefold())
    return folded if folded.strip() else sign


def _is_raised(sign: str) -> bool:
    return len(sign) == 1 and unicodedata.decomposition(sign).startswith(("<super>", "<fraction>", "<circle>"))


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
    """Return the folded fragments as which a quote is looked for: whole, then what its ellipses part; each as it is,
    then without punctuation at its ends.
    """
    readings = []
    # Of a link that the quote cuts in its text the brackets are left.
    quote = _CLOSED_LINK.sub(r"\1", _OPEN_LINK.sub("", quote))
    for wanted in (quote, quote.strip(OUTER), _LAST_LINK.sub(r"\1", quote)):
        for pieces in ([wanted], fragments(wanted)):
            folded = tuple(fold_text(piece).parted for piece in pieces)
            readings += [folded] if folded and all(folded) else []
    return tuple(dict.fromkeys(readings))


def says(text: str, quote: str) -> bool:
    """Tell whether a passage has the words of a quote; true for a quote without words."""
    return not has_words(quote) or locate_quote(quote, text) is not None


def locate_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Start and end of the quote in the text; None when its words do not stand there in this order.

    A quote without a letter or digit is nowhere.
    """
    if not has_words(quote):
        return None
    return _find_exact(quote.strip(), text) or _find_folded(quote, text, fold_text(text))


def words_at(text: str, start: int, end: int) -> str:
    """Return what a reader sees of a stretch of a text."""
    plain = read_plain(text)
    return plain.text[bisect_left(plain.starts, start) : bisect_right(plain.ends, end)]


def _find_exact(quote: str, text: str) -> tuple[int, int] | None:
    """Return where a quote stands letter by letter in what a reader sees."""
    plain, folded = read_plain(text), fold_text(text)
    at = plain.text.find(quote)
    while at >= 0:
        start, end = plain.starts[at], plain.ends[at + len(quote) - 1]
        first, last = bisect_left(folded.starts, start), bisect_left(folded.starts, end)
        # A letter and its accents are one sign.
        is_cut = first >= last or folded.starts[first] > start or folded.ends[last - 1] > end
        if not is_cut and _is_whole(folded.parted, first, last):
            return start, end
        at = plain.text.find(quote, at + 1)
    return None


def _find_folded(quote: str, text: str, folded: Folded) -> tuple[int, int] | None:
    """Return where a quote stands in a text, as start and end; None if nowhere."""
    if any(hidden not in text for hidden in hidden_words(quote)):
        return None
    for pieces in _readings(quote):
        for first, behind in _find_pieces(pieces, folded.parted):
            start, end = folded.starts[first], folded.ends[behind - 1]
            if len(pieces) == 1 or len(sentences(text[start:end])) == 1:
                return start, end
    return None


def _find_pieces(pieces: Sequence[str], parted: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches from the first letter to the last of the pieces, each shortly behind the one before."""
    text = _one_blank(parted)
    for first in _places(pieces[0], text, parted, 0, len(text)):
        at = first + len(pieces[0])
        for piece in pieces[1:]:
            place = next(_places(piece, text, parted, at, at + _FARTHEST + len(piece)), -1)
            if place < 0 or not _may_be_skipped(text[at:place]):
                break
            at = place + len(piece)
        else:
            yield first, at


def _places(piece: str, text: str, parted: str, start: int, end: int) -> Iterator[int]:
    numbers = [number for number in _NUMBER.finditer(piece) if " " in number[0]]
    wanted = _one_blank(piece)
    at = text.find(wanted, start, end)
    while at >= 0:
        # 12 and 345 in two cells are not 12 345.
        if _is_whole(parted, at, at + len(piece)) and all(parted.startswith(n[0], at + n.start()) for n in numbers):
            yield at
        at = text.find(wanted, at + 1, end)


def _may_be_skipped(gap: str) -> bool:
    """Return whether an ellipsis may stand for these words."""
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)*", gap)
    is_denied = any(word.endswith("n't") for word in words) or not negations().isdisjoint(words)
    return len(words) <= MOST_SKIPPED and not is_denied and not _IS_UNSPACED.search(gap)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Return whether a stretch begins and ends with a word, and with no hyphen or minus beside it."""
    if start >= end or _is_inside_word(text, start) or _is_inside_word(text, end):
        return False
    sides = ((text[start - 1 : start], text[start]), (text[end : end + 1], text[end - 1]))
    return not any(
        (outer == "-" and not _IS_UNSPACED.match(own)) or (own == "-" and outer and _is_word(outer))
        for outer, own in sides
    )


def _is_inside_word(text: str, at: int) -> bool:
    """Return whether a place lies within a word or a number, so that a quote cannot end there."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if unicodedata.category(after)[0] == "M" or (_is_word(before) and _is_word(after)):
        return True
    # Numbers of Chinese have signs for ten thousand, and are written among words without blanks.
    if before.isnumeric() and after.isnumeric():
        return True
    near = _NUMBER.finditer(text, max(0, at - _LONGEST_NUMBER), at + _LONGEST_NUMBER)
    # "can" is not what "can't" says.
    return any(number.start() < at < number.end() for number in near) or text.startswith("'t", at)


def _is_word(sign: str) -> bool:
    is_part = sign.isalnum() or sign == "_" or unicodedata.category(sign)[0] == "M"
    return (is_part and not _IS_UNSPACED.match(sign)) or _is_raised(sign)


def first_place(quote: str, passages: Sequence[Quotable]) -> Found | None:
    """Return the first passage that holds the whole quote: exactly, else loosely."""
    return next(_holding(quote, passages), None)


def all_places(quote: str, passages: Sequence[Quotable]) -> list[Found]:
    """Return each passage that holds the whole quote: those that have it exactly, else those that have it loosely."""
    return list(_holding(quote, passages))


def find_spread(quote: str, passages: Sequence[Quotable]) -> Spread | None:
    """Return the passages in which a quote begins and ends that none of them holds whole; None where it is nowhere."""
    folded = fold_passages(tuple(passages))
    bounds = list(accumulate((len(text.text) + 1 for text in folded.passages), initial=0))
    for pieces in _readings(quote) if has_words(quote) else ():
        for first, behind in _find_pieces(pieces, folded.joined) if len(pieces) == 1 else ():
            ends = [passages[bisect_right(bounds, at) - 1] for at in (first, behind - 1)]
            return Spread(ends[0], ends[1])
    return None


def is_cut(quote: str, passages: Sequence[Quotable]) -> bool:
    """Tell whether the characters of a quote stand in the passages, whatever word or number they are a part of."""
    joined = _one_blank(fold_passages(tuple(passages)).joined)
    return any(len(pieces) == 1 and _one_blank(pieces[0]) in joined for pieces in _readings(quote))


def _holding(quote: str, passages: Sequence[Quotable]) -> Iterator[Found]:
    if not has_words(quote):
        return
    exact, is_there = quote.strip(), False
    for passage in passages:
        if exact in passage.text and (span := _find_exact(exact, passage.text)):
            is_there = True
            yield Found(passage, *span)
    if is_there:
        return
    whole = fold_passages(tuple(passages))
    joined = _one_blank(whole.joined)
    if any(all(_one_blank(piece) in joined for piece in pieces) for pieces in _readings(quote)):
        for passage, folded in zip(passages, whole.passages):
            if span := _find_folded(quote, passage.text, folded):
                yield Found(passage, *span)


class FoldedPassages(NamedTuple):
    """Passages as they are compared."""

    passages: tuple[Folded, ...]
    joined: str
    """All of them, a line each: what does not stand here stands in none."""


@lru_cache(maxsize=_SOURCES)
def fold_passages(passages: tuple[Quotable, ...]) -> FoldedPassages:
    """Return passages as they are compared; the last few tuples of them are remembered."""
    folded = tuple(fold_text(passage.text) for passage in passages)
    return FoldedPassages(folded, "\n".join([text.parted for text in folded]))


_SHOWN_CHARACTERS = 160
"""Of a place that comes near to a quote."""
_PAIRED = ("`", "*", "**", "_", "__", "~~", "==")
"""Marks that stand in pairs around words."""
_QUOTATION = re.compile(r"\n(?:[ \t]*>)+")
"""Of a quotation what begins its further lines: on one line it would be read as part of the words."""
_STRUCK = re.compile(
    r"~~(?=\S)(?:[^~\n]|~(?!~)|\n(?!\s*\n)){1,2000}~~|<(s|del|strike)\b[^<>]{0,200}>.{0,2000}?</\1>",
    re.IGNORECASE | re.DOTALL,
)
"""What a source has taken back."""


def source_words(place: Found) -> str:
    """Return the words of the source on one line, as much of them as is needed to find them there again."""
    text, start, end = place.passage.text, place.start, place.end
    words = _on_one_line(text[start:end])
    is_cut = words.count("[") != words.count("]") or any(words.count(mark) % 2 for mark in _PAIRED)
    # Of words whose markup is cut what a reader sees of them is found again.
    return _on_one_line(words_at(text, start, end)) if is_cut or locate_quote(words, text) is None else words


def _on_one_line(words: str) -> str:
    return " ".join(_QUOTATION.sub("\n", words).split())


def show_place(near: Found) -> str:
    """Return what the source says there, in whole sentences if they are short, with the passage that it stands in."""
    text, start, end = near.passage.text, near.start, near.end
    place = f"^{near.passage.block}" if near.passage.block else f"line {near.passage.line}"
    bounds = [*accumulate(map(len, sentences(text)), initial=0)]
    first, last = max(at for at in bounds if at <= start), min((at for at in bounds if at >= end), default=end)
    if last - first <= _SHOWN_CHARACTERS:
        start, end = first, last
    return f"{place}: {'…' if start else ''}{' '.join(text[start:end].split())[:_SHOWN_CHARACTERS]}"


def is_struck(place: Found) -> bool:
    """Return whether the source has struck out some of these words."""
    struck = (match.span() for match in _STRUCK.finditer(place.passage.text))
    return any(start < place.end and place.start < end for start, end in struck)


def likeliest_place(about: Sequence[str], places: Sequence[Found]) -> tuple[Found, bool]:
    """Return the place that names most of these things, the first of several, and whether there are several."""
    names = [name for name in map(fold_name, about) if name]
    texts = [fold_name(f"{place.passage.heading}\n{place.passage.text}") for place in places]
    counts = [sum(name in text for name in names) for text in texts]
    return places[counts.index(max(counts))], counts.count(max(counts)) > 1
