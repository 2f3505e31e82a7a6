"""Tickets, versions, hosts, keys, flags, paths: one sign more or less is another thing, no slip."""

from __future__ import annotations

import re

from .codes import JOINT, has_digit
from .stems import fold_word

WIDEST = 5
"""Digits up to which a number is looked for with zeros before it."""
_MEASURED = re.compile(r"[\d.,:]+[^\W\d_]{1,3}")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_JOINTS = re.compile(JOINT)
_DIGITS = re.compile(r"\d+")
# Letters in a row that are likely those of a word.
_SPELLED = re.compile(r"[^\W\d_]{5}")
_NUMBERED = re.compile(r"([^\W\d_]+)[-_#](0*)([1-9]\d*)")


def is_code(word: str) -> bool:
    """Whether a word has letters and digits, or is a key such as `max_conn`.

    No year or amount is one, and none with its unit or ending (`5km`, `2nd`), or joined to words (`mid-2023`).
    """
    if "_" in word:
        return True
    if not has_digit(word) or not any(map(str.isalpha, word)):
        return False
    plain = word.islower() and _YEAR.search(word) is not None
    parts = [part for part in _JOINTS.split(word) if not (part.isalpha() or (plain and _YEAR.fullmatch(part)))]
    return not all(map(_MEASURED.fullmatch, parts))


def have_same_codes(mention: str, name: str) -> bool:
    """Whether two names differ in no number, and all words of the first that have a digit stand in the second."""
    if not (has_digit(mention) or has_digit(name)):
        return True
    squeezed = _squeezed(name)
    return _DIGITS.findall(mention) == _DIGITS.findall(name) and all(
        _squeezed(word) in squeezed or _is_swapped(word, name) for word in mention.split() if has_digit(word)
    )


def _is_swapped(word: str, name: str) -> bool:
    """Whether letters of a word that has many, as `query2tbale`, are swapped; those of a code tell it from others."""
    letters = sorted(_squeezed(word))
    return _SPELLED.search(word) is not None and any(letters == sorted(_squeezed(other)) for other in name.split())


def numbered_forms(code: str) -> list[str]:
    """A code with its number as it may stand with other zeros before it: `adr 024` and `adr 0024` for ADR-24."""
    found = _NUMBERED.fullmatch(code)
    if not found:
        return []
    padded = [found[3].rjust(width, "0") for width in range(len(found[3]), WIDEST + 1)]
    return [f"{fold_word(found[1])} {number}" for number in padded if number != found[2] + found[3]]


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, fold_word(text)))
