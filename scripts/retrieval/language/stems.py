"""Words of a text as retrieval compares them: split, folded, stemmed.

This is for comparing a question with text that was already found.  Finding the text is the store's business, with
its own tokenizer; the two need not agree on every word.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from ...pages.text.words import UNSPACED, bare_words, fold_text

BETWEEN = re.compile(r"[\W_]+")
"""What parts words: all but letters and digits."""
_BREAKS = (
    r"\s!-/:-@\[-`{-~\u00a1-\u00a9\u00ab\u00ac\u00ae-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u037e\u0387\u055a-\u055f\u0589\u058a\u05be"
    r"\u05c0\u05c3\u060c\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u1360-\u1368\u200b-\u206f\u2116\u3000-\u303f"
    r"\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufeff"
)
_ASCII_WORD = re.compile(r"[0-9A-Za-z]+(?:'[0-9A-Za-z]+)*(?:\+\+|[+#](?![0-9A-Za-z]))?")
_LETTERS = re.compile(r"[^\W_]*")
_POSSESSIVE = ("'s", "’s", "'S", "’S")


def word_spans(text: str) -> list[tuple[int, int]]:
    """Start and end of each word; a run of a script without blanks is one word; `C++` and `C#` are words.

    What touches it in another script is another word; so is what Korean puts to a word that is not its own.
    """
    return [match.span() for match in _words_of(text).finditer(text)]


def goes_on(text: str, at: int) -> bool:
    """Whether a word that is before a place of a text goes on behind it: neither a mark nor another script is there."""
    before, after = text[at - 1 : at], text[at : at + 1]
    if not (before.isalnum() and after.isalnum()):
        return False
    return (before.isascii() and after.isascii()) or _part().fullmatch(before + after) is not None


def by_script(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A stretch of a text, parted where a letter of a script without blanks touches one of another script."""
    if text[start:end].isascii():
        return [(start, end)]
    ends = [match.end() for match in _part().finditer(text, start, end)]
    cuts = [at for at in ends if at < end and text[at].isalnum()]
    return list(zip([start, *cuts], [*cuts, end]))


def pieces(text: str, start: int, end: int, *, longest: int) -> Iterator[tuple[int, int]]:
    """Every piece of two characters or more of a run without blanks, and those to which a touching word belongs.

    longest: most characters of a piece, that word apart.
    """
    before = start - 1 if text[start - 1 : start].isalnum() else start
    while goes_on(text, before):
        before -= 1
    after = end if goes_on(text, end) else end + len(word_from(text, end))
    for at in range(start, end):
        for stop in range(at + 1, min(at + longest, end) + 1):
            if stop - at > 1:
                yield at, stop
            if before < start == at:
                yield before, stop
            if stop == end < after:
                yield at, after


def word_from(text: str, start: int) -> str:
    """The letters and digits of one script from a place of a text on."""
    word = _LETTERS.match(text, start)[0]  # type: ignore[index]  # it matches the empty string
    if word.isascii():
        return word
    found = _part().match(text, start)
    return found[0] if found else word


def form_at(text: str, start: str, wanted: str, at: int = 0) -> int:
    """Where in a folded text a word stands that begins so and has this stem, from a place on; -1 where none does."""
    at = text.find(start, at)
    while at >= 0:
        if not (at and text[at - 1].isalnum() and goes_on(text, at)) and stem(word_from(text, at)) == wanted:
            return at
        at = text.find(start, at + 1)
    return at


def is_unspaced(word: str) -> bool:
    """The word is of a script that puts no blanks between words."""
    return not word.isascii() and unspaced_run().fullmatch(word) is not None


def bigrams(run: str) -> list[str]:
    """Overlapping pairs of characters of a run without blanks; the run itself where it is shorter."""
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


def bare(word: str) -> str:
    """The word without a possessive ending."""
    return word[:-2] if word.endswith(_POSSESSIVE) and len(word) > 2 else word


@lru_cache(maxsize=65536)
def fold_word(word: str) -> str:
    """One word for comparison: compatibility forms, case and diacritics folded."""
    return fold_text(word)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of a folded word: English endings cut off, Arabic and Hebrew words bare, others as they are.

    Coarser than Porter's on purpose ("creator", "created" and "creation" meet), because here a stem only decides
    whether a text that was found covers a word of the question.
    """
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return bare_words(word)
    word = _singular(word)
    for ending, rest in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= rest:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    if len(word) > 3 and word[-1] == "e":
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word[-1] == "y" else word


_ENDINGS = tuple(
    (ending, 4 if len(ending) > 3 else 3)
    for ending in (
        *("ational", "ization", "fulness", "ousness", "iveness", "ication", "ations", "ation", "ition", "ional"),
        *("ingly", "ically", "ments", "ment", "ness", "ance", "ence", "able", "ible", "edly", "ally", "ional"),
        *("ion", "ing", "ive", "ity", "ism", "ist", "ate", "ize", "ise", "ful", "ial", "ed", "ly", "er", "or", "al"),
    )
)


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def stems(text: str, begun: Collection[str] = ()) -> list[str]:
    """The stems of a text, in order; runs without blanks as pairs of characters.

    begun: what those begin with that are wanted, two letters of each, where others need not be told.
    """
    found: list[str] = []
    for match in _words_of(text).finditer(text):
        word = fold_word(bare(match.group()))
        if word.isascii() or not is_unspaced(word):
            # A stem keeps the first two letters of its word.
            if not begun or word[:2] in begun or not (word.isascii() and word.isalpha()):
                found.append(stem(word))
        else:
            found.extend(bigrams(word))
    return found


# Compiled when first met: the two cost 3 ms, and most questions are ASCII.
@lru_cache(maxsize=1)
def unspaced_run() -> re.Pattern[str]:
    """Runs of scripts without blanks."""
    return re.compile(f"[{UNSPACED}]+")


@lru_cache(maxsize=1)
def _word() -> re.Pattern[str]:
    inner = f"[^{_BREAKS}{UNSPACED}]+"
    return re.compile(f"[{UNSPACED}]+|{inner}(?:['’]{inner})*(?:\\+\\+|[+#](?![^{_BREAKS}]))?")


@lru_cache(maxsize=1)
def _part() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}]+|[^\\W_{UNSPACED}]+")


def _words_of(text: str) -> re.Pattern[str]:
    return _ASCII_WORD if text.isascii() else _word()
