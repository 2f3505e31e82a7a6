"""Words of command lines that are printed for a person to copy."""

from __future__ import annotations

import os
from collections.abc import Iterable

# What parts folders on Windows is read as itself by its shells.
_PLAIN = frozenset("@%+=:,./-_" + os.sep)


def shell_word(text: str) -> str:
    """The text as one word, in quotes only where a shell would part it or read signs of it.

    Unlike shlex it leaves letters of any script and the `#` within a word as they are.
    """
    if text and text[0] not in "#=" and all(sign.isalnum() or sign in _PLAIN or sign == "#" for sign in text):
        return text
    return "'" + text.replace("'", "'\"'\"'") + "'"


def shell_line(words: Iterable[str]) -> str:
    """Words with blanks between them, to be read back as the same words."""
    return " ".join(map(shell_word, words))
