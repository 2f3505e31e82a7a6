"""Stretches and lines of a text that are looked up: comparing all with all takes the square of their number."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable


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
        """Return whether a place lies in one of them."""
        return self.meets(at, at + 1)

    def meets(self, start: int, end: int) -> bool:
        """Return whether a stretch has a place in common with one of them."""
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
