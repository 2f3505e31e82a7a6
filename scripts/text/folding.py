"""Text as a reader compares it, with its offsets: no markup, no case, one kind of blank, quotation mark and dash."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from html import unescape
from typing import NamedTuple

from .characters import UNSEEN


class Folded(NamedTuple):
    """A folded text, and for each of its signs where the sign it comes from starts and ends in the original."""

    text: str
    starts: array[int]
    ends: array[int]
    hyphens: frozenset[int]
    """Where a hyphen joins two words or numbers to one."""


_ATTRIBUTE = r"""\s+(?:[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+)|data-[\w-]+
    |(?i:checked|disabled|hidden|open|required))"""
_REST_OF_TAG = rf"(?:{_ATTRIBUTE})*\s*/?>"
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff"
    "\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Characters of scripts without spaces between words, as they stand in a class of a pattern."""
_DASH = r"[\u05be\u2010-\u2015\u2212\ufe63\uff0d]"
_MINUS = r"[-\u2010-\u2013\u2212\ufe63\uff0d]"
"""Dashes that stand before a negative number: the longer ones part clauses."""
_BEFORE_DASH = r"\w)\]}%°.!?\u2019\u201d\-\u2010-\u2015\u2212"
"""What a dash stands behind that is no minus: words, numbers, and what ends them."""
_CURRENCY = "$\u20a0-\u20c0\u00a2-\u00a5\u0e3f"
_BEHIND_MINUS = rf"""(?:(?:[*_\[]|<[a-z]{{1,6}}>){{0,8}}(?:(?:[A-Z]{{1,3}}[ \u00a0]?)?[{_CURRENCY}][ \u00a0]?
        |[A-Z]{{3}}[ \u00a0])?[*_]{{0,4}}\.?[\d\u00bc-\u00be]|(?<=[\u2212-])(?:[\u00a0\u2009\u202f]|&nbsp;|&\#160;)\d
        |(?<![\d)\]%°][ ]\u2212)(?<=\u2212)[ ]\d)"""
MINUS, PARTED = "\u2212", "\n"
"""What that of a negative number folds to, unlike the dash of a range; and a blank that looks as if it stood within a
number, and parts two: the end of a line, or of a cell."""

_KINDS = {
    # A sign that is meant, not markup.
    "escaped": r"\\(?P<sign>[!-/:-@\[-`{}~])",
    # What begins a line: quotes and callouts, bullets and tasks, headings.  Numbers of ordered lists are seen.
    "edge": r"""(?:\A|(?<!\s)\s*\n)[ \t]*(?:(?:>(?:[ \t]?\[![\w-]+\][+-]?)?|\A\[![\w-]+\][+-]?
        |[-*+](?=[ \t])(?:[ \t]+\[.\](?=[ \t]))?|\#{1,6}(?=[ \t]))[ \t]*)+""",
    # Behind a fence stands what language the code is in.
    "fence": r"(?:\A|(?<=\n))[ ]{0,3}(?:`{3,}|~{3,})[^\n`]*(?=\n|\Z)",
    # Behind a number another one is no id but its power.
    "id": r"(?:[ \t]\^(?!\d+\s)(?!\d+\Z)|(?<!\d)[ \t]\^)[A-Za-z0-9-]+[ \t]*(?=\r?\n|\Z)",
    "wikilink": r"!?\[\[(?:[^\[\]|\n]+\|)?(?P<label>[^\[\]|\n]+)\]\]",
    "link": r"""!?\[(?P<text>(?:[^\[\]\\\n]|\n(?![ \t]*\n)|\\.)*)\]
        \((?:<[^<>\n]*>|(?:[^\s()\\]|\\.)*(?:\([^\s()]*\)(?:[^\s()\\]|\\.)*)*)
        (?:\s+(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\([^()\n]*\)))?\)""",
    "footnote": r"\[\^[^\[\]\s]+\]",
    "comment": r"""<!--(?:-?>|.{0,1000}?-->)|(?<!\w)%%.{0,1000}?%%|<[!?][A-Za-z][^<>]{0,1000}>
        |<(?:(?i:script)\b.{0,1000}?</(?i:script)|(?i:style)\b.{0,1000}?</(?i:style))>""",
    "block_tag": rf"</?(?i:blockquote|br|div|h[1-6]|hr|li|ol|p|pre|table|tbody|td|th|thead|tr|ul){_REST_OF_TAG}",
    # One that has attributes may have any name: `<section title="…">`.
    "tag": rf"""<[A-Za-z][\w:-]*(?:{_ATTRIBUTE})+\s*/?>
        |</?(?i:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|img|ins|kbd|label|mark|q|rp|rt|ruby|s|samp|small
        |span|strong|sub|sup|time|tt|u|var|wbr|[a-z]+[:-][\w:-]+){_REST_OF_TAG}""",
    "entity": r"&(?:[a-zA-Z][a-zA-Z0-9]{1,30}|\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6});",
    "table": r"\|(?:[ \t]*:?-+:?[ \t]*\|)+|\\?\|",
    # Code, emphasis, struck out, highlighted.
    "emphasis": r"""`+ | \*+(?=\S) | (?<=\S)\*+ | (?<![^\W_])_+(?=\S) | (?<=\S)_+(?![^\W_])
        | (?:~~|==)(?=\S) | (?<=\S)(?:~~|==)""",
    "unseen": rf"[{UNSEEN}]",
    "minus": rf"(?:(?<![{_BEFORE_DASH}])|(?<=[*_{UNSPACED}]))(?<!\d[{_CURRENCY}]){_MINUS}(?={_BEHIND_MINUS})",
    # Looked at from the start of the blanks before it only, which keeps long runs linear.
    "dash": rf"""(?<!\s)(?!\s+{_MINUS}{_BEHIND_MINUS})\s*(?:(?<!-)-{{2,3}}(?!-)|{_DASH})\s*
        |(?<!\s)(?!\s+-{_BEHIND_MINUS})\s+-\s+|-[ \t]*\r?\n\s*""",
    "blank": r"\s{2,}|[^\S ]",
}
"""What is not read as it stands, in the order in which it is looked for."""

_MARKUP = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS.items()), re.VERBOSE | re.DOTALL)
_SEEN = {"wikilink": "label", "link": "text"}
_BETWEEN_PARTS = ("edge", "fence", "id", "block_tag", "table")
_HIDDEN = ("fence", "footnote", "comment", "block_tag", "tag")
_IN_NUMBERS = ".,'\u2019\u00b7\u22c5\u2044\u2215/:^\u066b\u066c"
_WITHIN_NUMBERS = frozenset("\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f")
_DASHES = re.compile(_DASH)
_MINUS_SPELLED = re.compile(rf"[^{_BEFORE_DASH}]?{_MINUS}(?={_BEHIND_MINUS})", re.VERBOSE)
_NUMBER_FOLLOWS = re.compile(r" ?[*_~=]*\d")
_BEGINS_NUMBER = re.compile(rf"(?:\+|{_MINUS})?\d")
_FENCE = 3
_FENCES = re.compile(r"(?<![\\`])`+|^[ ]{0,3}~{3,}", re.MULTILINE)
"""What begins and ends code."""
_PIECE = re.compile(r"\s+|\S+")
_NUMBER = re.compile(
    rf"""(?:{MINUS}[ ]?(?:(?:[a-z]{{1,3}}[ ]?)?[{_CURRENCY}][ ]?|[a-z]{{3}}[ ])?|[{_CURRENCY}]{MINUS})?
    (?:(?<![\w.)\]}}])\.)?
    (?: (?<!\d)\d{{1,3}}(?:[ ]\d{{3}}(?!\d))+ | (?<!\d)\d{{1,3}}[ ]\d{{1,2}}(?=[/\u2044]\d{{1,2}}(?!\d)) | \d+ )
    (?: [{_IN_NUMBERS}]\d+ | [eE][-+]?\d+ | [ ]?[\u00d7\u22c5\u00b7*][ ]?10(?=[ ][-{MINUS}]?\d|\^) | -\d{{1,2}}/\d+
      | \{{,\}}\d+ | [ ]?\$?\^\{{?[-{MINUS}]?(?:\d+|[ijkmnx](?!\w))\}}? )*""",
    re.VERBOSE,
)
"""A number as it is written: its sign and currency, groups of three digits or a fraction behind a blank, decimals, an
exponent or a power of ten, and as TeX writes 12{{,}}500 and 10$^6$."""
_LONGEST_NUMBER, _LONGEST_GROUP = 64, 6
_POINTS = "\u70b9\u9ede"
_UNSPACED = re.compile(f"[{UNSPACED}]")
_RAISING = re.compile(r"<su[bp]\b", re.IGNORECASE)
_HYPHEN = re.compile(r"\\?[-\u05be\u2010-\u2013\ufe63\uff0d]|[-\u2010]\s*\n\s*")
"""One that stands between two signs, or at the end of a line: dashes with blanks part clauses."""
_UNSEEN = re.compile(_KINDS["unseen"])
_MARKS = dict.fromkeys(
    '"`\u00b4\u02bc\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2032\u2033\u2039\u203a\u05f3\u05f4',
    "'",
)


@lru_cache(maxsize=1024)
def fold_text(text: str) -> Folded:
    """Return the text as a reader compares it.  Linear in its length; the last thousand texts are remembered."""
    out = _Out()
    _fold_span(text, 0, len(text), _code_spans(text), out)
    folded, starts, ends = out.folded()
    joining = (at for at, sign in enumerate(folded) if sign == "-") if "-" in folded else ()
    hyphens = (at for at in joining if _joins(folded, at) and _HYPHEN.fullmatch(unescape(text[starts[at] : ends[at]])))
    return Folded(folded, starts, ends, frozenset(hyphens))


def _joins(folded: str, at: int) -> bool:
    """Tell whether words or numbers stand on both sides; some write that of a negative number behind it."""
    before, after = folded[at - 1 : at], folded[at + 1 : at + 2]
    if before.isdigit() and after in ("", " ", PARTED):
        return True
    return all(sign.isalnum() and not is_unspaced(sign) for sign in (before, after) if sign) and bool(before and after)


@lru_cache(maxsize=64)
def hidden_words(text: str) -> tuple[str, ...]:
    """Return what folding drops though it holds words: where links lead, HTML tags and comments, footnote labels.

    The last texts are remembered: a quote is looked for in passage after passage.
    """
    pieces: list[str] = []
    for kind, match in _markup(text, 0, len(text), _code_spans(text)):
        if kind in _SEEN:
            start, end = match.span(_SEEN[kind])
            pieces += (text[match.start() : start], text[end : match.end()])
        elif kind in _HIDDEN:
            pieces.append(match[0])
    return tuple(piece for piece in pieces if any(map(str.isalnum, piece)))


def with_whole_links(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a stretch with the links whole that it cuts: half a link is read as signs and an address."""
    for kind, match in _markup(text, 0, len(text), _code_spans(text)):
        if kind in _SEEN:
            first, behind = match.span()
            if first < start < behind <= end:
                start = first
            elif start <= first < end < behind:
                end = behind
    return start, end


def is_inside_word(text: str, at: int) -> bool:
    """Return whether a place between two signs lies within a word or a number, so that a quote cannot end there."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if unicodedata.category(after)[0] == "M":
        return True
    if _is_word(before) and _is_word(after):
        return True
    # Numbers of Chinese have signs for ten thousand, and are written among words without blanks.
    if before.isnumeric() and (after.isnumeric() or (after in _POINTS and text[at + 1 : at + 2].isnumeric())):
        return True
    if before in _POINTS and text[at - 2 : at - 1].isnumeric() and after.isnumeric():
        return True
    if _is_inside_number(text, at):
        return True
    # "can" is not what "can't" says.
    return before.isalpha() and after in "'\u2019" and text[at + 1 : at + 2] in ("t", "T") and at + 2 <= len(text)


def _is_inside_number(text: str, at: int, reach: int = _LONGEST_NUMBER) -> bool:
    """Return whether a place lies within a number as it is written: neither half of a million nor five degrees of frost
    is five.  reach: how far on either side the number is looked at.
    """
    near = _NUMBER.finditer(text, max(0, at - reach), at + reach)
    return any(number.start() < at < number.end() for number in near)


def is_unspaced(sign: str) -> bool:
    """Return whether a character is of a script that writes words, or their endings, without spaces between them."""
    return sign >= "\u0e00" and _UNSPACED.match(sign) is not None


class _Out:
    """Folded signs as they are gathered."""

    def __init__(self) -> None:
        self.signs: list[str] = []
        self.starts: array[int] = array("l")
        self.ends: array[int] = array("l")
        self._is_small = False
        self._parting: set[int] = set()

    def sign(self, sign: str, start: int, end: int) -> None:
        """Append a character as it is compared; a raised number beside another one is apart from it."""
        folded = _fold_sign(sign)
        if folded[0].isdigit() or folded in ("-", "+"):
            is_small = _is_small(sign)
            # The mark of a note stands behind a full stop, too.
            if (self.ends_in_digit and is_small != self._is_small) or (is_small and self.ends_in_number):
                self.gap(start, start)
        self.put(folded, start, end)
        self._is_small = _is_small(sign)

    def put(self, signs: str, start: int, end: int) -> None:
        """Append what one character folds to; a space between unspaced characters is dropped."""
        if self.signs and self.signs[-1] == " " and is_unspaced(signs[:1]) and is_unspaced(self.signs[-2]):
            self._pop()
        for sign in signs:
            self.signs.append(sign)
            self.starts.append(start)
            self.ends.append(end)

    def blank(self, start: int, end: int) -> None:
        if self.signs and self.signs[-1] != " ":
            self.put(" ", start, end)

    def part(self, start: int, end: int) -> None:
        """Append a blank that parts what stands before it from what stands behind, be it two numbers."""
        self.blank(start, end)
        if self.signs:
            self._parting.add(len(self.signs) - 1)

    @property
    def ends_in_digit(self) -> bool:
        return bool(self.signs) and self.signs[-1].isdigit()

    @property
    def ends_in_number(self) -> bool:
        """Whether a digit would go on a number: one stands before, or one and a sign that stands in numbers."""
        last = self.signs[-2:]
        return self.ends_in_digit or (len(last) > 1 and last[0].isdigit() and last[1] in _IN_NUMBERS)

    def stands_behind_number(self, following: str) -> bool:
        """Tell whether a number and a blank stand before, or a number before a blank that follows."""
        last = self.signs[-2:]
        is_behind_blank = len(last) > 1 and last[0].isdigit() and last[1] == " "
        return is_behind_blank or (following == " " and self.ends_in_digit)

    def gap(self, start: int, end: int) -> None:
        """Append a blank at which no quote may end: its start is that of the next sign, its end that of the last."""
        self.put(" ", end, start)

    def gap_in_number(self, text: str, start: int, end: int, *, is_raised: bool) -> None:
        """Append one where markup stands within a number: 10<sup>6</sup> is not 106."""
        if (self.ends_in_number if is_raised else self.ends_in_digit) and (
            _BEGINS_NUMBER.match(text, end) or text[end : end + 1].isnumeric()
        ):
            self.gap(start, end)

    def dash(self, start: int, end: int) -> None:
        if self.signs and self.signs[-1] == " ":
            self._pop()
        self.put("-", start, end)

    def plain(self, text: str, start: int, end: int) -> None:
        """Append a run without markup, whose blanks are single spaces."""
        if start < end and text[start] == " ":
            self.blank(start, start + 1)
            start += 1
        run = text[start:end]
        if self._is_small and self.ends_in_digit and run[:1].isdigit():
            self.gap(start, start)
        if run.isascii() and not (self.signs and self.signs[-1] == " " and is_unspaced(self.signs[-2])):
            self.signs.extend(run.lower().replace('"', "'"))
            self.starts.extend(range(start, end))
            self.ends.extend(range(start + 1, end + 1))
            self._is_small = self._is_small and not run
            return
        for at, sign in enumerate(run, start):
            if sign == " ":
                self.blank(at, at + 1)
            else:
                self.sign(sign, at, at + 1)

    def folded(self) -> tuple[str, array[int], array[int]]:
        if self.signs and self.signs[-1] == " ":
            self._pop()
        text = "".join(self.signs)
        for at in self._parting:
            # In a table of thousands of figures each end of a cell is looked at.
            if all(_is_inside_number(text, place, _LONGEST_GROUP) for place in (at, at + 1)):
                self.signs[at] = PARTED
        return "".join(self.signs) if self._parting else text, self.starts, self.ends

    def _pop(self) -> None:
        self.signs.pop()
        self._parting.discard(len(self.signs))
        self.starts.pop()
        self.ends.pop()


def _markup(text: str, start: int, end: int, code: Sequence[tuple[int, int]]) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield what is not read as it stands, with its kind; "code" for what would be dropped, and stands in code."""
    at = 0
    for match in _MARKUP.finditer(text, start, end):
        while at < len(code) and code[at][1] <= match.start():
            at += 1
        kind = str(match.lastgroup)
        is_code = at < len(code) and code[at][0] <= match.start() and (kind in _HIDDEN or kind in _SEEN)
        yield "code" if is_code else kind, match


def _code_spans(text: str) -> list[tuple[int, int]]:
    """Return where code stands: between two runs of as many backticks, or tildes; of few of them, in one line."""
    runs = list(_FENCES.finditer(text)) if "`" in text or "~~~" in text else []
    following: dict[tuple[str, int], int] = {}
    closers, line, at = [-1] * len(runs), 0, len(text)
    for number in range(len(runs) - 1, -1, -1):
        marks = runs[number][0].strip()
        line, at = line + text.count("\n", runs[number].start(), at), runs[number].start()
        key = (marks, line if len(marks) < _FENCE else 0)
        closers[number] = following.get(key, -1)
        following[key] = number
    spans, number = [], 0
    while number < len(runs):
        closer = closers[number]
        if closer >= 0:
            spans.append((runs[number].end(), runs[closer].start()))
        number = max(number, closer) + 1
    return spans


def _fold_span(text: str, start: int, end: int, code: Sequence[tuple[int, int]], out: _Out) -> None:
    at = start
    for kind, match in _markup(text, start, end, code):
        out.plain(text, at, match.start())
        at = match.end()
        if kind in _SEEN:
            # At most one level deep: neither can hold another link, and none is in code.
            first, last = match.span(_SEEN[kind])
            # A figure that is a link is the mark of a note, and no part of the number before it.
            if out.ends_in_number and text[first : first + 1].isnumeric():
                out.part(match.start(), first)
            _fold_span(text, first, last, (), out)
            if out.ends_in_digit and text[at : at + 1].isnumeric():
                out.part(last, at)
        elif kind == "escaped":
            is_minus = match["sign"] == "-" and _is_minus("-", match, out)
            out.put(MINUS if is_minus else _fold_sign(match["sign"]), match.start(), at)
        elif kind == "code":
            for piece in _PIECE.finditer(text, match.start(), at):
                (out.blank if piece[0].isspace() else partial(out.plain, text))(*piece.span())
        elif kind == "minus":
            out.put(MINUS, match.start(), at)
        elif kind == "entity":
            _put_entity(match, out)
        elif kind == "blank":
            _put_blank(match[0], match, out)
        elif kind == "dash":
            out.dash(match.start(), at)
        elif kind in _BETWEEN_PARTS:
            out.part(match.start(), at)
        elif kind == "emphasis" and out.stands_behind_number(text[at : at + 1]) and _NUMBER_FOLLOWS.match(text, at):
            # What is struck out or bold is a number of its own.
            out.part(match.start(), at)
        elif kind != "unseen":
            out.gap_in_number(text, match.start(), at, is_raised=_RAISING.match(match[0]) is not None)
    out.plain(text, at, end)


def _put_entity(match: re.Match[str], out: _Out) -> None:
    signs = unescape(match[0])
    if signs.isspace():
        _put_blank(signs, match, out)
    elif _DASHES.fullmatch(signs):
        out.put(MINUS if _is_minus(signs, match, out) else "-", match.start(), match.end())
    elif not _UNSEEN.fullmatch(signs):
        for sign in signs:
            out.sign(sign, match.start(), match.end())


def _is_minus(dash: str, match: re.Match[str], out: _Out) -> bool:
    """Tell whether a dash that is spelled otherwise, as an escape or entity, begins a negative number."""
    following = match.string[match.end() : match.end() + 9]
    return _MINUS_SPELLED.match("".join(out.signs[-1:]) + dash + following) is not None


def _put_blank(blanks: str, match: re.Match[str], out: _Out) -> None:
    """Append a blank; one that keeps two digits on a line stands within a number."""
    is_within = (
        blanks in _WITHIN_NUMBERS and out.ends_in_digit and match.string[match.end() : match.end() + 1].isdigit()
    )
    # Behind it begins another line or column.
    is_parting = not is_within and (len(blanks) > 1 or blanks in "\t\n\v\f\r")
    (out.gap if is_within else out.part if is_parting else out.blank)(match.start(), match.end())


@lru_cache(maxsize=4096)
def _fold_sign(sign: str) -> str:
    if sign in _MARKS:
        return "'"
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", sign).casefold()).replace("\u2212", "-")
    return folded if folded.strip() else sign


def _is_small(sign: str) -> bool:
    """Return whether a character is a number beside one, or its sign: raised, lowered, circled, a fraction."""
    is_number = sign.isnumeric() and not sign.isdecimal()
    return is_number or unicodedata.decomposition(sign).startswith(("<super>", "<sub>"))


def _is_word(sign: str) -> bool:
    return (sign.isalnum() or sign == "_" or unicodedata.category(sign)[0] == "M") and not is_unspaced(sign)
