"""Which pages were written together: in one operation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from ..wiki_store.operations import Operations

MOST_OPERATIONS = 500
"""Operations that are looked at, the newest first."""

MOST_PAGES = 50
"""Pages of an operation from which on it says nothing of any two of them: an import, a reformatting."""


class CoChange:
    """How much pairs of pages were written together, from 0 to 1."""

    def __init__(self, sets: Iterable[Sequence[str]]) -> None:
        """sets: the pages of each operation, by path."""
        self._weights: dict[str, dict[int, float]] = {}
        for number, pages in enumerate(set(pages) for pages in sets):
            for page in pages if len(pages) <= MOST_PAGES else ():
                # Of many pages written at once, each pair says little.
                self._weights.setdefault(page, {})[number] = 1 / max(1, len(pages) - 1)

    def share(self, one: str, other: str) -> float:
        """Return the share of what wrote either page that wrote both, each weighed by how few pages it wrote."""
        mine, theirs = self._weights.get(one, {}), self._weights.get(other, {})
        both = sum(weight for number, weight in mine.items() if number in theirs)
        return both / (sum(mine.values()) + sum(theirs.values()) - both) if both else 0.0


def written_together(graph: str, skipped: frozenset[str]) -> Iterator[list[str]]:
    """Give the pages of each recent operation that stands, by vault path.  skipped: the catalog and the log."""
    for operation in islice(Operations(graph).standing(), MOST_OPERATIONS):
        yield [
            change.path for change in operation.changes if change.path.endswith(".md") and change.path not in skipped
        ]
