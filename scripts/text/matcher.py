"""Texts looked for wherever they stand: without regard to case, composition, line wraps and marks.

    Matcher(["Zoster oticus"]).stands_in("> ZOSTER\\n> *oticus*")

Words are compared whole, so that `Ann` does not stand in `planning`; in a script without blanks, signs anywhere.
Whatever parts two words is the same: a blank, a line break, a hyphen, a mark.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import pairwise

from .folding import is_unspaced
from .normal_forms import normal_form

MIN_LETTERS = 3
"""Letters and digits that a text needs to be looked for; in a script without spaces two are enough."""
MAX_LINES = 50
"""Lines returned for one text: whoever has removed these looks again."""

_ACROSS = re.compile(r"([^\x00-\u0dff]) (?=[^\x00-\u0dff])")


class Matcher:
    """Finds any of some texts; those too short to be looked for are left out."""

    def __init__(self, texts: Iterable[str]) -> None:
        folded = (_fold(text) for text in texts)
        needles = dict.fromkeys(_needle(each) for each in folded if _is_long_enough(each))
        # There may be tens of thousands: of most the first words tell that they do not stand in a text.
        self._needles: dict[tuple[str, ...], list[str]] = {}
        self._open: list[str] = []
        for needle in needles:
            is_closed = needle[0] == needle[-1] == " "
            (self._needles.setdefault(_first_words(needle), []) if is_closed else self._open).append(needle)

    def __bool__(self) -> bool:
        return bool(self._needles or self._open)

    def stands_in(self, text: str) -> bool:
        """Return whether any of them stands in the text."""
        if not self:
            return False
        folded = _fold(text)
        if any(needle in folded for needle in self._open):
            return True
        words = folded.split() if self._needles else []
        told = self._needles.keys() & {*((word,) for word in words), *pairwise(words)}
        return any(needle in folded for key in told for needle in self._needles[key])

    def lines(self, text: str) -> list[int]:
        """Return the lines on which any of them begins, from 1, in order; at most MAX_LINES.

        One that goes over more than two lines is told by the first line of the text.
        """
        if not self.stands_in(text):
            return []
        lines = text.split("\n")
        found = {at for at, line in enumerate(lines) if self.stands_in(line)}
        # Those that go over a line's end.
        for at, pair in enumerate(pairwise(lines)):
            if found.isdisjoint((at, at + 1)) and self.stands_in("\n".join(pair)):
                found.add(at)
        return [at + 1 for at in sorted(found)][:MAX_LINES] or [1]


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are compared."""
    return _fold(text).split()


def _fold(text: str) -> str:
    """Return the words in lower case with spaces before, between and behind; none between unspaced characters."""
    text = text.lower() if text.isascii() else normal_form("NFKC", normal_form("NFKD", text).casefold())
    folded = f" {' '.join(text.translate(_SIGNS).split())} "
    return folded if folded.isascii() else _ACROSS.sub(_joined, folded)


def _joined(match: re.Match[str]) -> str:
    sign, after = match[1], match.string[match.end()]
    return sign if is_unspaced(sign) and is_unspaced(after) else sign + " "


def _needle(folded: str) -> str:
    """Return the folded text; open at an end where its script puts no blanks."""
    words = folded.strip()
    before = "" if is_unspaced(words[0]) else " "
    return before + words + ("" if is_unspaced(words[-1]) else " ")


def _first_words(needle: str) -> tuple[str, ...]:
    return tuple(needle.split(maxsplit=2)[:2])


def _is_long_enough(folded: str) -> bool:
    signs = [sign for sign in folded if sign.isalnum()]
    return len(signs) + sum(map(is_unspaced, signs)) // 2 >= MIN_LETTERS


class _Signs(dict[int, str]):
    """What becomes of each sign: letters, digits and what is written on them stay, joiners go, the rest parts words."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        category = unicodedata.category(sign)
        kept = sign if sign.isalnum() or category[0] == "M" else "" if category == "Cf" else " "
        self[code] = kept
        return kept


_SIGNS = _Signs()
