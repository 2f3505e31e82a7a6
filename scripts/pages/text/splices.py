"""Changing spans of a text; every byte between them stays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Splice(NamedTuple):
    """Text that takes the place of a span."""

    start: int
    end: int
    text: str


def splice(text: str, splices: Iterable[Splice]) -> str:
    """Text with all splices made; they do not overlap."""
    pieces, done = [], 0
    for start, end, new in sorted(splices):
        pieces += [text[done:start], new]
        done = end
    return "".join([*pieces, text[done:]])
