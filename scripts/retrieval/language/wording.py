"""The words and marks of a question, without what only leads up to it; names, once found, as their nodes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...pages.text.words import fold_text
from . import phrasebook as say
from .figures import MONTHS
from .stems import is_unspaced
from .stopwords import stop_words

GENITIVE, MAYBE_GENITIVE = "'s", "s'"
"""What stands between an owner and what is owned, for sure or perhaps."""

_TOKEN = re.compile(
    r"(?:[^\W\d_]\.){2,}(?:[^\W\d_]\b)?|\d+(?:[.,:/]\d+)*(?:st|nd|rd|th)?\b|[^\W_]+(?:['’][^\W_]+)*|^['’]s\b"
    r"|(?<=s)['’](?= )|[,:;]|[–—]| - |[.?!](?= )|(?<!\w)-(?=\d)|(?<=\w)-(?!\w)|[^\s\w\-'\"’‘“”„«»()\[\]{}*`/.?!]"
)
"""Marks that only divide are left out; others tell C++ from C# and -5 from 5."""
_OPENING = str.maketrans("", "", "¿¡、，？！。；：「」『』《》（）")
"""Marks that questions in other languages may have or not."""
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")


class Wording(NamedTuple):
    """A question, split."""

    tokens: tuple[str, ...]
    """Folded words, marks and genitives; a name that was given is its node between brackets."""
    is_english: bool


def read_wording(text: str, names: Sequence[tuple[int, int, str]] = ()) -> Wording:
    """Split a question; names are spans that do not overlap, with the node that each names."""
    start, end = say.asked_span(text)
    if not text.isascii():
        names = [(low - _marks(text[:low]), high - _marks(text[:high]), node) for low, high, node in names]
        start, end = start - _marks(text[:start]), end - _marks(text[:end])
        text = text.translate(_OPENING)
    tokens: list[str] = []
    taken = start
    for low, high, node in [*sorted(name for name in names if name[0] >= start), (end, end, "")]:
        tokens += _split(text[taken:low])
        if node:
            tokens.append(f"[{node}]")
        taken = max(taken, high)
    is_english = "the" in stop_words(fold_text(text).split()) and (text.isascii() or not any(map(is_unspaced, text)))
    return Wording(tuple(_dates(tokens)), is_english)


def _marks(text: str) -> int:
    return len(text) - len(text.translate(_OPENING))


def _split(text: str) -> list[str]:
    tokens: list[str] = []
    if not text.isascii():
        from unicodedata import normalize  # a shared object that English questions never need

        # The accent of a letter that macOS has taken apart would be a token.
        text = normalize("NFC", text)
    for match in _TOKEN.finditer(text):
        word = match.group()
        if word in ("'", "’"):
            tokens.append(MAYBE_GENITIVE)
            continue
        word = fold_text(word).replace("’", "'")
        if not word:
            # An accent without a letter.
            continue
        if word == GENITIVE:
            tokens.append(word)
        elif word.endswith("'s"):
            is_verb = word[:-2] in say.QUESTION_WORDS or word[:-2] in ("that", "it", "there", "he", "she")
            tokens += [word[:-2], "is" if is_verb else GENITIVE]
        elif word.endswith("n't"):
            tokens += [{"ca": "can", "wo": "will"}.get(word[:-3], word[:-3]), "not"]
        elif word == "&":
            tokens.append("and")
        elif word[0].isdigit():
            tokens.append(word.replace(",", ""))
        else:
            tokens.append(word.replace(".", "") or word)
    return tokens


def _dates(tokens: list[str]) -> list[str]:
    """Days of a month as month and number, however they were written."""
    found: list[str] = []
    at = 0
    while at < len(tokens):
        day = _DAY.fullmatch(tokens[at])
        after = at + 2 if tokens[at + 1 : at + 2] == ["of"] else at + 1
        if day and after < len(tokens) and tokens[after] in MONTHS:
            found += [tokens[after], day[1]]
            at = after + 1
        elif tokens[at] in MONTHS and at + 1 < len(tokens) and (day := _DAY.fullmatch(tokens[at + 1])):
            found += [tokens[at], day[1]]
            at += 2
        else:
            found.append(tokens[at])
            at += 1
            continue
        if at + 1 < len(tokens) and tokens[at] == "," and tokens[at + 1].isdigit():
            at += 1
    return found
