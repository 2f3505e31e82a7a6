"""A changed source and its new extraction: what rests on words that stand elsewhere now follows them, and what rests on
words that are gone makes room for what is there now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..care.citations import linking_pages
from ..care.evidence_lines import cut_source
from ..care.freshness import says
from ..pages.linking.resolution import VaultNames
from ..store.sound_pages import sound_text
from ..text.quotes import all_places, has_words
from .receipts import Dropped

if TYPE_CHECKING:
    from ..pages.page_model import Claim, Evidence, Passage
    from ..store.workspace import Workspace
    from .evidence import SourceText
    from .receipts import Draft

OURS = ("summaries", "entities")
"""Categories of pages whose evidence the tools keep; a person's note and a filed answer stay as they are."""
_WORD = re.compile(r"[^\W_]+")


class Superseded(NamedTuple):
    """What a new revision did to what was drawn from the one before."""

    claims_dropped: int = 0
    claims_led: int = 0
    """Claims that cite another passage of it now, in which their words stand."""
    dropped: tuple[Dropped, ...] = ()


def follow_revision(ws: Workspace, draft: Draft, path: str, source: SourceText) -> Superseded:
    """Lead claims and evidence to the passages in which their words stand now, and take out those whose words are gone.

    A claim that rests on other passages too keeps those.  Undo brings all of it back.
    """
    note = draft.page(ws, path)
    # A session has no revisions: a person edits it in place.
    if note.category == "sources" and note.properties.get("revision", 1) == 1:
        return Superseded()
    standing, names = _Standing(source), VaultNames(ws.paths())
    claims = led = 0
    dropped: list[Dropped] = []
    for page in linking_pages(ws, path):
        if ws.page(page).category not in OURS:
            continue
        text, standing.title = sound_text(ws, page), ws.page(page).title
        cut = cut_source(text, page, path, names, folder=ws.folder, lists=True, follow=standing.follow)
        if cut.text != text:
            draft.put(page, cut.text, ws.before(page))
            claims, led = claims + cut.claims, led + cut.led
            dropped += [Dropped(page, each.claim, each.quote) for each in cut.gone]
    # A page of a thing quotes what a claim of it quotes, too.
    told = {each.quote for each in dropped if each.claim}
    rest = [each for each in dropped if each.quote and not each.claim and each.quote not in told]
    return Superseded(claims, led, (*(each for each in dropped if each.claim), *dict.fromkeys(rest)))


class _Standing:
    """Where in a source words stand that were cited from an earlier revision of it."""

    def __init__(self, source: SourceText) -> None:
        self.title = ""
        """Of the page that cites."""
        self._passages = [passage for passage in source.passages if passage.block]
        self._by_block = {passage.block.lower(): passage for passage in self._passages}
        # Looked through for its words first: to read each passage as a reader would takes a thousand times as long.
        self._plain = [passage.text.casefold() for passage in self._passages]
        self._source = source
        self._led: dict[str, str] = {}

    def follow(self, evidence: Evidence, claim: Claim | None) -> Evidence | None:
        """The evidence at the passage that has its words; None where none has.  claim: None for a list item."""
        block = evidence.block.lower()
        there = self._by_block.get(block)
        if not block or (there is not None and says(there.text, evidence.quote)):
            return evidence
        if not has_words(evidence.quote):
            # What only names a passage goes where other words of that went.
            now = "" if claim else self._led.get(block, "")
            return evidence._replace(block=now) if now else None
        about = (claim.subject_label, claim.object_label) if claim else (self.title,)
        places = all_places(evidence.quote, self._holding(evidence.quote))
        if not places:
            return None
        now = self._source.likeliest(about, places)[0].passage.block
        self._led.setdefault(block, now)
        return evidence._replace(block=now)

    def _holding(self, quote: str) -> Sequence[Passage]:
        words = sorted({*_WORD.findall(quote.casefold())}, key=len, reverse=True)
        return [passage for passage, text in zip(self._passages, self._plain) if all(word in text for word in words)]
