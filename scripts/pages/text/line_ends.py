"""How a page is written as a file: one that an editor on Windows saved stays so when it is written anew."""

from __future__ import annotations

import re

_BARE = re.compile(r"(?<!\r)\n")
_MARK = "\ufeff"


def written_like(text: str, old: str) -> str:
    """A page that takes the place of another: with CRLF where every line of that one ends so, and its BOM."""
    if "\r\n" in old and not _BARE.search(old):
        text = _BARE.sub("\r\n", text)
    return _MARK + text if old.startswith(_MARK) and not text.startswith(_MARK) else text
