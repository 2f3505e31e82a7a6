"""A changed source and its new extraction: what was drawn from words that stand elsewhere now follows them.

What rests on words that are gone makes room for what is there now.  Undo brings all of it back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..look.citations import QUOTING, citing_pages
from ..model import Claim, Evidence, Quotable
from ..text.block_ids import quotables
from ..text.characters import has_words
from ..text.evidence_lines import Cut, Follow, cut_source
from ..text.links import Resolver
from ..text.names import stem_of
from ..text.page import fault_of
from ..text.quotes import all_places, says
from ..wiki_store.working_copy import WorkingCopy
from .evidence import SourceText, is_struck, likeliest_place
from .receipts import Dropped

_WORD = re.compile(r"[^\W_]+")


class Superseded(NamedTuple):
    """What a new revision did to what was drawn from the one before."""

    claims_dropped: int = 0
    claims_led: int = 0
    """Claims that cite another passage of it now, in which their words stand."""
    dropped: tuple[Dropped, ...] = ()


def follow_revision(copy: WorkingCopy, reader: IndexReader, source: SourceText) -> Superseded:
    """Lead claims and evidence to the passages in which their words stand now, and take out those whose words are gone.

    A claim that rests on other passages too keeps those.  A person's note and a filed answer stay as they are.
    """
    note = copy.page(source.path)
    # A person may edit a note in place, be it that of a session or of a source.
    is_first = note.category == "sources" and note.properties.get("revision", 1) == 1
    if is_first and (copy.is_ours(source.path) or copy.original(source.path) is None):
        return Superseded()
    standing, resolver = _Standing(source), copy.resolver()
    claims = led = 0
    dropped: list[Dropped] = []
    for path in _quoting_pages(copy, reader, source):
        copy.sound(path)
        cut = _cut(copy, path, source, standing, standing.follow, resolver)
        claims, led = claims + cut.claims, led + cut.led
        dropped += [Dropped(path, gone.claim, gone.quote) for gone in cut.gone]
    # A page of a thing quotes what a claim of it quotes, too.
    claimed = {item.quote for item in dropped if item.claim}
    rest = [item for item in dropped if item.quote and not item.claim and item.quote not in claimed]
    return Superseded(claims, led, (*(item for item in dropped if item.claim), *dict.fromkeys(rest)))


def lead_claims(copy: WorkingCopy, reader: IndexReader, path: str) -> int:
    """Lead claims on the source of this path to the passages in which their words stand now; return how many.

    Those whose words are gone stay as they are, and so does a page that a person has to mend first.
    """
    source = SourceText(path, stem_of(path), copy.page(path).title, quotables(copy.read(path)))
    standing, resolver = _Standing(source), copy.resolver()

    def follow(evidence: Evidence, claim: Claim | None) -> Evidence:
        return standing.follow(evidence, claim) or evidence

    pages = (path for path in _quoting_pages(copy, reader, source) if fault_of(copy.read(path)) is None)
    return sum(_cut(copy, path, source, standing, follow, resolver).led for path in pages)


def _quoting_pages(copy: WorkingCopy, reader: IndexReader, source: SourceText) -> list[str]:
    return [path for path in citing_pages(copy, reader, source.path) if copy.page(path).category in QUOTING]


def _cut(
    copy: WorkingCopy, path: str, source: SourceText, standing: _Standing, follow: Follow, resolver: Resolver
) -> Cut:
    """Let what a page has from the source follow, and write the page where that changes it."""
    text, standing.title = copy.read(path), copy.page(path).title
    cut = cut_source(text, path, source.path, resolver, folder=copy.folder, lists=True, follow=follow)
    if cut.text != text:
        copy.put(path, cut.text)
    return cut


class _Standing:
    """Where in a source words stand that were cited from an earlier revision of it."""

    def __init__(self, source: SourceText) -> None:
        self.title = ""
        """Of the page that cites."""
        self._passages = [passage for passage in source.passages if passage.block]
        self._by_block = {passage.block.lower(): passage for passage in self._passages}
        # Looked through for its words first: to read each passage as a reader would takes a thousand times as long.
        self._plain = [passage.text.casefold() for passage in self._passages]
        self._led: dict[str, str] = {}

    def follow(self, evidence: Evidence, claim: Claim | None) -> Evidence | None:
        """Return the evidence at the passage that has its words; None where none has.  claim: None for a list item."""
        block = evidence.block.lower()
        there = self._by_block.get(block)
        if not block or (there is not None and says(there.text, evidence.quote)):
            return evidence
        if not has_words(evidence.quote):
            # What only names a passage goes where other words of that went.
            now = "" if claim else self._led.get(block, "")
            return evidence._replace(block=now) if now else None
        about = (claim.subject_label, claim.object_label) if claim else (self.title,)
        # What is struck out is no ground to go on standing.
        places = [place for place in all_places(evidence.quote, self._holding(evidence.quote)) if not is_struck(place)]
        if not places:
            return None
        now = likeliest_place(about, places)[0].passage.block
        self._led.setdefault(block, now)
        return evidence._replace(block=now)

    def _holding(self, quote: str) -> Sequence[Quotable]:
        words = sorted({*_WORD.findall(quote.casefold())}, key=len, reverse=True)
        return [passage for passage, text in zip(self._passages, self._plain) if all(word in text for word in words)]
