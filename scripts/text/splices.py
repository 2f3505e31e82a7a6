"""Change spans of a text: every byte between them stays, and a new page keeps the line ends of the old one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_BARE_NEWLINE = re.compile(r"(?<!\r)\n")
_BYTE_ORDER_MARK = "\ufeff"


class Splice(NamedTuple):
    """Text that takes the place of a span."""

    start: int
    end: int
    text: str


def splice(text: str, splices: Iterable[Splice]) -> str:
    """Return a text with all splices made; they do not overlap."""
    pieces, done = [], 0
    for start, end, new in sorted(splices):
        pieces += [text[done:start], new]
        done = end
    return "".join([*pieces, text[done:]])


def written_like(text: str, old: str) -> str:
    """Return a page's text with the line ends of the page that it replaces, where those are all CRLF, and its BOM."""
    if "\r\n" in old and not _BARE_NEWLINE.search(old):
        text = _BARE_NEWLINE.sub("\r\n", text)
    is_marked = old.startswith(_BYTE_ORDER_MARK) and not text.startswith(_BYTE_ORDER_MARK)
    return _BYTE_ORDER_MARK + text if is_marked else text
