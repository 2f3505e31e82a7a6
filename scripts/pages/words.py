"""How text is cut into words for search, the same when indexing and when asking.

SQLite's unicode61 tokenizer takes a run of Chinese, Japanese, Thai and the like as one word.  Such runs are indexed as
overlapping pairs of characters, which find every word from two characters on.
"""

from __future__ import annotations

from .. import regex as re

# Scripts written without spaces: Thai, Lao, Myanmar, Khmer, kana, CJK ideographs with extensions, Hangul is spaced.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff66-\uff9d\U00020000-\U0003ffff"
)
_RUN = re.compile(f"[{_UNSPACED}]+")
_WORD = re.compile(r"[^\W_]+")


def indexed_text(text: str) -> str:
    """Text as it is given to the word index: unspaced runs as pairs of characters, everything else as it stands."""
    if text.isascii():
        return text
    return _RUN.sub(_pairs, text)


def _pairs(match: re.Match[str]) -> str:
    run = match.group()
    if len(run) == 1:
        return f" {run} "
    return " " + " ".join(run[i : i + 2] for i in range(len(run) - 1)) + " "


def words(text: str) -> list[str]:
    """The words of a text as the index sees them, before folding and stemming."""
    if not text.isascii():
        # Accents typed as characters of their own would tear a word apart here, where the index keeps it whole.
        from unicodedata import normalize

        text = normalize("NFC", text)
    return _WORD.findall(indexed_text(text))


def is_unspaced(text: str) -> bool:
    """Whether a text holds a script that is written without spaces."""
    return not text.isascii() and _RUN.search(text) is not None
