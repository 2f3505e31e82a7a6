"""How text is folded and cut into words for search, the same when indexing and when asking.

SQLite's unicode61 tokenizer knows the accents of Latin letters only, and neither `ß` nor `ø`: text is given to it
folded.  It takes a run of Chinese, Japanese, Thai and the like as one word.  Such runs are indexed as overlapping pairs
of characters, which find every word from two characters on.
"""

from __future__ import annotations

from .. import regex as re

# Scripts written without spaces: Thai, Lao, Myanmar, Khmer, kana, CJK ideographs with extensions, Hangul is spaced.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff66-\uff9d\U00020000-\U0003ffff"
)
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
_LATIN_LETTERS = str.maketrans(LATIN_LETTERS)
# Accents of European scripts, Hebrew points, Arabic vowel signs and hamza; elsewhere a mark tells words apart.
_ACCENT = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]")
_RUN = re.compile(f"[{_UNSPACED}]+")
_WORD = re.compile(r"[^\W_]+")


def fold_text(text: str) -> str:
    """Text as its words are compared: compatibility forms, case and accents folded.  Folding twice changes nothing."""
    if text.isascii():
        return text.lower()
    from unicodedata import normalize  # a shared object that English questions never need

    folded = normalize("NFKD", normalize("NFKD", text).casefold()).translate(_LATIN_LETTERS)
    return normalize("NFC", _ACCENT.sub("", folded))


def indexed_text(text: str) -> str:
    """Text as it is given to the word index: folded beyond ASCII, unspaced runs as pairs of characters."""
    if text.isascii():
        return text
    return _RUN.sub(_pairs, fold_text(text))


def _pairs(match: re.Match[str]) -> str:
    run = match.group()
    if len(run) == 1:
        return f" {run} "
    return " " + " ".join(run[i : i + 2] for i in range(len(run) - 1)) + " "


def words(text: str) -> list[str]:
    """The words of a text as the index sees them, before stemming."""
    return _WORD.findall(indexed_text(text))


def is_unspaced(text: str) -> bool:
    """Whether a text holds a script that is written without spaces."""
    return not text.isascii() and _RUN.search(text) is not None
