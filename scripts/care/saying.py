"""Where the words of a quote stand, in passages that are read once for many quotes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from ..pages.model import PassageRow
    from ..pages.page_model import Passage

_T = TypeVar("_T", int, str)


def blocks_saying(passages: Iterable[Passage | PassageRow]) -> Callable[[str], str]:
    """What tells the block of the first passage that has the words of a quote as they are; "" for none, or no words.

    The passages are read once: a revision of a long source loses hundreds of quotes.
    """
    return _first_saying([(each.block, each.text) for each in passages if each.block], "")


def lines_saying(passages: Iterable[Passage | PassageRow]) -> Callable[[str], int]:
    """The same for the passages that no link reaches, by their line, 0 for none: a person took the block id out, or
    pasted it a second time."""
    seen: set[str] = set()
    unreached = []
    for each in passages:
        if not each.block or each.block.lower() in seen:
            unreached.append((each.line, each.text))
        seen.add(each.block.lower())
    return _first_saying(unreached, 0)


def _first_saying(named: Iterable[tuple[_T, str]], none: _T) -> Callable[[str], _T]:
    read = [(name, " ".join(text.split())) for name, text in named]
    # No words go beyond a line, as none has a line end in it.
    joined, starts = "\n".join(text for _, text in read), [0]
    for _, text in read:
        starts.append(starts[-1] + len(text) + 1)

    def first(quote: str) -> _T:
        words = " ".join(quote.split())
        at = joined.find(words) if words else -1
        return read[bisect_right(starts, at) - 1][0] if at >= 0 else none

    return first
