"""Some pages of an index, read as if there were no others: what ranks and understands need not know.

Counts of words are those of these pages; how rare a word is for a score, and in how many sections a name occurs, stays
that of the whole index.  Names of other pages are names where they occur on these, but have no page here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import (
    LINKS_TO,
    ClaimRow,
    Edge,
    EvidenceRow,
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
from ..text.ontology import beginning_in, beginning_of, ending_of, is_after, without_ending
from .database import PLACE_BITS
from .filters import UNKNOWN, Days, day_of, has_begun, linked_node
from .port import IndexReader, Level

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


class AsOf(PageSelection):
    """The port over what was held on a day: claims that were not are left out, those that nobody knows of say so."""

    def __init__(self, reader: IndexReader, pages: Sequence[int], day: str) -> None:
        """day: YYYY-MM-DD.  pages: those of that day, and those without one."""
        super().__init__(reader, pages)
        self._day, self._days = day, Days(reader)

    def claims(
        self, *, nodes: Sequence[str] = (), sections: Sequence[int] = (), pages: Sequence[int] = ()
    ) -> list[ClaimRow]:
        claims = super().claims(nodes=nodes, sections=sections, pages=pages)
        self._days.read(evidence.source for claim in claims for evidence in claim.evidence)
        kept = []
        for claim in claims:
            is_held = self.is_held(claim)
            claim = claim._replace(note=without_ending(claim.note) if is_held else claim.note)
            if is_held is None:
                claim = claim._replace(note=f"{claim.note}, {UNKNOWN}" if claim.note else UNKNOWN)
            if is_held is not False:
                kept.append(claim)
        return kept

    def _held(self, nodes: Sequence[str], edges: Sequence[Edge]) -> list[Edge]:
        held = {(claim.subject, claim.relation, claim.object) for claim in self.claims(nodes=nodes)}
        inside = super()._held(nodes, edges)
        return [e for e in inside if e.relation == LINKS_TO or (e.source, e.relation, e.target) in held]

    def is_held(self, claim: ClaimRow) -> bool | None:
        """Tell whether a claim was held on the day; None: unknown.

        What its note says of its beginning and end counts, else what it rests on: one piece of evidence is enough.
        """
        since, ending = beginning_in(claim.note), ending_of(claim.note)
        has_ended: list[bool | None] = []
        if ending and ending.until:
            is_over, is_near = is_after(self._day, ending.until), self._day > beginning_of(ending.until)
            has_ended.append(True if is_over else None if is_near else False)
        elif ending:
            has_ended.append(self._is_replaced(ending.by))
        if since:
            is_held = has_begun(self._day, since)
        else:
            found = [self._is_proof(evidence) for evidence in claim.evidence]
            is_held = True if True in found else None if None in found or not found else False
        if True in has_ended:
            return False
        return None if is_held and None in has_ended else is_held

    def _is_proof(self, evidence: EvidenceRow) -> bool | None:
        """Tell whether a source said so on the day, and nothing had taken its place."""
        page = self._days.page(evidence.source)
        if page is None:
            return None
        has_begun_ = has_begun(self._day, day_of(page))
        if has_begun_ and evidence.is_gone:
            # A later revision says it no more, or in other words.
            return None
        replaced = [value for key, value in page.properties.items() if key.strip().casefold() == "replaced_by"]
        links = [link for value in replaced for link in (value if isinstance(value, list) else [value])]
        ends = [self._is_replaced(str(link)) for link in links]
        if True in ends:
            return False
        return None if None in ends and has_begun_ else has_begun_

    def _is_replaced(self, link: str) -> bool | None:
        """Tell whether what a link leads to was there on the day."""
        page = self._days.page(linked_node(link))
        return has_begun(self._day, day_of(page)) if page is not None else None
