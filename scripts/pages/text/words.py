"""How text is folded and cut into words for search, the same when indexing and when asking.

SQLite's unicode61 tokenizer knows the accents of Latin letters only, and neither `ß` nor `ø`: text is given to it
folded.  It takes a run of Chinese, Japanese, Thai and the like as one word, with what touches it, and a Korean word
with its particles.  Such runs are indexed as overlapping pairs of characters, which find every word from two characters
on; one ideograph is found as what a pair begins with, so that those at the end of runs are indexed alone, behind the
text.
"""

from __future__ import annotations

import re
from functools import lru_cache

UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Characters of scripts that put no blanks between words, or none between a word and what belongs to it, for a class of
a pattern: Thai to Khmer, kana, ideographs, Hangul."""
_IDEOGRAPH = "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
LATIN_LETTERS = {
    "ø": "o",
    "đ": "d",
    "ł": "l",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ð": "d",
    "ı": "i",
    "ħ": "h",
    "ŧ": "t",
}
"""What is typed for letters that Unicode does not take apart."""
# The apostrophe of Ukrainian is a letter for Unicode.
_LATIN_LETTERS = str.maketrans(LATIN_LETTERS | {"\u02bc": "'"})
# Soft hyphens, accents of European scripts, Hebrew points, Arabic vowel signs and hamza; elsewhere a mark tells words
# apart.
_ACCENT = re.compile("[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u0640]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_SHORT_RUN = 8
_OWN_DIGIT = re.compile(r"[^\D0-9]")
_RUN = re.compile(rf"[{UNSPACED}]+")
_HAS_CLITICS = re.compile("[\u05d0-\u06d3]")
_LAST = re.compile(f"(?<=[{UNSPACED}]){_IDEOGRAPH}(?![{UNSPACED}])")
_WORD = re.compile(r"[^\W_]+")
_MARKS = bytes((*range(48), *range(58, 65), *range(91, 97), *range(123, 128)))
_BLANKS = bytes.maketrans(_MARKS, b" " * len(_MARKS))
"""What is no word of _WORD, of ASCII."""


def fold_text(text: str) -> str:
    """Text as its words are compared: compatibility forms, case, accents and digits of each script folded.

    Folding twice changes nothing.
    """
    lowered = text.lower()
    return lowered if lowered.isascii() else _BEYOND_ASCII.sub(_fold_run, lowered)


def _fold_run(run: re.Match[str]) -> str:
    signs = run[0]
    return _fold_beyond_ascii(signs) if len(signs) > _SHORT_RUN else _fold_short_run(signs)


def _fold_beyond_ascii(signs: str) -> str:
    """Signs beyond ASCII, which nothing before or behind them in ASCII folds in another way."""
    from unicodedata import decimal, normalize  # a shared object that English questions never need

    # A sign like `#`, of which Unicode makes letters.
    marked = signs.replace("\u2116", " ")
    folded = normalize("NFKD", normalize("NFKD", marked).casefold()).translate(_LATIN_LETTERS)
    digits = _OWN_DIGIT.sub(lambda match: str(decimal(match.group())), folded)
    return normalize("NFC", _ACCENT.sub("", digits))


_fold_short_run = lru_cache(maxsize=4096)(_fold_beyond_ascii)
"""The dashes, quotes and accented letters of a text are few."""


def indexed_text(text: str) -> str:
    """Text as it is given to the word index: folded beyond ASCII, unspaced runs as pairs of characters."""
    if text.isascii():
        return text
    folded = fold_text(text)
    return " ".join([_in_pairs(folded), *sorted({*_LAST.findall(folded)})])


def bare_words(folded: str) -> str:
    """A folded text with its Arabic and Hebrew words without articles, prepositions and endings, as the index has them.

    Doing it twice changes nothing.
    """
    if folded.isascii() or not _HAS_CLITICS.search(folded):
        return folded
    from .clitics import without_clitics  # for some scripts only

    return without_clitics(folded)


def words(text: str) -> list[str]:
    """The words of a text with which the index is asked, before stemming: what stands in a row there does so here."""
    if text.isascii():
        return text.encode("ascii").translate(_BLANKS).decode("ascii").split()
    return _WORD.findall(_in_pairs(fold_text(text)))


def begins_pairs(word: str) -> bool:
    """Whether a word as it is asked is one character, which the index has at the beginning of pairs."""
    return len(word) == 1 and is_unspaced(word)


def is_unspaced(text: str) -> bool:
    """Whether a text holds a script that is indexed by pairs of characters."""
    return not text.isascii() and _RUN.search(text) is not None


def _in_pairs(folded: str) -> str:
    return _RUN.sub(_pairs, bare_words(folded))


def _pairs(match: re.Match[str]) -> str:
    run = match.group()
    if len(run) == 1:
        return f" {run} "
    return " " + " ".join(run[i : i + 2] for i in range(len(run) - 1)) + " "
