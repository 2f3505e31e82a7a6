"""Characters that nobody sees, and what words are made of."""

from __future__ import annotations

import unicodedata

INVISIBLE_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Letters and marks that are drawn as nothing: a name could hide behind them."""

UNSEEN = (
    f"{INVISIBLE_LETTERS}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb"
    "\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""As they stand in a class of a pattern: those letters, soft hyphen, marks of direction, zero-width characters,
variation selectors, tags, joiners of shorthand and music."""


def is_hidden(character: str) -> bool:
    """Return whether it is a control, format, surrogate or separator character, or a letter drawn as nothing."""
    if character < "\u007f":
        return character < " "
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") or character in INVISIBLE_LETTERS


def has_words(text: str) -> bool:
    """Return whether there is a letter or a digit."""
    return any(character.isalnum() for character in text)
