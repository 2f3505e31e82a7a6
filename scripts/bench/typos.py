"""Typing errors, made the same way each time."""

from __future__ import annotations

import random
import re

SHORTEST = 4
"""Letters from which on a word may be misspelled."""
_WORD = re.compile(r"[^\W\d_]+")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def misspell(text: str, share: float, *, seed: str) -> str:
    """Text with that share of its longer words misspelled, at least one, by one slip of the finger each.

    A slip changes two letters' places, drops, doubles or replaces one; the first letter is hit as rarely as any other.
    The number of words is rounded, and which they are depends on seed alone.
    """
    chance = random.Random(f"typos {seed}")
    words = [match for match in _WORD.finditer(text) if len(match.group()) >= SHORTEST]
    all_words = len(_WORD.findall(text))
    chosen = chance.sample(words, min(len(words), max(1, round(share * all_words))))
    for match in sorted(chosen, key=lambda match: -match.start()):
        text = text[: match.start()] + _slip(match.group(), chance) + text[match.end() :]
    return text


def _slip(word: str, chance: random.Random) -> str:
    while True:
        at = chance.randrange(len(word) - 1)
        kind = chance.randrange(4)
        if kind == 0:
            slipped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        elif kind == 1:
            slipped = word[:at] + word[at + 1 :]
        elif kind == 2:
            slipped = word[: at + 1] + word[at:]
        else:
            slipped = word[:at] + chance.choice(_LETTERS) + word[at + 1 :]
        if slipped != word:
            return slipped
