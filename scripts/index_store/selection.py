"""Some pages of an index, read as if there were no others: what ranks and understands need not know.

Counts of words are those of these pages; how rare a word is for a score, and in how many sections a name stands, stays
that of the whole index.  Names of other pages are names where they stand on these, but have no page here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import (
    ClaimRow,
    Edge,
    Hit,
    Issue,
    LinkRow,
    Mention,
    Name,
    PageFilter,
    PageRow,
    PassageRow,
    SectionRow,
    Statistics,
    VectorRow,
)
from .port import IndexReader, Level
from .schema import PLACE_BITS

MOST_SECTIONS = 1_000_000
"""Sections that are counted for a word."""
ALL_EDGES = 1_000_000
"""Edges read of one node: which of them the selection has is known only then."""


class PageSelection:
    """The port over some pages of an index, given by their ids."""

    def __init__(self, reader: IndexReader, pages: Sequence[int]) -> None:
        self._reader = reader
        self._ids = sorted(set(pages))
        self._within = frozenset(pages)
        self._counts: dict[str, int] = {}

    def statistics(self, *, pages: Sequence[int] | None = None) -> Statistics:
        return self._reader.statistics(pages=self._chosen(pages))

    def issues(self) -> list[Issue]:
        paths = {page.path for page in self._reader.pages(ids=self._ids)}
        return [issue for issue in self._reader.issues() if issue.path in paths]

    def document_counts(self, terms: Sequence[str]) -> dict[str, int]:
        for term in terms:
            if term not in self._counts:
                self._counts[term] = len(self.search("sections", (term,), limit=MOST_SECTIONS))
        return {term: self._counts[term] for term in terms}

    def search(
        self, level: Level, terms: Sequence[str], *, limit: int, pages: Sequence[int] | None = None
    ) -> list[Hit]:
        return self._reader.search(level, terms, limit=limit, pages=self._chosen(pages))

    def pages(
        self,
        *,
        ids: Sequence[int] = (),
        paths: Sequence[str] = (),
        nodes: Sequence[str] = (),
        category: str = "",
        everything: bool = False,
    ) -> list[PageRow]:
        if everything:
            return self._reader.pages(ids=self._ids)
        rows = self._reader.pages(ids=ids, paths=paths, nodes=nodes, category=category)
        return [row for row in rows if row.id in self._within]

    def matching(self, where: PageFilter) -> list[int]:
        return [page for page in self._reader.matching(where) if page in self._within]

    def sections(self, *, ids: Sequence[int] = (), pages: Sequence[int] = ()) -> list[SectionRow]:
        rows = self._reader.sections(ids=ids, pages=pages)
        return [row for row in rows if row.page in self._within]

    def passages(
        self, *, ids: Sequence[int] = (), sections: Sequence[int] = (), pages: Sequence[int] = (), holding: str = ""
    ) -> list[PassageRow]:
        rows = self._reader.passages(ids=ids, sections=sections, pages=pages, holding=holding)
        return [row for row in rows if row.page in self._within]

    def names(self, keys: Sequence[str]) -> list[Name]:
        names = self._reader.names(keys)
        standing = {mention.name for mention in self.mentions(names=keys)}
        return [self._name(name) for name in names if self._is_own(name) or name.key in standing]

    def name_forms(self, beginning: str, *, lengths: tuple[int, int]) -> list[tuple[str, str]]:
        return self._reader.name_forms(beginning, lengths=lengths)

    def words(self, beginning: str, *, lengths: tuple[int, int] | None = None, limit: int) -> list[tuple[str, int]]:
        return self._reader.words(beginning, lengths=lengths, limit=limit)

    def mentions(self, *, sections: Sequence[int] = (), names: Sequence[str] = ()) -> list[Mention]:
        found = self._reader.mentions(sections=sections, names=names)
        return [mention for mention in found if mention.page in self._within]

    def edges_at(self, nodes: Sequence[str], *, min_confidence: float, limit: int) -> list[Edge]:
        room, kept = dict.fromkeys(nodes, limit), []
        for edge in self._held(nodes, self._reader.edges_at(nodes, min_confidence=min_confidence, limit=ALL_EDGES)):
            ends = [end for end in {edge.source, edge.target} if room.get(end, 0) > 0]
            room.update((end, room[end] - 1) for end in ends)
            kept += [edge] if ends else []
        return kept

    def _held(self, nodes: Sequence[str], edges: Sequence[Edge]) -> list[Edge]:  # noqa: ARG002  # AsOf asks for them
        """Return those of the edges at some nodes whose ends have no page outside the selection."""
        ends = sorted({end for edge in edges for end in (edge.source, edge.target)})
        others = {page.node for page in self._reader.pages(nodes=ends) if page.id not in self._within}
        return [edge for edge in edges if edge.source not in others and edge.target not in others]

    def claims(
        self, *, nodes: Sequence[str] = (), sections: Sequence[int] = (), pages: Sequence[int] = ()
    ) -> list[ClaimRow]:
        found = self._reader.claims(nodes=nodes, sections=sections, pages=pages)
        return [claim for claim in found if claim.page in self._within]

    def premises(
        self, *, of: Sequence[str] = (), on: Sequence[tuple[str, str]] = (), everything: bool = False, limit: int = 0
    ) -> list[ClaimRow]:
        found = self._reader.premises(of=of, on=on, everything=everything, limit=limit)
        return [premise for premise in found if premise.page in self._within]

    def links(
        self,
        *,
        pages: Sequence[int] = (),
        targets: Sequence[str] = (),
        basenames: Sequence[str] = (),
        unresolved: bool = False,
    ) -> list[LinkRow]:
        found = self._reader.links(pages=pages, targets=targets, basenames=basenames, unresolved=unresolved)
        return [link for link in found if link.page in self._within]

    def vectors(self, model: str, *, sections: Sequence[int] | None = None) -> list[VectorRow]:
        rows = self._reader.vectors(model, sections=sections)
        return [row for row in rows if row.section >> PLACE_BITS in self._within]

    def _is_own(self, name: Name) -> bool:
        return name.page is None or name.page in self._within

    def _name(self, name: Name) -> Name:
        return name if self._is_own(name) else name._replace(page=None)

    def _chosen(self, pages: Sequence[int] | None) -> Sequence[int]:
        return self._ids if pages is None else [page for page in pages if page in self._within]
