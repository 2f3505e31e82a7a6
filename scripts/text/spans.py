"""Spans and lines of a text, found by bisection; and splices, which change no byte outside them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import NamedTuple


class Spans:
    """Stretches of a text, each from its first offset up to the one behind its last; they may overlap."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def __contains__(self, at: int) -> bool:
        """Report whether an offset lies in one of them."""
        return self.meets(at, at + 1)

    def meets(self, start: int, end: int) -> bool:
        """Report whether a stretch overlaps one of them."""
        before = bisect_left(self._starts, end)
        return before > 0 and start < self._ends[before - 1]


class Lines:
    """The lines of a text, counted from 1."""

    def __init__(self, text: str) -> None:
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def number(self, at: int) -> int:
        """Return the line of an offset."""
        return bisect_right(self._starts, at)


def newline_near(text: str, at: int) -> str:
    """Return the line break nearest above an offset, else the first one below, else a line feed."""
    found = text.rfind("\n", 0, at)
    if found < 0:
        found = text.find("\n", at)
    return "\r\n" if found > 0 and text[found - 1] == "\r" else "\n"


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
    """Return a page's text with the BOM of the page that it replaces, and with CRLF if all its line ends are that."""
    if "\r\n" in old and not _BARE_NEWLINE.search(old):
        text = _BARE_NEWLINE.sub("\r\n", text)
    is_marked = old.startswith(_BYTE_ORDER_MARK) and not text.startswith(_BYTE_ORDER_MARK)
    return _BYTE_ORDER_MARK + text if is_marked else text
