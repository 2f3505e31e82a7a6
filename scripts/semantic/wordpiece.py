"""Split a text into the pieces of a BERT vocabulary, as its uncased models were trained on.

Schuster and Nakajima, Japanese and Korean voice search, 2012; the rules for letters are those of Devlin et al., BERT,
2019: lower case, no accents, every punctuation sign and every Han character a word of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from unicodedata import category, normalize

LONGEST_WORD = 100
"""Characters; a longer word is unknown as a whole."""

_HAN = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
_SIGNS = re.escape("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_PLAIN_WORD = re.compile(f"[{_SIGNS}]|[^\\s{_SIGNS}]+")


class WordPieces:
    """A vocabulary: pieces by text, those inside a word beginning with `##`."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self._ids = vocabulary
        self._unknown = vocabulary["[UNK]"]
        self._ends = (vocabulary["[CLS]"], vocabulary["[SEP]"])
        self._known: dict[str, tuple[int, ...]] = {}

    def encode(self, text: str, limit: int) -> list[int]:
        """The ids of a text's pieces between the signs of beginning and end, at most limit with these two."""
        found = [self._ends[0]]
        for word in _words(text):
            found += self._pieces(word)
            if len(found) >= limit:
                break
        return [*found[: limit - 1], self._ends[1]]

    def _pieces(self, word: str) -> tuple[int, ...]:
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self._split(word)
        return known

    def _split(self, word: str) -> tuple[int, ...]:
        """The longest pieces from left to right; one unknown piece where that leads nowhere."""
        if len(word) > LONGEST_WORD:
            return (self._unknown,)
        found, start = [], 0
        while start < len(word):
            for end in range(len(word), start, -1):
                id_ = self._ids.get(("##" if start else "") + word[start:end])
                if id_ is not None:
                    found.append(id_)
                    start = end
                    break
            else:
                return (self._unknown,)
        return tuple(found)


def _words(text: str) -> list[str]:
    if text.isascii():
        return _PLAIN_WORD.findall(_clean(text).lower())
    spaced = "".join(f" {sign} " if _is_han(ord(sign)) else sign for sign in _clean(text))
    # Sign by sign: a sigma at the end of a word is folded like any other.
    bare = "".join(sign.lower() for sign in normalize("NFD", spaced) if category(sign) != "Mn")
    return "".join(f" {sign} " if _is_punctuation(sign) else sign for sign in bare).split()


def _clean(text: str) -> str:
    """Without control signs; white space of any kind is a blank."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else " " if sign.isspace() else "" if category(sign)[0] == "C" else sign
        for sign in text
    ).replace("\ufffd", "")


def _is_han(code: int) -> bool:
    return code >= 0x3400 and any(first <= code <= last for first, last in _HAN)


def _is_punctuation(sign: str) -> bool:
    return category(sign)[0] == "P" or sign in "$+<=>^`|~"
