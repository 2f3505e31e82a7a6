"""Retracting a source: its note leaves the vault, its claims leave the graph, answers that rest on it are listed."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ..errors import DataError
from ..index_store.port import IndexReader
from ..look.citations import QUOTING, cited_blocks, citing_pages, summary_of
from ..look.lookup import find_source
from ..model import Claim, Evidence, Page
from ..text.editing import SourceCut, cut_source, evidence_spans
from ..text.kept import property_text
from ..text.page import read_page
from ..wiki_store.working_copy import Plan, WorkingCopy

ORIGINALS = ("sources", "sessions")
"""Categories of the pages that bundles are made from; the other pages quote these."""


class RetractReceipt(NamedTuple):
    """What `retract` did, or would do."""

    source: str
    """Vault path of the retracted note."""
    title: str
    trash: tuple[str, ...]
    """Paths in the trash of the files that left the vault."""
    claims: int
    """Removed claims, which rested on this source alone."""
    by_hand: tuple[str, ...]
    """Removed words of a person, each with its page, and the source itself if a person edited it."""
    changed: tuple[str, ...]
    stale: tuple[str, ...]
    """Filed answers that rest on the source."""
    kept: tuple[str, ...]
    """The summary of the source, if a person edited it."""
    husks: tuple[str, ...]
    """Pages of ours that nothing supports or links any more: they were moved to .trash, too."""


def plan_retract(copy: WorkingCopy, reader: IndexReader, source: str) -> Plan[RetractReceipt]:
    """Move a source note to .trash and take its claims and quotes out of all pages.

    Its summary is moved, too, unless somebody edited it; filed answers stay as they are and are listed.
    Raises DataError for a page that is no source, EditRefusedError for a claim line that cannot be rewritten.
    """
    path = find_source(reader, source).path
    page = copy.page(path)
    if page.category != "sources":
        raise DataError("not a source", path=path, hint="name a source in its folder; others go by `undo` or `merge`")
    leaving = Removal(copy, reader)
    leaving.remove(path)
    husks = leaving.husks()
    leaving.gone.update(dict.fromkeys(husks))
    staying = [(where, cut) for where, cut in leaving.cuts if where not in leaving.gone]
    by_hand = [f"{where}: {item.quote}" for where, cut in staying for item in cut.gone if item.by_hand]
    if not copy.is_ours(path):
        # It is in the trash: the person's words are not lost, but they leave the vault.
        by_hand.append(f"{path}: it was edited by hand since it came")
    changed = leaving.changed()
    for where in changed:
        copy.put(where, leaving.texts[where])
    receipt = RetractReceipt(
        source=path,
        title=page.title,
        trash=tuple(copy.trash(removed) for removed in leaving.gone),
        claims=sum(cut.claims for _, cut in leaving.cuts),
        by_hand=tuple(dict.fromkeys(by_hand)),
        changed=changed,
        stale=tuple(leaving.answers),
        kept=tuple(leaving.kept),
        husks=husks,
    )
    return Plan(receipt, f"{path} retracted, {receipt.claims} claims gone")


class Removal:
    """The removal of pages and passages, with the claims and quotes that rest on them, and their summaries."""

    def __init__(self, copy: WorkingCopy, reader: IndexReader) -> None:
        self.copy, self.reader, self.resolver = copy, reader, copy.resolver()
        self.texts: dict[str, str] = {}
        """The new texts of pages that lose something."""
        self.cuts = list[tuple[str, SourceCut]]()
        """The claims and quotes that pages lose."""
        self.gone, self.kept, self.answers = dict[str, None](), dict[str, None](), dict[str, None]()
        """Removed pages, summaries that stay because a person edited them, filed answers that rest on removed pages."""

    def remove(self, path: str) -> None:
        """Remove a page, and the summary of a source or session, unless a person edited it.

        Raises EditRefusedError, DataError for a page that cannot be edited, UnsoundPageError.
        """
        self.cut(path)
        self.gone[path] = None
        summary = summary_of(self.copy, self.reader, path) if self.copy.page(path).category in ORIGINALS else ""
        if summary and self.copy.exists(summary):
            is_done = self.copy.is_ours(summary) and not self.page(summary).claims
            (self.gone if is_done else self.kept)[summary] = None

    def cut(self, path: str, blocks: frozenset[str] | None = None) -> None:
        """Take claims and quotes that rest on a page, or on these blocks of it, out of all pages.

        blocks: their ids in lower case.  Filed answers stay as they are.  Raises as remove does.
        """

        def stays(evidence: Evidence, _: Claim | None) -> Evidence | None:
            return evidence if blocks is not None and evidence.block.lower() not in blocks else None

        for where in citing_pages(self.copy, self.reader, path):
            citing = self.copy.page(where)
            if citing.category == "topics" and property_text(citing.properties, "question"):
                cited = cited_blocks(citing.properties)
                blocks_cited = [block.lower() for link, block in cited if self.resolver.resolve(link, where) == path]
                if blocks_cited if blocks is None else not blocks.isdisjoint(blocks_cited):
                    self.answers[where] = None
                continue
            lists = citing.category in QUOTING
            cut = cut_source(
                self.text(where), where, path, self.resolver, folder=self.copy.folder, lists=lists, follow=stays
            )
            if cut.claims or cut.loosened or cut.lines:
                self.copy.sound(where)
                self.texts[where] = cut.text
                self.cuts.append((where, cut))

    def text(self, path: str) -> str:
        """Return the text of a page after the removal."""
        return self.texts[path] if path in self.texts else self.copy.read(path)

    def page(self, path: str) -> Page:
        """Return a page as it is parsed after the removal."""
        if path not in self.texts:
            return self.copy.page(path)
        return read_page(path, self.texts[path], folder=self.copy.folder)

    def changed(self) -> tuple[str, ...]:
        """Return the pages that lose something and stay, by path."""
        return tuple(sorted(self.texts.keys() - self.gone.keys()))

    def husks(self) -> tuple[str, ...]:
        """Return the changed entity pages of ours that have neither evidence nor claims left, nor a link to them."""

        @cache
        def led(other: str) -> frozenset[str]:
            return frozenset(self.resolver.resolve(link.path, other) for link in self.page(other).links)

        found = []
        for path in self.changed():
            page, text = self.page(path), self.texts[path]
            if page.category != "entities" or page.claims or evidence_spans(text) or not self.copy.is_ours(path):
                continue
            others = {*citing_pages(self.copy, self.reader, path)} - self.gone.keys()
            if not any(path in led(other) for other in others):
                found.append(path)
        return tuple(found)
