"""What is known of each passage while passages are ranked: its score, and what gave it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...pages.model import PassageRow
    from ..port import GraphReader
    from .bridge import Arrival, Leg


class Scores:
    """Scores of passages, added up part by part."""

    def __init__(self) -> None:
        self.total: dict[int, float] = {}
        self.page: dict[int, str] = {}
        self.why: dict[int, str] = {}
        self.path: dict[int, tuple[Leg, ...]] = {}
        """The legs to passages that claims led to."""
        self.arrival: dict[int, Arrival] = {}
        """How the walk came to those that it led to, read or not."""
        self.rows: dict[int, PassageRow] = {}
        self.part = ""
        """The part of the ranking that adds now, one of ranking.PARTS or words; who records the scores asks for it."""

    def add(self, id: int, page: str, score: float, why: str) -> None:
        """Add to a passage's score; the first part that finds it is why it is here."""
        self.total[id] = self.total.get(id, 0.0) + score
        self.page[id] = page
        self.why.setdefault(id, why)

    def order(self) -> list[int]:
        """Ids, best first."""
        # Ids grow with the text of a page; which page has the smaller ones depends on when it was indexed.
        page = self.page
        ranked = [(-score, page[id], id) for id, score in self.total.items()]
        ranked.sort()
        return [id for _, _, id in ranked]

    def tenth(self) -> float:
        """The score of the tenth, the last that is likely shown; 0 where there are fewer."""
        return sorted(self.total.values(), reverse=True)[9] if len(self.total) > 9 else 0.0

    def way(self, id: int) -> tuple[Leg, ...]:
        """The legs walked to a passage that is read; none to one that words found."""
        return self.arrival[id].path(self.rows[id]) if id in self.arrival else self.path.get(id, ())

    def read(self, graph: GraphReader, ids: Iterable[int]) -> None:
        """Have the rows of these passages, of those that exist."""
        missing = [id for id in ids if id not in self.rows]
        if missing:
            self.rows.update(graph.passages(missing))
