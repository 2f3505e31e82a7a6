"""Select pages by tag, property, folder, day and kind, and read an index as if there were no others.

Pages that the owner's Obsidian excludes are left out as well.

Word counts of a selection are those of its pages; the idf in a score, and the number of sections with a name, stay
those of the whole index.  Names of other pages are names where they occur on these, but have no page here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from ..arguments import BY, CATEGORIES, check_choice, read_texts
from ..clock import local_day, utc_of
from ..errors import UsageError
from ..index_store.database import PLACE_BITS
from ..index_store.port import CREATED, IndexReader, Level, fold_value, has_begun, moment
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
    PropertyTest,
    SectionRow,
    Statistics,
    VectorRow,
)
from ..text.escaping import one_line
from ..text.ontology import beginning_in, beginning_of, ending_of, is_after, without_ending
from .resting import UNKNOWN, Days, day_of, linked_node

_OPERATOR = re.compile(r"!=|<=|>=|[=<>!]")
_LONGEST_SHOWN = 200
_MOST_TESTED = 100
"""Tags and properties of one filter: each looks at all pages."""


def page_filter(
    *,
    clock: Callable[[], str],
    excluded: Sequence[str] = (),
    category: str | Sequence[str] = (),
    folder: str | Sequence[str] = (),
    tags: str | Sequence[str] = (),
    properties: str | Sequence[str] = (),
    since: str = "",
    until: str = "",
    by: str = "changed",
    as_of: str = "",
) -> PageFilter:
    """Return the filter for these options.

    category, folder: a page fits one of them.  tags, properties: it fits all of them, such as `status=open` and
    `due<2026-12-01`.  since, until: days or times, as clock.utc_of takes them, of the last change or, with
    by="created", of the properties `created` and `date`.  as_of: a day, see AsOf.  Raises UsageError.
    """
    kinds, folders = read_texts(category or ()), read_texts(folder or ())
    for kind in kinds:
        check_choice("category", kind, CATEGORIES)
    check_choice("by", by, BY)
    names, tests = read_texts(tags), read_texts(properties)
    if len(names) + len(tests) > _MOST_TESTED:
        what = f"a filter of {len(names) + len(tests):,} tags and properties; at most {_MOST_TESTED}"
        raise UsageError(what, hint="make more calls")
    first = utc_of(since, clock) if since else ""
    last = utc_of(until, clock, is_end=True) if until else ""
    if last and first > last:
        raise UsageError(f"--since {since} is after --until {until}", hint="give the earlier one to --since")
    if by == "created":
        # Days that a person wrote are local ones.
        first, last = (local_day(time, clock) if time else "" for time in (first, last))
    return PageFilter(
        categories=kinds,
        folders=tuple(name.strip("/") for name in folders),
        tags=names,
        properties=tuple(map(parse_property_test, tests)),
        since=first,
        until=last,
        by=by,
        as_of=local_day(utc_of(as_of, clock), clock) if as_of else "",
        excluded=tuple(excluded),
    )


def parse_property_test(text: str) -> PropertyTest:
    """Read `status=open`, `due<2026-12-01` or `status`.  Raises UsageError."""
    found = _OPERATOR.search(text)
    name, operator, value = (text[: found.start()], found[0], text[found.end() :].strip()) if found else (text, "", "")
    name = name.strip()
    if not name or operator == "!" or (operator and not value):
        what = f"--property {one_line(text, _LONGEST_SHOWN)!r} tests nothing"
        raise UsageError(what, hint="e.g. status=open, status!=done, due<2026-12-01")
    return PropertyTest(name, operator, value)


def filtered(reader: IndexReader, where: PageFilter) -> IndexReader:
    """Return the index as if it had only the pages that fit a filter."""
    if where == PageFilter():
        return reader
    pages = reader.matching(where)
    return AsOf(reader, pages, where.as_of) if where.as_of else PageSelection(reader, pages)


def describe(where: PageFilter, reader: IndexReader) -> str:
    """Return a filter and the number of pages that fit it in one line; "" for an empty filter."""
    if where._replace(excluded=()) == PageFilter():
        return ""
    tests = (f"{test.name}{test.operator}{test.value}" for test in where.properties)
    parts = [" or ".join(where.categories), *(f"#{tag.removeprefix('#')}" for tag in where.tags), *tests]
    parts += [f"in {' or '.join(where.folders)}"] if where.folders else []
    days = (f" since {where.since[:16]}" if where.since else "") + (f" until {where.until[:16]}" if where.until else "")
    parts += [where.by + days.replace("T", " ")] if days else []
    pages = reader.matching(where)
    undated = ""
    if where.as_of:
        parts.append(f"as of {where.as_of}")
        without = sum(not day_of(page) for page in reader.pages(ids=pages))
        undated = f", {without} of them with {UNKNOWN}"
    unread = _count_unread(where, reader)
    undated += f", {unread} more with a day that cannot be read" if unread else ""
    return f"only {', '.join(filter(None, parts))}: {len(pages)} page{'' if len(pages) == 1 else 's'}{undated}"


def _count_unread(where: PageFilter, reader: IndexReader) -> int:
    """Count the pages that a filter leaves out because a property for a day holds none."""
    names = [{fold_value(test.name)} for test in where.properties if test.operator[:1] in "<>" and moment(test.value)]
    names += [set(CREATED)] if where.by == "created" and (where.since or where.until) else []
    unread = 0
    for wanted in names:
        has_one = [PageFilter(properties=(PropertyTest(name, "", ""),), excluded=where.excluded) for name in wanted]
        ids = {page for one in has_one for page in reader.matching(one)}
        for page in reader.pages(ids=sorted(ids)):
            values = [value for key, value in page.properties.items() if fold_value(key) in wanted and value]
            unread += not any(moment(str(item)) for value in values for item in _value_items(value))
    return unread


def _value_items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


MOST = 1_000_000
"""Sections that are counted for a word, and edges that are read of one node, before those outside the selection are
dropped."""

R = TypeVar("R", SectionRow, PassageRow, Mention, ClaimRow, LinkRow)


class PageSelection:
    """The port over some pages of an index, given by their ids.  which: the arguments that the port takes."""

    def __init__(self, reader: IndexReader, pages: Sequence[int]) -> None:
        self._reader = reader
        self._ids = sorted(set(pages))
        self._within = frozenset(pages)
        self._counts: dict[str, int] = {}

    def statistics(self, *, pages: Sequence[int] | None = None) -> Statistics:
        return self._reader.statistics(pages=self._own_pages(pages))

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
        return self._reader.search(level, terms, limit=limit, pages=self._own_pages(pages))

    def pages(self, *, everything: bool = False, **which: Any) -> list[PageRow]:
        rows = self._reader.pages(ids=self._ids) if everything else self._reader.pages(**which)
        return [row for row in rows if row.id in self._within]

    def matching(self, where: PageFilter) -> list[int]:
        return [page for page in self._reader.matching(where) if page in self._within]

    def sections(self, **which: Any) -> list[SectionRow]:
        return self._own_rows(self._reader.sections(**which))

    def passages(self, **which: Any) -> list[PassageRow]:
        return self._own_rows(self._reader.passages(**which))

    def names(self, keys: Sequence[str]) -> list[Name]:
        here = {mention.name for mention in self.mentions(names=keys)}
        names = [name._replace(page=self._page_of(name)) for name in self._reader.names(keys)]
        return [name for name in names if name.page is not None or name.kind == "missing" or name.key in here]

    def name_forms(self, beginning: str, **which: Any) -> list[tuple[str, str]]:
        return self._reader.name_forms(beginning, **which)

    def words(self, beginning: str, **which: Any) -> list[tuple[str, int]]:
        return self._reader.words(beginning, **which)

    def mentions(self, **which: Any) -> list[Mention]:
        return self._own_rows(self._reader.mentions(**which))

    def edges_at(self, nodes: Sequence[str], *, min_confidence: float, limit: int) -> list[Edge]:
        left, kept = dict.fromkeys(nodes, limit), []
        for edge in self._own_edges(nodes, self._reader.edges_at(nodes, min_confidence=min_confidence, limit=MOST)):
            ends = [end for end in {edge.source, edge.target} if left.get(end, 0) > 0]
            left.update((end, left[end] - 1) for end in ends)
            kept += [edge] if ends else []
        return kept

    def _own_edges(self, nodes: Sequence[str], edges: Sequence[Edge]) -> list[Edge]:  # noqa: ARG002  # AsOf uses nodes
        """Return the edges at some nodes whose ends have no page outside the selection."""
        ends = sorted({end for edge in edges for end in (edge.source, edge.target)})
        others = {page.node for page in self._reader.pages(nodes=ends) if page.id not in self._within}
        return [edge for edge in edges if edge.source not in others and edge.target not in others]

    def claims(self, **which: Any) -> list[ClaimRow]:
        return self._own_rows(self._reader.claims(**which))

    def premises(self, **which: Any) -> list[ClaimRow]:
        return self._own_rows(self._reader.premises(**which))

    def links(self, **which: Any) -> list[LinkRow]:
        return self._own_rows(self._reader.links(**which))

    def vectors(self, model: str, *, sections: Sequence[int] | None = None) -> list[VectorRow]:
        rows = self._reader.vectors(model, sections=sections)
        return [row for row in rows if row.section >> PLACE_BITS in self._within]

    def _own_rows(self, rows: Iterable[R]) -> list[R]:
        return [row for row in rows if row.page in self._within]

    def _page_of(self, name: Name) -> int | None:
        return name.page if name.page in self._within else None

    def _own_pages(self, pages: Sequence[int] | None) -> Sequence[int]:
        return self._ids if pages is None else [page for page in pages if page in self._within]


class AsOf(PageSelection):
    """The port over claims that were held on a day: unknown ones are marked, all others are left out."""

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

    def _own_edges(self, nodes: Sequence[str], edges: Sequence[Edge]) -> list[Edge]:
        held = {(claim.subject, claim.relation, claim.object) for claim in self.claims(nodes=nodes)}
        inside = super()._own_edges(nodes, edges)
        return [e for e in inside if e.relation == LINKS_TO or (e.source, e.relation, e.target) in held]

    def is_held(self, claim: ClaimRow) -> bool | None:
        """Report whether a claim was held on the day; None: unknown.

        Beginning and end are taken from its note, else from its evidence, of which one piece is enough.
        """
        since, ending = beginning_in(claim.note), ending_of(claim.note)
        begun = has_begun(self._day, since) if since else _any_true(map(self._is_proof, claim.evidence))
        if not ending:
            return begun
        if not ending.until:
            return _lasts(begun, self._is_there(ending.by))
        is_near = self._day > beginning_of(ending.until)
        return _lasts(begun, True if is_after(self._day, ending.until) else None if is_near else False)

    def _is_proof(self, evidence: EvidenceRow) -> bool | None:
        """Report whether a source said so on the day, and was not replaced; None: unknown."""
        page = self._days.page(evidence.source)
        begun = has_begun(self._day, day_of(page)) if page else None
        if page is None or (begun and evidence.is_gone):
            # A later revision no longer says it, or in other words.
            return None
        replaced = [value for key, value in page.properties.items() if key.strip().casefold() == "replaced_by"]
        links = [link for value in replaced for link in (value if isinstance(value, list) else [value])]
        return _lasts(begun, _any_true(self._is_there(str(link)) for link in links)) if links else begun

    def _is_there(self, link: str) -> bool | None:
        """Report whether the target of a link existed on the day; None: unknown."""
        page = self._days.page(linked_node(link))
        return has_begun(self._day, day_of(page)) if page is not None else None


def _any_true(answers: Iterable[bool | None]) -> bool | None:
    """Report whether one of some answers is true; None where that is unknown, or there is none."""
    found = [*answers]
    return True if True in found else None if None in found or not found else False


def _lasts(has_begun: bool | None, has_ended: bool | None) -> bool | None:
    return False if has_ended else None if has_begun and has_ended is None else has_begun
