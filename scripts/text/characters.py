"""Invisible characters, escapes of Markdown, letters without accents, and normal forms in linear time."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

INVISIBLE_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Letters and marks that are drawn as nothing: a name could hide behind them."""

UNSEEN = (
    f"{INVISIBLE_LETTERS}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb"
    "\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""The inside of a character class of a pattern: those letters, soft hyphen, marks of direction, zero-width characters,
variation selectors, tags, joiners of shorthand and music."""

_MOST_MARKS = 30
"""Combining marks in a row, by the Stream-Safe Text Format of Unicode Standard Annex 15: no language has so many."""
_MARKS = re.compile(rf"(?:[^\x00-\u02ff\w\s]|[\uff9e\uff9f]){{{_MOST_MARKS + 1},}}")
"""A run of marks, emoji or punctuation; two letters become marks, too."""
_HIDDEN = re.compile(rf"(?![\s\u200c\u200d\ufe0e\ufe0f])[\x00-\x1f\x7f-\x9f\ud800-\udfff{UNSEEN}]")
"""Invisible characters, without white space and joiners of a script or an emoji."""
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ACTIVE = re.compile(
    r"""(?x)[\\\[\]`$<] | (?<=%)%
    | (?<![^\W_])\#(?!\d+(?:[\s.,;:!?()'"\[\]]|$)|[\s.,;:!?()'"]|$)"""
)
"""Characters that could open a link, code, math, HTML, a comment or a tag in the middle of a line."""
_LETTERS = str.maketrans(
    {
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "ŧ": "t", "æ": "ae", "œ": "oe", "ё": "е",
        "ی": "ي", "ک": "ك", "ى": "ي", "ـ": "",
    }
)  # fmt: skip
"""The ASCII that people type for letters that Unicode does not decompose."""


def without_hidden(text: str) -> str:
    """Return a text without control characters, surrogates and invisible characters."""
    return text if text.isascii() and text.isprintable() else _HIDDEN.sub("", text)


def plain_line(text: str) -> str:
    """Return a text on one line, without the characters that without_hidden removes."""
    return " ".join(without_hidden(text).split())


def unescape(text: str) -> str:
    """Return a text as it is shown: without the backslashes that Markdown does not show."""
    return _ESCAPED.sub(r"\1", text)


def escape(text: str) -> str:
    """Return a text with markup that links, hides or runs escaped; unescape restores it."""
    return _ACTIVE.sub(r"\\\g<0>", text)


def match_end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return the end of the match of a pattern at an offset; the offset itself where nothing matches."""
    match = pattern.match(text, at)
    return match.end() if match else at


def is_hidden(character: str) -> bool:
    """Report whether it is a control, format, surrogate or separator character, or a letter drawn as nothing."""
    if character < "\u007f":
        return character < " "
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") or character in INVISIBLE_LETTERS


def has_words(text: str) -> bool:
    """Report whether a text has a letter or a digit."""
    return any(character.isalnum() for character in text)


def normal_form(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """Return a text in a normal form; of more than thirty marks in a row the rest is dropped.

    Normalizing sorts them, which takes the square of their number.
    """
    if len(text) > _MOST_MARKS and not text.isascii():
        text = _MARKS.sub(lambda run: run[0][:_MOST_MARKS], text)
    return unicodedata.normalize(form, text)


def fold(word: str) -> str:
    """Return a case-folded word without accents.  Folding twice changes nothing."""
    if word.isascii():
        return word
    letters: list[str] = []
    base = ""
    for character in normal_form("NFD", word):
        if not _is_accent(character):
            base = character
        elif not "\u0400" <= base <= "\u052f":
            # In Cyrillic the breve makes another letter (й).
            continue
        letters.append(character)
    return normal_form("NFC", "".join(letters)).translate(_LETTERS)


def _is_accent(character: str) -> bool:
    """Report whether a character is an accent, a Hebrew point or an Arabic vowel mark."""
    return "\u0300" <= character <= "\u0670" and (
        character <= "\u036f"
        or "\u0591" <= character <= "\u05c7"
        or "\u064b" <= character <= "\u065f"
        or character == "\u0670"
    )
