"""The lists of claims on the pages of things: written anew wherever an operation changes what is claimed of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..look.citations import citing_pages, listed_evidence
from ..model import Page, Quotable
from ..text.block_ids import quotables
from ..text.claim_list import claim_list_span, description_span, unclosed_list, with_claim_list
from ..text.link_writing import format_wikilink
from ..text.links import Resolver, basename_key, missing_node
from ..text.names import fold_name, stem_of
from ..text.obsidian import LISTED_FROM
from ..text.ontology import canonical_claim, display_relation
from ..text.page import category_of, fault_of, read_page
from ..text.property_values import property_text
from ..text.quotes import has_words, locate_in_passages
from ..text.slugs import safe_display
from ..text.templates import escape_inline
from ..wiki_store.files import is_note
from ..wiki_store.working_copy import WorkingCopy


class _Cited(NamedTuple):
    """Where the words of a claim stand."""

    path: str
    block: str
    quote: str


class _Listed(NamedTuple):
    """A claim, its ends as paths; "" and its name for an end without a page."""

    page: str
    """On which it stands."""
    subject: str
    subject_name: str
    relation: str
    object: str
    object_name: str
    evidence: tuple[_Cited, ...]

    @property
    def place(self) -> tuple[str, str, str, str, tuple[_Cited, ...]]:
        """Return by what claims are ordered: what pages call the ends may be out of date."""
        ends = self.subject or self.subject_name, self.object or self.object_name
        return ends[0], self.relation, ends[1], self.page, self.evidence

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(cited.path for cited in self.evidence)


class _List(NamedTuple):
    """What stands between the marks of a page."""

    lines: tuple[str, ...]
    lead: str

    def put_into(self, text: str) -> str:
        return with_claim_list(text, self.lines, self.lead)


def write_claim_lists(
    copy: WorkingCopy, reader: IndexReader, *, may_add: bool, but: Collection[str] = ()
) -> tuple[str, ...]:
    """Write the list on each page of a thing of which this operation changes a claim; return the pages that only that
    changes.

    may_add: pages without a list get one.  but: pages that are left as they are.  A page that a person has to mend
    first keeps the list it has.
    """
    changed = _changed_notes(copy)
    for path, listed in _ClaimLists(copy, reader, changed).made().items():
        if path not in but:
            _write(copy, path, listed, may_add=may_add)
    return tuple(sorted(_changed_notes(copy) - changed))


def rewrite_claim_lists(copy: WorkingCopy, reader: IndexReader, paths: Iterable[str]) -> None:
    """Write the lists anew that these pages have."""
    for path, listed in _ClaimLists(copy, reader, _changed_notes(copy)).lists_of(paths).items():
        _write(copy, path, listed, may_add=False)


def stale_claim_lists(copy: WorkingCopy, reader: IndexReader) -> dict[str, int]:
    """Return the pages whose list is not what is claimed now, with the line on which it begins."""
    texts = {path: text for path, text in _listing(copy, reader) if claim_list_span(text)}
    made = _ClaimLists(copy, reader, set()).lists_of(texts)
    stale = (path for path, listed in made.items() if listed.put_into(texts[path]) != texts[path])
    return {path: texts[path].count("\n", 0, texts[path].index(LISTED_FROM)) + 1 for path in stale}


def unclosed_claim_lists(copy: WorkingCopy, reader: IndexReader) -> dict[str, int]:
    """Return the pages whose list has no end any more, with the line on which it begins."""
    return {path: line for path, text in _listing(copy, reader) if (line := unclosed_list(text))}


def _listing(copy: WorkingCopy, reader: IndexReader) -> Iterator[tuple[str, str]]:
    """Yield the pages of things that have the mark of a list, each with its text."""
    for row in reader.pages(category="entities"):
        if copy.exists(row.path) and LISTED_FROM in (text := copy.read(row.path)):
            yield row.path, text


def _changed_notes(copy: WorkingCopy) -> set[str]:
    paths = {change.path for change in copy.changes()} - {*copy.catalog}
    return {path for path in paths if is_note(path) and not path.startswith(".")}


def _write(copy: WorkingCopy, path: str, listed: _List, *, may_add: bool) -> None:
    data = copy.data(path) or b""
    text = data.decode("utf-8", "replace")
    is_wanted = may_add or LISTED_FROM in text
    if is_wanted and fault_of(text) is None and text.encode("utf-8") == data:
        new = listed.put_into(text)
        if new != text:
            copy.put(path, new)


class _ClaimLists:
    """What is claimed of things, as an operation leaves it: by the pages that it changes, else by the index."""

    def __init__(self, copy: WorkingCopy, reader: IndexReader, changed: set[str]) -> None:
        self._copy, self._reader, self._changed = copy, reader, changed
        self._titles: dict[str, str] = {}
        self._since: dict[str, str] = {}
        self._standing: dict[str, tuple[Quotable, ...]] = {}
        self._gone: set[_Cited] = set()
        """Evidence that no longer stands where it is cited."""

    @cached_property
    def _before(self) -> Resolver:
        return self._copy.resolver()

    @cached_property
    def _after(self) -> Resolver:
        return Resolver(self._copy.paths())

    def made(self) -> dict[str, _List]:
        """Return the lists that the operation may change, by path."""
        return self.lists_of(self._affected())

    def lists_of(self, paths: Iterable[str]) -> dict[str, _List]:
        """Return the lists of these pages, but of one that is no page of a thing, or is gone."""
        wanted = {path for path in paths if category_of(path, self._copy.folder) == "entities"}
        wanted = {path for path in wanted if self._copy.exists(path)}
        if not wanted:
            return {}
        found: dict[str, list[_Listed]] = {path: [] for path in wanted}
        for claim in self._claims(wanted):
            for end in {claim.subject, claim.object}:
                if end in found and claim.page != end:
                    found[end].append(claim)
        listed = [claim for claims in found.values() for claim in claims]
        self._read_titles(path for claim in listed for path in (claim.subject, claim.object, *claim.sources))
        return {path: self._list(path, claims) for path, claims in sorted(found.items())}

    def _list(self, path: str, claims: Iterable[_Listed]) -> _List:
        """Return the list of a page; without a description its first quote stands above, unless it is the name."""
        text, lead = self._copy.read(path), ""
        start, end = description_span(text)
        if not text[start:end].strip():
            # The name alone says nothing that the title does not.
            name = fold_name(self._copy.page(path).title)
            first = next((item for item in listed_evidence(text) if fold_name(item.quote) not in ("", name)), None)
            source = self._after.resolve(first.source, path) if first else ""
            if first and source:
                self._read_titles([source])
                link = self._link(path, source, stem_of(source), f"#^{first.block}")
                lead = f"> {escape_inline(first.quote)} ({link})"
        return _List(tuple(self._lines(path, claims)), lead)

    def _affected(self) -> set[str]:
        """Return the pages of which a claim comes, goes or reads otherwise."""
        found, reread = set[str](), set[str]()
        for change in self._copy.changes():
            if change.path not in self._changed:
                continue
            old, new = (
                read_page(change.path, data.decode("utf-8", "replace"), folder=self._copy.folder) if data else None
                for data in (change.before, change.after)
            )
            was = set(_page_claims(old, self._before)) if old and old.claims else set()
            now = set(_page_claims(new, self._after)) if new and new.claims else set()
            found |= {end for claim in was ^ now for end in (claim.subject, claim.object)}
            found.add(change.path)
            is_source = "sources" in (old and old.category, new and new.category)
            if old and (is_source or new is None or old.title != new.title):
                reread |= {change.path, *citing_pages(self._copy, self._reader, change.path)}
            if old is None:
                # Claims may have named it before it was there.
                bases = {basename_key(name) for name in (change.path, stem_of(change.path))}
                reread |= {row.path for row in self._reader.links(basenames=sorted(bases))}
        found |= reread
        rows = self._reader.pages(paths=sorted(reread))
        for row in self._reader.claims(pages=[row.id for row in rows], nodes=[row.node for row in rows]):
            found |= {self._after.resolve(node, row.path) for node in (row.subject, row.object)}
        return found

    def _claims(self, wanted: set[str]) -> Iterator[_Listed]:
        """Yield the claims of these pages that the operation leaves, each once."""
        known = {row.path: row.node for row in self._reader.pages(paths=sorted(wanted))}
        nodes = [known.get(path) or missing_node(stem_of(path)) for path in sorted(wanted)]
        for row in self._reader.claims(nodes=nodes):
            evidence = tuple(
                _Cited(item.path or self._after.resolve(item.source, "") or item.source, item.block, item.quote)
                for item in row.evidence
            )
            for item, cited in zip(row.evidence, evidence):
                if item.is_gone:
                    self._gone.add(cited)
            if row.path in self._changed:
                continue
            subject, object_ = (self._after.resolve(node, "") for node in (row.subject, row.object))
            yield _Listed(row.path, subject, row.subject_name, row.relation, object_, row.object_name, evidence)
        for path in sorted(self._changed):
            if self._copy.exists(path) and self._copy.page(path).claims:
                yield from _page_claims(self._copy.page(path), self._after)

    def _read_titles(self, paths: Iterable[str]) -> None:
        wanted = {*paths} - self._titles.keys()
        for row in self._reader.pages(paths=sorted(wanted - self._changed)):
            self._titles[row.path] = row.title
            self._since[row.path] = property_text(row.properties, "updated")
        for path in wanted & self._changed:
            if self._copy.exists(path):
                page = self._copy.page(path)
                self._titles[path], self._since[path] = page.title, property_text(page.properties, "updated")

    def _lines(self, path: str, claims: Iterable[_Listed]) -> list[str]:
        """Return the list of a page: what it is the subject of, then the rest, equal claims of several pages once."""
        merged: dict[tuple[str, str, str], dict[str, None]] = {}
        for claim in sorted(claims, key=lambda claim: (claim.subject != path, claim.place)):
            subject = "" if claim.subject == path else self._link(path, claim.subject, claim.subject_name) + " "
            object_ = self._titles.get(path, "") if claim.object == path else None
            shown = safe_display(object_) if object_ else self._link(path, claim.object, claim.object_name)
            cited = merged.setdefault((subject, display_relation(claim.relation).replace("_", " "), shown), {})
            cited.update(dict.fromkeys(filter(None, (self._proof(path, item) for item in claim.evidence))))
        lines = []
        for (subject, relation, shown), cited in merged.items():
            proofs = f" ({', '.join(cited)})" if cited else ""
            lines.append(f"- {subject}**{safe_display(relation)}** {shown}{proofs}")
        return lines

    def _link(self, path: str, target: str, name: str, subpath: str = "") -> str:
        shown = safe_display(self._titles.get(target, name))
        if not target:
            return shown
        stem = stem_of(target)
        link = stem if self._after.resolve(stem, path) == target else target.removesuffix(".md")
        return format_wikilink(link, subpath=subpath, display=shown or None)

    def _proof(self, path: str, cited: _Cited) -> str:
        """Return the link to what a claim rests on, with a mark where its words stand there no more."""
        if not self._copy.exists(cited.path):
            return f"⚠ source gone: {safe_display(stem_of(cited.path))}"
        subpath = f"#^{cited.block}" if cited.block else ""
        link = self._link(path, cited.path, stem_of(cited.path), subpath)
        if not self._is_gone(cited):
            return link
        since = self._since.get(cited.path, "")
        return f"{link} ⚠ quote gone" + (f" since {since}" if since else "")

    def _is_gone(self, cited: _Cited) -> bool:
        if cited.path not in self._changed or not is_note(cited.path):
            return cited in self._gone
        if cited.path not in self._standing:
            self._standing[cited.path] = quotables(self._copy.read(cited.path))
        passages = self._standing[cited.path]
        if not has_words(cited.quote):
            return bool(cited.block) and all(unit.block.lower() != cited.block.lower() for unit in passages)
        return locate_in_passages(cited.quote, passages) is None


def _page_claims(page: Page, resolver: Resolver) -> Iterator[_Listed]:
    """Yield the claims of a page in the direction that the graph has them."""
    for claim in page.claims:
        start = (resolver.resolve(claim.subject, page.path), claim.subject_label)
        end = (resolver.resolve(claim.object, page.path), claim.object_label)
        first, relation, last = canonical_claim(start, claim.relation, end)
        cited = (
            _Cited(resolver.resolve(item.source, page.path) or item.source, item.block, item.quote)
            for item in claim.evidence
        )
        yield _Listed(page.path, *first, relation, *last, tuple(cited))
