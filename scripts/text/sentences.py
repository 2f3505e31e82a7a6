"""Cut text into sentences, in scripts with and without blanks between words.

A cut in the wrong place costs more than a missing one, so a full stop that may belong to an abbreviation, an initial,
a number or an ordinal does not cut.
"""

from __future__ import annotations

import json
import re
from pkgutil import get_data

from .characters import match_end

_END = re.compile(r"[.!?…؟۔।॥։።]+|[。！？｡．]+|\n")
_WIDE_STOPS = "。！？｡．"
_CLOSING = re.compile(r"[\"'”’»)\]*_]*(?:[ \u00a0\u202f]»)?")
_WIDE_CLOSING = re.compile(r"[」』”’）】》〉〕］｣]*")
_WIDE_PARTICLES = ("と", "って", "など", "の", "を", "は", "が", "に", "的")
"""Words that continue the sentence behind a closing quote: 「…。」と言った."""
_BLANKS = re.compile(r"\s*")
_NEW_BLOCK = re.compile(r"[ \t]*(?:\n|[-*+>|#•‣▪◦●○■□◆◇※・①-⑳]|\d+[.)] |\Z)")
"""The start of a line that begins a block of its own: a blank line, a list item, a quote, a heading, a table row."""
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘«]+\Z")
_MAX_WORD = 40
"""Characters before a full stop that are looked at for an abbreviation."""

_LISTS = json.loads(get_data(__package__, "words/abbreviations.json") or b"{}")
_BEFORE_NUMBER = frozenset(_LISTS.pop("before a number").split())
"""Words whose full stop ends no sentence where a number follows: `No. 17`, `Taf. 4`, `c. 1850`."""
_BEFORE_ORDINAL = frozenset(_LISTS.pop("before an ordinal").split())
_ABBREVIATIONS = frozenset(word for words in _LISTS.values() for word in words.split())
_NUMBER = re.compile(r"\d|[IVXLC]{2,}\b")
_CONSONANTS = re.compile(r"[B-DF-HJ-NP-TV-Z][b-df-hj-np-tv-xz]+|(?:[^\W\d_]\.)+[^\W\d_]")
"""Words with the form of an abbreviation: `Mgr. Lacombe`, `C.P. 28004`."""
_COUNTED = re.compile(
    r"(?:Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)\w*|Jahrhundert\w*|Jh|Auflage|Klasse|Kapitel|Platz|Tag\w*"
)
"""Words that German uses behind an ordinal: `3. Oktober`."""


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text in order, each with the white space behind it; joined they are the text.

    Blank lines, list items, headings, quotes and table rows begin a sentence of their own.  Takes linear time.
    """
    pieces: list[str] = []
    start = 0
    for match in _END.finditer(text, len(text) - len(text.lstrip())):
        if match.start() < start:
            continue
        end = _sentence_end(text, start, match)
        if end is not None:
            pieces.append(text[start:end])
            start = end
    if start < len(text):
        pieces.append(text[start:])
    return tuple(pieces)


def _sentence_end(text: str, start: int, match: re.Match[str]) -> int | None:
    """Return the end of the sentence that begins at start, white space included; None where it goes on."""
    stops, end = match[0], match.end()
    if stops == "\n":
        return match_end(_BLANKS, text, end) if _NEW_BLOCK.match(text, end) else None
    if stops[0] in _WIDE_STOPS:
        closed = match_end(_WIDE_CLOSING, text, end)
        continues = closed > end and text.startswith(_WIDE_PARTICLES, closed)
        is_number = stops == "．" and text[match.start() - 1 : match.start()].isdigit()
        return None if continues or is_number else match_end(_BLANKS, text, closed)
    closed = match_end(_CLOSING, text, end)
    after = match_end(_BLANKS, text, closed)
    if after == closed < len(text) or text[after : after + 1].islower():
        return None
    is_plain_stop = stops == "." and closed == end
    if is_plain_stop and after < len(text) and _is_abbreviated(text, start, match.start(), after):
        return None
    return after


def _is_abbreviated(text: str, start: int, stop: int, after: int) -> bool:
    """Report whether the full stop at stop belongs to the word before it and does not end the sentence."""
    match = _LAST_WORD.search(text[max(start, stop - _MAX_WORD) : stop])
    if match is None:
        return False
    word = match[0]
    last = word.lower().rpartition("-")[2]
    following = text[after : after + _MAX_WORD]
    before = text[max(start, stop - len(word) - _MAX_WORD) : stop - len(word)].split()
    is_counted = bool(before) and before[-1][-1].isdigit()
    if last in _ABBREVIATIONS:
        return not (is_counted and "\u0400" <= last[0] <= "\u052f")
    if last in _BEFORE_NUMBER and _NUMBER.match(following):
        return True
    if _CONSONANTS.fullmatch(word):
        return not is_counted
    if len(word) == 1 and word.isalpha():
        return word.isupper() or following[1:2] == "."
    if word.isdigit() and len(word) <= 2:
        return not before or before[-1].lower() in _BEFORE_ORDINAL or _COUNTED.match(following) is not None
    return False
