"""Some pages of an index, read as if there were no others: what ranks and understands need not know.

Counts of words are those of these pages; how rare a word is for a score, and in how many sections a name occurs, stays
that of the whole index.  Names of other pages are names where they occur on these, but have no page here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

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
from .as_of import UNKNOWN, Days, day_of, has_begun, linked_node
from .database import PLACE_BITS
from .port import IndexReader, Level

MOST = 1_000_000
"""Sections that are counted for a word, and edges that are read of one node: which of them the selection has is known
only then."""

R = TypeVar("R", SectionRow, PassageRow, Mention, ClaimRow, LinkRow)


class PageSelection:
    """The port over some pages of an index, given by their ids.  which: what is asked for, as the port takes it."""

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
                self._counts[term] = len(self.search("sections", (term,), limit=MOST))
        return {term: self._counts[term] for term in terms}

    def search(
        self, level: Level, terms: Sequence[str], *, limit: int, pages: Sequence[int] | None = None
    ) -> list[Hit]:
        return self._reader.search(level, terms, limit=limit, pages=self._chosen(pages))

    def pages(self, *, everything: bool = False, **which: Any) -> list[PageRow]:
        rows = self._reader.pages(ids=self._ids) if everything else self._reader.pages(**which)
        return [row for row in rows if row.id in self._within]

    def matching(self, where: PageFilter) -> list[int]:
        return [page for page in self._reader.matching(where) if page in self._within]

    def sections(self, **which: Any) -> list[SectionRow]:
        return self._own(self._reader.sections(**which))

    def passages(self, **which: Any) -> list[PassageRow]:
        return self._own(self._reader.passages(**which))

    def names(self, keys: Sequence[str]) -> list[Name]:
        here = {mention.name for mention in self.mentions(names=keys)}
        names = [name._replace(page=self._page_of(name)) for name in self._reader.names(keys)]
        return [name for name in names if name.page is not None or name.kind == "missing" or name.key in here]

    def name_forms(self, beginning: str, **which: Any) -> list[tuple[str, str]]:
        return self._reader.name_forms(beginning, **which)

    def words(self, beginning: str, **which: Any) -> list[tuple[str, int]]:
        return self._reader.words(beginning, **which)

    def mentions(self, **which: Any) -> list[Mention]:
        return self._own(self._reader.mentions(**which))

    def edges_at(self, nodes: Sequence[str], *, min_confidence: float, limit: int) -> list[Edge]:
        room, kept = dict.fromkeys(nodes, limit), []
        for edge in self._held(nodes, self._reader.edges_at(nodes, min_confidence=min_confidence, limit=MOST)):
            ends = [end for end in {edge.source, edge.target} if room.get(end, 0) > 0]
            room.update((end, room[end] - 1) for end in ends)
            kept += [edge] if ends else []
        return kept

    def _held(self, nodes: Sequence[str], edges: Sequence[Edge]) -> list[Edge]:  # noqa: ARG002  # AsOf asks for them
        """Return those of the edges at some nodes whose ends have no page outside the selection."""
        ends = sorted({end for edge in edges for end in (edge.source, edge.target)})
        others = {page.node for page in self._reader.pages(nodes=ends) if page.id not in self._within}
        return [edge for edge in edges if edge.source not in others and edge.target not in others]

    def claims(self, **which: Any) -> list[ClaimRow]:
        return self._own(self._reader.claims(**which))

    def premises(self, **which: Any) -> list[ClaimRow]:
        return self._own(self._reader.premises(**which))

    def links(self, **which: Any) -> list[LinkRow]:
        return self._own(self._reader.links(**which))

    def vectors(self, model: str, *, sections: Sequence[int] | None = None) -> list[VectorRow]:
        rows = self._reader.vectors(model, sections=sections)
        return [row for row in rows if row.section >> PLACE_BITS in self._within]

    def _own(self, rows: Iterable[R]) -> list[R]:
        return [row for row in rows if row.page in self._within]

    def _page_of(self, name: Name) -> int | None:
        return name.page if name.page in self._within else None

    def _chosen(self, pages: Sequence[int] | None) -> Sequence[int]:
        return self._ids if pages is None else [page for page in pages if page in self._within]


class AsOf(PageSelection):
    """The port over what was held on a day: claims that were not are left out, those that nobody knows of say so."""

    def __init__(self, reader: IndexReader, pages: Sequence[int], day: str) -> None:
        """day: YYYY-MM-DD.  pages: those of that day, and those without one."""
        super().__init__(reader, pages)
        self._day, self._days = day, Days(reader)

    def claims(self, **which: Any) -> list[ClaimRow]:
        claims = super().claims(**which)
        self._days.read(evidence.source for claim in claims for evidence in claim.evidence)
        kept = []
        for claim in claims:
            is_held = self.is_held(claim)
            note = without_ending(claim.note) if is_held else claim.note
            if is_held is None:
                note = f"{note}, {UNKNOWN}" if note else UNKNOWN
            if is_held is not False:
                kept.append(claim._replace(note=note))
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
        begun = has_begun(self._day, since) if since else _any(map(self._is_proof, claim.evidence))
        if not ending:
            return begun
        if not ending.until:
            return _lasts(begun, self._is_there(ending.by))
        is_near = self._day > beginning_of(ending.until)
        return _lasts(begun, True if is_after(self._day, ending.until) else None if is_near else False)

    def _is_proof(self, evidence: EvidenceRow) -> bool | None:
        """Tell whether a source said so on the day, and nothing had taken its place."""
        page = self._days.page(evidence.source)
        begun = has_begun(self._day, day_of(page)) if page else None
        if page is None or (begun and evidence.is_gone):
            # A later revision says it no more, or in other words.
            return None
        replaced = [value for key, value in page.properties.items() if key.strip().casefold() == "replaced_by"]
        links = [link for value in replaced for link in (value if isinstance(value, list) else [value])]
        return _lasts(begun, _any(self._is_there(str(link)) for link in links)) if links else begun

    def _is_there(self, link: str) -> bool | None:
        """Tell whether what a link leads to was there on the day."""
        page = self._days.page(linked_node(link))
        return has_begun(self._day, day_of(page)) if page is not None else None


def _any(answers: Iterable[bool | None]) -> bool | None:
    """Tell whether one of some is true; None where that is unknown, or there is none."""
    found = [*answers]
    return True if True in found else None if None in found or not found else False


def _lasts(has_begun: bool | None, has_ended: bool | None) -> bool | None:
    return False if has_ended else None if has_begun and has_ended is None else has_begun
