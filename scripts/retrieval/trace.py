"""What happened while a question was answered, kept stage by stage for who wants to read it.

A trace is an option: it is handed down to where things are decided, and without one nothing is kept or paid.  It takes
no part in the answer; `explain.py` makes it readable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from .search.scores import Scores

if TYPE_CHECKING:
    from ..pages.model import Edge
    from .budget.packing import Candidate, Packed
    from .extracts.coverage import Asked
    from .lookup.matching import Matches
    from .search.bridge import Arrival, Bridge, Departure
    from .search.usefulness import Useful
    from .search.walk import Walk


class PartScores(Scores):
    """Scores that remember which part of the ranking gave how much."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: dict[str, dict[int, float]] = {}
        """What each part gave each passage, parts in the order in which they first gave something."""

    def add(self, id: int, page: str, score: float, why: str) -> None:
        """The same, and kept by part."""
        given = self.parts.setdefault(self.part, {})
        given[id] = given.get(id, 0.0) + score
        super().add(id, page, score, why)


class Crossed(NamedTuple):
    """A bridge that was looked at."""

    bridge: Bridge
    spread: int
    """In how many passages its name stands, as far as that was counted."""
    weight: float
    """The bridge's weight times the rarity of its name, squared."""
    landings: int
    """Passages that it led to."""


class Hop(NamedTuple):
    """One hop of the walk over passages."""

    departures: tuple[Departure, ...]
    crossed: list[Crossed]
    """Strongest bridge first."""
    arrivals: list[Arrival]
    """The best arrival at each passage, best first."""


class Placed(NamedTuple):
    """A place at the top, and the words that its passage covers and none above it does."""

    id: int
    news: frozenset[str]


class Trace:
    """Filled in while one question is answered."""

    def __init__(self) -> None:
        self.asked: Asked | None = None
        self.found: Matches | None = None
        self.scores = PartScores()
        self.hops: list[Hop] = []
        self.order: tuple[int, ...] = ()
        """Passages by score, before the first places are filled anew."""
        self.places: list[Placed] = []
        self.walk: Walk | None = None
        self.claims_left_out: tuple[tuple[Edge, float], ...] = ()
        """Claims that the walk met and the answer leaves out, with their relevance."""
        self.useful: tuple[Useful, ...] = ()
        """What was marked for questions like this one."""
        self.candidates: tuple[Candidate, ...] = ()
        self.packed: Packed | None = None

    def departed(self, beam: Sequence[Departure]) -> None:
        """A hop begins."""
        self.hops.append(Hop(tuple(beam), [], []))

    def crossed(self, bridge: Bridge, spread: int, weight: float, landings: int) -> None:
        """A bridge was looked at."""
        self.hops[-1].crossed.append(Crossed(bridge, spread, weight, landings))

    def arrived(self, arrivals: Iterable[Arrival]) -> None:
        """The hop is over."""
        self.hops[-1].arrivals.extend(sorted(arrivals, key=lambda each: (-each.gain, each.page, each.id)))

    def placed(self, id: int, news: frozenset[str]) -> None:
        """The next of the first places is filled."""
        self.places.append(Placed(id, news))
