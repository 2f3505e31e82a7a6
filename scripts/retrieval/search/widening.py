"""Where there is room for more than what was found: the passages around the best, then the rest of their section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...pages.text.words import size
from ..extracts.windows import says_something
from .ranking import Ranked

if TYPE_CHECKING:
    from ...pages.model import PassageRow
    from ..extracts.coverage import Asked
    from ..port import GraphReader

LIKELY = 0.5
"""Score from which on a passage is worth reading with what stands around it."""
LENT = 0.3
"""Part of its score that the next passage has; the one after that has half of this, and so on."""

OPENED = 8
"""Passages, the best ones, whose sections are looked at."""
ASKS_THE_SAME = 0.4
"""Share of the question that a heading which is no question must cover to be answered by what follows it."""
FIRST = 0.9
"""Part of its score that the first passage of the section has."""


def widen(graph: GraphReader, found: Sequence[Ranked], room: int, room_bytes: int) -> list[Ranked]:
    """Passages found, then those around the best of them, nearest first, to fill the room; what says nothing is left.

    room: how many passages in all, and about how many bytes their texts have.
    Cost: one read of the page of each likely passage, and none where the room is full already.
    """
    widened = list(found)
    known = {each.row.id for each in found}
    left = room_bytes - sum([size(each.row.text) for each in found])
    for center in found:
        if len(widened) >= room or left <= 0 or center.score < LIKELY:
            break
        for near in _around(graph, center):
            if len(widened) < room and near.row.id not in known and says_something(near.row.text):
                known.add(near.row.id)
                widened.append(near)
                left -= size(near.row.text)
    return widened


def open_sections(graph: GraphReader, asked: Asked, found: Sequence[Ranked]) -> list[Ranked]:
    """Passages found, and behind the best of them the first of their section, where the heading asks something.

    What follows `Can I use another sync?` or the question itself begins with the answer; the rest presupposes it.
    Cost: one read of the page of each such passage.
    """
    opened: list[Ranked] = []
    known = {each.row.id for each in found}
    for at, each in enumerate(found):
        opened.append(each)
        heading = each.row.heading.rpartition(" > ")[2]
        if at < OPENED and _is_answered_below(heading, asked):
            first = _first_of_section(graph.passages_of(each.row.page), each.row)
            if first.id not in known and says_something(first.text):
                known.add(first.id)
                opened.append(Ranked(first, FIRST * each.score, "beside"))
    return opened


def _first_of_section(page: Sequence[PassageRow], row: PassageRow) -> PassageRow:
    """The first of the passages before this one that stand under the same headings without a break."""
    first = row
    for each in reversed(page):
        if each.ordinal < first.ordinal:
            if each.heading != row.heading:
                break
            first = each
    return first


def _is_answered_below(heading: str, asked: Asked) -> bool:
    return heading.endswith(("?", "\uff1f")) or asked.share(asked.covered(heading)) >= ASKS_THE_SAME


def _around(graph: GraphReader, center: Ranked) -> Iterator[Ranked]:
    """The other passages of the section, the nearest first, what follows before what precedes."""
    row = center.row
    section = [each for each in graph.passages_of(row.page) if each.heading == row.heading and each.id != row.id]
    for each in sorted(section, key=lambda each: (abs(each.ordinal - row.ordinal), each.ordinal < row.ordinal)):
        yield Ranked(each, LENT * center.score / abs(each.ordinal - row.ordinal), "beside")
