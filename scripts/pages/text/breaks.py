"""Where a sentence that is too long may be cut in a script that puts no blanks between words.

Behind a clause, else at a blank, else where the script changes, else between two signs; within brackets only where
there is nothing else, and never inside a number, a word of Latin letters or a sign with its marks.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category

_CLAUSE_ENDS = frozenset("、，；：。！？｡､…؛،")
_SPACED_ENDS = frozenset(",;:.!?")
"""These end a clause only before a blank or a sign of another script: not in `1,200` or `12:30`."""
_OPENING, _CLOSING = frozenset("（(「『“‘《〈【〔［[{｛｢"), frozenset("）)」』”’》〉】〕］]}｝｣")
_NEVER_FIRST = frozenset("、，；：。！？｡､…ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ・％%ๆฯៗ")
_BEFORE_VOWEL = frozenset("\u0e40\u0e41\u0e42\u0e43\u0e44\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4")
"""Vowels of Thai and Lao that are written before their consonant."""
_WITHIN_WORDS = frozenset("-_./@:,;!?'%")
_JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f")
_CLAUSE, _BLANK, _SCRIPT, _SIGN, _NOWHERE = range(5)
_WITHIN = 5
"""What a place within brackets counts more than one outside of them."""
BEFORE = 200
"""Characters before a place in which an opening bracket is looked for."""


def best_break(text: str, low: int, high: int, near: int) -> int:
    """The best place from low to high, both included, to cut a text at; of equal ones that nearest to a place."""
    depths = dict(_depths(text, low, high))

    def badness(at: int) -> tuple[int, int]:
        return _rank(text, at) + (_WITHIN if depths[at] else 0), abs(at - near)

    return min(range(low, high + 1), key=badness)


def _depths(text: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Each place from low to high, and in how many brackets it is."""
    depth = 0
    for at in range(max(0, low - BEFORE), high + 1):
        if at >= low:
            yield at, depth
        sign = text[at : at + 1]
        depth = max(0, depth + (sign in _OPENING) - (sign in _CLOSING))


def _rank(text: str, at: int) -> int:
    """How bad it is to cut a text at a place, 0 for best."""
    if not 0 < at < len(text):
        return _CLAUSE
    before, after = text[at - 1], text[at]
    if _belongs(before, after):
        return _NOWHERE
    if before in _CLAUSE_ENDS or (before in _SPACED_ENDS and not (after.isascii() and after.isalnum())):
        return _CLAUSE
    if before.isspace() or after.isspace():
        return _BLANK
    return _SIGN if _script(before) == _script(after) else _SCRIPT


def _belongs(before: str, after: str) -> bool:
    """Whether two signs are parts of one sign, number or word, or one of them stands for nothing without the other."""
    if before.isascii() and after.isascii() and before.isalnum() and after.isalnum():
        return True
    if before in _OPENING or after in _CLOSING or after in _NEVER_FIRST or before in _BEFORE_VOWEL:
        return True
    if after in _WITHIN_WORDS or (before in _WITHIN_WORDS and after.isascii() and after.isalnum()):
        return True
    return before in _JOINERS or after in _JOINERS or category(after)[0] == "M" or "\U0001f3fb" <= after <= "\U0001f3ff"


def _script(sign: str) -> str:
    """The script of a sign, as far as a change of it may part words: in Japanese particles are hiragana."""
    if sign.isascii() or "\uff01" <= sign <= "\uff5e":
        return "Latin"
    if "\u3041" <= sign <= "\u309f":
        return "hiragana"
    return "katakana" if "\u30a0" <= sign <= "\u30ff" else "other"
