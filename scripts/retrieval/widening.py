"""Where there is room for more than what was found: the passages around the best, then the rest of their section."""

from __future__ import annotations

from .ranking import Ranked
from .windows import says_something

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .port import GraphReader

LIKELY = 0.5
"""Score from which on a passage is worth reading with what stands around it."""
LENT = 0.3
"""Part of its score that the next passage has; the one after that has half of this, and so on."""


def widen(graph: GraphReader, found: Sequence[Ranked], room: int) -> list[Ranked]:
    """Passages found, then those around the best of them, nearest first, to fill the room; what says nothing is left.

    Cost: one read of the page of each likely passage, and none where the room is full already.
    """
    widened = list(found)
    known = {each.row.id for each in found}
    for centre in found:
        if len(widened) >= room or centre.score < LIKELY:
            break
        for near in _around(graph, centre):
            if len(widened) < room and near.row.id not in known and says_something(near.row.text):
                known.add(near.row.id)
                widened.append(near)
    return widened


def _around(graph: GraphReader, centre: Ranked) -> Iterator[Ranked]:
    """The other passages of the section, the nearest first, what follows before what precedes."""
    row = centre.row
    section = [each for each in graph.passages_of(row.page) if each.heading == row.heading and each.id != row.id]
    for each in sorted(section, key=lambda each: (abs(each.ordinal - row.ordinal), each.ordinal < row.ordinal)):
        yield Ranked(each, LENT * centre.score / abs(each.ordinal - row.ordinal), "beside")
